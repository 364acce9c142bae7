// SPDX-License-Identifier: Apache-2.0

#include "render/image.h"
#include "render/legend.h"
#include "test.h"

static const BrnReplayValue stress = {.name = "stress",
                                      .title = "von Mises stress",
                                      .unit = "Pa",
                                      .natural = {NAN, NAN},
                                      .middle = NAN};

static BrnImage* sheet(BrnContext* ctx, int width, int height, int grey, int opacity) {
  BrnImage* image;
  ENSURE_OK(ctx, brn_image_create(ctx, width, height, &image));
  for (int i = 0; i < width * height; i++) {
    memset(image->pixel + 4 * i, grey, 3);
    image->pixel[4 * i + 3] = (uint8_t)opacity;
  }
  return image;
}

typedef struct Box {
  int left, top, right, bottom, count;
} Box;

// pixels that differ from the background
static Box find_changes(const BrnImage* image, int grey, int opacity) {
  Box box = {image->width, image->height, -1, -1, 0};
  for (int y = 0; y < image->height; y++) {
    for (int x = 0; x < image->width; x++) {
      const uint8_t* p = image->pixel + 4 * (y * image->width + x);
      if (p[0] == grey && p[1] == grey && p[2] == grey && p[3] == opacity) continue;
      if (x < box.left) box.left = x;
      if (y < box.top) box.top = y;
      if (x > box.right) box.right = x;
      if (y > box.bottom) box.bottom = y;
      box.count++;
    }
  }
  return box;
}

static bool is_color(const uint8_t* p, const char* map, double at) {
  double c[3];
  brn_color_map(map, at, c);
  return fabs(p[0] - 255 * c[0]) < 2 && fabs(p[1] - 255 * c[1]) < 2 && fabs(p[2] - 255 * c[2]) < 2;
}

// the column in which most pixels follow the map, from the top down
static int find_bar(const BrnImage* image, const char* map, int* top, int* bottom) {
  *top = *bottom = -1;
  for (int x = 0; x < image->width; x++) {
    *top = *bottom = -1;
    for (int y = 0; y < image->height; y++) {
      const uint8_t* p = image->pixel + 4 * (y * image->width + x);
      if (*top < 0 && is_color(p, map, 1)) *top = y;
      if (*top >= 0 && is_color(p, map, 0)) *bottom = y;
    }
    if (*top >= 0 && *bottom > *top + image->height / 4) return x;
  }
  return -1;
}

static void bar_runs_through_the_map_at_the_right(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = sheet(ctx, 640, 480, 240, 255);
  brn__draw_legend(image, &stress, "viridis", (double[2]){0, 43210});
  Box box = find_changes(image, 240, 255);
  ENSURE(box.left > 640 * 2 / 3 && box.right < 638 && box.top > 40 && box.bottom < 440);
  int top, bottom, x = find_bar(image, "viridis", &top, &bottom);
  ENSURE(x > 500);
  ENSURE_NEAR(bottom - top, 240, 8);
  for (int y = top; y <= bottom; y++) {
    const uint8_t* p = image->pixel + 4 * (y * 640 + x);
    ENSURE(is_color(p, "viridis", 1 - (y - top + 1.5) / 240) ||
           is_color(p, "viridis", 1 - (y - top - 1.5) / 240) ||
           is_color(p, "viridis", 1 - (double)(y - top) / 240));
  }
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

static void letters_are_light_on_dark_and_dark_on_light(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    int grey, opacity, ink;
  } example[] = {{240, 255, 31}, {20, 255, 237}, {0, 0, 31}};
  for (int k = 0; k < 3; k++) {
    BrnImage* image = sheet(ctx, 800, 600, example[k].grey, example[k].opacity);
    brn__draw_legend(image, &stress, "viridis", (double[2]){0, 1});
    int count = 0;
    for (int i = 0; i < 800 * 600; i++) {
      const uint8_t* p = image->pixel + 4 * i;
      count += p[3] == 255 && p[0] == example[k].ink && p[1] == p[0] && p[2] == p[0];
    }
    ENSURE(count > 300); // frame, ticks and letters
    brn_image_destroy(ctx, image);
  }
  test_context_done(ctx);
}

static void size_goes_with_the_height_of_the_picture(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Box box[2];
  for (int k = 0; k < 2; k++) {
    BrnImage* image = sheet(ctx, 960 << k, 720 << k, 255, 255);
    brn__draw_legend(image, &stress, "magma", (double[2]){0, 43210});
    box[k] = find_changes(image, 255, 255);
    brn_image_destroy(ctx, image);
  }
  ENSURE_NEAR(box[1].right - box[1].left, 2 * (box[0].right - box[0].left), 6);
  ENSURE_NEAR(box[1].bottom - box[1].top, 2 * (box[0].bottom - box[0].top), 6);
  test_context_done(ctx);
}

static void nothing_is_drawn_without_numbers_or_room(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = sheet(ctx, 640, 480, 255, 255);
  brn__draw_legend(image, &stress, "viridis", (double[2]){NAN, NAN});
  brn__draw_legend(image, &stress, "viridis", (double[2]){0, INFINITY});
  brn__draw_legend(image, &stress, "part", (double[2]){0, 7});
  ENSURE_INT(find_changes(image, 255, 255).count, 0);
  brn_image_destroy(ctx, image);
  for (int size = 1; size < 100; size += 7) {
    image = sheet(ctx, size, 100 - size, 255, 255);
    brn__draw_legend(image, &stress, "viridis", (double[2]){0, 1});
    brn_image_destroy(ctx, image);
  }
  test_context_done(ctx);
}

static void odd_ranges_are_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double range[][2] = {{0, 0}, {5, 5}, {1, 0}, {-1e300, 1e300}, {0, 1e-300}, {1, 1 + 1e-15}};
  for (int k = 0; k < 6; k++) {
    BrnImage* image = sheet(ctx, 640, 480, 255, 255);
    brn__draw_legend(image, &stress, "coolwarm", range[k]);
    ENSURE(find_changes(image, 255, 255).count > 1000);
    brn_image_destroy(ctx, image);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(bar_runs_through_the_map_at_the_right),
          cmocka_unit_test(letters_are_light_on_dark_and_dark_on_light),
          cmocka_unit_test(size_goes_with_the_height_of_the_picture),
          cmocka_unit_test(nothing_is_drawn_without_numbers_or_room),
          cmocka_unit_test(odd_ranges_are_survived))
