// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "anatomy/build.h"

/// Gaps between parts that the mesher is to fill.
typedef struct BrnBridges {
  BrnTetraBridge* bridge;
  int count;
  size_t capacity;
} BrnBridges;

/// Those of the scene's attachments. Free them also after a failure.
BrnStatus brn__bridges_find(BrnBuild* build, BrnBridges* out);
void brn__bridges_free(BrnContext* ctx, BrnBridges* bridges);
