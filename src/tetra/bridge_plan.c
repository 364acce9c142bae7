// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "mesh/sets.h"
#include "tetra/bridge.h"

#include <math.h>
#include <string.h>

// Where the parts of a bridge are within the gap of each other, a patch of each of their surfaces
// is what holds them together. Small patches need small cells.

typedef struct Search {
  const BrnRules* rules;
  const BrnRulesBridge* bridge;
  int part, other;
  uint8_t* near; // is the triangle within the gap of the other part?  (triangle_count)
} Search;

// points all over the triangle, about a gap apart
static bool is_near(const Search* search, int triangle) {
  const BrnMesh* surface = search->rules->part[search->part].surface;
  const BrnRulesPart* other = &search->rules->part[search->other];
  double longest = 0, gap = search->bridge->gap;
  const double* c[3];
  for (int k = 0; k < 3; k++) {
    c[k] = surface->position + 3 * (size_t)surface->triangle[3 * (size_t)triangle + (size_t)k];
  }
  for (int k = 0; k < 3; k++) longest = fmax(longest, brn__distance3(c[k], c[(k + 1) % 3]));
  if (brn__rules_box_distance(other, c[0]) > longest + gap) return false;
  int steps = (int)fmin(1 + longest / gap, 30);
  for (int i = 0; i < steps; i++) {
    for (int j = 0; i + j < steps; j++) {
      double u = (i + 1.0 / 3) / steps, v = (j + 1.0 / 3) / steps, p[3];
      for (int a = 0; a < 3; a++) p[a] = (1 - u - v) * c[0][a] + u * c[1][a] + v * c[2][a];
      if (brn_bvh_closest(other->bvh, p, gap).triangle >= 0) return true;
    }
  }
  return false;
}

static void search_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Search* search = user;
  for (int t = begin; t < end; t++) search->near[t] = is_near(search, t);
}

static double area_of(const BrnMesh* surface, int triangle) {
  const int* corner = surface->triangle + 3 * (size_t)triangle;
  double n[3];
  brn__triangle_normal(n, surface->position + 3 * (size_t)corner[0],
                       surface->position + 3 * (size_t)corner[1],
                       surface->position + 3 * (size_t)corner[2]);
  return brn__norm3(n) / 2;
}

// Cells need not be smaller than the gap, nor than half the radius of a patch.
static double cell_for(double gap, double area) {
  return fmax(1.5 * gap, sqrt(area / acos(-1)) / 2);
}

// patches are sets of vertices
static BrnStatus plan_patches(BrnContext* ctx, const Search* search, double* cell) {
  const BrnMesh* surface = search->rules->part[search->part].surface;
  int* patch = brn__scratch(ctx, surface->vertex_count, int);
  double* area = brn__scratch_zero(ctx, surface->vertex_count, double);
  if (!patch || !area) return BRN_NO_MEMORY;
  brn__sets_begin(patch, surface->vertex_count);
  for (int t = 0; t < surface->triangle_count; t++) {
    const int* corner = surface->triangle + 3 * (size_t)t;
    for (int k = 1; search->near[t] && k < 3; k++) brn__sets_unite(patch, corner[0], corner[k]);
  }
  for (int t = 0; t < surface->triangle_count; t++) {
    int root = brn__sets_root(patch, surface->triangle[3 * (size_t)t]);
    if (search->near[t]) area[root] += area_of(surface, t);
  }
  for (int t = 0; t < surface->triangle_count; t++) {
    int root = brn__sets_root(patch, surface->triangle[3 * (size_t)t]);
    if (search->near[t]) cell[t] = fmin(cell[t], cell_for(search->bridge->gap, area[root]));
  }
  return BRN_OK;
}

static BrnStatus need_cells(BrnContext* ctx, const BrnRules* rules, int part, BrnTetraPlan* plan) {
  int count = rules->part[part].surface->triangle_count;
  if (plan->cell[part]) return BRN_OK;
  plan->cell[part] = brn__new(ctx, count, double);
  if (!plan->cell[part]) return BRN_NO_MEMORY;
  for (int t = 0; t < count; t++) plan->cell[part][t] = INFINITY;
  return BRN_OK;
}

// fills search->near for one side of a bridge
static BrnStatus search_side(BrnContext* ctx, const BrnRules* rules, const BrnRulesBridge* bridge,
                             int side, Search* search) {
  *search = (Search){.rules = rules,
                     .bridge = bridge,
                     .part = side ? bridge->b : bridge->a,
                     .other = side ? bridge->a : bridge->b};
  int count = rules->part[search->part].surface->triangle_count;
  search->near = brn__scratch(ctx, count, uint8_t);
  if (!search->near) return BRN_NO_MEMORY;
  brn__parallel_for(ctx, count, 256, search_range, search);
  return BRN_OK;
}

static BrnStatus refine_side(BrnContext* ctx, const BrnRules* rules, const BrnRulesBridge* bridge,
                             int side, BrnTetraPlan* plan) {
  Search search;
  BRN_TRY(search_side(ctx, rules, bridge, side, &search));
  BRN_TRY(need_cells(ctx, rules, search.part, plan));
  return plan_patches(ctx, &search, plan->cell[search.part]);
}

BrnStatus brn__bridge_refine(BrnContext* ctx, const BrnRules* rules, BrnTetraPlan* plan) {
  BrnStatus status = BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  for (int i = 0; status == BRN_OK && i < 2 * rules->bridge_count; i++) {
    status = refine_side(ctx, rules, &rules->bridge[i / 2], i % 2, plan);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// -------------------------------------------------------------------------------------- the check

// a tet of b with three corners in tets of a
static bool has_faces(const BrnWork* work, const BrnRulesBridge* bridge, uint8_t* in_a) {
  memset(in_a, 0, (size_t)work->vertex_count);
  for (size_t i = 0; i < 4 * (size_t)work->tet_count; i++) {
    if (work->owner[i / 4] == bridge->a) in_a[work->tet[i]] = 1;
  }
  for (int t = 0; t < work->tet_count; t++) {
    const int* corner = work->tet + 4 * (size_t)t;
    if (work->owner[t] != bridge->b) continue;
    if (in_a[corner[0]] + in_a[corner[1]] + in_a[corner[2]] + in_a[corner[3]] >= 3) return true;
  }
  return false;
}

// halves the cells of a side; false: they are as small as they may be
static bool halve_cells(const Search* search, const BrnTetraDef* def, double size,
                        BrnTetraPlan* plan) {
  bool halved = false;
  for (int t = 0; t < search->rules->part[search->part].surface->triangle_count; t++) {
    int levels = brn__plan_levels(plan, def, search->part, t, size);
    if (!search->near[t] || levels >= def->thin_levels) continue;
    plan->extra[search->part][t]++;
    halved = true;
  }
  return halved;
}

static BrnStatus check_one(BrnContext* ctx, const BrnRules* rules, const BrnRulesBridge* bridge,
                           const BrnTetraDef* def, double size, BrnTetraPlan* plan, int* lost) {
  bool halved = false;
  for (int side = 0; side < 2; side++) {
    Search search;
    BRN_TRY(search_side(ctx, rules, bridge, side, &search));
    halved = halve_cells(&search, def, size, plan) || halved;
  }
  *lost += halved;
  return BRN_OK;
}

BrnStatus brn__bridge_check(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                            double size, const BrnWork* work, BrnTetraPlan* plan, int* lost) {
  BrnStatus status = BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  uint8_t* in_a = brn__scratch(ctx, work->vertex_count, uint8_t);
  if (!in_a) return BRN_NO_MEMORY;
  for (int i = 0; status == BRN_OK && i < rules->bridge_count; i++) {
    const BrnRulesBridge* bridge = &rules->bridge[i];
    if (has_faces(work, bridge, in_a)) continue;
    status = check_one(ctx, rules, bridge, def, size, plan, lost);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__bridge_warn(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                           const BrnWork* work) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  uint8_t* in_a = brn__scratch(ctx, work->vertex_count, uint8_t);
  if (!in_a) return BRN_NO_MEMORY;
  for (int i = 0; i < rules->bridge_count; i++) {
    if (has_faces(work, &rules->bridge[i], in_a)) continue;
    const BrnTetraBridge* bridge = &def->bridge[i];
    const char *a = def->part[bridge->a].name, *b = def->part[bridge->b].name;
    brn__log(ctx, BRN_LOG_WARNING,
             "bridge %d joins nothing: parts %d (%s) and %d (%s) are more than %g m apart", i,
             bridge->a, a ? a : "", bridge->b, b ? b : "", bridge->gap);
  }
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}
