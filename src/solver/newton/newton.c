// SPDX-License-Identifier: Apache-2.0

#include "solver/newton/rigid.h"

#include <math.h>
#include <string.h>

#define MUCH_STIFFER 10 // than the softest part

void brn__newton_destroy(BrnContext* ctx, void* method) {
  BrnNewton* n = method;
  if (!n) return;
  brn__factor_destroy(ctx, n->factor);
  brn__csr_destroy(ctx, n->csr);
  brn__poisson_destroy(ctx, n->poisson);
  brn__inertia_destroy(ctx, n->inertia);
  brn__motion_destroy(ctx, n->motion);
  brn__free(ctx, n->damping);
  brn__rigid_destroy(ctx, n->rigid);
  brn__averages_destroy(ctx, n->averages);
  brn__blocks_destroy(ctx, n->K);
  brn__gather_destroy(ctx, n->gather);
  brn__constraints_destroy(ctx, n->constraints);
  brn__elements_destroy(ctx, n->elements);
  brn__nodes_destroy(ctx, n->nodes);
  brn_input_destroy(ctx, n->input);
  double* vectors[] = {n->turn,  n->turn_then, n->turned, n->y,     n->trial,
                       n->start, n->part,      n->dead,   n->x,     n->point_force,
                       n->g,     n->d,         n->side,   n->force, n->stiffness};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) brn__free(ctx, vectors[i]);
  brn__free(ctx, n->F);
  brn__free(ctx, n->dF);
  brn__free(ctx, n->given);
  brn__free(ctx, n);
}

static BrnStatus take_vectors(BrnContext* ctx, BrnNewton* n) {
  size_t nodes = 3 * (size_t)n->nodes->count, points = 3 * (size_t)n->nodes->point_count;
  size_t rows = 3 * (size_t)n->nodes->row_count, elements = (size_t)n->gather->element_count;
  int batches = n->elements->batch_count;
  size_t run = BRN_LANES * (size_t)(batches < BRN_NEWTON_RUN ? batches : BRN_NEWTON_RUN);
  bool corotated = n->def.linear == BRN_LINEAR_COROTATED || n->def.linear == BRN_LINEAR_AUTO;
  const struct {
    double** vector;
    size_t count;
  } list[] = {{&n->y, nodes},
              {&n->trial, nodes},
              {&n->start, nodes},
              {&n->part, nodes},
              {&n->dead, nodes},
              {&n->x, points},
              {&n->point_force, points},
              {&n->g, rows},
              {&n->d, rows},
              {&n->side, rows},
              {&n->turn, corotated ? 3 * rows : 0},
              {&n->turn_then, corotated ? 3 * rows : 0},
              {&n->turned, corotated ? rows : 0},
              {&n->force, 12 * elements},
              {&n->stiffness, 144 * run}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    *list[i].vector = brn__new_zero(ctx, list[i].count, double);
    if (!*list[i].vector) return BRN_NO_MEMORY;
  }
  n->F = brn__new_zero(ctx, batches, BrnStrain);
  n->dF = brn__new_zero(ctx, batches, BrnStrain);
  n->given = brn__new_zero(ctx, batches, BrnStrain);
  return n->F && n->dF && n->given ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus take_pattern(BrnContext* ctx, BrnNewton* n) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnGroups groups;
  BrnStatus status = brn__constraints_group(ctx, n->constraints, n->nodes, &groups);
  if (status == BRN_OK) status = brn__gather_pattern(ctx, n->gather, &groups, &n->K);
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__newton_take_factor(BrnContext* ctx, BrnNewton* n) {
  if (n->factor || n->nodes->row_count == 0) return BRN_OK;
  BrnFactorDef def = brn__factor_def_default();
  def.floats = n->def.linear != BRN_LINEAR_DIRECT; // a preconditioner
  if (!n->csr) BRN_TRY(brn__blocks_create_csr(ctx, n->K, &n->csr));
  if (n->rigid) BRN_TRY(brn__rigid_pattern(ctx, n));
  return brn__factor_create(ctx, n->rigid ? n->rigid->A : n->csr, &def, &n->factor);
}

static double modulus_of(const BrnNewton* n, int element) {
  const BrnBatch* batch = &n->elements->batch[element / BRN_LANES];
  int lane = element % BRN_LANES;
  return batch->volume[lane] > 0 ? batch->shear[lane] / batch->volume[lane] : 0;
}

// Tendons bend and bones turn though they are stiff: rounding them would hold them.
static BrnStatus take_rough(BrnContext* ctx, BrnNewton* n) {
  const BrnGather* gather = n->gather;
  double softest = INFINITY;
  BRN_TRY(brn__blocks_keep_rough(ctx, n->K));
  n->K->exact = brn__new_zero(ctx, n->nodes->row_count, uint8_t);
  if (!n->K->exact) return BRN_NO_MEMORY;
  for (int e = 0; e < gather->element_count; e++) {
    double modulus = modulus_of(n, e);
    if (modulus > 0 && modulus < softest) softest = modulus;
  }
  for (int e = 0; e < gather->element_count; e++) {
    bool bone = n->elements->batch[e / BRN_LANES].tet[e % BRN_LANES] < 0;
    if (!bone && modulus_of(n, e) <= MUCH_STIFFER * softest) continue;
    for (int k = gather->entry_start[e]; k < gather->entry_start[e + 1]; k++) {
      n->K->exact[gather->entry_row[k]] = 1;
    }
  }
  for (size_t i = 0; i < n->constraints->used; i++) { // stiffer still
    int row = n->nodes->row[n->constraints->node[i]];
    if (row >= 0) n->K->exact[row] = 1;
  }
  return BRN_OK;
}

static BrnStatus check_model(BrnContext* ctx, const BrnModel* model) {
  if (model->mesh->tet_count == 0) return brn__fail(ctx, BRN_INVALID, "the model has no tets");
  return BRN_OK;
}

static BrnStatus take_motion(BrnContext* ctx, BrnNewton* n) {
  if (!n->def.dynamic) return BRN_OK;
  BRN_TRY(brn__inertia_create(ctx, n->model, n->nodes, n->elements, n->K, &n->inertia));
  BRN_TRY(brn__motion_create(ctx, n->nodes, &n->def, &n->motion));
  if (n->def.stiffness_damping == 0) return BRN_OK;
  return brn__damping_create(ctx, n->model, n->nodes, n->elements, n->def.stiffness_damping,
                             &n->damping);
}

// the Poisson matrix keeps the narrow pattern
static BrnStatus take_averages(BrnContext* ctx, BrnNewton* n) {
  BRN_TRY(brn__averages_create(ctx, n->model, &n->def, n->elements, n->gather, &n->averages));
  if (!n->averages) return BRN_OK;
  BRN_TRY(brn__averages_widen(ctx, n->averages, n->gather, &n->K));
  if (n->inertia) brn__inertia_place(n->inertia, n->nodes, n->K);
  return BRN_OK;
}

BrnStatus brn__newton_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                              void** out) {
  BRN_TRY(check_model(ctx, model));
  BrnNewton* n = brn__new_zero(ctx, 1, BrnNewton);
  *out = n;
  if (!n) return BRN_NO_MEMORY;
  n->model = model;
  n->def = *def;
  n->minimize = brn__newton_minimize;
  BRN_TRY(brn__nodes_create(ctx, model, &n->nodes));
  BRN_TRY(brn__elements_create(ctx, model, n->nodes, &n->elements));
  BRN_TRY(brn__constraints_create(ctx, model, n->nodes, &n->constraints));
  if (!def->dynamic) BRN_TRY(brn__newton_check_islands(ctx, n));
  BRN_TRY(brn__gather_create(ctx, n->nodes, n->elements, &n->gather));
  BRN_TRY(take_pattern(ctx, n));
  BRN_TRY(take_motion(ctx, n));
  BRN_TRY(brn__poisson_create(ctx, n->elements, n->gather, n->nodes, n->constraints, n->inertia,
                              NULL, n->K, &n->poisson));
  BRN_TRY(take_averages(ctx, n));
  if (def->linear != BRN_LINEAR_DIRECT) BRN_TRY(take_rough(ctx, n));
  brn__newton_begin_auto(n);
  if (def->bones == BRN_BONES_RIGID) BRN_TRY(brn__rigid_create(ctx, n));
  if (!brn__newton_by_laplace(n)) BRN_TRY(brn__newton_take_factor(ctx, n));
  BRN_TRY(take_vectors(ctx, n));
  return brn_input_create(ctx, model, &n->input);
}

const BrnSolverOps brn__newton_ops = {"newton", brn__newton_prepare, brn__newton_destroy,
                                      brn__newton_step, brn__newton_inspect};
