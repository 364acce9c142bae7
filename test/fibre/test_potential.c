// SPDX-License-Identifier: Apache-2.0

#include "fibre_test.h"

// u = -1 + 2 x / n is affine, so linear tets reproduce it on any mesh; the inner vertices are
// shaken
static void affine_potential_is_exact(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 6);
  for (int v = 0; v < m.region->mesh->vertex_count; v++) {
    ENSURE_NEAR(m.u[v], -1 + m.region->mesh->position[3 * v] / 3, 1e-9);
  }
  for (int i = 0; i < m.origin_count; i++) ENSURE(m.u[m.origin[i]] == -1);
  for (int i = 0; i < m.insertion_count; i++) ENSURE(m.u[m.insertion[i]] == 1);
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    const double* d = m.direction + 3 * t;
    ENSURE(d[0] > 0 && hypot(d[1], d[2]) < 1e-7); // the cosine alone is blind to small tilts
  }
  ENSURE(m.solve.iterations > 2 && m.solve.iterations < 40 && m.solve.residual <= 1e-10);
  ENSURE_INT(m.solve.flat_component_count, 0);
  ENSURE_INT(m.solve.first_flat_tet, -1);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// the jittered block of the shapes, held at its two ends along y
static bool is_top(const double* p, double y) { return p[1] >= y - 1e-9; }
static bool is_bottom(const double* p, double y) { return p[1] <= y + 1e-9; }

static void jittered_block_runs_along_its_axis(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  def.tets = 5000;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  Muscle m = muscle_cut(ctx, mesh, NULL, 0);
  muscle_attach(&m, is_top, high[1], is_bottom, low[1]);
  muscle_solve(ctx, &m);
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    const double* d = m.direction + 3 * t;
    ENSURE(d[1] < 0 && hypot(d[0], d[2]) < 1e-6);
  }
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// A piece of a spherical shell, 1 <= r <= 2: u(r) = 3 - 4 / r, and the fibres are radial. The other
// walls contain the radius, so they are insulated.
static void shell_errors(BrnContext* ctx, int n, double* value, double* angle) {
  BrnMesh* mesh = mesh_grid(ctx, n, 0.15);
  for (int v = 0; v < mesh->vertex_count; v++) {
    double* p = mesh->position + 3 * v;
    double r = 1 + p[0] / n, latitude = (p[1] / n - 0.5) * 1.2, longitude = 1.2 * p[2] / n;
    p[0] = r * cos(latitude) * cos(longitude);
    p[1] = r * sin(latitude);
    p[2] = -r * cos(latitude) * sin(longitude);
  }
  brn_mesh_flip(mesh);
  BrnTetReport report;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &report));
  if (report.inverted_count > 0) brn_mesh_flip(mesh);
  Muscle m = muscle_cut(ctx, mesh, NULL, 0);
  int side = (n + 1) * (n + 1), all = side * (n + 1);
  m.origin = malloc(sizeof(int) * (size_t)side);
  m.insertion = malloc(sizeof(int) * (size_t)side);
  for (int i = 0; i < side; i++) m.origin[i] = i, m.insertion[i] = all - 1 - i;
  m.def.origin = (BrnVertexSet){m.origin, side};
  m.def.insertion = (BrnVertexSet){m.insertion, side};
  muscle_solve(ctx, &m);
  *value = *angle = 0;
  for (int v = 0; v < all; v++) {
    double exact = 3 - 4 / brn__norm3(mesh->position + 3 * v);
    *value += (m.u[v] - exact) * (m.u[v] - exact) / all;
  }
  *value = sqrt(*value);
  for (int t = 0; t < mesh->tet_count; t++) {
    *angle += test_angle(m.direction + 3 * t, m.region->centre + 3 * t) / mesh->tet_count;
  }
  muscle_done(ctx, &m);
}

static void shell_converges(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double value[3], angle[3];
  for (int i = 0; i < 3; i++) shell_errors(ctx, 4 << i, &value[i], &angle[i]);
  ENSURE(value[2] < 1e-3 && angle[2] < 1.5);
  for (int i = 0; i < 2; i++) {
    ENSURE(value[i] / value[i + 1] > 3);    // second order
    ENSURE(angle[i] / angle[i + 1] > 1.75); // first order
  }
  test_context_done(ctx);
}

static void swapped_ends_flip_every_fibre(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_of_shape(ctx, BRN_SHAPE_FUSIFORM, 3000);
  size_t nv = (size_t)m.region->mesh->vertex_count, nt = (size_t)m.region->mesh->tet_count;
  double* u = memcpy(malloc(nv * sizeof(double)), m.u, nv * sizeof(double));
  double* d = memcpy(malloc(3 * nt * sizeof(double)), m.direction, 3 * nt * sizeof(double));
  m.def.origin = (BrnVertexSet){m.insertion, m.insertion_count};
  m.def.insertion = (BrnVertexSet){m.origin, m.origin_count};
  muscle_solve(ctx, &m);
  for (size_t v = 0; v < nv; v++) ENSURE_NEAR(m.u[v], -u[v], 1e-9);
  for (size_t i = 0; i < 3 * nt; i++) ENSURE_NEAR(m.direction[i], -d[i], 1e-6);
  free(u);
  free(d);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// Three cubes: the second touches the origin only, the third nothing.
static BrnMesh* three_cubes(BrnContext* ctx) {
  BrnMesh *one = mesh_grid(ctx, 2, 0.1), *mesh;
  int nv = one->vertex_count, nt = one->tet_count;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3 * nv, 0, 3 * nt, &mesh));
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < 3 * nv; i++) {
      mesh->position[3 * nv * c + i] = one->position[i] + (i % 3 == 1 ? 10 * c : 0);
    }
    for (int i = 0; i < 4 * nt; i++) mesh->tet[4 * nt * c + i] = one->tet[i] + nv * c;
  }
  brn_mesh_destroy(ctx, one);
  return mesh;
}

static bool is_origin(const double* p, double a) { return p[0] <= a && p[1] < 15; }
static bool is_insertion(const double* p, double a) { return p[0] >= a && p[1] < 5; }

static void loose_pieces_are_flat_and_reported(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cut(ctx, three_cubes(ctx), NULL, 0);
  muscle_attach(&m, is_origin, 0, is_insertion, 2);
  muscle_solve(ctx, &m);
  ENSURE_INT(m.region->component_count, 3);
  ENSURE_INT(m.solve.flat_component_count, 2);
  ENSURE_INT(m.solve.flat_tet_count, 96);
  ENSURE_INT(m.solve.first_flat_tet, 48);
  for (int v = 0; v < 27; v++) {
    ENSURE_NEAR(m.u[v], -1 + m.mesh->position[3 * v], 1e-9);
    ENSURE(m.u[27 + v] == -1 && m.u[54 + v] == 0);
  }
  ENSURE_INT(m.fibres.flat_count, 96);
  ENSURE_INT(m.fibres.bare_count, 96);
  ENSURE_INT(m.fibres.first_bare, 48);
  for (int i = 0; i < 3 * 96; i++) ENSURE(m.direction[3 * 48 + i] == 0);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void refuse(BrnContext* ctx, Muscle* m, const char* who, const char* why) {
  ENSURE_STATUS(ctx, brn_potential_solve(ctx, m->region, &m->def, m->u, NULL), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, who);
  ENSURE_ERROR_HAS(ctx, why);
}

static void bad_attachments_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_of_shape(ctx, BRN_SHAPE_BAR, 1000);
  BrnPotentialDef good = m.def;
  char text[64];
  m.def.origin.count = 0;
  refuse(ctx, &m, "origin", "no vertices");
  m.def = good, m.def.insertion.count = 0;
  refuse(ctx, &m, "insertion", "no vertices");
  m.def.insertion = m.def.origin;
  snprintf(text, sizeof text, "insertion: vertex %d", m.origin[0]);
  refuse(ctx, &m, text, "other attachment");
  int far[1] = {m.mesh->vertex_count}, negative[2] = {m.insertion[0], -3}, bone[1];
  m.def.insertion = (BrnVertexSet){far, 1};
  snprintf(text, sizeof text, "vertex %d does not exist", far[0]);
  refuse(ctx, &m, "insertion", text);
  m.def.insertion = (BrnVertexSet){negative, 2};
  refuse(ctx, &m, "insertion", "vertex -3 does not exist");
  for (bone[0] = 0; brn_mesh_label_name(m.mesh, BRN_ON_TET, 1); bone[0]++) { // one of the bone's
    bool in = false;
    for (int v = 0; v < m.region->mesh->vertex_count; v++)
      in = in || m.region->vertex[v] == bone[0];
    if (!in) break;
  }
  m.def = good, m.def.origin = (BrnVertexSet){bone, 1};
  snprintf(text, sizeof text, "vertex %d belongs to no tet", bone[0]);
  refuse(ctx, &m, "origin", text);
  m.def = good, m.def.source = true;
  refuse(ctx, &m, "insertion", "must be empty");
  m.def = good, m.def.tolerance = 0;
  refuse(ctx, &m, "tolerance is 0", "would do");
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// Even heat in a slab of width n, held at x = 0: x (2 n - x), so u = -1 + 2 x (2 n - x) / n^2.
static void source_leads_away_from_the_origin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 8);
  m.def.source = true;
  m.def.insertion.count = 0;
  muscle_solve(ctx, &m);
  for (int v = 0; v < m.region->mesh->vertex_count; v++) {
    double x = m.region->mesh->position[3 * v] / 8;
    ENSURE_NEAR(m.u[v], -1 + 2 * x * (2 - x), 0.05);
  }
  double mean = 0;
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    ENSURE(m.direction[3 * t] > 0);
    mean += m.direction[3 * t] / m.region->mesh->tet_count;
  }
  ENSURE(mean > 0.98);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void limit_is_an_outcome(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 6);
  m.def.max_iterations = 2;
  ENSURE_OK(ctx, brn_potential_solve(ctx, m.region, &m.def, m.u, &m.solve));
  ENSURE_INT(m.solve.outcome, BRN_OUT_OF_ITERATIONS);
  ENSURE_INT(m.solve.iterations, 2);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double *u = NULL, *d = NULL;
  for (int workers = 1; workers <= 8; workers += workers == 2 ? 6 : 1) {
    BrnContext* ctx = test_context_with(workers);
    Muscle m = muscle_of_shape(ctx, BRN_SHAPE_CURVED, 30000);
    size_t us = sizeof(double) * (size_t)m.region->mesh->vertex_count;
    size_t ds = sizeof(double) * 3 * (size_t)m.region->mesh->tet_count;
    if (!u) u = memcpy(malloc(us), m.u, us), d = memcpy(malloc(ds), m.direction, ds);
    assert_memory_equal(u, m.u, us);
    assert_memory_equal(d, m.direction, ds);
    muscle_done(ctx, &m);
    test_context_done(ctx);
  }
  free(u);
  free(d);
}

static BrnStatus solve(BrnContext* ctx, BrnMesh* mesh) {
  BrnRegion* region;
  BRN_TRY(brn_region_create(ctx, mesh, NULL, 0, &region));
  double* u = malloc(sizeof(double) * (size_t)mesh->vertex_count);
  double* d = malloc(sizeof(double) * 3 * (size_t)mesh->tet_count);
  int a = 0, b = mesh->vertex_count - 1;
  BrnPotentialDef def = brn_potential_def_default();
  def.origin = (BrnVertexSet){&a, 1};
  def.insertion = (BrnVertexSet){&b, 1};
  BrnStatus status = brn_potential_solve(ctx, region, &def, u, NULL);
  if (status == BRN_OK) status = brn_fibre_from_potential(ctx, region, u, NULL, d, NULL);
  brn_region_destroy(ctx, region);
  free(u);
  free(d);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, solve);
}

TEST_MAIN(cmocka_unit_test(affine_potential_is_exact),
          cmocka_unit_test(jittered_block_runs_along_its_axis), cmocka_unit_test(shell_converges),
          cmocka_unit_test(swapped_ends_flip_every_fibre),
          cmocka_unit_test(loose_pieces_are_flat_and_reported),
          cmocka_unit_test(bad_attachments_are_named),
          cmocka_unit_test(source_leads_away_from_the_origin),
          cmocka_unit_test(limit_is_an_outcome), cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_clean))
