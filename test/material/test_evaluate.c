// SPDX-License-Identifier: Apache-2.0

#include "material_test.h"

#include "material/material.h"

// Every kind of term, alone and together: energy, stress and stiffness are derivatives of each
// other, and the frame of the outer space does not matter.

static const char* const bodies[] = {
    "stable_neo_hookean young=6e4 poisson=0.49",
    "stable_neo_hookean shear=2e4 lambda=3e4",
    "stable_neo_hookean_log young=6e4 poisson=0.4",
    "stable_neo_hookean_log young=6e4 poisson=0.4 raw=true",
    "neo_hookean young=6e4 poisson=0.45",
    "neo_hookean young=6e4 poisson=0.45 volumetric=simo",
    "corotated young=6e4 poisson=0.45",
    "st_venant_kirchhoff young=6e4 poisson=0.3",
    "linear young=6e4 poisson=0.3",
    "mooney_rivlin c1=3e4 c2=1e4 bulk=2e5",
    "mooney_rivlin c1=3e4 c2=1e4 bulk=1e5 volumetric=full",
    "mooney_rivlin c1=3e4 c2=1e4 bulk=2e5 volumetric=simo",
    "mooney_rivlin c1=1310 c2=-961 bulk=1e4",
    "mooney_rivlin c1=-2e3 c2=6e3 bulk=1e5 volumetric=simo",
    "teran_muscle bulk=2e5",
    "teran_muscle bulk=2e5 volumetric=simo c1=4e4 c2=-1e4",
    "teran_muscle bulk=2e5 optimal=1.2",
    "teran_tendon bulk=2e5 growth=10 size=1e5",
    "blemker_muscle bulk=1e5 optimal=1.1 along=2e4 across=3e4",
    "blemker_muscle bulk=1e5 guard=1e4",
    "blemker_muscle bulk=1e5 guard=1e4 volumetric=simo",
    "blemker_tendon bulk=1e5 growth=10 size=1e5 straight=1.1 volumetric=full",
    "blemker_tendon bulk=1e5 growth=10 size=1e5 straight=1.1",
};

static const char* const fibres[] = {
    "emu_fibre",
    "emu_fibre half=true",
    "hill",
    "hill active=degroote passive=blemker",
    "hill active=blemker passive=none optimal=1.1",
    "hill active=none",
    "hill velocity=true",
    "hill velocity=true active=degroote max_rate=5 optimal=1.2",
    "hill velocity=true active=blemker max_rate=20",
    "hill velocity=true isochoric=true",
    "hill isochoric=true",
    "hill active_width=0.2 passive_shape=5 passive_strain=0.5 passive_straight=1.2",
    "hill active=ehret shortest=0.4 passive=degroote",
    "hill active=mujoco shortest=0.2 longest=1.8 passive=mujoco passive_force=2",
    "hill passive=blemker passive_size=0.2 passive_growth=3 passive_straight=1.6",
    "hill force_velocity=thelen max_rate=60",
    "hill force_velocity=hill max_rate=60 active=ehret shortest=0.4",
    "hill force_velocity=mujoco max_rate=60 velocity_most=2 active=mujoco shortest=0.2 longest=1.8",
    "toe_fibre growth=10 size=1e5",
    "active_stress measure=second",
    "active_stress measure=second direction=across",
    "active_stress measure=second direction=all",
    "active_stress measure=first",
    "active_stress measure=first direction=across",
    "active_stress measure=first direction=all",
    "active_stress measure=kirchhoff",
    "active_stress measure=kirchhoff direction=across",
    "active_stress measure=kirchhoff direction=all",
    "active_stress measure=cauchy",
    "active_stress measure=cauchy direction=across",
    "active_stress measure=cauchy direction=all",
    "active_stress measure=cauchy length=blemker optimal=1.2",
    "active_stress measure=cauchy length=thelen active_width=0.3 times_length=true",
    "active_stress measure=cauchy length=degroote direction=across",
    "active_stress measure=cauchy length=ehret shortest=0.4 direction=all",
    "active_stress measure=cauchy length=thelen isochoric=false",
};

enum {
  BODIES = sizeof bodies / sizeof *bodies,
  FIBRES = sizeof fibres / sizeof *fibres,
  CASES = BODIES + FIBRES
};

// each body alone, and each fibre term on a soft solid
static BrnMaterial* make(BrnContext* ctx, int i, char line[256]) {
  if (i < BODIES)
    snprintf(line, 256, "%s", bodies[i]);
  else
    snprintf(line, 256, "stable_neo_hookean young=1e3 poisson=0.3 + %s", fibres[i - BODIES]);
  return test_material(ctx, line);
}

static bool has_energy(BrnContext* ctx, BrnMaterial* material) {
  ENSURE_OK(ctx, brn_material_prepare(ctx, material));
  return brn_material_has_energy(material);
}

// central differences of eighth order
static const double weights[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
enum { REACH = 4 };
#define STEP 2e-3

static double smallest_distance_to_kinks(double l) {
  static const double kinks[] = {0.2, 0.4, 0.6, 1, 1.03, 1.1, 1.2, 1.4, 1.6, 1.8};
  double least = 1;
  for (int i = 0; i < 10; i++) least = fmin(least, fabs(l - kinks[i]));
  return least;
}

// curves have kinks: an F whose fibre is away from all of them, with and without its volume, for
// the optimal lengths in use
static void draw(TestRandom* random, double noise, double* F, TestFibre* fibre) {
  for (;;) {
    double w[3], least = 1;
    test_near_rest(random, noise, F);
    test_direction(random, fibre->u);
    for (int i = 0; i < 3; i++) {
      w[i] = F[3 * i] * fibre->u[0] + F[3 * i + 1] * fibre->u[1] + F[3 * i + 2] * fibre->u[2];
    }
    double J = test_det(F), l = test_size(w, 3);
    if (J < 0.3) continue;
    for (int i = 0; i < 4; i++) {
      double optimal = i == 0 ? 1 : i == 1 ? 1.1 : i == 2 ? 1.2 : 1.4;
      least = fmin(least, smallest_distance_to_kinks(l / optimal));
      least = fmin(least, smallest_distance_to_kinks(l / cbrt(J) / optimal));
    }
    if (least < 1.5 * REACH * STEP) continue;
    fibre->activation = test_random(random, 0.2, 1);
    double way = test_random(random, -0.12, 0.12); // away from the kink at no velocity
    fibre->stretch_before = l + way + (way < 0 ? -0.03 : 0.03);
    fibre->per_time = 24;
    return;
  }
}

static void differences(BrnContext* ctx, BrnMaterial* m, const double* F, const TestFibre* fibre,
                        double stress[9], double stiffness[81]) {
  for (int q = 0; q < 9; q++) {
    stress[q] = 0;
    for (int p = 0; p < 9; p++) stiffness[9 * p + q] = 0;
    for (int k = -REACH; k <= REACH; k++) {
      if (k == 0) continue;
      double moved[9], w = weights[abs(k) - 1] * (k < 0 ? -1 : 1) / STEP;
      memcpy(moved, F, sizeof moved);
      moved[q] += k * STEP;
      TestAnswer a = test_ask(ctx, m, moved, fibre);
      stress[q] += w * a.energy;
      for (int p = 0; p < 9; p++) stiffness[9 * p + q] += w * a.stress[p];
    }
  }
}

static void symmetrise(double K[81]) {
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < p; q++) {
      K[9 * p + q] = K[9 * q + p] = 0.5 * (K[9 * p + q] + K[9 * q + p]);
    }
  }
}

static void compare(BrnContext* ctx, BrnMaterial* m, const char* line, const double* F,
                    const TestFibre* fibre) {
  double stress[9], stiffness[81];
  TestAnswer a = test_ask(ctx, m, F, fibre);
  ENSURE_INT(a.bad, 0);
  differences(ctx, m, F, fibre, stress, stiffness);
  if (!has_energy(ctx, m)) symmetrise(stiffness);
  double size = test_size(a.stiffness, 81);
  double first = test_distance(a.stress, stress, 9) / size;
  double second = test_distance(a.stiffness, stiffness, 81) / size;
  bool fine = second < 1e-8 && (first < 1e-8 || !has_energy(ctx, m));
  if (!fine) print_error("%s: stress off by %g, stiffness by %g\n", line, first, second);
  ENSURE(fine);
}

static void stress_and_stiffness_are_derivatives(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {1};
  for (int i = 0; i < CASES; i++) {
    char line[256];
    BrnMaterial* m = make(ctx, i, line);
    for (int k = 0; k < 6; k++) {
      double F[9];
      TestFibre fibre;
      draw(&random, k < 3 ? 0.15 : 0.35, F, &fibre);
      compare(ctx, m, line, F, &fibre);
    }
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

// terms add up, in every pairing
static void body_and_fibres_add_up(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {2};
  for (int i = 0; i < BODIES * FIBRES; i++) {
    char both[512], alone[256];
    double F[9];
    TestFibre fibre;
    draw(&random, 0.3, F, &fibre);
    snprintf(both, sizeof both, "%s + %s", bodies[i % BODIES], fibres[i / BODIES]);
    snprintf(alone, sizeof alone, "linear young=1e-3 poisson=0 + %s", fibres[i / BODIES]);
    BrnMaterial *m = test_material(ctx, both), *body = test_material(ctx, bodies[i % BODIES]);
    BrnMaterial* term = test_material(ctx, alone); // as good as without a body
    TestAnswer sum = test_ask(ctx, m, F, &fibre), a = test_ask(ctx, body, F, &fibre),
               b = test_ask(ctx, term, F, &fibre);
    for (int p = 0; p < 9; p++) a.stress[p] += b.stress[p];
    for (int p = 0; p < 81; p++) a.stiffness[p] += b.stiffness[p];
    ENSURE_NEAR(sum.energy, a.energy + b.energy, 0.01);
    ENSURE(test_distance(sum.stress, a.stress, 9) < 0.01);
    ENSURE(test_distance(sum.stiffness, a.stiffness, 81) < 0.02);
    brn_material_destroy(ctx, m);
    brn_material_destroy(ctx, body);
    brn_material_destroy(ctx, term);
  }
  test_context_done(ctx);
}

static void outer_frame_does_not_matter(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {3};
  for (int i = 0; i < CASES; i++) {
    char line[256];
    BrnMaterial* m = make(ctx, i, line);
    for (int k = 0; k < 4 && strncmp(line, "linear", 6) != 0; k++) {
      double F[9], Q[9], QF[9], QP[9];
      TestFibre fibre;
      draw(&random, 0.3, F, &fibre);
      test_rotation(&random, Q);
      test_multiply(Q, F, QF);
      TestAnswer a = test_ask(ctx, m, F, &fibre), b = test_ask(ctx, m, QF, &fibre);
      test_multiply(Q, a.stress, QP);
      double size = test_size(a.stiffness, 81);
      ENSURE_NEAR(b.energy, a.energy, 1e-13 * size);
      ENSURE(test_distance(QP, b.stress, 9) < 1e-13 * size);
      ENSURE_NEAR(test_size(b.stiffness, 81), size, 1e-13 * size);
    }
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

// with no activation nothing pulls at rest; isotropic solids have their Lame parameters there
static void rest_is_without_stress(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double F[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  TestFibre fibre = {{0.6, 0, 0.8}, 0, 0, 0};
  for (int i = 0; i < CASES; i++) {
    char line[256];
    BrnMaterial* m = make(ctx, i, line);
    TestAnswer a = test_ask(ctx, m, F, &fibre);
    double size = test_size(a.stiffness, 81);
    bool rests = test_size(a.stress, 9) < 1e-14 * size && fabs(a.energy) < 1e-14 * size;
    if (strstr(line, "raw")) rests = test_size(a.stress, 9) < 1e-14 * size;
    if (!rests) print_error("%s: stress %g, energy %g\n", line, test_size(a.stress, 9), a.energy);
    ENSURE(rests);
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

static void ensure_lame(const TestAnswer* a, double mu, double lambda) {
  double tolerance = 1e-12 * test_size(a->stiffness, 81);
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < 9; q++) {
      int i = p / 3, b = p % 3, j = q / 3, c = q % 3;
      double expected =
          lambda * (i == b && j == c) + mu * ((i == j && b == c) + (i == c && b == j));
      ENSURE_NEAR(a->stiffness[9 * p + q], expected, tolerance);
    }
  }
}

static void small_strains_see_young_and_poisson(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const kinds[] = {"stable_neo_hookean", "stable_neo_hookean_log", "neo_hookean",
                                      "corotated",          "st_venant_kirchhoff",    "linear"};
  double E = 6e6, nu = 0.49, F[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  TestFibre fibre = {{1, 0, 0}, 0, 0, 0};
  for (int i = 0; i < 6; i++) {
    BrnMaterial* m = test_material(ctx, kinds[i]); // which is the default
    TestAnswer a = test_ask(ctx, m, F, &fibre);
    ensure_lame(&a, mu, lambda);
    brn_material_destroy(ctx, m);
  }
  BrnMaterial* m = test_material(ctx, "mooney_rivlin c1=3e4 c2=1e4 bulk=2e6");
  TestAnswer a = test_ask(ctx, m, F, &fibre);
  ensure_lame(&a, 8e4, 2e6 - 2 * 8e4 / 3);
  brn_material_destroy(ctx, m);
  m = test_material(ctx, "mooney_rivlin c1=3e4 c2=1e4 bulk=1e6 volumetric=full");
  a = test_ask(ctx, m, F, &fibre);
  ensure_lame(&a, 8e4, 2e6 - 2 * 8e4 / 3);
  brn_material_destroy(ctx, m);
  test_context_done(ctx);
}

static void inverted_tets_are_answered_or_reported(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double F[9] = {0.9, 0.1, 0, 0.05, -0.4, 0.1, 0, 0.2, 1.1}, flat[9] = {1, 0, 0, 0, 0, 0, 0, 0, 1};
  TestFibre fibre = {{0.8, 0, 0.6}, 0.5, 0, 0};
  ENSURE(test_det(F) < 0);
  for (int i = 0; i < CASES; i++) {
    char line[256];
    BrnMaterial* m = make(ctx, i, line);
    bool logs = strncmp(line, "neo", 3) == 0 || strncmp(line, "mooney", 6) == 0 ||
                strncmp(line, "teran", 5) == 0 || strncmp(line, "blemker", 7) == 0 ||
                strstr(line, "isochoric") || strstr(line, "cauchy") ||
                strstr(line, "kirchhoff direction");
    TestAnswer a = test_ask(ctx, m, F, &fibre), b = test_ask(ctx, m, flat, &fibre);
    ENSURE_INT(a.bad, logs);
    ENSURE_INT(b.bad, logs);
    if (logs) {
      ENSURE(isinf(a.energy) && a.energy > 0 && isinf(b.energy));
      ENSURE(test_size(a.stress, 9) == 0 && test_size(a.stiffness, 81) == 0);
    } else {
      ENSURE(isfinite(a.energy) && isfinite(b.energy) && isfinite(test_size(b.stiffness, 81)));
      compare(ctx, m, line, F, &fibre);
    }
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

// what is asked for does not change what is answered
static void less_is_the_same(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {4};
  for (int i = 0; i < CASES; i++) {
    char line[256];
    double F[9], energy[2], stress[9];
    TestFibre fibre;
    BrnMaterial* m = make(ctx, i, line);
    draw(&random, 0.3, F, &fibre);
    TestAnswer a = test_ask(ctx, m, F, &fibre);
    BrnMaterialTets tets = {.count = 1,
                            .F = F,
                            .fibre = fibre.u,
                            .activation = &fibre.activation,
                            .stretch_before = &fibre.stretch_before,
                            .per_time = fibre.per_time,
                            .energy = energy};
    ENSURE_OK(ctx, brn_material_evaluate(ctx, m, &tets));
    tets.energy = energy + 1;
    tets.stress = stress;
    ENSURE_OK(ctx, brn_material_evaluate(ctx, m, &tets));
    ENSURE(energy[0] == a.energy && energy[1] == a.energy);
    assert_memory_equal(stress, a.stress, sizeof stress);
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

// a tet's bits depend neither on its lane nor on its neighbours; the last block is not full
static void place_in_the_batch_does_not_matter(void** state) {
  (void)state;
  enum { COUNT = 21 };
  BrnContext* ctx = test_context();
  TestRandom random = {5};
  static double F[9 * COUNT], u[3 * COUNT], activation[COUNT], before[COUNT];
  static double energy[COUNT + 1], stress[9 * COUNT], stiffness[81 * COUNT];
  for (int i = 0; i < 2 * CASES; i++) {
    char line[256];
    BrnMaterial* m = make(ctx, i / 2, line);
    TestFibre fibre;
    for (int t = 0; t < COUNT; t++) {
      draw(&random, 0.4, F + 9 * t, &fibre);
      if (t % 5 == 0) F[9 * t] -= 1.5;
      memcpy(u + 3 * t, fibre.u, sizeof fibre.u);
      activation[t] = fibre.activation;
      before[t] = fibre.stretch_before;
    }
    energy[COUNT] = 7;
    BrnMaterialTets tets = {.count = COUNT,
                            .F = F,
                            .fibre = u,
                            .activation = activation,
                            .stretch_before = before,
                            .per_time = 24,
                            .energy = energy,
                            .stress = stress,
                            .stiffness = stiffness,
                            .definite = i % 2};
    ENSURE_OK(ctx, brn_material_evaluate(ctx, m, &tets));
    ENSURE(energy[COUNT] == 7);
    for (int t = 0; t < COUNT; t++) {
      memcpy(fibre.u, u + 3 * t, sizeof fibre.u);
      fibre.activation = activation[t];
      fibre.stretch_before = before[t];
      TestAnswer a = test_ask_about(ctx, m, F + 9 * t, &fibre, i % 2);
      ENSURE(a.energy == energy[t]);
      assert_memory_equal(a.stress, stress + 9 * t, sizeof a.stress);
      assert_memory_equal(a.stiffness, stiffness + 81 * t, sizeof a.stiffness);
    }
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(stress_and_stiffness_are_derivatives),
          cmocka_unit_test(body_and_fibres_add_up), cmocka_unit_test(outer_frame_does_not_matter),
          cmocka_unit_test(rest_is_without_stress),
          cmocka_unit_test(small_strains_see_young_and_poisson),
          cmocka_unit_test(inverted_tets_are_answered_or_reported),
          cmocka_unit_test(less_is_the_same), cmocka_unit_test(place_in_the_batch_does_not_matter))
