// SPDX-License-Identifier: Apache-2.0
//
// Parts by patterns with * and ?, or by kind: bones, muscles, tendons, soft.

#include "replay/replay.h"

#include "core/names.h"
#include "core/string.h"

#include <string.h>

bool brn_part_matches(const BrnReplayPart* part, const char* pattern) {
  BRN_ASSERT(part && pattern);
  if (part->hidden) return strcmp(pattern, part->name) == 0;
  if (strcmp(pattern, "bones") == 0 && part->kind == BRN_REPLAY_BONE) return true;
  if (strcmp(pattern, "muscles") == 0 && part->kind == BRN_REPLAY_MUSCLE) return true;
  if (strcmp(pattern, "tendons") == 0 && part->kind == BRN_REPLAY_TENDON) return true;
  if (strcmp(pattern, "soft") == 0 && part->kind == BRN_REPLAY_OTHER) return true;
  return brn__name_matches(pattern, part->name);
}

BrnStatus brn__replay_fail_pattern(BrnContext* ctx, const BrnReplay* replay, const char* pattern) {
  BrnString names = {0};
  for (int p = 0; p < replay->part_count; p++) {
    brn__string_text(ctx, &names, p > 0 ? ", " : "");
    brn__string_text(ctx, &names, replay->part[p].name);
  }
  BrnStatus status = names.status;
  if (status == BRN_OK) {
    status =
        brn__fail(ctx, BRN_NOT_FOUND,
                  "no part is called \"%s\"; there are: %.600s; or bones, muscles, tendons, soft",
                  pattern, names.text ? names.text : "none");
  }
  brn__string_free(ctx, &names);
  return status;
}
