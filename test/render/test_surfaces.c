// SPDX-License-Identifier: Apache-2.0

#include "brawn/render.h"
#include "render/scenery.h"
#include "replay/surfaces_run_test.h"

// Pictures of the boxes: what is in the soup of triangles, and that they can be drawn.

typedef struct Scenery {
  BrnSoup soup;
  const BrnReplayValue* about;
} Scenery;

static Scenery gather(BoxesTest* test, const BrnPictureDef* def) {
  Scenery out = {0};
  double low[3], high[3];
  ENSURE_OK(test->ctx,
            brn__scenery(test->ctx, test->replay, 2, def, &out.soup, &out.about, low, high));
  return out;
}

static int count_looks(const Scenery* scenery, bool valued) {
  int count = 0;
  for (int t = 0; t < scenery->soup.triangle_count; t++) {
    count += scenery->soup.look[scenery->soup.triangle[t].look].valued == valued;
  }
  return count;
}

static void parts_are_drawn_without_the_envelope(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  Scenery plain = gather(&test, &def);
  ENSURE_INT(plain.soup.triangle_count, 4 * 12);
  BrnPartLook look = {"envelope", 0.5};
  def.look = &look;
  def.look_count = 1;
  Scenery with = gather(&test, &def);
  ENSURE_INT(with.soup.triangle_count, 5 * 12);
  brn__soup_free(test.ctx, &plain.soup);
  brn__soup_free(test.ctx, &with.soup);
  boxes_done(&test);
}

static void bones_keep_their_colour_in_values_of_flesh(void** state) {
  (void)state;
  static const char* const names[] = {"activation", "stretch", "volume", "displacement"};
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  for (int i = 0; i < 4; i++) {
    def.color_by = names[i];
    Scenery scenery = gather(&test, &def);
    ENSURE_INT(count_looks(&scenery, true), i < 3 ? 24 : 48);
    brn__soup_free(test.ctx, &scenery.soup);
  }
  boxes_done(&test);
}

static void values_and_fibres_are_those_of_the_vertices(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  Scenery plain = gather(&test, &def);
  ENSURE_NEAR((double)plain.soup.vertex[16].fibre[0], 1, 0); // of the first muscle
  ENSURE_NEAR((double)plain.soup.vertex[0].fibre[0], 0, 0);
  brn__soup_free(test.ctx, &plain.soup);
  def.color_by = "stretch";
  Scenery colored = gather(&test, &def);
  ENSURE_NEAR((double)colored.soup.vertex[16].value, 1.3, 1e-6);
  brn__soup_free(test.ctx, &colored.soup);
  boxes_done(&test);
}

// both kinds of cut show the inside of what is left
static void cut_needs_no_tets(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  def.cut = true;
  def.cut_normal[2] = 1;
  Scenery clean = gather(&test, &def);
  def.cut_whole = true;
  Scenery whole = gather(&test, &def);
  ENSURE(clean.soup.triangle_count > 0);
  ENSURE_INT(clean.soup.triangle_count, whole.soup.triangle_count);
  for (int t = 0; t < whole.soup.triangle_count; t++) {
    for (int c = 0; c < 3; c++) {
      ENSURE(whole.soup.vertex[whole.soup.triangle[t].corner[c]].point[2] < 1e-9);
    }
  }
  brn__soup_free(test.ctx, &clean.soup);
  brn__soup_free(test.ctx, &whole.soup);
  boxes_done(&test);
}

static void everything_can_be_drawn(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  def.width = 64, def.height = 48;
  def.samples = def.rays = 1;
  def.color_by = "activation";
  def.fibres = 5;
  def.action = def.joints = def.wire = true;
  BrnImage* image;
  ENSURE_OK(test.ctx, brn_picture_draw(test.ctx, test.replay, 1, &def, &image));
  brn_image_destroy(test.ctx, image);
  def.color_by = "error";
  def.other = test.replay;
  ENSURE_OK(test.ctx, brn_picture_draw(test.ctx, test.replay, 1, &def, &image));
  brn_image_destroy(test.ctx, image);
  boxes_done(&test);
}

TEST_MAIN(cmocka_unit_test(parts_are_drawn_without_the_envelope),
          cmocka_unit_test(bones_keep_their_colour_in_values_of_flesh),
          cmocka_unit_test(values_and_fibres_are_those_of_the_vertices),
          cmocka_unit_test(cut_needs_no_tets), cmocka_unit_test(everything_can_be_drawn))
