// SPDX-License-Identifier: Apache-2.0

#include "render/image.h"

void brn_image_text(BrnImage* image, double x, double y, double size, const double color[3],
                    const char* text) {
  (void)image, (void)x, (void)y, (void)size, (void)color, (void)text;
}

double brn_text_width(double size, const char* text) {
  (void)text;
  return size;
}
