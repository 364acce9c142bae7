// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

#include <math.h>
#include <string.h>

// Multiples of an irrational number fill an interval evenly however many there are, and those that
// follow each other are far apart: muscles that were listed one after the other, which often are
// neighbours, are told apart best.

static const double golden = 0.61803398874989485;
static const double plastic = 0.75487766624669276; // the same for a second interval

static double spread(int index, double step) {
  double share = index * step + 0.5;
  return 2 * (share - floor(share)) - 1; // -1 to 1, the first one in the middle
}

static double bound(double x) { return fmin(fmax(x, 0), 1); }

static void muscle_color(int index, double out[3]) {
  double hue = spread(index, golden), light = 1 + 0.14 * spread(index, plastic);
  out[0] = bound(light * (0.72 - 0.01 * hue));
  out[1] = bound(light * (0.30 + 0.04 * hue));
  out[2] = bound(light * (0.28 - 0.04 * hue));
}

void brn__part_color(BrnReplayKind kind, int index, double out[3]) {
  static const double bone[3] = {0.90, 0.86, 0.76}, tendon[3] = {0.93, 0.90, 0.85};
  if (kind == BRN_REPLAY_BONE) {
    memcpy(out, bone, sizeof bone);
  } else if (kind == BRN_REPLAY_TENDON) {
    memcpy(out, tendon, sizeof tendon);
  } else {
    muscle_color(index, out);
  }
}
