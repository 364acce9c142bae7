#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes src/render/font_data.c: outlines of a typeface as a table.

Run by hand when characters are added (Debian: python3-fonttools fonts-dejavu-core):

    tools/font.py >src/render/font_data.c
"""

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
CHARACTERS = (
    [chr(c) for c in range(32, 127)]
    + list("°±²³µ·×")
    + [chr(c) for c in range(0xC0, 0x100) if c not in (0xD7, 0xF7)]
    + list("μ–…−")
)


def contours(glyphs, name):
    """Lists of (x, y, on): corners, and between them control points that are off the curve."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    found = []
    for verb, points in pen.value:
        if verb == "moveTo":
            found.append([(*points[0], 1)])
        elif verb == "lineTo":
            found[-1].append((*points[0], 1))
        elif verb == "qCurveTo":
            assert points[-1] is not None, "a contour without a corner"
            found[-1] += [(*p, 0) for p in points[:-1]] + [(*points[-1], 1)]
        else:
            assert verb == "closePath", verb
    for contour in found:  # a contour closes by itself
        if contour[0] == contour[-1]:
            contour.pop()
    return found


def numbers(shape):
    """Count of points, then 2 x + on and y of each; a count of 0 ends the glyph."""
    out = []
    for contour in shape:
        out.append(len(contour))
        for x, y, on in contour:
            out += [2 * x + on, y]
    return out + [0]


def print_rows(items, per_row, end=","):
    for i in range(0, len(items), per_row):
        print("    " + ", ".join(str(item) for item in items[i : i + per_row]) + end)


def main():
    font = TTFont(FONT)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    table, outline = [], []
    for character in sorted(CHARACTERS):
        name = names[ord(character)]
        table.append("{%d, %d, %d}" % (ord(character), font["hmtx"][name][0], len(outline)))
        outline += numbers(contours(glyphs, name))
    print("// SPDX-License-Identifier: Bitstream-Vera")
    print("//")
    print("// Outlines of DejaVu Sans %s, made by tools/font.py; the licence is"
          % font["head"].fontRevision.__format__(".2f"))
    print("// in font_data.LICENSE. DejaVu fonts are derived from Bitstream Vera, (c) 2003 Bitstream, Inc.;")
    print("// DejaVu's changes are in the public domain.")
    print("\n#include \"render/font.h\"\n\n// clang-format off\n")
    print("const BrnGlyph brn__glyph[] = {")
    print_rows(table, 5)
    print("};\n\nconst int brn__glyph_count = %d;\n" % len(table))
    print("const int16_t brn__glyph_outline[] = {")
    print_rows(outline, 18)
    print("};")


main()
