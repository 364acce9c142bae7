// SPDX-License-Identifier: Apache-2.0

#include "inner_test.h"

static BrnLinesDef lines_def(int count, double max_length) {
  BrnLinesDef def = brn_lines_def_default();
  def.count = count;
  def.max_length = max_length;
  return def;
}

// a sheet in the plane z = 0 of n x n squares, 1 m wide, cut in two each, shaken inside
static BrnMesh* sheet_make(BrnContext* ctx, int n) {
  BrnMesh* mesh;
  TestRandom random = {5};
  ENSURE_OK(ctx, brn_mesh_create(ctx, (n + 1) * (n + 1), 2 * n * n, 0, &mesh));
  int* at = mesh->triangle;
  for (int i = 0; i <= n; i++) {
    for (int j = 0; j <= n; j++) {
      bool inside = i > 0 && j > 0 && i < n && j < n;
      double x = inside ? test_random(&random, -0.2, 0.2) : 0;
      double y = inside ? test_random(&random, -0.2, 0.2) : 0;
      inner_set(mesh, i * (n + 1) + j, (i + x) / n, (j + y) / n, 0);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      int a = i * (n + 1) + j, b = a + n + 1;
      at = inner_put(at, a, b, b + 1);
      at = inner_put(at, a, b + 1, a + 1);
    }
  }
  return mesh;
}

// one direction everywhere, of changing sign: straight lines from border to border
static void constant_direction_gives_straight_lines(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = sheet_make(ctx, 8);
  double direction[81 * 3];
  for (int v = 0; v < 81; v++) {
    double sign = v % 3 == 0 ? -1 : 1;
    direction[3 * v] = 0.8 * sign, direction[3 * v + 1] = 0.6 * sign, direction[3 * v + 2] = 0;
  }
  BrnLinesDef def = lines_def(20, 0);
  BrnLines* lines;
  ENSURE_OK(ctx, brn_fibre_trace_surface(ctx, mesh, direction, &def, &lines));
  ENSURE_INT(lines->line_count, 20);
  for (int l = 0; l < 20; l++) {
    int begin = lines->start[l], end = lines->start[l + 1] - 1;
    const double *a = lines->point + 3 * begin, *b = lines->point + 3 * end;
    ENSURE(end > begin);
    for (int i = begin; i <= end; i++) {
      const double* x = lines->point + 3 * i;
      ENSURE_NEAR(0.6 * (x[0] - a[0]) - 0.8 * (x[1] - a[1]), 0, 1e-12);
      ENSURE(lines->tet[i] >= 0 && lines->tet[i] < mesh->triangle_count);
    }
    for (int e = 0; e < 2; e++) { // both ends are on the border
      const double* x = e ? a : b;
      double to_border = fmin(fmin(x[0], 1 - x[0]), fmin(x[1], 1 - x[1]));
      ENSURE_NEAR(to_border, 0, 1e-9);
    }
  }
  brn_lines_destroy(ctx, lines);
  def.max_length = 0.06; // about half a triangle
  ENSURE_OK(ctx, brn_fibre_trace_surface(ctx, mesh, direction, &def, &lines));
  for (int l = 0; l < 20; l++) {
    const double* a = lines->point + 3 * lines->start[l];
    ENSURE(brn__distance3(a, lines->point + 3 * (lines->start[l + 1] - 1)) < 0.12 + 1e-12);
  }
  brn_lines_destroy(ctx, lines);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void length_is_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 41, 24, 0.2, 0.02);
  BrnInner* inner = inner_grow(ctx, mesh, NULL, 0, 0);
  BrnLinesDef def = lines_def(30, 0.0047);
  BrnLines* lines;
  ENSURE_OK(ctx, brn_fibre_trace_surface(ctx, mesh, inner->fibre, &def, &lines));
  int whole = 0;
  for (int l = 0; l < lines->line_count; l++) {
    double length = 0;
    for (int i = lines->start[l]; i + 1 < lines->start[l + 1]; i++) {
      length += brn__distance3(lines->point + 3 * i, lines->point + 3 * i + 3);
    }
    ENSURE(length < 0.0094 + 1e-12);
    whole += fabs(length - 0.0094) < 1e-9;
  }
  ENSURE(whole >= lines->line_count - 4); // some begin at an end
  brn_lines_destroy(ctx, lines);
  // without a bound they go from end to end, on the surface, along x
  def = lines_def(30, 0);
  ENSURE_OK(ctx, brn_fibre_trace_surface(ctx, mesh, inner->fibre, &def, &lines));
  int far = 0;
  for (int l = 0; l < lines->line_count; l++) {
    const double* a = lines->point + 3 * lines->start[l];
    const double* b = lines->point + 3 * (lines->start[l + 1] - 1);
    far += fabs(a[0] - b[0]) > 0.19;
  }
  ENSURE(far >= lines->line_count - 4);
  brn_lines_destroy(ctx, lines);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// triangles without area and directions without a length stop a line, and nothing else
static void rough_surfaces_are_traced(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = sheet_make(ctx, 8);
  double direction[81 * 3] = {0};
  for (int v = 0; v < 40; v++) direction[3 * v] = 1;
  brn__copy3(mesh->position + 3 * 30, mesh->position + 3 * 31);
  inner_put(mesh->triangle + 30, 3, 3, 3);
  BrnLinesDef def = lines_def(100, 0);
  BrnLines* lines;
  ENSURE_OK(ctx, brn_fibre_trace_surface(ctx, mesh, direction, &def, &lines));
  for (int i = 0; i < 3 * lines->start[lines->line_count]; i++) ENSURE(isfinite(lines->point[i]));
  brn_lines_destroy(ctx, lines);
  def.count = -1;
  ENSURE_STATUS(ctx, brn_fibre_trace_surface(ctx, mesh, direction, &def, &lines), BRN_INVALID);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* maker = test_context();
  BrnMesh* mesh = sheet_make(maker, 4);
  double direction[25 * 3] = {0};
  for (int v = 0; v < 25; v++) direction[3 * v] = 1;
  BrnLinesDef def = lines_def(5, 0);
  BrnLines* lines = NULL;
  for (int k = 0; !lines; k++) {
    BrnContext* ctx = test_context();
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_fibre_trace_surface(ctx, mesh, direction, &def, &lines);
    brn_fail_allocation(ctx, -1);
    ENSURE_INT(status, lines ? BRN_OK : BRN_NO_MEMORY);
    brn_lines_destroy(ctx, lines);
    test_context_done(ctx);
  }
  brn_mesh_destroy(maker, mesh);
  test_context_done(maker);
}

TEST_MAIN(cmocka_unit_test(constant_direction_gives_straight_lines),
          cmocka_unit_test(length_is_kept), cmocka_unit_test(rough_surfaces_are_traced),
          cmocka_unit_test(every_failed_allocation_is_clean))
