// SPDX-License-Identifier: Apache-2.0

#include "render/scenery.h"

// In the colours of the figures of Romeo et al. 2018: branches green, links to the surface blue,
// roots purple, flow blue. Radii are in radii of the sphere around everything, as those of other
// lines.

typedef struct Stroke {
  double radius;
  float color[3]; // linear light
  bool dots;      // a ball at every point
  int most;       // lines of a part; evenly taken; 0: all
} Stroke;

static const Stroke BRANCH = {.radius = 0.0065, .color = {0.02f, 0.42f, 0.05f}, .dots = true};
static const Stroke LINK = {.radius = 0.0009, .color = {0.04f, 0.22f, 0.75f}, .most = 900};
static const Stroke ROOT = {.radius = 0.0048, .color = {0.40f, 0.02f, 0.48f}};
static const Stroke FLOW = {.radius = 0.0022, .color = {0.01f, 0.08f, 0.42f}};

static const double FLOW_SHARE = 1.0 / 24; // of a muscle's length, to each side

static bool is_shown(const BrnScenery* g, int part) { return g->opacity[part] > 0; }

static BrnStatus add_line(const BrnScenery* g, const Stroke* stroke, BrnTube* tube) {
  if (tube->count == 1 || stroke->dots) {
    for (int i = 0; i < tube->count; i++) {
      BRN_TRY(brn__soup_add_ball(g->ctx, g->soup, tube->point + 3 * (size_t)i, 1.7 * tube->radius,
                                 tube->look, &tube->like));
    }
  }
  return brn__soup_add_tube(g->ctx, g->soup, tube);
}

// One of how many lines is drawn: a scan has more links than one can tell apart. The lines of a
// part follow each other.
static int find_step(const Stroke* stroke, const BrnReplayLines* lines, int first) {
  int end = first;
  while (end < lines->line_count && lines->part[end] == lines->part[first]) end++;
  return stroke->most > 0 ? (end - first + stroke->most - 1) / stroke->most : 1;
}

// of the parts that are shown
static BrnStatus add_lines(const BrnScenery* g, const Stroke* stroke, const BrnReplayLines* lines) {
  size_t count = (size_t)lines->rider.point_count;
  double* point = brn__scratch(g->ctx, 3 * count, double);
  if (!point) return BRN_NO_MEMORY;
  brn_riders_apply(g->ctx, &lines->rider, g->position, point);
  BrnTube tube = {.radius = stroke->radius * g->radius};
  for (int k = 0; k < 3; k++) tube.like.color[k] = stroke->color[k];
  BrnLook look = {.group = -1, .opacity = 1, .gloss = 0.3f, .shine = 30};
  BRN_TRY(brn__soup_add_look(g->ctx, g->soup, look, &tube.look));
  for (int i = 0, first = 0, step = 1; i < lines->line_count; i++) {
    if (i == 0 || lines->part[i] != lines->part[i - 1]) {
      first = i;
      step = find_step(stroke, lines, i);
    }
    if (!is_shown(g, lines->part[i]) || (i - first) % step != 0) continue;
    tube.point = point + 3 * (size_t)lines->start[i];
    tube.count = lines->start[i + 1] - lines->start[i];
    BRN_TRY(add_line(g, stroke, &tube));
  }
  return BRN_OK;
}

static BrnStatus add_and_free(const BrnScenery* g, const Stroke* stroke, BrnReplayLines* lines) {
  BrnScratchMark mark = brn__scratch_mark(g->ctx);
  BrnStatus status = add_lines(g, stroke, lines);
  brn__scratch_release(g->ctx, mark);
  brn_replay_lines_free(g->ctx, lines);
  return status;
}

BrnStatus brn__scenery_inner(const BrnScenery* g) {
  static const struct {
    BrnInnerLines what;
    const Stroke* stroke;
  } kind[] = {{BRN_INNER_LINKS, &LINK}, {BRN_INNER_BRANCHES, &BRANCH}, {BRN_INNER_ROOTS, &ROOT}};
  for (int i = 0; i < 3; i++) {
    BrnReplayLines lines;
    BRN_TRY(brn_replay_inner(g->replay, kind[i].what, &lines));
    BRN_TRY(add_and_free(g, kind[i].stroke, &lines));
  }
  return BRN_OK;
}

BrnStatus brn__scenery_flow(const BrnScenery* g) {
  BrnReplayLines lines;
  BRN_TRY(brn_replay_flow(g->replay, g->def->flow, FLOW_SHARE, &lines));
  return add_and_free(g, &FLOW, &lines);
}
