// SPDX-License-Identifier: Apache-2.0
//
// The range of values that colours stand for, from what is seen.

#include "render/view.h"

#include <math.h>
#include <stdlib.h>

// A few tets at the edge of an attachment may have ten times the stress of all others, and
// everything else would have the colour of zero: the range of what is seen leaves out that share at
// each end.
static const double TAIL = 0.01;

static int compare(const void* a, const void* b) {
  float x = *(const float*)a, y = *(const float*)b;
  return (x > y) - (x < y);
}

static bool is_seen(const BrnSoup* soup, int triangle) {
  return soup->look[soup->triangle[triangle].look].valued;
}

// numbers at the corners of what is coloured by them, ascending
static int list_values(const BrnSoup* soup, float* out) {
  int count = 0;
  for (int t = 0; t < soup->triangle_count; t++) {
    for (int c = 0; c < 3 && is_seen(soup, t); c++) {
      float value = soup->vertex[soup->triangle[t].corner[c]].value;
      if (isfinite(value)) out[count++] = value;
    }
  }
  qsort(out, (size_t)count, sizeof *out, compare);
  return count;
}

static BrnStatus range_of_soup(BrnContext* ctx, const BrnSoup* soup, double range[2]) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  float* value = brn__scratch(ctx, 3 * (size_t)soup->triangle_count, float);
  if (!value) return BRN_NO_MEMORY;
  int count = list_values(soup, value), skip = (int)(TAIL * count);
  range[0] = count > 0 ? (double)value[skip] : 0;
  range[1] = count > 0 ? (double)value[count - 1 - skip] : 1;
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}

BrnStatus brn__find_range(BrnContext* ctx, const BrnSoup* soup, const BrnPictureDef* def,
                          const BrnReplayValue* about, double range[2]) {
  double seen[2];
  BRN_TRY(range_of_soup(ctx, soup, seen));
  if (!isnan(about->middle)) {
    double reach = fmax(fabs(seen[0] - about->middle), fabs(seen[1] - about->middle));
    seen[0] = about->middle - reach, seen[1] = about->middle + reach;
  }
  for (int i = 0; i < 2; i++) {
    double natural = isnan(about->natural[i]) ? seen[i] : about->natural[i];
    range[i] = isnan(def->range[i]) ? natural : def->range[i];
  }
  double least = 1e-6 * fmax(fabs(range[0]), fabs(range[1]));
  if (!(range[1] - range[0] > least)) { // all are the same
    least = fmax(least, 1e-6);
    range[0] -= least, range[1] += least;
  }
  return BRN_OK;
}
