// SPDX-License-Identifier: Apache-2.0

#include "motion/rotation.h"
#include "motion_test.h"

static const char* const order_name[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"};

static void every_order_is_the_product_of_its_matrices(void** state) {
  (void)state;
  const double angle[3] = {0.3, -1.1, 2.5};
  for (int order = 0; order < 6; order++) {
    double q[4], m[9], expected[9];
    brn_rotation_from_euler((BrnEulerOrder)order, angle, q);
    brn_rotation_to_matrix(q, m);
    drive_product(order_name[order], angle, expected);
    drive_near(m, expected, 9, 1e-15);
  }
}

static void angles_come_back_in_every_order(void** state) {
  (void)state;
  TestRandom random = {5};
  for (int i = 0; i < 600; i++) {
    BrnEulerOrder order = (BrnEulerOrder)(i % 6);
    double angle[3], q[4], back[3];
    for (int k = 0; k < 3; k++) angle[k] = test_random(&random, -3.1, 3.1) * (k == 1 ? 0.48 : 1);
    brn_rotation_from_euler(order, angle, q);
    brn_rotation_to_euler(order, q, back);
    drive_near(back, angle, 3, 1e-12);
  }
}

static void locked_axes_still_give_the_rotation(void** state) {
  (void)state;
  for (int i = 0; i < 12; i++) {
    BrnEulerOrder order = (BrnEulerOrder)(i % 6);
    double angle[3] = {0.7, i < 6 ? M_PI / 2 : -M_PI / 2, -0.4}, q[4], back[3], m[9], n[9];
    brn_rotation_from_euler(order, angle, q);
    brn_rotation_to_euler(order, q, back);
    ENSURE(back[2] == 0);
    drive_product(order_name[order], angle, m);
    drive_product(order_name[order], back, n);
    drive_near(n, m, 9, 1e-7);
    const double hint[3] = {0.6, angle[1], -0.4};
    brn__rotation_to_euler_near(order, q, hint, back);
    drive_near(back, angle, 3, 1e-7);
  }
}

// beyond a quarter turn in the middle and beyond full turns: the hint chooses
static void nearest_angles_are_taken(void** state) {
  (void)state;
  TestRandom random = {6};
  for (int i = 0; i < 600; i++) {
    BrnEulerOrder order = (BrnEulerOrder)(i % 6);
    double angle[3], hint[3], q[4], back[3];
    for (int k = 0; k < 3; k++) {
      angle[k] = test_random(&random, -9, 9);
      hint[k] = angle[k] + test_random(&random, -0.02, 0.02);
    }
    if (fabs(cos(angle[1])) < 0.1) continue;
    brn_rotation_from_euler(order, angle, q);
    brn__rotation_to_euler_near(order, q, hint, back);
    drive_near(back, angle, 3, 1e-12);
  }
  ENSURE_NEAR(brn__angle_near(0.1, 6.3), 0.1 + 2 * M_PI, 1e-15);
  ENSURE_NEAR(brn__angle_near(3, -3), 3 - 2 * M_PI, 1e-15);
}

TEST_MAIN(cmocka_unit_test(every_order_is_the_product_of_its_matrices),
          cmocka_unit_test(angles_come_back_in_every_order),
          cmocka_unit_test(locked_axes_still_give_the_rotation),
          cmocka_unit_test(nearest_angles_are_taken))
