// SPDX-License-Identifier: Apache-2.0

#include "cli/render.h"

#include "render/color_map.h"

#include <math.h>
#include <string.h>

// A sequence has one range of colours, or it would flicker, and so have runs side by side. It is
// that of the numbers on the skins that are seen, over all frames (of long runs: over every so
// many of them).

static bool is_error(const Render* render) {
  return render->def.color_by && strcmp(render->def.color_by, "error") == 0;
}

static void name_error(Render* render) {
  snprintf(render->error_title, sizeof render->error_title, "distance to %s", render->run[0]->name);
  render->error = (BrnReplayValue){.name = "error",
                                   .title = render->error_title,
                                   .unit = "m",
                                   .on = BRN_ON_VERTEX,
                                   .natural = {NAN, NAN},
                                   .middle = NAN};
}

// as pictures have it: nothing happens in the tets of bones
static bool is_colored(const BrnReplayPart* part, const BrnReplayValue* about) {
  return about->on == BRN_ON_VERTEX || part->kind != BRN_REPLAY_BONE;
}

static void widen(double range[2], const double* value, int count) {
  for (int i = 0; i < count; i++) {
    if (!isfinite(value[i])) continue;
    range[0] = fmin(range[0], value[i]);
    range[1] = fmax(range[1], value[i]);
  }
}

static BrnStatus add_skins(Render* render, BrnReplay* replay, const BrnValues* values,
                           double range[2]) {
  BrnContext* ctx = render->cli->ctx;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  float* seen = brn__scratch(ctx, replay->part_count + 1, float);
  BrnStatus status =
      seen ? render_opacity(render, replay, render->def.look, render->def.look_count, seen)
           : BRN_NO_MEMORY;
  for (int p = 0; status == BRN_OK && p < replay->part_count; p++) {
    if (!(seen[p] > 0) || !is_colored(&replay->part[p], values->about)) continue;
    int count = replay->part[p].skin.rider.point_count;
    double* number = brn__scratch(ctx, count + 1, double);
    status = number ? brn_skin_values(replay, p, values, number) : BRN_NO_MEMORY;
    if (status == BRN_OK) widen(range, number, count);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

static BrnStatus add_frame(Render* render, int run, int frame, double range[2]) {
  BrnReplay* replay = render->run[run];
  BrnValues values = {.about = &render->error};
  BrnStatus status = BRN_OK;
  if (is_error(render)) {
    values.value = brn__new(render->cli->ctx, replay->mesh->vertex_count + 1, double);
    status = values.value ? brn_replay_distance(replay, frame, render->run[0], values.value)
                          : BRN_NO_MEMORY;
  } else {
    status = brn_replay_values(replay, frame, render->def.color_by, &values);
  }
  if (status == BRN_OK) render->about = values.about;
  if (status == BRN_OK) status = add_skins(render, replay, &values, range);
  brn_values_free(render->cli->ctx, &values);
  return status;
}

static BrnStatus add_run(Render* render, int run, double range[2]) {
  enum { MOST = 40 };
  int step = (render->shot_count + MOST - 1) / MOST, before = -1;
  for (int i = 0; i < render->shot_count; i++) {
    int frame = render_match(render, run, render->shot[i].frame);
    if ((i % step != 0 && i != render->shot_count - 1) || frame == before) continue;
    BRN_TRY(add_frame(render, run, frame, range));
    before = frame;
  }
  return BRN_OK;
}

// what is in the middle of a value is in the middle of its colours
static void settle(const BrnReplayValue* about, double range[2]) {
  if (!(range[0] <= range[1])) range[0] = 0, range[1] = 1;
  if (!isnan(about->natural[0])) memcpy(range, about->natural, sizeof about->natural);
  if (isnan(about->middle) || !isnan(about->natural[0])) return;
  double far = fmax(fabs(range[0] - about->middle), fabs(range[1] - about->middle));
  range[0] = about->middle - far;
  range[1] = about->middle + far;
}

BrnStatus render_fix_range(Render* render) {
  double range[2] = {INFINITY, -INFINITY};
  if (!render->def.color_by) return BRN_OK;
  name_error(render);
  if (render->shot_count == 1 && render->run_count == 1) return BRN_OK; // the picture's own
  int first = is_error(render) ? 1 : 0;
  for (int run = first; run < render->run_count; run++) BRN_TRY(add_run(render, run, range));
  if (!isnan(render->def.range[0])) return BRN_OK;
  settle(render->about, range);
  memcpy(render->def.range, range, sizeof range);
  return BRN_OK;
}
