// SPDX-License-Identifier: Apache-2.0
//
// Weights of continuity, against their definitions.

#include "emu_test.h"

static const double* corner(const Rig* rig, int tet, int k) {
  return rig_rest(rig, rig->model->mesh->tet[4 * tet + k]);
}

static double volume_of(const Rig* rig, int tet) {
  return brn__tet_volume(corner(rig, tet, 0), corner(rig, tet, 1), corner(rig, tet, 2),
                         corner(rig, tet, 3));
}

// sum of d d^T over the vectors from the centroid to the corners: 00 01 02 11 12 22
static void spread_of(const Rig* rig, int tet, double out[6]) {
  double middle[3], d[3];
  model_centroid(rig->model->mesh, tet, middle);
  memset(out, 0, 6 * sizeof(double));
  for (int k = 0; k < 4; k++) {
    brn__sub3(d, corner(rig, tet, k), middle);
    for (int i = 0, at = 0; i < 3; i++) {
      for (int j = i; j < 3; j++) out[at++] += d[i] * d[j];
    }
  }
}

static const double none[6] = {0}, one[6] = {1, 0, 0, 1, 0, 1};

static void metric_is(const BrnMetric* metric, int lane, double times, const double expected[6]) {
  double size = fabs(times * (expected[0] + expected[3] + expected[5]));
  for (int k = 0; k < 6; k++) {
    ENSURE_NEAR(metric->a[k][lane], times * expected[k], 1e-12 * size);
  }
}

static Rig weighed(BrnEmuWeights weights, double bone) {
  BrnSolverDef def = emu_def();
  def.emu_weights = weights;
  def.emu_bone = bone;
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  emu_of(&rig);
  return rig;
}

// V mu; flesh has 5e4 / 2.8 Pa, and 2 (c1 + c2) is 2.6e4 Pa
static void stiffness_weighs_by_volume(void** unused) {
  (void)unused;
  Rig rig = weighed(BRN_EMU_VOLUME_STIFFNESS, 3);
  const BrnEmu* e = emu_of(&rig);
  int count[3] = {0};
  for (int i = 0; i < BRN_LANES * e->body->elements->batch_count; i++) {
    const BrnBatch* batch = &e->body->elements->batch[i / BRN_LANES];
    const BrnMetric* metric = &e->metric[i / BRN_LANES];
    int lane = i % BRN_LANES, tet = batch->tet[lane];
    if (tet < 0) {
      double bone = 3 * batch->volume[lane] * 5e4 / 2.8;
      metric_is(metric, lane, bone, batch->volume[lane] > 0 ? one : none);
      count[0] += batch->volume[lane] > 0;
    } else if (rig.model->mesh->tet_label[tet] == model_part(rig.model, "k")->label) {
      metric_is(metric, lane, 2.6e4 * volume_of(&rig, tet), one);
      count[1]++;
    } else if (batch->tendon[lane] == 0) {
      metric_is(metric, lane, 5e4 / 2.8 * volume_of(&rig, tet), one);
      count[2]++;
    }
  }
  ENSURE(count[0] == 2 && count[1] > 100 && count[2] > 50);
  rig_done(&rig);
}

static void unit_weights_are_one(void** unused) {
  (void)unused;
  Rig rig = weighed(BRN_EMU_UNIT, 1);
  const BrnEmu* e = emu_of(&rig);
  double sum = 0;
  int tets = 0;
  for (int t = 0; t < rig.model->mesh->tet_count; t++) {
    if (brn__tet_bone(rig.model, t) >= 0) continue;
    sum += volume_of(&rig, t);
    tets++;
  }
  for (int i = 0; i < BRN_LANES * e->body->elements->batch_count; i++) {
    const BrnBatch* batch = &e->body->elements->batch[i / BRN_LANES];
    int lane = i % BRN_LANES;
    double times = batch->tet[lane] >= 0 ? 1 : batch->volume[lane] / (sum / tets);
    metric_is(&e->metric[i / BRN_LANES], lane, times, batch->volume[lane] > 0 ? one : none);
  }
  rig_done(&rig);
}

// a hundred times for tendons
static void centroid_weights_are_squares_of_edges(void** unused) {
  (void)unused;
  Rig rig = weighed(BRN_EMU_CENTROID, 1);
  const BrnEmu* e = emu_of(&rig);
  int count[2] = {0};
  for (int i = 0; i < BRN_LANES * e->body->elements->batch_count; i++) {
    const BrnBatch* batch = &e->body->elements->batch[i / BRN_LANES];
    int lane = i % BRN_LANES, tet = batch->tet[lane];
    double expected[6];
    if (tet < 0) continue;
    spread_of(&rig, tet, expected);
    bool tendon = batch->tendon[lane] > 0.5;
    metric_is(&e->metric[i / BRN_LANES], lane, tendon ? 100 : 1, expected);
    count[tendon]++;
  }
  ENSURE(count[0] > 100 && count[1] > 10);
  rig_done(&rig);
}

// bones adhere a million times more, all else is the same
static void firm_weights_differ_in_bones(void** unused) {
  (void)unused;
  Rig rig = weighed(BRN_EMU_VOLUME_STIFFNESS, 1);
  const BrnEmu* e = emu_of(&rig);
  for (int i = 0; i < BRN_LANES * e->body->elements->batch_count; i++) {
    int b = i / BRN_LANES, lane = i % BRN_LANES;
    double times = e->body->elements->batch[b].tet[lane] < 0 ? 1e6 : 1;
    ENSURE_NEAR(e->firm[b].a[0][lane], times * e->metric[b].a[0][lane],
                1e-12 * times * e->metric[b].a[0][lane]);
  }
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(stiffness_weighs_by_volume), cmocka_unit_test(unit_weights_are_one),
          cmocka_unit_test(centroid_weights_are_squares_of_edges),
          cmocka_unit_test(firm_weights_differ_in_bones))
