// SPDX-License-Identifier: Apache-2.0

#include "contact_test.h"

#include "../mesh/bvh_test.h"

// A ball of radius 2 cm at the origin, and another one at its side.
static Body two_balls(BrnContext* ctx, double apart) {
  Body body = body_begin(ctx);
  body_sphere(&body, 11, 16, (double[3]){0, 0, 0}, 0.02, 1);
  body_sphere(&body, 9, 14, (double[3]){apart, 0.001, 0.002}, 0.02, 1);
  return body;
}

// A ball of radius 1 cm over a plate of 2 mm.
static Body ball_and_plate(BrnContext* ctx, double over) {
  Body body = body_begin(ctx);
  body_sphere(&body, 7, 10, (double[3]){0, 0, 0.01 + over}, 0.01, 1);
  BrnContactSurface* plate =
      body_box(&body, (double[3]){-0.1, -0.1, -0.002}, (double[3]){0.1, 0.1, 0});
  plate->asks = false;
  return body;
}

// the same question, triangle by triangle and by solid angles
static double slow_distance(const Body* body, int surface, const double* position,
                            const double* p) {
  const BrnContactSurface* s = &body->surface[surface];
  double best = INFINITY, angle = 0;
  for (int t = s->first_triangle; t < s->first_triangle + s->triangle_count; t++) {
    const double* c[3];
    double d[3][3], length[3], normal[3];
    for (int k = 0; k < 3; k++) {
      c[k] = position + 3 * (size_t)body->mesh->triangle[3 * t + k];
      brn__sub3(d[k], c[k], p);
      length[k] = brn__norm3(d[k]);
    }
    best = fmin(best, triangle_distance(p, c[0], c[1], c[2]));
    brn__cross3(normal, d[1], d[2]);
    double over = length[0] * length[1] * length[2] + brn__dot3(d[0], d[1]) * length[2] +
                  brn__dot3(d[1], d[2]) * length[0] + brn__dot3(d[2], d[0]) * length[1];
    angle += 2 * atan2(brn__dot3(d[0], normal), over);
  }
  return angle > 2 * acos(-1) ? -best : best;
}

static bool is_found(Found found, int point, int surface, const BrnTouch** out) {
  *out = NULL;
  for (int i = 0; i < found.count; i++) {
    *out = &found.touch[i];
    if (found.touch[i].point == point && found.touch[i].surface == surface) return true;
  }
  return false;
}

static void ensure_place(const Body* body, const double* position, const BrnTouch* touch) {
  double place[3], way[3];
  for (int k = 0; k < 3; k++) {
    place[k] = 0;
    for (int c = 0; c < 3; c++) {
      int v = body->mesh->triangle[3 * touch->triangle + c];
      place[k] += touch->weight[c] * position[3 * v + k];
    }
  }
  brn__sub3(way, position + 3 * (size_t)touch->point, place);
  ENSURE_NEAR(brn__norm3(touch->normal), 1, 1e-12);
  ENSURE_NEAR(brn__dot3(way, touch->normal), touch->distance, 1e-12);
  ENSURE_NEAR(brn__norm3(way), fabs(touch->distance), 1e-12);
}

// ------------------------------------------------------------------------------------------- tests

static void all_points_that_touch_are_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = two_balls(ctx, 0.05);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  body_shift(&body, 1, now, -0.017, 0, 0);
  Found found = body_find(&body, contact, now, NULL, 0.001);
  int near = 0, inside = 0;
  for (int s = 0; s < 2; s++) {
    const BrnContactSurface* surface = &body.surface[s];
    for (int v = surface->first; v < surface->first + surface->vertex_count; v++) {
      double distance = slow_distance(&body, 1 - s, now, now + 3 * (size_t)v);
      const BrnTouch* touch;
      bool is = is_found(found, v, 1 - s, &touch);
      ENSURE(is == (distance < 0.001));
      if (!is) continue;
      ENSURE_NEAR(touch->distance, distance, 1e-12);
      ENSURE(touch->least == 0);
      ensure_place(&body, now, touch);
      near++, inside += distance < 0;
    }
  }
  ENSURE_INT(found.count, near);
  ENSURE(inside > 10 && near > inside);
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void what_overlaps_at_rest_may_stay(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = two_balls(ctx, 0.035);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  Found found = body_find(&body, contact, now, NULL, 0);
  ENSURE_INT(found.count, 0);
  body_shift(&body, 1, now, -0.001, 0, 0);
  found = body_find(&body, contact, now, NULL, 0);
  ENSURE(found.count > 10);
  int inside_at_rest = 0;
  for (int i = 0; i < found.count; i++) {
    const BrnTouch* touch = &found.touch[i];
    double rest = slow_distance(&body, touch->surface, body.mesh->position,
                                body.mesh->position + 3 * (size_t)touch->point);
    ENSURE_NEAR(touch->least, fmin(rest, 0), 1e-12);
    ENSURE(touch->distance < touch->least && touch->distance > touch->least - 0.0015);
    inside_at_rest += rest < 0;
  }
  ENSURE(inside_at_rest > 10);
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void thickness_is_kept_unless_it_was_less_at_rest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = ball_and_plate(ctx, 0.001);
  body.surface[0].thickness = 0.003;
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  Found found = body_find(&body, contact, now, NULL, 0);
  ENSURE_INT(found.count, 0); // 1 mm at rest, and still
  body_shift(&body, 0, now, 0, 0, -0.0005);
  found = body_find(&body, contact, now, NULL, 0);
  const BrnTouch* pole;
  ENSURE(is_found(found, 1, 1, &pole));
  ENSURE_NEAR(pole->distance, 0.0005, 1e-12);
  ENSURE_NEAR(pole->least, 0.001, 1e-12);
  ENSURE_NEAR(pole->normal[2], 1, 1e-12);
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void nobody_passes_a_thin_plate(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = ball_and_plate(ctx, 0.0005);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  double* before = body_positions(&body);
  const BrnContactSurface* ball = &body.surface[0];
  for (double fall = 0.03; fall < 30; fall *= 3) { // the plate is 2 mm, the ball 20 mm
    memcpy(now, before, 3 * sizeof(double) * (size_t)body.mesh->vertex_count);
    body_shift(&body, 0, now, 0.01, 0, -fall);
    Found found = body_find(&body, contact, now, before, 0);
    ENSURE_INT(found.count, ball->vertex_count);
    for (int i = 0; i < found.count; i++) {
      const BrnTouch* touch = &found.touch[i];
      ENSURE_NEAR(touch->normal[2], 1, 1e-12);
      ENSURE_NEAR(touch->distance, now[3 * touch->point + 2], 1e-12);
    }
    ENSURE_INT(body_find(&body, contact, now, NULL, 0).count, 0); // it is the way that tells
  }
  free(now);
  free(before);
  body_done(&body, contact);
  test_context_done(ctx);
}

// what was pressed into the plate a little is not on its other side
static void a_point_that_was_just_inside_goes_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = ball_and_plate(ctx, 0.0005);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  double* before = body_positions(&body);
  body_shift(&body, 0, before, 0, 0, -0.001);        // the lowest is 0.5 mm inside
  for (double fall = 0.0022; fall < 1; fall *= 10) { // nearly through, then far
    memcpy(now, body.mesh->position, 3 * sizeof(double) * (size_t)body.mesh->vertex_count);
    body_shift(&body, 0, now, 0, 0, -fall);
    Found found = body_find(&body, contact, now, before, 0);
    const BrnTouch* pole;
    ENSURE(is_found(found, 1, 1, &pole));
    ENSURE_NEAR(pole->distance, now[3 * 1 + 2], 1e-12);
    ENSURE_NEAR(pole->normal[2], 1, 1e-12);
  }
  free(now);
  free(before);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void what_flies_along_touches_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = ball_and_plate(ctx, 0.003);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  double* before = body_positions(&body);
  for (int v = 0; v < body.mesh->vertex_count; v++) { // turned and moved by 8 m
    double* p = now + 3 * (size_t)v;
    double x = 0.6 * p[0] - 0.8 * p[2] + 8, z = 0.8 * p[0] + 0.6 * p[2];
    p[0] = x, p[2] = z;
  }
  ENSURE_INT(body_find(&body, contact, now, before, 0.001).count, 0);
  free(now);
  free(before);
  body_done(&body, contact);
  test_context_done(ctx);
}

// Past the edge of a wedge of 20 degrees the nearest face alone gives the wrong side.
static void sides_are_right_past_sharp_edges(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = body_begin(ctx);
  body_sphere(&body, 4, 6, (double[3]){0, 0, 1}, 0.01, 1);
  BrnContactSurface* wedge = body_box(&body, (double[3]){0, -0.05, 0}, (double[3]){0.1, 0.05, 1});
  for (int v = wedge->first; v < wedge->first + 8; v++) { // thin at x = 0
    double* p = body.mesh->position + 3 * (size_t)v;
    p[2] = (p[2] > 0 ? 1 : -1) * (1e-6 + 0.17 * p[0]);
  }
  BrnContact* contact = body_contact(&body);
  TestRandom random = {11};
  int edges = 0;
  contact->position = body.mesh->position;
  for (int i = 0; i < 2000; i++) {
    double p[3] = {test_random(&random, -0.02, 0.02), test_random(&random, -0.07, 0.07),
                   test_random(&random, -0.02, 0.02)};
    BrnContactPlace place = brn__contact_closest(contact, 1, NULL, p, INFINITY);
    ENSURE_NEAR(place.distance, slow_distance(&body, 1, body.mesh->position, p), 1e-12);
    edges += place.weight[0] == 0 || place.weight[1] == 0 || place.weight[2] == 0;
  }
  ENSURE(edges > 200);
  body_done(&body, contact);
  test_context_done(ctx);
}

// All kinds of edges, of all kinds of triangles: on some of them rounding leaves a weight.
static void sides_are_right_all_around(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = body_begin(ctx);
  body_sphere(&body, 7, 9, (double[3]){0.3, 0.2, 0.1}, 0.02, 1);
  TestRandom random = {5};
  for (int i = 0; i < 3 * body.mesh->vertex_count; i++) {
    body.mesh->position[i] += test_random(&random, -0.0015, 0.0015);
  }
  BrnContact* contact = body_contact(&body);
  contact->position = body.mesh->position;
  for (int i = 0; i < 20000; i++) {
    double p[3];
    for (int k = 0; k < 3; k++) p[k] = 0.1 * (3 - k) + test_random(&random, -0.05, 0.05);
    BrnContactPlace place = brn__contact_closest(contact, 0, NULL, p, INFINITY);
    ENSURE_NEAR(place.distance, slow_distance(&body, 0, body.mesh->position, p), 1e-12);
  }
  body_done(&body, contact);
  test_context_done(ctx);
}

static void silent_points_and_spared_pairs_touch_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = ball_and_plate(ctx, 0.001);
  bool* silent = calloc((size_t)body.mesh->vertex_count, sizeof(bool));
  int spared[2] = {2, 1};
  BrnContactDef def = body_def(&body);
  silent[1] = true;
  def.silent = silent, def.spared = spared, def.spared_count = 1;
  BrnContact* contact;
  ENSURE_OK(ctx, brn_contact_create(ctx, body.mesh, &def, &contact));
  double* now = body_positions(&body);
  body_shift(&body, 0, now, 0, 0, -0.0215); // all of it is in or through
  BrnContactSearch search = brn_contact_search_default();
  search.position = now, search.before = body.mesh->position, search.margin = 0;
  Found found;
  ENSURE_OK(ctx, brn_contact_find(ctx, contact, &search, &found.touch, &found.count));
  ENSURE_INT(found.count, body.surface[0].vertex_count - 2);
  for (int i = 0; i < found.count; i++) {
    ENSURE(found.touch[i].point != 1 && found.touch[i].point != 2);
  }
  free(now);
  free(silent);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void points_that_are_inside_for_long_are_found_as_deep_as_asked(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = two_balls(ctx, 0.05);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  body_shift(&body, 1, now, -0.018, 0, 0); // 8 mm deep, and it was so before
  Found found = body_find(&body, contact, now, now, 0);
  double deepest = 0;
  for (int i = 0; i < found.count; i++) deepest = fmin(deepest, found.touch[i].distance);
  ENSURE(deepest < -0.006);
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  BrnTouch* first = NULL;
  int count = 0;
  for (int workers = 1; workers <= 3; workers++) {
    BrnContext* ctx = test_context_with(workers);
    Body body = body_begin(ctx);
    for (int i = 0; i < 12; i++) {
      body_sphere(&body, 9, 12, (double[3]){0.036 * (i % 4), 0.034 * (i / 4), 0.01 * (i % 3)}, 0.02,
                  2);
    }
    BrnContact* contact = body_contact(&body);
    double* now = body_positions(&body);
    for (int i = 0; i < 12; i++) body_shift(&body, i, now, 0.003 * (i % 5), 0.002 * (i % 3), 0);
    Found found = body_find(&body, contact, now, body.mesh->position, 0.002);
    size_t size = sizeof(BrnTouch) * (size_t)found.count;
    if (workers == 1) {
      first = malloc(size), count = found.count;
      memcpy(first, found.touch, size);
      ENSURE(count > 100);
    }
    ENSURE_INT(found.count, count);
    ENSURE(memcmp(first, found.touch, size) == 0);
    free(now);
    body_done(&body, contact);
    test_context_done(ctx);
  }
  free(first);
}

static void a_second_search_takes_no_memory(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = two_balls(ctx, 0.05);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  body_find(&body, contact, now, body.mesh->position, 0.001);
  body_shift(&body, 1, now, -0.02, 0, 0);
  brn_fail_allocation(ctx, 0);
  ENSURE(body_find(&body, contact, now, body.mesh->position, 0.001).count > 0);
  brn_fail_allocation(ctx, -1);
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void nonsense_in_positions_is_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = two_balls(ctx, 0.035);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  const double nonsense[4] = {NAN, INFINITY, -INFINITY, 1e300};
  for (int i = 0; i < 4; i++) {
    now[3 * (7 + i)] = nonsense[i];
    Found found = body_find(&body, contact, now, body.mesh->position, 0.001);
    for (int t = 0; t < found.count; t++) ENSURE(isfinite(found.touch[t].distance));
  }
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(all_points_that_touch_are_found),
          cmocka_unit_test(what_overlaps_at_rest_may_stay),
          cmocka_unit_test(thickness_is_kept_unless_it_was_less_at_rest),
          cmocka_unit_test(nobody_passes_a_thin_plate),
          cmocka_unit_test(a_point_that_was_just_inside_goes_back),
          cmocka_unit_test(what_flies_along_touches_nothing),
          cmocka_unit_test(sides_are_right_past_sharp_edges),
          cmocka_unit_test(sides_are_right_all_around),
          cmocka_unit_test(silent_points_and_spared_pairs_touch_nothing),
          cmocka_unit_test(points_that_are_inside_for_long_are_found_as_deep_as_asked),
          cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(a_second_search_takes_no_memory),
          cmocka_unit_test(nonsense_in_positions_is_survived))
