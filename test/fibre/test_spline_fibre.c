// SPDX-License-Identifier: Apache-2.0

#include "spline_test.h"

// A grid of cells in the parameters of the bent spindle, mapped into it: `reach` times as wide.
static BrnMesh* mapped_grid(BrnContext* ctx, const BrnSpline* spline, int n, double reach) {
  BrnMesh* mesh = mesh_grid(ctx, n, 0.1);
  for (int v = 0; v < mesh->vertex_count; v++) {
    double* p = mesh->position + 3 * v;
    double u[3] = {p[0] / n, p[1] / n, p[2] / n}, middle[3] = {u[0], 0.5, 0.5}, axis[3];
    brn_spline_evaluate(spline, u, p, NULL);
    brn_spline_evaluate(spline, middle, axis, NULL);
    brn__sub3(p, p, axis);
    brn__axpy3(p, axis, reach, p);
  }
  BrnTetReport report;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &report));
  if (report.inverted_count > 0) brn_mesh_flip(mesh);
  return mesh;
}

static void fibres_follow_the_lattice(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSpline* spline = spline_bent(ctx, 3);
  Muscle m = muscle_cut(ctx, mapped_grid(ctx, spline, 8, 0.9), NULL, 0);
  ENSURE_OK(ctx, brn_fibre_from_spline(ctx, m.region, spline, m.direction, &m.fibres));
  ENSURE(m.fibres.beyond_count == 0 && m.fibres.first_beyond == -1 && m.fibres.max_beyond == 0);
  ENSURE_INT(m.fibres.flat_count, 0);
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    // the axis turns about z: dx/du at the angle of the centroid, and a lean with the bulge
    const double *c = m.region->centre + 3 * t, *d = m.direction + 3 * t;
    double around[3] = {-c[1], c[0], 0};
    ENSURE_NEAR(brn__norm3(d), 1, 1e-14);
    ENSURE(test_angle(d, around) < 32);
    if (hypot(hypot(c[0], c[1]) - 0.1, c[2]) < 0.003) ENSURE(test_angle(d, around) < 10);
  }
  muscle_done(ctx, &m);
  brn_spline_destroy(ctx, spline);
  test_context_done(ctx);
}

static void centroids_beyond_the_solid_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSpline* spline = spline_bent(ctx, 3);
  Muscle m = muscle_cut(ctx, mapped_grid(ctx, spline, 6, 1.15), NULL, 0);
  ENSURE_OK(ctx, brn_fibre_from_spline(ctx, m.region, spline, m.direction, &m.fibres));
  int expected = 0, first = -1;
  double most = 0;
  for (int t = m.region->mesh->tet_count - 1; t >= 0; t--) {
    BrnSplinePoint at = brn_spline_locate(spline, m.region->centre + 3 * t);
    if (at.distance == 0) continue;
    expected++;
    first = t;
    most = fmax(most, at.distance);
  }
  ENSURE(expected > 20 && expected < m.region->mesh->tet_count / 2);
  ENSURE_INT(m.fibres.beyond_count, expected);
  ENSURE_INT(m.fibres.first_beyond, first);
  ENSURE(m.fibres.max_beyond == most && most < 0.005);
  muscle_done(ctx, &m);
  brn_spline_destroy(ctx, spline);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double* d = NULL;
  for (int workers = 1; workers <= 8; workers += workers == 2 ? 6 : 1) {
    BrnContext* ctx = test_context_with(workers);
    BrnSpline* spline = spline_bent(ctx, 3);
    Muscle m = muscle_cut(ctx, mapped_grid(ctx, spline, 8, 1.05), NULL, 0);
    ENSURE_OK(ctx, brn_fibre_from_spline(ctx, m.region, spline, m.direction, NULL));
    size_t size = sizeof(double) * 3 * (size_t)m.region->mesh->tet_count;
    if (!d) d = memcpy(malloc(size), m.direction, size);
    assert_memory_equal(d, m.direction, size);
    muscle_done(ctx, &m);
    brn_spline_destroy(ctx, spline);
    test_context_done(ctx);
  }
  free(d);
}

TEST_MAIN(cmocka_unit_test(fibres_follow_the_lattice),
          cmocka_unit_test(centroids_beyond_the_solid_are_counted),
          cmocka_unit_test(workers_do_not_change_a_bit))
