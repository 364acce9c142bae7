// SPDX-License-Identifier: Apache-2.0
//
// All muscles. They have no points in common, so they are solved side by side, the largest first;
// those that are large by themselves come before them, one after another, each on all workers.

#include "solver/sheet/muscles.h"

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
#define FAR 100         // muscle lengths away from its bones: it has burst
#define FIBRES_OFF 1.0  // of their length, root of the mean square of a muscle: more is no muscle
#define VOLUME_OFF 0.05 // of its goal

// ------------------------------------------------------------------------------------- preparation

void brn__muscles_destroy(BrnContext* ctx, BrnSheetMuscles* muscles) {
  if (!muscles) return;
  for (int i = 0; i < muscles->count; i++) {
    brn__edges_free(ctx, &muscles->muscle[i].edges);
    brn__spine_free(ctx, &muscles->muscle[i].spine);
    brn__rim_free(ctx, &muscles->muscle[i].rim);
    brn__creases_free(ctx, &muscles->muscle[i].creases);
    brn__volume_free(ctx, &muscles->muscle[i].volume);
  }
  brn__free(ctx, muscles->muscle);
  brn__free(ctx, muscles);
}

static int compare_sizes(const void* a, const void* b) {
  const BrnSheetMuscle *p = a, *q = b;
  return p->edge_count != q->edge_count
             ? (p->edge_count < q->edge_count) - (p->edge_count > q->edge_count)
             : (p->index > q->index) - (p->index < q->index);
}

static double inverse_mass_of(const BrnSheet* sheet, const BrnModelFlesh* muscle) {
  double w = 0;
  for (int i = 0; i < muscle->vertex_count; i++) {
    w = fmax(w, sheet->points.at[4 * (size_t)(muscle->first + i) + 3]);
  }
  for (int i = 0; i < muscle->inner_count; i++) {
    w = fmax(w, sheet->points.at[4 * (size_t)(muscle->first_inner + i) + 3]);
  }
  return w;
}

static BrnStatus make_muscle(BrnContext* ctx, const BrnSheet* sheet, BrnSheetMuscle* muscle) {
  const BrnModelFlesh* model = &sheet->model->flesh[muscle->index];
  muscle->inverse_mass = inverse_mass_of(sheet, model);
  muscle->keeps_volume = model->volume != 0;
  BRN_TRY(brn__edges_create(ctx, sheet, muscle->index, &muscle->edges));
  BRN_TRY(brn__spine_create(ctx, sheet, muscle->index, &muscle->edges, &muscle->spine));
  BRN_TRY(brn__rim_create(ctx, sheet, muscle->index, &muscle->rim));
  BRN_TRY(brn__creases_create(ctx, sheet, muscle->index, &muscle->creases));
  return brn__volume_create(ctx, sheet, muscle->index, &muscle->volume);
}

BrnStatus brn__muscles_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetMuscles** out) {
  const BrnModel* model = sheet->model;
  BrnSheetMuscles* muscles = brn__new_zero(ctx, 1, BrnSheetMuscles);
  *out = muscles;
  if (!muscles) return BRN_NO_MEMORY;
  muscles->muscle = brn__new_zero(ctx, model->flesh_count, BrnSheetMuscle);
  if (!muscles->muscle) return BRN_NO_MEMORY;
  muscles->count = model->flesh_count;
  for (int i = 0; i < muscles->count; i++) {
    muscles->muscle[i] = (BrnSheetMuscle){.index = i, .edge_count = model->flesh[i].edge_count};
  }
  qsort(muscles->muscle, (size_t)muscles->count, sizeof *muscles->muscle, compare_sizes);
  for (int i = 0; i < muscles->count; i++) {
    muscles->big_count += muscles->muscle[i].edge_count >= BIG;
    BRN_TRY(make_muscle(ctx, sheet, &muscles->muscle[i]));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------ all of them

typedef void MuscleFn(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle, int iteration);

typedef struct Job {
  BrnContext* ctx;
  BrnSheet* sheet;
  MuscleFn* fn;
  int iteration;
} Job;

static void do_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Job* job = user;
  BrnSheetMuscles* muscles = job->sheet->muscles;
  for (int i = begin; i < end; i++) {
    job->fn(job->ctx, job->sheet, &muscles->muscle[muscles->big_count + i], job->iteration);
  }
}

static void for_each(BrnContext* ctx, BrnSheet* sheet, MuscleFn* fn, int iteration) {
  BrnSheetMuscles* muscles = sheet->muscles;
  Job job = {ctx, sheet, fn, iteration};
  for (int i = 0; i < muscles->big_count; i++) fn(ctx, sheet, &muscles->muscle[i], iteration);
  brn__parallel_job(ctx, muscles->count - muscles->big_count, 1, do_range, &job, sizeof job);
}

// ------------------------------------------------------------------------------------------- goals

static double activation_of(const BrnSheet* sheet, const BrnModelFlesh* muscle) {
  double a =
      muscle->unit < 0 ? muscle->rest_activation : sheet->now.input->activation[muscle->unit];
  return fmin(a, MOST_ACTIVE);
}

// overpressure: V0 (1 + (ratio - 1) curve(a))
static double volume_goal(const BrnModelFlesh* model, double rest, double activation) {
  double share = activation;
  if (model->volume_curve) brn_track_value(model->volume_curve, activation, &share);
  return rest * (1 + (model->volume_ratio - 1) * share);
}

// What bones give a muscle of length, as far as it takes that for its own.
static double length_of(const BrnSheet* sheet, int muscle) {
  double follow = sheet->model->flesh[muscle].follow;
  if (!(follow > 0)) return 1;
  double stretch = brn__carry_stretch(sheet, muscle, sheet->now.input);
  return 1 + follow * (fmin(fmax(stretch, SHORTEST), LONGEST) - 1);
}

// Stiffness along fibres goes from relaxed to active by its logarithm. Across them it is given for
// usual steps and points, and grows with 1 / (w h^2), so that a muscle looks the same with others.
// On a dense mesh it is softer once more: few iterations do not settle what that many edges say,
// and the muscle would crumple (docs/bench-xpbd.md, density).
static void aim_muscle(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle, int unused) {
  (void)unused;
  const BrnModelFlesh* model = &sheet->model->flesh[muscle->index];
  double a = activation_of(sheet, model), h = sheet->now.h;
  double relaxed = log(model->stiffness[0]), active = log(model->stiffness[1]);
  double points = model->vertex_count + model->inner_count;
  BrnEdgeAim aim = {.activation = 1 - (1 - a) * length_of(sheet, muscle->index)};
  aim.along = -(relaxed + a * (active - relaxed)) - 2 * log(h);
  aim.across = log(STEPS_PER_SECOND * STEPS_PER_SECOND / model->across *
                   (2 * muscle->inverse_mass / USUAL_WEIGHT)) +
               log(fmax(1, points / USUAL_POINTS));
  brn__edges_aim(ctx, &muscle->edges, &aim);
  muscle->volume.goal = volume_goal(model, muscle->volume.rest, a);
  muscle->volume.lambda = 0;
  brn__spine_aim(&muscle->spine, &aim);
  brn__rim_aim(&muscle->rim, sheet, &aim);
  brn__spine_project(&muscle->spine, &muscle->edges, sheet->points.at);
}

static void warn_of_activation(BrnContext* ctx, const BrnSheet* sheet) {
  for (int i = 0; i < sheet->muscles->count; i++) {
    BrnSheetMuscle* muscle = &sheet->muscles->muscle[i];
    const BrnModelFlesh* model = &sheet->model->flesh[muscle->index];
    double a = activation_of(sheet, model);
    if (muscle->told || a <= PHYSIOLOGICAL) continue;
    muscle->told = true;
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd: activation of \"%s\" goes beyond %g, to %g: fibres of a real muscle do not "
             "shorten by more than half (this is said once for each muscle)",
             model->name, PHYSIOLOGICAL, a);
  }
}

void brn__muscles_begin(BrnContext* ctx, BrnSheet* sheet) {
  warn_of_activation(ctx, sheet);
  for_each(ctx, sheet, aim_muscle, 0);
}

// --------------------------------------------------------------------------------------- iterating

static void project_muscle(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle,
                           int iteration) {
  int limit = sheet->model->flesh[muscle->index].iterations;
  if (limit > 0 && iteration >= limit) return; // line 12 of Algorithm 1
  brn__edges_project(ctx, &muscle->edges, sheet->points.at);
  brn__rim_project(&muscle->rim, sheet->points.at);
  if (muscle->keeps_volume)
    brn__volume_project(ctx, &muscle->volume, muscle->inverse_mass, sheet->points.at);
}

void brn__muscles_project(BrnContext* ctx, BrnSheet* sheet, int iteration) {
  for_each(ctx, sheet, project_muscle, iteration);
}

static void fill_muscle(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle, int unused) {
  (void)unused;
  if (muscle->keeps_volume) {
    brn__volume_project(ctx, &muscle->volume, muscle->inverse_mass, sheet->points.at);
  }
}

void brn__muscles_fill(BrnContext* ctx, BrnSheet* sheet) { for_each(ctx, sheet, fill_muscle, 0); }

static void neaten_muscle(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle, int unused) {
  brn__creases_iron(&muscle->creases, sheet->points.at);
  fill_muscle(ctx, sheet, muscle, unused);
}

void brn__muscles_neaten(BrnContext* ctx, BrnSheet* sheet) {
  for_each(ctx, sheet, neaten_muscle, 0);
}

static void end_muscle(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle, int unused) {
  (void)unused;
  for (int i = 0; i < sheet->set.volume && muscle->keeps_volume; i++) {
    brn__volume_project(ctx, &muscle->volume, muscle->inverse_mass, sheet->points.at);
  }
  brn__muscle_stop_spin(sheet, muscle);
}

void brn__muscles_end(BrnContext* ctx, BrnSheet* sheet) { for_each(ctx, sheet, end_muscle, 0); }

// ----------------------------------------------------------------------------------------- mending

static bool run_is_sound(const BrnSheetPoints* points, int first, int count, const double centre[3],
                         double radius) {
  for (int i = first; i < first + count; i++) {
    const double* x = points->at + 4 * (size_t)i;
    if (x[3] > 0 && !(brn__distance3(x, centre) <= radius)) return false;
  }
  return true;
}

// without bones there is no place to be away from
static void check_muscle(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle, int unused) {
  (void)ctx, (void)unused;
  const BrnModelFlesh* model = &sheet->model->flesh[muscle->index];
  double centre[3];
  bool held = brn__carry_place(sheet, muscle->index, sheet->now.input, centre);
  double radius = held ? FAR * model->length : DBL_MAX;
  muscle->sound =
      run_is_sound(&sheet->points, model->first, model->vertex_count, centre, radius) &&
      run_is_sound(&sheet->points, model->first_inner, model->inner_count, centre, radius);
}

static void put_back(BrnSheet* sheet, int first, int count, const BrnPose* pose) {
  BrnSheetPoints* points = &sheet->points;
  for (int i = first; i < first + count; i++) {
    double* x = points->at + 4 * (size_t)i;
    if (!(x[3] > 0)) continue;
    brn_pose_apply(pose, sheet->model->mesh->position + 3 * (size_t)i, x);
    memset(points->velocity + 3 * (size_t)i, 0, 3 * sizeof(double));
  }
}

static void tell_burst(BrnContext* ctx, const BrnSheet* sheet, BrnSheetMuscle* muscle) {
  if (muscle->told_burst) return;
  muscle->told_burst = true;
  brn__log(ctx, BRN_LOG_WARNING,
           "xpbd: muscle \"%s\" burst at %g s and was put back to its rest shape at its bones; use "
           "more xpbd_substeps, slow down what moves it, or look for a gravity, load, density or "
           "unit that is out of scale (this is said once for each muscle)",
           sheet->model->flesh[muscle->index].name, sheet->now.input->time);
}

int brn__muscles_mend(BrnContext* ctx, BrnSheet* sheet) {
  int count = 0;
  for_each(ctx, sheet, check_muscle, 0);
  for (int i = 0; i < sheet->muscles->count; i++) {
    BrnSheetMuscle* muscle = &sheet->muscles->muscle[i];
    const BrnModelFlesh* model = &sheet->model->flesh[muscle->index];
    if (muscle->sound) continue;
    BrnPose pose = brn__carry_mean(sheet, muscle->index, sheet->now.input);
    put_back(sheet, model->first, model->vertex_count, &pose);
    put_back(sheet, model->first_inner, model->inner_count, &pose);
    tell_burst(ctx, sheet, muscle);
    count++;
  }
  return count;
}

// --------------------------------------------------------------------------------------- reporting

static void measure_muscle(BrnContext* ctx, BrnSheet* sheet, BrnSheetMuscle* muscle, int unused) {
  (void)unused;
  double weight;
  muscle->error_sum = muscle->error_count = 0;
  brn__edges_errors(&muscle->edges, sheet->points.at, &muscle->error_sum, &muscle->error_count);
  muscle->length_now = brn__edges_stretch(&muscle->edges, sheet->points.at);
  muscle->volume_now = brn__volume_measure(ctx, &muscle->volume, sheet->points.at, &weight);
}

// Surfaces have no forces to balance: fibres and volumes have goals that compete, and where they
// end is the muscle's shape. A muscle whose fibres are off by their own length, or that misses its
// volume though nothing else is as stiff, is not where the method was to bring it.
static bool holds_together(const BrnSheetMuscles* muscles) {
  for (int i = 0; i < muscles->count; i++) {
    const BrnSheetMuscle* muscle = &muscles->muscle[i];
    double off = fabs(muscle->volume_now / muscle->volume.goal - 1);
    if (muscle->error_sum > FIBRES_OFF * FIBRES_OFF * muscle->error_count) return false;
    if (muscle->keeps_volume && !(off <= VOLUME_OFF)) return false;
  }
  return true;
}

void brn__muscles_report(BrnContext* ctx, BrnSheet* sheet, BrnStepReport* report) {
  double sum = 0, count = 0, *off = &report->own[BRN_SHEET_TELLS_VOLUME];
  for_each(ctx, sheet, measure_muscle, 0);
  for (int i = 0; i < sheet->muscles->count; i++) {
    const BrnSheetMuscle* muscle = &sheet->muscles->muscle[i];
    double error = fabs(muscle->volume_now / muscle->volume.goal - 1);
    sum += muscle->error_sum;
    count += muscle->error_count;
    report->soft_volume += fabs(muscle->volume_now);
    if (muscle->keeps_volume) *off = fmax(*off, error);
  }
  report->own[BRN_SHEET_TELLS_STRETCH] = count > 0 ? sqrt(sum / count) : 0;
  if (report->outcome == BRN_CONVERGED && !holds_together(sheet->muscles)) {
    report->outcome = BRN_OUT_OF_ITERATIONS; // it has done all that it was asked for
  }
}
