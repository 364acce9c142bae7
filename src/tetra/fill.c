// SPDX-License-Identifier: Apache-2.0
//
// A level more of the lattice where the widest gaps are, at so many triangles that the tets become
// more by a factor: bisection by counts of tets (plan.c).

#include "tetra/fill.h"

#include "mesh/sort.h"

typedef struct Fill {
  BrnContext* ctx;
  const BrnRules* rules;
  const BrnTetraDef* def;
  BrnTetraPlan* plan;
  double size;
  BrnKeyed* list; // triangles with a gap, narrowest first; of all parts one after the other
  int count;
} Fill;

static size_t count_all(const BrnRules* rules) {
  size_t count = 0;
  for (int i = 0; i < rules->part_count; i++) {
    count += (size_t)rules->part[i].surface->triangle_count;
  }
  return count;
}

static BrnStatus list_gaps(Fill* fill) {
  size_t all = count_all(fill->rules);
  int number = 0;
  if (all > INT32_MAX) return BRN_OK; // more than can be numbered; they do without
  fill->list = brn__scratch(fill->ctx, all, BrnKeyed);
  BrnKeyed* spare = brn__scratch(fill->ctx, all, BrnKeyed);
  if (!fill->list || !spare) return BRN_NO_MEMORY;
  for (int i = 0; i < fill->rules->part_count; i++) {
    const float* gap = fill->plan->gap[i];
    for (int t = 0; t < fill->rules->part[i].surface->triangle_count; t++, number++) {
      if (gap[t] == 0) continue;
      fill->list[fill->count++] =
          (BrnKeyed){.key = (uint64_t)(1e6 * (double)gap[t]), .item = number};
    }
  }
  brn__keys_sort(fill->list, spare, fill->count);
  return BRN_OK;
}

// for the widest gaps: from and to count from the wide end
static void change_levels(Fill* fill, int from, int to, int change) {
  for (int k = from; k < to; k++) {
    int number = fill->list[fill->count - 1 - k].item, part = 0;
    for (; number >= fill->rules->part[part].surface->triangle_count; part++) {
      number -= fill->rules->part[part].surface->triangle_count;
    }
    fill->plan->extra[part][number] = (uint8_t)(fill->plan->extra[part][number] + change);
  }
}

static BrnStatus census(const Fill* fill, double* tets) {
  return brn__plan_census(fill->ctx, fill->rules, fill->plan, fill->def, fill->size, tets);
}

// bisection on how many of the gaps are filled, to a fifth of what is missing
static BrnStatus choose(Fill* fill, double factor, bool* found) {
  double before, tets;
  BRN_TRY(census(fill, &before));
  double wanted = factor * before, enough = wanted + 0.2 * (wanted - before);
  change_levels(fill, 0, fill->count, 1);
  BRN_TRY(census(fill, &tets));
  *found = fill->count > 0 && tets >= wanted;
  int low = 0, high = *found ? fill->count : 0;
  if (!*found) change_levels(fill, 0, fill->count, -1);
  while (high - low > 1 && tets > enough) {
    int middle = low + (high - low) / 2;
    double fewer;
    change_levels(fill, middle, high, -1);
    BRN_TRY(census(fill, &fewer));
    if (fewer >= wanted) {
      high = middle;
      tets = fewer;
    } else {
      change_levels(fill, middle, high, 1);
      low = middle;
    }
  }
  return BRN_OK;
}

BrnStatus brn__fill_gaps(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                         double size, double factor, BrnTetraPlan* plan, bool* found) {
  Fill fill = {.ctx = ctx, .rules = rules, .def = def, .plan = plan, .size = size};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = list_gaps(&fill);
  if (status == BRN_OK) status = choose(&fill, factor, found);
  brn__scratch_release(ctx, mark);
  return status;
}
