// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "render/render_test.h"
#include "render/scenery.h"
#include "run/run_test.h"

// A bar between two bones that contracts.

typedef struct Scene {
  RunTest run;
  BrnReplay* replay;
  BrnPictureDef def;
  BrnSoup soup;
  double low[3], high[3];
} Scene;

static Scene scene_make(void) {
  Scene s = {.run = run_make(RUN_SCENE("")), .def = render_plain_def()};
  BrnRunDef def = run_def(&s.run);
  ENSURE_OK(s.run.ctx, run_go(&s.run, &def));
  ENSURE_OK(s.run.ctx, brn_replay_open(s.run.ctx, s.run.out, NULL, &s.replay));
  return s;
}

static void scene_done(Scene* s) {
  brn__soup_free(s->run.ctx, &s->soup);
  brn_replay_close(s->run.ctx, s->replay);
  run_done(&s->run);
}

static void gather(Scene* s, int frame) {
  const BrnReplayValue* about;
  brn__soup_free(s->run.ctx, &s->soup);
  ENSURE_OK(s->run.ctx,
            brn__scenery(s->run.ctx, s->replay, frame, &s->def, &s->soup, &about, s->low, s->high));
}

// vertices of things that are not parts, within the box of the body and a bit
static int count_lines(const Scene* s) {
  double slack = 0.05 * brn__distance3(s->low, s->high);
  int count = 0;
  for (int t = 0; t < s->soup.triangle_count; t++) {
    if (s->soup.look[s->soup.triangle[t].look].group >= 0) continue;
    count++;
    for (int c = 0; c < 3; c++) {
      const double* p = s->soup.vertex[s->soup.triangle[t].corner[c]].point;
      for (int k = 0; k < 3; k++) ENSURE(p[k] > s->low[k] - slack && p[k] < s->high[k] + slack);
    }
  }
  return count;
}

static void fibres_and_lines_of_action_are_tubes(void** state) {
  (void)state;
  Scene s = scene_make();
  gather(&s, 3);
  ENSURE_INT(count_lines(&s), 0);
  s.def.fibres = 7;
  gather(&s, 3);
  int fibres = count_lines(&s);
  ENSURE(fibres >= 7 * 16);
  s.def.fibres = 0, s.def.action = true;
  gather(&s, 3);
  int action = count_lines(&s);
  ENSURE(action >= 16 + 2 * 500 && s.replay->action.line_count == 1); // with a ball at both ends
  s.def.fibres = 7;
  gather(&s, 3);
  ENSURE_INT(count_lines(&s), fibres + action);
  scene_done(&s);
}

static void fibres_have_the_value_of_where_they_run(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.fibres = 5;
  s.def.color_by = "activation";
  gather(&s, 3);
  int seen = 0;
  for (int t = 0; t < s.soup.triangle_count; t++) {
    const BrnLook* look = &s.soup.look[s.soup.triangle[t].look];
    if (look->group >= 0) continue;
    ENSURE(look->valued);
    float value = s.soup.vertex[s.soup.triangle[t].corner[0]].value;
    ENSURE(value >= 0 && value <= 1);
    seen += value > 0.05f;
  }
  ENSURE(seen > 0);
  scene_done(&s);
}

// muscles at work are redder
static void activation_shows_in_the_colour(void** state) {
  (void)state;
  Scene s = scene_make();
  float red[2] = {0};
  for (int i = 0; i < 2; i++) {
    gather(&s, i == 0 ? 0 : 3);
    for (int t = 0; t < s.soup.triangle_count; t++) {
      const BrnSoupTriangle* triangle = &s.soup.triangle[t];
      if (!s.soup.look[triangle->look].soft) continue;
      const BrnSoupVertex* v = &s.soup.vertex[triangle->corner[0]];
      float share = v->color[0] / (v->color[0] + v->color[1] + v->color[2]);
      red[i] = fmaxf(red[i], share);
      ENSURE(fabsf(v->fibre[0]) + fabsf(v->fibre[1]) + fabsf(v->fibre[2]) > 0.9f);
    }
  }
  ENSURE(red[1] > red[0] + 0.01f);
  scene_done(&s);
}

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.fibres = 2, s.def.action = s.def.joints = true;
  s.def.width = s.def.height = 8;
  BrnContext* ctx = s.run.ctx;
  BrnImage* image = NULL;
  size_t before = brn_byte_count(ctx);
  for (int k = 0; !image; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_picture_draw(ctx, s.replay, 0, &s.def, &image);
    ENSURE(status == (image ? BRN_OK : BRN_NO_MEMORY));
    if (!image) ENSURE_INT(brn_byte_count(ctx), before);
  }
  brn_fail_allocation(ctx, -1);
  brn_image_destroy(ctx, image);
  scene_done(&s);
}

TEST_MAIN(cmocka_unit_test(fibres_and_lines_of_action_are_tubes),
          cmocka_unit_test(fibres_have_the_value_of_where_they_run),
          cmocka_unit_test(activation_shows_in_the_colour),
          cmocka_unit_test(failed_allocations_leave_nothing))
