// SPDX-License-Identifier: Apache-2.0
//
// Clay as a function of place: negative inside, about the distance near its surface.

#pragma once

#include "form/curve.h"

enum { BRN_CLAY_CHUNK = 8 };

/// A ball around a few pieces of a centre line.
typedef struct BrnClayChunk {
  double centre[3], radius;
  double least, most; // half widths of its sections
} BrnClayChunk;

typedef struct BrnClayLump {
  BrnCurve curve;         // of a path; count is 0 for a block
  BrnClayChunk* chunk;    // of its pieces, BRN_CLAY_CHUNK each; scratch
  double low[3], high[3]; // box around it
  double centre[3], half[3], round;
  double turn[9]; // from space to the block
  double blend;
  bool carve;
} BrnClayLump;

typedef struct BrnClay {
  int count;
  BrnClayLump* lump;      // scratch
  double low[3], high[3]; // box around everything that was added
} BrnClay;

BrnStatus brn__clay_prepare(BrnContext* ctx, const BrnFormDef* def, BrnClay* out);

double brn__clay_distance(const BrnClay* clay, const double* place);
