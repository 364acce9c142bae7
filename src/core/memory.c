// SPDX-License-Identifier: Apache-2.0

#include "core/context.h"

#include <string.h>

// Each block is preceded by a header that remembers what the hook returned and how much was asked
// for; the block itself starts on a cache line, which is also a full lane of 8 doubles.

enum { ALIGNMENT = 64 };

typedef struct Header {
  void* raw;   // what the allocate hook returned
  size_t size; // bytes asked for
} Header;

_Static_assert(sizeof(Header) <= ALIGNMENT, "the header sits in the padding before a block");

static Header* header_of(void* block) { return (Header*)((char*)block - sizeof(Header)); }

static bool injected_failure(BrnContext* ctx) {
  if (ctx->fail_after < 0) return false;
  return ctx->fail_after-- == 0;
}

static void* take(BrnContext* ctx, size_t size) {
  if (injected_failure(ctx) || size > SIZE_MAX - 2 * ALIGNMENT) return NULL;
  char* raw = ctx->def.allocate(ctx->def.memory_user, size + 2 * ALIGNMENT);
  if (!raw) return NULL;
  uintptr_t start = ((uintptr_t)raw + sizeof(Header) + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
  void* block = (void*)start;
  *header_of(block) = (Header){raw, size};
  ctx->byte_count += size;
  return block;
}

void* brn__alloc(BrnContext* ctx, size_t count, size_t item_size) {
  size_t size;
  bool overflow = __builtin_mul_overflow(count, item_size, &size);
  ctx->last_request = overflow ? SIZE_MAX : size;
  void* block = overflow ? NULL : take(ctx, size);
  if (!block) brn__fail_memory(ctx);
  return block;
}

void* brn__alloc_zero(BrnContext* ctx, size_t count, size_t item_size) {
  void* block = brn__alloc(ctx, count, item_size);
  if (block) memset(block, 0, count * item_size);
  return block;
}

void* brn__realloc(BrnContext* ctx, void* block, size_t count, size_t item_size) {
  void* fresh = brn__alloc(ctx, count, item_size);
  if (!fresh || !block) return fresh;
  size_t old_size = header_of(block)->size, new_size = count * item_size;
  memcpy(fresh, block, old_size < new_size ? old_size : new_size);
  brn__free(ctx, block);
  return fresh;
}

void brn__free(BrnContext* ctx, void* block) {
  if (!block) return;
  Header header = *header_of(block);
  ctx->byte_count -= header.size;
  ctx->def.release(ctx->def.memory_user, header.raw);
}

char* brn__strndup(BrnContext* ctx, const char* text, size_t length) {
  char* copy = brn__alloc(ctx, length + 1, 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char* brn__strdup(BrnContext* ctx, const char* text) {
  return brn__strndup(ctx, text, strlen(text));
}

BrnStatus brn__grow(BrnContext* ctx, void* array, size_t* capacity, size_t needed,
                    size_t item_size) {
  if (needed <= *capacity) return BRN_OK;
  size_t wanted = *capacity + *capacity / 2;
  if (wanted < needed) wanted = needed;
  if (wanted < 16) wanted = 16;
  void* block;
  memcpy(&block, array, sizeof block); // the caller's pointer may be of any item type
  block = brn__realloc(ctx, block, wanted, item_size);
  if (!block) return BRN_NO_MEMORY;
  memcpy(array, &block, sizeof block);
  *capacity = wanted;
  return BRN_OK;
}

BrnStatus brn__grow_block(BrnContext* ctx, void* array, size_t needed, size_t item_size) {
  void* block;
  memcpy(&block, array, sizeof block);
  size_t capacity = block ? header_of(block)->size / item_size : 0;
  return brn__grow(ctx, array, &capacity, needed, item_size);
}

void brn_free(BrnContext* ctx, void* block) {
  BRN_ASSERT(ctx);
  brn__free(ctx, block);
}

size_t brn_byte_count(const BrnContext* ctx) {
  BRN_ASSERT(ctx);
  return ctx->byte_count;
}

void brn_fail_allocation(BrnContext* ctx, int successes) {
  BRN_ASSERT(ctx);
  ctx->fail_after = successes;
}
