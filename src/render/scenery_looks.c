// SPDX-License-Identifier: Apache-2.0

#include "render/scenery.h"

#include "core/string.h"

#include <string.h>

// a shell's * and ?
static bool matches(const char* pattern, const char* name) {
  const char *star = NULL, *retry = NULL;
  while (*name) {
    if (*pattern == '*') {
      star = ++pattern, retry = name;
    } else if (*pattern == '?' || *pattern == *name) {
      pattern++, name++;
    } else if (star) {
      pattern = star, name = ++retry;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return *pattern == 0;
}

static bool is_meant(const char* pattern, const BrnReplayPart* part) {
  if (strcmp(pattern, "bones") == 0 && part->kind == BRN_REPLAY_BONE) return true;
  if (strcmp(pattern, "muscles") == 0 && part->kind == BRN_REPLAY_MUSCLE) return true;
  if (strcmp(pattern, "tendons") == 0 && part->kind == BRN_REPLAY_TENDON) return true;
  return matches(pattern, part->name);
}

// kinds may be empty: "tendons" of a body without any is no mistake
static bool is_kind(const char* pattern) {
  return strcmp(pattern, "bones") == 0 || strcmp(pattern, "muscles") == 0 ||
         strcmp(pattern, "tendons") == 0;
}

static BrnStatus fail_unknown(const BrnScenery* g, const char* pattern) {
  BrnString names = {0};
  for (int p = 0; p < g->replay->part_count; p++) {
    brn__string_text(g->ctx, &names, p > 0 ? ", " : "");
    brn__string_text(g->ctx, &names, g->replay->part[p].name);
  }
  BrnStatus status = names.status;
  if (status == BRN_OK) {
    status = brn__fail(g->ctx, BRN_NOT_FOUND,
                       "no part is called '%s'; there are: %.600s; or bones, muscles, tendons",
                       pattern, names.text ? names.text : "none");
  }
  brn__string_free(g->ctx, &names);
  return status;
}

BrnStatus brn__scenery_opacity(const BrnScenery* g) {
  const BrnReplay* replay = g->replay;
  for (int p = 0; p < replay->part_count; p++) g->opacity[p] = 1;
  for (int i = 0; i < g->def->look_count; i++) {
    const BrnPartLook* look = &g->def->look[i];
    bool any = is_kind(look->pattern);
    if (!(look->opacity >= 0 && look->opacity <= 1)) {
      return brn__fail(g->ctx, BRN_INVALID, "opacity of '%s' is %g; it goes from 0 to 1",
                       look->pattern, look->opacity);
    }
    for (int p = 0; p < replay->part_count; p++) {
      if (!is_meant(look->pattern, &replay->part[p])) continue;
      g->opacity[p] = (float)look->opacity;
      any = true;
    }
    if (!any) return fail_unknown(g, look->pattern);
  }
  return BRN_OK;
}
