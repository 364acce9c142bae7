// SPDX-License-Identifier: Apache-2.0
//
// Kinds that a reader leaves out, counted and told in one message.

#include "io/tally.h"

#include <stdio.h>

void brn__tally_add(BrnTally* tally, size_t count, const char* plural) {
  size_t left = sizeof tally->text - tally->used;
  if (count == 0 || left <= 1) return;
  int wrote =
      snprintf(tally->text + tally->used, left, "%s%zu %s", tally->used ? ", " : "", count, plural);
  if (wrote > 0) tally->used += (size_t)wrote < left ? (size_t)wrote : left - 1;
}

void brn__tally_log(const BrnTally* tally, BrnContext* ctx, BrnLogLevel level, const char* file,
                    const char* reason) {
  if (tally->used == 0) return;
  brn__log(ctx, level, "%s: left out: %s%s%s%s", file, tally->text, reason ? " (" : "",
           reason ? reason : "", reason ? ")" : "");
}

void brn__tally_log_corners(const BrnTally* tally, BrnContext* ctx, const char* file) {
  if (tally->used == 0) return;
  brn__log(ctx, BRN_LOG_WARNING,
           "%s: %s are taken by their corners alone; their other points stay, unused", file,
           tally->text);
}
