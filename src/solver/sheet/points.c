// SPDX-License-Identifier: Apache-2.0
//
// Points of a body of surfaces: their masses, where velocities and loads take them without
// constraints, x + h (v + h g), their velocities afterwards, (x - start) / h, and a damping that
// leaves the rigid motion of a muscle alone.

#include "solver/sheet/sheet.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 4096 };

#define DENSITY 1060 // of muscle, kg/m^3, where the model has no masses
#define INSIDE 0.25  // mass of an inner point over that of the vertices around it
#define SLENDER 0.02 // volume of a muscle over the cube of its length

// ------------------------------------------------------------------------------------- preparation

void brn__points_free(BrnContext* ctx, BrnSheetPoints* points) {
  brn__free(ctx, points->at);
  brn__free(ctx, points->start);
  brn__free(ctx, points->velocity);
  brn__free(ctx, points->damping);
  brn__free(ctx, points->bone);
  brn__free(ctx, points->outer);
  *points = (BrnSheetPoints){0};
}

// what an open surface weighs is a guess; among muscles only the relation matters
static double mass_of(const BrnModel* model, const BrnModelFlesh* muscle) {
  double sum = 0, length = muscle->length > 0 ? muscle->length : 1;
  for (int i = 0; i < muscle->vertex_count; i++) sum += model->mass[muscle->first + i];
  for (int i = 0; i < muscle->inner_count; i++) sum += model->mass[muscle->first_inner + i];
  if (sum > 0) return sum;
  double volume = fabs(muscle->volume);
  return DENSITY * (volume > 0 ? volume : SLENDER * length * length * length);
}

static void fill_run(BrnSheetPoints* points, int first, int count, double w, double damping) {
  for (int i = first; i < first + count; i++) {
    points->at[4 * (size_t)i + 3] = w;
    points->damping[i] = damping;
  }
}

// All vertices of a muscle weigh the same, and inner points a quarter of what is around each. As
// light as one of a hundred vertices that are linked to it, a point would go wherever the last of
// them pulls it, and shake the rest: dense muscles never came to rest.
static void fill_muscle(const BrnModel* model, double usual, const BrnModelFlesh* muscle,
                        BrnSheetPoints* points) {
  double damping = isnan(muscle->damping) ? usual : muscle->damping;
  double vertices = muscle->vertex_count, inner = muscle->inner_count;
  double heavy = inner > 0 ? fmax(1, INSIDE * vertices / inner) : 1;
  double w = (vertices + heavy * inner) / mass_of(model, muscle);
  fill_run(points, muscle->first, muscle->vertex_count, w, damping);
  fill_run(points, muscle->first_inner, muscle->inner_count, w / heavy, damping);
}

static void find_bones(const BrnModel* model, BrnSheetPoints* points) {
  memcpy(points->bone, model->vertex_bone, sizeof(int) * (size_t)points->count);
  for (int a = 0; a < model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &model->attachment[a];
    for (int i = 0; i < attachment->vertex_count; i++) {
      int holder = attachment->holder[i], v = attachment->vertex[i];
      if (holder < 0 || model->part[holder].kind != BRN_PART_BONE || points->bone[v] >= 0) continue;
      points->bone[v] = model->part[holder].owner;
    }
  }
  for (int i = 0; i < points->count; i++) {
    if (points->bone[i] >= 0) points->at[4 * (size_t)i + 3] = 0;
  }
}

BrnStatus brn__points_create(BrnContext* ctx, const BrnModel* model, double damping,
                             BrnSheetPoints* out) {
  size_t count = (size_t)model->mesh->vertex_count;
  out->count = model->mesh->vertex_count;
  out->at = brn__new_zero(ctx, 4 * (count + (size_t)model->flesh_count), double);
  out->start = brn__new_zero(ctx, 3 * count, double);
  out->velocity = brn__new_zero(ctx, 3 * count, double);
  out->damping = brn__new_zero(ctx, count, double);
  out->bone = brn__new(ctx, count, int);
  if (!out->at || !out->start || !out->velocity || !out->damping || !out->bone) {
    return BRN_NO_MEMORY;
  }
  for (size_t i = 0; i < count; i++) brn__copy3(out->at + 4 * i, model->mesh->position + 3 * i);
  for (int f = 0; f < model->flesh_count; f++) fill_muscle(model, damping, &model->flesh[f], out);
  find_bones(model, out);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ states

void brn__points_load(const BrnState* state, BrnSheetPoints* points) {
  for (int i = 0; i < points->count; i++) {
    brn__copy3(points->at + 4 * (size_t)i, state->position + 3 * (size_t)i);
  }
  memcpy(points->velocity, state->velocity, 3 * sizeof(double) * (size_t)points->count);
}

void brn__points_store(const BrnSheetPoints* points, BrnState* state) {
  size_t size = 3 * sizeof(double) * (size_t)points->count;
  for (int i = 0; i < points->count; i++) {
    brn__copy3(state->position + 3 * (size_t)i, points->at + 4 * (size_t)i);
  }
  memcpy(state->velocity, points->velocity, size);
  memset(state->acceleration, 0, size);
  state->step = 0;
}

// ----------------------------------------------------------------------------------------- damping

// The motion of a muscle as if it were rigid: what damping leaves alone, so that momentum and
// angular momentum stay (Mueller et al. 2007, section 3.5).
typedef struct Rigid {
  double centre[3], velocity[3], spin[3];
} Rigid;

typedef struct Run {
  int first, count;
} Run;

static void add_momentum(const BrnSheetPoints* points, Run run, double* mass, Rigid* rigid) {
  for (int i = run.first; i < run.first + run.count; i++) {
    double w = points->at[4 * (size_t)i + 3];
    if (!(w > 0)) continue;
    *mass += 1 / w;
    brn__axpy3(rigid->centre, rigid->centre, 1 / w, points->at + 4 * (size_t)i);
    brn__axpy3(rigid->velocity, rigid->velocity, 1 / w, points->velocity + 3 * (size_t)i);
  }
}

static void add_spin(const BrnSheetPoints* points, Run run, const Rigid* rigid, double L[3],
                     double inertia[9]) {
  for (int i = run.first; i < run.first + run.count; i++) {
    double w = points->at[4 * (size_t)i + 3], r[3], moment[3];
    if (!(w > 0)) continue;
    brn__sub3(r, points->at + 4 * (size_t)i, rigid->centre);
    brn__cross3(moment, r, points->velocity + 3 * (size_t)i);
    brn__axpy3(L, L, 1 / w, moment);
    for (int k = 0; k < 9; k++) {
      inertia[k] += ((k % 4 == 0) * brn__dot3(r, r) - r[k / 3] * r[k % 3]) / w;
    }
  }
}

// points on a line have no inertia about it: a little is added
static Rigid find_rigid(const BrnSheetPoints* points, const Run run[2]) {
  Rigid rigid = {0};
  double mass = 0, L[3] = {0}, inertia[9] = {0}, inverse[9];
  for (int k = 0; k < 2; k++) add_momentum(points, run[k], &mass, &rigid);
  if (!(mass > 0)) return rigid;
  brn__scale3(rigid.centre, 1 / mass, rigid.centre);
  brn__scale3(rigid.velocity, 1 / mass, rigid.velocity);
  for (int k = 0; k < 2; k++) add_spin(points, run[k], &rigid, L, inertia);
  double trace = inertia[0] + inertia[4] + inertia[8];
  if (!(trace > 0)) return rigid;
  for (int k = 0; k < 9; k += 4) inertia[k] += 1e-12 * trace;
  brn__inverse3(inverse, inertia);
  brn__mul3(rigid.spin, inverse, L);
  return rigid;
}

static void damp(BrnSheetPoints* points, Run run, const Rigid* rigid, double h) {
  for (int i = run.first; i < run.first + run.count; i++) {
    double r[3], v[3], *velocity = points->velocity + 3 * (size_t)i;
    double share = exp(-points->damping[i] * h);
    brn__sub3(r, points->at + 4 * (size_t)i, rigid->centre);
    brn__cross3(v, rigid->spin, r);
    brn__add3(v, v, rigid->velocity);
    for (int k = 0; k < 3; k++) velocity[k] = v[k] + share * (velocity[k] - v[k]);
  }
}

static void damp_muscle(BrnSheetPoints* points, const BrnModelFlesh* muscle, double h) {
  const Run run[2] = {{muscle->first, muscle->vertex_count},
                      {muscle->first_inner, muscle->inner_count}};
  if (muscle->vertex_count == 0 || points->damping[muscle->first] == 0) return;
  Rigid rigid = find_rigid(points, run);
  for (int k = 0; k < 2; k++) damp(points, run[k], &rigid, h);
}

// -------------------------------------------------------------------------------------- prediction

static void damp_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  for (int f = begin; f < end; f++) {
    damp_muscle(&sheet->points, &sheet->model->flesh[f], sheet->now.h);
  }
}

static void predict_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  BrnSheetPoints* points = &sheet->points;
  double h = sheet->now.h;
  const double* g = sheet->now.input->gravity;
  for (int i = begin; i < end; i++) {
    double *x = points->at + 4 * (size_t)i, *v = points->velocity + 3 * (size_t)i;
    brn__copy3(points->start + 3 * (size_t)i, x);
    if (points->outer) memset(points->outer + 3 * (size_t)i, 0, 3 * sizeof(double));
    if (!(x[3] > 0) || sheet->now.rest) continue;
    brn__axpy3(v, v, h, g);
    brn__axpy3(x, x, h, v);
  }
}

void brn__points_predict(BrnContext* ctx, BrnSheet* sheet) {
  if (!sheet->now.rest) {
    brn__parallel_job(ctx, sheet->model->flesh_count, 1, damp_range, sheet, 0);
    brn__loads_pull(sheet);
  }
  brn__parallel_job(ctx, sheet->points.count, GRAIN, predict_range, sheet, 0);
}

// ---------------------------------------------------------------------------------------- settling

static void settle_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  BrnSheetPoints* points = &sheet->points;
  bool keeps = !sheet->now.rest && sheet->steps.inertia;
  for (int i = begin; i < end; i++) {
    double *v = points->velocity + 3 * (size_t)i, *x = points->at + 4 * (size_t)i;
    brn__sub3(v, x, points->start + 3 * (size_t)i);
    brn__scale3(v, keeps || !(x[3] > 0) ? 1 / sheet->now.h : 0, v);
    if (sheet->now.rest) memset(v, 0, 3 * sizeof(double));
  }
}

void brn__points_settle(BrnContext* ctx, BrnSheet* sheet) {
  brn__parallel_job(ctx, sheet->points.count, GRAIN, settle_range, sheet, 0);
}

// ------------------------------------------------------------------------------------------- outer

typedef struct Note {
  BrnSheetPoints* points;
  double sign;
} Note;

static void note_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Note* note = user;
  for (int i = begin; i < end; i++) {
    const double* x = note->points->at + 4 * (size_t)i;
    double* outer = note->points->outer + 3 * (size_t)i;
    if (x[3] > 0) brn__axpy3(outer, outer, note->sign, x);
  }
}

void brn__points_note_outer(BrnContext* ctx, BrnSheet* sheet, double sign) {
  Note note = {&sheet->points, sign};
  brn__parallel_job(ctx, sheet->points.count, GRAIN, note_range, &note, sizeof note);
}
