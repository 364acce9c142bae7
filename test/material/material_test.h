// SPDX-License-Identifier: Apache-2.0
//
// What the tests of materials share: making one from a line of text, and asking it about one F.

#pragma once

#include "test.h"

#include "brawn/material.h"

/// "body key=value ... + fibre key=value ...": a material with its parameters.
static inline BrnMaterial* test_material(BrnContext* ctx, const char* line) {
  char text[512], *save = NULL, fibre[64] = "";
  snprintf(text, sizeof text, "%s", line);
  BrnMaterial* material = NULL;
  bool adds = false;
  for (char* word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
    char* equal = strchr(word, '=');
    if (strcmp(word, "+") == 0) {
      adds = true;
    } else if (!material) {
      ENSURE_OK(ctx, brn_material_create(ctx, word, &material));
    } else if (adds) {
      ENSURE_OK(ctx, brn_material_add(ctx, material, word));
      snprintf(fibre, sizeof fibre, "%s.", word);
      adds = false;
    } else {
      char key[128];
      assert_non_null(equal);
      *equal = 0;
      snprintf(key, sizeof key, "%s%s", fibre, word);
      ENSURE_OK(ctx, brn_material_set(ctx, material, key, equal + 1));
    }
  }
  assert_non_null(material);
  return material;
}

/// The answer for one F.
typedef struct TestAnswer {
  double energy, stress[9], stiffness[81];
  int bad;
} TestAnswer;

typedef struct TestFibre {
  double u[3], activation, stretch_before, per_time;
} TestFibre;

static inline TestAnswer test_ask_about(BrnContext* ctx, BrnMaterial* material, const double* F,
                                        const TestFibre* fibre, bool definite) {
  TestAnswer a;
  BrnMaterialTets tets = {.count = 1,
                          .F = F,
                          .fibre = fibre->u,
                          .activation = &fibre->activation,
                          .stretch_before = &fibre->stretch_before,
                          .per_time = fibre->per_time,
                          .definite = definite,
                          .energy = &a.energy,
                          .stress = a.stress,
                          .stiffness = a.stiffness};
  ENSURE_OK(ctx, brn_material_evaluate(ctx, material, &tets));
  a.bad = tets.bad_count;
  return a;
}

static inline TestAnswer test_ask(BrnContext* ctx, BrnMaterial* material, const double* F,
                                  const TestFibre* fibre) {
  return test_ask_about(ctx, material, F, fibre, false);
}

static inline double test_det(const double* F) {
  return F[0] * (F[4] * F[8] - F[5] * F[7]) - F[1] * (F[3] * F[8] - F[5] * F[6]) +
         F[2] * (F[3] * F[7] - F[4] * F[6]);
}

static inline void test_multiply(const double* A, const double* B, double* out) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
    }
  }
}

/// A unit vector.
static inline void test_direction(TestRandom* random, double* u) {
  double length;
  do {
    for (int a = 0; a < 3; a++) u[a] = test_random(random, -1, 1);
    length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  } while (length < 0.1);
  for (int a = 0; a < 3; a++) u[a] /= length;
}

/// A rotation, by Rodrigues.
static inline void test_rotation(TestRandom* random, double* R) {
  double u[3], angle = test_random(random, 0, 3);
  test_direction(random, u);
  double c = cos(angle), s = sin(angle);
  for (int p = 0; p < 9; p++) R[p] = (1 - c) * u[p / 3] * u[p % 3] + c * (p % 4 == 0);
  R[1] -= s * u[2], R[2] += s * u[1], R[5] -= s * u[0];
  R[3] += s * u[2], R[6] -= s * u[1], R[7] += s * u[0];
}

/// I plus noise.
static inline void test_near_rest(TestRandom* random, double noise, double* F) {
  for (int p = 0; p < 9; p++) F[p] = (p % 4 == 0) + test_random(random, -noise, noise);
}

static inline double test_size(const double* x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

static inline double test_distance(const double* x, const double* y, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(sum);
}
