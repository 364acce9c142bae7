// SPDX-License-Identifier: Apache-2.0

#include "replay/replay_test.h"

static void same_points(BrnContext* ctx, const BrnReplay* replay, const BrnRiders* rider, int begin,
                        const double* expected, int count) {
  double* point = calloc(3 * (size_t)rider->point_count, sizeof *point);
  brn_riders_apply(ctx, rider, replay->mesh->position, point);
  for (int i = 0; i < 3 * count; i++) {
    ENSURE_NEAR(point[3 * (size_t)begin + (size_t)i], expected[i], 1e-12);
  }
  free(point);
}

static void lines_of_action_lie_on_the_mesh(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  const BrnReplayLines* action = &test.replay->action;
  const BrnModelUnit* unit = &test.run.model->unit_list[0];
  ENSURE(action->line_count == 1 && action->part[0] == 2);
  ENSURE(action->start[0] == 0 && action->start[1] == unit->line_count);
  same_points(test.ctx, test.replay, &action->rider, 0, unit->line, unit->line_count);
  replay_done(&test);
}

static void fibres_are_those_of_the_model(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  BrnReplayLines fibres;
  BrnLines* lines;
  ENSURE_OK(test.ctx, brn_model_trace(test.ctx, test.run.model, 0, 12, &lines));
  ENSURE_OK(test.ctx, brn_replay_fibres(test.replay, 12, &fibres));
  ENSURE_INT(fibres.line_count, lines->line_count);
  int points = lines->start[lines->line_count];
  ENSURE_INT(fibres.rider.point_count, points);
  assert_memory_equal(fibres.start, lines->start, sizeof(int) * (size_t)(lines->line_count + 1));
  same_points(test.ctx, test.replay, &fibres.rider, 0, lines->point, points);
  for (int i = 0; i < fibres.line_count; i++) ENSURE_INT(fibres.part[i], 2);
  for (int i = 0; i < points; i++) { // inside of their tets, so that they stay in the muscle
    const double* w = fibres.rider.weight + 4 * (size_t)i;
    ENSURE_NEAR(w[0] + w[1] + w[2] + w[3], 1, 1e-14);
    for (int k = 0; k < 4; k++) ENSURE(w[k] >= 0 && w[k] <= 1);
  }
  brn_lines_destroy(test.ctx, lines);
  brn_replay_lines_free(test.ctx, &fibres);
  ENSURE_OK(test.ctx, brn_replay_fibres(test.replay, 0, &fibres));
  ENSURE(fibres.line_count == 0 && fibres.start[0] == 0);
  brn_replay_lines_free(test.ctx, &fibres);
  replay_done(&test);
}

static void poses_of_bones_follow_their_vertices(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  const BrnMesh* mesh = test.replay->mesh;
  BrnPose turn = brn_pose_identity(); // a quarter about z, and away
  brn_rotation_from_axis_angle((double[]){0, 0, 1}, 1.5707963267948966, turn.rotation);
  turn.translation[0] = 0.3;
  for (size_t v = 0; v < (size_t)mesh->vertex_count; v++) {
    brn_pose_apply(&turn, mesh->position + 3 * v, test.position + 3 * v);
  }
  for (int b = 0; b < 2; b++) {
    BrnPose pose = brn_replay_bone_pose(test.replay, b, test.position);
    for (int k = 0; k < 3; k++) ENSURE_NEAR(pose.translation[k], turn.translation[k], 1e-12);
    double sign = pose.rotation[0] < 0 ? -1 : 1;
    for (int k = 0; k < 4; k++) ENSURE_NEAR(sign * pose.rotation[k], turn.rotation[k], 1e-12);
  }
  double low[3], high[3], rest_low[3], rest_high[3];
  ENSURE_OK(test.ctx, brn_replay_bounds(test.replay, test.position, low, high));
  ENSURE_OK(test.ctx, brn_replay_bounds(test.replay, mesh->position, rest_low, rest_high));
  ENSURE_NEAR(high[0] - low[0], rest_high[1] - rest_low[1], 1e-12);
  ENSURE_NEAR(low[1], rest_low[0], 1e-12);
  replay_done(&test);
}

TEST_MAIN(cmocka_unit_test(lines_of_action_lie_on_the_mesh),
          cmocka_unit_test(fibres_are_those_of_the_model),
          cmocka_unit_test(poses_of_bones_follow_their_vertices))
