// SPDX-License-Identifier: Apache-2.0

#include "brawn/render.h"
#include "core/vec.h"
#include "test.h"

static const double low[3] = {-1, 2, -3}, high[3] = {3, 4, 1};
static const double radius = 3; // sqrt(16 + 4 + 16) / 2

static void eye_is_as_far_as_the_formula_says(void** state) {
  (void)state;
  BrnCamera camera = brn_camera_fit(low, high, 0, 0, 30, 4.0 / 3, 1);
  ENSURE_NEAR(camera.target[0], 1, 1e-15);
  ENSURE_NEAR(camera.target[1], 3, 1e-15);
  ENSURE_NEAR(camera.target[2], -1, 1e-15);
  ENSURE_NEAR(camera.eye[2], -1 + radius / sin(M_PI / 12), 1e-12);
  ENSURE_NEAR(camera.eye[0], 1, 1e-12);
  camera = brn_camera_fit(low, high, 0, 0, 30, 4.0 / 3, 2);
  ENSURE_NEAR(camera.eye[2], -1 + radius / sin(M_PI / 12) / 2, 1e-12);
}

static void narrow_picture_is_filled_by_its_width(void** state) {
  (void)state;
  BrnCamera camera = brn_camera_fit(low, high, 0, 0, 40, 0.5, 1);
  double half = atan(0.5 * tan(M_PI / 9));
  ENSURE_NEAR(brn__distance3(camera.eye, camera.target), radius / sin(half), 1e-12);
}

static void angles_are_as_the_header_says(void** state) {
  (void)state;
  BrnCamera right = brn_camera_fit(low, high, 90, 0, 30, 1, 1);
  ENSURE(right.eye[0] > right.target[0] + 10 && fabs(right.eye[2] - right.target[2]) < 1e-9);
  BrnCamera above = brn_camera_fit(low, high, 0, 90, 30, 1, 1);
  ENSURE(above.eye[1] > above.target[1] + 10);
  ENSURE_NEAR(above.up[2], -1, 1e-15); // the front of the body is at the lower border
  BrnCamera turned = brn_camera_fit(low, high, 123, 45, 30, 1, 1);
  double ahead[3];
  brn__sub3(ahead, turned.target, turned.eye);
  ENSURE_NEAR(brn__dot3(ahead, turned.up), 0, 1e-12);
  ENSURE_NEAR(brn__norm3(turned.up), 1, 1e-12);
}

static void parallel_rays_have_a_height(void** state) {
  (void)state;
  BrnCamera camera = brn_camera_fit(low, high, 0, 0, 0, 2, 1.5);
  ENSURE_NEAR(camera.height, 2 * radius / 1.5, 1e-12);
  camera = brn_camera_fit(low, high, 0, 0, 0, 0.5, 1);
  ENSURE_NEAR(camera.height, 4 * radius, 1e-12);
}

// where a point is in the picture: -1 to 1 to the right and up
static void project(const BrnCamera* camera, double aspect, const double point[3], double out[2]) {
  double ahead[3], right[3], way[3];
  brn__sub3(ahead, camera->target, camera->eye);
  brn__scale3(ahead, 1 / brn__norm3(ahead), ahead);
  brn__cross3(right, ahead, camera->up);
  brn__sub3(way, point, camera->eye);
  double half =
      camera->fov > 0 ? brn__dot3(way, ahead) * tan(camera->fov * M_PI / 360) : camera->height / 2;
  out[0] = brn__dot3(way, right) / (half * aspect);
  out[1] = brn__dot3(way, camera->up) / half;
}

// largest coordinate of a corner of the box in the picture, to each side
static void reach(const BrnCamera* camera, double aspect, double least[2], double most[2]) {
  for (int k = 0; k < 2; k++) least[k] = INFINITY, most[k] = -INFINITY;
  for (int i = 0; i < 8; i++) {
    double corner[3], at[2];
    for (int k = 0; k < 3; k++) corner[k] = i >> k & 1 ? high[k] : low[k];
    project(camera, aspect, corner, at);
    for (int k = 0; k < 2; k++) least[k] = fmin(least[k], at[k]), most[k] = fmax(most[k], at[k]);
  }
}

static void box_fills_the_picture(void** state) {
  (void)state;
  const double fovs[] = {0, 20, 60}, aspects[] = {0.4, 1, 2.5};
  for (int i = 0; i < 72; i++) {
    double aspect = aspects[i % 3], fov = fovs[i / 3 % 3], azimuth = 47.0 * i,
           tilt = 20.0 * (i % 8) - 70;
    BrnCamera camera = brn_camera_frame(low, high, azimuth, tilt, fov, aspect, 1);
    double least[2], most[2];
    reach(&camera, aspect, least, most);
    double filled = fmax(fmax(most[0], most[1]), fmax(-least[0], -least[1]));
    ENSURE_NEAR(filled, 0.94, 1e-9);
    // it touches both borders of one direction
    bool across = fabs(most[0] + least[0]) < 1e-9 && most[0] > 0.94 - 1e-9;
    bool upward = fabs(most[1] + least[1]) < 1e-9 && most[1] > 0.94 - 1e-9;
    ENSURE(across || upward);
  }
}

static void zoom_of_a_frame_goes_nearer(void** state) {
  (void)state;
  BrnCamera one = brn_camera_frame(low, high, 30, 10, 30, 1.5, 1);
  BrnCamera two = brn_camera_frame(low, high, 30, 10, 30, 1.5, 2);
  ENSURE_NEAR(brn__distance3(one.eye, one.target), 2 * brn__distance3(two.eye, two.target), 1e-9);
  ENSURE(brn__distance3(one.target, two.target) < 1e-12);
}

static void box_without_size_is_seen(void** state) {
  (void)state;
  BrnCamera camera = brn_camera_fit(low, low, 0, 0, 30, 1, 1);
  ENSURE(brn__distance3(camera.eye, camera.target) > 1);
  camera = brn_camera_frame(low, low, 0, 0, 30, 1, 1);
  ENSURE(brn__distance3(camera.eye, camera.target) > 1);
}

TEST_MAIN(cmocka_unit_test(eye_is_as_far_as_the_formula_says),
          cmocka_unit_test(narrow_picture_is_filled_by_its_width),
          cmocka_unit_test(angles_are_as_the_header_says),
          cmocka_unit_test(parallel_rays_have_a_height), cmocka_unit_test(box_without_size_is_seen),
          cmocka_unit_test(box_fills_the_picture), cmocka_unit_test(zoom_of_a_frame_goes_nearer))
