// SPDX-License-Identifier: Apache-2.0

#include "surfaces_run_test.h"

// where the points of lines are in a frame
static double* points_of(BoxesTest* test, const BrnReplayLines* lines, int frame) {
  double* position = malloc(sizeof(double) * 3 * (size_t)test->replay->mesh->vertex_count);
  double* point = malloc(sizeof(double) * 3 * (size_t)(lines->rider.point_count + 1));
  ENSURE_OK(test->ctx, brn_replay_positions(test->replay, frame, position));
  brn_riders_apply(test->ctx, &lines->rider, position, point);
  free(position);
  return point;
}

static BoxesTest make_rooted(void) {
  BoxesTest test = boxes_make();
  static const int root[2][2] = {{0, 7}, {0, 2}}; // opposite corners; the ends of an edge
  for (int i = 0; i < 2; i++) {
    test.model->flesh[i].root = brn__new(test.ctx, 2, int);
    test.model->flesh[i].root_count = 2;
    memcpy(test.model->flesh[i].root, root[i], sizeof root[i]);
  }
  boxes_write_model(&test);
  boxes_open(&test);
  return test;
}

// m has three points in a row with the root in the middle, n has one
static void branches_lead_to_the_root(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  BrnReplayLines lines;
  ENSURE_OK(test.ctx, brn_replay_inner(test.replay, BRN_INNER_BRANCHES, &lines));
  ENSURE_INT(lines.line_count, 3);
  static const int start[] = {0, 2, 4, 5}, vertex[] = {40, 41, 42, 41, 43};
  for (int i = 0; i < 4; i++) ENSURE_INT(lines.start[i], start[i]);
  for (int i = 0; i < 5; i++) {
    ENSURE_INT(lines.rider.vertex[4 * i], vertex[i]);
    ENSURE(lines.rider.weight[4 * i] == 1);
  }
  ENSURE(lines.part[0] == 2 && lines.part[1] == 2 && lines.part[2] == 3);
  double* point = points_of(&test, &lines, 2); // they go with the flesh: x is 1.3 times as far
  ENSURE_NEAR(point[0], 0.05 * 1.3, 1e-6);
  ENSURE_NEAR(point[3], 0.1 * 1.3, 1e-6);
  free(point);
  brn_replay_lines_free(test.ctx, &lines);
  boxes_done(&test);
}

// the branch of a fork ends where it meets the other one
static void branch_goes_on_to_the_first_that_came_through(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  boxes_close(&test);
  int* parent = test.model->flesh[0].parent;
  for (int forked = 0; forked < 2; forked++) {
    parent[0] = -1, parent[1] = 0, parent[2] = forked ? 0 : 1;
    boxes_write_model(&test);
    boxes_open(&test);
    BrnReplayLines lines;
    ENSURE_OK(test.ctx, brn_replay_inner(test.replay, BRN_INNER_BRANCHES, &lines));
    ENSURE_INT(lines.line_count, forked ? 3 : 2);
    ENSURE_INT(lines.start[1], forked ? 2 : 3);
    for (int i = 0; i < 3 && !forked; i++) ENSURE_INT(lines.rider.vertex[4 * i], 42 - i);
    brn_replay_lines_free(test.ctx, &lines);
    boxes_close(&test);
  }
  boxes_done(&test);
}

static void every_vertex_has_a_link(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  BrnReplayLines lines;
  ENSURE_OK(test.ctx, brn_replay_inner(test.replay, BRN_INNER_LINKS, &lines));
  ENSURE_INT(lines.line_count, 16);
  for (int l = 0; l < 16; l++) {
    ENSURE_INT(lines.start[l], 2 * l);
    ENSURE_INT(lines.rider.vertex[8 * l], 16 + l);
    ENSURE_INT(lines.rider.vertex[8 * l + 4], l >= 8 ? 43 : l & 1 ? 42 : 40);
  }
  brn_replay_lines_free(test.ctx, &lines);
  boxes_done(&test);
}

static void roots_are_edges_and_lone_points(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  BrnReplayLines lines;
  ENSURE_OK(test.ctx, brn_replay_inner(test.replay, BRN_INNER_ROOTS, &lines));
  static const int start[] = {0, 1, 2, 4}, vertex[] = {16, 23, 24, 26};
  ENSURE_INT(lines.line_count, 3);
  for (int i = 0; i < 4; i++) ENSURE_INT(lines.start[i], start[i]);
  for (int i = 0; i < 4; i++) ENSURE_INT(lines.rider.vertex[4 * i], vertex[i]);
  brn_replay_lines_free(test.ctx, &lines);
  boxes_done(&test);
}

// fibres along x on boxes: lines that ride on triangles of the right muscle
static void fibres_ride_on_the_surface(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  BrnReplayLines lines;
  for (int kind = 0; kind < 2; kind++) {
    ENSURE_OK(test.ctx, kind == 0 ? brn_replay_fibres(test.replay, 6, &lines)
                                  : brn_replay_flow(test.replay, 6, 0.1, &lines));
    ENSURE(lines.line_count > 4);
    double* rest = points_of(&test, &lines, 0);
    double* point = points_of(&test, &lines, 2);
    for (int l = 0; l < lines.line_count; l++) {
      int low = lines.part[l] == 2 ? 16 : 24, end = lines.start[l + 1] - 1;
      for (int i = 4 * lines.start[l]; i < 4 * lines.start[l + 1]; i++) {
        ENSURE(lines.rider.vertex[i] >= low && lines.rider.vertex[i] < low + 8);
      }
      double a = rest[3 * lines.start[l]], b = rest[3 * end];
      if (kind == 1) ENSURE(fabs(a - b) < 2 * 0.1 * 0.2 * 1.1 + 1e-6);
      for (int i = lines.start[l]; i <= end; i++) {
        for (int k = 1; k < 3; k++) ENSURE_NEAR(rest[3 * i + k], rest[3 * end + k], 1e-6);
        ENSURE_NEAR(point[3 * i] / 1.3, rest[3 * i] / 1.1, 1e-6);
      }
    }
    free(rest);
    free(point);
    brn_replay_lines_free(test.ctx, &lines);
  }
  boxes_done(&test);
}

static void model_without_surfaces_has_no_inner_lines(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  BrnReplay bare = *test.replay;
  bare.model = NULL;
  for (int what = BRN_INNER_BRANCHES; what <= BRN_INNER_ROOTS; what++) {
    BrnReplayLines lines;
    ENSURE_OK(test.ctx, brn_replay_inner(&bare, (BrnInnerLines)what, &lines));
    ENSURE(lines.line_count == 0 && lines.rider.point_count == 0);
    brn_replay_lines_free(test.ctx, &lines);
  }
  boxes_done(&test);
}

static void model_with_wrong_roots_is_not_used(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  boxes_close(&test);
  test.model->flesh[0].root[1] = 8;
  boxes_write_model(&test);
  boxes_open(&test);
  ENSURE(!test.replay->model);
  boxes_done(&test);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BoxesTest test = make_rooted();
  for (int what = 0; what < 5; what++) {
    BrnStatus status = BRN_NO_MEMORY;
    for (int k = 0; status != BRN_OK; k++) {
      BrnReplayLines lines;
      size_t before = brn_byte_count(test.ctx);
      brn_fail_allocation(test.ctx, k);
      status = what < 3    ? brn_replay_inner(test.replay, (BrnInnerLines)what, &lines)
               : what == 3 ? brn_replay_fibres(test.replay, 2, &lines)
                           : brn_replay_flow(test.replay, 2, 0.1, &lines);
      brn_fail_allocation(test.ctx, -1);
      ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
      if (status == BRN_OK) brn_replay_lines_free(test.ctx, &lines);
      ENSURE(brn_byte_count(test.ctx) == before);
    }
  }
  boxes_done(&test);
}

TEST_MAIN(cmocka_unit_test(branches_lead_to_the_root),
          cmocka_unit_test(branch_goes_on_to_the_first_that_came_through),
          cmocka_unit_test(every_vertex_has_a_link),
          cmocka_unit_test(roots_are_edges_and_lone_points),
          cmocka_unit_test(fibres_ride_on_the_surface),
          cmocka_unit_test(model_without_surfaces_has_no_inner_lines),
          cmocka_unit_test(model_with_wrong_roots_is_not_used),
          cmocka_unit_test(every_failed_allocation_is_clean))
