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

static void box_without_size_is_seen(void** state) {
  (void)state;
  BrnCamera camera = brn_camera_fit(low, low, 0, 0, 30, 1, 1);
  ENSURE(brn__distance3(camera.eye, camera.target) > 1);
}

TEST_MAIN(cmocka_unit_test(eye_is_as_far_as_the_formula_says),
          cmocka_unit_test(narrow_picture_is_filled_by_its_width),
          cmocka_unit_test(angles_are_as_the_header_says),
          cmocka_unit_test(parallel_rays_have_a_height), cmocka_unit_test(box_without_size_is_seen))
