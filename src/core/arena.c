// SPDX-License-Identifier: Apache-2.0

#include "core/arena.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Sizes come in kinds, four to an octave, so a block wastes a fifth at most. A block that is
// given back waits for the next one of its kind. The mapping is as large as the machine's memory;
// pages cost nothing before they are written to, and those of large blocks that are given back go
// back to the system.

enum { KINDS = 4 * 49, HEADER = 64, STEPS = 4 };

#define LEAST ((size_t)1 << 30) // less memory than this is not worth it, bytes
#define LARGE ((size_t)1 << 20) // blocks whose pages are returned, bytes
#define MOST ((size_t)1 << 48)  // that may be asked for, bytes

typedef struct Block {
  struct Block* next; // of those that are free
  int kind;
} Block;

_Static_assert(sizeof(Block) <= HEADER, "the header sits before a block");

struct BrnArena {
  size_t size, used; // bytes, from the arena itself on
  Block* unused[KINDS];
};

static size_t bytes_of_machine(void) {
  long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? (size_t)pages * (size_t)bytes : LEAST;
}

BrnArena* brn__arena_create(void) {
  for (size_t size = bytes_of_machine(); size >= LEAST; size /= 2) {
    void* base =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) continue;
    BrnArena* arena = base; // new pages are zero
    arena->size = size;
    arena->used = (sizeof *arena + HEADER - 1) / HEADER * HEADER;
    return arena;
  }
  return NULL;
}

void brn__arena_destroy(BrnArena* arena) {
  if (arena) munmap(arena, arena->size);
}

bool brn__arena_has(const BrnArena* arena, const void* address) {
  uintptr_t base = (uintptr_t)arena, at = (uintptr_t)address;
  return at >= base && at - base < arena->size;
}

// octave and quarter: kind 4 k + q has (4 + q) 2^(k - 2) bytes
static size_t size_of_kind(int kind) {
  return (size_t)(STEPS + kind % STEPS) << (kind / STEPS) >> 2;
}

static int kind_of(size_t bytes) {
  int octave = 63 - __builtin_clzll((unsigned long long)bytes), kind = STEPS * octave;
  while (size_of_kind(kind) < bytes) kind++;
  return kind;
}

static Block* take_new(BrnArena* arena, int kind) {
  size_t size = HEADER + (size_of_kind(kind) + HEADER - 1) / HEADER * HEADER;
  if (size > arena->size - arena->used) return NULL;
  Block* block = (Block*)((char*)arena + arena->used);
  arena->used += size;
  block->kind = kind;
  return block;
}

void* brn__arena_allocate(void* user, size_t bytes) {
  BrnArena* arena = user;
  if (bytes > MOST) return NULL;
  int kind = kind_of(bytes < HEADER ? HEADER : bytes);
  Block* block = arena->unused[kind];
  if (block) {
    arena->unused[kind] = block->next;
  } else {
    block = take_new(arena, kind);
  }
  return block ? (char*)block + HEADER : NULL;
}

// whole pages inside of the block
static void return_pages(char* bytes, size_t size) {
#ifdef MADV_REMOVE
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = ((uintptr_t)bytes + page - 1) / page * page;
  uintptr_t end = ((uintptr_t)bytes + size) / page * page;
  if (begin < end) madvise((void*)begin, end - begin, MADV_REMOVE); // if not, it stays in use
#else
  (void)bytes, (void)size;
#endif
}

void brn__arena_release(void* user, void* bytes) {
  BrnArena* arena = user;
  if (!bytes) return;
  Block* block = (Block*)((char*)bytes - HEADER);
  size_t size = size_of_kind(block->kind);
  if (size >= LARGE) return_pages(bytes, size);
  block->next = arena->unused[block->kind];
  arena->unused[block->kind] = block;
}
