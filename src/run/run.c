// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include "run/state_file.h"
#include "solver/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The order of what is written is what makes a run safe to kill at any moment: the files of a
// frame, its rows, and then the checkpoint that says that they are there. Whatever is newer than
// the checkpoint is cut off or written again when the run goes on.

// ------------------------------------------------------------------------------------- beginning

static BrnStatus prepare(BrnRun* run, const BrnModel* model) {
  BrnSolverDef def = brn_solver_def_of(model);
  run->model = model;
  BRN_TRY(brn_solver_create(run->ctx, model, &def, &run->solver));
  BRN_TRY(brn_state_create(run->ctx, model, &run->state));
  BRN_TRY(brn_input_create(run->ctx, model, &run->input));
  BRN_TRY(brn_measures_create(run->ctx, model, &run->measures));
  BRN_TRY(brn__frames_prepare(run));
  return brn__surfaces_prepare(run);
}

static void tidy_up(BrnRun* run) {
  brn__surfaces_done(run);
  brn__frames_done(run);
  brn_measures_destroy(run->ctx, run->measures);
  brn_input_destroy(run->ctx, run->input);
  brn_state_destroy(run->ctx, run->state);
  brn_solver_destroy(run->ctx, run->solver);
  run->measures = NULL, run->input = NULL, run->state = NULL, run->solver = NULL;
}

static BrnStatus read_checkpoint(BrnRun* run) {
  BrnRunMark there;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.checkpoint");
  BrnStatus status =
      path ? brn__checkpoint_read(run->ctx, run->model, path, run->state, &there, sizeof there)
           : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  return status;
}

static BrnStatus write_checkpoint(BrnRun* run, const BrnRunMark* next) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.checkpoint");
  BrnStatus status =
      path ? brn__checkpoint_write(run->ctx, run->model, run->state, next, sizeof *next, path)
           : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  return status;
}

static BrnStatus begin(BrnRun* run) {
  BRN_TRY(brn__run_lock(run));
  brn__run_forget_stop(run); // one that came too late
  if (run->resumes) BRN_TRY(read_checkpoint(run));
  BRN_TRY(brn__run_make_room(run));
  if (run->resumes) {
    BRN_TRY(brn__tables_cut(run));
    BRN_TRY(brn__frames_recall(run));
  } else {
    BRN_TRY(brn__tables_start(run));
  }
  return brn__run_write_scene(run);
}

// --------------------------------------------------------------------------------------- stepping

// by a signal, or by a file in the folder
static bool is_cancelled(const BrnRun* run) {
  return (run->def.cancelled && *run->def.cancelled) || brn__run_is_stopped(run);
}

// What counts adds up over the steps of a frame; what describes is that of the last one.
static void add_report(BrnStepReport* sum, const BrnStepReport* step) {
  BrnStepReport all = *step;
  if (sum->outcome > all.outcome) all.outcome = sum->outcome;
  all.iterations += sum->iterations;
  all.linear_iterations += sum->linear_iterations;
  all.factorizations += sum->factorizations;
  all.projections += sum->projections;
  all.trials += sum->trials;
  all.parts += sum->parts;
  all.seconds.total += sum->seconds.total;
  all.seconds.elements += sum->seconds.elements;
  all.seconds.assembly += sum->seconds.assembly;
  all.seconds.factor += sum->seconds.factor;
  all.seconds.solve += sum->seconds.solve;
  all.seconds.search += sum->seconds.search;
  *sum = all;
}

static void fill_input(BrnRun* run, double frame) {
  brn_input_fill(run->model, brn_model_frame_time(run->model, frame), run->input);
  brn_input_sense(run->model, run->state, run->input);
}

static BrnStatus step_to(BrnRun* run, double frame) {
  BrnStepReport report;
  fill_input(run, frame);
  BRN_TRY(brn_solver_step(run->solver, run->input, run->state, &report));
  add_report(&run->report, &report);
  return BRN_OK;
}

// A body in motion is let go from its rest pose at the first frame; one at rest is brought to what
// acts there.
static BrnStatus step_first(BrnRun* run) {
  if (!run->model->solver.dynamic) return step_to(run, run->start);
  fill_input(run, run->start);
  brn__input_copy(run->model, run->input, run->state->input);
  run->state->time = run->input->time;
  return BRN_OK;
}

// *whole: false when it was cancelled between two steps
static BrnStatus step_frame(BrnRun* run, int frame, bool* whole) {
  int steps = run->model->solver.substeps;
  *whole = true;
  run->report = (BrnStepReport){.first_inverted = -1};
  if (frame == run->start) return step_first(run);
  for (int k = 1; k <= steps && *whole; k++) {
    BRN_TRY(step_to(run, k < steps ? frame - 1 + (double)k / steps : frame));
    if (k < steps && is_cancelled(run)) *whole = false;
  }
  return BRN_OK;
}

// of a body of surfaces; NULL: it is made of tets
static const char* flesh_of_vertex(const BrnModel* model, int vertex) {
  for (int i = 0; i < model->surface_count; i++) {
    const BrnModelSurface* surface = &model->surface[i];
    if (surface->first < 0 || vertex < surface->first) continue;
    if (vertex < surface->first + surface->mesh->vertex_count) return surface->name;
  }
  for (int i = 0; i < model->flesh_count; i++) {
    const BrnModelFlesh* flesh = &model->flesh[i];
    if (vertex < flesh->first_inner || vertex >= flesh->first_inner + flesh->inner_count) continue;
    return flesh->name;
  }
  return NULL;
}

static const char* part_of_vertex(const BrnModel* model, int vertex) {
  if (flesh_of_vertex(model, vertex)) return flesh_of_vertex(model, vertex);
  for (size_t i = 0; i < 4 * (size_t)model->mesh->tet_count; i++) {
    if (model->mesh->tet[i] == vertex) return model->part[model->mesh->tet_label[i / 4] - 1].name;
  }
  return "none";
}

static const char* cure_of(const BrnModel* model) {
  return model->flesh_count > 0
             ? "more solver.xpbd_substeps, or bones that move less from frame to frame, may help"
             : "more solver.substeps, or softer loads and activations, may help";
}

static BrnStatus check_numbers(const BrnRun* run) {
  for (size_t i = 0; i < 3 * (size_t)run->state->vertex_count; i++) {
    if (isfinite(run->state->position[i]) && isfinite(run->state->velocity[i])) continue;
    int vertex = (int)(i / 3);
    return brn__fail(run->ctx, BRN_INVALID,
                     "vertex %d of \"%s\" is nowhere: its position is no finite number any more; "
                     "%s",
                     vertex, part_of_vertex(run->model, vertex), cure_of(run->model));
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- writing

// what a format cannot hold is said with the first frame, not with all
static BrnStatus write_files(BrnRun* run, int frame) {
  BrnLogSink before = {0};
  bool told = run->told;
  if (told) before = brn__log_redirect(run->ctx, (BrnLogSink){0});
  BrnStatus status = brn__frames_write(run, frame);
  if (status == BRN_OK) status = brn__surfaces_write(run, frame);
  if (told) brn__log_redirect(run->ctx, before);
  run->told = true;
  return status;
}

static BrnStatus write_frame(BrnRun* run, int frame) {
  double begin = brn__seconds();
  BRN_TRY(brn_solver_measure(run->solver, run->state, run->measures));
  if (brn__run_has_files(run, frame)) BRN_TRY(write_files(run, frame));
  run->write_seconds = brn__seconds() - begin;
  return brn__tables_add(run, frame);
}

// ------------------------------------------------------------------------------------------ frames

typedef struct Loop {
  double begin; // of the call, s
  int done;     // frames
  BrnRunEnd end;
} Loop;

static void tell_progress(const BrnRun* run, const Loop* loop, int frame, double seconds) {
  if (!run->def.progress) return;
  double mean = (brn__seconds() - loop->begin) / loop->done;
  BrnRunProgress progress = {.frame = frame,
                             .first = run->first,
                             .last = run->last,
                             .written = frame >= run->first,
                             .outcome = run->report.outcome,
                             .iterations = run->report.iterations,
                             .residual = run->report.residual,
                             .surfaces = run->measures->point_count > 0,
                             .stretch = run->report.stretch,
                             .volume_error = run->report.volume_error,
                             .contacts = run->report.contacts,
                             .depth = run->report.depth,
                             .seconds = seconds,
                             .seconds_left = mean * (run->last - frame)};
  run->def.progress(run->def.progress_user, &progress);
}

static void tell_unconverged(BrnRun* run, int frame) {
  const BrnStepReport* report = &run->report;
  if (run->measures->point_count > 0) {
    brn__log(run->ctx, BRN_LOG_WARNING,
             "frame %d broke down: muscles burst, and were put back to their rest shape", frame);
    return;
  }
  brn__log(run->ctx, BRN_LOG_WARNING,
           "frame %d did not converge: %s after %d iterations, %.3g N out of balance; the best "
           "shape that was found is kept",
           frame, report->outcome == BRN_OUT_OF_ITERATIONS ? "it ended" : "the method broke down",
           report->iterations, report->residual);
}

static void count_unconverged(BrnRun* run, BrnRunMark* mark) {
  if (run->report.outcome == BRN_CONVERGED) return;
  if (mark->unconverged++ == 0) mark->first_unconverged = mark->frame;
  tell_unconverged(run, mark->frame);
}

// the frame counts once its checkpoint is there
static BrnStatus keep_frame(BrnRun* run, int frame, double begin) {
  BrnRunMark next = run->mark;
  if (frame >= run->first) BRN_TRY(write_frame(run, frame));
  next.frame = frame;
  next.seconds += brn__seconds() - begin;
  count_unconverged(run, &next);
  BRN_TRY(write_checkpoint(run, &next));
  run->mark = next;
  return frame >= run->first && brn__run_has_files(run, frame) ? brn__frames_list(run) : BRN_OK;
}

static BrnStatus do_frame(BrnRun* run, int frame, Loop* loop, bool* goes_on) {
  double begin = brn__seconds();
  bool whole;
  *goes_on = false;
  BRN_TRY(step_frame(run, frame, &whole));
  if (!whole) {
    loop->end = BRN_RUN_STOPPED;
    return BRN_OK;
  }
  BRN_TRY(check_numbers(run));
  if (run->def.strict && run->report.outcome != BRN_CONVERGED) {
    loop->end = BRN_RUN_GAVE_UP;
    return BRN_OK;
  }
  BRN_TRY(keep_frame(run, frame, begin));
  loop->done++;
  tell_progress(run, loop, frame, brn__seconds() - begin);
  *goes_on = true;
  return BRN_OK;
}

static BrnStatus do_frames(BrnRun* run, Loop* loop) {
  bool goes_on = true;
  // with the range of frames, which a run must know that is killed before its first one
  if (!run->resumes) BRN_TRY(write_checkpoint(run, &run->mark));
  while (goes_on && run->mark.frame < run->last) {
    int frame = run->mark.frame + 1;
    if (is_cancelled(run)) {
      loop->end = BRN_RUN_STOPPED;
      return BRN_OK;
    }
    BrnStatus status = do_frame(run, frame, loop, &goes_on);
    if (status == BRN_NO_MEMORY) return status;
    if (status != BRN_OK) {
      return brn__fail(run->ctx, status, "frame %d: %s", frame, brn_last_error(run->ctx));
    }
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- the run

// A failure is written down, too, as far as that can be; it stays the last error.
static BrnStatus conclude(BrnRun* run, BrnStatus status, const Loop* loop) {
  static const char* const ends[] = {"finished", "stopped", "gave up"};
  char message[2048];
  if (status == BRN_OK) return brn__run_write_record(run, ends[loop->end], NULL);
  snprintf(message, sizeof message, "%s", brn_last_error(run->ctx));
  if (brn__run_write_record(run, "failed", message) != BRN_OK) {
    brn__fail(run->ctx, status, "%s", message);
  }
  return status;
}

static void fill_report(const BrnRun* run, const Loop* loop, BrnRunReport* report) {
  int rows = run->mark.frame - run->mark.first_row + 1;
  *report = (BrnRunReport){.end = loop->end,
                           .frame = run->mark.frame,
                           .done = loop->done,
                           .written = rows > 0 ? rows : 0,
                           .unconverged = run->mark.unconverged,
                           .first_unconverged = run->mark.first_unconverged,
                           .seconds = run->mark.seconds,
                           .alpha = run->report.alpha,
                           .surfaces = run->model->flesh_count > 0};
}

BrnStatus brn_run_go(BrnRun* run, const BrnModel* model, BrnRunReport* report) {
  BRN_ASSERT(run && model && report);
  Loop loop = {.end = BRN_RUN_FINISHED};
  BrnStatus status = prepare(run, model);
  if (status == BRN_OK) status = begin(run);
  if (status == BRN_OK) {
    loop.begin = brn__seconds();
    status = conclude(run, do_frames(run, &loop), &loop);
    brn__run_forget_stop(run);
    run->resumes = run->resumes || loop.done > 0; // by the next call
  }
  brn__run_unlock(run);
  fill_report(run, &loop, report);
  tidy_up(run);
  return status;
}
