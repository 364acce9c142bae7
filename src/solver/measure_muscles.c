// SPDX-License-Identifier: Apache-2.0
//
// Forces that flow through attachments, and what is told of units: lengths of their lines,
// stretches, and the force along the fibres, which is the integral of the Kirchhoff stress along
// them over their length.

#include "core/vec.h"
#include "solver/measure.h"

#include <string.h>

// ------------------------------------------------------------------------------------ attachments

// the mean of some vertices
static void mean_of(const BrnState* state, const int* vertex, int count, double out[3]) {
  memset(out, 0, 3 * sizeof(double));
  for (int i = 0; i < count; i++) {
    brn__axpy3(out, out, 1.0 / count, state->position + 3 * (size_t)vertex[i]);
  }
}

void brn__measure_attachments(BrnMeasuring* m) {
  for (int a = 0; a < m->model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &m->model->attachment[a];
    BrnWrench* wrench = &m->out.attachment[a];
    *wrench = (BrnWrench){0};
    mean_of(m->state, attachment->vertex, attachment->vertex_count, wrench->about);
    for (int i = m->corner_start[a]; i < m->corner_start[a + 1]; i++) {
      double f[4][3];
      int v = m->model->mesh->tet[m->corner[i]];
      brn__measure_corners(m, m->corner[i] / 4, f);
      brn__wrench_add(wrench, m->state->position + 3 * (size_t)v, f[m->corner[i] % 4]);
    }
  }
}

// ------------------------------------------------------------------------------------------ units

double brn__measure_line(const BrnModelUnit* unit, const BrnState* state) {
  double length = 0, before[3] = {0};
  for (int i = 0; i < unit->line_count; i++) {
    double point[3] = {0};
    for (int k = 4 * i; k < 4 * i + 4; k++) {
      brn__axpy3(point, point, unit->line_weight[k],
                 state->position + 3 * (size_t)unit->line_vertex[k]);
    }
    if (i > 0) length += brn__distance3(before, point);
    brn__copy3(before, point);
  }
  return length;
}

// Kirchhoff stress along the fibre: J f . sigma f, the stress by rest volume
static double stress_along(const BrnMeasuring* m, int t) {
  const double *f = m->out.fibre + 3 * (size_t)t, *s = m->out.stress + 6 * (size_t)t;
  double along = 0;
  for (int i = 0; i < 3; i++) {
    along += s[i] * f[i] * f[i] + 2 * s[3 + i] * f[i] * f[(i + 1) % 3];
  }
  return brn__det3(m->out.deformation + 9 * (size_t)t) * along;
}

typedef struct Sums {
  double rest;                    // volume at rest
  double flesh, stretched, power; // by volume without the share of tendon
} Sums;

static void add_tet(const BrnMeasuring* m, int t, Sums* sums, BrnUnitMeasure* out) {
  const BrnModel* model = m->model;
  double volume = model->volume[t], stretch = m->out.stretch[t];
  double flesh = volume * (1 - (model->tendon ? fmin(model->tendon[t], 1) : 0));
  sums->rest += volume;
  sums->flesh += flesh;
  sums->stretched += flesh * stretch;
  sums->power += flesh * stress_along(m, t);
  out->volume += volume * brn__det3(m->out.deformation + 9 * (size_t)t);
  out->stretch += volume * stretch;
  out->least_stretch = fmin(out->least_stretch, stretch);
  out->most_stretch = fmax(out->most_stretch, stretch);
}

// integral of the stress along the fibres over their length: force across all of them
static double fibre_force(const BrnModelUnit* unit, const Sums* sums) {
  double length = sums->flesh > 0 ? unit->fibre_length * sums->stretched / sums->flesh : 0;
  return length > 0 ? sums->power / length : 0;
}

static double size_of(const BrnMeasuring* m, int attachment) {
  return attachment < 0 ? 0 : brn__norm3(m->out.attachment[attachment].force);
}

void brn__measure_units(BrnMeasuring* m) {
  for (int u = 0; u < m->model->unit_count; u++) {
    const BrnModelUnit* unit = &m->model->unit_list[u];
    BrnUnitMeasure* out = &m->out.unit[u];
    Sums sums = {0};
    *out = (BrnUnitMeasure){.least_stretch = INFINITY, .most_stretch = -INFINITY};
    for (int i = 0; i < unit->tet_count; i++) add_tet(m, unit->tet[i], &sums, out);
    out->activation = m->state->input->activation[u];
    out->excitation = brn_input_excitation(m->model, m->state->input, u);
    out->length = brn__measure_line(unit, m->state);
    out->stretch /= sums.rest;
    out->fibre_force = fibre_force(unit, &sums);
    out->origin_force = size_of(m, unit->origin);
    out->insertion_force = size_of(m, unit->insertion);
  }
}
