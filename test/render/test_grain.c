// SPDX-License-Identifier: Apache-2.0

#include "render/view.h"
#include "test.h"

// mean square difference of the streaks between places `step` apart
static double roughness(const float fibre[3], const float step[3]) {
  TestRandom random = {4};
  double sum = 0;
  enum { PLACES = 400 };
  for (int i = 0; i < PLACES; i++) {
    float a[3], b[3];
    for (int k = 0; k < 3; k++) {
      a[k] = (float)test_random(&random, -0.2, 0.2), b[k] = a[k] + step[k];
    }
    float difference = brn__grain(a, fibre, 0.002f) - brn__grain(b, fibre, 0.002f);
    sum += (double)difference * difference / PLACES;
  }
  return sum;
}

static void streaks_run_along_the_fibres(void** state) {
  (void)state;
  float fibre[3] = {0.6f, 0, 0.8f}, along[3], across[3] = {-0.0016f, 0, 0.0012f};
  for (int k = 0; k < 3; k++) along[k] = 0.002f * fibre[k];
  ENSURE(roughness(fibre, across) > 6 * roughness(fibre, along));
}

static void streaks_are_light_and_dark_alike(void** state) {
  (void)state;
  TestRandom random = {8};
  float fibre[3] = {0, 1, 0};
  double sum = 0, least = 1, most = -1;
  for (int i = 0; i < 4000; i++) {
    float p[3];
    for (int k = 0; k < 3; k++) p[k] = (float)test_random(&random, -1, 1);
    double grain = brn__grain(p, fibre, 0.01f);
    ENSURE(grain >= -1 && grain <= 1);
    sum += grain, least = fmin(least, grain), most = fmax(most, grain);
  }
  ENSURE_NEAR(sum / 4000, 0, 0.05);
  ENSURE(least < -0.7 && most > 0.7);
}

// a fibre has no front
static void turned_fibre_gives_the_same(void** state) {
  (void)state;
  float p[3] = {0.123f, -0.4f, 0.05f}, ahead[3] = {0, 0.6f, 0.8f}, back[3] = {0, -0.6f, -0.8f};
  ENSURE_NEAR(brn__grain(p, ahead, 0.01f), brn__grain(p, back, 0.01f), 1e-5);
}

TEST_MAIN(cmocka_unit_test(streaks_run_along_the_fibres),
          cmocka_unit_test(streaks_are_light_and_dark_alike),
          cmocka_unit_test(turned_fibre_gives_the_same))
