// SPDX-License-Identifier: Apache-2.0

#include "export/export.h"

// OBJ, PLY and STL: a file a frame and part, or one a frame with all parts as groups. Vertices and
// faces are the same in all frames, in the artist's order where a part has its surface.

static bool is_joined(const BrnExport* job) { return job->def.joined || job->part_count == 1; }

static BrnStatus plan(BrnExport* job) {
  bool still = brn__export_is_still(job);
  if (job->part_count == 0) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED, "%s: there are no surfaces", job->path);
  }
  for (int k = 0; k < job->frame_count; k++) {
    int number = still ? BRN_NO_FRAME : brn__export_number(job, k);
    for (int p = 0; p < (is_joined(job) ? 1 : job->part_count); p++) {
      const char* stem = is_joined(job) ? NULL : job->stem[p];
      BRN_TRY(brn__export_plan_file(job, stem, number, NULL));
    }
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ meshes

// one a part, or one of all
static BrnStatus make_meshes(BrnExport* job, int count, BrnMesh** mesh) {
  if (job->def.joined) return brn__export_joined_mesh(job, &mesh[0]);
  for (int p = 0; p < count; p++) BRN_TRY(brn__export_skin_mesh(job, p, &mesh[p]));
  return BRN_OK;
}

static BrnStatus write_frame(BrnExport* job, int k, int count, BrnMesh** mesh) {
  BRN_TRY(brn__export_frame(job, k));
  for (int p = 0; p < count; p++) {
    if (job->def.joined) {
      brn__export_move_joined(job, mesh[p]);
    } else {
      brn__export_move_mesh(job, p, mesh[p]);
    }
    BRN_TRY(brn__export_write_mesh(job, job->writer->about.name, k * count + p, mesh[p]));
  }
  return BRN_OK;
}

static BrnStatus write(BrnExport* job) {
  int count = is_joined(job) ? 1 : job->part_count;
  BrnMesh** mesh = brn__new_zero(job->ctx, count, BrnMesh*);
  if (!mesh) return BRN_NO_MEMORY;
  BrnStatus status = make_meshes(job, count, mesh);
  for (int k = 0; k < job->frame_count && status == BRN_OK; k++) {
    status = write_frame(job, k, count, mesh);
  }
  for (int p = 0; p < count; p++) brn_mesh_destroy(job->ctx, mesh[p]);
  brn__free(job->ctx, (void*)mesh);
  return status;
}

const BrnExportWriter brn__export_obj = {
    {"obj", "obj", "OBJ, a file a frame; quads stay quads"}, plan, write};
const BrnExportWriter brn__export_ply = {
    {"ply", "ply", "PLY, a file a frame; quads stay quads"}, plan, write};
const BrnExportWriter brn__export_stl = {{"stl", "stl", "STL, a file a frame"}, plan, write};
