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

static BrnStatus take_drive(BrnRun* run) {
  BRN_ASSERT(!run->def.drive || !run->def.drive->destroy);
  BrnContext* ctx = run->ctx;
  BRN_TRY(brn_drive_create(ctx, run->model, run->def.drive, run->def.drive_self, &run->drive));
  BRN_TRY(brn_drive_remember(ctx, run->drive, run->state->input));
  return brn_drive_remember(ctx, run->drive, run->input);
}

static BrnStatus prepare(BrnRun* run, const BrnModel* model) {
  BrnSolverDef def = brn_solver_def_of(model);
  run->model = model;
  brn__tables_choose_units(run);
  BRN_TRY(brn_solver_create(run->ctx, model, &def, &run->solver));
  run->report = brn__step_report(run->solver); // tables begin with the names of what it tells
  BRN_TRY(brn_state_create(run->ctx, model, &run->state));
  BRN_TRY(brn_input_create(run->ctx, model, &run->input));
  BRN_TRY(take_drive(run));
  BRN_TRY(brn_measures_create(run->ctx, model, &run->measures));
  BRN_TRY(brn__frames_prepare(run));
  return brn__surfaces_prepare(run);
}

static void tidy_up(BrnRun* run) {
  brn__surfaces_done(run);
  brn__frames_done(run);
  brn_measures_destroy(run->ctx, run->measures);
  brn_input_destroy(run->ctx, run->input);
  brn_drive_destroy(run->ctx, run->drive);
  brn_state_destroy(run->ctx, run->state);
  brn_solver_destroy(run->ctx, run->solver);
  run->measures = NULL, run->input = NULL, run->state = NULL, run->solver = NULL;
  run->drive = NULL;
}

static BrnStatus read_checkpoint(BrnRun* run) {
  BrnRunMark there;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s", run->checkpoint);
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

static BrnStatus begin_tables(BrnRun* run) {
  if (run->resumes) {
    BRN_TRY(brn__tables_cut(run));
    return brn__frames_recall(run);
  }
  BRN_TRY(brn__tables_start(run));
  return brn__note_mark(run, &run->mark);
}

static BrnStatus begin(BrnRun* run) {
  if (run->resumes) BRN_TRY(read_checkpoint(run));
  BRN_TRY(brn__run_make_room(run));
  brn__run_drop_checkpoints(run);
  BRN_TRY(brn__notes_begin(run));
  BRN_TRY(brn__run_write_scene(run));
  return begin_tables(run);
}

// --------------------------------------------------------------------------------------- stepping

// by a signal, or by a file in the folder
static bool is_cancelled(const BrnRun* run) {
  brn__watch_look(run->watch);
  return brn__is_cancelled(run->ctx);
}

static BrnStatus fill_input(BrnRun* run, double frame) {
  double time = brn_model_frame_time(run->model, frame);
  return brn_drive_fill(run->drive, time, run->state, run->input);
}

static BrnStatus step_to(BrnRun* run, double frame) {
  BrnStepReport report;
  BRN_TRY(fill_input(run, frame));
  BRN_TRY(brn_solver_step(run->solver, run->input, run->state, &report));
  brn__step_report_add(&run->report, &report);
  return BRN_OK;
}

// A body in motion is let go from its rest pose at the first frame; one at rest is brought to what
// acts there.
static BrnStatus step_first(BrnRun* run) {
  if (!run->model->solver.dynamic) return step_to(run, run->start);
  BRN_TRY(fill_input(run, run->start));
  brn__input_copy(run->model, run->input, run->state->input);
  run->state->time = run->input->time;
  return BRN_OK;
}

// *whole: false when it was cancelled between two steps
static BrnStatus step_frame(BrnRun* run, int frame, bool* whole) {
  int steps = run->model->solver.substeps;
  *whole = true;
  run->report = brn__step_report(run->solver);
  if (frame == run->start) return step_first(run);
  for (int k = 1; k <= steps && *whole; k++) {
    BRN_TRY(step_to(run, k < steps ? frame - 1 + (double)k / steps : frame));
    if (k < steps && is_cancelled(run)) *whole = false;
  }
  return BRN_OK;
}

// whose surface or inside it is a point of; NULL: nobody's
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

static BrnStatus check_numbers(const BrnRun* run) {
  for (size_t i = 0; i < 3 * (size_t)run->state->vertex_count; i++) {
    if (isfinite(run->state->position[i]) && isfinite(run->state->velocity[i])) continue;
    int vertex = (int)(i / 3);
    return brn__fail(run->ctx, BRN_INVALID,
                     "vertex %d of \"%s\" is nowhere: its position is no finite number any more; "
                     "%s",
                     vertex, part_of_vertex(run->model, vertex), brn__step_cure(&run->report));
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
  char work[96];
  brn__step_brief(&run->report, work, sizeof work);
  BrnRunProgress progress = {.frame = frame,
                             .first = run->first,
                             .last = run->last,
                             .written = frame >= run->first,
                             .outcome = run->report.outcome,
                             .iterations = run->report.iterations,
                             .residual = run->report.residual,
                             .step = &run->report,
                             .work = work,
                             .seconds = seconds,
                             .seconds_left = mean * (run->last - frame)};
  run->def.progress(run->def.progress_user, &progress);
}

// the frame counts once its checkpoint is there
static BrnStatus keep_frame(BrnRun* run, int frame, double begin) {
  BrnRunMark next = run->mark;
  if (frame >= run->first) BRN_TRY(write_frame(run, frame));
  next.frame = frame;
  next.seconds += brn__seconds() - begin;
  brn__run_tell_frame(run, &next);
  bool listed = frame >= run->first && brn__run_has_files(run, frame);
  if (listed) BRN_TRY(brn__frames_note_list(run));
  BRN_TRY(brn__note_mark(run, &next));
  BRN_TRY(write_checkpoint(run, &next));
  run->mark = next;
  BRN_TRY(brn__run_keep_checkpoint(run, frame));
  return listed ? brn__frames_list(run) : BRN_OK;
}

static BrnStatus do_frame(BrnRun* run, int frame, Loop* loop, bool* goes_on) {
  double begin = brn__seconds();
  bool whole;
  *goes_on = false;
  BrnStatus status = step_frame(run, frame, &whole);
  if (status != BRN_OK && status != BRN_CANCELLED) return status;
  if (!whole || status == BRN_CANCELLED) {
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

// The one that it goes on from may be an older one; and that of a run that begins has the range of
// frames, which a run must know that is killed before its first one.
static BrnStatus begin_checkpoint(BrnRun* run) {
  bool newest = run->resumes && strcmp(run->checkpoint, "run.checkpoint") == 0;
  return newest ? BRN_OK : write_checkpoint(run, &run->mark);
}

static BrnStatus do_frames(BrnRun* run, Loop* loop) {
  bool goes_on = true;
  BRN_TRY(begin_checkpoint(run));
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
  const char* cure = run->report.telling ? run->report.telling->cure : NULL;
  *report =
      (BrnRunReport){.end = loop->end,
                     .frame = run->mark.frame,
                     .done = loop->done,
                     .written = rows > 0 ? rows : 0,
                     .unconverged = run->mark.unconverged,
                     .first_unconverged = run->mark.first_unconverged,
                     .collapsed = run->mark.collapsed,
                     .seconds = run->mark.seconds,
                     .constant = brn__step_constant(&run->report),
                     .cure = cure ? cure : "more solver.substeps or solver.iterations may help"};
}

void brn_run_report(const BrnRun* run, BrnRunReport* report) {
  BRN_ASSERT(run && report);
  Loop none = {.end = BRN_RUN_FINISHED};
  fill_report(run, &none, report);
}

static BrnStatus go_through_frames(BrnRun* run, Loop* loop) {
  loop->begin = brn__seconds();
  BrnStatus status = do_frames(run, loop);
  brn__watch_stop(run);
  return conclude(run, status, loop);
}

BrnStatus brn_run_go(BrnRun* run, const BrnModel* model, BrnRunReport* report) {
  BRN_ASSERT(run && model && report);
  Loop loop = {.end = BRN_RUN_FINISHED};
  run->model = model;
  BrnStatus status = brn__run_plan_again(run);
  if (status == BRN_OK) status = prepare(run, model);
  if (status == BRN_CANCELLED) loop.end = BRN_RUN_STOPPED;
  if (status == BRN_OK) status = begin(run);
  if (status == BRN_OK) {
    run->begun = true;
    status = go_through_frames(run, &loop);
  }
  brn__run_unlock(run);
  fill_report(run, &loop, report);
  tidy_up(run);
  return status == BRN_CANCELLED ? BRN_OK : status;
}
