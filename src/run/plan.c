// SPDX-License-Identifier: Apache-2.0

#include "run/state_file.h"
#include "run/verify.h"

// What is to be done, before anything is: which frames, into which folder, and whether that may be.

BrnRunDef brn_run_def_default(void) {
  return (BrnRunDef){.first = BRN_SCENE_FRAME, .last = BRN_SCENE_FRAME, .cookie = BRN_COOKIE};
}

// ----------------------------------------------------------------------------------------- frames

static BrnStatus check_frames(const BrnRun* run) {
  int begin = run->scene->frames.first;
  if (run->first < begin) {
    return brn__fail(run->ctx, BRN_INVALID,
                     "frames %d to %d: the scene begins at frame %d; what comes before it is "
                     "pre-roll and not written; set frames.first to begin earlier",
                     run->first, run->last, begin);
  }
  if (run->last >= run->first) return BRN_OK;
  return brn__fail(run->ctx, BRN_INVALID, "frames %d to %d: the last one comes before the first",
                   run->first, run->last);
}

static BrnStatus plan_frames(BrnRun* run) {
  const BrnSceneFrames* frames = &run->scene->frames;
  run->first = run->def.first == BRN_SCENE_FRAME ? frames->first : run->def.first;
  run->last = run->def.last == BRN_SCENE_FRAME ? frames->last : run->def.last;
  run->start = frames->first - frames->pre_roll;
  BRN_TRY(check_frames(run));
  run->mark = (BrnRunMark){.frame = run->start - 1, .first_row = run->first, .last = run->def.last};
  return BRN_OK;
}

// What an earlier call was asked for holds until something else is said. Tables have no gaps: what
// is there stays, and what follows is added.
static BrnStatus plan_rest(BrnRun* run) {
  BrnRunMark* mark = &run->mark;
  bool has_rows = mark->frame >= mark->first_row;
  if (run->def.last == BRN_SCENE_FRAME) run->def.last = mark->last;
  if (run->def.first == BRN_SCENE_FRAME) run->first = mark->first_row;
  run->last = run->def.last == BRN_SCENE_FRAME ? run->scene->frames.last : run->def.last;
  mark->last = run->def.last;
  BRN_TRY(check_frames(run));
  int earliest = has_rows ? mark->first_row : mark->frame + 1;
  if (run->first < earliest) {
    return brn__fail(run->ctx, BRN_INVALID,
                     "%s: frames %d to %d were simulated, but not written; --force starts anew",
                     run->folder, run->first, earliest - 1);
  }
  if (has_rows) run->first = mark->first_row;
  mark->first_row = run->first;
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- folder

static BrnStatus refuse_to_mix(const BrnRun* run) {
  return brn__fail(run->ctx, BRN_INVALID,
                   "%s: there is a run in this folder already; --resume goes on with it, --force "
                   "replaces it, and -o FOLDER writes elsewhere",
                   run->folder);
}

// ---------------------------------------------------------------------------------- what is there

static void tell_fault(void* user, const BrnRunFault* fault) {
  BrnRun* run = user;
  brn__log(run->ctx, BRN_LOG_WARNING, "%s/%s: %s, and is %s", run->folder, fault->file, fault->what,
           brn__is_early_checkpoint(fault->file) ? "removed" : "made anew");
}

// An older checkpoint knows what was reached then; what is wanted is known by now.
static void go_back(BrnRun* run, bool found, const BrnRunMark* to) {
  BrnRunMark wanted = run->mark;
  if (found && to->frame < wanted.frame) {
    brn__log(run->ctx, BRN_LOG_WARNING, "%s: it goes on after frame %d, not %d", run->folder,
             to->frame, wanted.frame);
  }
  if (!found && wanted.frame >= run->start) {
    brn__log(run->ctx, BRN_LOG_WARNING, "%s: it begins anew, at frame %d", run->folder, run->start);
  }
  run->mark = found ? *to : (BrnRunMark){.frame = run->start - 1};
  run->mark.first_row = wanted.first_row;
  run->mark.last = wanted.last;
  run->resumes = found;
  run->mends = !found;
}

// What is damaged is made anew: the run goes on from the last checkpoint before it.
static BrnStatus find_beginning(BrnRun* run) {
  BrnRunCheck check = {.running = run->mark.frame < run->last}; // what is half is cut off anyway
  BrnRunMark to;
  int first_bad;
  bool found;
  BRN_TRY(brn__run_check_files(run->ctx, run->folder, &run->sums, &run->mark, tell_fault, run,
                               &check, &first_bad));
  BRN_TRY(brn__run_find_checkpoint(run->ctx, run->folder, first_bad, run->checkpoint, &to, &found));
  run->unclean = run->unclean || check.fault_count > 0;
  go_back(run, found, &to);
  return brn__run_remove_leftovers(run);
}

// a checkpoint of another version is no damage
static BrnStatus check_version(BrnRun* run) {
  BrnRunMark mark;
  BrnScratchMark scratch = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.checkpoint");
  BrnStatus status =
      path ? brn__checkpoint_peek(run->ctx, path, &mark, sizeof mark) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, scratch);
  bool ours = brn__sums_fit(&run->sums, "=state", BRN_STATE_VERSION, 0);
  return status == BRN_NO_MEMORY || (status == BRN_UNSUPPORTED && !ours) ? status : BRN_OK;
}

static BrnStatus read_sums(BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.sums");
  brn__notes_done(run);
  BrnStatus status = path ? brn__sums_read(run->ctx, path, &run->sums) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  return status;
}

static BrnStatus plan_to_go_on(BrnRun* run) {
  BrnRunMark asked = run->mark;
  bool told;
  BRN_TRY(read_sums(run));
  BRN_TRY(check_version(run));
  BRN_TRY(brn__run_compare(run));
  BRN_TRY(brn__run_find_mark(run->ctx, run->folder, &run->sums, &run->mark, &told));
  if (!told) run->mark = asked;
  BRN_TRY(plan_rest(run));
  return find_beginning(run);
}

// The folder is locked before anybody looks into it.
static BrnStatus plan_folder(BrnRun* run) {
  bool is_there;
  BRN_TRY(brn__run_lock(run));
  BRN_TRY(brn__watch_start(run));
  BRN_TRY(brn__run_is_there(run, &is_there));
  if (!is_there || run->def.force) return BRN_OK;
  return run->def.resume ? plan_to_go_on(run) : refuse_to_mix(run);
}

static BrnStatus plan(BrnRun* run) {
  BRN_TRY(plan_frames(run));
  BRN_TRY(brn__run_check_formats(run->ctx, run->scene));
  BRN_TRY(brn__run_find_folder(run));
  BRN_TRY(brn__run_hash_files(run));
  return plan_folder(run);
}

BrnStatus brn__run_plan_again(BrnRun* run) {
  if (run->lock >= 0) return BRN_OK;
  if (run->begun) run->def.resume = true, run->def.force = false;
  run->resumes = run->mends = run->unclean = false;
  BRN_TRY(plan_frames(run));
  return plan_folder(run);
}

BrnStatus brn_run_create(BrnContext* ctx, const BrnScene* scene, const BrnRunDef* def,
                         BrnRun** out) {
  BRN_ASSERT(ctx && scene && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BrnRun* run = brn__new_zero(ctx, 1, BrnRun);
  if (!run) return BRN_NO_MEMORY;
  *run = (BrnRun){.ctx = ctx, .scene = scene, .def = *def, .lock = -1};
  BrnStatus status = plan(run);
  if (status != BRN_OK) {
    brn_run_destroy(ctx, run);
    return status;
  }
  *out = run;
  return BRN_OK;
}

void brn_run_destroy(BrnContext* ctx, BrnRun* run) {
  BRN_ASSERT(ctx);
  if (!run) return;
  brn__watch_stop(run); // it looks into the folder
  brn__run_unmake_folder(run);
  brn__run_unlock(run);
  brn__notes_done(run);
  json_decref(run->files);
  brn__free(ctx, run->folder);
  brn__free(ctx, run->stem);
  brn__free(ctx, run);
}

// ------------------------------------------------------------------------------------ what is told

const char* brn_run_folder(const BrnRun* run) {
  BRN_ASSERT(run);
  return run->folder;
}

int brn_run_done(const BrnRun* run) {
  BRN_ASSERT(run);
  return run->mark.frame;
}

int brn_run_lead(const BrnRun* run) {
  BRN_ASSERT(run);
  int lead = run->first - run->mark.frame - 1;
  return lead > 0 ? lead : 0;
}

bool brn_run_is_finished(const BrnRun* run) {
  BRN_ASSERT(run);
  return run->mark.frame >= run->last && !run->unclean;
}
