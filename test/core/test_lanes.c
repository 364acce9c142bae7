// SPDX-License-Identifier: Apache-2.0

#include "core/lanes.h"
#include "test.h"

static const double a[8] = {1, -2, 3.5, 0, -0.0, 1e300, -1e-300, 7};
static const double b[8] = {2, -2, -3.5, 1, 1, -1e300, 1e-300, 6};

typedef struct Results {
  double less[8], min[8], max[8], copied[8], size[8], root[8];
  int any, none;
} Results;

static void work(const double* x, const double* y, Results* out) {
  BrnLanes p = brn__lanes_load(x), q = brn__lanes_load(y);
  BrnMask less = brn__lanes_less(p, q);
  brn__lanes_store(out->less, brn__lanes_select(less, brn__lanes_set(1), brn__lanes_set(0)));
  brn__lanes_store(out->min, brn__lanes_min(p, q));
  brn__lanes_store(out->max, brn__lanes_max(p, q));
  brn__lanes_store(out->copied, brn__lanes_copysign(p, q));
  brn__lanes_store(out->size, brn__lanes_abs(p));
  brn__lanes_store(out->root, brn__lanes_sqrt(brn__lanes_abs(p)));
  out->any = brn__mask_any(less);
  out->none = brn__mask_any(brn__lanes_less(p, p));
}

static void lanes_do_what_numbers_do(void** state) {
  (void)state;
  Results out;
  work(a, b, &out);
  for (int i = 0; i < 8; i++) {
    assert_true(out.less[i] == (a[i] < b[i]));
    assert_true(out.min[i] == (a[i] < b[i] ? a[i] : b[i]));
    assert_true(out.max[i] == (a[i] > b[i] ? a[i] : b[i]));
    assert_true(out.copied[i] == copysign(a[i], b[i]));
    assert_true(signbit(out.copied[i]) == signbit(copysign(a[i], b[i])));
    assert_true(out.size[i] == fabs(a[i]) && !signbit(out.size[i]));
    assert_true(out.root[i] == sqrt(fabs(a[i])));
  }
}

static void any_sees_each_single_lane(void** state) {
  (void)state;
  for (int i = 0; i < 8; i++) {
    double x[8] = {0}, y[8] = {0};
    Results out;
    x[i] = -1;
    work(x, y, &out);
    assert_true(out.any && !out.none);
    work(y, y, &out);
    assert_false(out.any);
  }
}

TEST_MAIN(cmocka_unit_test(lanes_do_what_numbers_do), cmocka_unit_test(any_sees_each_single_lane))
