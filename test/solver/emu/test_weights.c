// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/emu.h"
#include "solver/solver_test.h"

#include <math.h>

// W against its definition, from the corners of the mesh and the materials of the scene.

#define SMALL_SPINDLE SPINDLE("300", "[0, 0, 0]", "", "")

typedef struct Weighed {
  Rig rig;
  const BrnEmu* e;
} Weighed;

static Weighed weighed(const char* text, BrnEmuWeights weights) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "emu");
  emu_put(&def, step, BRN_EMU_WOODBURY);
  emu_put(&def, weights, weights);
  def.locking = BRN_LOCKING_OFF;
  Weighed w = {.rig = rig_with(text, &def, 2)};
  w.e = w.rig.solver->method;
  return w;
}

// six numbers of a tet's A
static void metric_of(const BrnEmu* e, int batch, int lane, double out[6]) {
  for (int k = 0; k < 6; k++) out[k] = e->metric[batch].a[k][lane];
}

static void is_scalar(const double a[6], double w) {
  for (int k = 0; k < 6; k++) {
    ENSURE_NEAR(a[k], k == 0 || k == 3 || k == 5 ? w : 0, 1e-12 * w);
  }
}

typedef void TetFn(const Weighed* w, int tet, const double a[6], bool tendon);

static int for_each_tet(const Weighed* w, TetFn* fn) {
  const BrnElements* elements = w->e->body->elements;
  int count = 0;
  for (int i = 0; i < BRN_LANES * elements->batch_count; i++) {
    const BrnBatch* batch = &elements->batch[i / BRN_LANES];
    int lane = i % BRN_LANES;
    double a[6];
    if (batch->tet[lane] < 0) continue;
    const BrnModel* model = w->rig.model;
    const char* part = model->part[model->mesh->tet_label[batch->tet[lane]] - 1].name;
    metric_of(w->e, i / BRN_LANES, lane, a);
    fn(w, batch->tet[lane], a, strcmp(part, "m") != 0);
    count++;
  }
  return count;
}

static double volume_of(const Rig* rig, int tet) {
  const int* v = rig->model->mesh->tet + 4 * tet;
  double e[3][3], n[3];
  for (int k = 0; k < 3; k++) brn__sub3(e[k], rig_rest(rig, v[k + 1]), rig_rest(rig, v[0]));
  brn__cross3(n, e[0], e[1]);
  return brn__dot3(n, e[2]) / 6;
}

static void volume_times_modulus(const Weighed* w, int tet, const double a[6], bool tendon) {
  double mu = (tendon ? 1e9 : 6e6) / (2 * 1.49);
  is_scalar(a, volume_of(&w->rig, tet) * mu);
}

static void one(const Weighed* w, int tet, const double a[6], bool tendon) {
  (void)w, (void)tet, (void)tendon;
  is_scalar(a, 1);
}

// sum over the corners of d d^T, a hundred times in tendons
static void corners(const Weighed* w, int tet, const double a[6], bool tendon) {
  const int* v = w->rig.model->mesh->tet + 4 * tet;
  double middle[3] = {0}, sum[6] = {0};
  for (int k = 0; k < 4; k++) brn__axpy3(middle, middle, 0.25, rig_rest(&w->rig, v[k]));
  for (int k = 0; k < 4; k++) {
    double d[3];
    brn__sub3(d, rig_rest(&w->rig, v[k]), middle);
    double dd[6] = {d[0] * d[0], d[0] * d[1], d[0] * d[2], d[1] * d[1], d[1] * d[2], d[2] * d[2]};
    for (int p = 0; p < 6; p++) sum[p] += (tendon ? 100 : 1) * dd[p];
  }
  for (int p = 0; p < 6; p++) ENSURE_NEAR(a[p], sum[p], 1e-10 * (sum[0] + sum[3] + sum[5]));
}

static void weights_are_as_defined(void** unused) {
  (void)unused;
  static const struct {
    BrnEmuWeights weights;
    TetFn* fn;
  } list[] = {{BRN_EMU_VOLUME_STIFFNESS, volume_times_modulus},
              {BRN_EMU_UNIT, one},
              {BRN_EMU_CENTROID, corners}};
  for (int i = 0; i < 3; i++) {
    Weighed w = weighed(SMALL_SPINDLE, list[i].weights);
    ENSURE(for_each_tet(&w, list[i].fn) > 100);
    rig_done(&w.rig);
  }
}

// |(F - G) d|^2 over the four vectors from the centroid is |F - G|^2 in W, for any F - G
static void centroid_measures_the_four_vectors(void** unused) {
  (void)unused;
  Weighed w = weighed(SMALL_SPINDLE, BRN_EMU_CENTROID);
  const BrnBatch* batch = w.e->body->elements->batch;
  TestRandom random = {3};
  BrnDeformation T, TW;
  for (int k = 0; k < 9 * BRN_LANES; k++) {
    T[k / BRN_LANES][k % BRN_LANES] = test_random(&random, -1, 1);
  }
  brn__metric_apply(&w.e->metric[0], T, TW);
  for (int i = 0; i < BRN_LANES; i++) {
    double square = 0, expected = 0, middle[3] = {0}, t[9];
    if (batch->tet[i] < 0) continue;
    const int* v = w.rig.model->mesh->tet + 4 * batch->tet[i];
    for (int p = 0; p < 9; p++) t[p] = T[p][i], square += T[p][i] * TW[p][i];
    for (int k = 0; k < 4; k++) brn__axpy3(middle, middle, 0.25, rig_rest(&w.rig, v[k]));
    for (int k = 0; k < 4; k++) {
      double d[3], moved[3];
      brn__sub3(d, rig_rest(&w.rig, v[k]), middle);
      brn__mul3(moved, t, d);
      expected += brn__dot3(moved, moved);
    }
    if (square > 10 * expected) expected *= 100; // a tendon
    ENSURE_NEAR(square, expected, 1e-10 * expected);
  }
  rig_done(&w.rig);
}

// with alpha as it is chosen, alpha W: what the springs of continuity are
static double largest(const Weighed* w) {
  double most = 0;
  for (int b = 0; b < w->e->body->elements->batch_count; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      if (w->e->body->elements->batch[b].tet[i] >= 0) most = fmax(most, w->e->metric[b].a[0][i]);
    }
  }
  return w->e->alpha * most;
}

#define BLOCK_OF(size, young)                                                                      \
  "{'brawn': 1, 'gravity': [0, 0, 0], 'mesh': {'shape': {'shape': 'bar', 'tets': 300, "            \
  "'length': " size ", 'width': " size ", 'thickness': " size ", 'bone': " size                    \
  "}}, 'materials': {'flesh': {'like': 'muscle', 'young': " young                                  \
  ", 'poisson': 0.4}}, 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': "      \
  "{'labels': 'bone_distal'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', "            \
  "'insertion': 'base', 'material': 'flesh', 'tension': 4e4}}}"

// a body ten times as large and seven times as stiff has springs that are 7000 times as strong, and
// with weights of volume and stiffness an alpha that is the same
static void alpha_has_the_unit_of_the_weights(void** unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    Weighed small = weighed(BLOCK_OF("0.1", "6e4"), (BrnEmuWeights)i);
    Weighed large = weighed(BLOCK_OF("1", "42e4"), (BrnEmuWeights)i);
    static const double times[] = {
        [BRN_EMU_VOLUME_STIFFNESS] = 1, [BRN_EMU_UNIT] = 7e3, [BRN_EMU_CENTROID] = 70};
    ENSURE_NEAR(largest(&large) / largest(&small), 7e3, 1e-6);
    ENSURE_NEAR(large.e->alpha / small.e->alpha, times[i], 1e-8 * times[i]);
    rig_done(&small.rig);
    rig_done(&large.rig);
  }
}

// a bone is one tet, as light as flesh of its size while iterating, and firm at the end
static void bones_are_light_and_then_firm(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    Weighed w = weighed(SMALL_SPINDLE, (BrnEmuWeights)k);
    double sum = 0, mean = 0, volume = 0, bone = 0, firm = 0, size = 0;
    for (int i = 0; i < BRN_LANES * w.e->body->elements->batch_count; i++) {
      const BrnBatch* batch = &w.e->body->elements->batch[i / BRN_LANES];
      int lane = i % BRN_LANES;
      const double(*a)[BRN_LANES] = w.e->metric[i / BRN_LANES].a;
      double own = (a[0][lane] + a[3][lane] + a[5][lane]) / 3;
      if (batch->tet[lane] >= 0 && batch->unit[lane] >= 0) sum += own, mean += batch->volume[lane];
      if (batch->tet[lane] < 0 && batch->volume[lane] > 0) {
        bone = own, firm = w.e->firm[i / BRN_LANES].a[0][lane], size = batch->volume[lane];
      }
      if (batch->tet[lane] >= 0) volume += batch->volume[lane];
    }
    ENSURE(bone > 0 && volume > 0);
    ENSURE_NEAR(firm / bone, 1e6, 1);
    double share = (bone / size) / (sum / mean); // of flesh of its size
    ENSURE(share > 0.3 && share < 3);
    rig_done(&w.rig);
  }
}

TEST_MAIN(cmocka_unit_test(weights_are_as_defined),
          cmocka_unit_test(centroid_measures_the_four_vectors),
          cmocka_unit_test(alpha_has_the_unit_of_the_weights),
          cmocka_unit_test(bones_are_light_and_then_firm))
