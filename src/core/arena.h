// SPDX-License-Identifier: Apache-2.0
//
// Memory that a process shares with those it forks: one mapping, at the same addresses in all of
// them. Only the process that made it takes and gives back blocks.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct BrnArena BrnArena;

/// @return NULL when the system gives no such memory
BrnArena* brn__arena_create(void);
void brn__arena_destroy(BrnArena* arena);
/// Is this an address of it?
bool brn__arena_has(const BrnArena* arena, const void* address);

/// As BrnContextDef.allocate and release; user is the arena.
void* brn__arena_allocate(void* user, size_t bytes);
void brn__arena_release(void* user, void* block);
