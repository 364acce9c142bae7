// SPDX-License-Identifier: Apache-2.0

#include "fibre_test.h"

static double* weights(const Muscle* m) {
  return malloc(sizeof(double) * (size_t)m->region->mesh->tet_count);
}

// In the cube the potential is affine: a fifth of it is a fifth of the length.
static void shares_of_the_potential_are_lengths(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 10);
  BrnTendonDef def = brn_tendon_def_default();
  double* weight = weights(&m);
  def.origin = 0.2, def.insertion = 0.32;
  ENSURE_OK(ctx, brn_tendon_by_potential(ctx, m.region, m.u, &def, weight));
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    double x = m.region->centre[3 * t];
    if (fabs(x - 2) < 1e-6 || fabs(x - 6.8) < 1e-6) continue;
    ENSURE(weight[t] == (x < 2 || x > 6.8));
  }
  // over the blend it falls as 3 t^2 - 2 t^3, and is one half at the edge
  def.insertion = 0, def.blend = 0.1;
  ENSURE_OK(ctx, brn_tendon_by_potential(ctx, m.region, m.u, &def, weight));
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    double s = fmin(fmax(2.5 - m.region->centre[3 * t], 0), 1);
    ENSURE_NEAR(weight[t], s * s * (3 - 2 * s), 1e-6);
  }
  def.origin = 0; // none at all, even with a blend
  ENSURE_OK(ctx, brn_tendon_by_potential(ctx, m.region, m.u, &def, weight));
  for (int t = 0; t < m.region->mesh->tet_count; t++) ENSURE(weight[t] == 0);
  free(weight);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void distances_are_straight(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 6);
  BrnTendonDef def = brn_tendon_def_default();
  double* weight = weights(&m);
  def.origin = 1.7, def.insertion = 2.3;
  ENSURE_OK(ctx,
            brn_tendon_by_distance(ctx, m.region, m.def.origin, m.def.insertion, &def, weight));
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    double x = m.region->centre[3 * t];
    ENSURE(weight[t] == (x < 1.7 || 6 - x < 2.3));
  }
  int corner = 0; // a single vertex at the corner of the cube
  def.origin = 3, def.insertion = 0;
  ENSURE_OK(ctx, brn_tendon_by_distance(ctx, m.region, (BrnVertexSet){&corner, 1}, m.def.insertion,
                                        &def, weight));
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    ENSURE(weight[t] == (brn__norm3(m.region->centre + 3 * t) < 3));
  }
  ENSURE_STATUS(ctx,
                brn_tendon_by_distance(ctx, m.region, (BrnVertexSet){&corner, 0}, m.def.insertion,
                                       &def, weight),
                BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "origin");
  free(weight);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// The spindle's own radius tells where its section is below half of the belly's.
static void thin_ends_of_a_spindle_are_tendon(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_of_shape(ctx, BRN_SHAPE_FUSIFORM, 20000);
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  double* weight = weights(&m);
  ENSURE_OK(ctx, brn_tendon_by_section(ctx, m.region, m.u, 0.5, 0, weight));
  double wrong = 0, volume = 0, tendon = 0;
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    double wave = sin(test_pi * m.region->centre[3 * t + 1] / shape.length);
    double width = shape.tendon_width + (shape.width - shape.tendon_width) * wave * wave;
    bool thin = width * width < 0.5 * shape.width * shape.width;
    wrong += (weight[t] != thin) * m.region->volume[t];
    tendon += thin * m.region->volume[t];
    volume += m.region->volume[t];
  }
  ENSURE(tendon > 0.1 * volume);
  ENSURE(wrong < 0.03 * volume);
  ENSURE_OK(ctx, brn_tendon_by_section(ctx, m.region, m.u, 0.5, 0.2, weight));
  int between = 0;
  for (int t = 0; t < m.region->mesh->tet_count; t++) between += weight[t] > 0 && weight[t] < 1;
  ENSURE(between > 100);
  free(weight);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void bad_numbers_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 2);
  double* weight = weights(&m);
  BrnTendonDef def = brn_tendon_def_default();
  def.origin = 1.5;
  ENSURE_STATUS(ctx, brn_tendon_by_potential(ctx, m.region, m.u, &def, weight), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "origin is 1.5");
  def.origin = 0, def.insertion = -0.1;
  ENSURE_STATUS(ctx, brn_tendon_by_potential(ctx, m.region, m.u, &def, weight), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "insertion is -0.1");
  def.insertion = 0, def.blend = NAN;
  ENSURE_STATUS(ctx,
                brn_tendon_by_distance(ctx, m.region, m.def.origin, m.def.insertion, &def, weight),
                BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "blend");
  ENSURE_STATUS(ctx, brn_tendon_by_section(ctx, m.region, m.u, 1.01, 0, weight), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "share is 1.01");
  memset(m.u, 0, sizeof(double) * (size_t)m.region->mesh->vertex_count);
  ENSURE_STATUS(ctx, brn_tendon_by_section(ctx, m.region, m.u, 0.5, 0, weight), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "joins origin and insertion");
  free(weight);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static BrnStatus by_distance(BrnContext* ctx, BrnMesh* mesh) {
  BrnRegion* region;
  BRN_TRY(brn_region_create(ctx, mesh, NULL, 0, &region));
  double* weight = malloc(sizeof(double) * (size_t)mesh->tet_count);
  int end[2] = {0, mesh->vertex_count - 1};
  BrnTendonDef def = brn_tendon_def_default();
  def.origin = def.insertion = 1;
  BrnStatus status = brn_tendon_by_distance(ctx, region, (BrnVertexSet){&end[0], 1},
                                            (BrnVertexSet){&end[1], 1}, &def, weight);
  free(weight);
  brn_region_destroy(ctx, region);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, by_distance);
}

TEST_MAIN(cmocka_unit_test(shares_of_the_potential_are_lengths),
          cmocka_unit_test(distances_are_straight),
          cmocka_unit_test(thin_ends_of_a_spindle_are_tendon),
          cmocka_unit_test(bad_numbers_are_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
