// SPDX-License-Identifier: Apache-2.0

#include "contact_test.h"

// ----------------------------------------------------------------------------------------- walking

static void a_walk_ends_at_the_closest_place(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = body_begin(ctx);
  body_sphere(&body, 15, 24, (double[3]){0, 0, 0}, 0.02, 1.5);
  BrnContact* contact = body_contact(&body);
  TestRandom random = {3};
  contact->position = body.mesh->position;
  for (int i = 0; i < 2000; i++) { // outside, where a convex body has one closest place
    double p[3], near[3];
    for (int k = 0; k < 3; k++) p[k] = test_random(&random, -1, 1);
    brn__scale3(p, test_random(&random, 0.0301, 0.05) / brn__norm3(p), p);
    for (int k = 0; k < 3; k++) near[k] = p[k] + test_random(&random, -0.01, 0.01);
    int from = brn__contact_closest(contact, 0, NULL, near, INFINITY).triangle;
    BrnContactPlace walked = brn__contact_walk(contact, from, p);
    BrnContactPlace closest = brn__contact_closest(contact, 0, NULL, p, INFINITY);
    ENSURE_NEAR(walked.distance, closest.distance, 1e-15);
    ENSURE_NEAR(brn__distance3(walked.point, closest.point), 0, 1e-12);
    ENSURE_NEAR(brn__distance3(walked.normal, closest.normal), 0, 1e-9);
  }
  body_done(&body, contact);
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------------- keeping

typedef struct Moment {
  Found found;
  int searched; // groups
} Moment;

static Moment keep(const Body* body, BrnContact* contact, const double* now, const double* before) {
  BrnContactSearch search = brn_contact_search_default();
  Moment moment;
  search.before = before, search.margin = search.depth = 0.004;
  brn__contact_move(body->ctx, contact, now);
  ENSURE_OK(body->ctx, brn__contact_keep(body->ctx, contact, &search, &moment.found.touch,
                                         &moment.found.count));
  moment.searched = contact->item_count;
  return moment;
}

static void forget(const Body* body, BrnContact* contact) {
  size_t count = BRN_CONTACT_MEMORY * (size_t)body->mesh->vertex_count;
  int* touch = malloc(sizeof(int) * count);
  for (size_t i = 0; i < count; i++) touch[i] = -1;
  ENSURE_OK(body->ctx, brn__contact_load(body->ctx, contact, touch));
  free(touch);
}

static const BrnTouch* touch_of(const Found* found, int point, int surface) {
  for (int i = 0; i < found->count; i++) {
    if (found->touch[i].point == point && found->touch[i].surface == surface) {
      return &found->touch[i];
    }
  }
  return NULL;
}

static Body two_balls(BrnContext* ctx) {
  Body body = body_begin(ctx);
  body_sphere(&body, 15, 20, (double[3]){0, 0, 0}, 0.02, 1);
  body_sphere(&body, 15, 20, (double[3]){0.041, 0, 0}, 0.02, 1);
  return body;
}

// one ball rolls around the other and presses in by 2 mm; whoever is inside is known at all times
static void what_is_followed_is_what_a_search_would_find(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = two_balls(ctx);
  BrnContact *kept = body_contact(&body), *fresh = body_contact(&body);
  double *now = body_positions(&body), *before = body_positions(&body);
  int inside = 0, searched = 0, all = 0;
  forget(&body, kept);
  for (int i = 0; i < 60; i++) {
    double angle = 0.01 * i, far = 0.041 - fmin(0.0001 * i, 0.003);
    memcpy(before, now, 3 * sizeof(double) * (size_t)body.mesh->vertex_count);
    memcpy(now, body.mesh->position, 3 * sizeof(double) * (size_t)body.mesh->vertex_count);
    body_shift(&body, 1, now, far * cos(angle) - 0.041, far * sin(angle), 0);
    Moment moment = keep(&body, kept, now, before);
    Found found = body_find(&body, fresh, now, before, 0);
    searched += moment.searched, all += fresh->item_count;
    for (int k = 0; k < found.count; k++) {
      const BrnTouch *a = &found.touch[k], *b = touch_of(&moment.found, a->point, a->surface);
      if (a->distance > -1e-5) continue;
      ENSURE(b);
      ENSURE_NEAR(b->distance, a->distance, 1.5e-4); // from inside, of several faces one around
      inside++;
    }
  }
  ENSURE(inside > 100);
  ENSURE(searched < all / 2);
  free(now), free(before);
  brn_contact_destroy(ctx, fresh);
  body_done(&body, kept);
  test_context_done(ctx);
}

static void what_stays_is_not_searched_again(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = two_balls(ctx);
  BrnContact* contact = body_contact(&body);
  const double* rest = body.mesh->position;
  double* now = body_positions(&body);
  forget(&body, contact);
  ENSURE(keep(&body, contact, rest, rest).searched > 0);
  ENSURE_INT(keep(&body, contact, rest, rest).searched, 0);
  body_shift(&body, 1, now, 0, 0, 0.0015);
  ENSURE_INT(keep(&body, contact, now, rest).searched, 0); // less than half of the margin
  memcpy(now, rest, 3 * sizeof(double) * (size_t)body.mesh->vertex_count);
  body_shift(&body, 1, now, 0, 0, 0.003);
  double* before = body_positions(&body);
  body_shift(&body, 1, before, 0, 0, 0.0015);
  ENSURE(keep(&body, contact, now, before).searched > 0); // both ways together
  forget(&body, contact);
  ENSURE(keep(&body, contact, now, now).searched > 0);
  free(now), free(before);
  body_done(&body, contact);
  test_context_done(ctx);
}

// A ball sinks into a plate of 6 mm by 4: its lowest point is nearer to the lower side, and belongs
// to the upper one. Afterwards what is known is saved, and loaded by another.
static void a_point_keeps_its_side(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = body_begin(ctx);
  body_sphere(&body, 15, 20, (double[3]){0.003, 0.002, 0.0205}, 0.02, 1);
  body_box(&body, (double[3]){-0.1, -0.1, -0.006}, (double[3]){0.1, 0.1, 0});
  BrnContact* contact = body_contact(&body);
  double *now = body_positions(&body), *before = body_positions(&body);
  size_t size = 3 * sizeof(double) * (size_t)body.mesh->vertex_count;
  forget(&body, contact);
  Moment moment = {0};
  for (int i = 0; i <= 9; i++) {
    memcpy(before, now, size);
    if (i > 0) body_shift(&body, 0, now, 0, 0, -0.0005);
    moment = keep(&body, contact, now, before);
  }
  const BrnTouch* touch = touch_of(&moment.found, 1, 1); // the pole below
  ENSURE(touch);
  ENSURE_NEAR(touch->distance, -0.004, 1e-12);
  ENSURE_NEAR(touch->normal[2], 1, 1e-12);
  int* saved = malloc(sizeof(int) * BRN_CONTACT_MEMORY * (size_t)body.mesh->vertex_count);
  brn__contact_save(contact, saved);
  saved[BRN_CONTACT_MEMORY * 5] = 1 << 30; // nonsense is left out
  saved[BRN_CONTACT_MEMORY * 6] = -7;
  BrnContact* other = body_contact(&body);
  ENSURE_OK(ctx, brn__contact_load(ctx, other, saved));
  moment = keep(&body, other, now, now);
  touch = touch_of(&moment.found, 1, 1);
  ENSURE(touch);
  ENSURE_NEAR(touch->distance, -0.004, 1e-12);
  ENSURE_NEAR(touch->least, 0, 0);
  free(now), free(before), free(saved);
  brn_contact_destroy(ctx, other);
  body_done(&body, contact);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------- bones

// A plate that asks nothing, as a bone: what is 4 mm inside of it at rest belongs there; and what
// is found inside without having come in is a mistake.
static void what_belongs_inside_of_a_bone_stays(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = body_begin(ctx);
  body_sphere(&body, 15, 20, (double[3]){0.003, 0.002, 0.016}, 0.02, 1); // 4 mm deep at the pole
  body_box(&body, (double[3]){-0.1, -0.1, -0.05}, (double[3]){0.1, 0.1, 0})->asks = false;
  BrnContact* contact = body_contact(&body);
  ENSURE(brn__contact_rest_distance(contact, 1, 1) == -INFINITY);
  double* now = body_positions(&body);
  body_shift(&body, 0, now, 0, 0, -0.002);
  forget(&body, contact);
  Moment moment = keep(&body, contact, now, body.mesh->position);
  ENSURE(!touch_of(&moment.found, 1, 1));
  ENSURE(moment.found.count > 0); // those that were near the surface are in the way
  forget(&body, contact);
  moment = keep(&body, contact, now, now);
  for (int i = 0; i < moment.found.count; i++) { // who was as deep before did not come in now
    ENSURE(moment.found.touch[i].distance > -0.00101);
  }
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(a_walk_ends_at_the_closest_place),
          cmocka_unit_test(what_is_followed_is_what_a_search_would_find),
          cmocka_unit_test(what_stays_is_not_searched_again),
          cmocka_unit_test(a_point_keeps_its_side),
          cmocka_unit_test(what_belongs_inside_of_a_bone_stays))
