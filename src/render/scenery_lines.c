// SPDX-License-Identifier: Apache-2.0
//
// Fibres, lines of action and joints as tubes and balls.

#include "render/scenery.h"

#include "core/vec.h"

#include <string.h>

// Radii, in radii of the sphere around everything: lines are as thick as they look best, whatever
// the size of the body.
static const double FIBRE = 0.0028, ACTION = 0.006, JOINT = 0.022, AXIS = 0.006, AXIS_LENGTH = 0.11;

// ------------------------------------------------------------------------------------------ fibres

typedef struct FibreLine {
  double* point; // (count x 3)
  float *color, *value;
} FibreLine;

static double ride(const BrnRiders* riders, int point, const double* value) {
  double sum = 0;
  for (size_t i = 4 * (size_t)point; i < 4 * (size_t)point + 4; i++) {
    sum += riders->weight[i] * value[riders->vertex[i]];
  }
  return sum;
}

static void paint_line(const BrnScenery* g, const BrnReplayLines* lines, int line,
                       const BrnPaint* paint, FibreLine* out) {
  int part = lines->part[line];
  for (int i = lines->start[line], n = 0; i < lines->start[line + 1]; i++, n++) {
    double tendon = ride(&lines->rider, i, paint->tendon);
    double activation = ride(&lines->rider, i, paint->activation);
    brn__scenery_color(g, part, tendon, activation, out->color + 3 * (size_t)n);
    out->value[n] = (float)ride(&lines->rider, i, paint->value);
  }
}

static BrnStatus add_fibres(const BrnScenery* g, const BrnReplayLines* lines) {
  BrnContext* ctx = g->ctx;
  size_t count = (size_t)lines->rider.point_count;
  BrnPaint paint;
  FibreLine line = {.point = brn__scratch(ctx, 3 * count, double),
                    .color = brn__scratch(ctx, 3 * count, float),
                    .value = brn__scratch(ctx, count, float)};
  if (!line.point || !line.color || !line.value) return BRN_NO_MEMORY;
  BRN_TRY(brn__scenery_paint_create(g, &paint));
  brn_riders_apply(ctx, &lines->rider, g->position, line.point);
  BrnTube tube = {.radius = FIBRE * g->radius, .color = line.color, .value = line.value};
  for (int i = 0, part = -1; i < lines->line_count; i++) {
    if (lines->part[i] != part) {
      part = lines->part[i];
      brn__scenery_paint_part(g, part, &paint);
      BrnLook look = {.group = -1, .opacity = 1, .gloss = 0.3f, .shine = 30};
      look.valued = brn__scenery_is_valued(g, part);
      BRN_TRY(brn__soup_add_look(ctx, g->soup, look, &tube.look));
    }
    paint_line(g, lines, i, &paint, &line);
    tube.point = line.point + 3 * (size_t)lines->start[i];
    tube.count = lines->start[i + 1] - lines->start[i];
    BRN_TRY(brn__soup_add_tube(ctx, g->soup, &tube));
  }
  return BRN_OK;
}

BrnStatus brn__scenery_fibres(const BrnScenery* g) {
  BrnReplayLines lines = {0};
  BRN_TRY(brn_replay_fibres(g->replay, g->def->fibres, &lines));
  BrnScratchMark mark = brn__scratch_mark(g->ctx);
  BrnStatus status = add_fibres(g, &lines);
  brn__scratch_release(g->ctx, mark);
  brn_replay_lines_free(g->ctx, &lines);
  return status;
}

// --------------------------------------------------------------------------------- lines of action

static BrnStatus add_action(const BrnScenery* g, double* point) {
  const BrnReplayLines* lines = &g->replay->action;
  BrnTube tube = {.radius = ACTION * g->radius, .like = {.color = {0.01f, 0.10f, 0.42f}}};
  BrnLook look = {.group = -1, .opacity = 1, .gloss = 0.4f, .shine = 40};
  BRN_TRY(brn__soup_add_look(g->ctx, g->soup, look, &tube.look));
  for (int i = 0; i < lines->line_count; i++) {
    tube.point = point + 3 * (size_t)lines->start[i];
    tube.count = lines->start[i + 1] - lines->start[i];
    if (tube.count < 2) continue;
    BRN_TRY(brn__soup_add_tube(g->ctx, g->soup, &tube));
    const double* end[2] = {tube.point, tube.point + 3 * (size_t)(tube.count - 1)};
    for (int e = 0; e < 2; e++) {
      BRN_TRY(brn__soup_add_ball(g->ctx, g->soup, end[e], 2 * tube.radius, tube.look, &tube.like));
    }
  }
  return BRN_OK;
}

BrnStatus brn__scenery_action(const BrnScenery* g) {
  const BrnRiders* riders = &g->replay->action.rider;
  BrnScratchMark mark = brn__scratch_mark(g->ctx);
  double* point = brn__scratch(g->ctx, 3 * (size_t)riders->point_count, double);
  BrnStatus status = BRN_NO_MEMORY;
  if (point) {
    brn_riders_apply(g->ctx, riders, g->position, point);
    status = add_action(g, point);
  }
  brn__scratch_release(g->ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------ joints

// the joint goes with its parent
static void joint_place(const BrnScenery* g, const BrnModelJoint* joint, double* point,
                        double* axis) {
  BrnPose pose = brn_replay_bone_pose(g->replay, joint->parent, g->position);
  double tip[3], moved[3];
  brn__add3(tip, joint->point, joint->axis);
  brn_pose_apply(&pose, joint->point, point);
  brn_pose_apply(&pose, tip, moved);
  brn__sub3(axis, moved, point);
}

BrnStatus brn__scenery_joints(const BrnScenery* g) {
  const BrnModel* model = g->replay->model;
  if (!model) return BRN_OK;
  int look;
  BrnLook steel = {.group = -1, .opacity = 1, .gloss = 0.5f, .shine = 60};
  BrnSoupVertex ball = {.color = {0.92f, 0.42f, 0.02f}}, rod = {.color = {0.10f, 0.11f, 0.13f}};
  BRN_TRY(brn__soup_add_look(g->ctx, g->soup, steel, &look));
  for (int j = 0; j < model->joint_count; j++) {
    double point[3], axis[3], end[6];
    joint_place(g, &model->joint[j], point, axis);
    BRN_TRY(brn__soup_add_ball(g->ctx, g->soup, point, JOINT * g->radius, look, &ball));
    if (model->joint[j].type != BRN_JOINT_HINGE) continue;
    brn__axpy3(end, point, -AXIS_LENGTH * g->radius, axis);
    brn__axpy3(end + 3, point, AXIS_LENGTH * g->radius, axis);
    BrnTube tube = {.point = end, .count = 2, .radius = AXIS * g->radius, .look = look};
    tube.like = rod;
    BRN_TRY(brn__soup_add_tube(g->ctx, g->soup, &tube));
  }
  return BRN_OK;
}
