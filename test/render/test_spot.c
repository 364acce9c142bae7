// SPDX-License-Identifier: Apache-2.0

#include "render/render_test.h"
#include "render/view.h"

// A ball of few triangles, seen along -z.

typedef struct Stage {
  BrnContext* ctx;
  BrnSoup soup;
  BrnPictureDef def;
  BrnView view;
  double radius; // in the unit ball
} Stage;

static void stage_make(Stage* s) {
  *s = (Stage){.ctx = test_context(), .def = render_plain_def()};
  s->def.shadows = true, s->def.occlusion = 1;
  int look;
  double centre[3] = {0};
  ENSURE_OK(s->ctx, brn__soup_add_look(s->ctx, &s->soup, (BrnLook){.opacity = 1}, &look));
  ENSURE_OK(s->ctx,
            brn__soup_add_ball(s->ctx, &s->soup, centre, 0.7, look, &(BrnSoupVertex){.value = 0}));
  ENSURE_OK(s->ctx, brn__view_create(s->ctx, &s->def, &s->def.camera, &s->soup, -0.7, &s->view));
  s->radius = 0.7 * s->view.scale;
}

static void stage_done(Stage* s) {
  brn__view_destroy(s->ctx, &s->view);
  brn__soup_free(s->ctx, &s->soup);
  test_context_done(s->ctx);
}

static bool find_spot(const Stage* s, double x, double y, BrnSpot* out) {
  BrnRay ray;
  BrnHit hit = {.t = 4, .triangle = INT32_MAX};
  BrnHitQuery query = {.least_opacity = 1, .after = {.t = -1}};
  if (!brn__view_ray(&s->view, x, y, &ray)) return false;
  if (!s->view.nearest(&s->view.tree, &ray, &query, &hit)) return false;
  *out = brn__spot(&s->view, &ray, &hit);
  return true;
}

static double size(const float* a) { return sqrt((double)brn__fdot(a, a)); }

// rays to the lights begin on the round surface that the triangles stand for
static void starts_bulge_out(void** state) {
  (void)state;
  Stage s;
  stage_make(&s);
  double sunk = 0, raised = 0;
  int count = 0;
  for (int y = 20; y < 140; y += 3) {
    for (int x = 20; x < 140; x += 3) {
      BrnSpot spot;
      if (!find_spot(&s, x + 0.5, y + 0.5, &spot)) continue;
      ENSURE(size(spot.start) > size(spot.point));
      ENSURE(size(spot.start) < s.radius * 1.02);
      sunk += s.radius - size(spot.point), raised += size(spot.start) - size(spot.point), count++;
      for (int k = 0; k < 3; k++) {
        ENSURE_NEAR(spot.normal[k], spot.point[k] / size(spot.point), 0.08);
      }
    }
  }
  ENSURE(count > 1000 && raised > 0.5 * sunk);
  stage_done(&s);
}

// where the key light is above the horizon, a ball does not shade itself
static void ball_does_not_shade_itself(void** state) {
  (void)state;
  Stage s;
  stage_make(&s);
  for (int y = 12; y < 148; y += 2) {
    for (int x = 12; x < 148; x += 2) {
      BrnSpot spot;
      if (!find_spot(&s, x + 0.5, y + 0.5, &spot)) continue;
      BrnVisibility visible = brn__spot_visibility(&s.view, &spot, x, y);
      if (brn__fdot(spot.normal, s.view.key) > 0.25f) ENSURE(visible.key == 1);
      ENSURE(visible.sky > 0.85f);
    }
  }
  stage_done(&s);
}

static void projection_is_the_inverse_of_rays(void** state) {
  (void)state;
  Stage s;
  stage_make(&s);
  for (int i = 0; i < 2; i++) {
    if (i == 1) {
      s.def.camera = (BrnCamera){.eye = {1, 2, 3}, .target = {0.1, 0, 0}, .up = {0, 1, 0}};
      s.def.camera.fov = 35;
      brn__view_destroy(s.ctx, &s.view);
      ENSURE_OK(s.ctx, brn__view_create(s.ctx, &s.def, &s.def.camera, &s.soup, -0.7, &s.view));
    }
    int found = 0;
    for (int y = 5; y < 160; y += 10) {
      for (int x = 5; x < 160; x += 10) {
        BrnSpot spot;
        float at[2];
        if (!find_spot(&s, x + 0.3, y + 0.6, &spot)) continue;
        found++;
        ENSURE(brn__view_project(&s.view, spot.point, at));
        ENSURE_NEAR(at[0], x + 0.3, 1e-3);
        ENSURE_NEAR(at[1], y + 0.6, 1e-3);
      }
    }
    ENSURE(found > 50);
  }
  stage_done(&s);
}

TEST_MAIN(cmocka_unit_test(starts_bulge_out), cmocka_unit_test(ball_does_not_shade_itself),
          cmocka_unit_test(projection_is_the_inverse_of_rays))
