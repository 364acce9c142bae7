// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

#include "shape/shape.h"

static const double pi = 3.14159265358979323846;

static double soft_volume(const BrnMesh* mesh) {
  return shape_label_volume(mesh, BRN_LABEL_MUSCLE) +
         shape_label_volume(mesh, BRN_LABEL_TENDON_PROXIMAL) +
         shape_label_volume(mesh, BRN_LABEL_TENDON_DISTAL);
}

// r = a + b sin^2(pi s / L): the integral of pi r^2 is pi L (a^2 + a b + 3/8 b^2)
static void volume_converges_at_second_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double a = 0.005, b = 0.015, exact = pi * 0.2 * (a * a + a * b + 3 * b * b / 8);
  double error[3];
  for (int i = 0; i < 3; i++) { // each has 8 times the tets, half the size
    BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_FUSIFORM, 5500 << (3 * i));
    error[i] = exact - soft_volume(mesh);
    brn_mesh_destroy(ctx, mesh);
  }
  ENSURE(error[2] > 0 && error[2] < 0.006 * exact); // flat sides cut corners
  for (int i = 0; i < 2; i++) ENSURE_NEAR(error[i + 1] / error[i], 0.25, 0.06);
  test_context_done(ctx);
}

static double radius(double s) {
  double wave = sin(pi * s / 0.2);
  return 0.005 + 0.015 * wave * wave;
}

static void middle_of(const BrnMesh* mesh, int t, double* p) {
  memset(p, 0, 3 * sizeof *p);
  for (int i = 0; i < 4; i++) {
    brn__axpy3(p, p, 0.25, mesh->position + 3 * (size_t)mesh->tet[4 * t + i]);
  }
}

// A fibre of the smooth spindle is the line at a constant share q of the radius: its tangent is (q
// r'(s), 1). Those of the mesh are straight in a layer, which is right to first order.
static double worst_fibre(BrnContext* ctx, int tets) {
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_FUSIFORM, tets);
  const double* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value;
  double worst = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label[t] <= BRN_LABEL_BONE_DISTAL) continue;
    double p[3];
    middle_of(mesh, t, p);
    double s = 0.2 - p[1], slope = (radius(s + 1e-6) - radius(s - 1e-6)) / 2e-6;
    double expected[3] = {p[0] / radius(s) * slope, -1, p[2] / radius(s) * slope};
    brn__normalize3(expected);
    worst = fmax(worst, brn__distance3(expected, fibre + 3 * t));
  }
  brn_mesh_destroy(ctx, mesh);
  return worst;
}

static void fibres_follow_the_profile(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double coarse = worst_fibre(ctx, 5500), fine = worst_fibre(ctx, 44000);
  ENSURE(coarse < 0.02);
  ENSURE(fine < 0.6 * coarse);
  test_context_done(ctx);
}

// Bones above and below, tendons beside them, each with 15 % of the length.
static void parts_hang_in_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_FUSIFORM, 5000);
  static const double low[] = {0, 0.2, -0.03, 0.17, 0, 0.03};
  static const double high[] = {0, 0.23, 0, 0.2, 0.03, 0.17};
  double least[6], most[6];
  for (int i = 0; i < 6; i++) least[i] = INFINITY, most[i] = -INFINITY;
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    double y = mesh->position[3 * (size_t)mesh->tet[i] + 1];
    int label = mesh->tet_label[i / 4];
    least[label] = fmin(least[label], y);
    most[label] = fmax(most[label], y);
  }
  for (int label = 1; label <= 5; label++) {
    ENSURE_NEAR(least[label], low[label], 1e-12);
    ENSURE_NEAR(most[label], high[label], 1e-12);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void widths_are_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_FUSIFORM, 60000);
  double belly = 0, bone_x = 0, bone_z = 0, tendon = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    const double* p = mesh->position + 3 * (size_t)v;
    double r = hypot(p[0], p[2]);
    if (p[1] > 0.01 && p[1] < 0.19) belly = fmax(belly, r);
    if (p[1] > 0.2) bone_x = fmax(bone_x, fabs(p[0])), bone_z = fmax(bone_z, fabs(p[2]));
    if (p[1] > 0.0005 && p[1] < 0.005) tendon = fmax(tendon, r);
  }
  ENSURE_NEAR(belly, 0.02, 2e-5);
  ENSURE_NEAR(tendon, 0.005, 2e-4);
  ENSURE_NEAR(bone_x, 0.015, 2e-4);
  ENSURE_NEAR(bone_z, 0.015, 2e-4);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static const double* sort_position; // qsort has no user pointer

static int by_place(const void* a, const void* b) {
  const double* p = sort_position + 3 * (size_t) * (const int*)a;
  const double* q = sort_position + 3 * (size_t) * (const int*)b;
  for (int k = 2; k >= 0; k--) {
    if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  }
  return 0;
}

static int by_corners(const void* a, const void* b) { return memcmp(a, b, 4 * sizeof(int)); }

static void sort_corners(int* v) {
  for (int i = 1; i < 4; i++) {
    for (int k = i; k > 0 && v[k] < v[k - 1]; k--) {
      int t = v[k];
      v[k] = v[k - 1], v[k - 1] = t;
    }
  }
}

// vertex whose place is that of each one, seen in the mirror x = 0
static int* mirror_vertices(const BrnMesh* mesh) {
  size_t n = (size_t)mesh->vertex_count;
  int *order = malloc(n * sizeof(int)), *image = malloc(n * sizeof(int));
  double* places = malloc((3 * n + 3) * sizeof(double)); // and one more: the place looked for
  memcpy(places, mesh->position, 3 * n * sizeof(double));
  sort_position = places;
  for (size_t i = 0; i < n; i++) order[i] = (int)i;
  qsort(order, n, sizeof(int), by_place);
  for (size_t i = 0; i < n; i++) {
    int key = (int)n;
    brn__copy3(places + 3 * n, places + 3 * i);
    places[3 * n] = -places[3 * n];
    int* found = bsearch(&key, order, n, sizeof(int), by_place);
    ENSURE(found != NULL);
    image[i] = *found;
  }
  free(places);
  free(order);
  return image;
}

// To the last bit: a straight pull must not bend it.
static void mesh_is_its_own_mirror_image(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_FUSIFORM, 5000);
  size_t nt = (size_t)mesh->tet_count;
  int *image = mirror_vertices(mesh), *tet = malloc(4 * nt * sizeof(int));
  memcpy(tet, mesh->tet, 4 * nt * sizeof(int));
  for (size_t t = 0; t < nt; t++) sort_corners(tet + 4 * t);
  qsort(tet, nt, 4 * sizeof(int), by_corners);
  for (size_t t = 0; t < nt; t++) {
    int corner[4];
    for (int i = 0; i < 4; i++) corner[i] = image[mesh->tet[4 * t + (size_t)i]];
    sort_corners(corner);
    ENSURE(bsearch(corner, tet, nt, 4 * sizeof(int), by_corners) != NULL);
  }
  free(tet);
  free(image);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void parts_can_be_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.tets = 3000;
  def.bone = 0;
  def.tendon = 0;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  ENSURE_INT(shape_label_count(mesh, BRN_LABEL_MUSCLE), mesh->tet_count);
  ENSURE_INT(mesh->label_count, 1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void impossible_spindles_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.tendon_width = 0.05;
  shape_refuses(ctx, &def, "tendon_width is 0.05 m", "0.04 m");
  def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.length = 0.07;
  shape_refuses(ctx, &def, "length is 0.07 m", "0.08 m or more would do");
  def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.bone_width = 0.01;
  shape_refuses(ctx, &def, "bone_width is 0.01 m", "0.014 m or more would do");
  def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.tendon = 0.001;
  shape_refuses(ctx, &def, "tendon is 0.001", "must be 0, or 0.0125 and more");
  def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.bone = 0.001;
  shape_refuses(ctx, &def, "bone is 0.001 m", "must be 0, or 0.0025 m and more");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(volume_converges_at_second_order),
          cmocka_unit_test(fibres_follow_the_profile), cmocka_unit_test(parts_hang_in_order),
          cmocka_unit_test(widths_are_kept), cmocka_unit_test(mesh_is_its_own_mirror_image),
          cmocka_unit_test(parts_can_be_left_out),
          cmocka_unit_test(impossible_spindles_are_refused))
