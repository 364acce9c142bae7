// SPDX-License-Identifier: Apache-2.0

#include "bvh_test.h"

// Near an edge rounding may decide either way, so the twin asks two things: nothing that is clearly
// hit lies before the answer, and the answer is hit, or very nearly so, where it says.
static void check_ray(const BrnMesh* mesh, const BrnBvh* bvh, const double* origin,
                      const double* direction, double max_distance) {
  const Long slack = 1e-9L;
  BrnSurfacePoint found = brn_bvh_ray(bvh, origin, direction, max_distance);
  Long first = INFINITY, t = 0, weight[3] = {0};
  for (int i = 0; i < mesh->triangle_count; i++) {
    if (!twin_meets(mesh, i, origin, direction, &t, weight)) continue;
    bool inside = weight[0] > slack && weight[1] > slack && weight[2] > slack;
    if (inside && t > slack && t < first) first = t;
  }
  if (found.triangle < 0) {
    ENSURE(found.distance == INFINITY);
    ENSURE(first >= max_distance * (1 - slack));
    return;
  }
  ENSURE(found.distance >= 0 && found.distance <= max_distance);
  ENSURE(found.distance <= (double)first * (1 + 1e-12));
  ENSURE(twin_meets(mesh, found.triangle, origin, direction, &t, weight));
  ENSURE_NEAR(found.distance, (double)t, 1e-9 * (1 + (double)t));
  for (int c = 0; c < 3; c++) {
    ENSURE(found.weight[c] >= 0 && found.weight[c] <= 1);
    ENSURE_NEAR(found.weight[c], (double)weight[c], 1e-8);
    double along = origin[c] + found.distance * direction[c];
    ENSURE_NEAR(found.point[c], along, 1e-12 * (1 + fabs(along) + fabs(origin[c])));
  }
  ENSURE_NEAR(found.weight[0] + found.weight[1] + found.weight[2], 1, 1e-15);
}

static void soups_of_any_count_match_the_twin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int count[] = {1, 7, 8, 9, 65, 129, 1000};
  for (int i = 0; i < COUNT_OF(count); i++) {
    BrnMesh* mesh = bvh_soup(ctx, count[i], 1, 0.3, (uint64_t)i);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    TestRandom random = {(uint64_t)(100 + i)};
    for (int k = 0; k < 400; k++) {
      double origin[3], direction[3], length = pow(10, test_random(&random, -3, 3));
      random_point(&random, -2, 2, origin);
      random_point(&random, -length, length, direction);
      check_ray(mesh, bvh, origin, direction,
                k % 2 ? INFINITY : test_random(&random, 0, 1) / length);
    }
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void empty_mesh_is_not_hit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  BrnBvh* bvh = bvh_make(ctx, mesh);
  double zero[3] = {0}, x[3] = {1, 0, 0};
  ENSURE_INT(brn_bvh_ray(bvh, zero, x, INFINITY).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- no leaks

// From inside a closed surface every ray must hit it. The rays are aimed at a point as exactly as
// doubles allow, from many places.
static void aim(const BrnBvh* bvh, const double* origin, const double* target) {
  double direction[3], length = 0;
  for (int k = 0; k < 3; k++) direction[k] = target[k] - origin[k];
  for (int k = 0; k < 3; k++) length = fmax(length, fabs(direction[k]));
  if (length == 0) return;
  BrnSurfacePoint found = brn_bvh_ray(bvh, origin, direction, INFINITY);
  if (found.triangle < 0) {
    print_error("slipped through: from %.17g %.17g %.17g along %.17g %.17g %.17g\n", origin[0],
                origin[1], origin[2], direction[0], direction[1], direction[2]);
  }
  ENSURE(found.triangle >= 0);
}

static void aim_at_everything(const BrnMesh* mesh, const BrnBvh* bvh, const double* origin,
                              TestRandom* random) {
  for (int v = 0; v < mesh->vertex_count; v++) aim(bvh, origin, mesh->position + 3 * (size_t)v);
  for (int t = 0; t < mesh->triangle_count; t++) {
    double w[3], p[3], s = test_random(random, 0, 1);
    for (int e = 0; e < 3; e++) {
      w[e] = 0, w[(e + 1) % 3] = s, w[(e + 2) % 3] = 1 - s;
      weighted(mesh, t, w, p);
      aim(bvh, origin, p);
      w[(e + 1) % 3] = w[(e + 2) % 3] = 0.5;
      weighted(mesh, t, w, p);
      aim(bvh, origin, p);
    }
  }
}

static void no_ray_slips_through_a_sphere(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double scale[] = {1, 1e-6, 1e6, 1.0 / 3};
  for (int i = 0; i < COUNT_OF(scale); i++) {
    BrnMesh* mesh = bvh_sphere(ctx, 9 + i, 16 + 3 * i);
    mesh_scale(mesh, scale[i]);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    TestRandom random = {(uint64_t)i};
    for (int k = 0; k < 40; k++) {
      double origin[3] = {0};
      if (k > 0) random_point(&random, -0.5 * scale[i], 0.5 * scale[i], origin);
      aim_at_everything(mesh, bvh, origin, &random);
    }
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// far from the origin of the coordinates, where positions are coarse
static void no_ray_slips_through_a_surface_far_away(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_sphere(ctx, 9, 16);
  for (int i = 0; i < 3 * mesh->vertex_count; i++) mesh->position[i] += 1000;
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {8};
  for (int k = 0; k < 40; k++) {
    double origin[3];
    random_point(&random, 999.6, 1000.4, origin);
    aim_at_everything(mesh, bvh, origin, &random);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a box of three unit cubes along each axis, each face cut into triangles: rays along the axes run
// in its planes, through its vertices and edges, and in the faces of the tree's boxes
static BrnMesh* grid_box(BrnContext* ctx) {
  BrnMesh* grid = mesh_grid(ctx, 3, 0);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, grid, &surface));
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_copy(ctx, surface->mesh, &mesh));
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, grid);
  return mesh;
}

static void axis_rays_hit_the_box_where_they_should(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = grid_box(ctx);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  for (int axis = 0; axis < 3; axis++) {
    for (int i = 0; i <= 12; i++) {
      for (int j = 0; j <= 12; j++) {
        double origin[3], direction[3] = {0};
        origin[axis] = -1, origin[(axis + 1) % 3] = i / 4.0, origin[(axis + 2) % 3] = j / 4.0;
        for (int sign = 1; sign >= -1; sign -= 2) {
          for (int k = 0; k < 3; k++) direction[k] = 0.0 * sign; // minus zero too
          direction[axis] = 2 * sign;
          origin[axis] = sign > 0 ? -1 : 5;
          BrnSurfacePoint found = brn_bvh_ray(bvh, origin, direction, INFINITY);
          ENSURE(found.triangle >= 0);
          ENSURE_NEAR(found.distance, sign > 0 ? 0.5 : 1, 0);
          ENSURE_INT(brn_bvh_ray(bvh, origin, direction, sign > 0 ? 0.5 : 1).triangle >= 0, 1);
          ENSURE_INT(brn_bvh_ray(bvh, origin, direction, 0.49).triangle, -1);
        }
      }
    }
  }
  // beside it there is nothing
  double beside[3] = {3.0000001, 1, -1}, along[3] = {0, 0, 1};
  ENSURE_INT(brn_bvh_ray(bvh, beside, along, INFINITY).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void no_ray_slips_through_a_box(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = grid_box(ctx);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {17};
  for (int k = 0; k < 200; k++) {
    double origin[3];
    random_point(&random, 0.1, 2.9, origin);
    if (k % 3 == 0) origin[k / 3 % 3] = 1; // in a plane of the grid
    if (k % 7 == 0) origin[0] = origin[1] = origin[2] = 1.5;
    aim_at_everything(mesh, bvh, origin, &random);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------- limits, ends

static void distance_is_in_units_of_the_direction(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int f[1][3] = {{0, 1, 2}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, unit_corner, f);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  double above[3] = {0.25, 0.5, 3}, below[3] = {0.25, 0.5, -3}, down[3] = {0, 0, -2};
  double up[3] = {0, 0, 0.5};
  BrnSurfacePoint found = brn_bvh_ray(bvh, above, down, INFINITY);
  ENSURE_INT(found.triangle, 0);
  ENSURE_NEAR(found.distance, 1.5, 0);
  double weight[3] = {0.25, 0.25, 0.5}, point[3] = {0.25, 0.5, 0};
  for (int k = 0; k < 3; k++) {
    ENSURE_NEAR(found.weight[k], weight[k], 1e-16);
    ENSURE_NEAR(found.point[k], point[k], 1e-16);
  }
  ENSURE_NEAR(brn_bvh_ray(bvh, below, up, INFINITY).distance, 6, 0); // from behind
  ENSURE_INT(brn_bvh_ray(bvh, above, up, INFINITY).triangle, -1);    // away from it
  ENSURE_INT(brn_bvh_ray(bvh, above, down, 1.5).triangle, 0);
  ENSURE_INT(brn_bvh_ray(bvh, above, down, nextafter(1.5, 0)).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void origin_on_the_surface_hits_at_once(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int f[1][3] = {{0, 1, 2}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, unit_corner, f);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  static const double on[][3] = {{0.25, 0.5, 0}, {0, 0, 0},   {1, 0, 0},
                                 {0, 1, 0},      {0.5, 0, 0}, {0.5, 0.5, 0}};
  static const double direction[][3] = {{0, 0, 1}, {0, 0, -1}, {0.3, 0.2, 0.7}, {-1, 2, -3}};
  for (int i = 0; i < COUNT_OF(on); i++) {
    for (int d = 0; d < COUNT_OF(direction); d++) {
      BrnSurfacePoint found = brn_bvh_ray(bvh, on[i], direction[d], INFINITY);
      ENSURE_INT(found.triangle, 0);
      ENSURE_NEAR(found.distance, 0, 0);
      ENSURE_INT(brn_bvh_ray(bvh, on[i], direction[d], 0).triangle, 0);
    }
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void ray_in_the_plane_of_a_triangle_misses_it(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int f[1][3] = {{0, 1, 2}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, unit_corner, f);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  double origin[3] = {-1, 0.25, 0}, along[3] = {1, 0, 0};
  ENSURE_INT(brn_bvh_ray(bvh, origin, along, INFINITY).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void direction_of_no_length_hits_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_bumpy_torus(ctx, 24, 16);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  double zero[3] = {0, -0.0, 0}, nan[3] = {NAN, 0, 1}, x[3] = {1, 0, 0};
  ENSURE_INT(brn_bvh_ray(bvh, zero, zero, INFINITY).triangle, -1);
  ENSURE_INT(brn_bvh_ray(bvh, mesh->position, zero, INFINITY).triangle, -1);
  ENSURE_INT(brn_bvh_ray(bvh, mesh->position, zero, 0).triangle, -1);
  ENSURE_INT(brn_bvh_ray(bvh, zero, nan, INFINITY).triangle, -1);
  ENSURE_INT(brn_bvh_ray(bvh, nan, x, INFINITY).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(distance_is_in_units_of_the_direction),
          cmocka_unit_test(soups_of_any_count_match_the_twin),
          cmocka_unit_test(empty_mesh_is_not_hit),
          cmocka_unit_test(axis_rays_hit_the_box_where_they_should),
          cmocka_unit_test(no_ray_slips_through_a_box),
          cmocka_unit_test(no_ray_slips_through_a_sphere),
          cmocka_unit_test(no_ray_slips_through_a_surface_far_away),
          cmocka_unit_test(origin_on_the_surface_hits_at_once),
          cmocka_unit_test(ray_in_the_plane_of_a_triangle_misses_it),
          cmocka_unit_test(direction_of_no_length_hits_nothing))
