// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "export/bone_tree.h"
#include "export_test.h"

// A model by hand. Bones are bars along x, 1 m long, of four vertices each; bone b begins at 2 b.
//
//   a - b - c      c is the child of b and, by a later joint, of a; a is the child of c: a ring
//   d - e          e is welded to d, at its own centre
//   f              has no joints

enum { BONES = 6, JOINTS = 5 };

typedef struct Body {
  BrnContext* ctx;
  BrnMesh mesh;
  double position[BONES * 4 * 3];
  int vertex[BONES][4];
  char* name[BONES];
  BrnModelPart part[BONES];
  BrnModelBone bone[BONES];
  BrnModelJoint joint[JOINTS];
  BrnModel model;
  BrnReplayPart seen[BONES];
  BrnReplay replay;
  int chosen[BONES];
  BrnExport job;
} Body;

static void body_make(Body* body, const char* without) {
  static const char* const names[BONES] = {"a", "b", "c", "d", "e", "f"};
  static const BrnModelJoint joints[JOINTS] = {
      {.type = BRN_JOINT_BALL, .parent = 0, .child = 1, .point = {1.5, 0.1, 0}},
      {.type = BRN_JOINT_BALL, .parent = 1, .child = 2, .point = {3.5, 0.2, 0}},
      {.type = BRN_JOINT_BALL, .parent = 0, .child = 2, .point = {9, 9, 9}},
      {.type = BRN_JOINT_BALL, .parent = 2, .child = 0, .point = {8, 8, 8}},
      {.type = BRN_JOINT_WELD, .parent = 3, .child = 4, .point = {8.5, 0, 0}},
  };
  *body = (Body){.ctx = test_context()};
  memcpy(body->joint, joints, sizeof joints);
  for (int b = 0; b < BONES; b++) {
    for (int i = 0; i < 4; i++) {
      double* p = body->position + 3 * (4 * b + i);
      p[0] = 2 * b + (i < 2 ? 0 : 1);
      p[1] = i % 2 ? 0.1 : -0.1;
      body->vertex[b][i] = 4 * b + i;
    }
    body->name[b] = (char*)names[b];
    body->part[b] = (BrnModelPart){.name = body->name[b], .label = b + 1};
    body->bone[b] = (BrnModelBone){.name = body->name[b],
                                   .part = b,
                                   .motion = -1,
                                   .vertex = body->vertex[b],
                                   .vertex_count = 4,
                                   .centre = {2 * b + 0.5, 0, 0}};
    body->seen[b] = (BrnReplayPart){.name = body->name[b], .label = b + 1};
    if (!strchr(without, *names[b])) body->chosen[body->job.part_count++] = b;
  }
  body->mesh = (BrnMesh){.vertex_count = 4 * BONES, .position = body->position};
  body->model = (BrnModel){.mesh = &body->mesh,
                           .part_count = BONES,
                           .part = body->part,
                           .bone_count = BONES,
                           .bone = body->bone,
                           .joint_count = JOINTS,
                           .joint = body->joint};
  body->replay = (BrnReplay){.model = &body->model, .part_count = BONES, .part = body->seen};
  body->job.ctx = body->ctx;
  body->job.replay = &body->replay;
  body->job.path = "x.bvh";
  body->job.part = body->chosen;
  body->job.stem = body->name;
  body->job.def = brn_export_def_default();
  ENSURE_OK(body->ctx, brn__model_hang(body->ctx, NULL, &body->model));
}

static void body_done(Body* body) {
  brn_skeleton_destroy(body->ctx, body->model.skeleton);
  test_context_done(body->ctx);
}

static void ensure_tree(const BrnBoneTree* skeleton, const char* bones, const char* parents) {
  char bone[BONES + 1] = "", parent[BONES + 1] = "";
  for (int i = 0; i < skeleton->bone_count; i++) {
    bone[i] = (char)('a' + skeleton->bone[i]);
    parent[i] = skeleton->parent[i] < 0 ? '-' : (char)('a' + skeleton->bone[skeleton->parent[i]]);
  }
  assert_string_equal(bone, bones);
  assert_string_equal(parent, parents);
}

static void ensure_at(const double* found, double x, double y) {
  ENSURE_NEAR(found[0], x, 1e-12);
  ENSURE_NEAR(found[1], y, 1e-12);
  ENSURE_NEAR(found[2], 0, 1e-12);
}

static void joints_make_a_tree(void** state) {
  (void)state;
  Body body;
  BrnBoneTree skeleton;
  body_make(&body, "");
  ENSURE_OK(body.ctx, brn__bone_tree_create(&body.job, &skeleton));
  ensure_tree(&skeleton, "abcdef", "-ab-d-");
  ENSURE_INT(skeleton.root_count, 3);
  const int child[] = {1, 2, -1, 4, -1, -1};
  for (int i = 0; i < BONES; i++) ENSURE_INT(skeleton.child[i], child[i]);
  assert_string_equal(skeleton.name[4], "e");
  brn__bone_tree_free(&body.job, &skeleton);
  body_done(&body);
}

static void ends_are_joints_or_where_the_bone_ends(void** state) {
  (void)state;
  Body body;
  BrnBoneTree skeleton;
  body_make(&body, "");
  ENSURE_OK(body.ctx, brn__bone_tree_create(&body.job, &skeleton));
  const double *head = skeleton.head, *tail = skeleton.tail;
  ensure_at(tail, 1.5, 0.1);     // a ends where b begins
  ensure_at(head + 3, 1.5, 0.1); // b at the first joint
  ensure_at(tail + 3, 3.5, 0.2);
  ensure_at(head + 6, 3.5, 0.2); // not at the ring
  // a begins where the line from b's joint through its centre comes out
  double along[2] = {-1 / hypot(1, 0.1), -0.1 / hypot(1, 0.1)};
  double most = fmax(1.5 * -along[0] + 0.2 * -along[1], 0);
  ensure_at(head, 1.5 + most * along[0], 0.1 + most * along[1]);
  // a weld stands where the child is nearest to the parent, not at the centre
  ENSURE_NEAR(head[12], 8, 1e-12);
  ENSURE_NEAR(fabs(head[13]), 0.1, 1e-12);
  ENSURE(tail[12] > 8.9);
  // a bone without joints lies along itself
  ENSURE_NEAR(fabs(tail[15] - head[15]), 1, 0.05);
  brn__bone_tree_free(&body.job, &skeleton);
  body_done(&body);
}

static void bones_that_are_left_out_are_skipped(void** state) {
  (void)state;
  Body body;
  BrnBoneTree skeleton;
  body_make(&body, "bd");
  // names follow the chosen parts
  char* stem[] = {(char*)"a", (char*)"c", (char*)"e", (char*)"f"};
  body.job.stem = stem;
  ENSURE_OK(body.ctx, brn__bone_tree_create(&body.job, &skeleton));
  ensure_tree(&skeleton, "acef", "-a--");
  assert_string_equal(skeleton.name[1], "c");
  ensure_at(skeleton.head + 3, 3.5, 0.2);
  brn__bone_tree_free(&body.job, &skeleton);
  body_done(&body);
}

static void without_bones_there_is_no_skeleton(void** state) {
  (void)state;
  Body body;
  BrnBoneTree skeleton;
  body_make(&body, "abcdef");
  ENSURE_STATUS(body.ctx, brn__bone_tree_create(&body.job, &skeleton), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(body.ctx, "there are no bones among the chosen parts");
  body.model.bone_count = 0;
  ENSURE_STATUS(body.ctx, brn__bone_tree_create(&body.job, &skeleton), BRN_UNSUPPORTED);
  body.replay.model = NULL;
  ENSURE_STATUS(body.ctx, brn__bone_tree_create(&body.job, &skeleton), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(body.ctx, "a mesh file does not tell its bones");
  body_done(&body);
}

static void memory_may_be_short(void** state) {
  (void)state;
  Body body;
  BrnBoneTree skeleton;
  BrnStatus status = BRN_NO_MEMORY;
  body_make(&body, "");
  size_t before = brn_byte_count(body.ctx);
  for (int k = 0; status != BRN_OK; k++) {
    brn_fail_allocation(body.ctx, k);
    status = brn__bone_tree_create(&body.job, &skeleton);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(status == BRN_OK || brn_byte_count(body.ctx) == before);
  }
  brn_fail_allocation(body.ctx, -1);
  brn__bone_tree_free(&body.job, &skeleton);
  body_done(&body);
}

TEST_MAIN(cmocka_unit_test(joints_make_a_tree),
          cmocka_unit_test(ends_are_joints_or_where_the_bone_ends),
          cmocka_unit_test(bones_that_are_left_out_are_skipped),
          cmocka_unit_test(without_bones_there_is_no_skeleton),
          cmocka_unit_test(memory_may_be_short))
