// SPDX-License-Identifier: Apache-2.0

#include "cli/render.h"

#include "render/scenery.h"
#include "render/view.h"

#include <math.h>
#include <string.h>

// A sequence has one range of colours, or it would flicker, and so have runs side by side: the one
// that holds those of all frames (of long runs: of every so many of them).

static bool is_error(const Render* render) {
  return render->def.color_by && strcmp(render->def.color_by, "error") == 0;
}

// what a legend is about; a distance is to the first run
static void set_about(Render* render, const BrnReplayValue* about) {
  render->about = about;
  if (!is_error(render)) return;
  snprintf(render->error_title, sizeof render->error_title, "distance to %s", render->run[0]->name);
  render->error = *about;
  render->error.title = render->error_title;
  render->about = &render->error;
}

static BrnStatus add_frame(Render* render, int run, int frame, double range[2]) {
  BrnContext* ctx = render->cli->ctx;
  BrnPictureDef def = render->def;
  def.other = render->run[0];
  def.flat = true; // nothing but numbers is wanted of it
  def.fibres = def.flow = 0;
  def.action = def.joints = def.wire = def.inner = false;
  BrnSoup soup = {0};
  const BrnReplayValue* about;
  double low[3], high[3], one[2];
  BRN_TRY(brn__scenery(ctx, render->run[run], frame, &def, &soup, &about, low, high));
  BrnStatus status = brn__find_range(ctx, &soup, &def, about, one);
  brn__soup_free(ctx, &soup);
  if (status != BRN_OK) return status;
  set_about(render, about);
  range[0] = fmin(range[0], one[0]);
  range[1] = fmax(range[1], one[1]);
  return BRN_OK;
}

static BrnStatus add_run(Render* render, int run, double range[2]) {
  enum { MOST = 40 };
  int step = (render->shot_count + MOST - 1) / MOST, before = -1;
  for (int i = 0; i < render->shot_count; i++) {
    int frame = render_match(render, run, render->shot[i].frame);
    if ((i % step != 0 && i != render->shot_count - 1) || frame == before) continue;
    render_show(render, "range of colours", i, render->shot_count);
    BRN_TRY(add_frame(render, run, frame, range));
    before = frame;
    if (!isnan(render->def.range[0])) break; // it is what was asked for
  }
  return BRN_OK;
}

BrnStatus render_fix_range(Render* render) {
  double range[2] = {INFINITY, -INFINITY};
  if (!render->def.color_by) return BRN_OK;
  bool one = render->shot_count == 1 && render->run_count == 1 && render->columns == 0;
  if (one) return BRN_OK; // the picture's own
  int first = is_error(render) ? 1 : 0;
  for (int run = first; run < render->run_count; run++) BRN_TRY(add_run(render, run, range));
  memcpy(render->def.range, range, sizeof range);
  return BRN_OK;
}
