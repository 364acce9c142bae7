// SPDX-License-Identifier: Apache-2.0

#include "render/render_test.h"

typedef struct Scene {
  BrnContext* ctx;
  BrnReplay* replay;
  BrnPictureDef def;
} Scene;

static Scene scene_make(void) {
  Scene s = {.ctx = test_context(), .def = render_plain_def()};
  s.replay = render_open_block(s.ctx, 4);
  ENSURE_INT(s.replay->part_count, 2);
  return s;
}

static BrnImage* draw(Scene* s) {
  BrnImage* image;
  ENSURE_OK(s->ctx, brn_picture_draw(s->ctx, s->replay, 0, &s->def, &image));
  return image;
}

static void scene_done(Scene* s) {
  brn_replay_close(s->ctx, s->replay);
  test_context_done(s->ctx);
}

static double area_of(Scene* s) {
  BrnImage* image = draw(s);
  double area = render_area(image);
  brn_image_destroy(s->ctx, image);
  return area;
}

static void block_has_its_place_and_size(void** state) {
  (void)state;
  Scene s = scene_make();
  BrnImage* image = draw(&s);
  ENSURE_NEAR(render_area(image), 100 * 100, 1);
  ENSURE(render_pixel(image, 30, 30)[3] == 255 && render_pixel(image, 29, 30)[3] == 0);
  ENSURE(render_pixel(image, 129, 129)[3] == 255 && render_pixel(image, 130, 129)[3] == 0);
  brn_image_destroy(s.ctx, image);
  scene_done(&s);
}

static void fitted_picture_is_filled(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.fit = true;
  s.def.fov = 0;
  s.def.azimuth = s.def.elevation = 0;
  // it takes 94 per cent of the height, whatever the width
  ENSURE_NEAR(area_of(&s), 150.4 * 150.4, 80);
  s.def.width = 300;
  ENSURE_NEAR(area_of(&s), 150.4 * 150.4, 80);
  s.def.zoom = 0.5;
  ENSURE_NEAR(area_of(&s), 150.4 * 150.4 / 4, 40);
  scene_done(&s);
}

static void parts_hide_by_name_pattern_and_in_order(void** state) {
  (void)state;
  Scene s = scene_make();
  BrnPartLook hide[] = {{"l?w", 0}};
  s.def.look = hide, s.def.look_count = 1;
  ENSURE_NEAR(area_of(&s), 100 * 50, 1);
  BrnPartLook later[] = {{"*", 0}, {"*gh", 0.5}};
  s.def.look = later, s.def.look_count = 2;
  ENSURE_NEAR(area_of(&s), 100 * 50 * 0.5, 25);
  BrnPartLook kinds[] = {{"bones", 0}, {"tendons", 0}};
  s.def.look = kinds;
  ENSURE_NEAR(area_of(&s), 100 * 100, 1); // a mesh file has none
  scene_done(&s);
}

// a plane at a slant: what it shows has the area of its section with the block
static void cut_shows_the_whole_section(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.cut = true;
  s.def.cut_normal[2] = 2;
  s.def.cut_point[2] = 0.13;
  s.def.color_by = "height";
  s.def.legend = false;
  BrnImage* image = draw(&s);
  ENSURE_NEAR(render_area(image), 100 * 100, 1);
  // flat and filled: the same colour everywhere in a part
  for (int i = 0; i < 2; i++) {
    int y = i == 0 ? 40 : 110;
    const uint8_t *a = render_pixel(image, 40, y), *b = render_pixel(image, 115, y + 10);
    for (int k = 0; k < 3; k++) ENSURE_NEAR(a[k], b[k], 1);
  }
  brn_image_destroy(s.ctx, image);
  s.def.cut_normal[0] = 2; // from x + z > 0.13 on it is gone: seen from the front all is there,
  ENSURE_NEAR(area_of(&s), 100 * 100, 1);
  s.def.camera.eye[0] = 5, s.def.camera.eye[2] = 0; // and from the side only a part of the depth
  s.def.cut_normal[0] = 0, s.def.cut_normal[2] = 1;
  ENSURE_NEAR(area_of(&s), 63 * 100, 30);
  scene_done(&s);
}

// seen from the front through the section: its depth is that of the plane
static void section_is_closed_from_behind_too(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.cut = true;
  s.def.cut_normal[0] = 1;
  ENSURE_NEAR(area_of(&s), 50 * 100, 25);
  s.def.cut_normal[0] = -1;
  ENSURE_NEAR(area_of(&s), 50 * 100, 25);
  s.def.cut_point[0] = 0.7;
  ENSURE_NEAR(area_of(&s), 0, 0);
  scene_done(&s);
}

static void whole_tets_are_taken_away(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.cut = s.def.cut_whole = true;
  s.def.cut_normal[0] = 1; // between two layers of cells: a plane face is left
  ENSURE_NEAR(area_of(&s), 50 * 100, 1);
  s.def.cut_point[0] = 0.125; // in the middle of a layer: a part of it stays
  double area = area_of(&s);
  ENSURE(area > 51 * 100 && area < 75.1 * 100);
  s.def.cut_normal[0] = -1;
  s.def.cut_point[0] = -0.125;
  ENSURE_NEAR(area_of(&s), area, 1500);
  scene_done(&s);
}

static void values_have_the_colours_of_the_map(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.color_by = "x";
  s.def.map = "coolwarm";
  s.def.legend = false;
  BrnImage* image = draw(&s);
  const uint8_t *left = render_pixel(image, 32, 80), *middle = render_pixel(image, 80, 80);
  const uint8_t* right = render_pixel(image, 128, 80);
  ENSURE(left[2] > left[0] + 60 && right[0] > right[2] + 60);
  ENSURE(abs(middle[0] - middle[2]) < 12);
  brn_image_destroy(s.ctx, image);
  s.def.range[0] = 2, s.def.range[1] = 3; // all are below
  image = draw(&s);
  ENSURE(render_pixel(image, 128, 80)[2] > render_pixel(image, 128, 80)[0] + 60);
  brn_image_destroy(s.ctx, image);
  scene_done(&s);
}

static void wrong_wishes_are_told(void** state) {
  (void)state;
  Scene s = scene_make();
  BrnImage* image;
  BrnPictureDef good = s.def;
  s.def.color_by = "beauty";
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_NOT_FOUND);
  ENSURE(!image);
  ENSURE_ERROR_HAS(s.ctx, "height");
  s.def = good, s.def.map = "mud";
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(s.ctx, "viridis");
  BrnPartLook look[] = {{"lwo", 0}};
  s.def = good, s.def.look = look, s.def.look_count = 1;
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(s.ctx, "low, high");
  look[0] = (BrnPartLook){"low", 1.5};
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_INVALID);
  ENSURE_ERROR_HAS(s.ctx, "opacity of 'low' is 1.5");
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 3, &good, &image), BRN_NOT_FOUND);
  s.def = good, s.def.width = 0;
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_INVALID);
  s.def = good, s.def.samples = 0;
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_INVALID);
  s.def = good, s.def.cut = true;
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_INVALID);
  ENSURE_ERROR_HAS(s.ctx, "cut plane");
  s.def = good, s.def.color_by = "error";
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_INVALID);
  ENSURE_ERROR_HAS(s.ctx, "second run");
  s.def = good, s.def.camera.up[1] = 0, s.def.camera.up[2] = 1;
  ENSURE_STATUS(s.ctx, brn_picture_draw(s.ctx, s.replay, 0, &s.def, &image), BRN_INVALID);
  ENSURE_ERROR_HAS(s.ctx, "camera");
  scene_done(&s);
}

static void error_with_itself_is_nothing(void** state) {
  (void)state;
  Scene s = scene_make();
  s.def.color_by = "error";
  s.def.other = s.replay;
  ENSURE_NEAR(area_of(&s), 100 * 100, 3000); // the legend is over it
  scene_done(&s);
}

// fail the first allocation, then the second, until the picture is there
static void try_allocations(BrnPictureDef change) {
  BrnContext* ctx = test_context();
  BrnReplay* replay = render_open_block(ctx, 2);
  size_t before = brn_byte_count(ctx);
  BrnImage* image = NULL;
  for (int k = 0; !image; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_picture_draw(ctx, replay, 0, &change, &image);
    ENSURE(status == (image ? BRN_OK : BRN_NO_MEMORY));
    if (!image) ENSURE(brn_byte_count(ctx) <= before + 4096); // a replay may keep what it read
  }
  brn_fail_allocation(ctx, -1);
  brn_image_destroy(ctx, image);
  brn_replay_close(ctx, replay);
  test_context_done(ctx);
}

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  BrnPictureDef def = render_plain_def();
  def.width = def.height = 16;
  def.color_by = "height";
  def.cut = true, def.cut_normal[0] = 1;
  try_allocations(def);
  def.cut_whole = true;
  def.flat = true;
  try_allocations(def);
}

TEST_MAIN(cmocka_unit_test(block_has_its_place_and_size),
          cmocka_unit_test(fitted_picture_is_filled),
          cmocka_unit_test(parts_hide_by_name_pattern_and_in_order),
          cmocka_unit_test(cut_shows_the_whole_section),
          cmocka_unit_test(section_is_closed_from_behind_too),
          cmocka_unit_test(whole_tets_are_taken_away),
          cmocka_unit_test(values_have_the_colours_of_the_map),
          cmocka_unit_test(wrong_wishes_are_told), cmocka_unit_test(error_with_itself_is_nothing),
          cmocka_unit_test(failed_allocations_leave_nothing))
