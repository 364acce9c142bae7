// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include "core/vec.h"

#include <math.h>

// `brawn info walk.bvh`: what a motion clip holds. Numbers are those of the file, since nobody has
// said its unit yet; the guess takes the skeleton for a person.

typedef struct ClipFacts {
  const char* path;
  const BrnClip* clip;
  double root_low[3], root_high[3]; // of the root's path
  double low[3], high[3];           // of all joints in all frames
  double extent;                    // longest side of the skeleton in the first frame
  const char* unit;                 // guessed
  int end_sites;
} ClipFacts;

static void widen(double* low, double* high, const double* point) {
  for (int k = 0; k < 3; k++) {
    low[k] = fmin(low[k], point[k]);
    high[k] = fmax(high[k], point[k]);
  }
}

static void start_box(double* low, double* high) {
  for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
}

// Which unit comes nearest to a person of 1.6 m? The joint at the top is rarely the crown of the
// head.
static void guess_unit(ClipFacts* facts) {
  static const struct {
    const char* unit;
    double metres;
  } guess[] = {{"metres", 1}, {"centimetres", 0.01}, {"inches", 0.0254}, {"millimetres", 0.001}};
  facts->unit = "unknown";
  double nearest = log(10); // a factor of ten away is no person
  for (size_t i = 0; i < sizeof guess / sizeof *guess; i++) {
    double away = fabs(log(facts->extent * guess[i].metres / 1.6));
    if (!(away < nearest)) continue;
    nearest = away;
    facts->unit = guess[i].unit;
  }
}

// of a standing skeleton this is the vertical, whichever axis is up
static double longest_side(const double* low, const double* high) {
  double longest = 0;
  for (int k = 0; k < 3; k++) longest = fmax(longest, high[k] - low[k]);
  return longest;
}

static BrnStatus gather(Cli* cli, const BrnClip* clip, ClipFacts* facts) {
  size_t joints = (size_t)clip->joint_count;
  BrnScratchMark mark = brn__scratch_mark(cli->ctx);
  BrnPose* pose = brn__scratch(cli->ctx, joints, BrnPose);
  if (!pose) return BRN_NO_MEMORY;
  start_box(facts->low, facts->high);
  start_box(facts->root_low, facts->root_high);
  for (int f = 0; f < clip->frame_count || f == 0; f++) {
    brn_clip_global_poses(clip, f * clip->frame_time, pose);
    widen(facts->root_low, facts->root_high, pose[0].translation);
    for (size_t j = 0; j < joints; j++) widen(facts->low, facts->high, pose[j].translation);
    if (f == 0) facts->extent = longest_side(facts->low, facts->high);
  }
  brn__scratch_release(cli->ctx, mark);
  for (size_t j = 0; j < joints; j++) facts->end_sites += clip->end_site[j];
  guess_unit(facts);
  return BRN_OK;
}

static void tell_box(const char* what, const double* low, const double* high) {
  printf("  %-12s [%.6g, %.6g] x [%.6g, %.6g] x [%.6g, %.6g]\n", what, low[0], high[0], low[1],
         high[1], low[2], high[2]);
}

// A parent on the left of its children. These names are what scenes ask for.
static void tell_joints(const BrnClip* clip) {
  for (int j = 0; j < clip->joint_count; j++) {
    int depth = 0;
    if (clip->end_site[j]) continue;
    for (int p = clip->parent[j]; p >= 0; p = clip->parent[p]) depth++;
    printf("  %-12s %*s%s\n", "", 2 * depth, "", clip->name[j]);
  }
}

static void tell(const Cli* cli, const ClipFacts* f) {
  const BrnClip* c = f->clip;
  printf("%s%s%s: a motion clip\n", cli_color(cli, CLI_BOLD), f->path, cli_color(cli, CLI_PLAIN));
  printf("  %-12s %d, and %d end sites; the root is \"%s\"\n", "joints",
         c->joint_count - f->end_sites, f->end_sites, c->name[0]);
  printf("  %-12s %s\n", "channels", cli_count(c->channel_count).text);
  printf("  %-12s %s at %.6g a second\n", "frames", cli_count(c->frame_count).text,
         1 / c->frame_time);
  printf("  %-12s %.6g s\n", "duration", brn_clip_duration(c));
  tell_joints(c);
  tell_box("root path", f->root_low, f->root_high);
  tell_box("bounds", f->low, f->high);
  printf("  %-12s %.4g in the first frame; the unit looks like %s\n", "extent", f->extent, f->unit);
}

// -------------------------------------------------------------------------------------------- JSON

static json_t* joints_json(const BrnClip* clip) {
  json_t* list = json_array();
  for (int j = 0; j < clip->joint_count; j++) {
    json_t* item = json_object();
    cli_put_text(item, "name", clip->name[j]);
    cli_put_int(item, "parent", clip->parent[j]);
    cli_put_bool(item, "end_site", clip->end_site[j]);
    cli_put(item, "offset", cli_json_triple(clip->offset + 3 * (size_t)j));
    json_array_append_new(list, item);
  }
  return list;
}

static json_t* clip_json(const ClipFacts* f) {
  const BrnClip* c = f->clip;
  json_t* object = json_object();
  cli_put_text(object, "file", f->path);
  cli_put(object, "joints", joints_json(c));
  cli_put_int(object, "channels", c->channel_count);
  cli_put_int(object, "frames", c->frame_count);
  cli_put_real(object, "frame_time", c->frame_time);
  cli_put_real(object, "duration", brn_clip_duration(c));
  cli_put(object, "root_low", cli_json_triple(f->root_low));
  cli_put(object, "root_high", cli_json_triple(f->root_high));
  cli_put(object, "low", cli_json_triple(f->low));
  cli_put(object, "high", cli_json_triple(f->high));
  cli_put_real(object, "extent", f->extent);
  cli_put_text(object, "unit_guess", f->unit);
  return object;
}

BrnStatus info_tell_clip(Cli* cli, const char* path, json_t* list) {
  BrnClip* clip;
  BRN_TRY(brn_clip_read(cli->ctx, path, NULL, &clip));
  ClipFacts facts = {.path = path, .clip = clip};
  BrnStatus status = gather(cli, clip, &facts);
  if (status == BRN_OK && list) json_array_append_new(list, clip_json(&facts));
  if (status == BRN_OK && !list) tell(cli, &facts);
  brn_clip_destroy(cli->ctx, clip);
  return status;
}
