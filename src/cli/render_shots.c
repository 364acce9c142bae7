// SPDX-License-Identifier: Apache-2.0
//
// A shot is a picture to be drawn: a frame of each run, and how far the camera has turned.

#include "cli/render.h"

#include <math.h>

int render_match(const Render* render, int run, int frame) {
  const BrnReplay* other = render->run[run];
  if (run == 0) return frame;
  double time = render->run[0]->frame[frame].time;
  int best = 0;
  for (int i = 1; i < other->frame_count; i++) {
    if (fabs(other->frame[i].time - time) < fabs(other->frame[best].time - time)) best = i;
  }
  return best;
}

// `count` of the frames, from the first to the last
static void spread(int* index, int* count, int wanted) {
  if (wanted >= *count) return;
  for (int i = 0; i < wanted; i++) {
    index[i] =
        index[wanted == 1 ? *count - 1
                          : (int)(((long)i * (*count - 1) + (wanted - 1) / 2) / (wanted - 1))];
  }
  *count = wanted;
}

// A whole turn ends one step before where it began, so that a loop does not stop there.
static double turn_of(const Render* render, int shot) {
  bool whole = fmod(render->camera.orbit, 360) == 0;
  int steps = whole ? render->shot_count : render->shot_count - 1;
  return steps > 0 ? (double)shot / steps : 0;
}

static BrnStatus make_shots(Render* render, const int* index, int count) {
  const RenderOptions* o = render->options;
  bool sheet = render->columns > 0;
  bool around = o->orbit != 0 && count == 1 && (sheet || render_wants_many(o->out));
  render->shot_count = !around ? count : sheet ? render->columns * render->rows : (int)o->pictures;
  render->shot = brn__new(render->cli->ctx, render->shot_count, RenderShot);
  if (!render->shot) return BRN_NO_MEMORY;
  for (int i = 0; i < render->shot_count; i++) {
    int frame = index[around ? 0 : i];
    int number = around ? i + 1 : render->run[0]->frame[frame].number;
    render->shot[i] = (RenderShot){frame, number, turn_of(render, i)};
  }
  if (sheet && render->columns > render->shot_count) render->columns = render->shot_count;
  if (sheet) render->rows = (render->shot_count + render->columns - 1) / render->columns;
  return BRN_OK;
}

// Without a list: all frames where several have a place, the last one otherwise.
BrnStatus render_choose_shots(Render* render) {
  const RenderOptions* o = render->options;
  BrnContext* ctx = render->cli->ctx;
  const BrnReplay* run = render->run[0];
  if (!o->frame && !o->frames && !o->sheet && !render_wants_many(o->out)) {
    render_parse_frames("last", &render->frames);
  }
  int count, *index = brn__new(ctx, run->frame_count + 1, int);
  if (!index) return BRN_NO_MEMORY;
  BrnStatus status = render_choose_frames(render->cli, run, &render->frames, index, &count);
  if (status == BRN_OK && o->sheet) spread(index, &count, render->columns * render->rows);
  if (status == BRN_OK) status = make_shots(render, index, count);
  brn__free(ctx, index);
  return status;
}
