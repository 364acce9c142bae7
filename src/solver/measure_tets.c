// SPDX-License-Identifier: Apache-2.0
//
// F of each tet, Cauchy's stress P F^T / J, the fibre now, and forces of tets on their corners, -V
// P g.

#include "core/vec.h"
#include "solver/measure.h"

#include <string.h>

enum { GRAIN = 256 };

// -------------------------------------------------------------------------------------- geometry

static void edges(const BrnModel* model, int t, const double* position, double out[9]) {
  const int* v = model->mesh->tet + 4 * (size_t)t;
  for (int k = 0; k < 3; k++) {
    double e[3];
    brn__sub3(e, position + 3 * (size_t)v[k + 1], position + 3 * (size_t)v[0]);
    for (int i = 0; i < 3; i++) out[3 * i + k] = e[i];
  }
}

// rows: gradients of the weights of corners 1 to 3
static void gradients(const BrnModel* model, int t, double out[9]) {
  double rest[9];
  edges(model, t, model->mesh->position, rest);
  brn__inverse3(out, rest);
}

// f_k = -V P g_k, and the four add up to nothing
void brn__measure_corners(const BrnMeasuring* m, int tet, double out[4][3]) {
  double g[9];
  gradients(m->model, tet, g);
  memset(out[0], 0, sizeof out[0]);
  for (int k = 1; k < 4; k++) {
    brn__mul3(out[k], m->seen.stress + 9 * (size_t)tet, g + 3 * (k - 1));
    brn__scale3(out[k], -m->model->volume[tet], out[k]);
    brn__sub3(out[0], out[0], out[k]);
  }
}

// ------------------------------------------------------------------------------------------ a tet

static void measure_fibre(const BrnModel* model, int t, const double F[9], double now[3],
                          double* stretch) {
  const double* rest = model->fibre ? model->fibre + 3 * (size_t)t : NULL;
  memset(now, 0, 3 * sizeof(double));
  *stretch = 1;
  if (!rest || brn__dot3(rest, rest) == 0) return;
  brn__mul3(now, F, rest);
  *stretch = brn__normalize3(now);
}

// sigma = P F^T / J; its symmetric part, as that of linear elasticity is not symmetric. A flat tet
// has none.
static void measure_stress(const double P[9], const double F[9], double out[6]) {
  double J = brn__det3(F), s[9];
  brn__mul33_transposed(s, P, F);
  double by = J != 0 ? 1 / J : 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    out[i] = by * s[4 * i];
    out[3 + i] = by * (s[3 * i + j] + s[3 * j + i]) / 2;
  }
}

static double activation_of(const BrnMeasuring* m, int t) {
  const BrnModel* model = m->model;
  int unit = model->unit ? model->unit[t] : -1;
  if (unit < 0) return 0;
  double tendon = model->tendon ? model->tendon[t] : 0;
  return m->state->input->activation[unit] * (1 - fmin(tendon, 1));
}

static void measure_tets(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnMeasuring* m = user;
  for (int t = begin; t < end; t++) {
    double g[9], now[9], *F = m->out.deformation + 9 * (size_t)t;
    gradients(m->model, t, g);
    edges(m->model, t, m->state->position, now);
    brn__mul33(F, now, g);
    measure_fibre(m->model, t, F, m->out.fibre + 3 * (size_t)t, &m->out.stretch[t]);
    measure_stress(m->seen.stress + 9 * (size_t)t, F, m->out.stress + 6 * (size_t)t);
    m->out.energy[t] = m->seen.energy[t];
    m->out.activation[t] = activation_of(m, t);
  }
}

void brn__measure_tets(BrnContext* ctx, BrnMeasuring* m) {
  brn__parallel_for(ctx, m->out.tet_count, GRAIN, measure_tets, m);
}

// ----------------------------------------------------------------------------------------- forces

static bool is_soft(const BrnModel* model, int t) {
  return model->part[model->mesh->tet_label[t] - 1].kind != BRN_PART_BONE;
}

// In the order of the tets. It is a small part of a step's work: not worth a list of the tets of
// each vertex.
void brn__measure_forces(BrnMeasuring* m) {
  memset(m->out.force, 0, 3 * sizeof(double) * (size_t)m->out.vertex_count);
  for (int t = 0; t < m->out.tet_count; t++) {
    if (!is_soft(m->model, t)) continue;
    double f[4][3];
    brn__measure_corners(m, t, f);
    for (int k = 0; k < 4; k++) {
      double* to = m->out.force + 3 * (size_t)m->model->mesh->tet[4 * (size_t)t + (size_t)k];
      brn__add3(to, to, f[k]);
    }
  }
}

// ------------------------------------------------------------------------------------------ parts

double brn__von_mises(const double s[6]) {
  double square = 0;
  for (int i = 0; i < 3; i++) {
    double d = s[i] - s[(i + 1) % 3];
    square += d * d / 2 + 3 * s[3 + i] * s[3 + i];
  }
  return sqrt(square);
}

void brn__measure_parts(BrnMeasuring* m) {
  const BrnModel* model = m->model;
  memset(m->out.part, 0, sizeof *m->out.part * (size_t)model->part_count);
  for (int t = 0; t < m->out.tet_count; t++) {
    BrnPartMeasure* part = &m->out.part[model->mesh->tet_label[t] - 1];
    part->volume += model->volume[t] * brn__det3(m->out.deformation + 9 * (size_t)t);
    part->energy += model->volume[t] * m->out.energy[t];
    part->most_stress = fmax(part->most_stress, brn__von_mises(m->out.stress + 6 * (size_t)t));
  }
}
