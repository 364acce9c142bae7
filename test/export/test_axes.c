// SPDX-License-Identifier: Apache-2.0

#include "export_test.h"

static BrnExport job_with(double unit, char up) {
  BrnExport job = {.def = brn_export_def_default()};
  job.def.metres_per_unit = unit;
  job.def.up = up;
  return job;
}

static void up_is_up(void** state) {
  (void)state;
  const double up[3] = {0, 2, 0};
  for (int axis = 0; axis < 3; axis++) {
    BrnExport job = job_with(0.01, "xyz"[axis]);
    double out[3];
    brn__export_point(&job, up, out);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(out[i], i == axis ? 200 : 0, 1e-12);
    brn__export_direction(&job, up, out);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(out[i], i == axis ? 2 : 0, 0);
  }
}

static void axes_are_those_of_meshes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (const char* up = "xyz"; *up; up++) {
    BrnMesh* mesh;
    BrnExport job = job_with(0.0254, *up);
    ENSURE_OK(ctx, brn_mesh_create(ctx, 1, 0, 0, &mesh));
    const double p[3] = {0.3, -0.7, 1.9};
    double out[3];
    memcpy(mesh->position, p, sizeof p);
    brn_mesh_from_si(mesh, 0.0254, *up);
    brn__export_point(&job, p, out);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(out[i], mesh->position[i], 1e-12);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void nothing_is_mirrored(void** state) {
  (void)state;
  const double e[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const char* up = "xyz"; *up; up++) {
    BrnExport job = job_with(1, *up);
    double a[3], b[3], c[3];
    brn__export_direction(&job, e[0], a);
    brn__export_direction(&job, e[1], b);
    brn__export_direction(&job, e[2], c);
    double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                       a[0] * b[1] - a[1] * b[0]};
    ENSURE_NEAR(cross[0] * c[0] + cross[1] * c[1] + cross[2] * c[2], 1, 1e-15);
  }
}

static void converted_poses_move_converted_points(void** state) {
  (void)state;
  TestRandom random = {7};
  for (int n = 0; n < 60; n++) {
    BrnExport job = job_with(test_random(&random, 0.001, 3), "xyz"[n % 3]);
    double vector[3], p[3], moved[3], other[3];
    BrnPose pose;
    for (int i = 0; i < 3; i++) {
      vector[i] = test_random(&random, -2, 2);
      pose.translation[i] = test_random(&random, -1, 1);
      p[i] = test_random(&random, -1, 1);
    }
    brn_rotation_exp(vector, pose.rotation);
    BrnPose out = brn__export_pose(&job, &pose);
    brn_pose_apply(&pose, p, moved);
    brn__export_point(&job, moved, moved);
    brn__export_point(&job, p, other);
    brn_pose_apply(&out, other, other);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(other[i], moved[i], 1e-12 / job.def.metres_per_unit);
  }
}

TEST_MAIN(cmocka_unit_test(up_is_up), cmocka_unit_test(axes_are_those_of_meshes),
          cmocka_unit_test(nothing_is_mirrored),
          cmocka_unit_test(converted_poses_move_converted_points))
