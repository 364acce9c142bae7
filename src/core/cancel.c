// SPDX-License-Identifier: Apache-2.0

#include "core/context.h"

// Loops that may be long look at a flag, which costs a load. The flag is the one thing of a context
// that other threads and signal handlers may touch, so it is an atomic without a lock. Two parties
// set it, and either may change its mind without a word to the other: the user of the library, and
// a run that was asked to stop by a file in its folder.

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler sets the flag");

enum { BY_USER = 1, BY_RUN = 2 };

void brn_context_cancel(BrnContext* ctx) {
  BRN_ASSERT(ctx);
  atomic_fetch_or(&ctx->cancelled, BY_USER);
}

void brn_context_uncancel(BrnContext* ctx) {
  BRN_ASSERT(ctx);
  atomic_fetch_and(&ctx->cancelled, ~BY_USER);
}

bool brn_context_is_cancelled(const BrnContext* ctx) {
  BRN_ASSERT(ctx);
  return brn__is_cancelled(ctx);
}

void brn__cancel_run(BrnContext* ctx, bool cancelled) {
  if (cancelled) {
    atomic_fetch_or(&ctx->cancelled, BY_RUN);
  } else {
    atomic_fetch_and(&ctx->cancelled, ~BY_RUN);
  }
}

bool brn__is_cancelled(const BrnContext* ctx) {
  return atomic_load_explicit(&ctx->cancelled, memory_order_relaxed) != 0;
}

BrnStatus brn__go_on(BrnContext* ctx) {
  return brn__is_cancelled(ctx) ? brn__fail(ctx, BRN_CANCELLED, "it was stopped") : BRN_OK;
}
