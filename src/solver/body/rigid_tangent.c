// SPDX-License-Identifier: Apache-2.0
//
// Speeds of the nodes of rigid bones by the unknowns, T, and the bend H of their paths (rigid.h):
// down the tree of bones for speeds, up again for the forces that hang on each. Then vectors and
// products in the unknowns.

#include "core/vec.h"
#include "solver/body/rigid.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ speeds

static double* twist_of(const BrnRigid* rigid, int bone) {
  return rigid->twist + 6 * (size_t)bone * (size_t)rigid->dof_count;
}

// out = v + w x r in every column of a twist
static void speeds_at(const double* twist, int count, const double r[3], double* out) {
  const double* w = twist + 3 * (size_t)count;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int c = 0; c < count; c++) {
      out[i * count + c] = twist[i * count + c] + w[j * count + c] * r[k] - w[k * count + c] * r[j];
    }
  }
}

static void look_at_bone(const BrnBody* body, int b) {
  const BrnAffineBone* affine = &body->nodes->affine[b];
  BrnRigidBone* bone = &body->rigid->bone[b];
  double points[4][3], F[9];
  brn__rigid_points(affine, body->y, points);
  brn__rigid_turn(affine, points, F, bone->turn);
  brn__copy3(bone->point, points[0]);
  if (affine->shared == 0) brn__rigid_mean(points, bone->point);
  brn__sub3(bone->axis, points[1], points[0]);
  brn__normalize3(bone->axis);
}

// what the other bone gives it
static void take_twist(const BrnBody* body, int b, double* twist) {
  const BrnRigid* rigid = body->rigid;
  const BrnAffineBone* affine = &body->nodes->affine[b];
  size_t half = 3 * (size_t)rigid->dof_count;
  memset(twist, 0, 2 * half * sizeof(double));
  if (affine->other < 0 || body->nodes->affine[affine->other].known) return;
  const double* from = twist_of(rigid, affine->other);
  double r[3];
  brn__sub3(r, rigid->bone[b].point, rigid->bone[affine->other].point);
  speeds_at(from, rigid->dof_count, r, twist);
  if (affine->shared >= 2) memcpy(twist + half, from + half, half * sizeof(double));
}

// and its own dofs
static void fill_twist(const BrnBody* body, int b) {
  const BrnRigidBone* bone = &body->rigid->bone[b];
  int count = body->rigid->dof_count, shared = body->nodes->affine[b].shared;
  double *v = twist_of(body->rigid, b), *w = v + 3 * (size_t)count;
  take_twist(body, b, v);
  for (int p = 0; p < 9 && shared < 2; p++) {
    int at = p / 3 * count + bone->first_dof + p % 3;
    if (shared == 0) v[at] = bone->turn[p];
    w[shared == 0 ? at + 3 : at] = bone->turn[p];
  }
  for (int i = 0; i < 3 && shared == 2; i++) w[i * count + bone->first_dof] = bone->axis[i];
}

static void fill_rows(const BrnBody* body, int b) {
  const BrnAffineBone* affine = &body->nodes->affine[b];
  const BrnRigid* rigid = body->rigid;
  for (int k = 0; k < 4 - affine->shared; k++) {
    double r[3];
    size_t row = (size_t)body->nodes->row[affine->node[k]];
    brn__sub3(r, body->y + 3 * (size_t)affine->node[k], rigid->bone[b].point);
    speeds_at(twist_of(rigid, b), rigid->dof_count, r,
              rigid->T + 3 * row * (size_t)rigid->dof_count);
  }
}

// -------------------------------------------------------------------------------------------- bend

// forces on own nodes, before what hangs on the bone is added
static void sum_forces(const BrnBody* body, int b) {
  const BrnAffineBone* affine = &body->nodes->affine[b];
  BrnRigidBone* bone = &body->rigid->bone[b];
  memset(bone->force, 0, sizeof bone->force);
  memset(bone->moment, 0, sizeof bone->moment);
  for (int k = 0; k < 4 - affine->shared; k++) {
    const double* f = body->rigid->load + 3 * (size_t)body->nodes->row[affine->node[k]];
    double r[3];
    brn__sub3(r, body->y + 3 * (size_t)affine->node[k], bone->point);
    brn__add3(bone->force, bone->force, f);
    for (int p = 0; p < 9; p++) bone->moment[p] += f[p / 3] * r[p % 3];
  }
}

// a ball passes on its force alone; what turns with the other bone also its moment
static void pass_forces(const BrnBody* body, int b) {
  const BrnAffineBone* affine = &body->nodes->affine[b];
  const BrnRigidBone* bone = &body->rigid->bone[b];
  if (affine->other < 0 || body->nodes->affine[affine->other].known) return;
  BrnRigidBone* other = &body->rigid->bone[affine->other];
  double r[3];
  brn__sub3(r, bone->point, other->point);
  brn__add3(other->force, other->force, bone->force);
  for (int p = 0; p < 9; p++) {
    other->moment[p] += bone->force[p / 3] * r[p % 3];
    if (affine->shared >= 2) other->moment[p] += bone->moment[p];
  }
}

static double size_of(const double m[9]) {
  double sum = 0;
  for (int p = 0; p < 9; p++) sum += m[p] * m[p];
  return sqrt(sum);
}

// f . w x (w x r) = (w . f) (w . r) - (f . r) w^2
static void bend_turn(const BrnRigidBone* bone, bool definite, int first, int count, double* H) {
  const double* N = bone->moment;
  double trace = N[0] + N[4] + N[8], B[9], BR[9], RBR[9], back[9];
  for (int p = 0; p < 9; p++) {
    int i = p / 3, j = p % 3;
    B[p] = (N[p] + N[3 * j + i]) / 2 - (i == j ? trace : 0);
    if (definite) B[p] = i == j ? size_of(N) : 0;
  }
  brn__mul33(BR, B, bone->turn);
  brn__transpose3(back, bone->turn);
  brn__mul33(RBR, back, BR);
  for (int p = 0; p < 9; p++) H[(first + p / 3) * count + first + p % 3] = RBR[p];
}

// speed f . w x (a x r) = speed ((f . a) (w . r) - (f . r) (w . a)), w of the other bone
static void bend_hinge(const BrnBody* body, int b, bool definite, double* H) {
  const BrnRigidBone* bone = &body->rigid->bone[b];
  const BrnAffineBone* affine = &body->nodes->affine[b];
  const double *N = bone->moment, *a = bone->axis;
  int count = body->rigid->dof_count, own = bone->first_dof;
  double trace = N[0] + N[4] + N[8], Na[3], back[9];
  brn__transpose3(back, N);
  brn__mul3(Na, back, a);
  brn__axpy3(Na, Na, -trace, a);
  H[own * count + own] = definite ? size_of(N) : brn__dot3(a, Na);
  if (definite || body->nodes->affine[affine->other].known) return;
  const double* w = twist_of(body->rigid, affine->other) + 3 * (size_t)count;
  for (int c = 0; c < count; c++) {
    double bend = Na[0] * w[c] + Na[1] * w[count + c] + Na[2] * w[2 * count + c];
    H[own * count + c] += bend;
    H[c * count + own] += bend;
  }
}

static void fill_bend(const BrnBody* body, bool definite) {
  BrnRigid* rigid = body->rigid;
  const BrnNodes* nodes = body->nodes;
  int count = rigid->dof_count;
  memset(rigid->H, 0, sizeof(double) * (size_t)count * (size_t)count);
  rigid->reach = 0;
  for (int b = 0; b < nodes->bone_count; b++) {
    if (!nodes->affine[b].known) sum_forces(body, b);
  }
  // children first: forces go up the tree, and each bone bends by what hangs on it
  for (int i = nodes->bone_count; i-- > 0;) {
    int b = nodes->order[i], shared = nodes->affine[b].shared;
    const BrnRigidBone* bone = &rigid->bone[b];
    if (nodes->affine[b].known) continue;
    pass_forces(body, b);
    rigid->reach += size_of(bone->moment);
    if (shared < 2) {
      bend_turn(bone, definite, bone->first_dof + (shared == 0 ? 3 : 0), count, rigid->H);
    } else if (shared == 2) {
      bend_hinge(body, b, definite, rigid->H);
    }
  }
}

// ---------------------------------------------------------------------------------- rows, unknowns

void brn__rigid_pull(const BrnRigid* rigid, const double* v, double* dofs) {
  int count = rigid->dof_count;
  memset(dofs, 0, sizeof(double) * (size_t)count);
  for (int r = 0; r < 3 * rigid->node_count; r++) {
    const double* T = rigid->T + (size_t)r * (size_t)count;
    for (int c = 0; c < count; c++) dofs[c] += T[c] * v[r];
  }
}

void brn__rigid_push(const BrnRigid* rigid, const double* dofs, double* v) {
  int count = rigid->dof_count;
  for (int r = 0; r < 3 * rigid->node_count; r++) {
    const double* T = rigid->T + (size_t)r * (size_t)count;
    v[r] = 0;
    for (int c = 0; c < count; c++) v[r] += T[c] * dofs[c];
  }
}

static size_t soft_size(const BrnRigid* rigid) {
  return sizeof(double) * (size_t)(rigid->unknown_count - rigid->dof_count);
}

void brn__rigid_fold(BrnRigid* rigid, double* v) {
  brn__rigid_pull(rigid, v, rigid->dofs);
  memmove(v + rigid->dof_count, v + 3 * (size_t)rigid->node_count, soft_size(rigid));
  memcpy(v, rigid->dofs, sizeof(double) * (size_t)rigid->dof_count);
}

void brn__rigid_unfold(BrnRigid* rigid, double* v) {
  brn__rigid_push(rigid, v, rigid->rows);
  memmove(v + 3 * (size_t)rigid->node_count, v + rigid->dof_count, soft_size(rigid));
  memcpy(v, rigid->rows, 3 * sizeof(double) * (size_t)rigid->node_count);
}

void brn__rigid_apply(BrnContext* ctx, const BrnBody* body, const double* x, double* y) {
  const BrnRigid* rigid = body->rigid;
  int count = rigid->dof_count;
  brn__rigid_push(rigid, x, rigid->x);
  memcpy(rigid->x + 3 * (size_t)rigid->node_count, x + count, soft_size(rigid));
  brn__body_multiply(ctx, body, false, rigid->x, rigid->y);
  brn__rigid_pull(rigid, rigid->y, y);
  memcpy(y + count, rigid->y + 3 * (size_t)rigid->node_count, soft_size(rigid));
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) y[i] += rigid->H[(size_t)i * (size_t)count + (size_t)j] * x[j];
  }
}

// g_bones = T (T^T T)^-1 T^T g_bones
static void balance(BrnRigid* rigid, double* g) {
  int count = rigid->dof_count;
  memset(rigid->gram, 0, sizeof(double) * (size_t)count * (size_t)count);
  for (int r = 0; r < 3 * rigid->node_count; r++) {
    const double* T = rigid->T + (size_t)r * (size_t)count;
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count && T[i] != 0; j++) rigid->gram[i * count + j] += T[i] * T[j];
    }
  }
  brn__rigid_pull(rigid, g, rigid->dofs);
  brn__rigid_factor(count, rigid->gram);
  brn__rigid_solve(count, rigid->gram, rigid->dofs);
  brn__rigid_push(rigid, rigid->dofs, g);
}

void brn__rigid_look(BrnBody* body) {
  for (int i = 0; i < body->nodes->bone_count; i++) {
    int b = body->nodes->order[i];
    if (body->nodes->affine[b].known) continue;
    look_at_bone(body, b);
    fill_twist(body, b);
    fill_rows(body, b);
  }
}

void brn__rigid_linearize(BrnBody* body, bool definite) {
  brn__rigid_look(body);
  size_t size = 3 * sizeof(double) * (size_t)body->rigid->node_count;
  memcpy(body->rigid->raw, body->g, size);
  if (!body->rigid->foreseen) memcpy(body->rigid->load, body->g, size);
  fill_bend(body, definite);
  balance(body->rigid, body->g);
}

static void foresee_pieces(BrnBody* body, const double* d, double s) {
  BrnRigid* rigid = body->rigid;
  if (body->pieces.count == 0) return;
  memset(rigid->y, 0, 3 * sizeof(double) * (size_t)body->nodes->row_count);
  brn__low_ranks_multiply_add(&body->pieces, s, d, rigid->y);
  for (int i = 0; i < 3 * rigid->node_count; i++) rigid->load[i] += rigid->y[i];
}

void brn__rigid_foresee(BrnBody* body, const double* d, double s) {
  BrnRigid* rigid = body->rigid;
  const BrnBlocks* K = body->K;
  memcpy(rigid->load, rigid->raw, 3 * sizeof(double) * (size_t)rigid->node_count);
  for (int r = 0; r < rigid->node_count; r++) {
    double sum[3] = {0}, part[3];
    for (int e = K->start[r]; e < K->start[r + 1]; e++) {
      brn__mul3(part, K->value + 9 * (size_t)e, d + 3 * (size_t)K->column[e]);
      brn__add3(sum, sum, part);
    }
    brn__axpy3(rigid->load + 3 * (size_t)r, rigid->load + 3 * (size_t)r, s, sum);
  }
  foresee_pieces(body, d, s);
  rigid->foreseen = true;
}
