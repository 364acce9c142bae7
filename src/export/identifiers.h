// SPDX-License-Identifier: Apache-2.0
//
// Names as other programs take them: UTF-8 or identifiers, each only once in a file.

#pragma once

#include "core/core.h"

/// Names that are taken. Zeroed at first.
typedef struct BrnNames {
  char** name;
  size_t count, room;
} BrnNames;

typedef enum BrnNameRule {
  BRN_NAME_TEXT,       ///< any UTF-8; bytes that are none become '?'
  BRN_NAME_IDENTIFIER, ///< letters, digits and '_' of ASCII, no digit first; others become '_'
} BrnNameRule;

/// Takes a name: as it is where the rule allows it and it is free, else the nearest that is.
/// @param out belongs to the names
BrnStatus brn__names_take(BrnContext* ctx, BrnNames* names, BrnNameRule rule, const char* wanted,
                          const char** out);
void brn__names_free(BrnContext* ctx, BrnNames* names);

/// Length of the UTF-8 sequence that starts here; 0: it is none.
int brn__utf8_length(const char* text);
