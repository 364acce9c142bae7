// SPDX-License-Identifier: Apache-2.0

#include "render/ray.h"
#include "test.h"

enum { TRIANGLES = 900, RAYS = 400 };

typedef struct Cloud {
  float point[3 * 3 * TRIANGLES];
  int triangle[3 * TRIANGLES];
  float opacity[TRIANGLES];
} Cloud;

static void scatter(Cloud* cloud) {
  TestRandom random = {5};
  for (int t = 0; t < TRIANGLES; t++) {
    double centre[3];
    for (int k = 0; k < 3; k++) centre[k] = test_random(&random, -0.8, 0.8);
    for (int i = 0; i < 9; i++) {
      cloud->point[9 * t + i] = (float)(centre[i % 3] + test_random(&random, -0.15, 0.15));
    }
    for (int c = 0; c < 3; c++) cloud->triangle[3 * t + c] = 3 * t + c;
    cloud->opacity[t] = t % 3 == 0 ? 0.5f : 1;
  }
}

static BrnRay random_ray(TestRandom* random) {
  BrnRay ray;
  for (int k = 0; k < 3; k++) {
    ray.origin[k] = (float)test_random(random, -1, 1);
    ray.direction[k] = (float)test_random(random, -1, 1);
  }
  return ray;
}

// by Cramer's rule in double precision: t, or NAN
static double meet(const Cloud* cloud, int triangle, const BrnRay* ray) {
  const float* p = cloud->point + 9 * triangle;
  double a[3], b[3], s[3], d[3], h[3], q[3];
  for (int k = 0; k < 3; k++) {
    a[k] = (double)p[3 + k] - p[k], b[k] = (double)p[6 + k] - p[k];
    s[k] = (double)ray->origin[k] - p[k], d[k] = ray->direction[k];
  }
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    h[k] = d[i] * b[j] - d[j] * b[i], q[k] = s[i] * a[j] - s[j] * a[i];
  }
  double det = a[0] * h[0] + a[1] * h[1] + a[2] * h[2];
  double u = (s[0] * h[0] + s[1] * h[1] + s[2] * h[2]) / det;
  double v = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det;
  double t = (b[0] * q[0] + b[1] * q[1] + b[2] * q[2]) / det;
  return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 ? t : NAN;
}

static void nearest_is_that_of_trying_all(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static Cloud cloud;
  scatter(&cloud);
  BrnRayTree tree;
  ENSURE_OK(
      ctx, brn__ray_tree_create(ctx, cloud.point, cloud.triangle, cloud.opacity, TRIANGLES, &tree));
  TestRandom random = {11};
  int found = 0;
  for (int r = 0; r < RAYS; r++) {
    BrnRay ray = random_ray(&random);
    float least = r % 2 ? 1 : 0;
    double best = INFINITY;
    for (int t = 0; t < TRIANGLES; t++) {
      double at = meet(&cloud, t, &ray);
      if (cloud.opacity[t] >= least && at < best) best = at;
    }
    BrnHitQuery query = {.least_opacity = least, .after = {.t = -1}};
    BrnHit hit = {.t = 100, .triangle = INT32_MAX};
    bool any = BRN_LANE_PICK(brn__ray_nearest)(&tree, &ray, &query, &hit);
    ENSURE_INT(any, best < INFINITY);
    if (!any) continue;
    found++;
    ENSURE_NEAR(hit.t, best, 2e-5);
    ENSURE_NEAR(hit.weight[0] + hit.weight[1] + hit.weight[2], 1, 1e-5);
    ENSURE(cloud.opacity[hit.triangle] >= least);
    // something blocks the way just behind it, and nothing just before
    ENSURE(BRN_LANE_PICK(brn__ray_blocked)(&tree, &ray, hit.t * 1.001f, least - 0.1f));
    ENSURE(!BRN_LANE_PICK(brn__ray_blocked)(&tree, &ray, hit.t * 0.999f, least - 0.1f));
  }
  ENSURE(found > RAYS / 4 && found < RAYS);
  brn__ray_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}

// one hit after the other gives each triangle along the ray once, in order
static void all_hits_come_in_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static Cloud cloud;
  scatter(&cloud);
  // the same triangle twice, turned, is hit twice
  memcpy(cloud.point + 9, cloud.point + 3, 6 * sizeof(float));
  memcpy(cloud.point + 15, cloud.point, 3 * sizeof(float));
  BrnRayTree tree;
  ENSURE_OK(
      ctx, brn__ray_tree_create(ctx, cloud.point, cloud.triangle, cloud.opacity, TRIANGLES, &tree));
  TestRandom random = {3};
  for (int r = 0; r < 100; r++) {
    BrnRay ray = random_ray(&random);
    if (r == 0) { // through the middle of that one
      for (int k = 0; k < 3; k++) {
        float middle = (cloud.point[k] + cloud.point[3 + k] + cloud.point[6 + k]) / 3;
        ray.direction[k] = middle - ray.origin[k];
      }
    }
    int expected = 0, seen = 0;
    for (int t = 0; t < TRIANGLES; t++) expected += !isnan(meet(&cloud, t, &ray));
    BrnHitQuery query = {.after = {.t = -1}};
    BrnHit hit = {.t = 100, .triangle = INT32_MAX};
    bool first = false, second = false;
    while (BRN_LANE_PICK(brn__ray_nearest)(&tree, &ray, &query, &hit)) {
      ENSURE(hit.t >= query.after.t && ++seen <= TRIANGLES);
      first |= hit.triangle == 0, second |= hit.triangle == 1;
      query.after = hit;
      hit = (BrnHit){.t = 100, .triangle = INT32_MAX};
    }
    ENSURE_INT(seen, expected);
    if (r == 0) ENSURE(first && second);
  }
  brn__ray_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}

// a fan around a point: rays through the point and the spokes do not slip through
static void nothing_slips_through_edges(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  enum { SPOKES = 13 };
  float point[3 * (SPOKES + 1)] = {0.1f, -0.2f, 0.05f}, opacity[SPOKES];
  int triangle[3 * SPOKES];
  for (int i = 0; i < SPOKES; i++) {
    point[3 * i + 3] = 0.1f + (float)cos(2 * M_PI * i / SPOKES);
    point[3 * i + 4] = -0.2f + (float)sin(2 * M_PI * i / SPOKES);
    point[3 * i + 5] = 0.1f * (float)(i % 3);
    triangle[3 * i] = 0, triangle[3 * i + 1] = 1 + i, triangle[3 * i + 2] = 1 + (i + 1) % SPOKES;
    opacity[i] = 1;
  }
  BrnRayTree tree;
  ENSURE_OK(ctx, brn__ray_tree_create(ctx, point, triangle, opacity, SPOKES, &tree));
  TestRandom random = {9};
  for (int r = 0; r < 2000; r++) {
    BrnRay ray = {.origin = {(float)test_random(&random, -0.5, 0.5),
                             (float)test_random(&random, -0.5, 0.5), 3}};
    int spoke = r % SPOKES;
    float along = r % 2 ? 0 : (float)test_random(&random, 0.01, 0.9);
    for (int k = 0; k < 3; k++) {
      float at = point[k] + along * (point[3 * spoke + 3 + k] - point[k]);
      ray.direction[k] = at - ray.origin[k];
    }
    ENSURE(BRN_LANE_PICK(brn__ray_blocked)(&tree, &ray, 2, 0.5f));
  }
  brn__ray_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}

static void axis_rays_and_empty_trees_work(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  float point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, opacity = 1;
  int triangle[] = {0, 1, 2};
  BrnRay ray = {.origin = {0.25f, 0.25f, 1}, .direction = {0, 0, -1}};
  BrnRay in_face = {.origin = {0, 0.25f, 1}, .direction = {0, 0, -1}}; // along a face of the box
  BrnRayTree tree;
  ENSURE_OK(ctx, brn__ray_tree_create(ctx, point, triangle, &opacity, 1, &tree));
  ENSURE(BRN_LANE_PICK(brn__ray_blocked)(&tree, &ray, 2, 0.9f));
  ENSURE(BRN_LANE_PICK(brn__ray_blocked)(&tree, &in_face, 2, 0.9f));
  ENSURE(!BRN_LANE_PICK(brn__ray_blocked)(&tree, &ray, 0.5f, 0.9f));
  ENSURE(!BRN_LANE_PICK(brn__ray_blocked)(&tree, &ray, 2, 1)); // not more opaque than that
  brn__ray_tree_destroy(ctx, &tree);
  ENSURE_OK(ctx, brn__ray_tree_create(ctx, point, triangle, &opacity, 0, &tree));
  ENSURE(!BRN_LANE_PICK(brn__ray_blocked)(&tree, &ray, 2, 0));
  brn__ray_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}

#ifdef BRN_LANE_COPIES
static void all_copies_give_the_same_bits(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static Cloud cloud;
  scatter(&cloud);
  BrnRayTree tree;
  ENSURE_OK(
      ctx, brn__ray_tree_create(ctx, cloud.point, cloud.triangle, cloud.opacity, TRIANGLES, &tree));
  TestRandom random = {21};
  BrnNearestFn* copy[3] = {brn__ray_nearest_base, brn__ray_nearest_v3, brn__ray_nearest_v4};
  BrnBlockedFn* other[3] = {brn__ray_blocked_base, brn__ray_blocked_v3, brn__ray_blocked_v4};
  for (int r = 0; r < RAYS; r++) {
    BrnRay ray = random_ray(&random);
    BrnHitQuery query = {.after = {.t = -1}};
    BrnHit hit[3];
    bool blocked[3];
    for (int c = 0; c <= brn__lane_level(); c++) {
      hit[c] = (BrnHit){.t = 100, .triangle = INT32_MAX};
      copy[c](&tree, &ray, &query, &hit[c]);
      blocked[c] = other[c](&tree, &ray, 0.5f, 0.7f);
      ENSURE(memcmp(&hit[c], &hit[0], sizeof hit[0]) == 0 && blocked[c] == blocked[0]);
    }
  }
  brn__ray_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}
#else
static void all_copies_give_the_same_bits(void** state) { (void)state; }
#endif

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static Cloud cloud;
  scatter(&cloud);
  BrnRayTree tree;
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    brn_fail_allocation(ctx, k);
    status =
        brn__ray_tree_create(ctx, cloud.point, cloud.triangle, cloud.opacity, TRIANGLES, &tree);
    ENSURE(status == BRN_OK || (status == BRN_NO_MEMORY && brn_byte_count(ctx) == 0));
  }
  brn_fail_allocation(ctx, -1);
  brn__ray_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(nearest_is_that_of_trying_all), cmocka_unit_test(all_hits_come_in_order),
          cmocka_unit_test(nothing_slips_through_edges),
          cmocka_unit_test(axis_rays_and_empty_trees_work),
          cmocka_unit_test(all_copies_give_the_same_bits),
          cmocka_unit_test(failed_allocations_leave_nothing))
