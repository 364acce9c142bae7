// SPDX-License-Identifier: Apache-2.0

#include "tetra/measure.h"

#include "mesh/mesh.h"
#include "tetra/tetra_test.h"

// ------------------------------------------------------------------------------------ known gaps

static const int cube_face[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
static const int cube_tet[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                   {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};

// corners of a box over the unit square; triangles or tets
static BrnMesh* make_box(BrnContext* ctx, double low, double high, bool tets) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 8, tets ? 0 : 12, tets ? 6 : 0, &mesh));
  for (int i = 0; i < 8; i++) {
    double p[3] = {i & 1, i >> 1 & 1, i >> 2 ? high : low};
    brn__copy3(mesh->position + 3 * i, p);
  }
  if (tets) {
    memcpy(mesh->tet, cube_tet, sizeof cube_tet);
    ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
    for (int t = 0; t < 6; t++) mesh->tet_label[t] = 7;
  } else {
    memcpy(mesh->triangle, cube_face, sizeof cube_face);
  }
  return mesh;
}

static void measure(BrnContext* ctx, const BrnTetraPart* part, int count, const BrnMesh* mesh,
                    BrnTetraPartReport* out) {
  BrnTetraDef def = tetra_def(part, count, 1);
  BrnTetraReport report = {.size = 1, .part_count = count, .part = out};
  BrnRules rules;
  ENSURE_OK(ctx, brn__rules_create(ctx, &def, &rules));
  ENSURE_OK(ctx, brn__measure(ctx, &rules, &def, mesh, &report));
  brn__rules_destroy(ctx, &rules);
}

// The tets end a tenth below the cube. Edges of the triangles up there: 1, 1 and the diagonal.
static void gap_above_the_tets_is_measured_both_ways(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *cube = make_box(ctx, 0, 1, false), *tets = make_box(ctx, 0, 0.9, true);
  BrnTetraPart part = {.surface = cube, .label = 7};
  BrnTetraPartReport report = {0};
  double edge = (2 + sqrt(2)) / 3;
  measure(ctx, &part, 1, tets, &report);
  ENSURE_NEAR(report.from_surface.sample_count, 10000, 1);
  ENSURE_NEAR(report.to_surface.sample_count, 10000 * 5.6 / 6, 1);
  ENSURE_NEAR(report.from_surface.worst, 0.1, 1e-12);
  ENSURE_NEAR(report.to_surface.worst, 0.1, 1e-12);
  ENSURE_NEAR(report.from_surface.percentile99, 0.1 / edge, 0.01);
  ENSURE_NEAR(report.to_surface.percentile99, 0.1 / edge, 1e-9);
  ENSURE_NEAR(report.from_surface.within_half, 1, 0);
  brn_mesh_destroy(ctx, tets);
  brn_mesh_destroy(ctx, cube);
  test_context_done(ctx);
}

// Only the lowest tenth is there, of triangles that are 1 long: the lid of the cube and the upper
// part of its walls are too far away, at least 2/3 of the surface.
static void share_within_half_an_edge_is_by_area(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *cube = make_box(ctx, 0, 1, false), *tets = make_box(ctx, 0, 0.1, true);
  BrnTetraPart part = {.surface = cube, .label = 7};
  BrnTetraPartReport report = {0};
  double wall = (1.1 + sqrt(1.01)) / 3, lid = (2 + sqrt(2)) / 3; // edges
  measure(ctx, &part, 1, tets, &report);
  double least = (1 + 4 * (0.1 + wall / 2)) / 6, most = (1 + 4 * (0.1 + lid / 2)) / 6;
  ENSURE(report.from_surface.within_half > least - 0.005);
  ENSURE(report.from_surface.within_half < most + 0.005);
  ENSURE_NEAR(report.from_surface.worst, 0.9, 1e-12);
  brn_mesh_destroy(ctx, tets);
  brn_mesh_destroy(ctx, cube);
  test_context_done(ctx);
}

// A bone takes the upper half of the cube. What is left of it is exactly the tets.
static void surface_that_a_bone_swallows_does_not_count(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *cube = make_box(ctx, 0, 1, false), *tets = make_box(ctx, 0, 0.5, true);
  BrnMesh* bone = make_box(ctx, 0.5, 2, false);
  for (int v = 0; v < 8; v++) {
    for (int a = 0; a < 2; a++) {
      bone->position[3 * v + a] += bone->position[3 * v + a] > 0.5 ? 0.1 : -0.1;
    }
  }
  BrnTetraPart part[2] = {{.surface = cube, .label = 7},
                          {.surface = bone, .label = 1, .priority = 1}};
  BrnTetraPartReport report[2] = {{0}};
  measure(ctx, part, 2, tets, report);
  ENSURE_NEAR(report[0].from_surface.worst, 0, 1e-12);
  // 1 below, 4 x 1/2 around, and 1 of the bone above
  double total = 6 + 2 * 1.44 + 4 * 1.2 * 1.5;
  ENSURE_NEAR(report[0].from_surface.sample_count, 20000 * 4 / total, 20);
  ENSURE_INT(report[1].from_surface.sample_count, 0); // it has no tets
  brn_mesh_destroy(ctx, bone);
  brn_mesh_destroy(ctx, tets);
  brn_mesh_destroy(ctx, cube);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- a body

// a spindle along z
static BrnMesh* make_spindle(BrnContext* ctx, double x, double y, double radius, double half) {
  BrnMesh* mesh = tetra_sphere(ctx, 20, 16, 0, 1);
  for (int v = 0; v < mesh->vertex_count; v++) {
    double *p = mesh->position + 3 * v, r = radius * sqrt(1 - p[2] * p[2] + 1e-3);
    p[0] = x + r * p[0], p[1] = y + r * p[1], p[2] *= half;
  }
  return mesh;
}

// Two muscles that overlap each other and a bone; each 0.2 long.
static void make_body(BrnContext* ctx, int tets, BrnTetraReport* report) {
  BrnMesh* surface[3] = {make_spindle(ctx, 0, 0, 0.015, 0.12),
                         make_spindle(ctx, 0.03, 0, 0.025, 0.1),
                         make_spindle(ctx, 0.02, 0.03, 0.025, 0.1)};
  BrnTetraPart part[3] = {{.surface = surface[0], .label = 1, .name = "bone", .priority = 1},
                          {.surface = surface[1], .label = 2, .name = "front"},
                          {.surface = surface[2], .label = 3, .name = "back"}};
  BrnTetraDef def = tetra_def(part, 3, 0);
  BrnMesh* mesh;
  def.tets = tets;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, report));
  tetra_check(ctx, mesh);
  ENSURE_NEAR(mesh->tet_count, tets, 0.05 * tets);
  brn_mesh_destroy(ctx, mesh);
  for (int i = 0; i < 3; i++) brn_mesh_destroy(ctx, surface[i]);
}

static void tets_of_a_body_are_near_its_surfaces_and_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTetraReport report;
  make_body(ctx, 6000, &report);
  for (int i = 0; i < 3; i++) {
    const BrnTetraPartReport* part = &report.part[i];
    ENSURE_INT(part->component_count, 1);
    ENSURE(part->to_surface.sample_count > 3000 && part->from_surface.sample_count > 3000);
    ENSURE(part->to_surface.within_half > 0.99 && part->from_surface.within_half > 0.99);
    ENSURE(part->to_surface.percentile99 < 0.17 && part->from_surface.percentile99 < 0.17);
    ENSURE(part->min_dihedral >= report.tets.min_dihedral);
    ENSURE(part->max_dihedral <= report.tets.max_dihedral && part->max_dihedral > 90);
  }
  ENSURE_NEAR(report.part[0].volume / report.part[0].surface_volume, 1, 0.005);
  brn_tetra_report_clear(ctx, &report);
  test_context_done(ctx);
}

// an octahedron, flat so that its rim is sharp: lattices shave that off
static void sharp_rim_is_reached(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_sphere(ctx, 4, 2, 0, 1), *mesh;
  BrnTetraPart part = {.surface = surface, .label = 1};
  BrnTetraDef def = tetra_def(&part, 1, 0.2);
  BrnTetraReport report;
  for (int v = 0; v < 6; v++) surface->position[3 * v + 2] *= 0.4;
  def.thin_levels = 0;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, &report));
  tetra_check(ctx, mesh);
  ENSURE(report.part[0].from_surface.percentile99 < 0.23);
  ENSURE_NEAR(report.part[0].volume / report.part[0].surface_volume, 1, 0.01);
  brn_tetra_report_clear(ctx, &report);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

static void measuring_is_left_out_when_not_wanted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_sphere(ctx, 8, 4, 0, 1), *mesh;
  BrnTetraPart part = {.surface = surface, .label = 1};
  BrnTetraDef def = tetra_def(&part, 1, 0.6);
  BrnTetraReport report;
  ENSURE(def.measure);
  def.measure = false;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, &report));
  ENSURE_INT(report.part[0].to_surface.sample_count, 0);
  ENSURE_INT(report.part[0].from_surface.sample_count, 0);
  ENSURE(report.part[0].min_dihedral > 8);
  brn_tetra_report_clear(ctx, &report);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(gap_above_the_tets_is_measured_both_ways),
          cmocka_unit_test(share_within_half_an_edge_is_by_area),
          cmocka_unit_test(surface_that_a_bone_swallows_does_not_count),
          cmocka_unit_test(tets_of_a_body_are_near_its_surfaces_and_back),
          cmocka_unit_test(sharp_rim_is_reached),
          cmocka_unit_test(measuring_is_left_out_when_not_wanted))
