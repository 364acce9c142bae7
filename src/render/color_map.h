// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/render.h"

/// The map that suits a value when none is asked for: two-sided when something is in its middle.
const char* brn__color_map_for(const BrnReplayValue* about);
