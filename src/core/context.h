// SPDX-License-Identifier: Apache-2.0
//
// The inside of a BrnContext. Only the sources of core/ include this.

#pragma once

#include "core/arena.h"
#include "core/core.h"
#include "core/processes.h"

#include <stdatomic.h>

typedef struct BrnPool BrnPool; // workers.c

enum { BRN_SCRATCH_BLOCKS = 32, BRN_MESSAGE_SIZE = 2048 };

typedef struct BrnScratchBlock {
  char* bytes;
  size_t size, used;
} BrnScratchBlock;

struct BrnContext {
  BrnContextDef def;
  char last_error[BRN_MESSAGE_SIZE];

  // memory.c
  size_t byte_count;   // held now, as asked for
  size_t last_request; // bytes of the allocation that failed last
  int fail_after;      // allocations that may still succeed; negative: all

  // scratch.c
  BrnScratchBlock scratch[BRN_SCRATCH_BLOCKS];
  int scratch_top; // block in use

  // cancel.c
  atomic_int cancelled; // by whom; 0: by nobody

  // workers.c
  BrnPool* pool; // NULL with one worker

  // arena.c, processes.c; NULL with one process
  BrnArena* arena; // that the context itself is in
  BrnProcesses* processes;
};

/// Starts the threads; fewer, or none, when the system gives no more.
BrnPool* brn__pool_create(BrnContext* ctx, int workers);
void brn__pool_destroy(BrnContext* ctx, BrnPool* pool);
int brn__pool_size(const BrnPool* pool);

/// Frees the blocks of the scratch stack, which must be empty.
void brn__scratch_free(BrnContext* ctx);
