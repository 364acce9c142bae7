// SPDX-License-Identifier: Apache-2.0
//
// Letters from outlines, UTF-8.

#include "render/font.h"
#include "render/outline.h"

#include <math.h>

// what stands for a character that the typeface lacks: an empty box
static const int16_t box_outline[] = {4,   401, 0,    401, 1493, 2001, 1493, 2001, 0, 4,
                                      641, 120, 1761, 120, 1761, 1373, 641,  1373, 0};
enum { BOX_ADVANCE = 1200 };

static double scale_of(double size) { return size / (BRN_FONT_CAPITAL + BRN_FONT_BELOW); }

// ----------------------------------------------------------------------------------------- UTF-8

// bits that a first byte carries, and how many bytes follow it; -1: it begins nothing
static int follower_count(unsigned char byte, uint32_t* bits) {
  int count = byte < 0x80                   ? 0
              : byte >= 0xc2 && byte < 0xe0 ? 1
              : byte < 0xe0                 ? -1
              : byte < 0xf0                 ? 2
              : byte < 0xf5                 ? 3
                                            : -1;
  *bits = count <= 0 ? byte : byte & (0x3fu >> count);
  return count;
}

// The next character; a byte that belongs to none is one by itself, which no typeface has.
static uint32_t next_code(const char** text) {
  uint32_t code;
  const unsigned char* at = (const unsigned char*)*text;
  int followers = follower_count(*at++, &code);
  *text = (const char*)at;
  if (followers < 0) return UINT32_MAX;
  for (int i = 0; i < followers; i++) {
    if ((at[i] & 0xc0) != 0x80) return UINT32_MAX;
    code = code << 6 | (at[i] & 0x3fu);
  }
  *text = (const char*)at + followers;
  return code;
}

// ---------------------------------------------------------------------------------------- letters

static const BrnGlyph* find_glyph(uint32_t code) {
  int low = 0, high = brn__glyph_count - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (brn__glyph[middle].code == code) return &brn__glyph[middle];
    if (brn__glyph[middle].code < code) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return NULL;
}

static int advance_of(const BrnGlyph* glyph) { return glyph ? glyph->advance : BOX_ADVANCE; }

void brn_image_text(BrnImage* image, double x, double y, double size, const double color[3],
                    const char* text) {
  BRN_ASSERT(image && color && text);
  // letters stand on a border between pixels: their feet are sharp
  double scale = scale_of(size), line = BRN_TEXT_LINE * size;
  BrnOutlinePlace place = {x, round(y + scale * BRN_FONT_CAPITAL), scale};
  for (int row = 1; *text;) {
    uint32_t code = next_code(&text);
    if (code == '\n') {
      place.x = x;
      place.y = round(y + scale * BRN_FONT_CAPITAL + row++ * line);
      continue;
    }
    const BrnGlyph* glyph = find_glyph(code);
    brn__outline_fill(image, glyph ? brn__glyph_outline + glyph->start : box_outline, place, color);
    place.x += scale * advance_of(glyph);
  }
}

double brn_text_width(double size, const char* text) {
  BRN_ASSERT(text);
  double width = 0, widest = 0;
  while (*text) {
    uint32_t code = next_code(&text);
    width = code == '\n' ? 0 : width + advance_of(find_glyph(code));
    widest = fmax(widest, width);
  }
  return scale_of(size) * widest;
}
