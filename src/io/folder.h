// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/core.h"

/// Makes a folder and those above it; one that is there is fine.
BrnStatus brn__folder_make(BrnContext* ctx, const char* path);
/// Is there a folder of that name?
bool brn__folder_is(const char* path);
