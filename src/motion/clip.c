// SPDX-License-Identifier: Apache-2.0
//
// Clips: joints by name, defs, and reading with units and axes turned.

#include "motion/clip.h"

#include "core/fields.h"
#include "motion/described.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void brn_clip_destroy(BrnContext* ctx, BrnClip* clip) {
  BRN_ASSERT(ctx);
  if (!clip) return;
  brn__described_free(ctx, &brn__clip_description, clip);
  brn__free(ctx, clip);
}

double brn_clip_duration(const BrnClip* clip) {
  BRN_ASSERT(clip);
  return clip->frame_count > 1 ? (clip->frame_count - 1) * clip->frame_time : 0;
}

// ----------------------------------------------------------------------------------------- finding

// names may have blanks, so they are compared one by one
static const char* nearest_name(const BrnClip* clip, const char* name) {
  char best[256] = "", next[256];
  const char* found = NULL;
  for (int j = 0; j < clip->joint_count; j++) {
    char pair[600];
    snprintf(pair, sizeof pair, "%s %s", best, clip->name[j]);
    if (strchr(clip->name[j], ' ') || strlen(clip->name[j]) >= sizeof best) continue;
    if (!brn__nearest_spelling(name, pair, next, sizeof next)) continue;
    if (strcmp(next, best) == 0) continue;
    strcpy(best, next);
    found = clip->name[j];
  }
  return found;
}

BrnStatus brn_clip_find_joint(BrnContext* ctx, const BrnClip* clip, const char* name, int* out) {
  BRN_ASSERT(ctx && clip && name && out);
  *out = -1;
  for (int j = 0; j < clip->joint_count; j++) {
    if (strcmp(clip->name[j], name) != 0) continue;
    if (*out >= 0) {
      int first = *out;
      *out = -1;
      return brn__fail(ctx, BRN_INVALID,
                       "joints %d and %d are both called \"%s\"; rename one in the file", first, j,
                       name);
    }
    *out = j;
  }
  if (*out >= 0) return BRN_OK;
  const char* nearest = nearest_name(clip, name);
  if (nearest) {
    return brn__fail(ctx, BRN_NOT_FOUND, "there is no joint \"%s\"; did you mean \"%s\"?", name,
                     nearest);
  }
  return brn__fail(ctx, BRN_NOT_FOUND, "there is no joint \"%s\" among the %d, from \"%s\" on",
                   name, clip->joint_count, clip->joint_count > 0 ? clip->name[0] : "");
}

// ------------------------------------------------------------------------------------------- files

BrnClipDef brn_clip_def_default(void) {
  return (BrnClipDef){.metres_per_unit = 1, .up = 'y', .cookie = BRN_COOKIE};
}

BrnStatus brn__clip_def_check(BrnContext* ctx, const BrnClipDef* def) {
  BRN_CHECK_DEF(def);
  if (!(def->metres_per_unit > 0) || !isfinite(def->metres_per_unit)) {
    return brn__fail(ctx, BRN_INVALID, "metres_per_unit is %g; expected a number above 0",
                     def->metres_per_unit);
  }
  if (def->up == 'x' || def->up == 'y' || def->up == 'z') return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "up is '%c'; expected 'x', 'y' or 'z'", def->up);
}

// the same turns as brn_mesh_to_si()
BrnAxes brn__axes(char up) {
  if (up == 'z') return (BrnAxes){{0, 2, 1}, {1, -1, 1}};
  if (up == 'x') return (BrnAxes){{1, 0, 2}, {1, -1, 1}};
  return (BrnAxes){{0, 1, 2}, {1, 1, 1}};
}

BrnStatus brn_clip_read(BrnContext* ctx, const char* path, const BrnClipDef* def, BrnClip** out) {
  BRN_ASSERT(ctx && path && out);
  BrnClipDef defaults = brn_clip_def_default();
  if (!def) def = &defaults;
  *out = NULL;
  BRN_TRY(brn__clip_def_check(ctx, def));
  BrnSource source;
  BRN_TRY(brn__source_open(ctx, path, &source));
  BrnStatus status = brn__clip_parse(ctx, &source, def, out);
  brn__source_close(ctx, &source);
  return status;
}

BrnStatus brn_clip_write(BrnContext* ctx, const BrnClip* clip, const char* path,
                         const BrnClipDef* def) {
  BRN_ASSERT(ctx && clip && path);
  BrnClipDef defaults = brn_clip_def_default();
  if (!def) def = &defaults;
  BRN_TRY(brn__clip_def_check(ctx, def));
  BrnSink sink;
  BRN_TRY(brn__sink_open(ctx, path, &sink));
  brn__clip_print(clip, def, &sink);
  return brn__sink_close(&sink);
}
