// SPDX-License-Identifier: Apache-2.0
//
// Measures of a state: arrays are made by the list of measures, the method tells stresses and
// loads, and all others follow from those in the order below (measure.h).

#include "solver/measure.h"

#include "anatomy/described.h"
#include "core/vec.h"
#include "solver/body/method.h"

#include <string.h>

void brn__wrench_add(BrnWrench* wrench, const double x[3], const double f[3]) {
  double arm[3], moment[3];
  brn__sub3(arm, x, wrench->about);
  brn__cross3(moment, arm, f);
  brn__add3(wrench->force, wrench->force, f);
  brn__add3(wrench->moment, wrench->moment, moment);
}

// ------------------------------------------------------------------------------------ descriptions
// What methods tell, and our working space: made, freed and cleared by these rows alone.

#define WRENCHES(member, items)                                                                    \
  {                                                                                                \
    BRN_MEMBER_AT(member), .type = BRN_ITEM_DOUBLE, .hold = BRN_ARRAY, .count = items,             \
                           .width = sizeof(BrnWrench) / sizeof(double)                             \
  }

#define S BrnInspection
static const BrnMember seen_members[] = {
    BRN_MEMBER_ARRAY(stress, "model.mesh.tet_count", 9, .unit = "Pa"),
    BRN_MEMBER_ARRAY(energy, "model.mesh.tet_count", 1, .unit = "J/m^3"),
    BRN_MEMBER_ARRAY(load, "model.mesh.vertex_count", 3, .unit = "N"),
    BRN_MEMBER_ARRAY(inertia, "model.mesh.vertex_count", 3, .unit = "N"),
    BRN_MEMBER_ARRAY(carrier, "model.mesh.vertex_count", 1, .indexes = "model.bone_count",
                     .absent = "none"),
    WRENCHES(ring, "model.joint_count"),
    WRENCHES(support, "model.support_count"),
    {0},
};
#undef S

const BrnDescription brn__inspection_description = {
    .name = "inspection", .size = sizeof(BrnInspection), .members = seen_members};

static int64_t corner_starts(const BrnScope* scope) {
  return (int64_t)brn__model_around(scope)->attachment_count + 1;
}

#define S BrnMeasuring
static const BrnMember members[] = {
    BRN_MEMBER_STRUCT(seen, brn__inspection_description),
    {BRN_MEMBER_AT(map), .type = BRN_ITEM_DOUBLE, .hold = BRN_ARRAY, .count = "model.bone_count",
     .width = sizeof(BrnBoneMap) / sizeof(double)},
    BRN_MEMBER_ARRAY(total, "model.bone_count", 6),
    BRN_MEMBER_ARRAY(taken, "model.mesh.vertex_count", 1),
    BRN_MEMBER_ARRAY(corner_start, "attachment_count + 1", 1, .items = corner_starts),
    {0},
};
static const BrnMember others[] = {BRN_MEMBER_OTHER(out),
                                   BRN_MEMBER_OTHER(corner),
                                   BRN_MEMBER_OTHER(model),
                                   BRN_MEMBER_OTHER(state),
                                   {0}};
#undef S

const BrnDescription brn__measuring_description = {
    .name = "measuring", .size = sizeof(BrnMeasuring), .members = members, .others = others};

// ----------------------------------------------------------------------------------------- memory
// Arrays of users are those of the list of measures; each is there once.

static bool is_first_of_list(int index) {
  for (int i = 0; i < index; i++) {
    const BrnMeasure* other = brn_measure(i);
    if (other->source == BRN_IS_MEASURED && other->list == brn_measure(index)->list) return false;
  }
  return brn_measure(index)->source == BRN_IS_MEASURED;
}

static void* address_of(BrnMeasuring* m, const BrnMeasure* measure) {
  return (char*)&m->out + measure->list;
}

static void give_back(BrnContext* ctx, const void* pointer) {
  void* block;
  memcpy(&block, pointer, sizeof block);
  brn__free(ctx, block);
}

void brn_measures_destroy(BrnContext* ctx, BrnMeasures* measures) {
  BRN_ASSERT(ctx);
  if (!measures) return;
  BrnMeasuring* m = (BrnMeasuring*)measures;
  brn__described_free(ctx, &brn__measuring_description, m);
  for (int i = 0; brn_measure(i); i++) {
    if (is_first_of_list(i)) give_back(ctx, address_of(m, brn_measure(i)));
  }
  brn__free(ctx, m->corner);
  brn__free(ctx, m);
}

static BrnStatus take(BrnContext* ctx, size_t count, size_t size, void* pointer) {
  void* block = brn__alloc_zero(ctx, count, size);
  if (!block) return BRN_NO_MEMORY;
  memcpy(pointer, &block, sizeof block);
  return BRN_OK;
}

static BrnStatus take_arrays(BrnContext* ctx, const BrnModel* model, BrnMeasuring* m) {
  BrnScope around = brn__model_scope(model),
           scope = {.type = &brn__measuring_description, .record = m, .around = &around};
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    size_t count = (size_t)brn_model_count(model, measure->of);
    if (is_first_of_list(i)) BRN_TRY(take(ctx, count, measure->size, address_of(m, measure)));
  }
  BRN_TRY(brn__described_create(ctx, &scope));
  m->out.tet_count = model->mesh->tet_count;
  m->out.vertex_count = model->mesh->vertex_count;
  m->out.sample_count = brn_model_count(model, BRN_OF_SAMPLES);
  return BRN_OK;
}

// ------------------------------------------------------------------------- corners of attachments

static bool is_tendon(const BrnModel* model, int t) {
  BrnPartKind kind = model->part[model->mesh->tet_label[t] - 1].kind;
  return kind == BRN_PART_TENDON || kind == BRN_PART_SOFT;
}

// A unit pulls with its own tets. A tendon's attachment does not tell which one it is of: all
// tendons and soft parts that have its vertices pull. `corner` NULL: they are counted only.
static size_t list_corners(const BrnModel* model, const BrnModelAttachment* attachment,
                           uint8_t* marked, int* corner) {
  const BrnModelUnit* unit = attachment->unit < 0 ? NULL : &model->unit_list[attachment->unit];
  int tets = unit ? unit->tet_count : model->mesh->tet_count;
  size_t count = 0;
  for (int i = 0; i < attachment->vertex_count; i++) marked[attachment->vertex[i]] = 1;
  for (int i = 0; i < tets; i++) {
    int t = unit ? unit->tet[i] : i;
    if (!unit && !is_tendon(model, t)) continue;
    for (int k = 0; k < 4; k++) {
      if (!marked[model->mesh->tet[4 * (size_t)t + (size_t)k]]) continue;
      if (corner) corner[count] = 4 * t + k;
      count++;
    }
  }
  for (int i = 0; i < attachment->vertex_count; i++) marked[attachment->vertex[i]] = 0;
  return count;
}

static BrnStatus find_corners(BrnContext* ctx, const BrnModel* model, BrnMeasuring* m) {
  size_t count = 0;
  for (int a = 0; a < model->attachment_count; a++) {
    count += list_corners(model, &model->attachment[a], m->taken, NULL);
    if (count > INT32_MAX) return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large");
    m->corner_start[a + 1] = (int)count;
  }
  m->corner = brn__new(ctx, count, int);
  if (!m->corner) return BRN_NO_MEMORY;
  for (int a = 0; a < model->attachment_count; a++) {
    list_corners(model, &model->attachment[a], m->taken, m->corner + m->corner_start[a]);
  }
  return BRN_OK;
}

BrnStatus brn_measures_create(BrnContext* ctx, const BrnModel* model, BrnMeasures** out) {
  BRN_ASSERT(ctx && model && out);
  *out = NULL;
  if (model->mesh->tet_count > INT32_MAX / 4) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large to be measured");
  }
  BrnMeasuring* m = brn__new_zero(ctx, 1, BrnMeasuring);
  if (!m) return BRN_NO_MEMORY;
  BrnStatus status = take_arrays(ctx, model, m);
  if (status == BRN_OK) status = find_corners(ctx, model, m);
  if (status != BRN_OK) {
    brn_measures_destroy(ctx, &m->out);
    return status;
  }
  *out = &m->out;
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- measure

static void zero(void* user, void* piece, void* none, size_t size) {
  (void)user, (void)none;
  memset(piece, 0, size);
}

static void clear_seen(const BrnModel* model, BrnInspection* seen) {
  BrnScope around = brn__model_scope(model),
           scope = {.type = &brn__inspection_description, .record = seen, .around = &around};
  brn__described_pieces(&scope, NULL, zero, NULL);
  memset(seen->carrier, -1, (size_t)model->mesh->vertex_count * sizeof(int));
}

// of what the method tells
static BrnStatus measure_seen(BrnSolver* solver, const BrnState* state, BrnMeasuring* m) {
  clear_seen(solver->model, &m->seen);
  BrnStatus (*inspect)(BrnContext*, void*, const BrnState*, BrnInspection*) =
      solver->ops->inspect ? solver->ops->inspect : brn__body_method_inspect;
  BRN_TRY(inspect(solver->ctx, solver->method, state, &m->seen));
  brn__measure_tets(solver->ctx, m);
  brn__measure_forces(m);
  brn__measure_parts(m);
  brn__measure_attachments(m);
  brn__measure_units(m);
  brn__measure_bones(m);
  brn__measure_pulls(m);
  brn__measure_joints(m);
  brn__measure_supports(m);
  brn__measure_reactions(m);
  brn__measure_places(m);
  brn__measure_probes(m);
  return BRN_OK;
}

BrnStatus brn_solver_measure(BrnSolver* solver, const BrnState* state, BrnMeasures* measures) {
  BRN_ASSERT(solver && state && measures);
  const BrnModel* model = solver->model;
  BRN_ASSERT(state->vertex_count == model->mesh->vertex_count);
  BRN_ASSERT(measures->vertex_count == model->mesh->vertex_count);
  BRN_ASSERT(measures->tet_count == model->mesh->tet_count);
  BrnMeasuring* m = (BrnMeasuring*)measures;
  m->model = model;
  m->state = state;
  if (!solver->ops->measure) return measure_seen(solver, state, m);
  solver->ops->measure(solver->method, m);
  return BRN_OK;
}
