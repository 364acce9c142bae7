// SPDX-License-Identifier: Apache-2.0
//
// JSON text through jansson, with comments allowed and messages that tell file, line and column.

#pragma once

#include "core/core.h"

#include <jansson.h>

/// Parses text: strict JSON (no duplicate keys, nothing behind the value) plus // and /* */
/// comments.
/// @param name of the file, for messages
/// @param out a new reference: json_decref() it
BrnStatus brn__json_parse(BrnContext* ctx, const char* text, size_t size, const char* name,
                          json_t** out);
