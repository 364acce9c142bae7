// SPDX-License-Identifier: Apache-2.0
//
// States in files: every member that their description has (drive/described.c), as it is in
// memory.

#pragma once

#include "brawn/run.h"
#include "io/sink.h"

/// Goes up whenever a member of states or inputs comes, goes or means something else.
enum { BRN_STATE_VERSION = 6 };

/// A number that differs for models whose states must not be mixed.
uint64_t brn__model_identity(const BrnModel* model);

/// The same as brn_state_write() and brn_state_read(), with some bytes of the caller's beside it.
BrnStatus brn__checkpoint_write(BrnContext* ctx, const BrnModel* model, const BrnState* state,
                                const void* mark, size_t mark_size, const char* path);
BrnStatus brn__checkpoint_read(BrnContext* ctx, const BrnModel* model, const char* path,
                               BrnState* state, void* mark, size_t mark_size);
/// The bytes beside it alone, for those who have no model yet; the file is checked all the same.
BrnStatus brn__checkpoint_peek(BrnContext* ctx, const char* path, void* mark, size_t mark_size);
