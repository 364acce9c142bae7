// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

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

static BrnStatus plan(BrnRun* run) {
  bool is_there;
  BRN_TRY(plan_frames(run));
  BRN_TRY(brn__run_check_formats(run->ctx, run->scene));
  BRN_TRY(brn__run_find_folder(run));
  BRN_TRY(brn__run_hash_files(run));
  BRN_TRY(brn__run_is_there(run, &is_there));
  if (!is_there || run->def.force) return BRN_OK;
  if (!run->def.resume) return refuse_to_mix(run);
  BRN_TRY(brn__run_look(run));
  BRN_TRY(brn__run_compare(run));
  run->resumes = true;
  return plan_rest(run);
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
  return run->mark.frame >= run->last;
}
