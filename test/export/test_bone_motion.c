// SPDX-License-Identifier: Apache-2.0

#include "run_export_test.h"

// A reader of BVH that knows nothing of ours: matrices, degrees, joints in the order of the file.

typedef struct Bvh {
  int joint_count, frame_count;
  char name[16][32];
  int parent[16], channels[16], first[16];
  char channel[16][6][16];
  double offset[16][3], frame_time;
  double value[8][64];
} Bvh;

static Bvh bvh_read(char* text) {
  Bvh bvh = {0};
  int stack[16], depth = 0, current = -1, count = 0;
  char* rest;
  for (char* word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
    if (strcmp(word, "ROOT") == 0 || strcmp(word, "JOINT") == 0 || strcmp(word, "End") == 0) {
      current = bvh.joint_count++;
      bvh.parent[current] = depth ? stack[depth - 1] : -1;
      snprintf(bvh.name[current], 32, "%s", strtok_r(NULL, " \n", &rest));
    } else if (strcmp(word, "{") == 0) {
      stack[depth++] = current;
    } else if (strcmp(word, "}") == 0) {
      depth--;
    } else if (strcmp(word, "OFFSET") == 0) {
      for (int i = 0; i < 3; i++) bvh.offset[current][i] = atof(strtok_r(NULL, " \n", &rest));
    } else if (strcmp(word, "CHANNELS") == 0) {
      bvh.channels[current] = atoi(strtok_r(NULL, " \n", &rest));
      bvh.first[current] = count;
      count += bvh.channels[current];
      for (int c = 0; c < bvh.channels[current]; c++) {
        snprintf(bvh.channel[current][c], 16, "%s", strtok_r(NULL, " \n", &rest));
      }
    } else if (strcmp(word, "Frames:") == 0) {
      bvh.frame_count = atoi(strtok_r(NULL, " \n", &rest));
    } else if (strcmp(word, "Time:") == 0) {
      bvh.frame_time = atof(strtok_r(NULL, " \n", &rest));
      for (int k = 0; k < bvh.frame_count; k++) {
        for (int c = 0; c < count; c++) bvh.value[k][c] = atof(strtok_r(NULL, " \n", &rest));
      }
    }
  }
  ENSURE_INT(depth, 0);
  return bvh;
}

static void multiply(const double a[9], const double b[9], double out[9]) {
  double c[9] = {0};
  for (int i = 0; i < 27; i++)
    c[i / 9 * 3 + i % 3] += a[i / 9 * 3 + i / 3 % 3] * b[i / 3 % 3 * 3 + i % 3];
  memcpy(out, c, sizeof c);
}

static void about(char axis, double degrees, double out[9]) {
  double c = cos(degrees * M_PI / 180), s = sin(degrees * M_PI / 180);
  const double x[9] = {1, 0, 0, 0, c, -s, 0, s, c}, y[9] = {c, 0, s, 0, 1, 0, -s, 0, c};
  const double z[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
  memcpy(out, axis == 'X' ? x : axis == 'Y' ? y : z, sizeof x);
}

// rotation and place of a joint in the world
static void bvh_pose(const Bvh* bvh, int joint, int frame, double turn[9], double place[3]) {
  double local[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, at[3], one[9];
  memcpy(at, bvh->offset[joint], sizeof at);
  for (int c = 0; c < bvh->channels[joint]; c++) {
    const char* name = bvh->channel[joint][c];
    double value = bvh->value[frame][bvh->first[joint] + c];
    if (strcmp(name + 1, "position") == 0) {
      at[*name - 'X'] = value;
    } else {
      about(*name, value, one);
      multiply(local, one, local);
    }
  }
  memcpy(turn, local, sizeof local);
  memcpy(place, at, sizeof at);
  if (bvh->parent[joint] < 0) return;
  double above[9], origin[3];
  bvh_pose(bvh, bvh->parent[joint], frame, above, origin);
  multiply(above, local, turn);
  for (int i = 0; i < 3; i++) {
    place[i] = origin[i];
    for (int j = 0; j < 3; j++) place[i] += above[3 * i + j] * at[j];
  }
}

static int bvh_find(const Bvh* bvh, const char* name) {
  for (int j = 0; j < bvh->joint_count; j++) {
    if (strcmp(bvh->name[j], name) == 0) return j;
  }
  fail_msg("there is no joint %s", name);
  return -1;
}

// every vertex of the bone goes where the file's joint takes it
static void ensure_bone(ExportTest* test, const Bvh* bvh, int bone, const char* name, int frame,
                        const BrnExportDef* def, const double* position) {
  const BrnModelBone* it = &test->replay->model->bone[bone];
  BrnExport job = {.def = *def};
  double turn[9], place[3], head[3] = {0};
  int joint = bvh_find(bvh, name);
  bvh_pose(bvh, joint, frame, turn, place);
  for (int j = joint; j >= 0; j = bvh->parent[j]) {
    for (int i = 0; i < 3; i++) head[i] += bvh->offset[j][i];
  }
  for (int n = 0; n < it->vertex_count; n++) {
    size_t v = 3 * (size_t)it->vertex[n];
    double rest[3], now[3];
    if (test->replay->model->vertex_bone[it->vertex[n]] != bone) continue;
    brn__export_point(&job, test->replay->mesh->position + v, rest);
    brn__export_point(&job, position + v, now);
    for (int i = 0; i < 3; i++) {
      double found = place[i];
      for (int j = 0; j < 3; j++) found += turn[3 * i + j] * (rest[j] - head[j]);
      ENSURE_NEAR(found, now[i], 1e-7 / def->metres_per_unit); // frames hold doubles
    }
  }
}

static const char* const names[] = {"a", "b__too", "c"};

static void bones_go_where_the_file_takes_them(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  double* position = malloc(sizeof(double) * 3 * (size_t)test.replay->mesh->vertex_count);
  for (int n = 0; n < 3; n++) {
    BrnExportDef def = brn_export_def_default();
    def.up = "yzx"[n];
    def.metres_per_unit = n == 1 ? 0.01 : 1;
    def.force = true;
    ENSURE_OK(test.ctx, export_go(&test, "chain.bvh", &def));
    size_t size;
    char* text = export_read(&test, "chain.bvh", &size);
    Bvh bvh = bvh_read(text);
    free(text);
    ENSURE_INT(bvh.frame_count, RUN_FRAMES);
    ENSURE_NEAR(bvh.frame_time, 0.04, 1e-12);
    ENSURE_INT(bvh.joint_count, 4); // and the end of c
    assert_string_equal(bvh.channel[0][3], "Zrotation");
    for (int k = 0; k < RUN_FRAMES; k++) {
      ENSURE_OK(test.ctx, brn_replay_positions(test.replay, k, position));
      for (int b = 0; b < 3; b++) ensure_bone(&test, &bvh, b, names[b], k, &def, position);
    }
  }
  ENSURE_INT(test.report.parts, 3);
  free(position);
  export_done(&test);
}

static void our_own_reader_finds_the_same_poses(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  BrnClipDef clip_def = brn_clip_def_default();
  BrnClip* clip;
  BrnPose pose[8];
  def.up = clip_def.up = 'z';
  def.metres_per_unit = clip_def.metres_per_unit = 0.001;
  ENSURE_OK(test.ctx, export_go(&test, "chain.bvh", &def));
  ENSURE_OK(test.ctx, brn_clip_read(test.ctx, export_path(&test, "chain.bvh"), &clip_def, &clip));
  double* position = malloc(sizeof(double) * 3 * (size_t)test.replay->mesh->vertex_count);
  for (int k = 0; k < RUN_FRAMES; k++) {
    ENSURE_OK(test.ctx, brn_replay_positions(test.replay, k, position));
    brn_clip_global_poses(clip, k * clip->frame_time, pose);
    for (int b = 0; b < 3; b++) {
      BrnPose expected = brn_replay_bone_pose(test.replay, b, position);
      double head[3] = {0}, found[3], place[3];
      int joint;
      ENSURE_OK(test.ctx, brn_clip_find_joint(test.ctx, clip, names[b], &joint));
      for (int j = joint; j >= 0; j = clip->parent[j]) brn__add3(head, head, clip->offset + 3 * j);
      brn_pose_apply(&expected, head, place);
      for (int i = 0; i < 3; i++) ENSURE_NEAR(pose[joint].translation[i], place[i], 1e-7);
      for (int axis = 0; axis < 3; axis++) {
        double unit[3] = {axis == 0, axis == 1, axis == 2}, turned[3];
        brn_rotation_apply(expected.rotation, unit, turned);
        brn_rotation_apply(pose[joint].rotation, unit, found);
        for (int i = 0; i < 3; i++) ENSURE_NEAR(found[i], turned[i], 1e-7);
      }
    }
  }
  free(position);
  brn_clip_destroy(test.ctx, clip);
  export_done(&test);
}

static void joints_that_hold_have_no_positions(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  def.tolerance = 1e-3;
  ENSURE_OK(test.ctx, export_go(&test, "chain.bvh", &def));
  size_t size;
  char* text = export_read(&test, "chain.bvh", &size);
  Bvh bvh = bvh_read(text);
  free(text);
  ENSURE_INT(bvh.channels[bvh_find(&bvh, "a")], 6);
  ENSURE_INT(bvh.channels[bvh_find(&bvh, "b__too")], 3);
  ENSURE_INT(bvh.channels[bvh_find(&bvh, "c")], 3);
  // chosen bones alone: c hangs on to a, and goes about it
  const char* part[] = {"a", "c"};
  def.part = part;
  def.part_count = 2;
  def.force = true;
  ENSURE_OK(test.ctx, export_go(&test, "chain.bvh", &def));
  text = export_read(&test, "chain.bvh", &size);
  bvh = bvh_read(text);
  free(text);
  ENSURE_INT(bvh.joint_count, 3);
  ENSURE_INT(bvh.channels[bvh_find(&bvh, "c")], 6);
  export_done(&test);
}

static void meshes_have_no_bones(void** state) {
  (void)state;
  ExportTest test = export_make();
  ENSURE_STATUS(test.ctx, export_go(&test, "a.bvh", NULL), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "bone motion needs a run or a scene");
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

static void memory_may_be_short(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  def.last = 2;
  export_trial_no_memory(&test, "chain.bvh", &def);
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(bones_go_where_the_file_takes_them),
          cmocka_unit_test(our_own_reader_finds_the_same_poses),
          cmocka_unit_test(joints_that_hold_have_no_positions),
          cmocka_unit_test(meshes_have_no_bones), cmocka_unit_test(memory_may_be_short))
