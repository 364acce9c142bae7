// SPDX-License-Identifier: Apache-2.0
//
// Ties, which hold a mean of nodes at a target by an augmented Lagrangian (constraints.h): their
// energy m.r + k/2 |r|^2, forces m + k r, blocks k w w^T, and the multipliers between passes.
// Limits of joints are in limits.c, and called from here.

#include "solver/body/constraints.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

#define HOLDS 1e-8 // how far a tie may be apart, as a share of the body's size

// ---------------------------------------------------------------------------------------- creation

void brn__constraints_destroy(BrnContext* ctx, BrnConstraints* constraints) {
  if (!constraints) return;
  for (int i = 0; i < constraints->limit_count; i++) brn__free(ctx, constraints->limit[i].share);
  brn__free(ctx, constraints->tie);
  brn__free(ctx, constraints->limit);
  brn__free(ctx, constraints->node);
  brn__free(ctx, constraints->weight);
  brn__free(ctx, constraints);
}

BrnStatus brn__constraints_put(BrnContext* ctx, BrnConstraints* c, int start, int node,
                               double weight) {
  for (size_t i = (size_t)start; i < c->used; i++) {
    if (c->node[i] != node) continue;
    c->weight[i] += weight;
    return BRN_OK;
  }
  if (c->used == INT32_MAX) return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large");
  BRN_TRY(brn__grow_block(ctx, &c->node, c->used + 1, sizeof *c->node));
  BRN_TRY(brn__grow_block(ctx, &c->weight, c->used + 1, sizeof *c->weight));
  c->node[c->used] = node;
  c->weight[c->used++] = weight;
  return BRN_OK;
}

static double bone_size(const BrnModel* model, int bone) {
  const BrnModelBone* body = &model->bone[bone];
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < body->vertex_count; i++) {
    const double* x = model->mesh->position + 3 * (size_t)body->vertex[i];
    for (int a = 0; a < 3; a++) low[a] = fmin(low[a], x[a]), high[a] = fmax(high[a], x[a]);
  }
  return brn__distance3(low, high);
}

double brn__bones_stiffness(const BrnModel* model, const BrnNodes* nodes, const int bone[2],
                            double* size) {
  double least = INFINITY;
  for (int i = 0; i < 2; i++) {
    const BrnAffineBone* affine = bone[i] < 0 ? NULL : &nodes->affine[bone[i]];
    if (!affine || affine->known) continue;
    double shear = brn__material_shear(&model->material_list[affine->material]);
    if (2 * shear * affine->volume >= least) continue;
    least = 2 * shear * affine->volume;
    *size = bone_size(model, bone[i]);
  }
  return least;
}

static BrnStatus list(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                      BrnConstraints* c) {
  double low[3], high[3];
  brn_mesh_bounds(model->mesh, low, high);
  c->size = brn__distance3(low, high);
  BRN_TRY(brn__ties_list(ctx, model, nodes, c));
  return brn__limits_list(ctx, model, nodes, c);
}

BrnStatus brn__constraints_create(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                                  BrnConstraints** out) {
  BRN_ASSERT(ctx && model && nodes && out);
  BrnConstraints* c = brn__new_zero(ctx, 1, BrnConstraints);
  BrnStatus status = c ? list(ctx, model, nodes, c) : BRN_NO_MEMORY;
  if (status != BRN_OK) {
    brn__constraints_destroy(ctx, c);
    c = NULL;
  }
  *out = c;
  return status;
}

// lists have no holes, so that each group begins where the one before it ends
BrnStatus brn__constraints_group(BrnContext* ctx, const BrnConstraints* c, const BrnNodes* nodes,
                                 BrnGroups* out) {
  int count = c->tie_count + c->limit_count;
  int* start = brn__scratch(ctx, count + 1, int);
  int* row = brn__scratch(ctx, c->used, int);
  if (!start || !row) return BRN_NO_MEMORY;
  for (int t = 0; t < c->tie_count; t++) start[t] = c->tie[t].start;
  for (int l = 0; l < c->limit_count; l++) start[c->tie_count + l] = c->limit[l].start;
  start[count] = (int)c->used;
  for (size_t i = 0; i < c->used; i++) row[i] = nodes->row[c->node[i]];
  *out = (BrnGroups){count, start, row};
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- evaluation

void brn__tie_residual(const BrnConstraints* c, const BrnTie* tie, const double* y, double r[3]) {
  brn__scale3(r, -1, tie->target);
  for (int i = tie->start; i < tie->start + tie->count; i++) {
    brn__axpy3(r, r, c->weight[i], y + 3 * (size_t)c->node[i]);
  }
  for (int a = 0; a < 3; a++) {
    if (!(tie->axes >> a & 1)) r[a] = 0;
  }
}

double brn__constraints_energy(const BrnConstraints* c, const double* y) {
  double sum = 0;
  for (int t = 0; t < c->tie_count; t++) {
    double r[3];
    brn__tie_residual(c, &c->tie[t], y, r);
    sum += brn__dot3(c->tie[t].multiplier, r) + c->tie[t].stiffness / 2 * brn__dot3(r, r);
  }
  return sum + brn__limits_energy(c, y);
}

static void add_gradient(const BrnConstraints* c, const BrnTie* tie, const BrnNodes* nodes,
                         const double f[3], double* g) {
  for (int i = tie->start; i < tie->start + tie->count; i++) {
    int row = nodes->row[c->node[i]];
    for (int a = 0; a < 3 && row >= 0; a++) {
      bool held = nodes->held[c->node[i]] >> a & 1;
      if (!held) g[3 * (size_t)row + (size_t)a] += c->weight[i] * f[a];
    }
  }
}

// given coordinates are masked out later
static void add_stiffness(const BrnConstraints* c, const BrnTie* tie, const BrnNodes* nodes,
                          BrnBlocks* K) {
  const BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
  for (int k = 0; k < tie->count * tie->count; k++) {
    int i = tie->start + k / tie->count, j = tie->start + k % tie->count;
    int row = nodes->row[c->node[i]], column = nodes->row[c->node[j]];
    if (row < 0 || column < 0) continue;
    double* block = K->value + 9 * (size_t)brn__csr_find(&pattern, row, column);
    for (int a = 0; a < 3; a++) {
      if (tie->axes >> a & 1) block[4 * a] += tie->stiffness * c->weight[i] * c->weight[j];
    }
  }
}

// scripted ones change their weights
static void anchor_tie(const BrnConstraints* c, const BrnTie* tie, const BrnNodes* nodes,
                       const BrnCsr* L) {
  for (int k = 0; k < tie->count * tie->count; k++) {
    int i = tie->start + k / tie->count, j = tie->start + k % tie->count;
    int row = nodes->row[c->node[i]], column = nodes->row[c->node[j]];
    if (row < 0 || column < 0) continue;
    L->value[brn__csr_find(L, row, column)] += tie->stiffness * c->weight[i] * c->weight[j];
  }
}

void brn__ties_anchor(const BrnConstraints* c, const BrnNodes* nodes, int axis, const BrnCsr* L) {
  for (int t = 0; t < c->tie_count; t++) {
    const BrnTie* tie = &c->tie[t];
    if (!tie->scripted && tie->axes >> axis & 1) anchor_tie(c, tie, nodes, L);
  }
}

void brn__ties_add_stiffness(const BrnConstraints* c, const BrnNodes* nodes, BrnBlocks* K) {
  for (int t = 0; t < c->tie_count; t++) add_stiffness(c, &c->tie[t], nodes, K);
}

void brn__constraints_evaluate(const BrnConstraints* c, const BrnNodes* nodes, const double* y,
                               BrnWant want, double* g, BrnBlocks* K) {
  for (int t = 0; t < c->tie_count; t++) {
    const BrnTie* tie = &c->tie[t];
    double r[3], f[3];
    brn__tie_residual(c, tie, y, r);
    brn__axpy3(f, tie->multiplier, tie->stiffness, r);
    add_gradient(c, tie, nodes, f, g);
    if (want >= BRN_WANT_STIFFNESS) add_stiffness(c, tie, nodes, K);
  }
  brn__limits_evaluate(c, nodes, y, want, g, K);
}

// -------------------------------------------------------------------------------------- the passes

bool brn__constraints_hold(const BrnConstraints* c, const double* y) {
  for (int t = 0; t < c->tie_count; t++) {
    double r[3];
    brn__tie_residual(c, &c->tie[t], y, r);
    if (!(brn__norm3(r) <= HOLDS * c->size)) return false;
  }
  return brn__limits_hold(c, y);
}

void brn__constraints_tighten(BrnConstraints* c, const double* y) {
  brn__limits_tighten(c, y);
  for (int t = 0; t < c->tie_count; t++) {
    double r[3];
    brn__tie_residual(c, &c->tie[t], y, r);
    brn__axpy3(c->tie[t].multiplier, c->tie[t].multiplier, c->tie[t].stiffness, r);
  }
}

void brn__constraints_settle(BrnConstraints* c, const double* y) {
  for (int t = 0; t < c->tie_count; t++) {
    BrnTie* tie = &c->tie[t];
    double r[3];
    brn__tie_residual(c, tie, y, r);
    brn__axpy3(tie->force, tie->multiplier, tie->stiffness, r);
    brn__scale3(tie->force, -1, tie->force);
  }
  brn__limits_settle(c, y);
}

// ------------------------------------------------------------------------- the way along a step

void brn__ties_aim(BrnConstraints* c, const double* change) {
  for (int t = 0; t < c->tie_count; t++) {
    double still[3];
    BrnTie* tie = &c->tie[t];
    brn__tie_residual(c, tie, change, tie->displacement);
    for (int a = 0; a < 3; a++) still[a] = tie->axes >> a & 1 ? tie->target[a] : 0;
    brn__add3(tie->displacement, tie->displacement, still);
  }
}

void brn__ties_aim_home(BrnConstraints* c, const double* y, const double* change) {
  brn__ties_aim(c, change);
  for (int t = 0; t < c->tie_count; t++) {
    double r[3];
    brn__tie_residual(c, &c->tie[t], y, r);
    brn__add3(r, r, c->tie[t].displacement);
    brn__scale3(c->tie[t].displacement, -1, r);
  }
}

void brn__ties_add_displacement(const BrnConstraints* c, const BrnNodes* nodes, double s,
                                double* side) {
  for (int t = 0; t < c->tie_count; t++) {
    const BrnTie* tie = &c->tie[t];
    double f[3];
    if (tie->scripted) continue;
    brn__scale3(f, s * tie->stiffness, tie->displacement);
    add_gradient(c, tie, nodes, f, side);
  }
}
