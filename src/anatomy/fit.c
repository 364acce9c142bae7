// SPDX-License-Identifier: Apache-2.0
//
// Both fits start from an algebraic one, which is linear but pulled towards small radii, and go on
// with Gauss-Newton on the true distances (Ahn, Rauh and Warnecke 2001).

#include "anatomy/fit.h"

#include "core/svd.h"
#include "core/vec.h"

#include <string.h>

enum { MOST = 5, ROUNDS = 100 };

static const double flat_radius = 50; // radii beyond this many extents of the patch are flat

// --------------------------------------------------------------------------------- small systems

// normal equations A x = b of up to five unknowns
typedef struct Normal {
  int n;
  double A[MOST][MOST], b[MOST];
} Normal;

static void add_row(Normal* system, const double* row, double value) {
  for (int i = 0; i < system->n; i++) {
    system->b[i] += row[i] * value;
    for (int j = 0; j < system->n; j++) system->A[i][j] += row[i] * row[j];
  }
}

// Cholesky; false when the matrix is as good as singular
static bool solve(const Normal* system, double* x) {
  int n = system->n;
  double L[MOST][MOST] = {{0}};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = system->A[i][j];
      for (int k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
      if (i == j && !(sum > 1e-13 * system->A[i][i])) return false;
      L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
    }
  }
  for (int i = 0; i < n; i++) {
    x[i] = system->b[i];
    for (int k = 0; k < i; k++) x[i] -= L[i][k] * x[k];
    x[i] /= L[i][i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= L[k][i] * x[k];
    x[i] /= L[i][i];
  }
  return true;
}

// ------------------------------------------------------------------------------------- the patch

// Fits are done in units of the patch about its centroid.
typedef struct Frame {
  double centre[3], size;
} Frame;

static Frame frame_of(const BrnFitPoints* patch) {
  Frame frame = {.size = 0};
  for (int i = 0; i < patch->count; i++) {
    brn__axpy3(frame.centre, frame.centre, 1.0 / patch->count, patch->point + 3 * (size_t)i);
  }
  for (int i = 0; i < patch->count; i++) {
    double d = brn__distance3(patch->point + 3 * (size_t)i, frame.centre);
    frame.size = fmax(frame.size, d);
  }
  return frame;
}

static void local_point(const BrnFitPoints* patch, const Frame* frame, int i, double* q) {
  brn__sub3(q, patch->point + 3 * (size_t)i, frame->centre);
  brn__scale3(q, 1 / frame->size, q);
}

// from the middle of the round (its centre, or its axis) to a point
static double away(const BrnRound* r, const double* q, double* out) {
  double d[3];
  brn__sub3(d, q, r->point);
  brn__axpy3(out, d, -brn__dot3(d, r->axis), r->axis); // a sphere has no axis
  return brn__normalize3(out);
}

static double error_of(const BrnFitPoints* patch, const Frame* frame, const BrnRound* r) {
  double sum = 0;
  for (int i = 0; i < patch->count; i++) {
    double q[3], n[3];
    local_point(patch, frame, i, q);
    double miss = away(r, q, n) - r->radius;
    sum += miss * miss;
  }
  return sqrt(sum / patch->count);
}

// ------------------------------------------------------------------------------------- the start

// |q|^2 = 2 c . q + k in the plane across the axis, or in space
static bool fit_algebraic(const BrnFitPoints* patch, const Frame* frame, const double (*across)[3],
                          int n, BrnRound* r) {
  Normal system = {.n = n + 1};
  double x[MOST], q[3];
  for (int i = 0; i < patch->count; i++) {
    double row[4], square = 0;
    local_point(patch, frame, i, q);
    for (int a = 0; a < n; a++) {
      double u = brn__dot3(across[a], q);
      row[a] = 2 * u;
      square += u * u;
    }
    row[n] = 1;
    add_row(&system, row, square);
  }
  if (!solve(&system, x)) return false;
  double square = x[n];
  memset(r->point, 0, sizeof r->point);
  for (int a = 0; a < n; a++) {
    brn__axpy3(r->point, r->point, x[a], across[a]);
    square += x[a] * x[a];
  }
  r->radius = sqrt(square);
  return square > 0;
}

// two unit vectors across an axis
static void across_axis(const double* axis, double across[2][3]) {
  int least = 0;
  for (int i = 1; i < 3; i++) least = fabs(axis[i]) < fabs(axis[least]) ? i : least;
  double side[3] = {least == 0, least == 1, least == 2};
  brn__cross3(across[0], axis, side);
  brn__normalize3(across[0]);
  brn__cross3(across[1], axis, across[0]);
}

// the direction that is most across all normals
static void axis_of_normals(const BrnFitPoints* patch, double* axis) {
  double A[9] = {0}, U[9], s[3], V[9];
  for (int i = 0; i < patch->count; i++) {
    const double* n = patch->normal + 3 * (size_t)i;
    for (int a = 0; a < 9; a++) A[a] += n[a / 3] * n[a % 3];
  }
  brn__svd3(A, U, s, V);
  for (int i = 0; i < 3; i++) axis[i] = V[3 * i + 2];
}

// --------------------------------------------------------------------------------- the refinement

// what a step moves: the middle along n directions, the axis along `tilts` of them, the radius
typedef struct Moves {
  const double (*along)[3];
  int n, tilts;
} Moves;

static bool find_step(const BrnFitPoints* patch, const Frame* frame, const BrnRound* r,
                      const Moves* moves, double* step) {
  Normal system = {.n = moves->n + moves->tilts + 1};
  for (int i = 0; i < patch->count; i++) {
    double row[MOST], q[3], n[3], d[3];
    local_point(patch, frame, i, q);
    double distance = away(r, q, n);
    brn__sub3(d, q, r->point);
    for (int a = 0; a < moves->n; a++) row[a] = brn__dot3(n, moves->along[a]);
    for (int a = 0; a < moves->tilts; a++) row[moves->n + a] = brn__dot3(d, r->axis) * row[a];
    row[system.n - 1] = 1;
    add_row(&system, row, distance - r->radius);
  }
  return solve(&system, step);
}

static BrnRound moved(const BrnRound* r, const Moves* moves, const double* step, double length) {
  BrnRound out = *r;
  for (int a = 0; a < moves->n; a++) {
    brn__axpy3(out.point, out.point, length * step[a], moves->along[a]);
  }
  for (int a = 0; a < moves->tilts; a++) {
    brn__axpy3(out.axis, out.axis, length * step[moves->n + a], moves->along[a]);
  }
  brn__normalize3(out.axis);
  out.radius += length * step[moves->n + moves->tilts];
  return out;
}

// Gauss-Newton; steps are halved until they help
static bool refine(const BrnFitPoints* patch, const Frame* frame, bool tilt, BrnRound* r) {
  static const double space[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  bool sphere = brn__norm3(r->axis) == 0;
  r->error = error_of(patch, frame, r);
  for (int k = 0; k < ROUNDS; k++) {
    double across[2][3], step[MOST], length = 1;
    if (!sphere) across_axis(r->axis, across);
    Moves moves = {sphere ? space : (const double(*)[3])across, sphere ? 3 : 2, tilt ? 2 : 0};
    if (!find_step(patch, frame, r, &moves, step)) return false;
    BrnRound next = moved(r, &moves, step, length);
    while (!((next.error = error_of(patch, frame, &next)) <= r->error) && length > 1e-6) {
      length /= 2;
      next = moved(r, &moves, step, length);
    }
    if (!(next.error < r->error)) break; // as good as it gets
    *r = next;
  }
  return isfinite(r->error) && r->radius > 0 && r->radius < flat_radius;
}

// back to metres; the point of a cylinder goes to where the patch is
static void finish(const BrnFitPoints* patch, const Frame* frame, BrnRound* r) {
  brn__axpy3(r->point, r->point, -brn__dot3(r->point, r->axis), r->axis);
  r->convex = 0;
  for (int i = 0; i < patch->count; i++) {
    double q[3], n[3];
    local_point(patch, frame, i, q);
    away(r, q, n);
    r->convex += brn__dot3(n, patch->normal + 3 * (size_t)i) / patch->count;
  }
  brn__axpy3(r->point, frame->centre, frame->size, r->point);
  r->radius *= frame->size;
  r->error *= frame->size;
  int largest = 0;
  for (int i = 1; i < 3; i++) largest = fabs(r->axis[i]) > fabs(r->axis[largest]) ? i : largest;
  if (r->axis[largest] < 0) brn__scale3(r->axis, -1, r->axis);
}

bool brn__fit_sphere(const BrnFitPoints* patch, BrnRound* out) {
  static const double space[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Frame frame = frame_of(patch);
  *out = (BrnRound){.radius = 0};
  if (patch->count < 4 || !(frame.size > 0)) return false;
  if (!fit_algebraic(patch, &frame, space, 3, out)) return false;
  if (!refine(patch, &frame, false, out)) return false;
  finish(patch, &frame, out);
  return true;
}

bool brn__fit_cylinder(const BrnFitPoints* patch, const double* axis, BrnRound* out) {
  double across[2][3];
  Frame frame = frame_of(patch);
  *out = (BrnRound){.radius = 0};
  if (patch->count < (axis ? 3 : 5) || !(frame.size > 0)) return false;
  if (axis) {
    brn__copy3(out->axis, axis);
    brn__normalize3(out->axis);
  } else {
    axis_of_normals(patch, out->axis);
  }
  across_axis(out->axis, across);
  if (!fit_algebraic(patch, &frame, (const double(*)[3])across, 2, out)) return false;
  if (!refine(patch, &frame, !axis, out)) return false;
  finish(patch, &frame, out);
  if (axis) brn__copy3(out->axis, axis), brn__normalize3(out->axis);
  return true;
}
