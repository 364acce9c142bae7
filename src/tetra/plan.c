// SPDX-License-Identifier: Apache-2.0
//
// How fine the lattice must be: the thickness of parts behind each triangle, by rays, and the
// number of tets that a size leads to.

#include "tetra/plan.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// --------------------------------------------------------------------------------------- thickness

typedef struct Probe {
  const BrnRulesPart* part;
  double* thickness;
} Probe;

static const double* corner_at(const BrnMesh* surface, int triangle, int k) {
  return surface->position + 3 * (size_t)surface->triangle[3 * (size_t)triangle + (size_t)k];
}

// A ray from the middle of a triangle straight in, until it leaves the part: folds and shells
// inside are passed. One that leaves through a triangle at a steep angle runs along a rim or out
// of a corner, and tells nothing about thickness. INFINITY: thick, or not known.
static double probe_one(const BrnRulesPart* part, int triangle) {
  const BrnMesh* surface = part->surface;
  double n[3], m[3], p[3], gone = 0, width = part->high[0] - part->low[0];
  const double *a = corner_at(surface, triangle, 0), *b = corner_at(surface, triangle, 1);
  const double* c = corner_at(surface, triangle, 2);
  for (int k = 1; k < 3; k++) width = fmax(width, part->high[k] - part->low[k]);
  double skin = 1e-4 * width;
  brn__triangle_normal(n, a, b, c);
  if (brn__normalize3(n) == 0) return INFINITY;
  brn__scale3(n, -part->facing, n);
  for (int k = 0; k < 3; k++) p[k] = (a[k] + b[k] + c[k]) / 3;
  brn__axpy3(p, p, skin, n);
  for (int i = 0; i < 8; i++) {
    BrnSurfacePoint hit = brn_bvh_ray(part->bvh, p, n, 0.2 * width);
    if (hit.triangle < 0) return INFINITY;
    gone += hit.distance + skin;
    brn__axpy3(p, p, hit.distance + skin, n);
    if (gone < 0.02 * width && fabs(brn_bvh_winding(part->bvh, p)) > 0.5) continue;
    brn__triangle_normal(m, corner_at(surface, hit.triangle, 0),
                         corner_at(surface, hit.triangle, 1), corner_at(surface, hit.triangle, 2));
    brn__normalize3(m);
    return part->facing * brn__dot3(m, n) > 0.7 ? gone : INFINITY;
  }
  return INFINITY;
}

static void probe_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Probe* probe = user;
  for (int i = begin; i < end; i++) probe->thickness[i] = probe_one(probe->part, i);
}

// Every triangle takes the largest thickness that is known around it, twice. Rims and spots go, for
// which small tets are of no use; tendons and sheets stay.
static BrnStatus drop_rims(BrnContext* ctx, const BrnMesh* surface, double* thickness) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* around = brn__scratch(ctx, surface->vertex_count, double);
  if (!around) return BRN_NO_MEMORY;
  for (int round = 0; round < 2; round++) {
    for (int v = 0; v < surface->vertex_count; v++) around[v] = 0;
    for (int i = 0; i < 3 * surface->triangle_count; i++) {
      int v = surface->triangle[i];
      if (thickness[i / 3] < INFINITY) around[v] = fmax(around[v], thickness[i / 3]);
    }
    for (int t = 0; t < surface->triangle_count; t++) {
      const int* corner = surface->triangle + 3 * (size_t)t;
      double most = fmax(fmax(around[corner[0]], around[corner[1]]), around[corner[2]]);
      thickness[t] = most > 0 ? most : INFINITY;
    }
  }
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}

BrnStatus brn__plan_create(BrnContext* ctx, const BrnRules* rules, BrnTetraPlan* out) {
  *out = (BrnTetraPlan){.thickness = brn__new_zero(ctx, rules->part_count, double*),
                        .extra = brn__new_zero(ctx, rules->part_count, uint8_t*),
                        .gap = brn__new_zero(ctx, rules->part_count, float*),
                        .cell = brn__new_zero(ctx, rules->part_count, double*)};
  bool whole = out->thickness && out->extra && out->gap && out->cell;
  // part_count tells brn__plan_destroy() which lists are there
  if (whole) out->part_count = rules->part_count;
  if (out->part_count == 0) {
    brn__plan_destroy(ctx, out);
    return BRN_NO_MEMORY;
  }
  for (int i = 0; i < rules->part_count; i++) {
    Probe probe = {.part = &rules->part[i]};
    int count = probe.part->surface->triangle_count;
    probe.thickness = out->thickness[i] = brn__new(ctx, count, double);
    out->extra[i] = brn__new_zero(ctx, count, uint8_t);
    out->gap[i] = brn__new_zero(ctx, count, float);
    bool room = probe.thickness && out->extra[i] && out->gap[i];
    BrnStatus status = room ? BRN_OK : BRN_NO_MEMORY;
    if (status == BRN_OK) {
      // a ray from each triangle straight in; then rims and spots go, which tell nothing
      brn__parallel_for(ctx, count, 256, probe_range, &probe);
      status = drop_rims(ctx, probe.part->surface, probe.thickness);
    }
    if (status != BRN_OK) {
      brn__plan_destroy(ctx, out);
      return status;
    }
  }
  return BRN_OK;
}

void brn__plan_reset(const BrnRules* rules, BrnTetraPlan* plan) {
  for (int i = 0; i < plan->part_count; i++) {
    memset(plan->extra[i], 0, (size_t)rules->part[i].surface->triangle_count);
  }
}

void brn__plan_destroy(BrnContext* ctx, BrnTetraPlan* plan) {
  for (int i = 0; i < plan->part_count; i++) {
    brn__free(ctx, plan->thickness[i]);
    brn__free(ctx, plan->extra[i]);
    brn__free(ctx, plan->gap[i]);
    brn__free(ctx, plan->cell[i]);
  }
  brn__free(ctx, plan->thickness);
  brn__free(ctx, plan->extra);
  brn__free(ctx, plan->gap);
  brn__free(ctx, plan->cell);
  *plan = (BrnTetraPlan){0};
}

// ------------------------------------------------------------------------------------------ octree

static BrnStatus enclose(BrnContext* ctx, const BrnRules* rules, double size, BrnOctree* out,
                         int* level) {
  double low[3], high[3], extent = 0;
  for (int a = 0; a < 3; a++) {
    low[a] = INFINITY, high[a] = -INFINITY;
    for (int i = 0; i < rules->part_count; i++) {
      low[a] = fmin(low[a], rules->part[i].low[a]);
      high[a] = fmax(high[a], rules->part[i].high[a]);
    }
    extent = fmax(extent, high[a] - low[a]);
  }
  double side = size;
  for (*level = 0; side < extent + 6 * size; (*level)++) side *= 2;
  for (int a = 0; a < 3; a++) low[a] = (low[a] + high[a]) / 2 - side / 2;
  return brn__octree_create(ctx, low, side, out);
}

// Thickness and bridges ask for one level each: what that does not save is found to be lost and
// gets more.
int brn__plan_levels(const BrnTetraPlan* plan, const BrnTetraDef* def, int part, int triangle,
                     double size) {
  int levels = plan->thickness[part][triangle] < def->thickness * size;
  levels += plan->extra[part][triangle];
  if (plan->cell[part]) levels += ldexp(size, -levels) > plan->cell[part][triangle];
  return levels < def->thin_levels ? levels : def->thin_levels;
}

// points over the triangle that are closer than half a cell
static BrnStatus refine_triangle(BrnContext* ctx, BrnOctree* tree, const BrnMesh* surface,
                                 int triangle, int level, double cell) {
  const double *a = corner_at(surface, triangle, 0), *b = corner_at(surface, triangle, 1);
  const double* c = corner_at(surface, triangle, 2);
  double longest = fmax(fmax(brn__distance3(a, b), brn__distance3(b, c)), brn__distance3(c, a));
  int steps = (int)fmin(ceil(longest / (0.5 * cell)), 1e4);
  if (steps < 1) steps = 1;
  for (int i = 0; i <= steps; i++) {
    for (int j = 0; i + j <= steps; j++) {
      double u = (double)i / steps, v = (double)j / steps, p[3];
      for (int k = 0; k < 3; k++) p[k] = (1 - u - v) * a[k] + u * b[k] + v * c[k];
      BRN_TRY(brn__octree_refine(ctx, tree, p, level));
    }
  }
  return BRN_OK;
}

static BrnStatus refine_surfaces(BrnContext* ctx, const BrnRules* rules, const BrnTetraPlan* plan,
                                 const BrnTetraDef* def, double size, int level, BrnOctree* tree) {
  for (int i = 0; i < rules->part_count; i++) {
    const BrnMesh* surface = rules->part[i].surface;
    for (int k = 0; k < surface->triangle_count; k++) {
      BRN_TRY(brn__go_on(ctx));
      int extra = brn__plan_levels(plan, def, i, k, size);
      BRN_TRY(refine_triangle(ctx, tree, surface, k, level + extra, ldexp(size, -extra)));
    }
  }
  return BRN_OK;
}

BrnStatus brn__plan_octree(BrnContext* ctx, const BrnRules* rules, const BrnTetraPlan* plan,
                           const BrnTetraDef* def, double size, BrnOctree* out) {
  int level;
  BRN_TRY(enclose(ctx, rules, size, out, &level));
  BrnStatus status = BRN_OK;
  if (level + def->thin_levels >= BRN_OCTREE_DEPTH) {
    status = brn__fail(ctx, BRN_INVALID, "size is %g m, which is too small for surfaces of %g m",
                       size, ldexp(size, level));
  }
  if (status == BRN_OK) status = refine_surfaces(ctx, rules, plan, def, size, level, out);
  if (status == BRN_OK) status = brn__octree_balance(ctx, out);
  if (status != BRN_OK) brn__octree_destroy(ctx, out);
  return status;
}

// -------------------------------------------------------------------------------------------- size

typedef struct Census {
  const BrnRules* rules;
  const BrnOctree* tree;
} Census;

// a full leaf has twelve tets
static void count_range(void* user, int begin, int end, double* sum) {
  const Census* census = user;
  for (int i = begin; i < end; i++) {
    const BrnCell* cell = &census->tree->cell[i];
    double centre[3];
    if (cell->child >= 0) continue;
    for (int a = 0; a < 3; a++) {
      double place = cell->corner[a] + 0.5 * brn__cell_side(cell);
      centre[a] = census->tree->origin[a] + place * census->tree->unit;
    }
    sum[0] += brn__rules_owner(census->rules, centre) >= 0;
  }
}

BrnStatus brn__plan_census(BrnContext* ctx, const BrnRules* rules, const BrnTetraPlan* plan,
                           const BrnTetraDef* def, double size, double* tets) {
  BrnOctree tree;
  BRN_TRY(brn__plan_octree(ctx, rules, plan, def, size, &tree));
  Census census = {.rules = rules, .tree = &tree};
  brn__parallel_sum(ctx, tree.cell_count, 1, count_range, &census, tets);
  *tets *= 12 * 1.65; // cuts, transitions and thin places add to the twelve, by experience
  brn__octree_destroy(ctx, &tree);
  return BRN_OK;
}

BrnStatus brn__plan_size(BrnContext* ctx, const BrnRules* rules, const BrnTetraPlan* plan,
                         const BrnTetraDef* def, double* size) {
  double volume = 0, tets, nearest = INFINITY;
  for (int i = 0; i < rules->part_count; i++) volume += rules->part[i].volume;
  double trial = *size = 2 * cbrt(12 * volume / def->tets);
  if (!(trial > 0)) return brn__fail(ctx, BRN_INVALID, "the surfaces enclose no volume");
  for (int i = 0; i < 6; i++) {
    BRN_TRY(brn__plan_census(ctx, rules, plan, def, trial, &tets));
    double off = fabs(log(fmax(tets, 1) / def->tets));
    brn__log(ctx, BRN_LOG_DEBUG, "edges of %g m would give %.0f tets", trial, tets);
    if (off < nearest) nearest = off, *size = trial;
    if (off < 0.05) break;
    trial *= pow(fmax(tets, 1) / def->tets, 1 / BRN_TETS_POWER);
  }
  return BRN_OK;
}
