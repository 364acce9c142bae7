// SPDX-License-Identifier: Apache-2.0
//
// Images: made, drawn over, pasted into each other, averaged.

#include "render/image.h"

#include <math.h>
#include <string.h>

BrnStatus brn_image_create(BrnContext* ctx, int width, int height, BrnImage** out) {
  BRN_ASSERT(ctx && out);
  *out = NULL;
  if (width < 1 || height < 1 || width > BRN_IMAGE_MOST_SIDE || height > BRN_IMAGE_MOST_SIDE) {
    return brn__fail(ctx, BRN_INVALID, "a picture of %d x %d pixels: sides must be 1 to %d", width,
                     height, BRN_IMAGE_MOST_SIDE);
  }
  BrnImage* image = brn__new_zero(ctx, 1, BrnImage);
  if (!image) return BRN_NO_MEMORY;
  *image = (BrnImage){.width = width, .height = height};
  image->pixel = brn__new_zero(ctx, 4 * (size_t)width * (size_t)height, uint8_t);
  if (!image->pixel) {
    brn_image_destroy(ctx, image);
    return BRN_NO_MEMORY;
  }
  *out = image;
  return BRN_OK;
}

void brn_image_destroy(BrnContext* ctx, BrnImage* image) {
  if (!image) return;
  brn__free(ctx, image->pixel);
  brn__free(ctx, image);
}

// ---------------------------------------------------------------------------------------- blending

static uint8_t* pixel_at(const BrnImage* image, int x, int y) {
  return image->pixel + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
}

// Opacity is not multiplied in: the colour of both is weighted by how much of each is seen.
// alpha: of `from`, 0 to 1
static void lay_over(uint8_t to[4], const double from[3], double alpha) {
  double below = (1 - alpha) * to[3] / 255, seen = alpha + below;
  if (seen <= 0) return;
  for (int i = 0; i < 3; i++) {
    double mixed = (alpha * from[i] + below * to[i]) / seen;
    to[i] = (uint8_t)(fmin(fmax(mixed, 0), 255) + 0.5);
  }
  to[3] = (uint8_t)(fmin(255 * seen, 255) + 0.5);
}

void brn__image_blend(BrnImage* image, int x, int y, const double color[3], double opacity) {
  if (x < 0 || y < 0 || x >= image->width || y >= image->height || !(opacity > 0)) return;
  double bright[3] = {255 * color[0], 255 * color[1], 255 * color[2]};
  lay_over(pixel_at(image, x, y), bright, fmin(opacity, 1));
}

// how much of the pixel from i to i + 1 lies between low and high
static double overlap(int i, double low, double high) {
  return fmax(0, fmin(i + 1, high) - fmax(i, low));
}

static double within(double x, int size) { return fmin(fmax(x, 0), size); }

void brn__image_box(BrnImage* image, double x, double y, double width, double height,
                    const double color[3], double opacity) {
  int left = (int)floor(within(x, image->width)), top = (int)floor(within(y, image->height));
  int right = (int)ceil(within(x + width, image->width));
  int bottom = (int)ceil(within(y + height, image->height));
  for (int j = top; j < bottom; j++) {
    double row = opacity * overlap(j, y, y + height);
    for (int i = left; i < right; i++) {
      brn__image_blend(image, i, j, color, row * overlap(i, x, x + width));
    }
  }
}

void brn_image_paste(BrnImage* to, const BrnImage* from, int x, int y) {
  BRN_ASSERT(to && from && to != from);
  // in 64 bits: x + width may pass the largest int
  int64_t left = x < 0 ? -(int64_t)x : 0, top = y < 0 ? -(int64_t)y : 0;
  int64_t right = (int64_t)to->width - x, bottom = (int64_t)to->height - y;
  if (right > from->width) right = from->width;
  if (bottom > from->height) bottom = from->height;
  for (int64_t j = top; j < bottom; j++) {
    for (int64_t i = left; i < right; i++) {
      const uint8_t* p = pixel_at(from, (int)i, (int)j);
      if (p[3] == 0) continue;
      uint8_t* q = pixel_at(to, (int)(x + i), (int)(y + j));
      if (p[3] == 255) {
        memcpy(q, p, 4);
      } else {
        lay_over(q, (double[3]){p[0], p[1], p[2]}, p[3] / 255.0);
      }
    }
  }
}

void brn__image_mean(const BrnImage* image, int x, int y, int width, int height, double color[3]) {
  double sum[3] = {0};
  int count = 0;
  for (int j = y < 0 ? 0 : y; j < y + height && j < image->height; j++) {
    for (int i = x < 0 ? 0 : x; i < x + width && i < image->width; i++, count++) {
      const uint8_t* p = pixel_at(image, i, j);
      for (int k = 0; k < 3; k++) sum[k] += (p[3] * p[k] / 255.0 + (255 - p[3])) / 255;
    }
  }
  for (int k = 0; k < 3; k++) color[k] = count > 0 ? sum[k] / count : 1;
}
