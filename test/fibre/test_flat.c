// SPDX-License-Identifier: Apache-2.0

#include "fibre/region.h"
#include "fibre_test.h"

// The origin holds two layers of cells whole: their tets have no gradient and are filled from the
// third layer, which runs along x.
static void plateau_is_filled_and_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 6, 0);
  Muscle m = muscle_cut(ctx, mesh, NULL, 0);
  muscle_attach(&m, muscle_is_below, 2, muscle_is_above, 6);
  muscle_solve(ctx, &m);
  int expected = 0, first = -1;
  for (int t = mesh->tet_count - 1; t >= 0; t--) {
    bool flat = true;
    for (int k = 0; k < 4; k++) flat = flat && mesh->position[3 * mesh->tet[4 * t + k]] <= 2;
    expected += flat;
    if (flat) first = t;
    ENSURE_NEAR(m.direction[3 * t], 1, 1e-12);
  }
  ENSURE_INT(expected, 2 * 36 * 6);
  ENSURE_INT(m.fibres.flat_count, expected);
  ENSURE_INT(m.fibres.first_flat, first);
  ENSURE_INT(m.fibres.bare_count, 0);
  ENSURE_INT(m.fibres.first_bare, -1);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// Between a tet that points to +x and one that points to +y the mean points to both.
static void filled_tets_take_the_mean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[6][3] = {{0, 0, 0}, {1, 0, 0},  {0, 1, 0},
                                 {0, 0, 1}, {0, 0, -1}, {-1, 0.2, 0.2}};
  static const int t[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 2, 5, 3}};
  BrnMesh* mesh = MESH_TETS(ctx, p, t);
  double value[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  Muscle m = muscle_cut(ctx, mesh, NULL, 0);
  memcpy(m.direction, value, sizeof value);
  // a potential whose gradient is x in tet 1, y in tet 2 and zero in tet 0 does not exist: the
  // filling is called by itself
  uint8_t own[3] = {0, 1, 1};
  ENSURE_OK(ctx, brn__fill_flat(ctx, m.region, own, m.direction, &m.fibres));
  ENSURE_NEAR(m.direction[0], sqrt(0.5), 1e-15);
  ENSURE_NEAR(m.direction[1], sqrt(0.5), 1e-15);
  ENSURE(m.direction[2] == 0 && own[0] == 1);
  ENSURE_INT(m.fibres.flat_count, 1);
  // opposite neighbours have no mean: the first one counts
  value[6] = -1, value[7] = 0, own[0] = 0;
  memcpy(m.direction, value, sizeof value);
  ENSURE_OK(ctx, brn__fill_flat(ctx, m.region, own, m.direction, &m.fibres));
  ENSURE_NEAR(fabs(m.direction[0]), 1, 1e-15);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// A dead end far from the current: below the threshold it is filled, and the threshold is the
// def's.
static void threshold_is_a_share_of_the_mean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 3);
  BrnFibreDef def = brn_fibre_def_default();
  def.flat = 1.5; // above the mean: nothing is left
  ENSURE_OK(ctx, brn_fibre_from_potential(ctx, m.region, m.u, &def, m.direction, &m.fibres));
  ENSURE_INT(m.fibres.bare_count, m.region->mesh->tet_count);
  def.flat = 0.99;
  ENSURE_OK(ctx, brn_fibre_from_potential(ctx, m.region, m.u, &def, m.direction, &m.fibres));
  ENSURE_INT(m.fibres.flat_count, 0);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(plateau_is_filled_and_counted),
          cmocka_unit_test(filled_tets_take_the_mean),
          cmocka_unit_test(threshold_is_a_share_of_the_mean))
