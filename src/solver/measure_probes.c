// SPDX-License-Identifier: Apache-2.0
//
// Probes: means, ranges and resultants of points and selections.

#include "core/vec.h"
#include "solver/measure.h"

#include <math.h>
#include <string.h>

static void measure_bone_point(const BrnMeasuring* m, const BrnModelProbe* probe,
                               BrnProbeMeasure* out) {
  brn_pose_apply(&m->out.bone[probe->bone].pose, probe->at, out->position);
  for (int i = 0; i < 3; i++) {
    out->range[i] = out->range[3 + i] = out->position[i];
    out->velocity[i] = NAN;
  }
}

static void measure_vertices(const BrnMeasuring* m, const BrnModelProbe* probe,
                             BrnProbeMeasure* out) {
  for (int i = 0; i < probe->vertex_count; i++) {
    size_t at = 3 * (size_t)probe->vertex[i];
    const double *x = m->state->position + at, *X = m->model->mesh->position + at;
    double moved = brn__distance3(x, X);
    brn__axpy3(out->position, out->position, probe->weight[i], x);
    brn__axpy3(out->velocity, out->velocity, probe->weight[i], m->state->velocity + at);
    for (int k = 0; k < 3; k++) {
      out->range[k] = i == 0 ? x[k] : fmin(out->range[k], x[k]);
      out->range[3 + k] = i == 0 ? x[k] : fmax(out->range[3 + k], x[k]);
    }
    out->least_displacement = i == 0 ? moved : fmin(out->least_displacement, moved);
    out->most_displacement = i == 0 ? moved : fmax(out->most_displacement, moved);
  }
}

// What holds a vertex is the opposite of all else that acts on it, in the coordinates that a
// support has taken, or in all of them where its bone is fixed or moved.
static void held(const BrnMeasuring* m, int v, double out[3]) {
  int bone = m->seen.carrier[v];
  double f[3];
  brn__measure_acting(m, v, f);
  for (int a = 0; a < 3; a++) {
    bool is_held =
        bone >= 0 ? brn_skeleton_is_given(m->model->skeleton, bone) : m->taken[v] >> a & 1;
    out[a] = is_held ? -f[a] : 0;
  }
}

static void measure_resultants(const BrnMeasuring* m, const BrnModelProbe* probe,
                               BrnProbeMeasure* out) {
  for (int i = 0; i < probe->vertex_count; i++) {
    size_t at = 3 * (size_t)probe->vertex[i];
    const double* x = m->state->position + at;
    double f[3];
    held(m, probe->vertex[i], f);
    brn__wrench_add(&out->support, x, f);
    brn__wrench_add(&out->load, x, m->seen.load + at);
    brn__wrench_add(&out->flesh, x, m->out.force + at);
  }
  for (int i = 0; i < probe->corner_count; i++) {
    double f[4][3];
    int v = m->model->mesh->tet[probe->corner[i]];
    brn__measure_corners(m, probe->corner[i] / 4, f);
    brn__wrench_add(&out->section, m->state->position + 3 * (size_t)v, f[probe->corner[i] % 4]);
  }
}

static void measure_inside(const BrnMeasuring* m, const BrnModelProbe* probe,
                           BrnProbeMeasure* out) {
  for (int i = 0; i < probe->tet_count; i++) {
    size_t t = (size_t)probe->tet[i];
    for (size_t k = 0; k < 6; k++) {
      out->stress[k] += probe->tet_weight[i] * m->out.stress[6 * t + k];
    }
    out->stretch += probe->tet_weight[i] * m->out.stretch[t];
  }
  const double* s = out->stress;
  out->von_mises = brn__von_mises(s);
  out->pressure = -(s[0] + s[1] + s[2]) / 3;
}

static void measure_place(const BrnMeasuring* m, const BrnModelProbe* probe, BrnProbeMeasure* out) {
  *out = (BrnProbeMeasure){0};
  if (probe->bone >= 0) {
    measure_bone_point(m, probe, out);
  } else {
    measure_vertices(m, probe, out);
  }
  brn__sub3(out->displacement, out->position, probe->at);
  out->distance = brn__norm3(out->displacement);
  BrnWrench* wrench[] = {&out->support, &out->load, &out->flesh, &out->section};
  for (int i = 0; i < 4; i++) brn__copy3(wrench[i]->about, out->position);
}

void brn__measure_places(BrnMeasuring* m) {
  for (int i = 0; i < m->model->probe_count; i++) {
    measure_place(m, &m->model->probe[i], &m->out.probe[i]);
  }
}

void brn__measure_probes(BrnMeasuring* m) {
  for (int i = 0; i < m->model->probe_count; i++) {
    measure_resultants(m, &m->model->probe[i], &m->out.probe[i]);
    measure_inside(m, &m->model->probe[i], &m->out.probe[i]);
  }
}
