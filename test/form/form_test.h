// SPDX-License-Identifier: Apache-2.0
//
// What the tests of forms share: short ways to paths and lumps, and everything asked of a surface.

#pragma once

#include "test.h"

#include "brawn/form.h"

static const double form_pi = 3.14159265358979323846;

static inline BrnFormPath form_path(double* point, int points, double* width, int widths) {
  BrnFormPath path = brn_form_path_default();
  path.point = point, path.point_count = points;
  path.width = width, path.width_count = widths;
  return path;
}

static inline BrnFormLump form_ball(double* centre, double* width) {
  BrnFormLump lump = brn_form_lump_default();
  lump.path = form_path(centre, 1, width, 1);
  return lump;
}

static inline BrnFormLump form_block(double x, double y, double z, double round) {
  BrnFormLump lump = brn_form_lump_default();
  lump.half[0] = x, lump.half[1] = y, lump.half[2] = z;
  lump.round = round;
  return lump;
}

static inline BrnFormDef form_of(BrnFormLump* clay, int count) {
  BrnFormDef def = brn_form_def_default();
  def.clay = clay, def.clay_count = count;
  return def;
}

/// Smallest angle of all triangles, degrees.
static inline double form_least_angle(const BrnMesh* mesh) {
  double least = 180;
  for (int i = 0; i < 3 * mesh->triangle_count; i++) {
    int t = i / 3 * 3;
    const double* at = mesh->position + 3 * (size_t)mesh->triangle[i];
    const double* p = mesh->position + 3 * (size_t)mesh->triangle[t + (i + 1) % 3];
    const double* q = mesh->position + 3 * (size_t)mesh->triangle[t + (i + 2) % 3];
    double dot = 0, pp = 0, qq = 0;
    for (int a = 0; a < 3; a++) {
      dot += (p[a] - at[a]) * (q[a] - at[a]);
      pp += (p[a] - at[a]) * (p[a] - at[a]);
      qq += (q[a] - at[a]) * (q[a] - at[a]);
    }
    least = fmin(least, acos(dot / sqrt(pp * qq)) * 180 / form_pi);
  }
  return least;
}

/// Closed, manifold, facing out, not crossing itself, of that Euler characteristic.
static inline BrnSurfaceReport form_ensure_sound(BrnContext* ctx, const BrnMesh* mesh, int euler) {
  BrnSurfaceReport report;
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, true, &report));
  ENSURE(report.closed && report.manifold && report.oriented);
  ENSURE_INT(report.self_intersection_count, 0);
  ENSURE_INT(report.degenerate_triangle_count, 0);
  ENSURE_INT(report.used_vertex_count, mesh->vertex_count);
  ENSURE_INT(report.inside_out_component_count, 0);
  ENSURE(report.volume > 0);
  ENSURE_INT(report.euler_characteristic, euler);
  return report;
}

/// Makes it, checks it, frees it; returns its volume.
static inline double form_volume(BrnContext* ctx, const BrnFormDef* def, int euler,
                                 double* least_angle) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_form_make(ctx, def, &mesh));
  double volume = form_ensure_sound(ctx, mesh, euler).volume;
  if (least_angle) *least_angle = form_least_angle(mesh);
  brn_mesh_destroy(ctx, mesh);
  return volume;
}

static inline void form_ensure_refused(BrnContext* ctx, const BrnFormDef* def, const char* text) {
  BrnMesh* mesh = (BrnMesh*)def;
  ENSURE_STATUS(ctx, brn_form_make(ctx, def, &mesh), BRN_INVALID);
  ENSURE(mesh == NULL);
  ENSURE_ERROR_HAS(ctx, text);
}
