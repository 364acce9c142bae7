// SPDX-License-Identifier: Apache-2.0

#include "fibre/slice.h"

#include <string.h>

// How much of a tet lies at which potential is a B-spline whose knots are the potentials of its
// corners (Curry and Schoenberg 1966): with M(p | a, b, c, d) of integral 1, the slice at p has the
// area V |grad u| M(p | a, b, c, d). Weighted by the barycentric coordinate of corner i the spline
// has that corner's knot twice, so the slice's first moment is V |grad u| sum x_i M(p | a, b, c, d,
// u_i) / 4.

// M(p | knots) of order count - 1; the knots ascend
static double density(const double* knot, int count, double p) {
  double M[4];
  for (int i = 0; i + 1 < count; i++) {
    bool here = knot[i] <= p && p < knot[i + 1];
    M[i] = here ? 1 / (knot[i + 1] - knot[i]) : 0;
  }
  for (int k = 2; k < count; k++) {
    for (int i = 0; i + k < count; i++) {
      double width = knot[i + k] - knot[i];
      double sum = (p - knot[i]) * M[i] + (knot[i + k] - p) * M[i + 1];
      M[i] = width > 0 ? k * sum / ((k - 1) * width) : 0;
    }
  }
  return M[0];
}

static void sort4(double* a) {
  for (int i = 1; i < 4; i++) {
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      double t = a[j];
      a[j] = a[j - 1], a[j - 1] = t;
    }
  }
}

// knots with one of them twice
static double doubled_density(const double* knot, double twice, double p) {
  double all[5];
  int at = 0;
  bool placed = false;
  for (int i = 0; i < 4; i++) {
    if (!placed && knot[i] >= twice) all[at++] = twice, placed = true;
    all[at++] = knot[i];
  }
  return density(all, 5, p);
}

typedef struct Slices {
  const BrnRegion* region;
  const double* u;
  double first, step;
  int count;
  double *area, *moment;
} Slices;

static void add_level(const Slices* slices, int tet, const double* knot, double scale, int level) {
  double p = slices->first + level * slices->step;
  slices->area[level] += scale * density(knot, 4, p);
  if (!slices->moment) return;
  const int* v = slices->region->mesh->tet + 4 * (size_t)tet;
  double* moment = slices->moment + 3 * (size_t)level;
  for (int k = 0; k < 4; k++) {
    double share = scale / 4 * doubled_density(knot, slices->u[v[k]], p);
    brn__axpy3(moment, moment, share, slices->region->mesh->position + 3 * (size_t)v[k]);
  }
}

static void add_tet(const Slices* slices, int tet) {
  const int* v = slices->region->mesh->tet + 4 * (size_t)tet;
  double knot[4], gradient[3];
  for (int k = 0; k < 4; k++) knot[k] = slices->u[v[k]];
  sort4(knot);
  double low = ceil((knot[0] - slices->first) / slices->step);
  double high = floor((knot[3] - slices->first) / slices->step);
  if (!(knot[3] > knot[0]) || high < 0 || low > slices->count - 1) return;
  brn__region_gradient(slices->region, slices->u, tet, gradient);
  double scale = slices->region->volume[tet] * brn__norm3(gradient);
  int last = high < slices->count - 1 ? (int)high : slices->count - 1;
  for (int i = low > 0 ? (int)low : 0; i <= last; i++) add_level(slices, tet, knot, scale, i);
}

void brn__slices(const BrnRegion* region, const double* u, double first, double step, int count,
                 double* area, double* moment) {
  Slices slices = {region, u, first, step, count, area, moment};
  memset(area, 0, sizeof(double) * (size_t)count);
  if (moment) memset(moment, 0, 3 * sizeof(double) * (size_t)count);
  for (int t = 0; t < region->mesh->tet_count; t++) add_tet(&slices, t);
}

void brn_potential_sections(BrnContext* ctx, const BrnRegion* region, const double* u, int count,
                            double* area) {
  BRN_ASSERT(ctx && region && u && area && count > 0);
  brn__slices(region, u, -1 + 1.0 / count, 2.0 / count, count, area, NULL);
}
