// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "render/image.h"

/// Where an outline of font.h lands on a picture: x right, y down, pixels.
typedef struct BrnOutlinePlace {
  double x, y;  // of its origin
  double scale; // pixels a unit
} BrnOutlinePlace;

/// Fills an outline. Each pixel takes as much of the colour as the outline covers of it.
void brn__outline_fill(BrnImage* image, const int16_t* outline, BrnOutlinePlace place,
                       const double color[3]);
