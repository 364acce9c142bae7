// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the mesher share: spheres, boxes, spindles, and checks that every result must
// pass.

#pragma once

#include "brawn/tetra.h"
#include "core/vec.h"
#include "mesh/mesh_test.h"

/// A sphere of m x n quads (n from pole to pole), each cut in two; facing out.
static inline BrnMesh* tetra_sphere(BrnContext* ctx, int m, int n, double x, double radius) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, m * (n - 1) + 2, 2 * m * (n - 1), 0, &mesh));
  for (int i = 0; i < m * (n - 1); i++) {
    double u = 2 * acos(-1) * (i % m) / m, v = acos(-1) * (i / m + 1) / n;
    double p[3] = {x + radius * sin(v) * cos(u), radius * sin(v) * sin(u), radius * cos(v)};
    brn__copy3(mesh->position + 3 * i, p);
  }
  int top = m * (n - 1), bottom = top + 1, *t = mesh->triangle;
  double poles[2][3] = {{x, 0, radius}, {x, 0, -radius}};
  memcpy(mesh->position + 3 * (size_t)top, poles, sizeof poles);
  for (int i = 0; i < m; i++) {
    int next = (i + 1) % m, last = m * (n - 2);
    for (int k = 0; k < n - 2; k++, t += 6) {
      int a = k * m + i, b = k * m + next, quad[6] = {a, a + m, b + m, a, b + m, b};
      memcpy(t, quad, sizeof quad);
    }
    int caps[6] = {top, i, next, bottom, last + next, last + i};
    memcpy(t, caps, sizeof caps);
    t += 6;
  }
  return mesh;
}

/// A box, facing out.
static inline BrnMesh* tetra_box(BrnContext* ctx, const double* low, const double* high) {
  static const int quad[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 8, 12, 0, &mesh));
  for (int i = 0; i < 24; i++) {
    mesh->position[i] = (i / 3 >> i % 3 & 1 ? high : low)[i % 3];
  }
  for (int f = 0; f < 6; f++) {
    const int *q = quad[f], two[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
    memcpy(mesh->triangle + 6 * f, two, sizeof two);
  }
  return mesh;
}

/// A spindle from a to b with flat, round ends of radius `end` and a belly of radius `belly`; m
/// quads around, n along.
static inline BrnMesh* tetra_spindle(BrnContext* ctx, int m, int n, const double* a,
                                     const double* b, double end, double belly) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, m * (n + 1) + 2, 2 * m * (n + 1), 0, &mesh));
  double axis[3], u[3], v[3], some[3] = {0};
  brn__sub3(axis, b, a);
  brn__normalize3(axis);
  some[fabs(axis[0]) < 0.8 ? 0 : 1] = 1;
  brn__cross3(u, some, axis);
  brn__normalize3(u);
  brn__cross3(v, axis, u);
  for (int i = 0; i < m * (n + 1); i++) {
    double s = (double)(i / m) / n, turn = 2 * acos(-1) * (i % m) / m;
    double radius = end + (belly - end) * pow(sin(acos(-1) * s), 2), *p = mesh->position + 3 * i;
    for (int k = 0; k < 3; k++) {
      p[k] = a[k] + s * (b[k] - a[k]) + radius * (cos(turn) * u[k] + sin(turn) * v[k]);
    }
  }
  int low = m * (n + 1), high = low + 1, *t = mesh->triangle;
  brn__copy3(mesh->position + 3 * low, a);
  brn__copy3(mesh->position + 3 * high, b);
  for (int i = 0; i < m; i++) {
    int next = (i + 1) % m, last = m * n;
    for (int k = 0; k < n; k++, t += 6) {
      int p = k * m + i, q = k * m + next, quad[6] = {p, q, q + m, p, q + m, p + m};
      memcpy(t, quad, sizeof quad);
    }
    int caps[6] = {low, next, i, high, last + i, last + next};
    memcpy(t, caps, sizeof caps);
    t += 6;
  }
  return mesh;
}

static inline BrnTetraDef tetra_def(const BrnTetraPart* part, int count, double size) {
  BrnTetraDef def = brn_tetra_def_default();
  def.part = part;
  def.part_count = count;
  def.size = size;
  return def;
}

/// Upright tets with good angles, faces of two tets at most, no vertex without a tet, and a closed
/// surface around every part.
static inline void tetra_check(BrnContext* ctx, const BrnMesh* mesh) {
  BrnTetReport tets;
  int *list = NULL, count;
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &tets));
  ENSURE(tets.tet_count > 0);
  ENSURE_INT(tets.inverted_count + tets.degenerate_count + tets.duplicate_count, 0);
  ENSURE_INT(tets.bad_face_count, 0);
  ENSURE(tets.min_dihedral > 8 && tets.max_dihedral < 165);
  ENSURE_OK(ctx, brn_mesh_orphans(ctx, mesh, &list, &count));
  ENSURE_INT(count, 0);
  brn_free(ctx, list);
  BrnSurface* skin; // cracks between tets would show as faces that lie on each other
  BrnSurfaceReport whole;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &skin));
  ENSURE_OK(ctx, brn_surface_report(ctx, skin->mesh, true, &whole));
  ENSURE_INT(whole.self_intersection_count, 0);
  brn_surface_destroy(ctx, skin);
  ENSURE_OK(ctx, brn_mesh_labels(ctx, mesh, BRN_ON_TET, &list, &count));
  for (int i = 0; i < count; i++) {
    BrnSurface* surface;
    BrnSurfaceReport report;
    ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, mesh, list[i], &surface));
    ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, true, &report));
    ENSURE(report.closed && report.oriented);
    ENSURE_INT(report.self_intersection_count, 0);
    brn_surface_destroy(ctx, surface);
  }
  brn_free(ctx, list);
}

/// Area of the faces between two parts, m^2.
static inline double tetra_contact(BrnContext* ctx, const BrnMesh* mesh, int a, int b) {
  BrnSurface* surface;
  BrnSurfaceReport report;
  ENSURE_OK(ctx, brn_mesh_interface(ctx, mesh, a, b, &surface));
  ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, false, &report));
  brn_surface_destroy(ctx, surface);
  return report.area;
}

/// Vertices that tets of both parts have.
static inline int tetra_shared(const BrnMesh* mesh, int a, int b) {
  int count = 0;
  uint8_t* seen = calloc((size_t)mesh->vertex_count, 1);
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    int label = mesh->tet_label[i / 4];
    seen[mesh->tet[i]] |= (uint8_t)((label == a) | (label == b) << 1);
  }
  for (int v = 0; v < mesh->vertex_count; v++) count += seen[v] == 3;
  free(seen);
  return count;
}

static inline double tetra_volume(BrnContext* ctx, const BrnMesh* mesh, int label) {
  BrnTetReport tets;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, label, &tets));
  return tets.volume;
}
