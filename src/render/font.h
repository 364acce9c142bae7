// SPDX-License-Identifier: Apache-2.0
//
// Outlines of the letters: closed contours of lines and quadratic curves, filled where they wind
// around. Units are 2048 to the em, y goes up from the line that letters stand on.

#pragma once

#include <stdint.h>

enum {
  BRN_FONT_CAPITAL = 1493, // height of a capital letter
  BRN_FONT_BELOW = 426,    // what hangs below the line
};

typedef struct BrnGlyph {
  uint16_t code; // Unicode
  int16_t advance;
  int32_t start; // in brn__glyph_outline
} BrnGlyph;

/// By rising code.
extern const BrnGlyph brn__glyph[];
extern const int brn__glyph_count;
/// For each contour a count of points, then 2 x + 1 (on the curve) or 2 x (a control point; between
/// two of them the curve passes their middle), and y, of each; a count of 0 ends a glyph.
extern const int16_t brn__glyph_outline[];
