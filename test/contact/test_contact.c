// SPDX-License-Identifier: Apache-2.0

#include "contact_test.h"

static Body balls(BrnContext* ctx) {
  Body body = body_begin(ctx);
  body_sphere(&body, 5, 8, (double[3]){0, 0, 0}, 0.02, 1);
  body_sphere(&body, 5, 8, (double[3]){0.035, 0, 0}, 0.02, 1);
  return body;
}

static void ensure_refused(Body* body, const char* text) {
  BrnContactDef def = body_def(body);
  BrnContact* contact;
  ENSURE_STATUS(body->ctx, brn_contact_create(body->ctx, body->mesh, &def, &contact), BRN_INVALID);
  ENSURE_ERROR_HAS(body->ctx, text);
  ENSURE(!contact);
}

static void runs_that_do_not_fit_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = balls(ctx);
  BrnContactSurface good = body.surface[1];
  body.surface[1].vertex_count++;
  ensure_refused(&body, "contact surface 1: vertices 42 to 84 are not in the mesh, which has 84");
  body.surface[1] = good;
  body.surface[1].first_triangle = -1;
  ensure_refused(&body, "triangles -1 to 78");
  body.surface[1] = good;
  body.surface[1].first++, body.surface[1].vertex_count--;
  ensure_refused(&body, "triangle 80 has vertex 42, which is not one of its own");
  body.surface[1] = good;
  body.surface[1].thickness = -1;
  ensure_refused(&body, "a thickness of -1 m");
  body_done(&body, NULL);
  test_context_done(ctx);
}

static void groups_hold_every_point_once(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = balls(ctx);
  body.surface[1].asks = false;
  BrnContact* contact = body_contact(&body);
  int seen[84] = {0};
  for (int g = 0; g < contact->group_count; g++) {
    const BrnContactGroup* group = &contact->group[g];
    ENSURE(group->count > 0 && group->surface == 0);
    for (int i = 0; i < group->count; i++) seen[group->point[i]]++;
  }
  for (int v = 0; v < 84; v++) ENSURE_INT(seen[v], v < 42);
  body_done(&body, contact);
  test_context_done(ctx);
}

static void no_surfaces_touch_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body = body_begin(ctx);
  BrnContact* contact = body_contact(&body);
  double none[3] = {0};
  ENSURE_INT(body_find(&body, contact, none, none, 0.001).count, 0);
  body_done(&body, contact);
  test_context_done(ctx);
}

static BrnStatus use(BrnContext* ctx, Body* body, const double* now) {
  BrnContactDef def = body_def(body);
  BrnContactSearch search = brn_contact_search_default();
  BrnContact* contact;
  const BrnTouch* touch;
  BrnPenetration* deepest = NULL;
  int count;
  BRN_TRY(brn_contact_create(ctx, body->mesh, &def, &contact));
  search.position = now, search.before = body->mesh->position;
  BrnStatus status = brn_contact_find(ctx, contact, &search, &touch, &count);
  if (status == BRN_OK) status = brn_contact_depths(ctx, contact, now, &deepest, &count);
  brn_free(ctx, deepest);
  brn_contact_destroy(ctx, contact);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnStatus status = BRN_NO_MEMORY;
  int k = 0;
  for (; status != BRN_OK; k++) {
    BrnContext* ctx = test_context(); // with empty scratch
    Body body = balls(ctx);
    double* now = body_positions(&body);
    body_shift(&body, 0, now, 0.003, 0, 0);
    size_t before = brn_byte_count(ctx);
    brn_fail_allocation(ctx, k);
    status = use(ctx, &body, now);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(ctx) == before);
    free(now);
    body_done(&body, NULL);
    test_context_done(ctx);
  }
  ENSURE(k > 20);
}

TEST_MAIN(cmocka_unit_test(runs_that_do_not_fit_are_named),
          cmocka_unit_test(groups_hold_every_point_once),
          cmocka_unit_test(no_surfaces_touch_nothing),
          cmocka_unit_test(every_failed_allocation_is_clean))
