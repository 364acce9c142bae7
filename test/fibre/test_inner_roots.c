// SPDX-License-Identifier: Apache-2.0

#include "inner_test.h"

static void middle_ring_is_proposed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int *root, count, tip[2] = {252, 253};
  BrnVertexSet a = {tip, 1}, b = {tip + 1, 1};
  for (int given = 0; given < 2; given++) {
    ENSURE_OK(ctx, brn_inner_propose_roots(ctx, mesh, given ? &a : NULL, given ? &b : NULL, &root,
                                           &count));
    ENSURE_INT(count, 12);
    for (int i = 0; i < 12; i++) ENSURE_INT(root[i], 120 + i);
    brn_free(ctx, root);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// marks the vertices that can be reached from one without stepping on the ring
static void flood(const BrnMesh* mesh, const int* ring, int count, int start, uint8_t* reached) {
  memset(reached, 0, (size_t)mesh->vertex_count);
  for (int i = 0; i < count; i++) reached[ring[i]] = 2;
  reached[start] = 1;
  for (bool more = true; more;) {
    more = false;
    for (int t = 0; t < mesh->triangle_count; t++) {
      const int* c = mesh->triangle + 3 * t;
      bool near = reached[c[0]] == 1 || reached[c[1]] == 1 || reached[c[2]] == 1;
      for (int k = 0; near && k < 3; k++) {
        if (reached[c[k]] == 0) reached[c[k]] = 1, more = true;
      }
    }
  }
}

// A belly with thin tendons: half of the potential would be wrong only by symmetry, so the belly is
// at one end here. The ring is at half of the way, and no way leads past it.
static double radius_at(double t) { return t < 0.4 ? 0.03 : fmax(0.003, 0.03 - 0.2 * (t - 0.4)); }

static void ring_is_at_half_of_the_way_and_separates(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 61, 16, 0.3, 0.02);
  TestRandom random = {3};
  for (int v = 0; v < 61 * 16; v++) {
    double* p = mesh->position + 3 * v;
    double scale = radius_at(p[0] / 0.3) / hypot(p[1], p[2]);
    p[0] += test_random(&random, -1e-3, 1e-3);
    p[1] *= scale, p[2] *= scale;
  }
  int *root, count;
  ENSURE_OK(ctx, brn_inner_propose_roots(ctx, mesh, NULL, NULL, &root, &count));
  ENSURE(count >= 16 && count <= 40);
  double x = 0;
  for (int i = 0; i < count; i++) x += mesh->position[3 * root[i]] / count;
  ENSURE_NEAR(x, 0.15, 0.006);
  uint8_t* reached = malloc((size_t)mesh->vertex_count);
  flood(mesh, root, count, 61 * 16, reached);
  ENSURE_INT(reached[61 * 16 + 1], 0);
  BrnInner* inner = inner_grow(ctx, mesh, root, count, 0);
  inner_check(mesh, inner);
  ENSURE_INT(inner_count_roots(inner), 1);
  ENSURE_INT(inner_count_children(inner, 0), 2);
  free(reached);
  brn_free(ctx, root);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// with one end only, the other is the farthest place from it; a vertex of both counts for neither
static void missing_end_is_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int low[13], *root, count, all[254];
  inner_ring(low, 0, 12);
  low[12] = 252;
  for (int v = 0; v < 254; v++) all[v] = v;
  BrnVertexSet end = {low, 13}, whole = {all, 254};
  for (int side = 0; side < 4; side++) {
    const BrnVertexSet* a = side == 0 ? &end : side == 1 ? NULL : &whole;
    const BrnVertexSet* b = side == 0 ? NULL : side == 1 ? &end : side == 2 ? &whole : NULL;
    ENSURE_OK(ctx, brn_inner_propose_roots(ctx, mesh, a, b, &root, &count));
    ENSURE(count > 0);
    for (int i = 0; i < count && side < 3; i++) {
      ENSURE_NEAR(mesh->position[3 * root[i]], 0.1, 0.0101);
    }
    brn_free(ctx, root);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// an attachment along half of the muscle does not move the middle
static void broad_end_counts_where_it_is_far(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int low[64], count = 0, far_tip = 253, *root;
  for (int v = 0; v < 254; v++) { // a stripe along one side, from the end to beyond the middle
    if (mesh->position[3 * v + 1] > 0 && v % 12 < 2 && mesh->position[3 * v] < 0.125)
      low[count++] = v;
  }
  BrnVertexSet a = {low, count}, b = {&far_tip, 1};
  for (int swapped = 0; swapped < 2; swapped++) {
    ENSURE_OK(ctx, brn_inner_propose_roots(ctx, mesh, swapped ? &b : &a, swapped ? &a : &b, &root,
                                           &count));
    double x = 0;
    for (int i = 0; i < count; i++) x += mesh->position[3 * root[i]] / count;
    ENSURE_NEAR(x, 0.1, 0.015);
    brn_free(ctx, root);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// an open tube, and one that is cut open along its side
static void open_surfaces_have_roots(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int kept = 0, *root, count;
  for (int t = 0; t < mesh->triangle_count; t++) {
    int* c = mesh->triangle + 3 * t;
    bool seam = c[0] % 12 == 3 && (c[1] % 12 == 4 || c[2] % 12 == 4);
    if (seam || c[0] >= 252) continue;
    memmove(mesh->triangle + 3 * kept++, c, 3 * sizeof *c);
  }
  mesh->triangle_count = kept;
  ENSURE_OK(ctx, brn_inner_propose_roots(ctx, mesh, NULL, NULL, &root, &count));
  ENSURE(count >= 11 && count < 24);
  for (int i = 0; i < count; i++) ENSURE_NEAR(mesh->position[3 * root[i]], 0.1, 0.021);
  BrnInner* inner = inner_grow(ctx, mesh, root, count, 0);
  inner_check(mesh, inner);
  brn_free(ctx, root);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void tetrahedron_has_roots(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 4, 4, 0, &mesh));
  for (int k = 0; k < 3; k++) mesh->position[3 * (k + 1) + k] = 1;
  for (int k = 0; k < 4; k++) memcpy(mesh->triangle + 3 * k, brn_tet_face[k], 3 * sizeof(int));
  int *root, count;
  ENSURE_OK(ctx, brn_inner_propose_roots(ctx, mesh, NULL, NULL, &root, &count));
  ENSURE(count >= 1 && count <= 3);
  brn_free(ctx, root);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a sliver that a scan has left: no root is in it, and its vertices hang on the muscle's points
static void crumb_gets_no_root(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* one = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 257, 505, 0, &mesh));
  memcpy(mesh->position, one->position, sizeof(double) * 3 * 254);
  memcpy(mesh->triangle, one->triangle, sizeof(int) * 3 * 504);
  inner_set(mesh, 254, 0.041, 0.001, 0);
  inner_set(mesh, 255, 0.042, 0, 0);
  inner_set(mesh, 256, 0.041, 0, 0.001);
  inner_put(mesh->triangle + 3 * 504, 254, 255, 256);
  int *root, count;
  ENSURE_OK(ctx, brn_inner_propose_roots(ctx, mesh, NULL, NULL, &root, &count));
  ENSURE_INT(count, 12);
  BrnInner* inner = inner_grow(ctx, mesh, NULL, 0, 0);
  inner_check(mesh, inner);
  ENSURE_INT(inner->count, 11);
  for (int v = 254; v < 257; v++) {
    ENSURE_NEAR(inner->position[3 * inner->of_vertex[v]], 0.04, 1e-12);
  }
  brn_free(ctx, root);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, one);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void wrong_ends_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 5, 6, 0.2, 0.02);
  int *root, count, wrong[2] = {3, -1};
  BrnVertexSet end = {wrong, 2};
  ENSURE_STATUS(ctx, brn_inner_propose_roots(ctx, mesh, &end, NULL, &root, &count), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "vertex -1");
  ENSURE(!root && count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* maker = test_context();
  BrnMesh* mesh = inner_fusiform(maker, 5, 6, 0.2, 0.02);
  int *root = NULL, count, k = 0;
  for (; !root; k++) {
    BrnContext* ctx = test_context();
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_inner_propose_roots(ctx, mesh, NULL, NULL, &root, &count);
    brn_fail_allocation(ctx, -1);
    ENSURE_INT(status, root ? BRN_OK : BRN_NO_MEMORY);
    brn_free(ctx, root);
    test_context_done(ctx);
  }
  ENSURE(k > 10);
  brn_mesh_destroy(maker, mesh);
  test_context_done(maker);
}

TEST_MAIN(cmocka_unit_test(middle_ring_is_proposed),
          cmocka_unit_test(ring_is_at_half_of_the_way_and_separates),
          cmocka_unit_test(missing_end_is_found),
          cmocka_unit_test(broad_end_counts_where_it_is_far),
          cmocka_unit_test(open_surfaces_have_roots), cmocka_unit_test(tetrahedron_has_roots),
          cmocka_unit_test(crumb_gets_no_root), cmocka_unit_test(wrong_ends_are_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
