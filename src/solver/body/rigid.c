// SPDX-License-Identifier: Apache-2.0
//
// Rigid bones (rigid.h): which speeds their joints leave them, which of these move which bone, and
// small dense factors L D L^T.

#include "solver/body/rigid.h"

#include <math.h>
#include <string.h>

void brn__rigid_destroy(BrnContext* ctx, BrnRigid* rigid) {
  if (!rigid) return;
  double* vectors[] = {rigid->twist, rigid->T,      rigid->H,    rigid->gram, rigid->KT,
                       rigid->dofs,  rigid->rows,   rigid->x,    rigid->y,    rigid->raw,
                       rigid->load,  rigid->spread, rigid->held, rigid->S};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) brn__free(ctx, vectors[i]);
  brn__free(ctx, rigid->row_bone);
  brn__free(ctx, rigid->bone);
  brn__free(ctx, rigid->pose);
  brn__free(ctx, rigid->moves);
  brn__csr_destroy(ctx, rigid->A);
  brn__free(ctx, rigid->mirror_start);
  brn__free(ctx, rigid->mirror);
  brn__free(ctx, rigid);
}

// by the control points that ride on another bone
static const int dofs_of[5] = {6, 3, 1, 0, 0};

static void number_dofs(const BrnNodes* nodes, BrnRigid* rigid) {
  for (int i = 0; i < nodes->bone_count; i++) {
    int b = nodes->order[i];
    const BrnAffineBone* affine = &nodes->affine[b];
    if (affine->known) continue;
    rigid->bone[b].first_dof = rigid->dof_count;
    rigid->bone[b].dof_count = dofs_of[affine->shared];
    rigid->dof_count += rigid->bone[b].dof_count;
    rigid->node_count += 4 - affine->shared;
  }
  rigid->unknown_count = rigid->dof_count + 3 * (nodes->row_count - rigid->node_count);
}

static void find_bones_of_rows(const BrnNodes* nodes, BrnRigid* rigid) {
  for (int b = 0; b < nodes->bone_count; b++) {
    const BrnAffineBone* affine = &nodes->affine[b];
    for (int k = 0; k < 4 - affine->shared && !affine->known; k++) {
      int row = nodes->row[affine->node[k]];
      BRN_ASSERT(row >= 0 && row < rigid->node_count);
      rigid->row_bone[row] = b;
    }
  }
}

// its own dofs, and those of all it hangs on
static void find_movers(const BrnNodes* nodes, BrnRigid* rigid) {
  size_t count = (size_t)rigid->dof_count;
  for (int i = 0; i < nodes->bone_count; i++) {
    int b = nodes->order[i], other = nodes->affine[b].other;
    uint8_t* moves = rigid->moves + (size_t)b * count;
    if (nodes->affine[b].known) continue;
    if (other >= 0) memcpy(moves, rigid->moves + (size_t)other * count, count);
    memset(moves + rigid->bone[b].first_dof, 1, (size_t)rigid->bone[b].dof_count);
  }
}

static BrnStatus take_vectors(BrnContext* ctx, const BrnNodes* nodes, BrnRigid* rigid) {
  size_t dofs = (size_t)rigid->dof_count, rows = 3 * (size_t)rigid->node_count;
  size_t bones = (size_t)nodes->bone_count, all = 3 * (size_t)nodes->row_count;
  rigid->row_bone = brn__new(ctx, rigid->node_count, int);
  rigid->pose = brn__new_zero(ctx, bones, BrnRigidPose);
  rigid->moves = brn__new_zero(ctx, bones * dofs, uint8_t);
  rigid->twist = brn__new_zero(ctx, bones * 6 * dofs, double);
  rigid->T = brn__new_zero(ctx, rows * dofs, double);
  rigid->H = brn__new_zero(ctx, dofs * dofs, double);
  rigid->gram = brn__new_zero(ctx, dofs * dofs, double);
  rigid->KT = brn__new_zero(ctx, rows * dofs, double);
  rigid->dofs = brn__new_zero(ctx, dofs, double);
  rigid->rows = brn__new_zero(ctx, rows, double);
  rigid->raw = brn__new_zero(ctx, rows, double);
  rigid->load = brn__new_zero(ctx, rows, double);
  rigid->x = brn__new_zero(ctx, all, double);
  rigid->y = brn__new_zero(ctx, all, double);
  bool all_there = rigid->row_bone && rigid->pose && rigid->moves && rigid->twist && rigid->T &&
                   rigid->H && rigid->gram && rigid->KT && rigid->dofs && rigid->rows &&
                   rigid->raw && rigid->load && rigid->x && rigid->y;
  return all_there ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__rigid_create(BrnContext* ctx, BrnBody* body) {
  BrnRigid* rigid = brn__new_zero(ctx, 1, BrnRigid);
  body->rigid = rigid;
  if (!rigid) return BRN_NO_MEMORY;
  rigid->bone = brn__new_zero(ctx, body->nodes->bone_count, BrnRigidBone);
  if (!rigid->bone) return BRN_NO_MEMORY;
  number_dofs(body->nodes, rigid);
  if (rigid->dof_count == 0) {
    brn__rigid_destroy(ctx, rigid);
    body->rigid = NULL;
    return BRN_OK;
  }
  BRN_TRY(take_vectors(ctx, body->nodes, rigid));
  find_bones_of_rows(body->nodes, rigid);
  find_movers(body->nodes, rigid);
  return BRN_OK;
}

// ---------------------------------------------------------------------------- small dense matrices

#define TINY_PIVOT 1e-10 // of the diagonal

// below the diagonal L, on it D
void brn__rigid_factor(int count, double* A) {
  for (int j = 0; j < count; j++) {
    double* row = A + (size_t)j * (size_t)count;
    double diagonal = fabs(row[j]);
    for (int k = 0; k < j; k++) row[j] -= row[k] * row[k] * A[(size_t)k * (size_t)(count + 1)];
    row[j] = fmax(fabs(row[j]), TINY_PIVOT * diagonal);
    if (!(row[j] > 0)) row[j] = 1;
    for (int i = j + 1; i < count; i++) {
      double* below = A + (size_t)i * (size_t)count;
      for (int k = 0; k < j; k++)
        below[j] -= below[k] * row[k] * A[(size_t)k * (size_t)(count + 1)];
      below[j] /= row[j];
    }
  }
}

void brn__rigid_solve(int count, const double* factor, double* x) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < i; k++) x[i] -= factor[(size_t)i * (size_t)count + (size_t)k] * x[k];
  }
  for (int i = 0; i < count; i++) x[i] /= factor[(size_t)i * (size_t)(count + 1)];
  for (int i = count; i-- > 0;) {
    for (int k = i + 1; k < count; k++)
      x[i] -= factor[(size_t)k * (size_t)count + (size_t)i] * x[k];
  }
}
