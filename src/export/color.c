// SPDX-License-Identifier: Apache-2.0
//
// Colours of parts in linear light, and how rough they are.

#include "export/color.h"

#include <math.h>

// IEC 61966-2-1; rounded so that files do not carry digits that nobody can see
void brn__color_linear(const double srgb[3], double out[3]) {
  for (int i = 0; i < 3; i++) {
    double c = fmin(fmax(srgb[i], 0), 1);
    double linear = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
    out[i] = round(linear * 1e4) / 1e4;
  }
}

double brn__color_roughness(BrnReplayKind kind) {
  switch (kind) {
  case BRN_REPLAY_BONE: return 0.85;
  case BRN_REPLAY_MUSCLE: return 0.5;
  case BRN_REPLAY_TENDON: return 0.25;
  default: return 0.6;
  }
}
