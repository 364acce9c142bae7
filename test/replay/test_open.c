// SPDX-License-Identifier: Apache-2.0

#include "brawn/replay.h"
#include "run/run_test.h"

static void run_opens_with_everything(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  BrnReplay* replay;
  ENSURE_OK(test.ctx, brn_replay_open(test.ctx, test.out, NULL, &replay));
  ENSURE(replay->model && replay->frame_count == 4 && replay->part_count == 3);
  ENSURE(replay->stage == BRN_REPLAY_FINISHED && !replay->message);
  ENSURE(replay->first == 1 && replay->last == 4 && replay->frame_seconds > 0);
  size_t nv = (size_t)replay->mesh->vertex_count;
  double* position = calloc(3 * nv, sizeof *position);
  for (int i = 0; i < 4; i++) {
    ENSURE(replay->frame[i].number == i + 1 && fabs(replay->frame[i].time - i / 24.0) < 1e-12);
    ENSURE_OK(test.ctx, brn_replay_positions(replay, i, position));
    for (int v = 0; v < replay->value_count; v++) {
      BrnValues values;
      ENSURE_OK(test.ctx, brn_replay_values(replay, i, replay->value[v].name, &values));
      for (int p = 0; p < replay->part_count; p++) {
        double* out = calloc((size_t)replay->part[p].skin.rider.point_count, sizeof *out);
        ENSURE_OK(test.ctx, brn_skin_values(replay, p, &values, out));
        free(out);
      }
      brn_values_free(test.ctx, &values);
    }
  }
  BrnReplayLines lines;
  ENSURE_OK(test.ctx, brn_replay_fibres(replay, 20, &lines));
  brn_replay_lines_free(test.ctx, &lines);
  double low[3], high[3];
  ENSURE_OK(test.ctx, brn_replay_bounds(replay, position, low, high));
  BrnPose pose = brn_replay_bone_pose(replay, 1, position);
  ENSURE(pose.translation[1] > 1e-4);
  free(position);
  brn_replay_close(test.ctx, replay);
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(run_opens_with_everything))
