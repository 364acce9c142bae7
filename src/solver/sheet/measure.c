// SPDX-License-Identifier: Apache-2.0
//
// What is measured of surfaces. They have lengths, volumes and stretches; there are no stresses in
// them, and position-based methods make no forces to be told: those are NAN.

#include "solver/measure.h"
#include "core/vec.h"
#include "solver/sheet/sheet.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ guides
// The deformation around a point, F = (sum x r^T) A^-1 with A = sum r r^T, is the best in the
// squares for the edges and links that meet there: r at rest, x now. The fibre f becomes F f =
// sum x (r . g) with g = A^-1 f, which stays the same: the guide of the point.

static const double hair = 1e-9;  // of the trace, added to the diagonal: surfaces may be flat
static const double least = 0.01; // share of f that edges must have: one across all of them is none

typedef void EdgeFn(void* user, int a, int b);

// edges and diagonals, links to the inner points, and links among those
static void for_edges(const BrnModelFlesh* flesh, EdgeFn* fn, void* user) {
  for (size_t i = 0; i < (size_t)flesh->edge_count; i++) {
    fn(user, flesh->edge[2 * i], flesh->edge[2 * i + 1]);
  }
  for (int v = 0; v < flesh->vertex_count && flesh->inner_count > 0; v++) {
    fn(user, flesh->first + v, flesh->first_inner + flesh->inner[v]);
  }
  for (int i = 0; i < flesh->inner_count; i++) {
    if (flesh->parent[i] < 0) continue;
    fn(user, flesh->first_inner + i, flesh->first_inner + flesh->parent[i]);
  }
}

typedef struct Squares {
  const double* rest;
  double* sum; // r r^T of each point (vertex_count x 9)
} Squares;

static void add_square(void* user, int a, int b) {
  const Squares* squares = user;
  double r[3];
  brn__sub3(r, squares->rest + 3 * (size_t)b, squares->rest + 3 * (size_t)a);
  for (size_t k = 0; k < 9; k++) {
    squares->sum[9 * (size_t)a + k] += r[k / 3] * r[k % 3];
    squares->sum[9 * (size_t)b + k] += r[k / 3] * r[k % 3];
  }
}

// divided by the length of what edges have of f, so that |F f| is a stretch
static void make_guide(const double square[9], const double f[3], double out[3]) {
  double A[9], inverse[9], seen[3], trace = square[0] + square[4] + square[8];
  memset(out, 0, 3 * sizeof(double));
  if (!(trace > 0)) return;
  for (int k = 0; k < 9; k++) A[k] = square[k] / trace + (k % 4 == 0 ? hair : 0);
  brn__inverse3(inverse, A);
  brn__mul3(out, inverse, f);
  brn__scale3(out, 1 / trace, out);
  brn__mul3(seen, square, out);
  double share = brn__dot3(seen, f);
  brn__scale3(out, share > least ? 1 / sqrt(share) : 0, out);
}

static int point_of(const BrnModelFlesh* flesh, int i) {
  return i < flesh->vertex_count ? flesh->first + i : flesh->first_inner + i - flesh->vertex_count;
}

static int point_count(const BrnModelFlesh* flesh) {
  return flesh->vertex_count + flesh->inner_count;
}

BrnStatus brn__sheet_find_guides(BrnContext* ctx, BrnSheet* sheet) {
  const BrnModel* model = sheet->model;
  sheet->guide = brn__new_zero(ctx, 3 * (size_t)model->mesh->vertex_count, double);
  if (!sheet->guide) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Squares squares = {model->mesh->position, NULL};
  squares.sum = brn__scratch_zero(ctx, 9 * (size_t)model->mesh->vertex_count, double);
  for (int i = 0; squares.sum && i < model->flesh_count; i++) {
    const BrnModelFlesh* flesh = &model->flesh[i];
    for_edges(flesh, add_square, &squares);
    for (int k = 0; k < point_count(flesh); k++) {
      size_t p = (size_t)point_of(flesh, k);
      make_guide(squares.sum + 9 * p, flesh->fibre + 3 * (size_t)k, sheet->guide + 3 * p);
    }
  }
  brn__scratch_release(ctx, mark);
  return squares.sum ? BRN_OK : BRN_NO_MEMORY;
}

// ------------------------------------------------------------------------------------------ points

typedef struct Look {
  BrnMeasuring* m;
  const double* guide;
} Look;

static void add_edge(void* user, int a, int b) {
  const Look* look = user;
  const BrnMeasuring* m = look->m;
  double r[3], x[3], *fibre = m->out.fibre;
  size_t i = 3 * (size_t)a, j = 3 * (size_t)b;
  brn__sub3(r, m->model->mesh->position + j, m->model->mesh->position + i);
  brn__sub3(x, m->state->position + j, m->state->position + i);
  brn__axpy3(fibre + i, fibre + i, brn__dot3(r, look->guide + i), x);
  brn__axpy3(fibre + j, fibre + j, brn__dot3(r, look->guide + j), x);
}

static void measure_flesh(Look* look, const BrnModelFlesh* flesh) {
  BrnMeasuring* m = look->m;
  double activation = flesh->unit < 0 ? 0 : m->state->input->activation[flesh->unit];
  for_edges(flesh, add_edge, look);
  for (int k = 0; k < point_count(flesh); k++) {
    size_t p = (size_t)point_of(flesh, k);
    double guide = brn__norm3(look->guide + 3 * p);
    double stretch = brn__normalize3(m->out.fibre + 3 * p);
    m->out.stretch[p] = guide > 0 ? stretch : 1;
    m->out.activation[p] = activation;
  }
}

static void measure_points(BrnMeasuring* m, const double* guide) {
  Look look = {m, guide};
  int count = m->out.sample_count;
  memset(m->out.fibre, 0, 3 * sizeof(double) * (size_t)count);
  memset(m->out.activation, 0, sizeof(double) * (size_t)count);
  for (int p = 0; p < count; p++) m->out.stretch[p] = 1;
  for (int i = 0; i < m->model->flesh_count; i++) measure_flesh(&look, &m->model->flesh[i]);
}

// ----------------------------------------------------------------------------------------- volumes

// of a closed surface, from its first vertex, so that far away places cost no digits
static double volume_of(const BrnModelSurface* surface, const double* position) {
  const double* point = position + 3 * (size_t)surface->first;
  double volume = 0;
  for (size_t t = 0; t < (size_t)surface->mesh->triangle_count; t++) {
    const int* v = surface->mesh->triangle + 3 * t;
    volume += brn__tet_volume(point + 3 * (size_t)v[0], point + 3 * (size_t)v[1],
                              point + 3 * (size_t)v[2], point);
  }
  return -volume;
}

static void measure_parts(BrnMeasuring* m) {
  for (int p = 0; p < m->model->part_count; p++) {
    int surface = m->model->part[p].surface;
    m->out.part[p] = (BrnPartMeasure){.energy = NAN, .most_stress = NAN};
    if (surface < 0) continue;
    m->out.part[p].volume = volume_of(&m->model->surface[surface], m->state->position);
  }
}

// ------------------------------------------------------------------------------------------- units

static void add_flesh(const BrnMeasuring* m, const BrnModelFlesh* flesh, BrnUnitMeasure* out) {
  out->volume += volume_of(&m->model->surface[flesh->surface], m->state->position);
  for (int v = 0; v < flesh->vertex_count; v++) {
    double stretch = m->out.stretch[flesh->first + v];
    out->least_stretch = fmin(out->least_stretch, stretch);
    out->most_stretch = fmax(out->most_stretch, stretch);
  }
}

static void measure_units(BrnMeasuring* m) {
  for (int u = 0; u < m->model->unit_count; u++) {
    const BrnModelUnit* unit = &m->model->unit_list[u];
    BrnUnitMeasure* out = &m->out.unit[u];
    *out = (BrnUnitMeasure){.least_stretch = INFINITY, .most_stretch = -INFINITY};
    for (int i = 0; i < m->model->flesh_count; i++) {
      if (m->model->flesh[i].unit == u) add_flesh(m, &m->model->flesh[i], out);
    }
    out->activation = m->state->input->activation[u];
    out->excitation = brn_input_excitation(m->model, m->state->input, u);
    out->length = brn__measure_line(unit, m->state);
    out->stretch = unit->length > 0 ? out->length / unit->length : 1;
    out->fibre_force = out->origin_force = out->insertion_force = NAN;
  }
}

// ---------------------------------------------------------------------------------------- wrenches

static void forget(BrnWrench* wrench) {
  for (int k = 0; k < 3; k++) wrench->force[k] = wrench->moment[k] = NAN;
}

static void place(const BrnMeasuring* m, const int* vertex, int count, BrnWrench* out) {
  *out = (BrnWrench){0};
  for (int i = 0; i < count; i++) {
    brn__axpy3(out->about, out->about, 1.0 / count, m->state->position + 3 * (size_t)vertex[i]);
  }
  forget(out);
}

static void forget_forces(BrnMeasuring* m) {
  const BrnModel* model = m->model;
  for (size_t i = 0; i < 3 * (size_t)m->out.vertex_count; i++) m->out.force[i] = NAN;
  for (int a = 0; a < model->attachment_count; a++) {
    const BrnModelAttachment* at = &model->attachment[a];
    place(m, at->vertex, at->vertex_count, &m->out.attachment[a]);
  }
  for (int s = 0; s < model->support_count; s++) {
    place(m, model->support[s].vertex, model->support[s].vertex_count, &m->out.support[s]);
  }
  for (int b = 0; b < model->bone_count; b++) {
    brn__copy3(m->out.bone[b].hold.about, m->out.bone[b].flesh.about);
    forget(&m->out.bone[b].flesh);
    forget(&m->out.bone[b].hold);
  }
  for (int j = 0; j < model->joint_count; j++) forget(&m->out.joint[j].reaction);
}

// stretches, and nothing else of what is inside
static void measure_probe(const BrnMeasuring* m, const BrnModelProbe* probe, BrnProbeMeasure* out) {
  BrnWrench* wrench[] = {&out->support, &out->load, &out->flesh, &out->section};
  for (int i = 0; i < 4; i++) {
    forget(wrench[i]);
    for (int k = 0; k < 3; k++) wrench[i]->about[k] = NAN;
  }
  for (int k = 0; k < 6; k++) out->stress[k] = NAN;
  out->von_mises = out->pressure = NAN;
  for (int i = 0; i < probe->vertex_count; i++) {
    out->stretch += probe->weight[i] * m->out.stretch[probe->vertex[i]];
  }
}

void brn__sheet_measure(void* method, BrnMeasuring* m) {
  const BrnSheet* sheet = method;
  measure_points(m, sheet->guide);
  measure_parts(m);
  measure_units(m);
  brn__measure_bones(m);
  brn__measure_joints(m);
  forget_forces(m);
  brn__measure_places(m);
  for (int i = 0; i < m->model->probe_count; i++) {
    measure_probe(m, &m->model->probe[i], &m->out.probe[i]);
  }
}
