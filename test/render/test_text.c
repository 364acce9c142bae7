// SPDX-License-Identifier: Apache-2.0

#include "render/font.h"
#include "render/outline.h"
#include "test.h"

// sum of the opacities, in pixels
static double ink(const BrnImage* image) {
  double sum = 0;
  for (int i = 0; i < image->width * image->height; i++) sum += image->pixel[4 * i + 3] / 255.0;
  return sum;
}

static BrnImage* blank(BrnContext* ctx, int width, int height) {
  BrnImage* image;
  ENSURE_OK(ctx, brn_image_create(ctx, width, height, &image));
  return image;
}

static int opacity_at(const BrnImage* image, int x, int y) {
  return image->pixel[4 * (y * image->width + x) + 3];
}

static const double black[3] = {0, 0, 0};
// size at which a unit of the outlines is 1/100 of a pixel
static const double hundredth = (BRN_FONT_CAPITAL + BRN_FONT_BELOW) / 100.0;

// 250 units from corner to corner are 2.5 pixels
static void square_covers_exactly_its_part_of_each_pixel(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = blank(ctx, 6, 5);
  const int16_t square[] = {4, 1, 0, 501, 0, 501, 250, 1, 250, 0};
  brn__outline_fill(image, square, (BrnOutlinePlace){1.25, 3.9, 0.01}, black);
  const double column[6] = {0, 0.75, 1, 0.75, 0, 0}, row[5] = {0, 0.6, 1, 0.9, 0};
  for (int y = 0; y < 5; y++) {
    for (int x = 0; x < 6; x++)
      ENSURE_NEAR(opacity_at(image, x, y), 255 * row[y] * column[x], 0.501);
  }
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

static void triangle_covers_exactly_its_part_of_each_pixel(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = blank(ctx, 4, 2);
  // from (0, 2) along the bottom to (4, 2), up to (4, 0): half of 4 x 2
  const int16_t triangle[] = {3, 1, 0, 801, 0, 801, 200, 0};
  brn__outline_fill(image, triangle, (BrnOutlinePlace){0, 2, 0.01}, black);
  const double expected[2][4] = {{0, 0, 0.25, 0.75}, {0.25, 0.75, 1, 1}};
  for (int i = 0; i < 8; i++) {
    ENSURE_NEAR(opacity_at(image, i % 4, i / 4), 255 * expected[i / 4][i % 4], 0.501);
  }
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

// A parabola over its chord covers two thirds of the box of its control point. The corner between
// two control points is their middle.
static void curves_cover_their_area(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = blank(ctx, 500, 500);
  const int16_t bow[] = {3, 1, 0, 800, 800, 1601, 0, 0};
  brn__outline_fill(image, bow, (BrnOutlinePlace){0.3, 450.7, 0.5}, black);
  ENSURE_NEAR(ink(image), 2.0 / 3 * 400 * 200, 0.002 * 53333);
  brn_image_destroy(ctx, image);
  image = blank(ctx, 500, 500);
  const int16_t wave[] = {5, 1, 0, 0, 400, 800, 400, 801, 0, 401, -1, 0};
  brn__outline_fill(image, wave, (BrnOutlinePlace){10, 490, 1}, black);
  // x = 200 t^2, y = 800 t - 400 t^2, and the same mirrored; below it a triangle 1 high
  ENSURE_NEAR(ink(image), 2 * 400 * (800 / 3.0 - 100) + 200, 30);
  ENSURE_INT(opacity_at(image, 210, 92), 255); // the top is in the middle
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

static void hole_stays_open(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = blank(ctx, 4, 4);
  const int16_t ring[] = {4,   1,   0,   1,   400, 801, 400, 801, 0, 4,
                          201, 100, 601, 100, 601, 300, 201, 300, 0};
  brn__outline_fill(image, ring, (BrnOutlinePlace){0, 4, 0.01}, black);
  for (int i = 0; i < 16; i++) {
    bool inside = i % 4 > 0 && i % 4 < 3 && i / 4 > 0 && i / 4 < 3;
    ENSURE_INT(opacity_at(image, i % 4, i / 4), inside ? 0 : 255);
  }
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

// the full stop is a box from (219, 0) to (430, 254)
static void full_stop_stands_on_the_line(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = blank(ctx, 10, 22);
  brn_image_text(image, 0, 0.07, hundredth, black, "."); // feet at 15, between pixels
  ENSURE_NEAR(ink(image), 2.11 * 2.54, 6 / 255.0);
  ENSURE_INT(opacity_at(image, 3, 14), 255);
  ENSURE_INT(opacity_at(image, 3, 15), 0);
  ENSURE_NEAR(opacity_at(image, 2, 14), 255 * 0.81, 0.501);
  ENSURE_NEAR(opacity_at(image, 4, 13), 255 * 0.30, 0.501);
  ENSURE_NEAR(opacity_at(image, 3, 12), 255 * 0.54, 0.501);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

static void widths_add_up_and_the_widest_line_counts(void** state) {
  (void)state;
  ENSURE_NEAR(brn_text_width(hundredth, ""), 0, 0);
  ENSURE_NEAR(brn_text_width(hundredth, "."), 6.51, 1e-12);
  ENSURE_NEAR(brn_text_width(hundredth, "00"), 2 * 13.03, 1e-12);
  ENSURE_NEAR(brn_text_width(2 * hundredth, "0."), 2 * (13.03 + 6.51), 1e-12);
  ENSURE_NEAR(brn_text_width(hundredth, ".\n000\n0"), 3 * 13.03, 1e-12);
  ENSURE_NEAR(brn_text_width(hundredth, "iii\n"), 3 * 5.69, 1e-12);
}

static void all_promised_characters_are_there(void** state) {
  (void)state;
  for (int i = 1; i < brn__glyph_count; i++) ENSURE(brn__glyph[i - 1].code < brn__glyph[i].code);
  const double box = brn_text_width(1000, "\x01");
  for (int c = 33; c < 127; c++) {
    ENSURE(fabs(brn_text_width(1000, (char[2]){(char)c, 0}) - box) > 1e-9);
  }
  static const char* const more[] = {"°", "µ", "²", "³", "·", "×", "–", "−", "…", "ä", "ß", "é"};
  for (int i = 0; i < 12; i++) ENSURE(fabs(brn_text_width(1000, more[i]) - box) > 1e-9);
}

static void unknown_characters_and_broken_bytes_are_boxes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double box = 12.0;
  static const struct {
    const char* text;
    int boxes;
  } example[] = {
      {"\u20ac", 1},   {"\U0001f600", 1}, {"\xff", 1},     {"\xc3", 1},
      {"\xe2\x82", 2}, {"\x80\x80", 2},   {"\xc0\xaf", 2}, {"\xf5\x80\x80\x80", 4},
  };
  for (size_t i = 0; i < sizeof example / sizeof example[0]; i++) {
    ENSURE_NEAR(brn_text_width(hundredth, example[i].text), example[i].boxes * box, 1e-12);
  }
  ENSURE_NEAR(brn_text_width(hundredth, "\xc3.0"), box + 6.51 + 13.03, 1e-12);
  BrnImage* image = blank(ctx, 14, 22);
  brn_image_text(image, 0, 0.07, hundredth, black, "\u20ac"); // 8 x 14.93 with lines of 1.2
  ENSURE_NEAR(ink(image), 8 * 14.93 - 5.6 * 12.53, 0.2);
  ENSURE_INT(opacity_at(image, 6, 8), 0);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

// a window of a large picture shows the same as the large picture there
static void text_is_cut_off_at_every_border(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage *whole = blank(ctx, 400, 300), *part = blank(ctx, 60, 40);
  static const char* const text = "Brawn 0.5\nkPa gjpq";
  brn_image_text(whole, 120, 100, 30, black, text);
  ENSURE(ink(whole) > 500);
  for (int y = 80; y < 190; y += 30) {
    for (int x = 80; x < 360; x += 50) {
      memset(part->pixel, 0, 4 * 60 * 40);
      brn_image_text(part, 120 - x, 100 - y, 30, black, text);
      for (int i = 0; i < 60 * 40; i++) {
        int difference = part->pixel[4 * i + 3] - opacity_at(whole, x + i % 60, y + i / 60);
        ENSURE(abs(difference) <= 1);
      }
    }
  }
  brn_image_text(part, 1e9, 0, 30, black, text);
  brn_image_text(part, -1e9, -1e9, 30, black, text);
  brn_image_text(part, 0, 0, 1e9, black, text);
  brn_image_text(part, NAN, 0, 30, black, text);
  brn_image_text(part, 0, 0, 0, black, text);
  brn_image_destroy(ctx, part);
  brn_image_destroy(ctx, whole);
  test_context_done(ctx);
}

// letters wider than a strip of a row
static void huge_letters_are_whole(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = blank(ctx, 2000, 400);
  const int16_t bar[] = {4, 1, 0, 3801, 0, 3801, 300, 1, 300, 0};
  brn__outline_fill(image, bar, (BrnOutlinePlace){50, 350, 1}, black);
  ENSURE_NEAR(ink(image), 1900 * 300, 1e-6);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(square_covers_exactly_its_part_of_each_pixel),
          cmocka_unit_test(triangle_covers_exactly_its_part_of_each_pixel),
          cmocka_unit_test(curves_cover_their_area), cmocka_unit_test(hole_stays_open),
          cmocka_unit_test(full_stop_stands_on_the_line),
          cmocka_unit_test(widths_add_up_and_the_widest_line_counts),
          cmocka_unit_test(all_promised_characters_are_there),
          cmocka_unit_test(unknown_characters_and_broken_bytes_are_boxes),
          cmocka_unit_test(text_is_cut_off_at_every_border),
          cmocka_unit_test(huge_letters_are_whole))
