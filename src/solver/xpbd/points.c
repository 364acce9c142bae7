// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/xpbd.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 4096 };

#define DENSITY 1060 // of muscle, kg/m^3, where the model has no masses
#define INSIDE 0.25  // mass of an inner point over that of the vertices around it
#define SLENDER 0.02 // volume of a muscle over the cube of its length

// ------------------------------------------------------------------------------------- preparation

void brn__points_free(BrnContext* ctx, BrnXpbdPoints* points) {
  brn__free(ctx, points->at);
  brn__free(ctx, points->start);
  brn__free(ctx, points->velocity);
  brn__free(ctx, points->damping);
  brn__free(ctx, points->bone);
  brn__free(ctx, points->outer);
  *points = (BrnXpbdPoints){0};
}

// what an open surface weighs is a guess; among muscles only the relation matters
static double mass_of(const BrnModel* model, const BrnModelFlesh* flesh) {
  double sum = 0, length = flesh->length > 0 ? flesh->length : 1;
  for (int i = 0; i < flesh->vertex_count; i++) sum += model->mass[flesh->first + i];
  for (int i = 0; i < flesh->inner_count; i++) sum += model->mass[flesh->first_inner + i];
  if (sum > 0) return sum;
  double volume = fabs(flesh->volume);
  return DENSITY * (volume > 0 ? volume : SLENDER * length * length * length);
}

static void fill_run(BrnXpbdPoints* points, int first, int count, double w, double damping) {
  for (int i = first; i < first + count; i++) {
    points->at[4 * (size_t)i + 3] = w;
    points->damping[i] = damping;
  }
}

// All vertices of a muscle weigh the same, and inner points a quarter of what is around each. As
// light as one of a hundred vertices that are linked to it, a point would go wherever the last of
// them pulls it, and shake the rest: dense muscles never came to rest.
static void fill_flesh(const BrnModel* model, const BrnSolverDef* def, const BrnModelFlesh* flesh,
                       BrnXpbdPoints* points) {
  double damping = isnan(flesh->damping) ? def->xpbd_damping : flesh->damping;
  double vertices = flesh->vertex_count, inner = flesh->inner_count;
  double heavy = inner > 0 ? fmax(1, INSIDE * vertices / inner) : 1;
  double w = (vertices + heavy * inner) / mass_of(model, flesh);
  fill_run(points, flesh->first, flesh->vertex_count, w, damping);
  fill_run(points, flesh->first_inner, flesh->inner_count, w / heavy, damping);
}

static void fill_tets(const BrnModel* model, const BrnSolverDef* def, BrnXpbdPoints* points) {
  for (int i = 0; i < points->count; i++) {
    points->at[4 * (size_t)i + 3] = model->mass[i] > 0 ? 1 / model->mass[i] : 0;
    points->damping[i] = def->xpbd_damping;
  }
}

static void find_bones(const BrnModel* model, BrnXpbdPoints* points) {
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

BrnStatus brn__points_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                             BrnXpbdPoints* out) {
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
  for (int f = 0; f < model->flesh_count; f++) fill_flesh(model, def, &model->flesh[f], out);
  if (model->flesh_count == 0) fill_tets(model, def, out);
  find_bones(model, out);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ states

void brn__points_load(const BrnState* state, BrnXpbdPoints* points) {
  for (int i = 0; i < points->count; i++) {
    brn__copy3(points->at + 4 * (size_t)i, state->position + 3 * (size_t)i);
  }
  memcpy(points->velocity, state->velocity, 3 * sizeof(double) * (size_t)points->count);
}

void brn__points_store(const BrnXpbdPoints* points, BrnState* state) {
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

static void add_momentum(const BrnXpbdPoints* points, Run run, double* mass, Rigid* rigid) {
  for (int i = run.first; i < run.first + run.count; i++) {
    double w = points->at[4 * (size_t)i + 3];
    if (!(w > 0)) continue;
    *mass += 1 / w;
    brn__axpy3(rigid->centre, rigid->centre, 1 / w, points->at + 4 * (size_t)i);
    brn__axpy3(rigid->velocity, rigid->velocity, 1 / w, points->velocity + 3 * (size_t)i);
  }
}

static void add_spin(const BrnXpbdPoints* points, Run run, const Rigid* rigid, double L[3],
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
static Rigid find_rigid(const BrnXpbdPoints* points, const Run run[2]) {
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

static void damp(BrnXpbdPoints* points, Run run, const Rigid* rigid, double h) {
  for (int i = run.first; i < run.first + run.count; i++) {
    double r[3], v[3], *velocity = points->velocity + 3 * (size_t)i;
    double share = exp(-points->damping[i] * h);
    brn__sub3(r, points->at + 4 * (size_t)i, rigid->centre);
    brn__cross3(v, rigid->spin, r);
    brn__add3(v, v, rigid->velocity);
    for (int k = 0; k < 3; k++) velocity[k] = v[k] + share * (velocity[k] - v[k]);
  }
}

static void damp_flesh(BrnXpbdPoints* points, const BrnModelFlesh* flesh, double h) {
  const Run run[2] = {{flesh->first, flesh->vertex_count},
                      {flesh->first_inner, flesh->inner_count}};
  if (flesh->vertex_count == 0 || points->damping[flesh->first] == 0) return;
  Rigid rigid = find_rigid(points, run);
  for (int k = 0; k < 2; k++) damp(points, run[k], &rigid, h);
}

// -------------------------------------------------------------------------------------- prediction

static void damp_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnXpbd* xpbd = user;
  for (int f = begin; f < end; f++) {
    damp_flesh(&xpbd->points, &xpbd->model->flesh[f], xpbd->now.h);
  }
}

static void predict_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnXpbd* xpbd = user;
  BrnXpbdPoints* points = &xpbd->points;
  double h = xpbd->now.h;
  const double* g = xpbd->now.input->gravity;
  for (int i = begin; i < end; i++) {
    double *x = points->at + 4 * (size_t)i, *v = points->velocity + 3 * (size_t)i;
    brn__copy3(points->start + 3 * (size_t)i, x);
    if (points->outer) memset(points->outer + 3 * (size_t)i, 0, 3 * sizeof(double));
    if (!(x[3] > 0) || xpbd->now.rest) continue;
    brn__axpy3(v, v, h, g);
    brn__axpy3(x, x, h, v);
  }
}

// tets have no muscles to be damped by: all motion is
static void damp_all(BrnXpbd* xpbd) {
  BrnXpbdPoints* points = &xpbd->points;
  for (int i = 0; i < points->count; i++) {
    double* v = points->velocity + 3 * (size_t)i;
    brn__scale3(v, exp(-points->damping[i] * xpbd->now.h), v);
  }
}

void brn__points_predict(BrnContext* ctx, BrnXpbd* xpbd) {
  if (!xpbd->now.rest && xpbd->fleshes) {
    brn__parallel_job(ctx, xpbd->model->flesh_count, 1, damp_range, xpbd, 0);
    brn__loads_pull(xpbd);
  } else if (!xpbd->now.rest) {
    damp_all(xpbd);
  }
  brn__parallel_job(ctx, xpbd->points.count, GRAIN, predict_range, xpbd, 0);
}

// ---------------------------------------------------------------------------------------- settling

static void settle_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnXpbd* xpbd = user;
  BrnXpbdPoints* points = &xpbd->points;
  bool keeps = !xpbd->now.rest && xpbd->def.xpbd_inertia;
  for (int i = begin; i < end; i++) {
    double *v = points->velocity + 3 * (size_t)i, *x = points->at + 4 * (size_t)i;
    brn__sub3(v, x, points->start + 3 * (size_t)i);
    brn__scale3(v, keeps || !(x[3] > 0) ? 1 / xpbd->now.h : 0, v);
    if (xpbd->now.rest) memset(v, 0, 3 * sizeof(double));
  }
}

void brn__points_settle(BrnContext* ctx, BrnXpbd* xpbd) {
  brn__parallel_job(ctx, xpbd->points.count, GRAIN, settle_range, xpbd, 0);
}

// ------------------------------------------------------------------------------------------- outer

typedef struct Note {
  BrnXpbdPoints* points;
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

void brn__points_note_outer(BrnContext* ctx, BrnXpbd* xpbd, double sign) {
  Note note = {&xpbd->points, sign};
  brn__parallel_job(ctx, xpbd->points.count, GRAIN, note_range, &note, sizeof note);
}
