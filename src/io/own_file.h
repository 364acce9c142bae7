// SPDX-License-Identifier: Apache-2.0
//
// Files that Brawn itself has put into a folder, and that others may have replaced since: by a pipe
// that never answers, by a link to somewhere else. They are opened here and nowhere else: what is
// no plain file any more is refused, and nothing waits.

#pragma once

#include "core/core.h"
#include "io/source.h"

/// As open(), with links refused and without waiting.
/// @return -1: errno tells; EINVAL stands for what is no plain file
int brn__own_open(const char* path, int flags);
/// The status and the message that belong to a failure of brn__own_open().
BrnStatus brn__own_fail(BrnContext* ctx, const char* path);

/// A checksum of the bytes from `from` up to `to`, or up to the end where that is UINT64_MAX.
/// @param size bytes that it is of; NULL: not wanted
/// @return BRN_BAD_FILE when there are fewer
BrnStatus brn__own_sum(BrnContext* ctx, const char* path, uint64_t from, uint64_t to,
                       uint64_t* size, uint64_t* sum);
/// The same of bytes in memory.
uint64_t brn__bytes_sum(const char* bytes, size_t size);
