// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/render.h"

/// Draws what the colours of a value mean, at the right of a picture: a bar with numbers, and the
/// title and unit above it. The letters grow with the picture's height, and are dark or light by
/// what is behind them.
/// @param map name of a colour map that is there; "part" has no bar: nothing is drawn
void brn__draw_legend(BrnImage* image, const BrnReplayValue* about, const char* map,
                      const double range[2]);

/// Width that a legend takes from the right border of a picture of that height, pixels.
double brn__legend_width(int height, const BrnReplayValue* about, const double range[2]);
