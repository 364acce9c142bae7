// SPDX-License-Identifier: Apache-2.0

#include "bvh_test.h"

enum { POINTS = 3001 };

static const int worker_count[] = {1, 2, 3, 8};

// around, near and on the surface; two of them not numbers
static void fill_points(const BrnMesh* mesh, double* points) {
  TestRandom random = {71};
  for (int i = 0; i < POINTS; i++) {
    double* p = points + 3 * (size_t)i;
    random_point(&random, -3.5, 3.5, p);
    if (i % 4 == 0) memcpy(p, mesh->position + 3 * (i % mesh->vertex_count), 3 * sizeof(double));
    if (i % 1000 == 999) p[i % 3] = NAN;
  }
}

static void same_double(double a, double b) { ENSURE(memcmp(&a, &b, sizeof a) == 0); }

static void same_point(const BrnSurfacePoint* a, const BrnSurfacePoint* b) {
  ENSURE_INT(a->triangle, b->triangle);
  same_double(a->distance, b->distance);
  for (int k = 0; k < 3; k++) {
    same_double(a->point[k], b->point[k]);
    same_double(a->weight[k], b->weight[k]);
  }
}

static void batches_give_the_bits_of_single_queries(void** state) {
  (void)state;
  static double points[3 * POINTS], value[POINTS];
  static BrnSurfacePoint closest[POINTS];
  for (int w = 0; w < COUNT_OF(worker_count); w++) {
    BrnContext* ctx = test_context_with(worker_count[w]);
    BrnMesh* mesh = bvh_bumpy_torus(ctx, 40, 20);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    fill_points(mesh, points);
    for (int count = 0; count <= POINTS; count += POINTS) {
      size_t before = brn_byte_count(ctx);
      memset(closest, 0x55, sizeof closest);
      brn_bvh_closest_batch(ctx, bvh, points, count, 0.5, closest);
      for (int i = 0; i < count; i++) {
        BrnSurfacePoint one = brn_bvh_closest(bvh, points + 3 * i, 0.5);
        same_point(&closest[i], &one);
      }
      brn_bvh_winding_batch(ctx, bvh, points, count, value);
      for (int i = 0; i < count; i++) same_double(value[i], brn_bvh_winding(bvh, points + 3 * i));
      brn_bvh_signed_distance_batch(ctx, bvh, points, count, value);
      for (int i = 0; i < count; i++) {
        same_double(value[i], brn_bvh_signed_distance(bvh, points + 3 * i));
      }
      ENSURE(brn_byte_count(ctx) == before);
    }
    brn_bvh_closest_batch(ctx, bvh, NULL, 0, 1, NULL);
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
}

// the order is a luxury: without memory for it the answers are the same
static void batches_do_without_memory(void** state) {
  (void)state;
  enum { MANY = 200000 }; // so many that the order and the keys need blocks of their own
  double* many = calloc(3 * MANY, sizeof *many);
  double* out = calloc(MANY, sizeof *out);
  TestRandom random = {72};
  ENSURE(many && out);
  for (int i = 0; i < MANY; i++) random_point(&random, -1, 1, many + 3 * (size_t)i);
  for (int k = 0; k < 3; k++) {
    BrnContext* ctx = test_context(); // whose scratch is empty
    BrnMesh* mesh = mesh_octahedron(ctx);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    brn_fail_allocation(ctx, k);
    brn_bvh_winding_batch(ctx, bvh, many, MANY, out);
    brn_fail_allocation(ctx, -1);
    for (int i = 0; i < MANY; i += 997) same_double(out[i], brn_bvh_winding(bvh, many + 3 * i));
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
  free(many);
  free(out);
}

// --------------------------------------------------------------------- copies for other machines

#ifdef BRN_LANE_COPIES

typedef void ClosestFn(const BrnBvh*, const double*, BrnClosest*);
typedef void RayFn(const BrnBvh*, const double*, const double*, BrnRayHit*);
typedef double WindingFn(const BrnBvh*, const double*);

static void same_copies(const BrnBvh* bvh, ClosestFn* closest, RayFn* ray, WindingFn* winding,
                        const double* points) {
  for (int i = 0; i + 1 < POINTS; i++) {
    const double *p = points + 3 * i, *d = points + 3 * (i + 1);
    BrnClosest a = {.distance_squared = INFINITY, .leaf = -1}, b = a;
    brn__bvh_closest_base(bvh, p, &a);
    closest(bvh, p, &b);
    ENSURE_INT(a.leaf, b.leaf);
    ENSURE_INT(a.lane, b.lane);
    same_double(a.distance_squared, b.distance_squared);
    same_double(a.v, b.v);
    same_double(a.w, b.w);
    BrnRayHit x = {.t = INFINITY, .leaf = -1}, y = x;
    brn__bvh_ray_base(bvh, p, d, &x);
    ray(bvh, p, d, &y);
    ENSURE_INT(x.leaf, y.leaf);
    ENSURE_INT(x.lane, y.lane);
    same_double(x.t, y.t);
    for (int k = 0; k < 3; k++) same_double(x.weight[k], y.weight[k]);
    double u = brn__bvh_four_pi_winding_base(bvh, p), w = winding(bvh, p);
    if (!isnan(u) || !isnan(w)) same_double(u, w); // the sign of NaN means nothing
  }
}

static void copies_give_the_same_bits(void** state) {
  (void)state;
  static double points[3 * POINTS];
  BrnContext* ctx = test_context();
  for (int k = 0; k < 2; k++) {
    BrnMesh* mesh = k ? bvh_soup(ctx, 500, 3, 1, 5) : bvh_bumpy_torus(ctx, 40, 20);
    for (int t = 0; k && t < 500; t += 3) { // some without area
      memcpy(mesh->position + 9 * t, mesh->position + 9 * t + 3 * (t % 2), 3 * sizeof(double));
    }
    fill_points(mesh, points);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    if (brn__lane_level() >= 1) {
      same_copies(bvh, brn__bvh_closest_v3, brn__bvh_ray_v3, brn__bvh_four_pi_winding_v3, points);
    }
    if (brn__lane_level() >= 2) {
      same_copies(bvh, brn__bvh_closest_v4, brn__bvh_ray_v4, brn__bvh_four_pi_winding_v4, points);
    }
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

#else

static void copies_give_the_same_bits(void** state) {
  (void)state;
  skip(); // there is one copy only
}

#endif

TEST_MAIN(cmocka_unit_test(batches_give_the_bits_of_single_queries),
          cmocka_unit_test(batches_do_without_memory), cmocka_unit_test(copies_give_the_same_bits))
