// SPDX-License-Identifier: Apache-2.0
//
// Volumes that patches of tets share: who takes part, what it costs, and that bodies still behave.
// Derivatives are in test_energy.c, uniform states in test_closed_forms.c.

#include "chain_test.h"

static BrnSolverDef cured(BrnLockingCure cure) {
  BrnSolverDef def = brn_solver_def_default();
  def.locking = cure;
  return def;
}

// ---------------------------------------------------------------------------------- who takes part

// tets in patches; -1: there are none
static int member_count(const Rig* rig) {
  const BrnAverages* a = rig->body->averages;
  return a ? a->start[a->count] : -1;
}

static int soft_count(const Rig* rig) {
  int count = 0;
  for (int t = 0; t < rig->model->mesh->tet_count; t++) count += brn__tet_bone(rig->model, t) < 0;
  return count;
}

#define FLESH(model, poisson)                                                                      \
  "{'like': 'muscle', 'model': '" model "', 'young': 6e4, 'poisson': " poisson "}"

static void expect(const char* text, BrnLockingCure cure, bool all) {
  BrnSolverDef def = cured(cure);
  Rig rig = rig_with(text, &def, 2);
  ENSURE_INT(member_count(&rig), all ? soft_count(&rig) : -1);
  rig_done(&rig);
}

static void nearly_incompressible_flesh_is_cured(void** unused) {
  (void)unused;
  const char* soft =
      BLOCK_SCENE(FLESH("stable_neo_hookean", "0.45"), ", 'supports': {" BLOCK_ROLLERS "}");
  const char* hard =
      BLOCK_SCENE(FLESH("stable_neo_hookean", "0.46"), ", 'supports': {" BLOCK_ROLLERS "}");
  expect(soft, BRN_LOCKING_AUTO, false);
  expect(soft, BRN_LOCKING_ON, true);
  expect(soft, BRN_LOCKING_OFF, false);
  expect(hard, BRN_LOCKING_AUTO, true);
  expect(hard, BRN_LOCKING_OFF, false);
  expect(BLOCK_SCENE(FLESH("stable_neo_hookean", "0"), ", 'supports': {" BLOCK_ROLLERS "}"),
         BRN_LOCKING_ON, false);
}

static void rubber_is_told_by_its_moduli(void** unused) {
  (void)unused;
  expect(
      BLOCK_SCENE("{'like': 'muscle', 'model': 'mooney_rivlin', 'c1': 1e4, 'c2': 1e4, 'bulk': 3e5}",
                  ", 'supports': {" BLOCK_ROLLERS "}"),
      BRN_LOCKING_AUTO, false); // nu = 0.4355
  expect(
      BLOCK_SCENE("{'like': 'muscle', 'model': 'mooney_rivlin', 'c1': 1e4, 'c2': 1e4, 'bulk': 5e5}",
                  ", 'supports': {" BLOCK_ROLLERS "}"),
      BRN_LOCKING_AUTO, true); // nu = 0.4610
}

static void keep_message(void* user, BrnLogLevel level, const char* message) {
  if (level == BRN_LOG_WARNING) snprintf(user, 500, "%s", message);
}

// a muscle whose tendon is of another material, by a share of its length
static const char* with_tendon(const char* flesh, const char* sinew) {
  static char text[4000];
  const char scene[] = BLOCK_SCENE("%s, 'sinew': %s", ", 'supports': {" BLOCK_ROLLERS "}");
  char all[3000], *at;
  snprintf(all, sizeof all, scene, flesh, sinew);
  at = strstr(all, "'tension': 2e4");
  ENSURE(at);
  snprintf(
      text, sizeof text,
      "%.*s'tendons': {'by': 'fraction', 'origin': 0.3, 'blend': 0.5, 'material': 'sinew'}, %s",
      (int)(at - all), all, at);
  return text;
}

static Rig listening(const char* text, char said[500]) {
  BrnSolverDef def = cured(BRN_LOCKING_ON);
  Rig rig = {.ctx = test_context()};
  said[0] = 0;
  rig.model = model_build(rig.ctx, text);
  brn__log_redirect(rig.ctx, (BrnLogSink){keep_message, said, BRN_LOG_WARNING});
  rig_solver(&rig, &def);
  return rig;
}

// Two curves of the volume, or two measures of it, have no mean: on says so, and those that are of
// one material alone are cured all the same.
static void blends_of_two_laws_stay_plain(void** unused) {
  (void)unused;
  static const char* const sinews[] = {FLESH("neo_hookean", "0.49"), FLESH("corotated", "0.49"),
                                       FLESH("stable_neo_hookean_log", "0.49")};
  for (int k = 0; k < 3; k++) {
    char said[500];
    Rig rig = listening(with_tendon(FLESH("stable_neo_hookean", "0.49"), sinews[k]), said);
    ENSURE_INT(k < 2, strstr(said, "\"flesh\" and \"sinew\"") != NULL);
    if (k < 2) ENSURE(member_count(&rig) > 20 && member_count(&rig) < soft_count(&rig) - 20);
    if (k == 2) ENSURE_INT(member_count(&rig), soft_count(&rig));
    rig_done(&rig);
  }
}

// The cured part of a blend with a plain sinew of another measure would be taken twice.
static void blends_of_two_measures_stay_plain_too(void** unused) {
  (void)unused;
  char said[500];
  Rig rig =
      listening(with_tendon(FLESH("stable_neo_hookean", "0.49"), FLESH("corotated", "0")), said);
  for (int i = 0; i < member_count(&rig); i++) {
    const BrnBatch* batch = &rig.body->elements->batch[rig.body->averages->element[i] / BRN_LANES];
    ENSURE(!rig.body->elements->mix[batch->mix].material[1]);
  }
  rig_done(&rig);
}

// neither bones, nor tets of two kinds in one patch, nor blended tendons with others
static void patches_are_of_one_kind(void** unused) {
  (void)unused;
  BrnSolverDef def = cured(BRN_LOCKING_ON);
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  const BrnAverages* a = rig.body->averages;
  int laws[3] = {0};
  ENSURE_INT(member_count(&rig), soft_count(&rig));
  for (int p = 0; p < a->count; p++) {
    double weight = 0;
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      const BrnBatch* batch = &rig.body->elements->batch[a->element[i] / BRN_LANES];
      const BrnBatch* first = &rig.body->elements->batch[a->element[a->start[p]] / BRN_LANES];
      const BrnMaterialMix *mix = &rig.body->elements->mix[batch->mix],
                           *other = &rig.body->elements->mix[first->mix];
      ENSURE(mix->index[0] == other->index[0] && mix->index[1] == other->index[1]);
      weight += a->modulus[i] * batch->volume[a->element[i] % BRN_LANES];
    }
    ENSURE_NEAR(a->weight[p] / weight, 1, 1e-14);
    laws[a->law[p]]++;
  }
  ENSURE(laws[BRN_BULK_NONE] == 0 && laws[BRN_BULK_SQUARE] > 5 && laws[BRN_BULK_LOG] > 5);
  rig_done(&rig);
}

// lambda of the two blends by the tendon weight
static void blended_tendon_has_both_moduli(void** unused) {
  (void)unused;
  BrnSolverDef def = cured(BRN_LOCKING_ON);
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  const BrnAverages* a = rig.body->averages;
  double flesh = 5e4 * 0.4 / (1.4 * 0.2), sinew = 3e5 * 0.45 / (1.45 * 0.1);
  int blended = 0;
  for (int i = 0; i < a->start[a->count]; i++) {
    const BrnBatch* batch = &rig.body->elements->batch[a->element[i] / BRN_LANES];
    double w = batch->tendon[a->element[i] % BRN_LANES];
    if (!rig.body->elements->mix[batch->mix].material[1]) continue;
    ENSURE_NEAR(a->modulus[i] / ((1 - w) * flesh + w * sinew), 1, 1e-12);
    blended++;
  }
  ENSURE(blended > 50);
  rig_done(&rig);
}

// The mean of a patch is weighed by modulus and volume. With u = (J - 1)^2 / 2 a tet's slope is off
// by that mean less its own J.
static void blended_patch_is_a_mean_by_modulus(void** unused) {
  (void)unused;
  BrnSolverDef def = cured(BRN_LOCKING_ON);
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  TestRandom random = {3};
  const BrnAverages* a = rig.body->averages;
  int blended = 0;
  rig_load(&rig);
  rig_shake(&rig, &random, 0.0002);
  brn__body_energy(rig.ctx, rig.body, rig.body->y);
  for (int p = 0; p < a->count; p++) {
    double now = 0, rest = 0;
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      const BrnBatch* batch = &rig.body->elements->batch[a->element[i] / BRN_LANES];
      double share = a->modulus[i] * batch->volume[a->element[i] % BRN_LANES];
      now += share * a->J[i], rest += share;
    }
    for (int i = a->start[p]; i < a->start[p + 1] && a->law[p] == BRN_BULK_SQUARE; i++) {
      const BrnBatch* batch = &rig.body->elements->batch[a->element[i] / BRN_LANES];
      double slope = batch->bulk[1][a->element[i] % BRN_LANES] / a->modulus[i];
      ENSURE(a->J[i] > 0.5);
      ENSURE_NEAR(slope, now / rest - a->J[i], 1e-12);
      blended += a->modulus[i] != a->modulus[a->start[p]] && fabs(slope) > 1e-3;
    }
  }
  ENSURE(blended > 20);
  rig_done(&rig);
}

// ----------------------------------------------------------------------------------- what it costs

// u = (J - 1)^2 / 2 above one half, and straight from there
static double shared(double J) {
  return J < 0.5 ? 0.125 - 0.5 * (J - 0.5) : 0.5 * (J - 1) * (J - 1);
}

static double energy_with(const char* text, BrnLockingCure cure, double shake, double* expected) {
  BrnSolverDef def = cured(cure);
  Rig rig = rig_with(text, &def, 2);
  TestRandom random = {8};
  int crushed = 0;
  rig_load(&rig);
  rig_shake(&rig, &random, shake);
  double energy = brn__body_energy(rig.ctx, rig.body, rig.body->y).inside;
  const BrnAverages* a = rig.body->averages;
  for (int p = 0; a && p < a->count; p++) {
    double now = 0, rest = 0, c = 6e4 * 0.49 / (1.49 * 0.02);
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      int t = rig.body->elements->batch[a->element[i] / BRN_LANES].tet[a->element[i] % BRN_LANES];
      const int* v = rig.model->mesh->tet + 4 * t;
      const double* x = rig.body->x;
      double volume = brn__tet_volume(x + 3 * v[0], x + 3 * v[1], x + 3 * v[2], x + 3 * v[3]);
      now += volume;
      rest += rig.model->volume[t];
      *expected -= c * rig.model->volume[t] * shared(volume / rig.model->volume[t]);
      crushed += volume < 0.5 * rig.model->volume[t];
    }
    *expected += c * rest * shared(now / rest);
  }
  ENSURE(!a || crushed > 3);
  rig_done(&rig);
  return energy;
}

static void energy_is_that_of_the_formula(void** unused) {
  (void)unused;
  const char* text =
      BLOCK_SCENE(FLESH("stable_neo_hookean", "0.49"), ", 'supports': {" BLOCK_ROLLERS "}");
  double change = 0, none = 0;
  double plain = energy_with(text, BRN_LOCKING_OFF, 0.01, &none);
  double with = energy_with(text, BRN_LOCKING_AUTO, 0.01, &change);
  ENSURE(change < -0.1 * plain && with > 0);
  ENSURE_NEAR(with / (plain + change), 1, 1e-12);
}

// ------------------------------------------------------------------------------------- whole steps

#define SOFT_BAR(tets)                                                                             \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': " tets "}}, 'materials': {'flesh': "    \
  "{'like': 'muscle', 'young': 6e4, 'poisson': 0.495}}, 'bones': {'top': {'labels': "              \
  "'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal'}}, 'muscles': {'m': "         \
  "{'labels': 'muscle', 'origin': 'top', 'insertion': 'base', 'material': 'flesh', 'tension': "    \
  "4e4, 'activation': {'keys': [[0, 0], [1, 1]], 'curve': 'linear'}}}, 'gravity': [-3, -9.81, 2]}"

static void linear_solvers_agree(void** unused) {
  (void)unused;
  double energy[4];
  for (int k = 1; k < 4; k++) {
    BrnSolverDef def = sharp_def();
    def.linear = (BrnLinearSolver)k;
    Rig rig = rig_with(SOFT_BAR("600"), &def, 2);
    ENSURE_INT(member_count(&rig), soft_count(&rig));
    rig_step_converges(&rig);
    energy[k] = rig.report.energy;
    ENSURE_NEAR(energy[k], energy[1], 1e-9);
    rig_done(&rig);
  }
}

static int inverted_count(const Rig* rig) {
  int count = 0;
  for (int t = 0; t < rig->model->mesh->tet_count; t++) {
    const int* v = rig->model->mesh->tet + 4 * t;
    count += brn__tet_volume(rig_now(rig, v[0]), rig_now(rig, v[1]), rig_now(rig, v[2]),
                             rig_now(rig, v[3])) <= 0;
  }
  return count;
}

static void crumpled_body_recovers(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(SOFT_BAR("600"), &def, 2);
  TestRandom random = {9};
  rig_step_converges(&rig);
  double energy = rig.report.energy;
  rig_load(&rig);
  rig_shake(&rig, &random, 0.01);
  brn__nodes_to_points(rig.ctx, rig.body->nodes, rig.body->y, rig.body->x);
  memcpy(rig.state->position, rig.body->x, 3 * sizeof(double) * (size_t)rig.state->vertex_count);
  ENSURE(inverted_count(&rig) > 50);
  rig_step_converges(&rig);
  ENSURE_INT(rig.report.inverted, 0);
  ENSURE(rig.report.iterations < 100);
  ENSURE_NEAR(rig.report.energy, energy, 1e-8);
  rig_done(&rig);
}

// A force on one vertex of a soft block: tets under it are crushed, but none is turned inside out.
static void point_load_inverts_nothing(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = rig_with(
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'block', 'tets': 2000, 'jitter': 0.3}}, 'gravity': "
      "[0, 0, 0], 'materials': {'flesh': " FLESH(
          "stable_neo_hookean",
          "0.49") "}, 'muscles': {'m': {'labels': 'muscle', 'origin': {'select': 'low'}, "
                  "'insertion': "
                  "{'select': 'high'}, 'fibres': {'from': 'constant', 'axis': [0, 1, 0]}, "
                  "'material': "
                  "'flesh'}}, 'selections': {'low': " BLOCK_SIDE(
                      "[0, 1e-6, 0]",
                      "[0, -1, 0]") ", 'high': " BLOCK_SIDE("[0, 0.099999, 0]",
                                                            "[0, 1, 0]") ", 'one': {'nearest': "
                                                                         "[[0, 0.1, 0]]}}, "
                                                                         "'supports': {'floor': "
                                                                         "{'on': 'low'}}, 'loads': "
                                                                         "{'needle': {'on': 'one', "
                                                                         "'vector': [0, -60, 0]}}}",
      &def, 2);
  rig_step_converges(&rig);
  int tip = rig.model->load[0].vertex[0];
  ENSURE_INT(rig.report.inverted, 0);
  ENSURE_NEAR(rig_now(&rig, tip)[1] - rig_rest(&rig, tip)[1], -0.0425, 0.003);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(nearly_incompressible_flesh_is_cured),
          cmocka_unit_test(rubber_is_told_by_its_moduli),
          cmocka_unit_test(blends_of_two_laws_stay_plain),
          cmocka_unit_test(blends_of_two_measures_stay_plain_too),
          cmocka_unit_test(patches_are_of_one_kind),
          cmocka_unit_test(blended_tendon_has_both_moduli),
          cmocka_unit_test(blended_patch_is_a_mean_by_modulus),
          cmocka_unit_test(energy_is_that_of_the_formula), cmocka_unit_test(linear_solvers_agree),
          cmocka_unit_test(crumpled_body_recovers), cmocka_unit_test(point_load_inverts_nothing))
