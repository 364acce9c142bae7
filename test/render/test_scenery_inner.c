// SPDX-License-Identifier: Apache-2.0

#include "brawn/render.h"
#include "render/scenery.h"
#include "replay/surfaces_run_test.h"

static BrnSoup gather(BoxesTest* test, const BrnPictureDef* def) {
  BrnSoup soup = {0};
  const BrnReplayValue* about;
  double low[3], high[3];
  ENSURE_OK(test->ctx, brn__scenery(test->ctx, test->replay, 2, def, &soup, &about, low, high));
  return soup;
}

// triangles of lines of a colour, and where they are
static int count_colored(const BrnSoup* soup, float red, float green, float blue, double* low_x,
                         double* high_x) {
  int count = 0;
  *low_x = INFINITY, *high_x = -INFINITY;
  for (int t = 0; t < soup->triangle_count; t++) {
    const BrnSoupVertex* v = &soup->vertex[soup->triangle[t].corner[0]];
    if (v->color[0] != red || v->color[1] != green || v->color[2] != blue) continue;
    *low_x = fmin(*low_x, v->point[0]);
    *high_x = fmax(*high_x, v->point[0]);
    count++;
  }
  return count;
}

// links go from the corners of the boxes to the points, branches between those
static void inner_structure_is_drawn_where_the_frame_has_it(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  def.inner = true;
  BrnSoup soup = gather(&test, &def);
  double low, high;
  ENSURE(count_colored(&soup, 0.02f, 0.42f, 0.05f, &low, &high) > 100);
  ENSURE_NEAR(low, 0.05 * 1.3, 0.01); // in frame 3 flesh is 1.3 times as long
  ENSURE_NEAR(high, 0.15 * 1.3, 0.01);
  ENSURE_INT(count_colored(&soup, 0.04f, 0.22f, 0.75f, &low, &high), 16 * 16);
  ENSURE_NEAR(low, 0, 0.002);
  ENSURE_NEAR(high, 0.2 * 1.3, 0.002);
  brn__soup_free(test.ctx, &soup);
  boxes_done(&test);
}

// flesh gets out of the way, unless somebody has said how it is to be seen
static void flesh_around_it_is_translucent(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  BrnPartLook look = {"m", 0.5};
  def.inner = true;
  def.look = &look;
  for (def.look_count = 0; def.look_count < 2; def.look_count++) {
    BrnSoup soup = gather(&test, &def);
    for (int t = 0; t < 48; t++) { // boxes of bone, tip, m and n
      float opacity = soup.look[soup.triangle[t].look].opacity;
      float wanted = t < 24 ? 1 : t < 36 && def.look_count == 1 ? 0.5f : 0.14f;
      ENSURE(opacity == wanted);
    }
    brn__soup_free(test.ctx, &soup);
  }
  boxes_done(&test);
}

static void hidden_muscles_have_no_lines(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  BrnPartLook look = {"muscles", 0};
  def.inner = true;
  def.flow = 10;
  def.look = &look;
  def.look_count = 1;
  BrnSoup soup = gather(&test, &def);
  ENSURE_INT(soup.triangle_count, 24);
  brn__soup_free(test.ctx, &soup);
  def.look_count = 0;
  soup = gather(&test, &def);
  double low, high;
  ENSURE(count_colored(&soup, 0.01f, 0.08f, 0.42f, &low, &high) > 16 * 10); // strokes
  ENSURE(low > -0.01 && high < 0.2 * 1.3 + 0.01);
  brn__soup_free(test.ctx, &soup);
  boxes_done(&test);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnPictureDef def = brn_picture_def_default();
  def.inner = true;
  def.flow = 2;
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k += 1 + k / 8) {
    BrnSoup soup = {0};
    const BrnReplayValue* about;
    double low[3], high[3];
    brn_fail_allocation(test.ctx, k);
    status = brn__scenery(test.ctx, test.replay, 2, &def, &soup, &about, low, high);
    brn_fail_allocation(test.ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn__soup_free(test.ctx, &soup);
  }
  boxes_done(&test);
}

TEST_MAIN(cmocka_unit_test(inner_structure_is_drawn_where_the_frame_has_it),
          cmocka_unit_test(flesh_around_it_is_translucent),
          cmocka_unit_test(hidden_muscles_have_no_lines),
          cmocka_unit_test(every_failed_allocation_is_clean))
