// SPDX-License-Identifier: Apache-2.0

#include "tetra/samples.h"

#include "tetra/tetra_test.h"

// a triangle of 1/2 and one of 2, apart from each other
static BrnMesh* make_two(BrnContext* ctx) {
  static const double position[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 7, 0, 0, 5, 2, 0};
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 6, 2, 0, &mesh));
  memcpy(mesh->position, position, sizeof position);
  for (int i = 0; i < 6; i++) mesh->triangle[i] = i;
  return mesh;
}

static void area_and_edge_are_those_of_the_triangles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = make_two(ctx);
  ENSURE_NEAR(brn__triangles_area(mesh), 2.5, 1e-15);
  ENSURE_NEAR(brn__triangle_edge(mesh, 0), (2 + sqrt(2)) / 3, 1e-15);
  ENSURE_NEAR(brn__triangle_edge(mesh, 1), 2 * (2 + sqrt(2)) / 3, 1e-15);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void samples_are_spread_by_area(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = make_two(ctx);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnSurfaceSamples samples;
  double mean[2][2] = {{0}};
  int count[2] = {0};
  ENSURE_OK(ctx, brn__samples_take(ctx, mesh, 0.001, &samples));
  ENSURE_INT(samples.count, 2500);
  for (int i = 0; i < samples.count; i++) {
    const double* p = samples.point + 3 * i;
    int t = samples.triangle[i];
    double x = p[0] - 5 * t, side = 1 + t;
    ENSURE(x >= 0 && p[1] >= 0 && x + p[1] <= side + 1e-12);
    count[t]++;
    mean[t][0] += x, mean[t][1] += p[1];
  }
  ENSURE_INT(count[0], 500);
  for (int t = 0; t < 2; t++) {
    ENSURE_NEAR(mean[t][0] / count[t], (1 + t) / 3.0, 0.01);
    ENSURE_NEAR(mean[t][1] / count[t], (1 + t) / 3.0, 0.01);
  }
  brn__scratch_release(ctx, mark);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(area_and_edge_are_those_of_the_triangles),
          cmocka_unit_test(samples_are_spread_by_area))
