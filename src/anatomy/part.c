// SPDX-License-Identifier: Apache-2.0
//
// Parts in the built mesh: their vertices, their boundary, the edges around a vertex.

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <string.h>

void brn__part_vertices(const BrnBuild* build, const bool* part, bool* out) {
  const BrnMesh* mesh = build->model->mesh;
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

// ---------------------------------------------------------------------------------------- edges

static double edge_length(const BrnMesh* mesh, int a, int b) {
  return brn__distance3(mesh->position + 3 * (size_t)a, mesh->position + 3 * (size_t)b);
}

// An edge counts once for every tet around it, here and below.
double brn__build_local_edge(BrnBuild* build, int vertex) {
  const BrnMesh* mesh = build->model->mesh;
  double sum = 0;
  int count = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* v = mesh->tet + 4 * (size_t)t;
    if (v[0] != vertex && v[1] != vertex && v[2] != vertex && v[3] != vertex) continue;
    for (int k = 0; k < 4; k++) {
      if (v[k] == vertex) continue;
      sum += edge_length(mesh, vertex, v[k]);
      count++;
    }
  }
  return count ? sum / count : 0;
}

BrnStatus brn__local_edges(BrnBuild* build, double* out) {
  const BrnMesh* mesh = build->model->mesh;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  int* count = brn__scratch_zero(build->ctx, mesh->vertex_count, int);
  if (!count) return BRN_NO_MEMORY;
  memset(out, 0, sizeof(double) * (size_t)mesh->vertex_count);
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* v = mesh->tet + 4 * (size_t)t;
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < k; i++) {
        double length = edge_length(mesh, v[i], v[k]);
        out[v[i]] += length, count[v[i]]++;
        out[v[k]] += length, count[v[k]]++;
      }
    }
  }
  for (int v = 0; v < mesh->vertex_count; v++) out[v] /= count[v] ? count[v] : 1;
  brn__scratch_release(build->ctx, mark);
  return BRN_OK;
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
      for (int i = 0; i < 3; i++) {
        out->corner[3 * (size_t)n + i] = mesh->tet[4 * (size_t)t + brn_tet_face[k][i]];
      }
      n++;
    }
  }
}

BrnStatus brn__part_faces(BrnBuild* build, BrnPartFaces* out) {
  BrnContext* ctx = build->ctx;
  const BrnMesh* mesh = build->model->mesh;
  *out = (BrnPartFaces){0};
  int* neighbour = brn__new(ctx, 4 * (size_t)mesh->tet_count, int);
  if (!neighbour) return BRN_NO_MEMORY;
  BrnStatus status = brn_tet_neighbours(ctx, mesh, neighbour);
  for (int t = 0; t < mesh->tet_count && status == BRN_OK; t++) {
    for (int k = 0; k < 4; k++) out->count += is_part_face(mesh, neighbour, t, k);
  }
  if (status == BRN_OK) {
    out->tet = brn__scratch(ctx, out->count, int);
    out->corner = brn__scratch(ctx, 3 * (size_t)out->count, int);
    if (out->tet && out->corner) {
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
