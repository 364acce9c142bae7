// SPDX-License-Identifier: Apache-2.0
//
// What the sources of pictures share about images.

#pragma once

#include "brawn/render.h"
#include "core/core.h"

enum { BRN_IMAGE_MOST_SIDE = 32768 }; // pixels
/// From a line of text to the next one, in sizes of the letters.
#define BRN_TEXT_LINE 1.3

/// Lays a colour (sRGB, 0 to 1) over a pixel. Pixels outside are left out.
void brn__image_blend(BrnImage* image, int x, int y, const double color[3], double opacity);
/// Lays a colour over a box whose sides need not be between pixels.
void brn__image_box(BrnImage* image, double x, double y, double width, double height,
                    const double color[3], double opacity);
/// Mean colour of the pixels of a box that are inside; what shows through is white.
void brn__image_mean(const BrnImage* image, int x, int y, int width, int height, double color[3]);
