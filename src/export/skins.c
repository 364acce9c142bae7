// SPDX-License-Identifier: Apache-2.0

#include "export/export.h"
#include "io/registry.h"
#include "mesh/mesh.h"

#include <limits.h>
#include <string.h>

// Skins as meshes for the writers of the room io.

// copies the triangles of a part behind those that are there; *polygon: the next free id
static void add_skin(const BrnSkin* skin, int first_vertex, int first_triangle, int* polygon,
                     BrnMesh* mesh) {
  int* corner = mesh->triangle + 3 * (size_t)first_triangle;
  for (size_t i = 0; i < 3 * (size_t)skin->triangle_count; i++) {
    corner[i] = first_vertex + skin->triangle[i];
  }
  for (int t = 0; mesh->polygon && t < skin->triangle_count; t++) {
    bool goes_on = t > 0 && skin->polygon && skin->polygon[t] == skin->polygon[t - 1];
    if (!goes_on) (*polygon)++;
    mesh->polygon[first_triangle + t] = *polygon;
  }
}

static BrnStatus need_polygons(BrnContext* ctx, BrnMesh* mesh) {
  mesh->polygon = brn__new_zero(ctx, mesh->triangle_count, int);
  return mesh->polygon ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__export_skin_mesh(BrnExport* job, int p, BrnMesh** out) {
  const BrnSkin* skin = &brn__export_part(job, p)->skin;
  int polygon = -1;
  BRN_TRY(brn_mesh_create(job->ctx, skin->rider.point_count, skin->triangle_count, 0, out));
  if (skin->polygon && need_polygons(job->ctx, *out) != BRN_OK) {
    brn_mesh_destroy(job->ctx, *out);
    *out = NULL;
    return BRN_NO_MEMORY;
  }
  add_skin(skin, 0, 0, &polygon, *out);
  return BRN_OK;
}

void brn__export_move_mesh(const BrnExport* job, int p, BrnMesh* mesh) {
  if (mesh->vertex_count == 0) return;
  memcpy(mesh->position, job->point[p], 3 * (size_t)mesh->vertex_count * sizeof(double));
}

// ------------------------------------------------------------------------------------------ joined

static BrnStatus count_all(BrnExport* job, int* vertices, int* triangles, bool* polygons) {
  int64_t v = 0, t = 0;
  for (int p = 0; p < job->part_count; p++) {
    const BrnSkin* skin = &brn__export_part(job, p)->skin;
    v += skin->rider.point_count;
    t += skin->triangle_count;
    if (skin->polygon) *polygons = true;
  }
  if (v > INT_MAX || t > INT_MAX) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED, "%s: too many vertices for one file; choose parts",
                     job->path);
  }
  *vertices = (int)v;
  *triangles = (int)t;
  return BRN_OK;
}

static BrnStatus fill_joined(BrnExport* job, bool polygons, BrnMesh* mesh) {
  BRN_TRY(brn__mesh_need_triangle_labels(job->ctx, mesh));
  if (polygons) BRN_TRY(need_polygons(job->ctx, mesh));
  int vertex = 0, triangle = 0, polygon = -1;
  for (int p = 0; p < job->part_count; p++) {
    const BrnReplayPart* part = brn__export_part(job, p);
    add_skin(&part->skin, vertex, triangle, &polygon, mesh);
    for (int t = 0; t < part->skin.triangle_count; t++) mesh->triangle_label[triangle + t] = p + 1;
    BRN_TRY(brn_mesh_name_label(job->ctx, mesh, BRN_ON_TRIANGLE, p + 1, part->name));
    vertex += part->skin.rider.point_count;
    triangle += part->skin.triangle_count;
  }
  return BRN_OK;
}

BrnStatus brn__export_joined_mesh(BrnExport* job, BrnMesh** out) {
  int vertices = 0, triangles = 0;
  bool polygons = false;
  BRN_TRY(count_all(job, &vertices, &triangles, &polygons));
  BRN_TRY(brn_mesh_create(job->ctx, vertices, triangles, 0, out));
  BrnStatus status = fill_joined(job, polygons, *out);
  if (status == BRN_OK) return BRN_OK;
  brn_mesh_destroy(job->ctx, *out);
  *out = NULL;
  return status;
}

void brn__export_move_joined(const BrnExport* job, BrnMesh* mesh) {
  double* to = mesh->position;
  for (int p = 0; p < job->part_count; p++) {
    size_t count = 3 * (size_t)brn__export_part(job, p)->skin.rider.point_count;
    if (count > 0) memcpy(to, job->point[p], count * sizeof(double));
    to += count;
  }
}

// ----------------------------------------------------------------------------------------- writing

BrnStatus brn__export_write_mesh(BrnExport* job, const char* name, int file, const BrnMesh* mesh) {
  BrnSink sink;
  const BrnFormat* format;
  BrnWriteDef def = brn_write_def_default();
  BRN_TRY(brn__format_find(job->ctx, name, job->path, &format));
  BRN_TRY(brn__export_open(job, file, &sink));
  return brn__export_close(job, &sink, format->write(job->ctx, mesh, &def, &sink));
}
