// SPDX-License-Identifier: Apache-2.0

#include "export/export.h"
#include "io/numbers.h"

#include <string.h>

// PC2 and MDD: the points of a part, frame after frame, as 32-bit floats, for a mesh that the other
// program has already. That mesh, at rest, is written beside it as OBJ: arm.pc2 and arm.obj.
//
// PC2: "POINTCACHE2", version, points, first frame, frames from sample to sample, samples; then
// the points. Little-endian. MDD: frames, points, the time of each frame, s; then the points.
// Big-endian.

typedef struct Caches {
  BrnExport* job;
  int count;     // of caches: one a part, or one of all
  BrnSink* sink; // (count)
  int open;      // sinks that are
} Caches;

static bool is_joined(const BrnExport* job) { return job->def.joined || job->part_count == 1; }

static int cache_count(const BrnExport* job) { return is_joined(job) ? 1 : job->part_count; }

// file 2 c is a cache, 2 c + 1 its mesh
static BrnStatus plan(BrnExport* job) {
  if (job->part_count == 0) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED, "%s: there are no surfaces", job->path);
  }
  for (int c = 0; c < cache_count(job); c++) {
    const char* stem = is_joined(job) ? NULL : job->stem[c];
    BRN_TRY(brn__export_plan_file(job, stem, BRN_NO_FRAME, NULL));
    BRN_TRY(brn__export_plan_file(job, stem, BRN_NO_FRAME, "obj"));
  }
  return BRN_OK;
}

static BrnStatus plan_pc2(BrnExport* job) {
  BRN_TRY(brn__export_need_rate(job));
  return plan(job);
}

static int point_count(const BrnExport* job, int cache) {
  if (!job->def.joined) return brn__export_part(job, cache)->skin.rider.point_count;
  return (int)job->report.vertices;
}

// ------------------------------------------------------------------------------------------- heads

static void write_pc2_head(const BrnExport* job, int points, BrnSink* sink) {
  bool swap = brn__machine_is_big_endian();
  double start[2] = {brn__export_number(job, 0), job->spacing};
  brn__sink_bytes(sink, "POINTCACHE2", 12); // with its zero
  brn__sink_raw_int(sink, 1, swap);
  brn__sink_raw_int(sink, points, swap);
  brn__sink_raw(sink, BRN_F32, start, 2, swap);
  brn__sink_raw_int(sink, job->frame_count, swap);
}

static void write_mdd_head(const BrnExport* job, int points, BrnSink* sink) {
  bool swap = !brn__machine_is_big_endian();
  brn__sink_raw_int(sink, job->frame_count, swap);
  brn__sink_raw_int(sink, points, swap);
  for (int k = 0; k < job->frame_count; k++) {
    double time = brn__export_time(job, k);
    brn__sink_raw(sink, BRN_F32, &time, 1, swap);
  }
}

static bool is_pc2(const BrnExport* job) { return strcmp(job->writer->about.name, "pc2") == 0; }

static BrnStatus open_cache(Caches* caches, int c) {
  BrnExport* job = caches->job;
  BRN_TRY(brn__export_open(job, 2 * c, &caches->sink[c]));
  caches->open++;
  if (is_pc2(job)) {
    write_pc2_head(job, point_count(job, c), &caches->sink[c]);
  } else {
    write_mdd_head(job, point_count(job, c), &caches->sink[c]);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ frames

static BrnStatus add_frame(Caches* caches, int k) {
  BrnExport* job = caches->job;
  bool swap = is_pc2(job) == brn__machine_is_big_endian();
  BRN_TRY(brn__export_frame(job, k));
  for (int p = 0; p < job->part_count; p++) {
    BrnSink* sink = &caches->sink[job->def.joined ? 0 : p];
    size_t count = 3 * (size_t)brn__export_part(job, p)->skin.rider.point_count;
    brn__sink_raw(sink, BRN_F32, job->point[p], count, swap);
    BRN_TRY(sink->status); // a full disk need not be found out at the end
  }
  return BRN_OK;
}

static BrnStatus write_rest(BrnExport* job, int c) {
  BrnMesh* mesh;
  BRN_TRY(job->def.joined ? brn__export_joined_mesh(job, &mesh)
                          : brn__export_skin_mesh(job, c, &mesh));
  if (job->def.joined) {
    brn__export_move_joined(job, mesh);
  } else {
    brn__export_move_mesh(job, c, mesh);
  }
  BrnStatus status = brn__export_write_mesh(job, "obj", 2 * c + 1, mesh);
  brn_mesh_destroy(job->ctx, mesh);
  return status;
}

static BrnStatus fill(Caches* caches) {
  BrnExport* job = caches->job;
  for (int c = 0; c < caches->count; c++) BRN_TRY(open_cache(caches, c));
  for (int k = 0; k < job->frame_count; k++) BRN_TRY(add_frame(caches, k));
  BRN_TRY(brn__export_rest(job));
  for (int c = 0; c < caches->count; c++) BRN_TRY(write_rest(job, c));
  return BRN_OK;
}

static BrnStatus write(BrnExport* job) {
  Caches caches = {.job = job, .count = cache_count(job)};
  caches.sink = brn__new(job->ctx, caches.count, BrnSink);
  if (!caches.sink) return BRN_NO_MEMORY;
  BrnStatus status = fill(&caches);
  for (int c = 0; c < caches.open; c++) {
    status = brn__export_close(job, &caches.sink[c], status);
  }
  brn__free(job->ctx, caches.sink);
  return status;
}

const BrnExportWriter brn__export_pc2 = {
    {"pc2", "pc2", "PC2 point cache (Blender, Maya), a file a part, with its mesh as OBJ"},
    plan_pc2,
    write};
const BrnExportWriter brn__export_mdd = {
    {"mdd", "mdd", "MDD point cache (Blender, Houdini, LightWave), a file a part, with its mesh"},
    plan,
    write};
