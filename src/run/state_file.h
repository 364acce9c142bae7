// SPDX-License-Identifier: Apache-2.0
//
// States in files. The tables here are the one place that lists what a state holds: a member that
// is added to BrnState or BrnStepInput gets a row, and a test fails until it has one.

#pragma once

#include "brawn/run.h"
#include "io/sink.h"

/// Goes up whenever a row is added or means something else.
enum { BRN_STATE_VERSION = 3 };

/// What an array has an item for.
typedef enum BrnStateCount {
  BRN_PER_STATE, // no array: the member itself
  BRN_PER_VERTEX,
  BRN_PER_UNIT,
  BRN_PER_BONE,
  BRN_PER_SUPPORT,
  BRN_PER_LOAD,
  BRN_PER_TIE,
  BRN_PER_TOUCH,
  BRN_PER_MEMORY,
  BRN_IS_INPUT, // a BrnStepInput, which has a table of its own
} BrnStateCount;

typedef struct BrnStateMember {
  size_t offset, size; // in the struct
  BrnStateCount count;
  size_t item; // bytes of an item; of the member itself when it is no array
} BrnStateMember;

/// Rows in the order of the struct, ended by one of size 0.
extern const BrnStateMember brn__state_members[];
extern const BrnStateMember brn__input_members[];

/// Is every member in the table, so that nothing but padding lies between them?
bool brn__members_cover(const BrnStateMember* members, size_t struct_size);

/// A number that differs for models whose states must not be mixed.
uint64_t brn__model_identity(const BrnModel* model);

/// The same as brn_state_write() and brn_state_read(), with some bytes of the caller's beside it.
BrnStatus brn__checkpoint_write(BrnContext* ctx, const BrnModel* model, const BrnState* state,
                                const void* mark, size_t mark_size, const char* path);
BrnStatus brn__checkpoint_read(BrnContext* ctx, const BrnModel* model, const char* path,
                               BrnState* state, void* mark, size_t mark_size);
/// The bytes beside it alone, for those who have no model yet; the file is checked all the same.
BrnStatus brn__checkpoint_peek(BrnContext* ctx, const char* path, void* mark, size_t mark_size);
