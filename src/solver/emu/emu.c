// SPDX-License-Identifier: Apache-2.0
//
// The method `emu` as a table: what it takes memory for, by the step that was asked for.

#include "solver/emu/emu.h"

#include "solver/emu/border.h"
#include "solver/emu/condensed.h"
#include "solver/emu/memory.h"
#include "solver/emu/pairs.h"

void brn__emu_destroy(BrnContext* ctx, void* method) {
  BrnEmu* e = method;
  if (!e) return;
  void* blocks[] = {e->metric,  e->firm,        e->F,       e->gap,   e->d,
                    e->rate,    e->g,           e->x,       e->trial, e->inverse,
                    e->z,       e->patch_share, e->nodes,   e->load,  e->missing,
                    e->rest[0], e->rest[1],     e->rest[2], e->ahead, e->shown,
                    e->step,    e->path,        e->couple,  e->lead,  e->inner};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) brn__free(ctx, blocks[i]);
  brn__memory_destroy(ctx, e->memory);
  brn__condensed_destroy(ctx, e->condensed);
  brn__emu_basis_destroy(ctx, e->basis);
  brn__border_destroy(ctx, e->border);
  brn__poisson_destroy(ctx, e->acap);
  brn__poisson_destroy(ctx, e->adhere);
  brn__body_destroy(ctx, e->body);
  brn__free(ctx, e);
}

static BrnStatus take_vectors(BrnContext* ctx, BrnEmu* e) {
  const BrnBody* body = e->body;
  int batches = body->elements->batch_count;
  BrnDeformation** list[] = {&e->F, &e->gap, &e->d, &e->rate, &e->g, &e->x, &e->trial};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    *list[i] = brn__new_zero(ctx, batches, BrnDeformation);
    if (!*list[i]) return BRN_NO_MEMORY;
  }
  e->inverse = brn__new_zero(ctx, batches, BrnSquares);
  e->step = brn__new_zero(ctx, 3 * (size_t)body->nodes->row_count, double);
  e->nodes = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  e->load = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  e->missing = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  for (int k = 0; k < 3; k++)
    e->rest[k] = brn__new_zero(ctx, 3 * (size_t)body->nodes->row_count, double);
  e->shown = brn__new_zero(ctx, 3 * (size_t)body->model->mesh->vertex_count, double);
  if (!e->inverse || !e->step || !e->nodes || !e->load || !e->missing || !e->shown)
    return BRN_NO_MEMORY;
  if (!e->rest[0] || !e->rest[1] || !e->rest[2]) return BRN_NO_MEMORY;
  if (body->elements->path_dependent) {
    e->ahead = brn__new_zero(ctx, batches, BrnDeformation);
    if (!e->ahead) return BRN_NO_MEMORY;
  }
  if (!body->averages) return BRN_OK;
  e->z = brn__new_zero(ctx, batches, BrnDeformation);
  e->patch_share = brn__new_zero(ctx, body->averages->count, double);
  return e->z && e->patch_share ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus make_path(BrnContext* ctx, BrnEmu* e) {
  e->path = brn__new_zero(ctx, e->body->elements->batch_count, BrnDeformation);
  return e->path ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus take_exact(BrnContext* ctx, BrnEmu* e) {
  e->couple = brn__new_zero(ctx, e->body->elements->batch_count, BrnSquares);
  e->lead = brn__new_zero(ctx, 3 * (size_t)e->body->nodes->row_count, double);
  e->inner = brn__new_zero(ctx, 3 * (size_t)e->body->nodes->count, double);
  if (!e->couple || !e->lead || !e->inner) return BRN_NO_MEMORY;
  return brn__condensed_create(ctx, e, &e->condensed);
}

// exact steps need none, the search for alpha does
static BrnStatus take_basis(BrnContext* ctx, BrnEmu* e) {
  const BrnEmuSettings* set = &e->set;
  bool search = set->alpha == 0 && set->search == BRN_EMU_ALPHA_PAPER;
  return set->step != BRN_EMU_NEWTON || search ? brn__emu_take_basis(ctx, e) : BRN_OK;
}

// the published step is straight
static BrnStatus take_steps(BrnContext* ctx, BrnEmu* e) {
  BrnEmuStep step = e->set.step;
  if (step == BRN_EMU_MEMORY || step == BRN_EMU_AUTO) {
    BRN_TRY(brn__memory_create(ctx, e, BRN_EMU_PAIRS, &e->memory));
  }
  if (step != BRN_EMU_NEWTON && step != BRN_EMU_AUTO) return BRN_OK;
  e->exact = step == BRN_EMU_NEWTON;
  BRN_TRY(take_exact(ctx, e));
  return e->def.warp ? make_path(ctx, e) : BRN_OK;
}

// bones are put where they are rigid at the end, so the body is one with rigid bones
static BrnSolverDef body_def(const BrnSolverDef* def) {
  BrnSolverDef body = *def;
  body.bones = BRN_BONES_RIGID;
  return body;
}

static BrnStatus prepare(BrnContext* ctx, BrnEmu* e) {
  BrnSolverDef body = body_def(&e->def);
  BRN_TRY(brn__body_create(ctx, e->model, &body, &e->body));
  BRN_TRY(brn__body_keep_rough(ctx, e->body));
  BRN_TRY(brn__acap_create(ctx, e));
  e->set.step = brn__emu_choose_step(e);
  BRN_TRY(take_basis(ctx, e));
  if (e->basis) BRN_TRY(brn__pairs_create(ctx, e, &e->basis->pairs));
  BRN_TRY(take_vectors(ctx, e));
  BRN_TRY(take_steps(ctx, e));
  BRN_TRY(brn__emu_choose_alpha(ctx, e, &e->least_alpha));
  e->alpha = e->least_alpha;
  return BRN_OK;
}

BrnStatus brn__emu_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                           void** out) {
  BrnEmu* e = brn__new_zero(ctx, 1, BrnEmu);
  *out = e;
  if (!e) return BRN_NO_MEMORY;
  e->model = model;
  brn__emu_resolve(e, def);
  return prepare(ctx, e);
}

BrnStatus brn__emu_prepare_plain(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                                 bool by_mean, BrnEmu** out) {
  BrnEmu* e = brn__new_zero(ctx, 1, BrnEmu);
  *out = e;
  if (!e) return BRN_NO_MEMORY;
  e->model = model;
  e->by_mean = by_mean;
  brn__emu_take(e, def);
  e->set.modes = 0;
  e->set.step = BRN_EMU_WOODBURY;
  e->set.search = BRN_EMU_ALPHA_AUTO;
  return prepare(ctx, e);
}

static bool is_exact(const BrnSolverDef* def) {
  BrnEmu e = {0};
  brn__emu_resolve(&e, def);
  return e.set.step == BRN_EMU_NEWTON || e.set.step == BRN_EMU_AUTO;
}

const BrnMethodOps brn__emu_ops = {
    .about = {.name = "emu",
              .title = "muscles in deformation space (Modi et al. 2020)",
              .settings = {&brn__emu_settings},
              .words = {"emu_alpha", "emu_search"},
              .inertia = BRN_INERTIA_NONE},
    .telling = &brn__emu_telling,
    .takes = {.kinds = BRN_TERM_OF_ANY,
              .partly = BRN_TERM_OF_NODES,
              .with = is_exact,
              .cure = "set solver.emu_step to \"newton\""},
    .prepare = brn__emu_prepare,
    .destroy = brn__emu_destroy,
    .step = brn__emu_step,
    .inspect = brn__emu_inspect,
};
