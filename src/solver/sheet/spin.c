// SPDX-License-Identifier: Apache-2.0
//
// What keeps muscles from turning by themselves.
//
// A converged sub-step ends with m (x - q) = sum grad C lambda at its end, where q is what was
// predicted. Forces along edges have no moment then, nor has pressure: what is left of the angular
// momentum comes from points that bones carry and from what is outside of the muscle. A few
// iterations end elsewhere: each correction has no moment where it is made, but its edge goes on
// turning afterwards. That is little, but nothing opposes a rigid rotation and so it adds up: the
// spindle of our notes ends up at ten turns a second, and attached to bones its belly still turns.
// The muscle is turned back by what a converged sub-step would not have.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

#include <math.h>

#define LARGEST_TURN 0.05 // rad

typedef struct Spin {
  double centre[3];
  double moment[3];  // sum of m (x - centre) x (x - q), less what has a reason, kg m^2
  double inertia[9]; // kg m^2
  double mass;       // kg
} Spin;

typedef struct Run {
  int first, count;
} Run;

static void add_centre(const BrnSheetPoints* points, Run run, Spin* spin) {
  for (int i = run.first; i < run.first + run.count; i++) {
    const double* x = points->at + 4 * (size_t)i;
    if (!(x[3] > 0)) continue;
    spin->mass += 1 / x[3];
    brn__axpy3(spin->centre, spin->centre, 1 / x[3], x);
  }
}

static void add_points(const BrnSheet* sheet, Run run, Spin* spin) {
  const BrnSheetPoints* points = &sheet->points;
  double h = sheet->now.rest ? 0 : sheet->now.h;
  for (int i = run.first; i < run.first + run.count; i++) {
    const double* x = points->at + 4 * (size_t)i;
    double q[3], r[3], d[3], moment[3];
    if (!(x[3] > 0)) continue;
    brn__axpy3(q, points->start + 3 * (size_t)i, h, points->velocity + 3 * (size_t)i);
    if (points->outer) brn__add3(q, q, points->outer + 3 * (size_t)i);
    brn__sub3(d, x, q);
    brn__sub3(r, x, spin->centre);
    brn__cross3(moment, r, d);
    brn__axpy3(spin->moment, spin->moment, 1 / x[3], moment);
    for (int k = 0; k < 9; k++) {
      spin->inertia[k] += ((k % 4 == 0) * brn__dot3(r, r) - r[k / 3] * r[k % 3]) / x[3];
    }
  }
}

// and so do links of the spine to carried beads
static void take_spine(const BrnSpine* spine, Spin* spin) {
  for (int i = 0; i < spine->count; i++) {
    const BrnSpineBead *bead = &spine->bead[i], *parent = bead + (bead->parent - i);
    double r[3], moment[3];
    if (!bead->linked || !(bead->carried || parent->carried)) continue;
    brn__sub3(r, bead->at, spin->centre);
    brn__cross3(moment, r, bead->n);
    brn__axpy3(spin->moment, spin->moment, bead->carried ? bead->lambda : -bead->lambda, moment);
  }
}

// and rims
static void take_rim(const BrnRim* rim, const double* at, Spin* spin) {
  for (int i = 0; i < rim->count; i++) {
    double r[3], moment[3];
    brn__sub3(r, at + 4 * (size_t)rim->point[i].row, spin->centre);
    brn__cross3(moment, r, rim->point[i].lambda);
    brn__sub3(spin->moment, spin->moment, moment);
  }
}

// bones turn a muscle by the edges to what they carry
static void take_edges(const BrnEdges* edges, const double* at, Spin* spin) {
  for (int i = 0; i < edges->held_count; i++) {
    const BrnEdgeBatch* batch = &edges->batch[edges->held[i] / BRN_LANES];
    int lane = edges->held[i] % BRN_LANES;
    const double *a = at + 4 * (size_t)batch->a[lane], *b = at + 4 * (size_t)batch->b[lane];
    const double* free_end = a[3] > 0 ? a : b;
    double n[3], r[3], moment[3];
    brn__sub3(n, free_end, free_end == a ? b : a);
    brn__normalize3(n);
    brn__sub3(r, free_end, spin->centre);
    brn__cross3(moment, r, n);
    brn__axpy3(spin->moment, spin->moment, -batch->lambda[lane], moment);
  }
}

// and by the pressure on it
static void take_volume(const BrnVolume* volume, const double* at, Spin* spin) {
  for (int i = 0; i < volume->count * BRN_LANES; i++) {
    const double* x = at + 4 * (size_t)volume->batch[i / BRN_LANES].vertex[i % BRN_LANES];
    double slope[3], r[3], moment[3];
    if (x[3] > 0) continue;
    for (int k = 0; k < 3; k++) slope[k] = volume->slope[i / BRN_LANES][k][i % BRN_LANES];
    brn__sub3(r, x, spin->centre);
    brn__cross3(moment, r, slope);
    brn__axpy3(spin->moment, spin->moment, volume->lambda, moment);
  }
}

static void turn(BrnSheetPoints* points, Run run, const Spin* spin, const double R[9]) {
  for (int i = run.first; i < run.first + run.count; i++) {
    double *x = points->at + 4 * (size_t)i, r[3], turned[3];
    if (!(x[3] > 0)) continue;
    brn__sub3(r, x, spin->centre);
    brn__mul3(turned, R, r);
    brn__add3(x, spin->centre, turned);
  }
}

// the rotation that brings the moment to zero; points on a line have no inertia about it, so a
// little is added
static bool find_turn(Spin* spin, double R[9]) {
  double trace = spin->inertia[0] + spin->inertia[4] + spin->inertia[8];
  double inverse[9], by[3], q[4];
  for (int k = 0; k < 9; k += 4) spin->inertia[k] += 1e-9 * trace;
  brn__inverse3(inverse, spin->inertia);
  brn__mul3(by, inverse, spin->moment);
  double angle = brn__norm3(by);
  if (!(angle > 0) || !isfinite(angle)) return false;
  brn__scale3(by, -fmin(1, LARGEST_TURN / angle), by);
  brn_rotation_exp(by, q);
  brn_rotation_to_matrix(q, R);
  return true;
}

void brn__muscle_stop_spin(BrnSheet* sheet, BrnSheetMuscle* muscle) {
  const BrnModelFlesh* model = &sheet->model->flesh[muscle->index];
  const Run run[2] = {{model->first, model->vertex_count},
                      {model->first_inner, model->inner_count}};
  Spin spin = {0};
  double R[9];
  for (int k = 0; k < 2; k++) add_centre(&sheet->points, run[k], &spin);
  if (!(spin.mass > 0)) return;
  brn__scale3(spin.centre, 1 / spin.mass, spin.centre);
  for (int k = 0; k < 2; k++) add_points(sheet, run[k], &spin);
  take_edges(&muscle->edges, sheet->points.at, &spin);
  take_spine(&muscle->spine, &spin);
  take_rim(&muscle->rim, sheet->points.at, &spin);
  take_volume(&muscle->volume, sheet->points.at, &spin);
  if (!find_turn(&spin, R)) return;
  for (int k = 0; k < 2; k++) turn(&sheet->points, run[k], &spin, R);
}
