// SPDX-License-Identifier: Apache-2.0
//
// How parts look in other programs.

#pragma once

#include "brawn/replay.h"

/// sRGB as linear light, which materials are told in.
void brn__color_linear(const double srgb[3], double out[3]);
/// 0 a mirror to 1 chalk: bones are dull, tendons gleam, muscles are moist.
double brn__color_roughness(BrnReplayKind kind);
