// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>

/// Any text for '*', one letter for '?'. A name that goes on behind a dot, as those of a muscle's
/// heads do, is meant by what comes before it.
bool brn__name_matches(const char* pattern, const char* name);
