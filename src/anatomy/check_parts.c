// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include <math.h>
#include <string.h>

// Parts have names of their own, and a body has the size of a body.

static void check_twice(BrnBuild* build) {
  static const char* const kind[] = {"bone", "muscle", "tendon", "soft part"};
  for (int i = 0; i < build->listed_count; i++) {
    for (int k = 0; k < i; k++) {
      const BrnListedPart *a = &build->listed[k], *b = &build->listed[i];
      if (strcmp(a->name, b->name) != 0) continue;
      brn__at(build, "%s", brn__check_place(build, b).text);
      brn__say(build, BRN_ERROR,
               "there is a %s \"%s\" too; parts need names of their own, so rename one",
               kind[a->kind], a->name);
      break;
    }
  }
}

// ------------------------------------------------------------------------------------------- size

static void grow_box(double* low, double* high, const double* a, const double* b) {
  for (int k = 0; k < 3; k++) {
    low[k] = fmin(low[k], a[k]);
    high[k] = fmax(high[k], b[k]);
  }
}

static void check_size(BrnBuild* build) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < build->listed_count; i++) {
    if (build->listed[i].mesh) grow_box(low, high, build->listed[i].low, build->listed[i].high);
  }
  if (build->source && build->scene->mesh.file) {
    double a[3], b[3];
    brn_mesh_bounds(build->source, a, b);
    grow_box(low, high, a, b);
  }
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, high[k] - low[k]);
  brn__at(build, "units");
  if (size > 10) {
    brn__say(build, BRN_WARNING, "the body is %.4g m across: is it in %s? set \"units\"", size,
             size > 500  ? "millimetres"
             : size > 30 ? "millimetres or centimetres"
                         : "feet");
  } else if (size > 0 && size < 0.005) {
    brn__say(build, BRN_WARNING, "the body is %.3g mm across: is it in larger units? set \"units\"",
             1e3 * size);
  }
}

void brn__check_parts(BrnBuild* build) {
  check_twice(build);
  check_size(build);
}
