// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the mesher share: spheres, and checks that every result must pass.

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

static inline double tetra_volume(BrnContext* ctx, const BrnMesh* mesh, int label) {
  BrnTetReport tets;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, label, &tets));
  return tets.volume;
}
