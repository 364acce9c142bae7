// SPDX-License-Identifier: Apache-2.0
//
// A patch answers what the whole tree answers, to the bit but for ties.

#include "bvh_test.h"

static void box_around(const double* centre, double half, double* box) {
  for (int k = 0; k < 3; k++) box[k] = centre[k] - half, box[3 + k] = centre[k] + half;
}

static bool box_meets_triangle(const BrnMesh* mesh, int t, const double* box) {
  for (int k = 0; k < 3; k++) {
    double low = INFINITY, high = -INFINITY;
    for (int c = 0; c < 3; c++) {
      double x = mesh->position[3 * (size_t)mesh->triangle[3 * t + c] + (size_t)k];
      low = fmin(low, x), high = fmax(high, x);
    }
    if (low > box[3 + k] || high < box[k]) return false;
  }
  return true;
}

// every triangle whose box meets that of the patch is in a leaf of it
static void check_complete(const BrnMesh* mesh, const BrnBvh* bvh, const double* box,
                           const BrnBvhPatch* patch) {
  if (patch->count < 0) return;
  bool* listed = calloc((size_t)mesh->triangle_count, sizeof *listed);
  for (int i = 0; i < patch->count; i++) {
    const BrnTrianglePack* pack = &bvh->pack[patch->leaf[i]];
    for (int lane = 0; lane < BRN_LANES; lane++) {
      if (pack->triangle[lane] >= 0) listed[pack->triangle[lane]] = true;
    }
  }
  for (int t = 0; t < mesh->triangle_count; t++) {
    ENSURE(listed[t] || !box_meets_triangle(mesh, t, box));
  }
  free(listed);
}

// Triangles may be equally near: then another one is as good.
static void check_same(const BrnSurfacePoint* expected, const BrnSurfacePoint* found) {
  ENSURE_INT(found->triangle < 0, expected->triangle < 0);
  ENSURE(found->distance == expected->distance ||
         fabs(found->distance - expected->distance) < 1e-15);
  if (found->triangle != expected->triangle) return;
  for (int k = 0; k < 3; k++) {
    ENSURE(found->point[k] == expected->point[k] && found->weight[k] == expected->weight[k]);
  }
}

// points of a box of half size `half`, with what is up to `reach` away from them
static void check_box(const BrnMesh* mesh, const BrnBvh* bvh, TestRandom* random,
                      const double* centre, double half, double reach, int kinds[3]) {
  BrnBvhPatch patch;
  double box[6];
  box_around(centre, half + reach, box);
  bool any = brn__bvh_patch(bvh, box, &patch);
  ENSURE(any == (patch.count != 0) && patch.count <= BRN_PATCH_LEAVES);
  kinds[patch.count < 0 ? 2 : patch.count > 0]++;
  check_complete(mesh, bvh, box, &patch);
  for (int i = 0; i < 20; i++) {
    double p[3], limit = i % 4 ? reach : test_random(random, 0, reach);
    for (int k = 0; k < 3; k++) p[k] = centre[k] + test_random(random, -half, half);
    BrnSurfacePoint expected = brn_bvh_closest(bvh, p, limit);
    BrnSurfacePoint found = brn__bvh_patch_closest(bvh, &patch, p, limit);
    check_same(&expected, &found);
  }
}

static void check_mesh(BrnContext* ctx, BrnMesh* mesh, uint64_t seed, int kinds[3]) {
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {seed};
  for (int i = 0; i < 150; i++) {
    double centre[3], size = pow(10, test_random(&random, -3, 0.3));
    random_point(&random, -1.5, 1.5, centre);
    check_box(mesh, bvh, &random, centre, size, test_random(&random, 0, 1) * size, kinds);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
}

static void patch_answers_as_the_whole_tree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int kinds[3] = {0}; // nothing near, some leaves, too many
  static const int count[] = {1, 8, 9, 65, 300, 2000};
  for (int i = 0; i < COUNT_OF(count); i++) {
    check_mesh(ctx, bvh_soup(ctx, count[i], 1, 0.2, (uint64_t)i), 5 + (uint64_t)i, kinds);
  }
  check_mesh(ctx, bvh_sphere(ctx, 40, 60), 3, kinds);
  for (int i = 0; i < 3; i++) ENSURE(kinds[i] > 50);
  test_context_done(ctx);
}

static void patch_of_an_empty_mesh_finds_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  BrnBvh* bvh = bvh_make(ctx, mesh);
  BrnBvhPatch patch;
  ENSURE(!brn__bvh_patch(bvh, (double[6]){-1, -1, -1, 1, 1, 1}, &patch));
  ENSURE_INT(patch.count, 0);
  ENSURE_INT(brn__bvh_patch_closest(bvh, &patch, (double[3]){0, 0, 0}, 1).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// exactly as many leaves as there is room for, and one more
static void patch_is_full_at_its_limit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int most = 0, least_over = INT32_MAX;
  for (int count = 300; count <= 520; count++) {
    BrnMesh* mesh = bvh_soup(ctx, count, 1, 0.2, 2);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    BrnBvhPatch patch;
    ENSURE(brn__bvh_patch(bvh, (double[6]){-9, -9, -9, 9, 9, 9}, &patch));
    if (patch.count > most) most = patch.count;
    if (patch.count < 0 && count < least_over) least_over = count;
    if (patch.count > 0) ENSURE(8 * patch.count >= count);
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
  }
  ENSURE_INT(most, BRN_PATCH_LEAVES);
  ENSURE(least_over <= 8 * BRN_PATCH_LEAVES + 1);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(patch_answers_as_the_whole_tree),
          cmocka_unit_test(patch_of_an_empty_mesh_finds_nothing),
          cmocka_unit_test(patch_is_full_at_its_limit))
