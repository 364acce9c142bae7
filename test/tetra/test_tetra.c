// SPDX-License-Identifier: Apache-2.0

#include "tetra/tetra_test.h"

static const double pi = 3.14159265358979323846;

// of a ball of radius 1 that lies above a plane at height 1 - h
static double cap_volume(double h) { return pi * h * h * (3 - h) / 3; }

// two balls of radius 1 around x = -0.6 and 0.6
static BrnMesh* make_pair(BrnContext* ctx, int first_priority, double size, BrnMesh** surface,
                          BrnTetraReport* report) {
  surface[0] = tetra_sphere(ctx, 48, 24, -0.6, 1);
  surface[1] = tetra_sphere(ctx, 48, 24, 0.6, 1);
  BrnTetraPart part[2] = {
      {.surface = surface[0], .label = 4, .name = "left", .priority = first_priority},
      {.surface = surface[1], .label = 2, .name = "right"}};
  BrnTetraDef def = tetra_def(part, 2, size);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, report));
  return mesh;
}

static void done(BrnContext* ctx, BrnMesh* mesh, BrnMesh** surface) {
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, surface[0]);
  brn_mesh_destroy(ctx, surface[1]);
  test_context_done(ctx);
}

static void bone_keeps_what_it_shares_with_a_muscle(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface[2], *mesh = make_pair(ctx, 1, 0.2, surface, NULL);
  double ball = 4 * pi / 3, lens = 2 * cap_volume(0.4);
  tetra_check(ctx, mesh);
  ENSURE_NEAR(tetra_volume(ctx, mesh, 4), ball, 0.01 * ball);
  ENSURE_NEAR(tetra_volume(ctx, mesh, 2), ball - lens, 0.01 * ball);
  ENSURE(strcmp(brn_mesh_label_name(mesh, BRN_ON_TET, 4), "left") == 0);
  ENSURE(strcmp(brn_mesh_label_name(mesh, BRN_ON_TET, 2), "right") == 0);
  done(ctx, mesh, surface);
}

static void equal_parts_meet_where_they_are_equally_deep(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface[2], *mesh = make_pair(ctx, 0, 0.2, surface, NULL);
  double half = 4 * pi / 3 - cap_volume(0.4);
  BrnSurface* between;
  tetra_check(ctx, mesh);
  ENSURE_NEAR(tetra_volume(ctx, mesh, 4), half, 0.01 * half);
  ENSURE_NEAR(tetra_volume(ctx, mesh, 2), half, 0.01 * half);
  ENSURE_OK(ctx, brn_mesh_interface(ctx, mesh, 4, 2, &between));
  ENSURE(between->mesh->triangle_count > 50);
  for (int v = 0; v < between->mesh->vertex_count; v++) {
    const double* p = between->mesh->position + 3 * v;
    ENSURE_NEAR(p[0], 0, 0.04);
    ENSURE(hypot(p[1], p[2]) < 0.83); // the rim is at 0.8
  }
  brn_surface_destroy(ctx, between);
  done(ctx, mesh, surface);
}

static void report_tells_what_became_of_the_parts(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTetraReport report;
  BrnMesh *surface[2], *mesh = make_pair(ctx, 1, 0.4, surface, &report);
  ENSURE_INT(report.part_count, 2);
  ENSURE_INT(report.part[0].component_count, 1);
  ENSURE_INT(report.part[1].component_count, 1);
  ENSURE_INT(report.part[0].tet_count + report.part[1].tet_count, mesh->tet_count);
  ENSURE_NEAR(report.part[1].volume, tetra_volume(ctx, mesh, 2), 1e-12);
  ENSURE_NEAR(report.part[1].surface_volume, 4 * pi / 3, 0.04);
  ENSURE_NEAR(report.size, 0.4, 0);
  brn_tetra_report_clear(ctx, &report);
  done(ctx, mesh, surface);
}

static void bytes_do_not_depend_on_the_workers(void** state) {
  (void)state;
  BrnMesh* mesh[3];
  BrnContext* ctx[3];
  for (int i = 0; i < 3; i++) {
    BrnMesh* surface[2];
    ctx[i] = test_context_with(i + 1);
    mesh[i] = make_pair(ctx[i], 0, 0.4, surface, NULL);
    brn_mesh_destroy(ctx[i], surface[0]);
    brn_mesh_destroy(ctx[i], surface[1]);
    ENSURE_INT(mesh[i]->vertex_count, mesh[0]->vertex_count);
    ENSURE_INT(mesh[i]->tet_count, mesh[0]->tet_count);
    size_t bytes = sizeof(double) * 3 * (size_t)mesh[0]->vertex_count;
    ENSURE(memcmp(mesh[i]->position, mesh[0]->position, bytes) == 0);
    ENSURE(memcmp(mesh[i]->tet, mesh[0]->tet, sizeof(int) * 4 * (size_t)mesh[0]->tet_count) == 0);
  }
  for (int i = 0; i < 3; i++) {
    brn_mesh_destroy(ctx[i], mesh[i]);
    test_context_done(ctx[i]);
  }
}

static void inside_out_surface_is_filled_too(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_sphere(ctx, 24, 12, 0, 1), *mesh;
  BrnTetraPart part = {.surface = surface, .label = 1};
  BrnTetraDef def = tetra_def(&part, 1, 0.3);
  brn_mesh_flip(surface);
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, NULL));
  tetra_check(ctx, mesh);
  ENSURE_NEAR(tetra_volume(ctx, mesh, 1), 4.05, 0.06);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

// every seventh triangle is missing, every eleventh turned over
static void ragged_surface_is_filled(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_sphere(ctx, 48, 24, 0, 1), *mesh;
  int kept = 0;
  for (int i = 0; i < surface->triangle_count; i++) {
    int corner[3];
    if (i % 7 == 3) continue;
    memcpy(corner, surface->triangle + 3 * i, sizeof corner);
    if (i % 11 == 5)
      corner[1] = surface->triangle[3 * i + 2], corner[2] = surface->triangle[3 * i + 1];
    memcpy(surface->triangle + 3 * kept++, corner, sizeof corner);
  }
  surface->triangle_count = kept;
  BrnTetraPart part = {.surface = surface, .label = 1};
  BrnTetraDef def = tetra_def(&part, 1, 0.25);
  BrnTetReport tets;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, NULL));
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, 1, &tets));
  ENSURE_INT(tets.inverted_count + tets.degenerate_count + tets.bad_face_count, 0);
  ENSURE_INT(tets.component_count, 1);
  ENSURE_NEAR(tets.volume, 4 * pi / 3, 0.25);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

// a spindle of 0.12 across in a lattice of 0.5, which needs more than the thickness asks for
static void thin_part_is_not_broken(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_sphere(ctx, 24, 48, 0, 1), *mesh;
  for (int v = 0; v < surface->vertex_count; v++) {
    surface->position[3 * v] *= 0.06;
    surface->position[3 * v + 1] *= 0.06;
    surface->position[3 * v + 2] += 0.013;
  }
  BrnTetraPart part = {.surface = surface, .label = 1};
  BrnTetraDef def = tetra_def(&part, 1, 0.5);
  def.thin_levels = 4;
  BrnTetReport tets;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, NULL));
  tetra_check(ctx, mesh);
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, 1, &tets));
  ENSURE_INT(tets.component_count, 1);
  ENSURE_NEAR(tets.volume, 4 * pi / 3 * 0.06 * 0.06, 0.002);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

static void refuses(BrnContext* ctx, const BrnTetraDef* def, const char* why) {
  BrnMesh* mesh;
  ENSURE_STATUS(ctx, brn_tetra_make(ctx, def, &mesh, NULL), BRN_INVALID);
  ENSURE(!mesh);
  ENSURE_ERROR_HAS(ctx, why);
}

static void wrong_input_is_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_sphere(ctx, 8, 4, 0, 1), *empty;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 0, 0, &empty));
  BrnTetraPart part[2] = {{.surface = surface, .label = 1, .name = "bone"},
                          {.surface = surface, .label = 1, .name = "twin"}};
  BrnTetraDef def = tetra_def(part, 2, 0.3);
  refuses(ctx, &def, "parts 0 and 1 (bone, twin) have the same label 1");
  part[1].label = 2;
  part[1].surface = empty;
  refuses(ctx, &def, "part 1 (twin) has no triangles");
  def.part_count = 0;
  refuses(ctx, &def, "no parts");
  def.part_count = 1;
  def.size = -1;
  refuses(ctx, &def, "size is -1 m");
  def.size = 1e-9;
  refuses(ctx, &def, "too small");
  def.size = 0;
  def.tets = 5;
  refuses(ctx, &def, "tets is 5");
  surface->triangle[4] = 99999;
  def.size = 0.3;
  refuses(ctx, &def, "part 0 (bone) has 1 broken triangle, the first of them triangle 1");
  brn_mesh_destroy(ctx, empty);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

static BrnMesh* make_small(BrnContext* ctx) { return tetra_sphere(ctx, 8, 4, 0, 1); }

static BrnStatus make_from_small(BrnContext* ctx, BrnMesh* surface) {
  BrnTetraPart part = {.surface = surface, .label = 1, .name = "ball"};
  BrnTetraDef def = tetra_def(&part, 1, 0.8);
  BrnTetraReport report;
  BrnMesh* mesh;
  def.thin_levels = 0;
  BRN_TRY(brn_tetra_make(ctx, &def, &mesh, &report));
  brn_tetra_report_clear(ctx, &report);
  brn_mesh_destroy(ctx, mesh);
  return BRN_OK;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(make_small, make_from_small);
}

TEST_MAIN(cmocka_unit_test(bone_keeps_what_it_shares_with_a_muscle),
          cmocka_unit_test(equal_parts_meet_where_they_are_equally_deep),
          cmocka_unit_test(report_tells_what_became_of_the_parts),
          cmocka_unit_test(bytes_do_not_depend_on_the_workers),
          cmocka_unit_test(inside_out_surface_is_filled_too),
          cmocka_unit_test(ragged_surface_is_filled), cmocka_unit_test(thin_part_is_not_broken),
          cmocka_unit_test(wrong_input_is_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
