// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target of the reader of motion clips. What was read must survive being written and read
// again, to the same bytes, and poses of it can be asked for at any time.

#include "motion/clip.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static BrnClip* read_again(BrnContext* ctx, const BrnSink* sink, const BrnClipDef* def) {
  BrnSource source = {.name = "again", .data = sink->buffer, .size = sink->used};
  BrnClip* clip;
  if (brn__clip_parse(ctx, &source, def, &clip) != BRN_OK) __builtin_trap();
  return clip;
}

static void write_again(BrnContext* ctx, const BrnClip* clip, const BrnClipDef* def) {
  BrnSink first, second;
  if (brn__sink_open_memory(ctx, &first) != BRN_OK) return;
  if (brn__sink_open_memory(ctx, &second) != BRN_OK) return;
  brn__clip_print(clip, def, &first);
  BrnClip* again = read_again(ctx, &first, def);
  brn__clip_print(again, def, &second);
  if (first.used != second.used) __builtin_trap();
  if (memcmp(first.buffer, second.buffer, first.used) != 0) __builtin_trap();
  brn_clip_destroy(ctx, again);
  brn__sink_abandon(&first);
  brn__sink_abandon(&second);
}

static void ask(BrnContext* ctx, const BrnClip* clip) {
  BrnPose* pose = brn__new(ctx, clip->joint_count, BrnPose);
  brn_clip_global_poses(clip, 0.4 * brn_clip_duration(clip), pose);
  brn_free(ctx, pose);
  int joint;
  brn_clip_find_joint(ctx, clip, "hip", &joint);
  BrnClip* fresh;
  double rate = 1.3 / clip->frame_time;
  if (brn_clip_resample(ctx, clip, rate, &fresh) == BRN_OK) brn_clip_destroy(ctx, fresh);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  BrnContextDef def = brn_context_def_default();
  def.log = NULL;
  def.workers = 1;
  BrnContext* ctx = brn_context_create(&def);
  BrnClipDef clip_def = brn_clip_def_default();
  clip_def.metres_per_unit = size % 2 ? 0.01 : 1;
  clip_def.up = "xyz"[size % 3];
  BrnSource source = {.name = "fuzz", .data = (const char*)data, .size = size};
  BrnClip* clip;
  if (brn__clip_parse(ctx, &source, &clip_def, &clip) == BRN_OK) {
    write_again(ctx, clip, &clip_def);
    ask(ctx, clip);
    brn_clip_destroy(ctx, clip);
  }
  brn_context_destroy(ctx); // asserts that nothing is left
  return 0;
}
