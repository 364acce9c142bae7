// SPDX-License-Identifier: Apache-2.0

#include "skeleton_test.h"

// ----------------------------------------------------------------------------------------- by hand

#define BALL(a, b)                                                                                 \
  { .type = BRN_JOINT_BALL, .parent = a, .child = b }
#define SCRIPTED(a, b)                                                                             \
  { .type = BRN_JOINT_HINGE, .parent = a, .child = b, .axis = {1, 0, 0}, .scripted = true }

static void bones_hang_on_those_whose_motion_is_given(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  // 0 - 1 - 2 - 3 is described from 0 on; 2 is fixed, 4 is turned by it, 5 hangs on that, 6 is
  // alone
  const BrnSkeletonBone bone[7] = {[2] = {.motion = BRN_BONE_FIXED}};
  const BrnSkeletonJoint joint[] = {BALL(0, 1), BALL(1, 2), BALL(2, 3), SCRIPTED(2, 4), BALL(4, 5)};
  static const int order[] = {2, 4, 1, 3, 5, 0, 6}, parent[] = {1, 2, -1, 2, 2, 4, -1},
                   via[] = {0, 1, -1, 2, 3, 4, -1}, above[] = {-1, 0, 1, 2, 3, 4, -1},
                   coordinate[] = {12, 0, 0, 4, 0, 8, 16};
  BrnSkeleton* s;
  ENSURE_OK(ctx, brn_skeleton_create(ctx, bone, 7, joint, 5, &s));
  for (int b = 0; b < 7; b++) {
    ENSURE_INT(s->order[b], order[b]);
    ENSURE_INT(s->parent[b], parent[b]);
    ENSURE_INT(s->via[b], via[b]);
    ENSURE_INT(s->above[b], above[b]);
    ENSURE_INT(s->coordinate[b], coordinate[b]);
    ENSURE_INT(s->turner[b], b == 4 ? 3 : -1);
  }
  ENSURE_INT(s->bone[4].motion, BRN_BONE_TURNED);
  ENSURE_INT(s->coordinate_count, 23);
  ENSURE_INT(s->freedom_count, 18);
  brn_skeleton_destroy(ctx, s);
  test_context_done(ctx);
}

static void a_hinge_on_a_free_bone_gives_no_motion(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const BrnSkeletonBone bone[2] = {{0}};
  const BrnSkeletonJoint joint[] = {SCRIPTED(0, 1)};
  BrnSkeleton* s;
  ENSURE_OK(ctx, brn_skeleton_create(ctx, bone, 2, joint, 1, &s));
  ENSURE(!brn_skeleton_is_given(s, 1));
  ENSURE_INT(s->turner[1], 0);
  ENSURE_INT(s->freedom_count, 7);
  brn_skeleton_destroy(ctx, s);
  test_context_done(ctx);
}

static void rings_are_closed_by_one_joint(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  // 0 - 1 - 2 - 0; between 0 and 3, which are fixed, nothing is to be closed
  const BrnSkeletonBone bone[4] = {{.motion = BRN_BONE_FIXED}, [3] = {.motion = BRN_BONE_FIXED}};
  const BrnSkeletonJoint joint[] = {BALL(0, 1), BALL(1, 2), BALL(2, 0), BALL(0, 3)};
  static const bool closes[] = {false, true, false, false};
  BrnSkeleton* s;
  ENSURE_OK(ctx, brn_skeleton_create(ctx, bone, 4, joint, 4, &s));
  for (int j = 0; j < 4; j++) ENSURE_INT(s->closes[j], closes[j]);
  ENSURE_INT(s->above[0], -1); // as described joint 2 makes the ring
  ENSURE_INT(s->above[2], 1);
  ENSURE_INT(s->via[2], 2);
  ENSURE_INT(brn_skeleton_bone_above(s, 2), 1);
  ENSURE_INT(brn_skeleton_bone_above(s, 0), -1);
  brn_skeleton_destroy(ctx, s);
  test_context_done(ctx);
}

static void scripted_joints_are_a_tree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const BrnSkeletonBone bone[3] = {{0}};
  const BrnSkeletonJoint twice[] = {SCRIPTED(0, 2), BALL(0, 1), SCRIPTED(1, 2)};
  const BrnSkeletonJoint circle[] = {SCRIPTED(0, 1), SCRIPTED(1, 2), SCRIPTED(2, 0)};
  BrnSkeleton* s;
  int other;
  ENSURE_INT(brn_joint_clash(twice, 2, &other), BRN_JOINT_FINE);
  ENSURE_INT(brn_joint_clash(twice, 3, &other), BRN_JOINT_TWICE);
  ENSURE_INT(other, 0);
  ENSURE_INT(brn_joint_clash(circle, 2, &other), BRN_JOINT_FINE);
  ENSURE_INT(brn_joint_clash(circle, 3, &other), BRN_JOINT_CIRCLE);
  ENSURE_INT(other, 0);
  ENSURE_STATUS(ctx, brn_skeleton_create(ctx, bone, 3, twice, 3, &s), BRN_INVALID);
  ENSURE(s == NULL);
  ENSURE_ERROR_HAS(ctx, "joints 0 and 2 of a skeleton");
  test_context_done(ctx);
}

static void a_scripted_joint_goes_before_others(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const BrnSkeletonBone bone[3] = {{.motion = BRN_BONE_FIXED}};
  const BrnSkeletonJoint joint[] = {BALL(2, 1), SCRIPTED(0, 1), BALL(1, 2)};
  BrnSkeleton* s;
  ENSURE_OK(ctx, brn_skeleton_create(ctx, bone, 3, joint, 3, &s));
  ENSURE_INT(s->above[1], 1);
  ENSURE_INT(s->above[2], 2);
  brn_skeleton_destroy(ctx, s);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- at random

// as described: is a bone below another one?
static bool is_below(const BrnSkeleton* s, int bone, int above) {
  for (int step = 0; bone >= 0; step++) {
    ENSURE(step <= s->bone_count);
    if (bone == above) return true;
    bone = brn_skeleton_bone_above(s, bone);
  }
  return false;
}

static void check_tree(const BrnSkeleton* s) {
  int place[MOST_BONES], used[MOST_JOINTS] = {0};
  memset(place, -1, sizeof place);
  for (int i = 0; i < s->bone_count; i++) {
    ENSURE(place[s->order[i]] < 0);
    place[s->order[i]] = i;
  }
  for (int b = 0; b < s->bone_count; b++) {
    int via = s->via[b], parent = s->parent[b];
    ENSURE_INT(via < 0, parent < 0);
    for (int a = 0; a < s->bone_count; a++) {
      if (a != b && is_below(s, a, b)) ENSURE(!is_below(s, b, a));
    }
    if (via < 0) continue;
    ENSURE(place[parent] < place[b]);
    int child = s->joint[via].child == b ? s->joint[via].parent : s->joint[via].child;
    ENSURE_INT(child, parent);
    used[via]++;
    if (brn_skeleton_is_given(s, b)) ENSURE_INT(via, s->turner[b]);
  }
  for (int j = 0; j < s->joint_count; j++) {
    bool given =
        brn_skeleton_is_given(s, s->joint[j].parent) && brn_skeleton_is_given(s, s->joint[j].child);
    ENSURE(used[j] <= 1);
    ENSURE_INT(s->closes[j], !used[j] && !given);
  }
}

static void random_joints_make_trees(void** state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    Rig rig = rig_start(seed);
    check_tree(rig.skeleton);
    rig_end(&rig);
  }
}

static void every_allocation_may_fail(void** state) {
  (void)state;
  Rig rig = rig_start(7);
  BrnSkeleton* s;
  BrnStatus status = BRN_NO_MEMORY;
  for (int successes = 0; status != BRN_OK; successes++) {
    ENSURE(successes < 50);
    brn_fail_allocation(rig.ctx, successes);
    status = brn_skeleton_create(rig.ctx, rig.bone, rig.bones, rig.joint, rig.joints, &s);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE_INT(s != NULL, status == BRN_OK);
  }
  brn_fail_allocation(rig.ctx, -1);
  brn_skeleton_destroy(rig.ctx, s);
  rig_end(&rig);
}

TEST_MAIN(cmocka_unit_test(bones_hang_on_those_whose_motion_is_given),
          cmocka_unit_test(a_hinge_on_a_free_bone_gives_no_motion),
          cmocka_unit_test(rings_are_closed_by_one_joint),
          cmocka_unit_test(scripted_joints_are_a_tree),
          cmocka_unit_test(a_scripted_joint_goes_before_others),
          cmocka_unit_test(random_joints_make_trees), cmocka_unit_test(every_allocation_may_fail))
