// SPDX-License-Identifier: Apache-2.0

#include "contact_test.h"

typedef struct Depths {
  BrnPenetration* list;
  int count;
} Depths;

static Depths measure(const Body* body, BrnContact* contact, const double* position) {
  Depths depths;
  ENSURE_OK(body->ctx,
            brn_contact_depths(body->ctx, contact, position, &depths.list, &depths.count));
  return depths;
}

// a box of 4 cm, and smaller ones that overlap it at rest by 3 mm, touch it, and stand apart
static Body boxes(BrnContext* ctx) {
  Body body = body_begin(ctx);
  body_box(&body, (double[3]){0, 0, 0}, (double[3]){0.04, 0.04, 0.04});
  body_box(&body, (double[3]){0.037, 0.01, 0.01}, (double[3]){0.06, 0.03, 0.03});
  body_box(&body, (double[3]){0.01, 0.05, 0.01}, (double[3]){0.03, 0.07, 0.03});
  return body;
}

static void rest_counts_as_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = boxes(ctx);
  BrnContact* contact = body_contact(&body);
  Depths depths = measure(&body, contact, body.mesh->position);
  ENSURE_INT(depths.count, 0);
  brn_free(ctx, depths.list);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void depths_are_more_than_at_rest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = boxes(ctx);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  body_shift(&body, 1, now, -0.002, 0, 0); // 5 mm inside, 3 mm at rest
  body_shift(&body, 2, now, 0, -0.014, 0); // 4 mm inside
  Depths depths = measure(&body, contact, now);
  ENSURE_INT(depths.count, 2);
  ENSURE_INT(depths.list[0].surface, 1);
  ENSURE_INT(depths.list[0].other, 0);
  ENSURE_NEAR(depths.list[0].depth, 0.002, 1e-12);
  ENSURE_INT(depths.list[1].surface, 2);
  ENSURE_INT(depths.list[1].other, 0);
  ENSURE_NEAR(depths.list[1].depth, 0.004, 1e-12);
  ENSURE(now[3 * depths.list[1].point + 1] < 0.04);
  brn_free(ctx, depths.list);
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

// far beyond what a search for contacts looks at
static void the_deepest_are_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = body_begin(ctx);
  body_box(&body, (double[3]){0, 0, 0}, (double[3]){1, 1, 1});
  body_sphere(&body, 5, 8, (double[3]){2, 0.5, 0.5}, 0.01, 1);
  BrnContact* contact = body_contact(&body);
  double* now = body_positions(&body);
  body_shift(&body, 1, now, -1.4, 0, 0);
  Depths depths = measure(&body, contact, now);
  ENSURE_INT(depths.count, 1);
  ENSURE_NEAR(depths.list[0].depth, 0.41, 1e-12);
  brn_free(ctx, depths.list);
  free(now);
  body_done(&body, contact);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(rest_counts_as_nothing), cmocka_unit_test(depths_are_more_than_at_rest),
          cmocka_unit_test(the_deepest_are_found))
