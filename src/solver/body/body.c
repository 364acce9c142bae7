// SPDX-License-Identifier: Apache-2.0
//
// Life cycle of a body: what it is made of, in the order in which each needs the one before.

#include "solver/body/body.h"

#include "solver/body/rigid.h"

void brn__body_destroy(BrnContext* ctx, BrnBody* body) {
  if (!body) return;
  brn__poisson_destroy(ctx, body->poisson);
  brn__motion_destroy(ctx, body->motion);
  brn__rigid_destroy(ctx, body->rigid);
  brn__terms_destroy(ctx, body);
  brn__blocks_destroy(ctx, body->K);
  brn__low_ranks_destroy(ctx, &body->pieces);
  brn__gather_destroy(ctx, body->gather);
  brn__elements_destroy(ctx, body->elements);
  brn__balance_destroy(ctx, body);
  brn__retraction_destroy(ctx, body);
  brn__nodes_destroy(ctx, body->nodes);
  brn_input_destroy(ctx, body->input);
  double* vectors[] = {body->y, body->part,        body->g,     body->dead,
                       body->x, body->point_force, body->force, body->stiffness};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) brn__free(ctx, vectors[i]);
  brn__free(ctx, body);
}

static BrnStatus take_vectors(BrnContext* ctx, BrnBody* body) {
  size_t nodes = 3 * (size_t)body->nodes->count, points = 3 * (size_t)body->nodes->point_count;
  size_t rows = 3 * (size_t)body->nodes->row_count;
  size_t elements = (size_t)body->gather->element_count;
  int batches = body->elements->batch_count;
  size_t run = BRN_LANES * (size_t)(batches < BRN_BODY_RUN ? batches : BRN_BODY_RUN);
  const struct {
    double** vector;
    size_t count;
  } list[] = {{&body->y, nodes},
              {&body->part, nodes},
              {&body->dead, nodes},
              {&body->x, points},
              {&body->point_force, points},
              {&body->g, rows},
              {&body->force, 12 * elements},
              {&body->stiffness, 144 * run}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    *list[i].vector = brn__new_zero(ctx, list[i].count, double);
    if (!*list[i].vector) return BRN_NO_MEMORY;
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the parts

// Terms may widen the pattern of the stiffness; a Poisson matrix keeps the narrow one.
static BrnStatus widen(BrnContext* ctx, BrnBody* body) {
  BRN_TRY(brn__body_widen(ctx, body, &body->K));
  brn__gather_place(body->gather, body->K);
  for (int t = 0; t < body->term_count; t++) {
    const BrnTerm* term = &body->term[t];
    if (term->ops->place) BRN_TRY(term->ops->place(ctx, term->own, body));
  }
  return BRN_OK;
}

static BrnStatus take_matrices(BrnContext* ctx, BrnBody* body) {
  BRN_TRY(brn__body_pattern(ctx, body, &body->K));
  brn__gather_place(body->gather, body->K);
  BRN_TRY(brn__poisson_create(ctx, body, NULL, body->K, &body->poisson));
  return widen(ctx, body);
}

BrnStatus brn__body_take_poisson(BrnContext* ctx, BrnBody* body, const BrnMetric* metric,
                                 BrnPoisson** out) {
  BrnBlocks* pattern = NULL;
  BrnStatus status = brn__body_pattern(ctx, body, &pattern);
  if (status == BRN_OK) {
    brn__gather_place(body->gather, pattern);
    status = brn__poisson_create(ctx, body, metric, pattern, out);
  }
  brn__blocks_destroy(ctx, pattern);
  if (status == BRN_OK && body->K) brn__gather_place(body->gather, body->K);
  return status;
}

// ---------------------------------------------------------------------------------------- creation

static BrnStatus check_model(BrnContext* ctx, const BrnModel* model) {
  if (model->mesh->tet_count == 0) return brn__fail(ctx, BRN_INVALID, "the model has no tets");
  return BRN_OK;
}

BrnStatus brn__body_begin_with(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                               BrnBody** out) {
  BRN_TRY(check_model(ctx, model));
  BrnBody* body = brn__new_zero(ctx, 1, BrnBody);
  *out = body;
  if (!body) return BRN_NO_MEMORY;
  body->model = model;
  body->def = *def;
  return brn__nodes_create(ctx, model, &body->nodes);
}

BrnStatus brn__body_take_terms(BrnContext* ctx, BrnBody* body) {
  BRN_TRY(brn__gather_create(ctx, body->nodes, body->elements, &body->gather));
  return brn__terms_create(ctx, body);
}

BrnStatus brn__body_end_with(BrnContext* ctx, BrnBody* body) {
  BRN_TRY(take_vectors(ctx, body));
  BRN_TRY(brn_input_create(ctx, body->model, &body->input));
  return brn__balance_create(ctx, body);
}

BrnStatus brn__body_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                           BrnBody** out) {
  BRN_TRY(brn__body_begin_with(ctx, model, def, out));
  BrnBody* body = *out;
  BRN_TRY(brn__elements_create(ctx, model, body->nodes, &body->elements));
  if (def->dynamic) BRN_TRY(brn__motion_create(ctx, body->nodes, def, &body->motion));
  BRN_TRY(brn__body_take_terms(ctx, body));
  if (!def->dynamic) BRN_TRY(brn__body_check_islands(ctx, body));
  BRN_TRY(take_matrices(ctx, body));
  if (def->bones == BRN_BONES_RIGID) BRN_TRY(brn__rigid_create(ctx, body));
  BRN_TRY(brn__retraction_create(ctx, body));
  return brn__body_end_with(ctx, body);
}
