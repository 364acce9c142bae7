// SPDX-License-Identifier: Apache-2.0
//
// All muscles. They have no points in common, so they are solved side by side, the largest first;
// those that are large by themselves come before them, one after another, each on all workers.

#include "solver/xpbd/fleshes.h"

#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BIG = 20000 }; // edges

#define MOST_ACTIVE 0.95      // as in edges.c
#define PHYSIOLOGICAL 0.5     // fibres do not get shorter by more
#define STEPS_PER_SECOND 96.0 // that BrnModelFlesh.across is meant for
#define USUAL_WEIGHT 3448.0   // and the sum of inverse masses, 1/kg: points of 0.58 g
#define USUAL_POINTS 265.0    // of a muscle: our notes' spindle
#define SHORTEST 0.2          // share of its length that a muscle follows its bones to
#define LONGEST 3.0
#define FAR 100 // muscle lengths away from its bones: it has burst

// ------------------------------------------------------------------------------------- preparation

void brn__fleshes_destroy(BrnContext* ctx, BrnFleshes* fleshes) {
  if (!fleshes) return;
  for (int i = 0; i < fleshes->count; i++) {
    brn__edges_free(ctx, &fleshes->flesh[i].edges);
    brn__spine_free(ctx, &fleshes->flesh[i].spine);
    brn__rim_free(ctx, &fleshes->flesh[i].rim);
    brn__creases_free(ctx, &fleshes->flesh[i].creases);
    brn__volume_free(ctx, &fleshes->flesh[i].volume);
  }
  brn__free(ctx, fleshes->flesh);
  brn__free(ctx, fleshes);
}

static int compare_sizes(const void* a, const void* b) {
  const BrnFlesh *p = a, *q = b;
  return p->edge_count != q->edge_count
             ? (p->edge_count < q->edge_count) - (p->edge_count > q->edge_count)
             : (p->index > q->index) - (p->index < q->index);
}

static double inverse_mass_of(const BrnXpbd* xpbd, const BrnModelFlesh* flesh) {
  double w = 0;
  for (int i = 0; i < flesh->vertex_count; i++) {
    w = fmax(w, xpbd->points.at[4 * (size_t)(flesh->first + i) + 3]);
  }
  for (int i = 0; i < flesh->inner_count; i++) {
    w = fmax(w, xpbd->points.at[4 * (size_t)(flesh->first_inner + i) + 3]);
  }
  return w;
}

static BrnStatus make_flesh(BrnContext* ctx, const BrnXpbd* xpbd, BrnFlesh* flesh) {
  const BrnModelFlesh* model = &xpbd->model->flesh[flesh->index];
  flesh->inverse_mass = inverse_mass_of(xpbd, model);
  flesh->keeps_volume = model->volume != 0;
  BRN_TRY(brn__edges_create(ctx, xpbd, flesh->index, &flesh->edges));
  BRN_TRY(brn__spine_create(ctx, xpbd, flesh->index, &flesh->edges, &flesh->spine));
  BRN_TRY(brn__rim_create(ctx, xpbd, flesh->index, &flesh->rim));
  BRN_TRY(brn__creases_create(ctx, xpbd, flesh->index, &flesh->creases));
  return brn__volume_create(ctx, xpbd, flesh->index, &flesh->volume);
}

BrnStatus brn__fleshes_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnFleshes** out) {
  const BrnModel* model = xpbd->model;
  BrnFleshes* fleshes = brn__new_zero(ctx, 1, BrnFleshes);
  *out = fleshes;
  if (!fleshes) return BRN_NO_MEMORY;
  fleshes->flesh = brn__new_zero(ctx, model->flesh_count, BrnFlesh);
  if (!fleshes->flesh) return BRN_NO_MEMORY;
  fleshes->count = model->flesh_count;
  for (int i = 0; i < fleshes->count; i++) {
    fleshes->flesh[i] = (BrnFlesh){.index = i, .edge_count = model->flesh[i].edge_count};
  }
  qsort(fleshes->flesh, (size_t)fleshes->count, sizeof *fleshes->flesh, compare_sizes);
  for (int i = 0; i < fleshes->count; i++) {
    fleshes->big_count += fleshes->flesh[i].edge_count >= BIG;
    BRN_TRY(make_flesh(ctx, xpbd, &fleshes->flesh[i]));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------ all of them

typedef void FleshFn(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int iteration);

typedef struct Job {
  BrnContext* ctx;
  BrnXpbd* xpbd;
  FleshFn* fn;
  int iteration;
} Job;

static void do_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Job* job = user;
  BrnFleshes* fleshes = job->xpbd->fleshes;
  for (int i = begin; i < end; i++) {
    job->fn(job->ctx, job->xpbd, &fleshes->flesh[fleshes->big_count + i], job->iteration);
  }
}

static void for_each(BrnContext* ctx, BrnXpbd* xpbd, FleshFn* fn, int iteration) {
  BrnFleshes* fleshes = xpbd->fleshes;
  Job job = {ctx, xpbd, fn, iteration};
  for (int i = 0; i < fleshes->big_count; i++) fn(ctx, xpbd, &fleshes->flesh[i], iteration);
  brn__parallel_job(ctx, fleshes->count - fleshes->big_count, 1, do_range, &job, sizeof job);
}

// ------------------------------------------------------------------------------------------- goals

static double activation_of(const BrnXpbd* xpbd, const BrnModelFlesh* flesh) {
  double a = flesh->unit < 0 ? flesh->rest_activation : xpbd->now.input->activation[flesh->unit];
  return fmin(a, MOST_ACTIVE);
}

// overpressure: V0 (1 + (ratio - 1) curve(a))
static double volume_goal(const BrnModelFlesh* model, double rest, double activation) {
  double share = activation;
  if (model->volume_curve) brn_track_value(model->volume_curve, activation, &share);
  return rest * (1 + (model->volume_ratio - 1) * share);
}

// What bones give a muscle of length, as far as it takes that for its own.
static double length_of(const BrnXpbd* xpbd, int flesh) {
  double follow = xpbd->model->flesh[flesh].follow;
  if (!(follow > 0)) return 1;
  double stretch = brn__carry_stretch(xpbd, flesh, xpbd->now.input);
  return 1 + follow * (fmin(fmax(stretch, SHORTEST), LONGEST) - 1);
}

// Stiffness along fibres goes from relaxed to active by its logarithm. Across them it is given for
// usual steps and points, and grows with 1 / (w h^2), so that a muscle looks the same with others.
// On a dense mesh it is softer once more: few iterations do not settle what that many edges say,
// and the muscle would crumple (docs/bench-xpbd.md, density).
static void aim_flesh(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int unused) {
  (void)unused;
  const BrnModelFlesh* model = &xpbd->model->flesh[flesh->index];
  double a = activation_of(xpbd, model), h = xpbd->now.h;
  double relaxed = log(model->stiffness[0]), active = log(model->stiffness[1]);
  double points = model->vertex_count + model->inner_count;
  BrnEdgeAim aim = {.activation = 1 - (1 - a) * length_of(xpbd, flesh->index)};
  aim.along = -(relaxed + a * (active - relaxed)) - 2 * log(h);
  aim.across = log(STEPS_PER_SECOND * STEPS_PER_SECOND / model->across *
                   (2 * flesh->inverse_mass / USUAL_WEIGHT)) +
               log(fmax(1, points / USUAL_POINTS));
  brn__edges_aim(ctx, &flesh->edges, &aim);
  flesh->volume.goal = volume_goal(model, flesh->volume.rest, a);
  flesh->volume.lambda = 0;
  brn__spine_aim(&flesh->spine, &aim);
  brn__rim_aim(&flesh->rim, xpbd, &aim);
  brn__spine_project(&flesh->spine, &flesh->edges, xpbd->points.at);
}

static void warn_of_activation(BrnContext* ctx, const BrnXpbd* xpbd) {
  for (int i = 0; i < xpbd->fleshes->count; i++) {
    BrnFlesh* flesh = &xpbd->fleshes->flesh[i];
    const BrnModelFlesh* model = &xpbd->model->flesh[flesh->index];
    double a = activation_of(xpbd, model);
    if (flesh->told || a <= PHYSIOLOGICAL) continue;
    flesh->told = true;
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd: activation of \"%s\" goes beyond %g, to %g: fibres of a real muscle do not "
             "shorten by more than half (this is said once for each muscle)",
             model->name, PHYSIOLOGICAL, a);
  }
}

void brn__fleshes_begin(BrnContext* ctx, BrnXpbd* xpbd) {
  warn_of_activation(ctx, xpbd);
  for_each(ctx, xpbd, aim_flesh, 0);
}

// --------------------------------------------------------------------------------------- iterating

static void project_flesh(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int iteration) {
  int limit = xpbd->model->flesh[flesh->index].iterations;
  if (limit > 0 && iteration >= limit) return; // line 12 of Algorithm 1
  brn__edges_project(ctx, &flesh->edges, xpbd->points.at);
  brn__rim_project(&flesh->rim, xpbd->points.at);
  if (flesh->keeps_volume)
    brn__volume_project(ctx, &flesh->volume, flesh->inverse_mass, xpbd->points.at);
}

void brn__fleshes_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration) {
  for_each(ctx, xpbd, project_flesh, iteration);
}

static void fill_flesh(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int unused) {
  (void)unused;
  if (flesh->keeps_volume) {
    brn__volume_project(ctx, &flesh->volume, flesh->inverse_mass, xpbd->points.at);
  }
}

void brn__fleshes_fill(BrnContext* ctx, BrnXpbd* xpbd) { for_each(ctx, xpbd, fill_flesh, 0); }

static void neaten_flesh(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int unused) {
  brn__creases_iron(&flesh->creases, xpbd->points.at);
  fill_flesh(ctx, xpbd, flesh, unused);
}

void brn__fleshes_neaten(BrnContext* ctx, BrnXpbd* xpbd) { for_each(ctx, xpbd, neaten_flesh, 0); }

static void end_flesh(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int unused) {
  (void)unused;
  for (int i = 0; i < xpbd->def.xpbd_volume && flesh->keeps_volume; i++) {
    brn__volume_project(ctx, &flesh->volume, flesh->inverse_mass, xpbd->points.at);
  }
  brn__flesh_stop_spin(xpbd, flesh);
}

void brn__fleshes_end(BrnContext* ctx, BrnXpbd* xpbd) { for_each(ctx, xpbd, end_flesh, 0); }

// ----------------------------------------------------------------------------------------- mending

static bool run_is_sound(const BrnXpbdPoints* points, int first, int count, const double centre[3],
                         double radius) {
  for (int i = first; i < first + count; i++) {
    const double* x = points->at + 4 * (size_t)i;
    if (x[3] > 0 && !(brn__distance3(x, centre) <= radius)) return false;
  }
  return true;
}

// without bones there is no place to be away from
static void check_flesh(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int unused) {
  (void)ctx, (void)unused;
  const BrnModelFlesh* model = &xpbd->model->flesh[flesh->index];
  double centre[3];
  bool held = brn__carry_place(xpbd, flesh->index, xpbd->now.input, centre);
  double radius = held ? FAR * model->length : DBL_MAX;
  flesh->sound =
      run_is_sound(&xpbd->points, model->first, model->vertex_count, centre, radius) &&
      run_is_sound(&xpbd->points, model->first_inner, model->inner_count, centre, radius);
}

static void put_back(BrnXpbd* xpbd, int first, int count, const BrnPose* pose) {
  BrnXpbdPoints* points = &xpbd->points;
  for (int i = first; i < first + count; i++) {
    double* x = points->at + 4 * (size_t)i;
    if (!(x[3] > 0)) continue;
    brn_pose_apply(pose, xpbd->model->mesh->position + 3 * (size_t)i, x);
    memset(points->velocity + 3 * (size_t)i, 0, 3 * sizeof(double));
  }
}

static void tell_burst(BrnContext* ctx, const BrnXpbd* xpbd, BrnFlesh* flesh) {
  if (flesh->told_burst) return;
  flesh->told_burst = true;
  brn__log(ctx, BRN_LOG_WARNING,
           "xpbd: muscle \"%s\" burst at %g s and was put back to its rest shape at its bones; use "
           "more xpbd_substeps, slow down what moves it, or look for a gravity, load, density or "
           "unit that is out of scale (this is said once for each muscle)",
           xpbd->model->flesh[flesh->index].name, xpbd->now.input->time);
}

int brn__fleshes_mend(BrnContext* ctx, BrnXpbd* xpbd) {
  int count = 0;
  for_each(ctx, xpbd, check_flesh, 0);
  for (int i = 0; i < xpbd->fleshes->count; i++) {
    BrnFlesh* flesh = &xpbd->fleshes->flesh[i];
    const BrnModelFlesh* model = &xpbd->model->flesh[flesh->index];
    if (flesh->sound) continue;
    BrnPose pose = brn__carry_mean(xpbd, flesh->index, xpbd->now.input);
    put_back(xpbd, model->first, model->vertex_count, &pose);
    put_back(xpbd, model->first_inner, model->inner_count, &pose);
    tell_burst(ctx, xpbd, flesh);
    count++;
  }
  return count;
}

// --------------------------------------------------------------------------------------- reporting

static void measure_flesh(BrnContext* ctx, BrnXpbd* xpbd, BrnFlesh* flesh, int unused) {
  (void)unused;
  double weight;
  flesh->error_sum = flesh->error_count = 0;
  brn__edges_errors(&flesh->edges, xpbd->points.at, &flesh->error_sum, &flesh->error_count);
  flesh->length_now = brn__edges_stretch(&flesh->edges, xpbd->points.at);
  flesh->volume_now = brn__volume_measure(ctx, &flesh->volume, xpbd->points.at, &weight);
}

void brn__fleshes_report(BrnContext* ctx, BrnXpbd* xpbd, BrnStepReport* report) {
  double sum = 0, count = 0;
  for_each(ctx, xpbd, measure_flesh, 0);
  for (int i = 0; i < xpbd->fleshes->count; i++) {
    const BrnFlesh* flesh = &xpbd->fleshes->flesh[i];
    double error = fabs(flesh->volume_now / flesh->volume.goal - 1);
    sum += flesh->error_sum;
    count += flesh->error_count;
    report->soft_volume += fabs(flesh->volume_now);
    if (flesh->keeps_volume) report->volume_error = fmax(report->volume_error, error);
  }
  report->stretch = count > 0 ? sqrt(sum / count) : 0;
}
