// SPDX-License-Identifier: Apache-2.0
//
// What the sources of pictures share about images.

#pragma once

#include "brawn/render.h"
#include "core/core.h"

enum { BRN_IMAGE_MOST_SIDE = 32768 }; // pixels

/// Lays a colour (sRGB, 0 to 1) over a pixel. Pixels outside are left out.
void brn__image_blend(BrnImage* image, int x, int y, const double color[3], double opacity);
/// Lays a colour over a box whose sides need not be between pixels.
void brn__image_box(BrnImage* image, double x, double y, double width, double height,
                    const double color[3], double opacity);
/// 0 dark to 1 light, over the pixels of a box that are inside; what shows through is white.
double brn__image_light(const BrnImage* image, int x, int y, int width, int height);
