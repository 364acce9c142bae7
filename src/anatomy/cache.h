// SPDX-License-Identifier: Apache-2.0
//
// A folder of what steps have made, found by keys: hashes of all that it was made from. Files are
// written under a temporary name and renamed, so that two programs may share a folder, and carry a
// checksum: what is damaged counts as missing.

#pragma once

#include "anatomy/archive.h"

enum { BRN_CACHE_FILES = 200 };             // kept at most
#define BRN_CACHE_BYTES ((uint64_t)2 << 30) // kept at most

/// @param scope a record that is zeroed; it is again when nothing is found
BrnStatus brn__cache_find(BrnContext* ctx, const char* folder, uint64_t key, const BrnScope* scope,
                          bool* found);

/// Keeps it, and lets the oldest files go. A folder that cannot be written is told in the log.
BrnStatus brn__cache_keep(BrnContext* ctx, const char* folder, uint64_t key, const BrnScope* scope);
