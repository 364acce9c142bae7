// SPDX-License-Identifier: Apache-2.0
//
// Processes that work for a context, beside its threads. They are forked when the context is made
// and share its memory, so that whatever is made with it is theirs, too.

#pragma once

#include "core/core.h"

typedef struct BrnProcesses BrnProcesses;

/// Forks count - 1 processes, each of which waits for jobs until brn__processes_stop(), or until
/// the caller is gone. Fewer, when the system gives no more.
/// @param allocate memory that they share
/// @return NULL: there is not even one
BrnProcesses* brn__processes_start(int count, void* (*allocate)(void*, size_t), void* memory);
void brn__processes_stop(BrnProcesses* processes);
/// With the caller's.
int brn__processes_count(const BrnProcesses* processes);

/// Does a job on all of them, the caller's included.
/// @return false: it is not worth it, or this is the inside of another one
bool brn__processes_run(BrnProcesses* processes, int count, int grain, BrnRangeFn* fn, void* job,
                        size_t size);
/// Is this the inside of a job?
bool brn__processes_inside(void);
/// Has one ended in the midst of a job since this was asked last? Then there are no others any
/// more, and what the job was about is broken.
/// @param why a few words
bool brn__processes_lost(BrnProcesses* processes, char* why, size_t size);
