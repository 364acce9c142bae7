// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "render/soup.h"
#include "test.h"

static int add_point(BrnSoup* soup, double x, double y, double z) {
  BrnSoupVertex v = {.point = {x, y, z}, .value = (float)x};
  return brn__soup_add_vertex(soup, &v);
}

static void add_corners(BrnSoup* soup, int a, int b, int c, int look) {
  BrnSoupTriangle t = {.corner = {a, b, c}, .look = look, .edges = BRN_ALL_EDGES};
  brn__soup_flatten(soup, &t);
  brn__soup_add_triangle(soup, &t);
}

static double area(const BrnSoup* soup) {
  double sum = 0;
  for (int t = 0; t < soup->triangle_count; t++) {
    double n[3];
    const int* v = soup->triangle[t].corner;
    brn__triangle_normal(n, soup->vertex[v[0]].point, soup->vertex[v[1]].point,
                         soup->vertex[v[2]].point);
    sum += brn__norm3(n) / 2;
  }
  return sum;
}

static int add_look(BrnContext* ctx, BrnSoup* soup, float opacity) {
  int look;
  ENSURE_OK(ctx, brn__soup_add_look(ctx, soup, (BrnLook){.opacity = opacity}, &look));
  return look;
}

static void shared_faces_stay_once(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSoup soup = {0};
  int bone = add_look(ctx, &soup, 1), flesh = add_look(ctx, &soup, 1);
  int glass = add_look(ctx, &soup, 0.5f);
  ENSURE_OK(ctx, brn__soup_reserve(ctx, &soup, 12, 8));
  for (int i = 0; i < 3; i++) {
    add_point(&soup, 0, 0, 0), add_point(&soup, 1, 0, 0), add_point(&soup, 0, 1, 0);
    add_point(&soup, 0, 0, i == 0 ? -0.0 : 1);
  }
  add_corners(&soup, 0, 1, 2, bone);
  add_corners(&soup, 5, 4, 6, flesh); // the same from behind, starting elsewhere
  add_corners(&soup, 5, 7, 6, flesh);
  add_corners(&soup, 8, 9, 10, glass);
  add_corners(&soup, 3, 1, 2, flesh); // its zero has a sign
  ENSURE_OK(ctx, brn__soup_drop_doubles(ctx, &soup));
  ENSURE_INT(soup.triangle_count, 3);
  ENSURE(soup.triangle[0].look == bone && soup.triangle[1].look == flesh);
  ENSURE_INT(soup.triangle[1].corner[1], 7);
  ENSURE(soup.triangle[2].look == glass);
  for (int t = 0; t < 3; t++) ENSURE_INT(soup.triangle[t].edges, BRN_ALL_EDGES);
  brn__soup_free(ctx, &soup);
  test_context_done(ctx);
}

static void clipped_triangle_keeps_what_is_behind_the_plane(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double normal[3] = {3, 0, 0}, across[3] = {-1, 0, 0}, point[3] = {0.25, 7, 7};
  for (int turn = 0; turn < 3; turn++) {
    for (int side = 0; side < 2; side++) {
      BrnSoup soup = {0};
      int look = add_look(ctx, &soup, 1), v[3];
      ENSURE_OK(ctx, brn__soup_reserve(ctx, &soup, 3, 1));
      v[0] = add_point(&soup, 0, 0, 0), v[1] = add_point(&soup, 1, 0, 0);
      v[2] = add_point(&soup, 0, 1, 0);
      add_corners(&soup, v[turn], v[(turn + 1) % 3], v[(turn + 2) % 3], look);
      ENSURE_OK(ctx, brn__soup_clip(ctx, &soup, point, side ? across : normal));
      double corner = 0.75 * 0.75 / 2;
      ENSURE_NEAR(area(&soup), side ? corner : 0.5 - corner, 1e-15);
      unsigned edges = 0;
      for (int t = 0; t < soup.triangle_count; t++) {
        edges += (unsigned)__builtin_popcount(soup.triangle[t].edges);
        for (int c = 0; c < 3; c++) {
          const BrnSoupVertex* at = &soup.vertex[soup.triangle[t].corner[c]];
          ENSURE(side ? at->point[0] >= 0.25 - 1e-15 : at->point[0] <= 0.25 + 1e-15);
          ENSURE_NEAR(at->value, at->point[0], 1e-7);
          ENSURE_NEAR(soup.triangle[t].normal[c][2], 1, 1e-7);
        }
      }
      ENSURE_INT(edges, side ? 2 : 3); // those of the triangle, and not that of the cut
      brn__soup_free(ctx, &soup);
    }
  }
  test_context_done(ctx);
}

// A roof: over a flat ridge normals are shared, over a steep one they are not.
static void creases_stay_sharp(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double height[2] = {0.3, 2};
  for (int i = 0; i < 2; i++) {
    BrnSoup soup = {0};
    int look = add_look(ctx, &soup, 1);
    ENSURE_OK(ctx, brn__soup_reserve(ctx, &soup, 4, 2));
    int a = add_point(&soup, 0, height[i], 1), b = add_point(&soup, 0, height[i], -1);
    int left = add_point(&soup, -1, 0, 0), right = add_point(&soup, 1, 0, 0);
    add_corners(&soup, a, b, left, look);
    add_corners(&soup, b, a, right, look);
    float plane = soup.triangle[0].normal[0][0];
    ENSURE_OK(ctx, brn__soup_smooth(ctx, &soup, 0));
    ENSURE_NEAR(soup.triangle[0].normal[0][0], i == 0 ? 0 : plane, 1e-6);
    ENSURE_NEAR(soup.triangle[1].normal[0][0], i == 0 ? 0 : -plane, 1e-6);
    ENSURE_NEAR(soup.triangle[0].normal[2][0], plane, 1e-6); // the eaves are nobody else's
    brn__soup_free(ctx, &soup);
  }
  test_context_done(ctx);
}

static void tubes_and_balls_are_round_and_face_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSoup soup = {0};
  int look = add_look(ctx, &soup, 1);
  double point[15] = {0, 0, 0, 0, 0.5, 0, 0, 1, 0, 0.3, 1.6, 0, 1, 2, 0}, centre[3] = {5, 5, 5};
  BrnTube tube = {.point = point, .count = 5, .radius = 0.1, .look = look};
  ENSURE_OK(ctx, brn__soup_add_tube(ctx, &soup, &tube));
  ENSURE_INT(soup.vertex_count, 4 * 8); // the second point is on the way to the third
  for (int t = 0; t < soup.triangle_count; t++) {
    BrnSoupTriangle flat = soup.triangle[t];
    brn__soup_flatten(&soup, &flat);
    for (int c = 0; c < 3; c++) {
      float* n = soup.triangle[t].normal[c];
      ENSURE(n[0] * flat.normal[0][0] + n[1] * flat.normal[0][1] + n[2] * flat.normal[0][2] > 0.6f);
    }
  }
  soup.triangle_count = soup.vertex_count = 0;
  ENSURE_OK(ctx, brn__soup_add_ball(ctx, &soup, centre, 2, look, &(BrnSoupVertex){.value = 3}));
  double sphere = 4 * M_PI * 4;
  ENSURE(area(&soup) > 0.96 * sphere && area(&soup) < sphere);
  for (int t = 0; t < soup.triangle_count; t++) {
    BrnSoupTriangle flat = soup.triangle[t];
    brn__soup_flatten(&soup, &flat);
    const BrnSoupVertex* v = &soup.vertex[flat.corner[1]];
    double from[3];
    brn__sub3(from, v->point, centre);
    ENSURE_NEAR(brn__norm3(from), 2, 1e-6);
    ENSURE(v->value == 3);
    ENSURE(from[0] * flat.normal[0][0] + from[1] * flat.normal[0][1] + from[2] * flat.normal[0][2] >
           0);
  }
  brn__soup_free(ctx, &soup);
  test_context_done(ctx);
}

static void point_tubes_are_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSoup soup = {0};
  double point[6] = {1, 2, 3, 1, 2, 3};
  BrnTube tube = {.point = point, .count = 2, .radius = 0.1};
  ENSURE_OK(ctx, brn__soup_add_tube(ctx, &soup, &tube));
  tube.count = 1;
  ENSURE_OK(ctx, brn__soup_add_tube(ctx, &soup, &tube));
  ENSURE_INT(soup.triangle_count, 0);
  brn__soup_free(ctx, &soup);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(shared_faces_stay_once),
          cmocka_unit_test(clipped_triangle_keeps_what_is_behind_the_plane),
          cmocka_unit_test(creases_stay_sharp),
          cmocka_unit_test(tubes_and_balls_are_round_and_face_out),
          cmocka_unit_test(point_tubes_are_left_out))
