// SPDX-License-Identifier: Apache-2.0
//
// What hangs on what: the tree as described, the tree as it moves, and the coordinates in it.

#include "core/core.h"
#include "skeleton/described.h"

#include <string.h>

// -------------------------------------------------------------------------------- scripted joints

static int turner_of(const BrnSkeletonJoint* joint, int joint_count, int bone) {
  for (int j = 0; j < joint_count; j++) {
    if (joint[j].scripted && joint[j].child == bone) return j;
  }
  return -1;
}

BrnJointClash brn_joint_clash(const BrnSkeletonJoint* joint, int joint_count, int* other) {
  BRN_ASSERT(joint && joint_count > 0 && other);
  int before = joint_count - 1;
  const BrnSkeletonJoint* last = &joint[before];
  if (!last->scripted) return BRN_JOINT_FINE;
  if ((*other = turner_of(joint, before, last->child)) >= 0) return BRN_JOINT_TWICE;
  // those before it may be in a circle, too, that was told already
  int bone = last->parent;
  for (int step = 0; step < before && (*other = turner_of(joint, before, bone)) >= 0; step++) {
    bone = joint[*other].parent;
    if (bone == last->child) return BRN_JOINT_CIRCLE;
  }
  return BRN_JOINT_FINE;
}

static BrnStatus check_scripts(BrnContext* ctx, const BrnSkeleton* s) {
  for (int j = 0, other = -1; j < s->joint_count; j++) {
    if (brn_joint_clash(s->joint, j + 1, &other) == BRN_JOINT_FINE) continue;
    return brn__fail(ctx, BRN_INVALID,
                     "joints %d and %d of a skeleton: scripted ones must be a tree; leave one of "
                     "the angles out",
                     other, j);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------ as described

int brn_skeleton_bone_above(const BrnSkeleton* s, int bone) {
  BRN_ASSERT(s && bone >= 0 && bone < s->bone_count);
  return s->above[bone] < 0 ? -1 : s->joint[s->above[bone]].parent;
}

static bool is_below(const BrnSkeleton* s, int bone, int above) {
  while (bone >= 0 && bone != above) bone = brn_skeleton_bone_above(s, bone);
  return bone >= 0;
}

static void hang_as_described(BrnSkeleton* s) {
  for (int b = 0; b < s->bone_count; b++) {
    s->above[b] = s->turner[b] = turner_of(s->joint, s->joint_count, b);
  }
  for (int j = 0; j < s->joint_count; j++) {
    const BrnSkeletonJoint* joint = &s->joint[j];
    bool hangs = s->above[joint->child] >= 0;
    if (!hangs && !is_below(s, joint->parent, joint->child)) s->above[joint->child] = j;
  }
}

// ----------------------------------------------------------------------------------- as they move

bool brn_skeleton_is_given(const BrnSkeleton* s, int bone) {
  BRN_ASSERT(s && bone >= 0 && bone < s->bone_count);
  return s->bone[bone].motion != BRN_BONE_FREE;
}

// at the end of scripted hinges that begin at a bone whose motion is given
static void find_turned(BrnSkeleton* s) {
  for (int b = 0; b < s->bone_count; b++) {
    int bone = b;
    while (s->bone[bone].motion == BRN_BONE_FREE && s->turner[bone] >= 0) {
      bone = s->joint[s->turner[bone]].parent;
    }
    if (bone != b && brn_skeleton_is_given(s, bone)) s->bone[b].motion = BRN_BONE_TURNED;
  }
}

typedef struct Order {
  BrnSkeleton* s;
  bool* done; // (bone_count)
  int count;
} Order;

static void append(Order* order, int bone, int via, int parent) {
  BrnSkeleton* s = order->s;
  s->order[order->count++] = bone;
  s->via[bone] = via;
  s->parent[bone] = parent;
  order->done[bone] = true;
  if (via >= 0) s->closes[via] = false;
}

// a turned bone behind those that it hangs on
static void append_given(Order* order, int bone) {
  const BrnSkeleton* s = order->s;
  if (order->done[bone]) return;
  if (s->bone[bone].motion != BRN_BONE_TURNED) {
    append(order, bone, -1, -1);
    return;
  }
  int via = s->turner[bone], parent = s->joint[via].parent;
  append_given(order, parent);
  append(order, bone, via, parent);
}

// the bones beyond the joints of all that is done, by breadth
static void spread(Order* order, int begin) {
  const BrnSkeleton* s = order->s;
  for (int i = begin; i < order->count; i++) {
    int from = s->order[i];
    for (int j = 0; j < s->joint_count; j++) {
      int parent = s->joint[j].parent, child = s->joint[j].child;
      int to = parent == from ? child : child == from ? parent : -1;
      if (to >= 0 && !order->done[to]) append(order, to, j, from);
    }
  }
}

static void hang_as_it_moves(BrnSkeleton* s, bool* done) {
  Order order = {.s = s, .done = done};
  for (int j = 0; j < s->joint_count; j++) {
    const BrnSkeletonJoint* joint = &s->joint[j];
    bool given = brn_skeleton_is_given(s, joint->parent) && brn_skeleton_is_given(s, joint->child);
    s->closes[j] = !given;
  }
  memset(done, 0, sizeof(bool) * (size_t)s->bone_count);
  for (int b = 0; b < s->bone_count; b++) {
    if (brn_skeleton_is_given(s, b)) append_given(&order, b);
  }
  spread(&order, 0);
  for (int b = 0; b < s->bone_count; b++) {
    int begin = order.count;
    if (!done[b]) append(&order, b, -1, -1);
    spread(&order, begin);
  }
}

// in the order of the tree: what hangs on a bone comes behind it
static void count_coordinates(BrnSkeleton* s) {
  static const int coordinates[] = {[BRN_JOINT_BALL] = 4, [BRN_JOINT_HINGE] = 1};
  static const int freedoms[] = {[BRN_JOINT_BALL] = 3, [BRN_JOINT_HINGE] = 1};
  for (int i = 0; i < s->bone_count; i++) {
    int b = s->order[i], via = s->via[b];
    s->coordinate[b] = s->coordinate_count;
    s->freedom[b] = s->freedom_count;
    if (brn_skeleton_is_given(s, b)) continue;
    bool weld = via >= 0 && s->joint[via].type == BRN_JOINT_WELD;
    if (weld) continue;
    s->coordinate_count += via < 0 ? 7 : coordinates[s->joint[via].type];
    s->freedom_count += via < 0 ? 6 : freedoms[s->joint[via].type];
  }
}

// ------------------------------------------------------------------------------------- life cycle

void brn_skeleton_destroy(BrnContext* ctx, BrnSkeleton* s) {
  BRN_ASSERT(ctx);
  if (!s) return;
  brn__described_free(ctx, &brn__skeleton_description, s);
  brn__free(ctx, s);
}

static BrnStatus grow(BrnContext* ctx, BrnSkeleton* s) {
  BRN_TRY(check_scripts(ctx, s));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  bool* done = brn__scratch(ctx, s->bone_count, bool);
  if (done) {
    hang_as_described(s);
    find_turned(s);
    hang_as_it_moves(s, done);
    count_coordinates(s);
  }
  brn__scratch_release(ctx, mark);
  return done ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn_skeleton_create(BrnContext* ctx, const BrnSkeletonBone* bone, int bone_count,
                              const BrnSkeletonJoint* joint, int joint_count, BrnSkeleton** out) {
  BRN_ASSERT(ctx && (bone || bone_count == 0) && (joint || joint_count == 0) && out);
  *out = NULL;
  BrnSkeleton* s = brn__new_zero(ctx, 1, BrnSkeleton);
  if (!s) return BRN_NO_MEMORY;
  s->bone_count = bone_count;
  s->joint_count = joint_count;
  BrnScope scope = {.type = &brn__skeleton_description, .record = s};
  BrnStatus status = brn__described_create(ctx, &scope);
  if (status == BRN_OK) {
    if (bone) memcpy(s->bone, bone, sizeof *bone * (size_t)bone_count);
    if (joint) memcpy(s->joint, joint, sizeof *joint * (size_t)joint_count);
    status = grow(ctx, s);
  }
  if (status != BRN_OK) {
    brn_skeleton_destroy(ctx, s);
    s = NULL;
  }
  *out = s;
  return status;
}
