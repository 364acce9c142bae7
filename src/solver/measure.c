// SPDX-License-Identifier: Apache-2.0
//
// Measures of a state: arrays are made by the list of measures, the method tells stresses and
// loads, and all others follow from those in the order below (measure.h).

#include "solver/measure.h"

#include "core/vec.h"

#include <string.h>

void brn__wrench_add(BrnWrench* wrench, const double x[3], const double f[3]) {
  double arm[3], moment[3];
  brn__sub3(arm, x, wrench->about);
  brn__cross3(moment, arm, f);
  brn__add3(wrench->force, wrench->force, f);
  brn__add3(wrench->moment, wrench->moment, moment);
}

// ----------------------------------------------------------------------------------------- memory

// Arrays of users are those of the list of measures; each is there once. The rest is our own.
typedef struct Array {
  void* pointer; // the address of the array's pointer
  size_t count, size;
} Array;

enum { MOST_ARRAYS = 20 };

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

#define ARRAY(member, count)                                                                       \
  { &(member), (size_t)(count), sizeof *(member) }

// `model` NULL: counts are 0
static int list_own(const BrnModel* model, BrnMeasuring* m, Array* list) {
  BrnModel none = {0};
  const BrnModel* of = model ? model : &none;
  size_t tets = model ? (size_t)model->mesh->tet_count : 0;
  size_t vertices = model ? (size_t)model->mesh->vertex_count : 0;
  size_t points = tets == 0 ? vertices : 0;
  BrnInspection* seen = &m->seen;
  Array all[] = {ARRAY(seen->stress, 9 * tets),
                 ARRAY(seen->load, 3 * vertices),
                 ARRAY(seen->inertia, 3 * vertices),
                 ARRAY(seen->carrier, vertices),
                 ARRAY(seen->ring, of->joint_count),
                 ARRAY(seen->support, of->support_count),
                 ARRAY(m->map, of->bone_count),
                 ARRAY(m->total, 6 * of->bone_count),
                 ARRAY(m->taken, vertices),
                 ARRAY(m->guide, 3 * points),
                 ARRAY(m->corner_start, of->attachment_count + 1)};
  _Static_assert(sizeof all / sizeof all[0] <= MOST_ARRAYS, "more room for the list");
  memcpy(list, all, sizeof all);
  return (int)(sizeof all / sizeof all[0]);
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
  Array list[MOST_ARRAYS];
  int count = list_own(NULL, m, list);
  for (int i = 0; i < count; i++) give_back(ctx, list[i].pointer);
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
  Array list[MOST_ARRAYS];
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    size_t count = (size_t)brn_model_count(model, measure->of);
    if (is_first_of_list(i)) BRN_TRY(take(ctx, count, measure->size, address_of(m, measure)));
  }
  int count = list_own(model, m, list);
  for (int i = 0; i < count; i++) {
    BRN_TRY(take(ctx, list[i].count, list[i].size, list[i].pointer));
  }
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
  if (status == BRN_OK) status = brn__measure_find_guides(ctx, model, m);
  if (status != BRN_OK) {
    brn_measures_destroy(ctx, &m->out);
    return status;
  }
  *out = &m->out;
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- measure

static void clear_seen(const BrnModel* model, BrnMeasuring* m) {
  size_t tets = (size_t)model->mesh->tet_count, vertices = (size_t)model->mesh->vertex_count;
  BrnInspection* seen = &m->seen;
  seen->energy = m->out.energy;
  memset(seen->stress, 0, 9 * tets * sizeof(double));
  memset(seen->energy, 0, tets * sizeof(double));
  memset(seen->load, 0, 3 * vertices * sizeof(double));
  memset(seen->inertia, 0, 3 * vertices * sizeof(double));
  memset(seen->carrier, -1, vertices * sizeof(int));
  memset(seen->ring, 0, (size_t)model->joint_count * sizeof(BrnWrench));
  memset(seen->support, 0, (size_t)model->support_count * sizeof(BrnWrench));
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
  if (m->out.tet_count == 0) {
    brn__measure_surfaces(m);
    brn__measure_probes(m);
    return BRN_OK;
  }
  clear_seen(model, m);
  BRN_TRY(solver->ops->inspect(solver->ctx, solver->method, state, &m->seen));
  brn__measure_tets(solver->ctx, m);
  brn__measure_forces(m);
  brn__measure_parts(m);
  brn__measure_attachments(m);
  brn__measure_units(m);
  brn__measure_bones(m);
  brn__measure_joints(m);
  brn__measure_supports(m);
  brn__measure_reactions(m);
  brn__measure_probes(m);
  return BRN_OK;
}
