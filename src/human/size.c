// SPDX-License-Identifier: Apache-2.0
//
// How many triangles a muscle will have, from its numbers alone: the same rules as in form/sweep.c,
// on straight pieces between the points.

#include "core/vec.h"
#include "human/human.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// length of an ellipse (Ramanujan 1914)
static double ellipse(double a, double b) {
  double h = (a - b) * (a - b) / ((a + b) * (a + b));
  return pi * (a + b) * (1 + 3 * h / (10 + sqrt(4 - 3 * h)));
}

static double widest(const BrnHumanMuscle* muscle) {
  double most = 0;
  for (int i = 0; i < brn__human_rows(muscle->path); i++) {
    most = fmax(most, ellipse(muscle->path[i][3], muscle->path[i][4]));
  }
  return most;
}

// Large muscles are a little coarser than small ones, so that small ones keep their shape.
static double own_edge(const BrnHumanMuscle* muscle, double edge) {
  return edge * pow(widest(muscle) / 100, -0.1);
}

static double longest_side(const BrnHumanMuscle* muscle) {
  double longest = 0;
  for (int a = 0; a < 3; a++) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < brn__human_rows(muscle->path); i++) {
      const double* row = muscle->path[i];
      double r = (row[3] + row[4]) / 2;
      low = fmin(low, row[a] - r), high = fmax(high, row[a] + r);
    }
    longest = fmax(longest, high - low);
  }
  return longest;
}

int brn__human_detail(const BrnHumanMuscle* muscle, double edge) {
  double detail = round(longest_side(muscle) / own_edge(muscle, edge));
  return (int)fmin(fmax(detail, 4), 512);
}

static double row_height(const double* row, double edge, double around) {
  return fmin(edge, 4 * ellipse(row[3], row[4]) / around);
}

// triangles it will have, to a few percent
static double triangles_of(const BrnHumanMuscle* muscle, double edge) {
  double e = longest_side(muscle) / brn__human_detail(muscle, edge), rows = 0;
  double around = 4 * fmax(2, round(1.4 * widest(muscle) / (4 * e)));
  int last = brn__human_rows(muscle->path) - 1;
  for (int i = 0; i < last; i++) {
    const double *a = muscle->path[i], *b = muscle->path[i + 1];
    rows += 2 * brn__distance3(a, b) / (row_height(a, e, around) + row_height(b, e, around));
  }
  return 2 * (around * (round(rows) + 2.5) + around - 2);
}

void brn__human_groups(BrnHumanMuscles which, const BrnHumanGroup* out[8]) {
  const BrnHumanGroup* all[] = {&brn__human_leg,    &brn__human_shank, &brn__human_trunk,
                                &brn__human_back,   &brn__human_head,  &brn__human_shoulder,
                                &brn__human_forearm};
  int count = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (which == BRN_HUMAN_ALL || all[i]->region == which) out[count++] = all[i];
  }
  out[count] = NULL;
}

static double count_all(const BrnHumanGroup* const* groups, double edge) {
  double sum = 0;
  for (; *groups; groups++) {
    for (int i = 0; i < (*groups)->count; i++) {
      sum += 2 * triangles_of(&(*groups)->muscle[i], edge);
    }
  }
  return sum;
}

double brn__human_edge(const BrnHumanGroup* const* groups, int triangles) {
  double fine = 0.3, coarse = 100;
  for (int i = 0; i < 40; i++) {
    double middle = sqrt(fine * coarse);
    if (count_all(groups, middle) > triangles)
      fine = middle;
    else
      coarse = middle;
  }
  return coarse;
}
