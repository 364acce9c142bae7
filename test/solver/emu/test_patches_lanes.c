// SPDX-License-Identifier: Apache-2.0
//
// Patches of tets in the Woodbury step of emu: blocks of whole patches, written out.

#include "emu_test.h"
#include "lanes_test.h"

// c V dJ/dF
static void plain_slope(const BrnEmu* e, int element, double modulus, long double* out) {
  int b = element / BRN_LANES, lane = element % BRN_LANES;
  double f[9], up[9], down[9];
  for (int k = 0; k < 9; k++) f[k] = e->F[b][k][lane];
  for (int k = 0; k < 9; k++) {
    memcpy(up, f, sizeof f), memcpy(down, f, sizeof f);
    up[k] += 0.5, down[k] -= 0.5; // J is linear in each
    out[k] = (long double)modulus * e->body->elements->batch[b].volume[lane] *
             (brn__det3(up) - brn__det3(down));
  }
}

// x of a patch's tets, from the whole block of the patch
static void ensure_patch(const BrnEmu* e, int p) {
  const BrnAverages* a = e->body->averages;
  int count = a->start[p + 1] - a->start[p], n = 9 * count;
  long double* H = calloc((size_t)(n * n), sizeof *H);
  long double* inverse = malloc(sizeof *H * (size_t)(n * n));
  long double* b = malloc(sizeof *b * (size_t)n);
  ENSURE(a->curvature[p] > 0);
  for (int i = 0; i < count; i++) {
    int element = a->element[a->start[p] + i], lane = element % BRN_LANES;
    long double own[81], back[81];
    plain_slope(e, element, a->modulus[a->start[p] + i], b + 9 * i);
    for (int k = 0; k < 81; k++) own[k] = e->inverse[element / BRN_LANES][AT(k / 9, k % 9)][lane];
    invert_plainly(9, own, back);
    for (int k = 0; k < 81; k++) H[(9 * i + k / 9) * n + 9 * i + k % 9] = back[k];
  }
  for (int k = 0; k < n * n; k++) H[k] += a->curvature[p] / a->weight[p] * b[k / n] * b[k % n];
  invert_plainly(n, H, inverse);
  for (int k = 0; k < n; k++) {
    long double sum = 0;
    for (int m = 0; m < n; m++) {
      int element = a->element[a->start[p] + m / 9];
      sum += inverse[k * n + m] * e->g[element / BRN_LANES][m % 9][element % BRN_LANES];
    }
    int element = a->element[a->start[p] + k / 9];
    ENSURE_NEAR(e->x[element / BRN_LANES][k % 9][element % BRN_LANES], (double)sum,
                1e-9 * (1 + fabs((double)sum)));
  }
  free(H);
  free(inverse);
  free(b);
}

static void patches_are_inverted_whole(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_woodbury_def(BRN_LOCKING_AUTO, 0);
  Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
  BrnEmu* e = emu_shaken(&rig);
  ENSURE(rig.body->averages && rig.body->averages->count > 4);
  for (int p = 0; p < rig.body->averages->count; p += 3) ensure_patch(e, p);
  rig_done(&rig);
}

// b is that of H^-1 g, patches included
static void patches_have_their_share_of_the_load(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_woodbury_def(BRN_LOCKING_AUTO, 48);
  Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
  BrnEmu* e = emu_shaken(&rig);
  int stride = e->basis->stride;
  double b[3 * WIDEST] = {0}, most = 0;
  for (int k = 0; k < rig.body->elements->batch_count; k++) {
    BrnDeformation weighed;
    brn__metric_apply(&e->metric[k], e->x[k], weighed);
    BRN_LANE_PICK(brn__emu_project)
    (&rig.body->elements->batch[k], weighed, (const double* const*)e->basis->point, stride, b);
  }
  for (int k = 0; k < 3 * stride; k++) most = fmax(most, fabs(b[k]));
  for (int k = 0; k < 3 * stride; k++) {
    ENSURE_NEAR(e->basis->whole[6 * stride * stride + k] / most, b[k] / most, 1e-12);
  }
  rig_done(&rig);
}

// points = Phi v
static void move_points(const BrnEmu* e, const double* v) {
  const BrnEmuReduced* basis = e->basis;
  for (int k = 0; k < 3 * e->body->nodes->point_count; k++) {
    const double* mode = basis->point[k % 3] + (k / 3) * basis->stride;
    e->body->x[k] = 0;
    for (int m = 0; m < basis->count; m++) {
      e->body->x[k] += mode[m] * v[k % 3 * basis->count + m];
    }
  }
}

// v.M v
static double plain_form(const BrnEmu* e, const double* v) {
  int count = e->basis->count, stride = e->basis->stride;
  const double* block = e->basis->whole;
  double sum = 0;
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++, block += stride * stride) {
      for (int k = 0; k < count * count; k++) {
        int i = k / count, j = k % count;
        if (c == d && i > j) continue;
        double twice = c == d && i == j ? 1 : 2;
        sum += twice * v[c * count + i] * block[i * stride + j] * v[d * count + j];
      }
    }
  }
  return sum;
}

// M of (17): v.M v = |G Phi v|_W^2 - alpha t.H^-1 t, t = W G Phi v
static void reduced_matrix_is_that_of_the_whole(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = emu_woodbury_def(k ? BRN_LOCKING_AUTO : BRN_LOCKING_OFF, 48);
    Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
    BrnEmu* e = emu_shaken(&rig);
    TestRandom random = {13};
    double v[48], straight = 0;
    ENSURE_INT(3 * e->basis->count, 48);
    for (int i = 0; i < 48; i++) v[i] = test_random(&random, -1, 1);
    move_points(e, v);
    for (int b = 0; b < rig.body->elements->batch_count; b++) {
      const BrnBatch* batch = &rig.body->elements->batch[b];
      BRN_LANE_PICK(brn__batch_deformation)(batch, rig.body->x, e->d[b]);
      brn__metric_apply(&e->metric[b], e->d[b], e->trial[b]);
      straight += BRN_LANE_PICK(brn__deformation_product)(batch, e->d[b], e->trial[b]);
      BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], e->trial[b], 1, e->d[b]);
    }
    if (e->z) brn__patches_correct(rig.ctx, e, 1, e->trial, e->d);
    double form = straight - e->alpha * brn__deformation_dot(rig.ctx, e, e->trial, e->d);
    ENSURE(form > 0);
    ENSURE_NEAR(plain_form(e, v) / form, 1, 1e-9);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(patches_are_inverted_whole),
          cmocka_unit_test(patches_have_their_share_of_the_load),
          cmocka_unit_test(reduced_matrix_is_that_of_the_whole))
