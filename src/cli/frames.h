// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>

/// "1-48", "24", "-5-10"; with `every` "1-48/2", too.
/// @param every NULL: steps are not taken
/// @return false: it is none of these
bool cli_parse_frames(const char* text, int* first, int* last, int* every);
