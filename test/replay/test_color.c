// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"
#include "test.h"

static void kinds_have_colours_of_their_own(void** state) {
  (void)state;
  double bone[3], tendon[3], muscle[3];
  brn__part_color(BRN_REPLAY_BONE, 7, bone);
  brn__part_color(BRN_REPLAY_TENDON, 3, tendon);
  brn__part_color(BRN_REPLAY_MUSCLE, 0, muscle);
  ENSURE(bone[0] == 0.90 && bone[1] == 0.86 && bone[2] == 0.76);
  ENSURE(tendon[0] == 0.93 && tendon[1] == 0.90 && tendon[2] == 0.85);
  ENSURE_NEAR(muscle[0], 0.72, 1e-12);
  ENSURE_NEAR(muscle[1], 0.30, 1e-12);
  ENSURE_NEAR(muscle[2], 0.28, 1e-12);
}

static void muscles_that_follow_each_other_differ(void** state) {
  (void)state;
  double before[3], color[3];
  brn__part_color(BRN_REPLAY_MUSCLE, 0, before);
  for (int i = 1; i < 200; i++) {
    brn__part_color(BRN_REPLAY_MUSCLE, i, color);
    ENSURE(brn__distance3(before, color) > 0.025);
    ENSURE(color[0] > 0.58 && color[0] < 0.86); // still muscle
    ENSURE(fabs(color[1] - 0.30) < 0.1 && fabs(color[2] - 0.28) < 0.1);
    brn__copy3(before, color);
  }
}

TEST_MAIN(cmocka_unit_test(kinds_have_colours_of_their_own),
          cmocka_unit_test(muscles_that_follow_each_other_differ))
