// SPDX-License-Identifier: Apache-2.0
//
// zlib with the memory of a context.

#pragma once

#include "core/core.h"

#include <zlib.h>

static inline void* brn__zlib_allocate(void* ctx, unsigned count, unsigned size) {
  return brn__alloc(ctx, count, size);
}

static inline void brn__zlib_free(void* ctx, void* block) { brn__free(ctx, block); }

/// A stream for inflateInit() or deflateInit(), which fail only when there is no memory.
static inline z_stream brn__zlib_stream(BrnContext* ctx) {
  return (z_stream){.zalloc = brn__zlib_allocate, .zfree = brn__zlib_free, .opaque = ctx};
}
