// SPDX-License-Identifier: Apache-2.0
//
// Control points of bones, in the order in which the skeleton hangs them on each other.

#include "core/vec.h"
#include "solver/body/nodes.h"

#include <math.h>
#include <string.h>

// --------------------------------------------------------------------------------- control points

void brn__affine_coordinates(const BrnAffineBone* affine, const double* X, double out[4]) {
  double d[3];
  brn__sub3(d, X, affine->rest[0]);
  brn__mul3(out + 1, affine->inverse, d);
  out[0] = 1 - out[1] - out[2] - out[3];
}

double brn__span_distance(double rest[4][3], int count, const double* X) {
  double d[3], e[3], f[3], n[3];
  if (count == 0) return 0;
  brn__sub3(d, X, rest[0]);
  if (count == 1) return brn__norm3(d);
  brn__sub3(e, rest[1], rest[0]);
  if (count == 2) {
    brn__cross3(n, e, d);
    return brn__norm3(n) / brn__norm3(e);
  }
  brn__sub3(f, rest[2], rest[0]);
  brn__cross3(n, e, f);
  return fabs(brn__dot3(n, d)) / brn__norm3(n);
}

// the vertex that the bone itself carries farthest out of the span; the first one for a beginning
static int farthest_vertex(const BrnModel* model, const BrnNodes* nodes, int bone,
                           double rest[4][3], int count, double* distance) {
  const BrnModelBone* body = &model->bone[bone];
  int best = -1;
  *distance = -1;
  for (int i = 0; i < body->vertex_count; i++) {
    int v = body->vertex[i];
    if (nodes->carrier[v] != bone) continue;
    double d = brn__span_distance(rest, count, model->mesh->position + 3 * (size_t)v);
    if (d > *distance) *distance = d, best = v;
  }
  return best;
}

BrnJointType brn__joint_type(const BrnModelJoint* joint) {
  const double no_swing = 1e-4; // rad, less than a limit may be wrong by
  bool stiff = joint->type == BRN_JOINT_BALL && joint->swing < no_swing;
  return stiff ? BRN_JOINT_WELD : joint->type;
}

// control points that ride on the bone at the other side of a joint
static int joint_points(const BrnModel* model, const BrnModelJoint* joint, int bone,
                        const BrnAffineBone* other, double rest[4][3]) {
  if (brn__joint_type(joint) == BRN_JOINT_WELD) {
    memcpy(rest, other->rest, sizeof other->rest);
    return 4;
  }
  brn__copy3(rest[0], joint->point);
  if (joint->type == BRN_JOINT_BALL) return 1;
  // as far along the axis as the bone is large, so that the tet is well shaped
  const BrnModelBone* body = &model->bone[bone];
  double size = 0;
  for (int i = 0; i < body->vertex_count; i++) {
    size = fmax(size,
                brn__distance3(joint->point, model->mesh->position + 3 * (size_t)body->vertex[i]));
  }
  brn__axpy3(rest[1], joint->point, size, joint->axis);
  return 2;
}

static BrnStatus span(BrnContext* ctx, const BrnModel* model, BrnAffineBone* affine) {
  double M[9], e[3];
  for (int k = 0; k < 3; k++) {
    brn__sub3(e, affine->rest[k + 1], affine->rest[0]);
    for (int i = 0; i < 3; i++) M[3 * i + k] = e[i];
  }
  double det = brn__inverse3(affine->inverse, M);
  double size = brn__distance3(affine->rest[0], affine->rest[3]);
  if (fabs(det) > 1e-9 * size * size * size) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "bone \"%s\": its vertices lie in a plane or on the axis of its joint; give it "
                   "some thickness",
                   model->bone[affine->bone].name);
}

// weights of own nodes are 1; those of the joint's points are what the other bone's are
static void weigh(BrnAffineBone* affine, const BrnAffineBone* other, int shared,
                  const int* own_node) {
  int own = 4 - shared, n = affine->node_count;
  for (int j = 0; j < n; j++) affine->node[j] = j < own ? own_node[j] : other->node[j - own];
  for (int k = 0; k < 4; k++) {
    double beta[4];
    if (k < shared) brn__affine_coordinates(other, affine->rest[k], beta);
    for (int j = 0; j < n; j++) {
      double* w = &affine->weight[k * n + j];
      *w = k >= shared && j == k - shared;
      for (int m = 0; m < 4 && k < shared && j >= own; m++) {
        *w += beta[m] * other->weight[m * other->node_count + j - own];
      }
    }
  }
}

static BrnStatus make_frame(BrnContext* ctx, const BrnModel* model, BrnNodes* nodes, int bone) {
  BrnAffineBone* affine = &nodes->affine[bone];
  const BrnAffineBone* other = affine->other >= 0 ? &nodes->affine[affine->other] : NULL;
  int shared = 0, own_node[4];
  // the first control points are the joint's, and ride on the bone that it hangs on
  if (other) {
    const BrnModelJoint* joint = &model->joint[model->skeleton->via[bone]];
    shared = joint_points(model, joint, bone, other, affine->rest);
  }
  // the others are its own vertices, each the farthest from the span of those before
  for (int k = shared; k < 4; k++) {
    double distance;
    int v = farthest_vertex(model, nodes, bone, affine->rest, k, &distance);
    if (v < 0) {
      return brn__fail(ctx, BRN_INVALID, "bone \"%s\": all its vertices are other bones'",
                       model->bone[bone].name);
    }
    brn__copy3(affine->rest[k], model->mesh->position + 3 * (size_t)v);
    nodes->vertex[nodes->count] = v;
    nodes->held[nodes->count] = affine->known ? 7 : 0;
    own_node[k - shared] = nodes->count++;
  }
  affine->shared = shared;
  BRN_TRY(span(ctx, model, affine));
  // nodes that its control points hang on: its own, and all of the other bone's
  affine->node_count = 4 - shared + (other && shared > 0 ? other->node_count : 0);
  affine->node = brn__new(ctx, affine->node_count, int);
  affine->weight = brn__new(ctx, 4 * (size_t)affine->node_count, double);
  if (!affine->node || !affine->weight) return BRN_NO_MEMORY;
  weigh(affine, other, shared, own_node);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- all

static void measure_bones(const BrnModel* model, BrnNodes* nodes) {
  for (int b = 0; b < nodes->bone_count; b++) {
    bool known = brn_skeleton_is_given(model->skeleton, b);
    nodes->affine[b] = (BrnAffineBone){.bone = b,
                                       .known = known,
                                       .other = known ? -1 : model->skeleton->parent[b],
                                       .material = -1,
                                       .first_point = -1};
  }
  for (int t = 0; t < model->mesh->tet_count; t++) {
    int bone = brn__tet_bone(model, t);
    if (bone < 0) continue;
    nodes->affine[bone].volume += model->volume[t];
    if (nodes->affine[bone].material < 0) nodes->affine[bone].material = model->material[t];
  }
}

BrnStatus brn__affine_create(BrnContext* ctx, const BrnModel* model, BrnNodes* nodes) {
  measure_bones(model, nodes);
  for (int i = 0; i < nodes->bone_count; i++) {
    BRN_TRY(make_frame(ctx, model, nodes, nodes->order[i]));
  }
  return BRN_OK;
}
