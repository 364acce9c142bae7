// SPDX-License-Identifier: Apache-2.0
//
// The equations of joints and supports: points of bones that stay together, or stay in a place.

#include "solver/body/constraints.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// Ties are stiffer than the bones by this factor, so that they close in few passes also where they
// work against the bones themselves.
#define STIFFER 100

// weights below this are round-off, and points nearer than this to a span of others are in it
#define NOTHING 1e-12
#define IN_SPAN 1e-6

typedef struct Lister {
  BrnContext* ctx;
  const BrnModel* model;
  const BrnNodes* nodes;
  BrnConstraints* c;
} Lister;

// ---------------------------------------------------------------------------------------- one tie

// where a bone has the point X
static BrnStatus put_point(const Lister* l, int start, int bone, const double* X, double sign) {
  const BrnAffineBone* affine = &l->nodes->affine[bone];
  double beta[4];
  brn__affine_coordinates(affine, X, beta);
  for (int j = 0; j < affine->node_count; j++) {
    double w = 0;
    for (int k = 0; k < 4; k++) w += beta[k] * affine->weight[k * affine->node_count + j];
    BRN_TRY(brn__constraints_put(l->ctx, l->c, start, affine->node[j], sign * w));
  }
  return BRN_OK;
}

// The nodes from `start` on become a tie. Where they cancel, elimination has done it already.
static BrnStatus add_tie(const Lister* l, BrnTie tie) {
  BrnConstraints* c = l->c;
  double most = tie.scripted;
  tie.count = (int)c->used - tie.start;
  for (size_t i = (size_t)tie.start; i < c->used; i++) most = fmax(most, fabs(c->weight[i]));
  if (most < NOTHING) {
    c->used = (size_t)tie.start;
    return BRN_OK;
  }
  BRN_TRY(brn__grow_block(l->ctx, &c->tie, (size_t)c->tie_count + 1, sizeof *c->tie));
  c->tie[c->tie_count++] = tie;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ joints

static BrnStatus tie_bones(const Lister* l, int j, const double* X, bool scripted) {
  const BrnModelJoint* joint = &l->model->joint[j];
  int pair[2] = {joint->parent, joint->child}, start = (int)l->c->used;
  double size = 1, k = brn__bones_stiffness(l->model, l->nodes, pair, &size);
  BrnTie tie = {.joint = j, .support = -1, .vertex = -1, .axes = 7, .start = start};
  tie.scripted = scripted;
  tie.stiffness = STIFFER * k / (size * size);
  brn__copy3(tie.point, X);
  BRN_TRY(put_point(l, start, joint->child, X, 1));
  BRN_TRY(put_point(l, start, joint->parent, X, -1));
  return add_tie(l, tie);
}

// the same points that elimination shares
static BrnStatus close_ring(const Lister* l, int j) {
  const BrnModelJoint* joint = &l->model->joint[j];
  if (brn__joint_type(joint) == BRN_JOINT_WELD) {
    for (int k = 0; k < 4; k++) {
      BRN_TRY(tie_bones(l, j, l->nodes->affine[joint->child].rest[k], false));
    }
    return BRN_OK;
  }
  BRN_TRY(tie_bones(l, j, joint->point, false));
  if (joint->type == BRN_JOINT_BALL) return BRN_OK;
  int pair[2] = {joint->parent, joint->child};
  double size = 1, along[3];
  brn__bones_stiffness(l->model, l->nodes, pair, &size);
  brn__axpy3(along, joint->point, size, joint->axis);
  return tie_bones(l, j, along, false);
}

static double distance_from_axis(const BrnModelJoint* joint, const double* X) {
  double d[3], n[3];
  brn__sub3(d, X, joint->point);
  brn__cross3(n, joint->axis, d);
  return brn__norm3(n);
}

// the control point of the child that is farthest from the axis stays where the parent has it
static BrnStatus tie_angle(const Lister* l, int j) {
  const BrnModelJoint* joint = &l->model->joint[j];
  const BrnAffineBone* child = &l->nodes->affine[joint->child];
  int best = 0;
  for (int k = 1; k < 4; k++) {
    bool farther =
        distance_from_axis(joint, child->rest[k]) > distance_from_axis(joint, child->rest[best]);
    if (farther) best = k;
  }
  return tie_bones(l, j, child->rest[best], true);
}

static BrnStatus tie_joint(const Lister* l, int j) {
  const BrnModelJoint* joint = &l->model->joint[j];
  const BrnAffineBone *parent = &l->nodes->affine[joint->parent],
                      *child = &l->nodes->affine[joint->child];
  if (parent->known && child->known) return BRN_OK;
  if (joint->angle && child->known) {
    return brn__fail(l->ctx, BRN_UNSUPPORTED,
                     "joint \"%s\": its angle is scripted, but so is its second bone \"%s\", or it "
                     "is fixed; name that bone first, or leave the angle out",
                     joint->name, l->model->bone[joint->child].name);
  }
  if (l->model->skeleton->closes[j]) BRN_TRY(close_ring(l, j));
  return joint->angle ? tie_angle(l, j) : BRN_OK;
}

// ---------------------------------------------------------------------------------------- supports

static BrnStatus tie_vertex(const Lister* l, int s, int v, double stiffness) {
  const BrnModelSupport* support = &l->model->support[s];
  const BrnNodes* nodes = l->nodes;
  BrnTie tie = {.joint = -1, .support = s, .vertex = v, .start = (int)l->c->used};
  for (int a = 0; a < 3; a++) tie.axes |= (uint8_t)(support->axis[a] << a);
  tie.stiffness = stiffness;
  brn__copy3(tie.point, l->model->mesh->position + 3 * (size_t)v);
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    BRN_TRY(brn__constraints_put(l->ctx, l->c, tie.start, nodes->node[i], nodes->weight[i]));
  }
  return add_tie(l, tie);
}

// A bone is affine, and so is the motion of a support: up to four vertices say it all.
static BrnStatus tie_bone(const Lister* l, int s, int bone) {
  const BrnModelSupport* support = &l->model->support[s];
  const double* position = l->model->mesh->position;
  double rest[4][3], size = 1,
                     k = brn__bones_stiffness(l->model, l->nodes, (int[]){bone, -1}, &size);
  for (int count = 0; count < 4; count++) {
    double farthest = count == 0 ? -1 : IN_SPAN * size;
    int best = -1;
    for (int i = 0; i < support->vertex_count; i++) {
      int v = support->vertex[i];
      if (l->nodes->carrier[v] != bone) continue;
      double d = brn__span_distance(rest, count, position + 3 * (size_t)v);
      if (d > farthest) farthest = d, best = v;
    }
    if (best < 0) return BRN_OK;
    brn__copy3(rest[count], position + 3 * (size_t)best);
    BRN_TRY(tie_vertex(l, s, best, STIFFER * k / (size * size)));
  }
  return BRN_OK;
}

// vertices that ride on soft tets, each on its own
static BrnStatus tie_riders(const Lister* l, int s) {
  const BrnModel* model = l->model;
  for (int i = 0; i < model->support[s].vertex_count; i++) {
    int v = model->support[s].vertex[i], t = l->nodes->ride[v];
    if (t < 0) continue;
    double shear = brn__material_shear(&model->material_list[model->material[t]]);
    BRN_TRY(tie_vertex(l, s, v, STIFFER * shear * cbrt(model->volume[t])));
  }
  return BRN_OK;
}

BrnStatus brn__ties_list(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                         BrnConstraints* out) {
  Lister l = {ctx, model, nodes, out};
  for (int j = 0; j < model->joint_count; j++) BRN_TRY(tie_joint(&l, j));
  for (int s = 0; s < model->support_count; s++) {
    for (int b = 0; b < model->bone_count; b++) {
      if (!nodes->affine[b].known) BRN_TRY(tie_bone(&l, s, b));
    }
    BRN_TRY(tie_riders(&l, s));
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the input

// weight of the point X of a bone, times sign, in a tie that has all its nodes
static void weigh(const BrnNodes* nodes, const BrnTie* tie, int bone, const double* X, double sign,
                  BrnConstraints* c) {
  const BrnAffineBone* affine = &nodes->affine[bone];
  double beta[4];
  brn__affine_coordinates(affine, X, beta);
  for (int j = 0; j < affine->node_count; j++) {
    int i = tie->start;
    while (c->node[i] != affine->node[j]) i++;
    for (int k = 0; k < 4; k++) {
      c->weight[i] += sign * beta[k] * affine->weight[k * affine->node_count + j];
    }
  }
}

// Poses of the two bones of a scripted hinge are the hinges' own, and those before them: what is
// between them is the hinge. Its point is exact, so the rotation alone is taken.
static void follow_angle(const BrnModel* model, const BrnNodes* nodes, const BrnStepInput* input,
                         const BrnTie* tie, BrnConstraints* c) {
  const BrnModelJoint* joint = &model->joint[tie->joint];
  double turn[4], X[3];
  brn_joint_rotation(&input->bone[joint->parent], &input->bone[joint->child], turn);
  brn__sub3(X, tie->point, joint->point);
  brn_rotation_apply(turn, X, X);
  brn__add3(X, X, joint->point);
  memset(c->weight + tie->start, 0, sizeof(double) * (size_t)tie->count);
  weigh(nodes, tie, joint->child, tie->point, 1, c);
  weigh(nodes, tie, joint->parent, X, -1, c);
}

void brn__constraints_begin(const BrnModel* model, const BrnNodes* nodes, const BrnStepInput* input,
                            BrnConstraints* c) {
  for (int t = 0; t < c->tie_count; t++) {
    BrnTie* tie = &c->tie[t];
    memset(tie->multiplier, 0, sizeof tie->multiplier);
    if (tie->support >= 0) brn_pose_apply(&input->support[tie->support], tie->point, tie->target);
    if (tie->scripted) follow_angle(model, nodes, input, tie, c);
  }
  brn__limits_begin(c);
}
