// SPDX-License-Identifier: Apache-2.0
//
// Painted maps: numbers on the vertices of a surface, or of mesh.file, brought to the vertices of
// the built mesh.

#include "anatomy/map.h"

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <string.h>

// the one part that a map was painted on
static BrnStatus painted_part(BrnBuild* build, const char* where, const BrnSceneMap* map,
                              bool* part, int* out) {
  int count = 0;
  brn__build_find_part(build, map->part, part);
  for (int p = 0; p < build->model->part_count; p++) {
    if (part[p]) *out = p, count++;
  }
  if (count == 1) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "%s: \"%s\" has %d surfaces; name the unit whose surface was painted", where,
                   map->part, count);
}

// From a surface: each mesh vertex has the value of the surface point closest to it.
static BrnStatus from_surface(BrnBuild* build, const BrnMesh* surface, const double* value,
                              const bool* in, double* out) {
  BrnContext* ctx = build->ctx;
  const BrnMesh* mesh = build->model->mesh;
  BrnBvh* bvh;
  BRN_TRY(brn_bvh_create(ctx, surface, &bvh));
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (!in[v]) continue;
    BrnSurfacePoint at = brn_bvh_closest(bvh, mesh->position + 3 * (size_t)v, INFINITY);
    if (at.triangle < 0) continue;
    const int* corner = surface->triangle + 3 * (size_t)at.triangle;
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += at.weight[k] * value[corner[k]];
    out[v] = fmin(1, fmax(0, sum));
  }
  brn_bvh_destroy(ctx, bvh);
  return BRN_OK;
}

// From mesh.file: the vertices are the same.
static BrnStatus from_source(BrnBuild* build, const double* value, const bool* in, double* out) {
  int count = build->model->mesh->vertex_count;
  int* number = brn__scratch(build->ctx, count, int);
  if (!number) return BRN_NO_MEMORY;
  brn__source_vertices(build, number);
  for (int v = 0; v < count; v++) {
    if (in[v] && number[v] >= 0) out[v] = value[number[v]];
  }
  return BRN_OK;
}

static BrnStatus fail_nothing_painted(BrnBuild* build, const char* where) {
  return brn__fail(build->ctx, BRN_INVALID,
                   "%s: needs \"part\", whose surface was painted: there is no mesh.file", where);
}

static BrnStatus bring(BrnBuild* build, const char* where, const BrnSceneMap* map, double* out) {
  BrnContext* ctx = build->ctx;
  const BrnModel* model = build->model;
  int painted = -1;
  bool* part = brn__scratch_zero(ctx, model->part_count, bool);
  bool* in = brn__scratch_zero(ctx, model->mesh->vertex_count, bool);
  if (!part || !in) return BRN_NO_MEMORY;
  if (map->part) {
    BRN_TRY(painted_part(build, where, map, part, &painted));
  } else {
    memset(part, true, (size_t)model->part_count);
  }
  brn__part_vertices(build, part, in);
  int surface = painted >= 0 ? model->part[painted].surface : -1;
  const BrnMesh* mesh = surface >= 0 ? model->surface[surface].mesh : build->source;
  if (!mesh) return fail_nothing_painted(build, where);
  double* value = brn__scratch(ctx, mesh->vertex_count, double);
  if (!value) return BRN_NO_MEMORY;
  BRN_TRY(brn__map_values(build, where, map, mesh, value));
  return surface >= 0 ? from_surface(build, mesh, value, in, out)
                      : from_source(build, value, in, out);
}

BrnStatus brn__build_map(BrnBuild* build, const char* where, const BrnSceneMap* map, double* out) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  memset(out, 0, sizeof(double) * (size_t)build->model->mesh->vertex_count);
  BrnStatus status = bring(build, where, map, out);
  brn__scratch_release(build->ctx, mark);
  return status;
}
