// SPDX-License-Identifier: Apache-2.0
//
// The stages of a solve, listed by panel_split.c and run by panel_solve.c.

#pragma once

#include "sparse/panel.h"

enum {
  BRN_STAGE_PIECES_DOWN, // L^-1 b in the subtrees
  BRN_STAGE_GATHER,      // what they add to the top
  BRN_STAGE_TOP_DOWN,    // panels of the top; one panel alone when it has several pieces
  BRN_STAGE_TOP_UP,      // the same in reverse
  BRN_STAGE_PIECES_UP,   //
};
