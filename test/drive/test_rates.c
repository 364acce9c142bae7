// SPDX-License-Identifier: Apache-2.0

#include "drive/rates.h"

#include "test.h"

static const double spacing = 0.05 / BRN_RATE_HALF;

static void parabolas_are_exact(void** state) {
  (void)state;
  double sample[3 * BRN_RATE_SAMPLES], v[3], a[3];
  for (int k = 0; k < BRN_RATE_SAMPLES; k++) {
    double t = (k - BRN_RATE_HALF) * spacing;
    sample[3 * k] = 7 + 2 * t - 3 * t * t;
    sample[3 * k + 1] = -5 * t;
    sample[3 * k + 2] = 40 * t * t;
  }
  brn__rates_fit(sample, spacing, v, a);
  ENSURE_NEAR(v[0], 2, 1e-12);
  ENSURE_NEAR(v[1], -5, 1e-12);
  ENSURE_NEAR(v[2], 0, 1e-12);
  ENSURE_NEAR(a[0], -6, 1e-9);
  ENSURE_NEAR(a[1], 0, 1e-9);
  ENSURE_NEAR(a[2], 80, 1e-9);
}

// sin(w t + phase), and noise of up to `noise`
static void fit_wave(double w, double phase, double noise, TestRandom* random, double* v,
                     double* a) {
  double sample[3 * BRN_RATE_SAMPLES];
  for (int k = 0; k < 3 * BRN_RATE_SAMPLES; k++) {
    sample[k] = sin(w * (k / 3 - BRN_RATE_HALF) * spacing + phase);
    if (noise > 0) sample[k] += test_random(random, -noise, noise);
  }
  brn__rates_fit(sample, spacing, v, a);
}

// one swing of a leg a second: a per cent of the largest value
static void slow_waves_pass(void** state) {
  (void)state;
  double w = 2 * 3.14159265358979323846, v[3], a[3];
  for (int i = 0; i < 20; i++) {
    fit_wave(w, 0.3 * i, 0, NULL, v, a);
    ENSURE_NEAR(v[0], w * cos(0.3 * i), 0.015 * w);
    ENSURE_NEAR(a[0], -w * w * sin(0.3 * i), 0.015 * w * w);
  }
}

// a plain second difference of the same samples is thirty times as noisy
static void noise_does_not(void** state) {
  (void)state;
  TestRandom random = {1};
  double v[3], a[3], fit = 0, plain = 0;
  for (int i = 0; i < 200; i++) {
    fit_wave(0, 0, 1e-3, &random, v, a);
    double n[3];
    for (int k = 0; k < 3; k++) n[k] = test_random(&random, -1e-3, 1e-3);
    double second = (n[0] - 2 * n[1] + n[2]) / (spacing * spacing);
    fit += a[0] * a[0];
    plain += second * second;
  }
  ENSURE(sqrt(plain / fit) > 30);
}

static void followed_rates_come_to_those_of_the_motion(void** state) {
  (void)state;
  double v[3] = {0}, a[3] = {0}, dt = 1.0 / 24;
  for (int i = 0; i < 200; i++) { // x = 3 t, y = t^2
    double t = i * dt, moved[3] = {3 * dt, 2 * t * dt + dt * dt, 0};
    brn__rates_follow(moved, dt, 0.05, v, a);
  }
  ENSURE_NEAR(v[0], 3, 1e-9);
  ENSURE_NEAR(a[0], 0, 1e-9);
  ENSURE_NEAR(a[1], 2, 1e-9);
  ENSURE_NEAR(v[2], 0, 0);
}

static void first_step_of_the_filter_is_as_by_hand(void** state) {
  (void)state;
  double v[3] = {0}, a[3] = {0}, gain = 1 - exp(-0.04 / 0.05);
  brn__rates_follow((double[]){0.4, 0, 0}, 0.04, 0.05, v, a);
  ENSURE_NEAR(v[0], 10 * gain, 1e-12);
  ENSURE_NEAR(a[0], gain * v[0] / 0.04, 1e-12);
  double kept[3] = {v[0], v[1], v[2]};
  brn__rates_follow((double[]){9, 9, 9}, 0, 0.05, v, a); // no time has gone by
  ENSURE(v[0] == kept[0] && v[1] == kept[1]);
  brn__rates_follow((double[]){0.4, 0, 0}, 0.04, 0, v, a); // no filter
  ENSURE_NEAR(v[0], 10, 1e-12);
}

TEST_MAIN(cmocka_unit_test(parabolas_are_exact), cmocka_unit_test(slow_waves_pass),
          cmocka_unit_test(noise_does_not),
          cmocka_unit_test(followed_rates_come_to_those_of_the_motion),
          cmocka_unit_test(first_step_of_the_filter_is_as_by_hand))
