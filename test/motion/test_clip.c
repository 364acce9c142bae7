// SPDX-License-Identifier: Apache-2.0

#include "motion/clip.h"
#include "test.h"

#include <unistd.h>

static const char body[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 100 0\nCHANNELS 3 Xposition Yposition Zposition\n"
    "JOINT LeftKnee\n{\nOFFSET 0 -40 0\nCHANNELS 1 Xrotation\n"
    "JOINT Toe\n{\nOFFSET 0 -40 0\n}\n}\n"
    "JOINT RightKnee\n{\nOFFSET 0 -40 0\nJOINT Toe\n{\nOFFSET 0 -40 0\n}\n}\n}\n"
    "MOTION\nFrames: 1\nFrame Time: 0.04\n0 100 0 90\n";

static BrnClip* read_body(BrnContext* ctx) {
  BrnClipDef def = brn_clip_def_default();
  BrnSource source = {.name = "test", .data = body, .size = strlen(body)};
  BrnClip* clip;
  ENSURE_OK(ctx, brn__clip_parse(ctx, &source, &def, &clip));
  return clip;
}

static void joint_is_found_by_its_name(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip* clip = read_body(ctx);
  int joint;
  ENSURE_OK(ctx, brn_clip_find_joint(ctx, clip, "RightKnee", &joint));
  ENSURE_INT(joint, 3);
  ENSURE_STATUS(ctx, brn_clip_find_joint(ctx, clip, "RihgtKnee", &joint), BRN_NOT_FOUND);
  ENSURE_INT(joint, -1);
  ENSURE_ERROR_HAS(ctx, "there is no joint \"RihgtKnee\"; did you mean \"RightKnee\"?");
  ENSURE_STATUS(ctx, brn_clip_find_joint(ctx, clip, "hips", &joint), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(ctx, "did you mean \"Hips\"?");
  ENSURE_STATUS(ctx, brn_clip_find_joint(ctx, clip, "wing", &joint), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(ctx, "there is no joint \"wing\" among the 5, from \"Hips\" on");
  ENSURE_STATUS(ctx, brn_clip_find_joint(ctx, clip, "Toe", &joint), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "joints 2 and 4 are both called \"Toe\"; rename one in the file");
  brn_clip_destroy(ctx, clip);
  brn_clip_destroy(ctx, NULL);
  test_context_done(ctx);
}

static void file_goes_out_and_comes_back_in_other_units(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip *clip = read_body(ctx), *back;
  char path[64];
  snprintf(path, sizeof path, "/tmp/brawn_clip_%d.bvh", (int)getpid());
  BrnClipDef def = brn_clip_def_default();
  def.metres_per_unit = 0.01;
  def.up = 'z';
  ENSURE_OK(ctx, brn_clip_write(ctx, clip, path, &def));
  ENSURE_OK(ctx, brn_clip_read(ctx, path, NULL, &back));
  ENSURE(back->offset[0] == 0 && back->offset[1] == 0 && back->offset[2] == 10000);
  ENSURE_INT(back->channel[1], BRN_CHANNEL_Z_POSITION);
  ENSURE_INT(back->channel[2], BRN_CHANNEL_Y_POSITION);
  brn_clip_destroy(ctx, back);
  ENSURE_OK(ctx, brn_clip_read(ctx, path, &def, &back));
  for (int i = 0; i < 15; i++) ENSURE(back->offset[i] == clip->offset[i]);
  assert_memory_equal(back->channel, clip->channel, 4 * sizeof *clip->channel);
  for (int i = 0; i < 4; i++) ENSURE(back->value[i] == clip->value[i]);
  brn_clip_destroy(ctx, back);
  remove(path);
  ENSURE_STATUS(ctx, brn_clip_read(ctx, path, NULL, &back), BRN_NOT_FOUND);
  ENSURE(back == NULL);
  ENSURE_STATUS(ctx, brn_clip_write(ctx, clip, "/nowhere/at/all.bvh", NULL), BRN_IO_FAILED);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void impossible_units_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClipDef def = brn_clip_def_default();
  BrnClip* clip;
  def.metres_per_unit = 0;
  ENSURE_STATUS(ctx, brn_clip_read(ctx, "a.bvh", &def, &clip), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "metres_per_unit is 0; expected a number above 0");
  def.metres_per_unit = 1;
  def.up = 'w';
  ENSURE_STATUS(ctx, brn_clip_read(ctx, "a.bvh", &def, &clip), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "up is 'w'; expected 'x', 'y' or 'z'");
  ENSURE(clip == NULL);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(joint_is_found_by_its_name),
          cmocka_unit_test(file_goes_out_and_comes_back_in_other_units),
          cmocka_unit_test(impossible_units_are_refused))
