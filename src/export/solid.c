// SPDX-License-Identifier: Apache-2.0

#include "export/export.h"
#include "export/turn.h"
#include "io/pvd.h"
#include "io/source.h"

#include <string.h>
#include <strings.h>

// VTU and PVD: the tets (or surfaces) of each frame with their arrays. A run is that already; here
// it comes in other units and axes, with some of its parts or frames. What is not to be changed is
// copied byte by byte.

static const char* extension_of(const char* path) {
  const char* dot = path ? strrchr(brn__export_base(path), '.') : NULL;
  return dot ? dot + 1 : "";
}

// a list of the frames, before them; not for --to arm.vtu
static bool has_list(const BrnExport* job) {
  return strcasecmp(extension_of(job->path), "vtu") != 0;
}

static bool has_sheets(const BrnReplay* replay) {
  return replay->model && brn_model_count(replay->model, BRN_OF_SHEETS) > 0;
}

static BrnStatus plan(BrnExport* job) {
  const BrnMesh* mesh = job->replay->mesh;
  if (mesh->tet_count == 0 && !has_sheets(job->replay)) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED, "%s: there are no tets", job->path);
  }
  bool still = !has_list(job) && brn__export_is_still(job);
  if (has_list(job)) BRN_TRY(brn__export_plan_file(job, NULL, BRN_NO_FRAME, "pvd"));
  for (int k = 0; k < job->frame_count; k++) {
    int number = still ? BRN_NO_FRAME : brn__export_number(job, k);
    BRN_TRY(brn__export_plan_file(job, NULL, number, "vtu"));
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------- chosen parts

static bool is_all(const BrnExport* job) {
  return job->def.part_count == 0 || job->part_count == job->replay->part_count;
}

static bool is_label_chosen(const BrnExport* job, int label) {
  for (int p = 0; p < job->part_count; p++) {
    if (brn__export_part(job, p)->label == label) return true;
  }
  return false;
}

static void keep_values(BrnMesh* mesh, size_t from, size_t to) {
  for (int i = 0; i < mesh->array_count; i++) {
    const BrnArray* array = &mesh->array[i];
    size_t size = (size_t)array->components;
    if (array->on != BRN_ON_TET) continue;
    memmove(array->value + to * size, array->value + from * size, size * sizeof(double));
  }
}

// those without a label are of no part
static void keep_tets(const BrnExport* job, BrnMesh* mesh) {
  size_t kept = 0;
  for (size_t t = 0; t < (size_t)mesh->tet_count; t++) {
    if (!is_label_chosen(job, mesh->tet_label[t])) continue;
    memmove(mesh->tet + 4 * kept, mesh->tet + 4 * t, 4 * sizeof(int));
    mesh->tet_label[kept] = mesh->tet_label[t];
    keep_values(mesh, t, kept++);
  }
  mesh->tet_count = (int)kept;
}

static void keep_triangles(const BrnExport* job, BrnMesh* mesh) {
  size_t kept = 0;
  for (size_t t = 0; t < (size_t)mesh->triangle_count && mesh->triangle_label; t++) {
    if (!is_label_chosen(job, mesh->triangle_label[t])) continue;
    memmove(mesh->triangle + 3 * kept, mesh->triangle + 3 * t, 3 * sizeof(int));
    mesh->triangle_label[kept++] = mesh->triangle_label[t];
  }
  mesh->triangle_count = (int)kept;
}

// what nothing uses goes with what is not chosen: points inside, too
static BrnStatus keep_chosen(BrnExport* job, BrnMesh* mesh) {
  int dropped;
  const int* label = mesh->tet_count > 0 ? mesh->tet_label : mesh->triangle_label;
  if (is_all(job) || !label) return BRN_OK;
  keep_tets(job, mesh);
  keep_triangles(job, mesh);
  return brn_mesh_drop_orphans(job->ctx, mesh, &dropped);
}

// ------------------------------------------------------------------------------------------ frames

static BrnStatus convert(BrnExport* job, BrnMesh* mesh) {
  BRN_TRY(keep_chosen(job, mesh));
  brn_mesh_from_si(mesh, job->def.metres_per_unit, job->def.up);
  for (int i = 0; i < mesh->array_count; i++) brn__export_turn_array(job, mesh, &mesh->array[i]);
  return BRN_OK;
}

static BrnStatus write_converted(BrnExport* job, const BrnReplayFrame* frame, int file) {
  BrnMesh* mesh;
  BrnReadDef def = brn_read_def_default();
  def.plain = job->replay->folder != NULL;
  BRN_TRY(frame->file ? brn_mesh_read(job->ctx, frame->file, &def, &mesh)
                      : brn_mesh_copy(job->ctx, job->replay->mesh, &mesh));
  BrnStatus status = convert(job, mesh);
  if (status == BRN_OK) status = brn__export_write_mesh(job, "vtu", file, mesh);
  brn_mesh_destroy(job->ctx, mesh);
  return status;
}

static BrnStatus write_copy(BrnExport* job, const BrnReplayFrame* frame, int file) {
  BrnSource source;
  BrnSink sink;
  BRN_TRY(job->replay->folder ? brn__source_open_own(job->ctx, frame->file, &source)
                              : brn__source_open(job->ctx, frame->file, &source));
  BrnStatus status = brn__export_open(job, file, &sink);
  if (status == BRN_OK) {
    brn__sink_bytes(&sink, source.data, source.size);
    status = brn__export_close(job, &sink, BRN_OK);
  }
  brn__source_close(job->ctx, &source);
  return status;
}

static BrnStatus write_frame(BrnExport* job, int k, int file) {
  const BrnReplayFrame* frame = &job->replay->frame[job->frame[k]];
  bool same = job->def.metres_per_unit == 1 && job->def.up == 'y' && is_all(job) &&
              strcasecmp(extension_of(frame->file), "vtu") == 0;
  BRN_TRY(brn__export_tell(job, k));
  return same ? write_copy(job, frame, file) : write_converted(job, frame, file);
}

static BrnStatus write_list(BrnExport* job) {
  BrnCollection* list;
  BrnSink sink;
  BRN_TRY(brn_collection_create(job->ctx, &list));
  BrnStatus status = BRN_OK;
  for (int k = 0; k < job->frame_count && status == BRN_OK; k++) {
    status = brn_collection_add(job->ctx, list, brn__export_time(job, k), 0,
                                brn__export_base(job->file[k + 1]));
  }
  if (status == BRN_OK) status = brn__export_open(job, 0, &sink);
  if (status == BRN_OK) {
    brn__collection_print(list, &sink);
    status = brn__export_close(job, &sink, BRN_OK);
  }
  brn_collection_destroy(job->ctx, list);
  return status;
}

static BrnStatus write(BrnExport* job) {
  int first = has_list(job) ? 1 : 0;
  job->report.vertices = job->replay->mesh->vertex_count;
  for (int k = 0; k < job->frame_count; k++) BRN_TRY(write_frame(job, k, first + k));
  return has_list(job) ? write_list(job) : BRN_OK;
}

const BrnExportWriter brn__export_vtu = {
    {"vtu", "pvd vtu", "VTU (ParaView), the tets of a frame a file, and their list"}, plan, write};
