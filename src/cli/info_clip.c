// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include "core/vec.h"

#include <math.h>

// `brawn info walk.bvh`: what a motion clip holds. Numbers are those of the file, since nobody has
// said its unit yet; the guess takes the skeleton for a person.

typedef struct ClipFacts {
  const BrnClip* clip;
  double root_low[3], root_high[3]; // of the root's path
  double low[3], high[3];           // of all joints in all frames
  double extent;                    // longest side of the skeleton in the first frame
  const char* unit;                 // guessed
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
  guess_unit(facts);
  return BRN_OK;
}

static json_t* joint_facts(const void* of, int j) {
  const BrnClip* clip = of;
  int depth = 0;
  for (int p = clip->parent[j]; p >= 0; p = clip->parent[p]) depth++;
  return cli_facts(FACT("name", clip->name[j]), FACT("parent", clip->parent[j]),
                   FACT("depth", depth), FACT("end_site", clip->end_site[j]),
                   FACT("offset", clip->offset + 3 * (size_t)j));
}

static json_t* clip_facts(const ClipFacts* f, const char* path) {
  const BrnClip* c = f->clip;
  int ends = 0;
  for (int j = 0; j < c->joint_count; j++) ends += c->end_site[j];
  return cli_facts(FACT("file", path), FACT("joints", cli_list(c->joint_count, joint_facts, c)),
                   FACT("joint_count", c->joint_count - ends), FACT("end_sites", ends),
                   FACT("channels", c->channel_count), FACT("frames", c->frame_count),
                   FACT("frame_time", c->frame_time), FACT("per_second", 1 / c->frame_time),
                   FACT("duration", brn_clip_duration(c)), FACT("root_low", f->root_low),
                   FACT("root_high", f->root_high), FACT("low", f->low), FACT("high", f->high),
                   FACT("extent", f->extent), FACT("unit_guess", f->unit));
}

BrnStatus info_clip(Cli* cli, const InfoFile* file, json_t** facts, int* found) {
  BrnClip* clip;
  (void)found;
  BRN_TRY(brn_clip_read(cli->ctx, file->path, NULL, &clip));
  ClipFacts gathered = {.clip = clip};
  BrnStatus status = gather(cli, clip, &gathered);
  if (status == BRN_OK) *facts = clip_facts(&gathered, file->path);
  brn_clip_destroy(cli->ctx, clip);
  return status;
}

// a parent on the left of its children: these names are what scenes ask for
void info_tell_clip(const Cli* cli, const json_t* facts) {
  cli_tell(cli, facts,
           "{~bold}{file}{~}: a motion clip\n"
           "  joints       {joint_count:d}, and {end_sites:d} end sites; the root is "
           "\"{joints.0.name}\"\n"
           "  channels     {channels}\n"
           "  frames       {frames} at {per_second:.6g} a second\n"
           "  duration     {duration:.6g} s\n"
           "{@joints}{!end_site}               {depth:i}{name}\n{/}{/}"
           "  root path    [{root_low.0:.6g}, {root_high.0:.6g}] x [{root_low.1:.6g}, "
           "{root_high.1:.6g}] x [{root_low.2:.6g}, {root_high.2:.6g}]\n"
           "  bounds       [{low.0:.6g}, {high.0:.6g}] x [{low.1:.6g}, {high.1:.6g}] x "
           "[{low.2:.6g}, {high.2:.6g}]\n"
           "  extent       {extent:.4g} in the first frame; the unit looks like {unit_guess}\n");
}
