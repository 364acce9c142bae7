// SPDX-License-Identifier: Apache-2.0
//
// Parts in the built mesh: their vertices and their boundary.

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <string.h>

// where there are no tets, a part has a run of vertices of its own
static void run_of(const BrnModel* model, int part, int* first, int* end) {
  const BrnModelSurface* surface = &model->surface[model->part[part].surface];
  *first = surface->first;
  *end = surface->first + surface->mesh->vertex_count;
}

static void mark_runs(const BrnModel* model, const bool* part, bool* out) {
  for (int p = 0; p < model->part_count; p++) {
    int first, end;
    run_of(model, p, &first, &end);
    for (int v = first; v < end && part[p]; v++) out[v] = true;
  }
}

void brn__part_vertices(const BrnBuild* build, const bool* part, bool* out) {
  const BrnMesh* mesh = build->model->mesh;
  if (build->surfaces) mark_runs(build->model, part, out);
  for (int t = 0; t < mesh->tet_count; t++) {
    if (!part[brn__part_of_tet(mesh, t)]) continue;
    for (int k = 0; k < 4; k++) out[mesh->tet[4 * (size_t)t + k]] = true;
  }
}

int brn__bone_part(const BrnBuild* build, int bone) {
  const BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].kind == BRN_PART_BONE && model->part[p].owner == bone) return p;
  }
  BRN_ASSERT(!"a bone without a part");
  return -1;
}

void brn__part_bounds(const BrnBuild* build, int part, double low[3], double high[3]) {
  const BrnMesh* mesh = build->model->mesh;
  if (build->surfaces) {
    brn_mesh_bounds(build->model->surface[build->model->part[part].surface].mesh, low, high);
    return;
  }
  for (int i = 0; i < 3; i++) low[i] = INFINITY, high[i] = -INFINITY;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (brn__part_of_tet(mesh, t) != part) continue;
    for (int k = 0; k < 4; k++) {
      const double* p = mesh->position + 3 * (size_t)mesh->tet[4 * (size_t)t + k];
      for (int i = 0; i < 3; i++) low[i] = fmin(low[i], p[i]), high[i] = fmax(high[i], p[i]);
    }
  }
}

BrnStatus brn__build_part_bvh(BrnBuild* build, int part, const BrnBvh** out) {
  BrnContext* ctx = build->ctx;
  const BrnModel* model = build->model;
  *out = NULL;
  if (!build->part_bvh) {
    build->part_bvh = brn__new_zero(ctx, model->part_count, BrnBvh*);
    if (!build->part_bvh) return BRN_NO_MEMORY;
  }
  if (!build->part_bvh[part] && build->surfaces) {
    const BrnMesh* mesh = model->surface[model->part[part].surface].mesh;
    BRN_TRY(brn_bvh_create(ctx, mesh, &build->part_bvh[part]));
  }
  if (!build->part_bvh[part]) {
    BrnSurface* surface;
    BRN_TRY(brn_mesh_label_boundary(ctx, model->mesh, model->part[part].label, &surface));
    BrnStatus status = brn_bvh_create(ctx, surface->mesh, &build->part_bvh[part]);
    brn_surface_destroy(ctx, surface);
    BRN_TRY(status);
  }
  *out = build->part_bvh[part];
  return BRN_OK;
}

int brn__unit_part(const BrnBuild* build, int unit) {
  const BrnModel* model = build->model;
  int muscle = model->unit_list[unit].muscle, own = unit - model->muscle[muscle].first_unit;
  for (int p = 0; p < model->part_count; p++) {
    bool match = model->part[p].kind == BRN_PART_MUSCLE && model->part[p].owner == muscle;
    if (match && (build->part_unit[p] < 0 || build->part_unit[p] == own)) return p;
  }
  BRN_ASSERT(!"a unit without a part");
  return -1;
}

// --------------------------------------------------------------------------------------- source

// Vertices keep their order from the source to the mesh, but those that no part uses may have been
// dropped on the way: the next one at the same place is meant. Copies come after all others.
void brn__source_vertices(const BrnBuild* build, int* out) {
  const BrnMesh *mesh = build->model->mesh, *source = build->source;
  const int* original = build->model->original;
  int next = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (original && original[v] != v) {
      out[v] = out[original[v]];
      continue;
    }
    const double* p = mesh->position + 3 * (size_t)v;
    int at = next;
    while (at < source->vertex_count &&
           memcmp(source->position + 3 * (size_t)at, p, 3 * sizeof(double)) != 0) {
      at++;
    }
    out[v] = at < source->vertex_count ? at : -1;
    if (out[v] >= 0) next = at + 1;
  }
}

// ---------------------------------------------------------------------------------------- faces

static bool is_part_face(const BrnMesh* mesh, const int* neighbour, int t, int k) {
  int other = neighbour[4 * (size_t)t + k];
  return other < 0 || mesh->tet_label[other] != mesh->tet_label[t];
}

static void write_faces(const BrnMesh* mesh, const int* neighbour, BrnPartFaces* out) {
  int n = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    for (int k = 0; k < 4; k++) {
      if (!is_part_face(mesh, neighbour, t, k)) continue;
      out->tet[n] = t;
      out->part[n] = brn__part_of_tet(mesh, t);
      for (int i = 0; i < 3; i++) {
        out->corner[3 * (size_t)n + i] = mesh->tet[4 * (size_t)t + brn_tet_face[k][i]];
      }
      n++;
    }
  }
}

// the triangles of all parts; those of the envelope have no label
static BrnStatus list_triangles(BrnContext* ctx, const BrnMesh* mesh, BrnPartFaces* out) {
  out->part = brn__scratch(ctx, mesh->triangle_count, int);
  out->corner = brn__scratch(ctx, 3 * (size_t)mesh->triangle_count, int);
  if (!out->part || !out->corner) return BRN_NO_MEMORY;
  for (int f = 0; f < mesh->triangle_count; f++) {
    if (mesh->triangle_label[f] == 0) continue;
    out->part[out->count] = mesh->triangle_label[f] - 1;
    memcpy(out->corner + 3 * (size_t)out->count++, mesh->triangle + 3 * (size_t)f, 3 * sizeof(int));
  }
  return BRN_OK;
}

BrnStatus brn__part_faces(BrnBuild* build, BrnPartFaces* out) {
  BrnContext* ctx = build->ctx;
  const BrnMesh* mesh = build->model->mesh;
  *out = (BrnPartFaces){0};
  if (build->surfaces) return list_triangles(ctx, mesh, out);
  int* neighbour = brn__new(ctx, 4 * (size_t)mesh->tet_count, int);
  if (!neighbour) return BRN_NO_MEMORY;
  BrnStatus status = brn_tet_neighbours(ctx, mesh, neighbour);
  for (int t = 0; t < mesh->tet_count && status == BRN_OK; t++) {
    for (int k = 0; k < 4; k++) out->count += is_part_face(mesh, neighbour, t, k);
  }
  if (status == BRN_OK) {
    out->tet = brn__scratch(ctx, out->count, int);
    out->part = brn__scratch(ctx, out->count, int);
    out->corner = brn__scratch(ctx, 3 * (size_t)out->count, int);
    if (out->tet && out->part && out->corner) {
      write_faces(mesh, neighbour, out);
    } else {
      status = BRN_NO_MEMORY;
    }
  }
  brn__free(ctx, neighbour);
  return status;
}

double brn__face_area(const BrnMesh* mesh, const int corner[3], double centroid[3]) {
  const double *a = mesh->position + 3 * (size_t)corner[0],
               *b = mesh->position + 3 * (size_t)corner[1],
               *c = mesh->position + 3 * (size_t)corner[2];
  double normal[3];
  brn__triangle_normal(normal, a, b, c);
  for (int i = 0; i < 3; i++) centroid[i] = (a[i] + b[i] + c[i]) / 3;
  return brn__norm3(normal) / 2;
}

BrnStatus brn__list_marked(BrnContext* ctx, const bool* mark, int count, BrnVertexList* out) {
  int n = 0;
  for (int i = 0; i < count; i++) n += mark[i];
  out->vertex = brn__new(ctx, n, int);
  out->count = 0;
  if (!out->vertex) return BRN_NO_MEMORY;
  for (int i = 0; i < count; i++) {
    if (mark[i]) out->vertex[out->count++] = i;
  }
  return BRN_OK;
}
