// SPDX-License-Identifier: Apache-2.0
//
// One ring of a sweep: a section of the tube, or a curve on the cap at one of its ends.

#pragma once

#include "form/curve.h"

typedef struct BrnRing {
  BrnStationAt at;
  double power;
  double depth; // of the cap, m; negative before the first point; 0: a section, or a flat end
  double ridge; // half length of the line that the rings of a cap shrink to, m; 0: a point
  double full;  // 1: the section itself, 0: the ridge
} BrnRing;

enum { BRN_RING_SAMPLES = 128 };

/// Which of the half widths is larger.
int brn__ring_major(const BrnRing* ring);

/// The point at an angle, from x towards y.
void brn__ring_point(const BrnRing* ring, double angle, double* out);

/// Point of the ridge, at -1 to 1 of its half length. Only for full == 0.
void brn__ring_ridge(const BrnRing* ring, double where, double* out);

double brn__ring_length(const BrnRing* ring);

/// Puts `count` points on the ring, evenly spaced but closer where it turns sharply. The first is
/// `shift` of a step away from x.
void brn__ring_spread(const BrnRing* ring, int count, double shift, double* out);
