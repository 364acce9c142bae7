// SPDX-License-Identifier: Apache-2.0

#include "bvh_test.h"

static BrnEmbedding* embed(BrnContext* ctx, const BrnMesh* mesh, const double* points, int count) {
  BrnEmbedding* embedding;
  ENSURE_OK(ctx, brn_embedding_create(ctx, mesh, points, count, &embedding));
  ENSURE_INT(embedding->point_count, count);
  return embedding;
}

static const double* tet_corner(const BrnMesh* mesh, int tet, int c) {
  return mesh->position + 3 * (size_t)mesh->tet[4 * tet + c];
}

// the point of a tet with random positive weights
static void random_inside(TestRandom* random, const BrnMesh* mesh, int tet, double* p) {
  double w[4], sum = 0;
  for (int c = 0; c < 4; c++) sum += w[c] = -log(test_random(random, 1e-9, 1));
  for (int k = 0; k < 3; k++) {
    p[k] = 0;
    for (int c = 0; c < 4; c++) p[k] += w[c] / sum * tet_corner(mesh, tet, c)[k];
  }
}

// weights add up to 1 and give the point back
static void check_reproduces(const BrnMesh* mesh, const BrnEmbedding* e, int i, const double* p,
                             double tolerance) {
  ENSURE(e->tet[i] >= 0 && e->tet[i] < mesh->tet_count);
  double sum = 0, size = 0, q[3] = {0};
  for (int c = 0; c < 4; c++) {
    sum += e->weight[4 * i + c];
    size += fabs(e->weight[4 * i + c]);
    for (int k = 0; k < 3; k++) q[k] += e->weight[4 * i + c] * tet_corner(mesh, e->tet[i], c)[k];
  }
  ENSURE_NEAR(sum, 1, 4e-16 * size);
  for (int k = 0; k < 3; k++) ENSURE_NEAR(q[k], p[k], tolerance);
}

static void points_inside_are_given_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double scale[] = {1, 1e-6, 1e6};
  for (int s = 0; s < COUNT_OF(scale); s++) {
    BrnMesh* mesh = mesh_grid(ctx, 4, 0.15);
    mesh_scale(mesh, scale[s]);
    enum { PER_TET = 3 };
    int count = PER_TET * mesh->tet_count;
    double* points = malloc(sizeof(double) * 3 * (size_t)count);
    TestRandom random = {1};
    for (int i = 0; i < count; i++) random_inside(&random, mesh, i / PER_TET, points + 3 * i);
    BrnEmbedding* e = embed(ctx, mesh, points, count);
    for (int i = 0; i < count; i++) {
      check_reproduces(mesh, e, i, points + 3 * i, 1e-12 * scale[s]);
      ENSURE_INT(e->tet[i], i / PER_TET); // tets do not overlap
      ENSURE_NEAR(e->distance[i], 0, 0);
      for (int c = 0; c < 4; c++) ENSURE(e->weight[4 * i + c] > -1e-12);
    }
    ENSURE_INT(e->outside_count, 0);
    ENSURE_NEAR(e->max_distance, 0, 0);
    double* moved = malloc(sizeof(double) * 3 * (size_t)count);
    brn_embedding_apply(ctx, e, mesh, mesh->position, moved);
    for (int i = 0; i < 3 * count; i++) ENSURE_NEAR(moved[i], points[i], 1e-12 * scale[s]);
    free(moved), free(points);
    brn_embedding_destroy(ctx, e);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// vertices, middles of edges, of faces: shared by many tets, all of which would do
static void points_on_shared_places_are_inside(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.15);
  int nt = mesh->tet_count, count = 14 * nt, n = 0;
  double* points = malloc(sizeof(double) * 3 * (size_t)count);
  for (int t = 0; t < nt; t++) {
    for (int set = 1; set < 15; set++, n++) { // all ways to take one, two or three corners
      int size = (set & 1) + (set >> 1 & 1) + (set >> 2 & 1) + (set >> 3 & 1);
      for (int k = 0; k < 3; k++) {
        points[3 * n + k] = 0;
        for (int c = 0; c < 4; c++) {
          if (set >> c & 1) points[3 * n + k] += tet_corner(mesh, t, c)[k] / size;
        }
      }
    }
  }
  ENSURE_INT(n, count);
  BrnEmbedding* e = embed(ctx, mesh, points, count);
  for (int i = 0; i < count; i++) check_reproduces(mesh, e, i, points + 3 * i, 1e-12);
  ENSURE_INT(e->outside_count, 0);
  free(points);
  brn_embedding_destroy(ctx, e);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static const double affine[9] = {1.2, 0.3, -0.1, 0.2, 0.8, 0.4, -0.3, 0.1, 1.5};
static const double shift[3] = {5, -2, 0.5};

static void map(const double* p, double* out) {
  for (int i = 0; i < 3; i++) {
    out[i] = shift[i];
    for (int j = 0; j < 3; j++) out[i] += affine[3 * i + j] * p[j];
  }
}

static void affine_motion_carries_all_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.15);
  enum { COUNT = 2000 };
  static double points[3 * COUNT], moved[3 * COUNT];
  TestRandom random = {2};
  for (int i = 0; i < COUNT; i++) random_point(&random, -2, 5, points + 3 * i); // most are outside
  BrnEmbedding* e = embed(ctx, mesh, points, COUNT);
  ENSURE(e->outside_count > COUNT / 2 && e->outside_count < COUNT);
  double* position = malloc(sizeof(double) * 3 * (size_t)mesh->vertex_count);
  for (int v = 0; v < mesh->vertex_count; v++) map(mesh->position + 3 * v, position + 3 * v);
  brn_embedding_apply(ctx, e, mesh, position, moved);
  for (int i = 0; i < COUNT; i++) {
    double expected[3];
    map(points + 3 * i, expected);
    check_reproduces(mesh, e, i, points + 3 * i, 1e-12);
    for (int k = 0; k < 3; k++) ENSURE_NEAR(moved[3 * i + k], expected[k], 1e-11);
  }
  free(position);
  brn_embedding_destroy(ctx, e);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// distances against the box that the grid fills, and the boundary's own closest point
static void points_outside_go_to_the_nearest_tet(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.15);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  enum { COUNT = 500 };
  static double points[3 * COUNT];
  TestRandom random = {3};
  double most = 0;
  int outside = 0;
  for (int i = 0; i < COUNT; i++) random_point(&random, -3, 6, points + 3 * i);
  BrnEmbedding* e = embed(ctx, mesh, points, COUNT);
  for (int i = 0; i < COUNT; i++) {
    double squared = 0, near = INFINITY;
    for (int k = 0; k < 3; k++) {
      double x = points[3 * i + k], gap = x < 0 ? -x : x > 3 ? x - 3 : 0;
      squared += gap * gap;
    }
    ENSURE_NEAR(e->distance[i], sqrt(squared), 1e-14);
    most = fmax(most, sqrt(squared));
    if (squared == 0) continue;
    outside++;
    for (int t = 0; t < surface->mesh->triangle_count; t++) { // some face of that tet is nearest
      if (surface->tet[t] != e->tet[i]) continue;
      near = fmin(near, triangle_distance(points + 3 * i, corner_of(surface->mesh, t, 0),
                                          corner_of(surface->mesh, t, 1),
                                          corner_of(surface->mesh, t, 2)));
    }
    ENSURE_NEAR(near, sqrt(squared), 1e-13);
  }
  ENSURE_INT(e->outside_count, outside);
  ENSURE_NEAR(e->max_distance, most, 1e-14);
  brn_embedding_destroy(ctx, e);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void known_weights_come_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_unit_tet(ctx);
  static const double points[][3] = {
      {0.25, 0.25, 0.25}, {0, 0, 0}, {0, 0, 1}, {0, -2, 0}, {2, 0, 0}};
  static const double weight[][4] = {
      {0.25, 0.25, 0.25, 0.25}, {1, 0, 0, 0}, {0, 0, 0, 1}, {3, 0, -2, 0}, {-1, 2, 0, 0}};
  static const double distance[] = {0, 0, 0, 2, 1};
  BrnEmbedding* e = embed(ctx, mesh, &points[0][0], 5);
  for (int i = 0; i < 5; i++) {
    for (int c = 0; c < 4; c++) ENSURE_NEAR(e->weight[4 * i + c], weight[i][c], 1e-15);
    ENSURE_NEAR(e->distance[i], distance[i], 1e-15);
  }
  ENSURE_INT(e->outside_count, 2);
  brn_embedding_destroy(ctx, e);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void inverted_tets_carry_points_too(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  brn_mesh_flip(mesh);
  static const double points[][3] = {{0.2, 0.2, 0.3}, {0.2, 0.2, -0.3}, {0.3, 0.3, 0}, {1, 1, 1}};
  BrnEmbedding* e = embed(ctx, mesh, &points[0][0], 4);
  for (int i = 0; i < 4; i++) check_reproduces(mesh, e, i, points[i], 1e-14);
  ENSURE_INT(e->tet[0], 0);
  ENSURE_INT(e->tet[1], 1);
  ENSURE_INT(e->outside_count, 1);
  brn_embedding_destroy(ctx, e);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------- thin and flat

// a tet whose last corner is a little above the middle of the others
static BrnMesh* thin_tet(BrnContext* ctx, double thickness) {
  BrnMesh* mesh = mesh_unit_tet(ctx);
  double top[3] = {0.3, 0.4, thickness};
  memcpy(mesh->position + 9, top, sizeof top);
  for (int v = 0; v < 4; v++) { // turned, so that nothing is along an axis
    double p[3];
    map(mesh->position + 3 * v, p);
    memcpy(mesh->position + 3 * v, p, sizeof p);
  }
  return mesh;
}

static void thin_tets_give_points_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int digits = 1; digits < 13; digits++) {
    BrnMesh* mesh = thin_tet(ctx, pow(10, -digits));
    double points[3 * 40];
    TestRandom random = {5};
    for (int i = 0; i < 40; i++) random_inside(&random, mesh, 0, points + 3 * i);
    for (int i = 20; i < 40; i++) points[3 * i + 2] += test_random(&random, -0.1, 0.1);
    BrnEmbedding* e = embed(ctx, mesh, points, 40);
    for (int i = 0; i < 40; i++) {
      double most = 1; // rounding grows with the weights
      for (int c = 0; c < 4; c++) most = fmax(most, fabs(e->weight[4 * i + c]));
      ENSURE(most < 1e3 * pow(10, digits));
      check_reproduces(mesh, e, i, points + 3 * i, 1e-14 * most);
    }
    brn_embedding_destroy(ctx, e);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// A flat tet sits on the face of an upright one. Points above it cannot be carried exactly; they
// follow the nearest point of its face, and their distance is told.
static void flat_tets_carry_points_on_their_face(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 4}, {1, 1, 0}};
  static const int tet[][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}};
  BrnMesh* mesh = MESH_TETS(ctx, p, tet);
  static const double points[][3] = {{1, 1, 1}, {1, 0.5, -0.5}, {1, 1, -3}, {1, 1, 0}};
  static const double distance[] = {0, 0.5, 3, 0};
  BrnEmbedding* e = embed(ctx, mesh, &points[0][0], 4);
  for (int i = 0; i < 4; i++) {
    double sum = 0, q[3] = {0}, off = 0;
    for (int c = 0; c < 4; c++) {
      sum += e->weight[4 * i + c];
      ENSURE(isfinite(e->weight[4 * i + c]));
      for (int k = 0; k < 3; k++) q[k] += e->weight[4 * i + c] * tet_corner(mesh, e->tet[i], c)[k];
    }
    ENSURE_NEAR(sum, 1, 1e-12);
    ENSURE_NEAR(e->distance[i], distance[i], 1e-14);
    for (int k = 0; k < 3; k++) off += (q[k] - points[i][k]) * (q[k] - points[i][k]);
    ENSURE(sqrt(off) <= distance[i] + 1e-14);
  }
  ENSURE_INT(e->outside_count, 2);
  brn_embedding_destroy(ctx, e);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// where tets overlap the point goes to the one it is deepest in
static void overlapping_tets_share_by_depth(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0},    {1, 0, 0},   {0, 1, 0},   {0, 0, 1},
                                {-1, -1, -1}, {4, -1, -1}, {-1, 4, -1}, {-1, -1, 4}};
  static const int tet[][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
  BrnMesh* mesh = MESH_TETS(ctx, p, tet);
  static const double points[][3] = {{0.25, 0.25, 0.25}, {0.01, 0.3, 0.3}, {-0.5, 0, 0}};
  BrnEmbedding* e = embed(ctx, mesh, &points[0][0], 3);
  ENSURE_INT(e->tet[0], 0);
  ENSURE_INT(e->tet[1], 1);
  ENSURE_INT(e->tet[2], 1);
  brn_embedding_destroy(ctx, e);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- refusals

static void refuses(BrnContext* ctx, BrnMesh* mesh, const double* points, int count,
                    const char* expected) {
  size_t before = brn_byte_count(ctx);
  BrnEmbedding* e = (BrnEmbedding*)&e;
  ENSURE_STATUS(ctx, brn_embedding_create(ctx, mesh, points, count, &e), BRN_INVALID);
  ENSURE(e == NULL && brn_byte_count(ctx) == before);
  ENSURE_ERROR_HAS(ctx, expected);
  brn_mesh_destroy(ctx, mesh);
}

static void meshes_without_volume_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double p[3] = {0.1, 0.1, 0.1};
  refuses(ctx, mesh_octahedron(ctx), p, 1, "tet");
  refuses(ctx, mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL), p, 1, "tet");
  static const double flat[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
  static const int tets[][4] = {{0, 1, 2, 3}, {1, 4, 2, 3}};
  refuses(ctx, MESH_TETS(ctx, flat, tets), p, 1, "volume");
  static const int repeated[][4] = {{0, 1, 1, 3}};
  refuses(ctx, MESH_TETS(ctx, flat, repeated), p, 1, "volume");
  refuses(ctx, MESH_TETS(ctx, flat, tets), NULL, 0, "volume");
  test_context_done(ctx);
}

static void points_that_are_nowhere_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double points[3][3] = {{0.1, 0.1, 0.1}, {0, 0, 0}, {1, 1, 1}};
  static const double bad[] = {NAN, INFINITY, -INFINITY, 1e200};
  for (int i = 0; i < COUNT_OF(bad); i++) {
    points[1][i % 3] = bad[i];
    refuses(ctx, mesh_unit_tet(ctx), &points[0][0], 3, "point 1 ");
    points[1][i % 3] = 0;
  }
  test_context_done(ctx);
}

// every tet is there twice: all faces have two tets, so nothing is outside of it
static void mesh_without_boundary_carries_what_is_inside(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int tet[][4] = {{0, 1, 2, 3}, {1, 2, 0, 3}};
  static const double in[3] = {0.1, 0.2, 0.3}, out[3] = {3, 3, 3};
  BrnMesh* mesh = MESH_TETS(ctx, unit_corner, tet);
  BrnEmbedding* e = embed(ctx, mesh, in, 1);
  check_reproduces(mesh, e, 0, in, 1e-15);
  brn_embedding_destroy(ctx, e);
  refuses(ctx, mesh, out, 1, "point 0 ");
  test_context_done(ctx);
}

static void no_points_are_fine(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_unit_tet(ctx);
  BrnEmbedding* e = embed(ctx, mesh, NULL, 0);
  brn_embedding_apply(ctx, e, mesh, mesh->position, NULL);
  ENSURE_INT(e->outside_count, 0);
  brn_embedding_destroy(ctx, e);
  brn_embedding_destroy(ctx, NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------- workers, memory

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  enum { COUNT = 5000 };
  static double points[3 * COUNT], weight[4 * COUNT], moved[3 * COUNT], other[3 * COUNT];
  static int tet[COUNT];
  static const int workers[] = {1, 2, 3, 8};
  TestRandom random = {7};
  for (int i = 0; i < COUNT; i++) random_point(&random, -1, 5, points + 3 * i);
  for (int w = 0; w < COUNT_OF(workers); w++) {
    BrnContext* ctx = test_context_with(workers[w]);
    BrnMesh* mesh = mesh_grid(ctx, 4, 0.15);
    BrnEmbedding* e = embed(ctx, mesh, points, COUNT);
    brn_embedding_apply(ctx, e, mesh, mesh->position, w ? other : moved);
    if (w == 0) {
      memcpy(weight, e->weight, sizeof weight);
      memcpy(tet, e->tet, sizeof tet);
    } else {
      assert_memory_equal(weight, e->weight, sizeof weight);
      assert_memory_equal(tet, e->tet, sizeof tet);
      assert_memory_equal(moved, other, sizeof moved);
    }
    brn_embedding_destroy(ctx, e);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
}

static BrnStatus create(BrnContext* ctx, BrnMesh* mesh) {
  static const double points[][3] = {{0.5, 0.5, 0.5}, {-1, -1, -1}};
  BrnEmbedding* e;
  BrnStatus status = brn_embedding_create(ctx, mesh, &points[0][0], 2, &e);
  ENSURE((status == BRN_OK) == (e != NULL));
  brn_embedding_destroy(ctx, e);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, create);
}

TEST_MAIN(cmocka_unit_test(known_weights_come_out), cmocka_unit_test(points_inside_are_given_back),
          cmocka_unit_test(points_on_shared_places_are_inside),
          cmocka_unit_test(affine_motion_carries_all_points),
          cmocka_unit_test(points_outside_go_to_the_nearest_tet),
          cmocka_unit_test(inverted_tets_carry_points_too),
          cmocka_unit_test(thin_tets_give_points_back),
          cmocka_unit_test(flat_tets_carry_points_on_their_face),
          cmocka_unit_test(overlapping_tets_share_by_depth),
          cmocka_unit_test(meshes_without_volume_are_refused),
          cmocka_unit_test(points_that_are_nowhere_are_refused),
          cmocka_unit_test(mesh_without_boundary_carries_what_is_inside),
          cmocka_unit_test(no_points_are_fine), cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_clean))
