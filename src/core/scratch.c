// SPDX-License-Identifier: Apache-2.0

#include "core/context.h"

#include <string.h>

// A stack of blocks. Taking memory bumps the top block, or moves on to the next one, which is made
// when it is not there or too small: an empty block may be replaced, since nothing points into it.
// Scratch is not part of brn_byte_count(), so that "all is freed" can be asserted at any time.

enum { FIRST_BLOCK = 1 << 20, STEP = 64 };

static bool block_fits(const BrnScratchBlock* block, size_t size) {
  return block->bytes && size <= block->size - block->used;
}

static bool block_replace(BrnContext* ctx, BrnScratchBlock* block, size_t size) {
  size_t counted = ctx->byte_count; // neither the old nor the new block counts
  brn__free(ctx, block->bytes);
  ctx->byte_count = counted; // a failure says how much is in use
  char* bytes = brn__alloc(ctx, size, 1);
  *block = (BrnScratchBlock){.bytes = bytes, .size = bytes ? size : 0};
  ctx->byte_count = counted;
  return bytes != NULL;
}

static void* push(BrnScratchBlock* block, size_t size) {
  void* taken = block->bytes + block->used;
  block->used += size;
  return taken;
}

void* brn__scratch_take(BrnContext* ctx, size_t count, size_t item_size) {
  size_t size;
  if (__builtin_mul_overflow(count, item_size, &size) || size > SIZE_MAX / 4) {
    ctx->last_request = SIZE_MAX;
    brn__fail_memory(ctx);
    return NULL;
  }
  size = (size + STEP - 1) & ~(size_t)(STEP - 1);
  int top = ctx->scratch_top;
  if (!block_fits(&ctx->scratch[top], size) && ctx->scratch[top].used > 0) top++;
  BRN_ASSERT(top < BRN_SCRATCH_BLOCKS);
  BrnScratchBlock* block = &ctx->scratch[top];
  if (!block_fits(block, size)) {
    size_t wanted = (size_t)FIRST_BLOCK << top; // blocks double, so few are needed
    if (!block_replace(ctx, block, wanted > size ? wanted : size)) return NULL;
  }
  ctx->scratch_top = top;
  return push(block, size);
}

void* brn__scratch_take_zero(BrnContext* ctx, size_t count, size_t item_size) {
  void* taken = brn__scratch_take(ctx, count, item_size);
  if (taken) memset(taken, 0, count * item_size);
  return taken;
}

BrnScratchMark brn__scratch_mark(BrnContext* ctx) {
  return (BrnScratchMark){ctx->scratch_top, ctx->scratch[ctx->scratch_top].used};
}

void brn__scratch_release(BrnContext* ctx, BrnScratchMark mark) {
  BRN_ASSERT(mark.block <= ctx->scratch_top && mark.used <= ctx->scratch[mark.block].used);
  for (int b = mark.block + 1; b <= ctx->scratch_top; b++) ctx->scratch[b].used = 0;
  ctx->scratch_top = mark.block;
  ctx->scratch[mark.block].used = mark.used;
}

void brn__scratch_free(BrnContext* ctx) {
  BRN_ASSERT(ctx->scratch_top == 0 && ctx->scratch[0].used == 0);
  for (int b = 0; b < BRN_SCRATCH_BLOCKS; b++) {
    size_t before = ctx->byte_count;
    brn__free(ctx, ctx->scratch[b].bytes);
    ctx->byte_count = before;
  }
}
