// SPDX-License-Identifier: Apache-2.0
//
// Criteria that go by vertex: the boundary of parts, the ones nearest to points, numbers, maps.

#include "anatomy/pieces.h"
#include "anatomy/select.h"
#include "core/vec.h"

#include <string.h>

// items of which a vertex mark holds: vertices themselves; tets with all four corners
static void mark_items(BrnSelecting* s, const bool* vertex) {
  const BrnMesh* mesh = s->selector->build->model->mesh;
  for (int i = 0; i < s->selector->count; i++) {
    bool holds = s->selector->tets || vertex[i];
    for (int k = 0; k < 4 && s->selector->tets; k++) {
      holds = holds && vertex[mesh->tet[4 * (size_t)i + k]];
    }
    s->in[i] = s->in[i] && holds;
  }
}

// Vertices on the boundary of a part that is chosen, and tets with a face on it.
BrnStatus brn__select_surface(BrnSelecting* s) {
  BrnBuild* build = s->selector->build;
  bool* on = brn__scratch_zero(build->ctx, s->selector->count, bool);
  BrnPartFaces faces;
  if (!on) return BRN_NO_MEMORY;
  BRN_TRY(brn__part_faces(build, &faces));
  for (int f = 0; f < faces.count; f++) {
    if (!s->part[faces.part[f]]) continue;
    if (s->selector->tets) on[faces.tet[f]] = true;
    for (int k = 0; k < 3 && !s->selector->tets; k++) on[faces.corner[3 * (size_t)f + k]] = true;
  }
  for (int i = 0; i < s->selector->count; i++) s->in[i] = s->in[i] && on[i];
  return BRN_OK;
}

static int nearest_item(const BrnSelecting* s, const double* point) {
  int nearest = -1;
  double best = INFINITY;
  for (int i = 0; i < s->selector->count; i++) {
    if (!s->base[i]) continue;
    double distance = brn__distance3(s->selector->place + 3 * (size_t)i, point);
    if (distance < best) best = distance, nearest = i;
  }
  return nearest;
}

BrnStatus brn__select_nearest(BrnSelecting* s) {
  const BrnSelector* selector = s->selector;
  bool* on = brn__scratch_zero(selector->build->ctx, selector->count, bool);
  if (!on) return BRN_NO_MEMORY;
  for (int i = 0; i < s->selection->nearest_count; i++) {
    int item = nearest_item(s, s->selection->nearest + 3 * (size_t)i);
    if (item >= 0) on[item] = true;
  }
  for (int i = 0; i < selector->count; i++) s->in[i] = s->in[i] && on[i];
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- numbers

static BrnStatus check_numbers(const BrnSelecting* s, int count, const char* what) {
  for (int i = 0; i < s->selection->vertex_count; i++) {
    int v = s->selection->vertex[i];
    if (v >= 0 && v < count) continue;
    return brn__fail(s->selector->build->ctx, BRN_INVALID,
                     "selections.%s.vertices: there is no vertex %d; %s has 0 to %d",
                     s->selection->name, v, what, count - 1);
  }
  return BRN_OK;
}

// the part whose surface file the numbers belong to; -1: they are those of the mesh
static int numbered_part(const BrnSelecting* s) {
  const BrnModel* model = s->selector->build->model;
  int found = -1, count = 0;
  for (int p = 0; p < model->part_count; p++) {
    if (s->part[p]) found = p, count++;
  }
  bool one = s->selection->part_count == 1 && count == 1;
  return one && model->part[found].surface >= 0 ? found : -1;
}

static int nearest_corner(const BrnSurface* boundary, const BrnSurfacePoint* at,
                          const double* point) {
  int nearest = -1;
  double best = INFINITY;
  for (int k = 0; k < 3; k++) {
    int v = boundary->mesh->triangle[3 * (size_t)at->triangle + k];
    double distance = brn__distance3(boundary->mesh->position + 3 * (size_t)v, point);
    if (distance < best) best = distance, nearest = boundary->vertex[v];
  }
  return nearest;
}

// A surface vertex lies on the part's boundary, or beside it: the nearest corner of the closest
// face is the vertex that took its place.
static BrnStatus mark_surface_numbers(BrnSelecting* s, int part, bool* out) {
  BrnBuild* build = s->selector->build;
  const BrnModel* model = build->model;
  const BrnModelSurface* surface = &model->surface[model->part[part].surface];
  const BrnBvh* bvh;
  BrnSurface* boundary;
  BRN_TRY(check_numbers(s, surface->mesh->vertex_count, "the surface"));
  if (build->surfaces) {
    for (int i = 0; i < s->selection->vertex_count; i++) {
      out[surface->first + s->selection->vertex[i]] = true;
    }
    return BRN_OK;
  }
  BRN_TRY(brn__build_part_bvh(build, part, &bvh));
  BRN_TRY(brn_mesh_label_boundary(build->ctx, model->mesh, model->part[part].label, &boundary));
  for (int i = 0; i < s->selection->vertex_count; i++) {
    const double* point = surface->mesh->position + 3 * (size_t)s->selection->vertex[i];
    BrnSurfacePoint at = brn_bvh_closest(bvh, point, INFINITY);
    if (at.triangle >= 0) out[nearest_corner(boundary, &at, point)] = true;
  }
  brn_surface_destroy(build->ctx, boundary);
  return BRN_OK;
}

// Numbers of mesh.file, or of the mesh that was made, before parts were taken apart: a vertex
// stands for all of its copies.
static BrnStatus mark_mesh_numbers(BrnSelecting* s, bool* out) {
  BrnBuild* build = s->selector->build;
  const BrnModel* model = build->model;
  int count = build->source ? build->source->vertex_count : model->mesh->vertex_count;
  int* number = brn__scratch(build->ctx, model->mesh->vertex_count, int);
  bool* named = brn__scratch_zero(build->ctx, count, bool);
  if (!number || !named) return BRN_NO_MEMORY;
  BRN_TRY(check_numbers(s, count, "the mesh"));
  for (int i = 0; i < s->selection->vertex_count; i++) named[s->selection->vertex[i]] = true;
  if (build->source) {
    brn__source_vertices(build, number);
  } else {
    for (int v = 0; v < count; v++) number[v] = model->original ? model->original[v] : v;
  }
  for (int v = 0; v < model->mesh->vertex_count; v++) {
    out[v] = number[v] >= 0 && named[number[v]];
  }
  return BRN_OK;
}

BrnStatus brn__select_vertex(BrnSelecting* s) {
  BrnBuild* build = s->selector->build;
  bool* on = brn__scratch_zero(build->ctx, build->model->mesh->vertex_count, bool);
  if (!on) return BRN_NO_MEMORY;
  int part = numbered_part(s);
  BRN_TRY(part >= 0 ? mark_surface_numbers(s, part, on) : mark_mesh_numbers(s, on));
  mark_items(s, on);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ maps

// at a centroid the map has the mean of its corners
static double value_at(const BrnSelecting* s, const double* value, int item) {
  if (!s->selector->tets) return value[item];
  const int* v = s->selector->build->model->mesh->tet + 4 * (size_t)item;
  return (value[v[0]] + value[v[1]] + value[v[2]] + value[v[3]]) / 4;
}

BrnStatus brn__select_map(BrnSelecting* s) {
  BrnBuild* build = s->selector->build;
  const BrnSceneMap* map = s->selection->map;
  BrnWhere where = brn__where("selections.%s.map", s->selection->name);
  double* value = brn__scratch(build->ctx, build->model->mesh->vertex_count, double);
  if (!value) return BRN_NO_MEMORY;
  BRN_TRY(brn__build_map(build, where.text, map, value));
  double above = isnan(map->above) ? 0.5 : map->above;
  for (int i = 0; i < s->selector->count; i++) {
    s->in[i] = s->in[i] && value_at(s, value, i) >= above;
  }
  return BRN_OK;
}
