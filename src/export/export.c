// SPDX-License-Identifier: Apache-2.0
//
// An export from beginning to end: the def is checked, parts and frames are chosen, the writer
// plans its files, then writes.

#include "export/export.h"

#include <math.h>

BrnExportDef brn_export_def_default(void) {
  return (BrnExportDef){.first = BRN_SCENE_FRAME,
                        .last = BRN_SCENE_FRAME,
                        .every = 1,
                        .metres_per_unit = 1,
                        .up = 'y',
                        .memory = (size_t)256 << 20,
                        .cookie = BRN_COOKIE};
}

static BrnStatus check_def(BrnContext* ctx, const BrnExportDef* def) {
  if (!(def->metres_per_unit > 0) || !isfinite(def->metres_per_unit)) {
    return brn__fail(ctx, BRN_INVALID, "a unit of %g m cannot be; it must be above 0",
                     def->metres_per_unit);
  }
  if (def->up != 'x' && def->up != 'y' && def->up != 'z') {
    return brn__fail(ctx, BRN_INVALID, "the up-axis is x, y or z, not '%c'", def->up);
  }
  if (def->every < 1) {
    return brn__fail(ctx, BRN_INVALID, "every %dth frame cannot be; the least is 1", def->every);
  }
  if (!(def->tolerance >= 0)) {
    return brn__fail(ctx, BRN_INVALID, "a tolerance of %g m cannot be", def->tolerance);
  }
  return BRN_OK;
}

static void free_rows(BrnContext* ctx, int count, void** row) {
  for (int i = 0; row && i < count; i++) brn__free(ctx, row[i]);
  brn__free(ctx, (void*)row);
}

static void clean(BrnExport* job) {
  BrnContext* ctx = job->ctx;
  free_rows(ctx, job->part_count, (void**)job->normal);
  free_rows(ctx, job->part_count, (void**)job->point);
  free_rows(ctx, job->part_count, (void**)job->stem);
  free_rows(ctx, job->file_count, (void**)job->file);
  brn__free(ctx, job->position);
  brn__free(ctx, job->frame);
  brn__free(ctx, job->part);
  brn__free(ctx, job->name);
}

static void count(BrnExport* job) {
  job->report.frames = job->frame_count;
  job->report.parts = job->part_count;
  for (int p = 0; p < job->part_count; p++) {
    job->report.vertices += brn__export_part(job, p)->skin.rider.point_count;
  }
}

static BrnStatus go(BrnExport* job) {
  BRN_TRY(check_def(job->ctx, &job->def));
  BRN_TRY(brn__export_find_writer(job));
  BRN_TRY(brn__export_choose(job));
  BRN_TRY(job->writer->plan(job));
  BRN_TRY(brn__export_check_files(job));
  count(job);
  return job->writer->write(job);
}

BrnStatus brn_export(BrnContext* ctx, BrnReplay* replay, const char* path, const BrnExportDef* def,
                     BrnExportReport* report) {
  BRN_ASSERT(ctx && replay && path);
  BrnExportDef defaults = brn_export_def_default();
  if (!def) def = &defaults;
  BRN_CHECK_DEF(def);
  BrnExport job = {.ctx = ctx, .replay = replay, .path = path, .def = *def, .pass_count = 1};
  job.start = brn__seconds();
  BrnStatus status = go(&job);
  clean(&job);
  if (report) *report = job.report;
  return status;
}
