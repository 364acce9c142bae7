// SPDX-License-Identifier: Apache-2.0
//
// How opaque each part is: by patterns of names, the last one that fits.

#include "render/scenery.h"

#include "replay/replay.h"

#include <string.h>

// kinds may be empty: "tendons" of a body without any is no mistake
static bool is_kind(const char* pattern) {
  return strcmp(pattern, "bones") == 0 || strcmp(pattern, "muscles") == 0 ||
         strcmp(pattern, "tendons") == 0 || strcmp(pattern, "soft") == 0;
}

static const float OPACITY_AROUND_INNER = 0.14f;

// an inner structure is seen through its flesh, unless the flesh is as somebody wants it
static void see_inner(const BrnScenery* g) {
  const BrnModel* model = g->replay->model;
  for (int i = 0; model && g->def->inner && i < model->flesh_count; i++) {
    float* opacity = &g->opacity[model->flesh[i].part];
    if (*opacity == 1) *opacity = OPACITY_AROUND_INNER;
  }
}

BrnStatus brn__scenery_opacity(const BrnScenery* g) {
  const BrnReplay* replay = g->replay;
  for (int p = 0; p < replay->part_count; p++) g->opacity[p] = replay->part[p].hidden ? 0 : 1;
  for (int i = 0; i < g->def->look_count; i++) {
    const BrnPartLook* look = &g->def->look[i];
    bool any = is_kind(look->pattern);
    if (!(look->opacity >= 0 && look->opacity <= 1)) {
      return brn__fail(g->ctx, BRN_INVALID, "opacity of '%s' is %g; it goes from 0 to 1",
                       look->pattern, look->opacity);
    }
    for (int p = 0; p < replay->part_count; p++) {
      if (!brn_part_matches(&replay->part[p], look->pattern)) continue;
      g->opacity[p] = (float)look->opacity;
      any = true;
    }
    if (!any) return brn__replay_fail_pattern(g->ctx, replay, look->pattern);
  }
  see_inner(g);
  return BRN_OK;
}
