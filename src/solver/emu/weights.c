// SPDX-License-Identifier: Apache-2.0
//
// W of (3). The paper prints none, which makes alpha depend on units and mesh. Ours are
//
//   volume_stiffness   w = V mu: all materials soften by the same factor, alpha has no unit. In
//                      admm, where nothing softens, V sqrt(mu mu_0) with the mu_0 of the softest:
//                      lighter tendons turn in fewer iterations, and hardly stretch in more
//   unit               w = 1, as printed
//   centroid           A = sum_j d_j d_j^T over the vectors from centroid to corners, a hundred
//                      times for tendons: what the authors' research code measures
//
// and a bone, one tet with all of its volume, is as light as flesh of its size while iterating:
// heavy bones lock the direction (figure 6), though not the minimum.

#include "core/vec.h"
#include "solver/emu/emu.h"

#include <math.h>
#include <string.h>

#define TENDON 100 // times, with centroid weights

static void set_scalar(BrnMetric* metric, int lane, double w) {
  for (int k = 0; k < 6; k++) metric->a[k][lane] = k == 0 || k == 3 || k == 5 ? w : 0;
}

// Corners relative to the first are the columns of the inverse of the gradients: G^-1.
static void set_centroid(const BrnBatch* batch, int lane, double times, BrnMetric* metric) {
  double g[9], E[9], d[4][3] = {{0}}, middle[3];
  for (int p = 0; p < 9; p++) g[p] = batch->gradient[p][lane];
  brn__inverse3(E, g);
  for (int a = 1; a < 4; a++) {
    for (int k = 0; k < 3; k++) d[a][k] = E[3 * k + a - 1];
  }
  for (int k = 0; k < 3; k++) middle[k] = (d[1][k] + d[2][k] + d[3][k]) / 4;
  for (int k = 0, p = 0; p < 3; p++) {
    for (int q = p; q < 3; q++, k++) {
      double sum = 0;
      for (int a = 0; a < 4; a++) sum += (d[a][p] - middle[p]) * (d[a][q] - middle[q]);
      metric->a[k][lane] = times * sum;
    }
  }
}

static bool is_bone(const BrnBatch* batch, int lane) {
  return batch->tet[lane] < 0 && batch->volume[lane] > 0;
}

// mu of the softest tet, Pa; of the softest bone where there are no tets
static double softest(const BrnElements* elements) {
  double least[2] = {INFINITY, INFINITY};
  for (int b = 0; b < elements->batch_count; b++) {
    const BrnBatch* batch = &elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      double* of = &least[is_bone(batch, i)];
      if (batch->volume[i] > 0) *of = fmin(*of, batch->shear[i] / (2 * batch->volume[i]));
    }
  }
  return isfinite(least[0]) ? least[0] : least[1];
}

static double mean_volume(const BrnElements* elements) {
  double sum = 0;
  int count = 0;
  for (int b = 0; b < elements->batch_count; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      if (elements->batch[b].tet[i] < 0) continue;
      sum += elements->batch[b].volume[i];
      count++;
    }
  }
  return count > 0 ? sum / count : 1;
}

// as many as the bone's volume has tets of the mean size
static double bone_weight(const BrnEmu* e, double volume, double mean) {
  double edge = cbrt(6 * sqrt(2) * mean); // of a regular tet
  if (e->bone > 0) return e->bone;
  switch (e->set.weights) {
  case BRN_EMU_VOLUME_STIFFNESS: return volume * e->soft;
  case BRN_EMU_UNIT: return volume / mean;
  case BRN_EMU_CENTROID: return volume / mean * edge * edge / 2;
  }
  return 1;
}

double brn__emu_stiffness(const BrnEmu* e, const BrnBatch* batch, int lane) {
  double own = batch->shear[lane] / 2;
  return e->by_mean ? sqrt(own * batch->volume[lane] * e->soft) : own;
}

static void weigh_tet(const BrnEmu* e, const BrnBatch* batch, int lane, BrnMetric* out) {
  switch (e->set.weights) {
  case BRN_EMU_VOLUME_STIFFNESS: set_scalar(out, lane, brn__emu_stiffness(e, batch, lane)); break;
  case BRN_EMU_UNIT: set_scalar(out, lane, 1); break;
  case BRN_EMU_CENTROID: {
    bool tendon = batch->tendon[lane] > 0.5 || batch->unit[lane] < 0;
    set_centroid(batch, lane, tendon ? TENDON : 1, out);
    break;
  }
  }
}

void brn__emu_weigh(BrnEmu* e, double bone, BrnMetric* out) {
  const BrnElements* elements = e->body->elements;
  double mean = mean_volume(elements), soft = softest(elements);
  e->soft = isfinite(soft) ? soft : 1;
  for (int b = 0; b < elements->batch_count; b++) {
    const BrnBatch* batch = &elements->batch[b];
    memset(&out[b], 0, sizeof out[b]);
    for (int i = 0; i < BRN_LANES; i++) {
      if (is_bone(batch, i)) {
        set_scalar(&out[b], i, bone * bone_weight(e, batch->volume[i], mean));
      } else if (batch->tet[i] >= 0) {
        weigh_tet(e, batch, i, &out[b]);
      }
    }
  }
}

void brn__metric_apply(const BrnMetric* metric, const double (*T)[BRN_LANES],
                       double (*out)[BRN_LANES]) {
  BRN_LANE_PICK(brn__metric_times)(metric, T, out);
}

// t = A^-1 t
static void divide(const BrnMetric* metric, int lane, double t[3]) {
  const double(*a)[BRN_LANES] = metric->a;
  double xx = a[0][lane], xy = a[1][lane], xz = a[2][lane];
  double yy = a[3][lane], yz = a[4][lane], zz = a[5][lane];
  double c[6] = {yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy,
                 xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy};
  double det = xx * c[0] + xy * c[1] + xz * c[2];
  double x[3] = {c[0] * t[0] + c[1] * t[1] + c[2] * t[2], c[1] * t[0] + c[3] * t[1] + c[4] * t[2],
                 c[2] * t[0] + c[4] * t[1] + c[5] * t[2]};
  for (int k = 0; k < 3; k++) t[k] = x[k] / det;
}

void brn__metric_divide(const BrnMetric* metric, const double (*T)[BRN_LANES],
                        double (*out)[BRN_LANES]) {
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < BRN_LANES; i++) {
      double t[3] = {T[3 * c][i], T[3 * c + 1][i], T[3 * c + 2][i]};
      if (metric->a[0][i] > 0) divide(metric, i, t);
      for (int k = 0; k < 3; k++) out[3 * c + k][i] = metric->a[0][i] > 0 ? t[k] : 0;
    }
  }
}
