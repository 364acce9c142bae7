// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/emu.h"

#include "solver/emu/border.h"
#include "solver/emu/condensed.h"
#include "solver/emu/memory.h"
#include "solver/emu/pairs.h"

void brn__emu_destroy(BrnContext* ctx, void* method) {
  BrnEmu* e = method;
  if (!e) return;
  void* blocks[] = {e->metric, e->firm, e->F,     e->gap,     e->d, e->rate,
                    e->g,      e->x,    e->trial, e->inverse, e->z, e->patch_share,
                    e->part,   e->step, e->way,   e->couple};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) brn__free(ctx, blocks[i]);
  brn__memory_destroy(ctx, e->memory);
  brn__condensed_destroy(ctx, e->condensed);
  brn__emu_basis_destroy(ctx, e->basis);
  brn__border_destroy(ctx, e->border);
  brn__poisson_destroy(ctx, e->acap);
  brn__poisson_destroy(ctx, e->adhere);
  brn__newton_destroy(ctx, e->body);
  brn__free(ctx, e);
}

static BrnStatus take_vectors(BrnContext* ctx, BrnEmu* e) {
  const BrnNewton* n = e->body;
  int batches = n->elements->batch_count;
  BrnStrain** list[] = {&e->F, &e->gap, &e->d, &e->rate, &e->g, &e->x, &e->trial};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    *list[i] = brn__new_zero(ctx, batches, BrnStrain);
    if (!*list[i]) return BRN_NO_MEMORY;
  }
  e->inverse = brn__new_zero(ctx, batches, BrnSquares);
  e->step = brn__new_zero(ctx, 3 * (size_t)n->nodes->row_count, double);
  e->part = brn__new_zero(ctx, 3 * (size_t)n->nodes->count, double);
  if (!e->inverse || !e->step || !e->part) return BRN_NO_MEMORY;
  if (!n->averages) return BRN_OK;
  e->z = brn__new_zero(ctx, batches, BrnStrain);
  e->patch_share = brn__new_zero(ctx, n->averages->count, double);
  return e->z && e->patch_share ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus take_way(BrnContext* ctx, BrnEmu* e) {
  e->way = brn__new_zero(ctx, e->body->elements->batch_count, BrnStrain);
  return e->way ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus take_exact(BrnContext* ctx, BrnEmu* e) {
  e->couple = brn__new_zero(ctx, e->body->elements->batch_count, BrnSquares);
  return e->couple ? brn__condensed_create(ctx, e, &e->condensed) : BRN_NO_MEMORY;
}

// exact steps need none, the search for alpha does
static BrnStatus take_basis(BrnContext* ctx, BrnEmu* e) {
  const BrnSolverDef* def = &e->def;
  bool search = def->emu_alpha == 0 && def->emu_search == BRN_EMU_ALPHA_PAPER;
  return def->emu_step != BRN_EMU_NEWTON || search ? brn__emu_take_basis(ctx, e) : BRN_OK;
}

// the published step is straight
static BrnStatus take_steps(BrnContext* ctx, BrnEmu* e) {
  BrnEmuStep step = e->def.emu_step;
  if (step == BRN_EMU_MEMORY || step == BRN_EMU_AUTO) {
    BRN_TRY(brn__memory_create(ctx, e, BRN_EMU_PAIRS, &e->memory));
  }
  if (step != BRN_EMU_NEWTON && step != BRN_EMU_AUTO) return BRN_OK;
  e->exact = step == BRN_EMU_NEWTON;
  BRN_TRY(take_exact(ctx, e));
  return e->def.warp ? take_way(ctx, e) : BRN_OK;
}

static BrnStatus check(BrnContext* ctx, const BrnSolverDef* def) {
  if (!def->dynamic) return BRN_OK;
  return brn__fail(
      ctx, BRN_UNSUPPORTED,
      "solver.dynamic: \"emu\", \"admm\" and \"bfgs_plain\" are quasi-static; set it to "
      "false, or take \"newton\"");
}

// bones are put where they are rigid at the end, so the body is one with rigid bones
static BrnSolverDef body_def(const BrnSolverDef* def) {
  BrnSolverDef body = *def;
  body.method = BRN_METHOD_NEWTON;
  body.linear = BRN_LINEAR_LAPLACE;
  body.bones = BRN_BONES_RIGID;
  return body;
}

BrnStatus brn__emu_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                           void** out) {
  BRN_TRY(check(ctx, def));
  BrnEmu* e = brn__new_zero(ctx, 1, BrnEmu);
  *out = e;
  if (!e) return BRN_NO_MEMORY;
  e->model = model;
  brn__emu_resolve(e, def);
  BrnSolverDef body = body_def(&e->def);
  void* made = NULL;
  BrnStatus status = brn__newton_prepare(ctx, model, &body, &made);
  e->body = made;
  BRN_TRY(status);
  BRN_TRY(brn__acap_create(ctx, e));
  e->def.emu_step = brn__emu_choose_step(e);
  BRN_TRY(take_basis(ctx, e));
  if (e->basis) BRN_TRY(brn__pairs_create(ctx, e, &e->basis->pairs));
  BRN_TRY(take_vectors(ctx, e));
  BRN_TRY(take_steps(ctx, e));
  return brn__emu_choose_alpha(ctx, e, &e->alpha);
}

const BrnSolverOps brn__emu_ops = {"emu", brn__emu_prepare, brn__emu_destroy, brn__emu_step,
                                   brn__emu_inspect};
