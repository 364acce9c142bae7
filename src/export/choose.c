// SPDX-License-Identifier: Apache-2.0
//
// Which parts and which frames of a run are exported, and what the files of parts are called.

#include "export/export.h"
#include "replay/replay.h"
#include "run/run.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ parts

static BrnStatus check_patterns(BrnExport* job) {
  for (int i = 0; i < job->def.part_count; i++) {
    bool found = false;
    for (int p = 0; p < job->replay->part_count && !found; p++) {
      found = brn_part_matches(&job->replay->part[p], job->def.part[i]);
    }
    if (!found) return brn__replay_fail_pattern(job->ctx, job->replay, job->def.part[i]);
  }
  return BRN_OK;
}

static bool is_chosen(const BrnExport* job, const BrnReplayPart* part) {
  for (int i = 0; i < job->def.part_count; i++) {
    if (brn_part_matches(part, job->def.part[i])) return true;
  }
  return job->def.part_count == 0 && !part->hidden;
}

static BrnStatus choose_parts(BrnExport* job) {
  BRN_TRY(check_patterns(job));
  job->part = brn__new(job->ctx, job->replay->part_count, int);
  if (!job->part) return BRN_NO_MEMORY;
  for (int p = 0; p < job->replay->part_count; p++) {
    if (is_chosen(job, &job->replay->part[p])) job->part[job->part_count++] = p;
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------- names of files

static bool is_taken(const BrnExport* job, int count, const char* stem) {
  for (int p = 0; p < count; p++) {
    if (strcmp(job->stem[p], stem) == 0) return true;
  }
  return false;
}

// "a b" and "a/b" are "a_b" and "a_b_2"
static BrnStatus make_stem(BrnExport* job, int p) {
  char* stem = brn__file_stem(job->ctx, brn__export_part(job, p)->name);
  if (!stem) return BRN_NO_MEMORY;
  job->stem[p] = stem;
  if (!is_taken(job, p, stem)) return BRN_OK;
  size_t room = strlen(stem) + 16;
  job->stem[p] = brn__alloc(job->ctx, room, 1);
  for (int i = 2; job->stem[p]; i++) {
    snprintf(job->stem[p], room, "%s_%d", stem, i);
    if (!is_taken(job, p, job->stem[p])) break;
  }
  brn__free(job->ctx, stem);
  return job->stem[p] ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus make_stems(BrnExport* job) {
  job->name = brn__file_stem(job->ctx, job->replay->name);
  job->stem = brn__new_zero(job->ctx, job->part_count, char*);
  if (!job->name || !job->stem) return BRN_NO_MEMORY;
  for (int p = 0; p < job->part_count; p++) BRN_TRY(make_stem(job, p));
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- frames

static BrnStatus fail_frames(BrnExport* job) {
  const BrnReplay* replay = job->replay;
  if (replay->frame_count == 0) {
    return brn__fail(job->ctx, BRN_NOT_FOUND, "%s: there are no frames yet", replay->name);
  }
  return brn__fail(job->ctx, BRN_NOT_FOUND,
                   "%s: none of the frames that are asked for is there; there are frames %d to %d",
                   replay->name, replay->frame[0].number,
                   replay->frame[replay->frame_count - 1].number);
}

bool brn__export_is_wanted(const BrnExport* job, int number) {
  const BrnExportDef* def = &job->def;
  int first = def->first == BRN_SCENE_FRAME ? job->replay->frame[0].number : def->first;
  if (number < first || (def->last != BRN_SCENE_FRAME && number > def->last)) return false;
  return ((int64_t)number - first) % def->every == 0;
}

// numbers from one frame to the next
static int find_spacing(const BrnExport* job) {
  if (job->frame_count < 2) return 1;
  int spacing = brn__export_number(job, 1) - brn__export_number(job, 0);
  for (int k = 2; k < job->frame_count; k++) {
    if (brn__export_number(job, k) - brn__export_number(job, k - 1) != spacing) return 0;
  }
  return spacing;
}

static BrnStatus choose_frames(BrnExport* job) {
  const BrnReplay* replay = job->replay;
  job->frame = brn__new(job->ctx, replay->frame_count, int);
  if (!job->frame) return BRN_NO_MEMORY;
  for (int k = 0; k < replay->frame_count; k++) {
    if (brn__export_is_wanted(job, replay->frame[k].number)) job->frame[job->frame_count++] = k;
  }
  if (job->frame_count == 0) return fail_frames(job);
  job->spacing = find_spacing(job);
  job->rate = job->spacing > 0 ? replay->per_second / job->spacing : NAN;
  return BRN_OK;
}

BrnStatus brn__export_choose(BrnExport* job) {
  BRN_TRY(choose_parts(job));
  BRN_TRY(make_stems(job));
  return choose_frames(job);
}

BrnStatus brn__export_need_rate(BrnExport* job) {
  if (job->spacing > 0 && job->rate > 0) return BRN_OK;
  int k = 1;
  int spacing = job->frame_count > 1 ? brn__export_number(job, 1) - brn__export_number(job, 0) : 1;
  while (k + 1 < job->frame_count &&
         brn__export_number(job, k + 1) - brn__export_number(job, k) == spacing) {
    k++;
  }
  return brn__fail(job->ctx, BRN_UNSUPPORTED,
                   "%s: %s needs frames at equal distances, but after frame %d comes frame %d; "
                   "choose a range without gaps",
                   job->path, job->writer->about.title, brn__export_number(job, k),
                   brn__export_number(job, k + 1));
}

BrnStatus brn__export_need_times(BrnExport* job) {
  for (int k = 1; k < job->frame_count; k++) {
    double step = brn__export_time(job, k) - brn__export_time(job, k - 1);
    double size = fabs(brn__export_time(job, k) - brn__export_time(job, 0));
    if (step > 2 * FLT_EPSILON * size) continue;
    return brn__fail(
        job->ctx, BRN_UNSUPPORTED,
        "%s: %s needs frames one after the other, but frame %d is at %g s and frame %d "
        "at %g s; choose a range of frames in which time goes on",
        job->path, job->writer->about.title, brn__export_number(job, k - 1),
        brn__export_time(job, k - 1), brn__export_number(job, k), brn__export_time(job, k));
  }
  return BRN_OK;
}
