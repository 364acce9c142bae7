// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// What a model measures, against closed forms: forms that were meshed, and muscles cut obliquely.

static const double pi = 3.14159265358979323846;

static void check_inertia(const BrnModelBone* bone, double across, double along, double tolerance) {
  for (int i = 0; i < 3; i++) {
    double expected = i == 1 ? along : across;
    ENSURE_NEAR(bone->inertia[4 * i], expected, tolerance * expected);
    for (int j = 0; j < 3; j++) {
      if (i != j) ENSURE_NEAR(bone->inertia[3 * i + j], 0, tolerance * across);
    }
  }
}

// a ball of radius 3 cm, and a capsule of radius 1 cm around 8 cm, both in centimetres
static void ball_and_capsule_have_their_mass_and_inertia(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'units': 'cm', 'mesh': {'tets': 8000}, 'bones': {"
           "'ball': {'form': {'clay': [{'points': [[10, 2, 1]], 'widths': 3}], 'detail': 40}},"
           "'capsule': {'form': {'clay': [{'points': [[0, 0, 0], [0, 8, 0]], 'widths': 1}]}}}}");
  const BrnModelBone *ball = &model->bone[0], *capsule = &model->bone[1];
  double r = 0.03, mass = 1900 * 4 * pi / 3 * r * r * r;
  ENSURE_NEAR(ball->mass, mass, 0.01 * mass);
  ENSURE_NEAR(ball->centre[0], 0.10, 2e-4);
  ENSURE_NEAR(ball->centre[1], 0.02, 2e-4);
  ENSURE_NEAR(ball->centre[2], 0.01, 2e-4);
  check_inertia(ball, 0.4 * mass * r * r, 0.4 * mass * r * r, 0.02);

  double R = 0.01, L = 0.08, tube = 1900 * pi * R * R * L, cap = 1900 * 2 * pi / 3 * R * R * R;
  ENSURE_NEAR(capsule->mass, tube + 2 * cap, 0.015 * (tube + 2 * cap));
  ENSURE_NEAR(capsule->centre[1], 0.04, 2e-4);
  // a half ball about its flat side: 2/5 m r^2; its centre is 3/8 r above
  double along = tube * R * R / 2 + 2 * cap * 0.4 * R * R;
  double away = L / 2 + 3.0 / 8 * R;
  double half = cap * (0.4 * R * R - 9.0 / 64 * R * R + away * away);
  double across = tube * (3 * R * R + L * L) / 12 + 2 * half;
  check_inertia(capsule, across, along, 0.03);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// A round bar, 3 cm thick, between two parallel planes at 45 degrees.
static void bar_with_oblique_ends_is_measured(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* end = "{'form': {'clay': [{'centre': [0, %s, 0], 'half': [0.05, 0.02, 0.03], 'turn': "
                    "[0, 0, 45]}], 'detail': 24}%s}";
  char top[200], base[200], text[1200];
  snprintf(top, sizeof top, end, "0.15", ", 'fixed': true");
  snprintf(base, sizeof base, end, "-0.05", "");
  snprintf(text, sizeof text,
           "{'mesh': {'tets': 9000}, 'bones': {'top': %s, 'base': %s}, 'muscles': {'m': {'form': "
           "{'sweep': {'points': [[0, -0.03, 0], [0, 0.13, 0]], 'widths': 0.015}, 'detail': 40}, "
           "'origin': 'top', "
           "'insertion': 'base'}}}",
           top, base);
  BrnModel* model = model_build(ctx, text);
  const BrnModelUnit* unit = &model->unit_list[0];
  double gap = 0.2 - 2 * 0.02 * sqrt(2), area = pi * 0.015 * 0.015;
  ENSURE_NEAR(unit->volume, area * gap, 0.03 * area * gap);
  ENSURE_NEAR(unit->length, gap, 0.02 * gap);
  // they leave both planes at right angles, so that each ends sideways of where it began, by about
  // 2/3 of the radius, and is shorter by that
  ENSURE_NEAR(unit->fibre_length, gap - 0.010, 0.02 * gap);
  ENSURE_NEAR(unit->area, unit->volume / unit->fibre_length, 1e-12);
  ENSURE(unit->pennation < 8); // a potential meets oblique ends square on, and bends there
  for (int i = 0; i < 2; i++) {
    const BrnModelAttachment* at = &model->attachment[i ? unit->insertion : unit->origin];
    ENSURE_NEAR(at->area, sqrt(2) * area, 0.08 * sqrt(2) * area);
    ENSURE_NEAR(at->centre[1], i ? -0.05 + 0.02 * sqrt(2) : 0.15 - 0.02 * sqrt(2), 2e-3);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// A quarter of a ring as a spline solid of degree 2: fibres are tangents of circles about z.
static void spline_fibres_follow_a_bent_solid(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model;
  char text[4000];
  int used = snprintf(
      text, sizeof text, "%s",
      "{'mesh': {'tets': 6000}, 'bones': {'a': {'form': {'clay': [{'centre': "
      "[0.1, -0.02, 0], 'half': [0.03, 0.02, 0.03]}], 'detail': 16}, 'fixed': true}, 'b': "
      "{'form': {'clay': [{'centre': [-0.02, 0.1, 0], 'half': [0.02, 0.03, "
      "0.03]}], 'detail': 16}}}, 'muscles': {'m': {'form': {'sweep': {'points': [[0.1, -0.01, 0],"
      " [0.0924, 0.0383, 0], [0.0707, 0.0707, 0], [0.0383, 0.0924, 0], [-0.01, 0.1,"
      " 0]], 'widths': 0.015}}, 'origin': 'a', 'insertion': 'b', 'fibres': "
      "{'from': 'spline', 'spline': {'count': [9, 2, 2], 'degree': [3, 1, 1], "
      "'control': [");
  for (int i = 0; i < 9; i++) {
    double angle = (-0.1 + 1.2 * i / 8) * pi / 2; // beyond both ends
    for (int k = 0; k < 4; k++) {
      double r = k & 2 ? 0.13 : 0.07, z = k & 1 ? 0.03 : -0.03;
      used += snprintf(text + used, sizeof text - (size_t)used, "%s[%.6f, %.6f, %g]",
                       i + k ? ", " : "", r * cos(angle), r * sin(angle), z);
    }
  }
  snprintf(text + used, sizeof text - (size_t)used, "]}}}}}");
  model = model_build(ctx, text);
  int count = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    double c[3];
    if (model->unit[t] < 0) continue;
    model_centroid(model->mesh, t, c);
    if (c[0] < 0.01 || c[1] < 0.01) continue; // the arc itself
    const double* f = model->fibre + 3 * (size_t)t;
    double r = hypot(c[0], c[1]), along = (-f[0] * c[1] + f[1] * c[0]) / r;
    ENSURE(along > cos(3 * pi / 180));
    count++;
  }
  ENSURE(count > 1000);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(ball_and_capsule_have_their_mass_and_inertia),
          cmocka_unit_test(bar_with_oblique_ends_is_measured),
          cmocka_unit_test(spline_fibres_follow_a_bent_solid))
