// SPDX-License-Identifier: Apache-2.0
//
// What a reader leaves out, counted by kind and told in one message: "12 hexahedra, 3 prisms".

#pragma once

#include "core/core.h"

/// Starts as {0}.
typedef struct BrnTally {
  char text[400];
  size_t used;
} BrnTally;

/// Adds a kind to the list, unless there is none of it. A list that gets too long is cut.
void brn__tally_add(BrnTally* tally, size_t count, const char* plural);

#define BRN_TALLY_ONLY_SIMPLICES "a mesh holds triangles and tets"

/// Logs "file: left out: 12 hexahedra, 3 prisms" and the reason in brackets (NULL: none), unless
/// the list is empty.
void brn__tally_log(const BrnTally* tally, BrnContext* ctx, BrnLogLevel level, const char* file,
                    const char* reason);

/// The same for elements of higher order: "file: 8 10-node tets are taken by their corners alone".
void brn__tally_log_corners(const BrnTally* tally, BrnContext* ctx, const char* file);
