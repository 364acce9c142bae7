// SPDX-License-Identifier: Apache-2.0

#include "tetra/measure.h"

#include "core/vec.h"
#include "mesh/sort.h"
#include "tetra/samples.h"

#include <math.h>

// Samples of all surfaces are asked once who owns the point just behind them and the one just in
// front. Where that is not the same, the sample is on the boundary of both owners, and is measured
// against the tets of both. Where it is the same, the surface bounds nothing: a stronger part has
// swallowed it, or it runs inside of its own part. The sheets between equal parts have no
// triangles; they are measured from the tets alone.

static const int samples_per_part = 10000;

// How far behind and in front of the surface the owners are asked for, in edges. What is thinner
// does not count.
static const double skin_depth = 1e-4;

typedef struct Exposed {
  const BrnRules* rules;
  int part; // whose surface it is
  double skin;
  BrnSurfaceSamples samples;
  int* owner; // behind, in front; -1: none (samples.count x 2)
} Exposed;

typedef struct Measure {
  BrnContext* ctx;
  const BrnRules* rules;
  const BrnMesh* mesh;
  const int* label; // of each part, in the order of cutting
  Exposed* exposed; // of each part, in the order of cutting
  double share;     // area of a sample, m^2
} Measure;

// one distance; in edges and in m
typedef struct Gap {
  double edges, metres;
} Gap;

// ------------------------------------------------------------------------------------- the owners

static void expose_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Exposed* exposed = user;
  const BrnRulesPart* part = &exposed->rules->part[exposed->part];
  for (int i = begin; i < end; i++) {
    const int* corner = part->surface->triangle + 3 * (size_t)exposed->samples.triangle[i];
    const double *at = part->surface->position, *p = exposed->samples.point + 3 * (size_t)i;
    double n[3], q[3];
    brn__triangle_normal(n, at + 3 * (size_t)corner[0], at + 3 * (size_t)corner[1],
                         at + 3 * (size_t)corner[2]);
    brn__normalize3(n);
    for (int way = 0; way < 2; way++) {
      brn__axpy3(q, p, way ? exposed->skin : -exposed->skin, n);
      exposed->owner[2 * (size_t)i + (size_t)way] = brn__rules_owner(exposed->rules, q);
    }
  }
}

static BrnStatus expose(Measure* measure, int part, double skin) {
  Exposed* exposed = &measure->exposed[part];
  *exposed = (Exposed){.rules = measure->rules, .part = part, .skin = skin};
  BRN_TRY(brn__samples_take(measure->ctx, measure->rules->part[part].surface, measure->share,
                            &exposed->samples));
  exposed->owner = brn__scratch(measure->ctx, 2 * (size_t)exposed->samples.count, int);
  if (!exposed->owner) return BRN_NO_MEMORY;
  brn__parallel_for(measure->ctx, exposed->samples.count, 64, expose_range, exposed);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- statistics

static BrnStatus sum_up(BrnContext* ctx, const Gap* gap, int count, BrnTetraDistance* out) {
  *out = (BrnTetraDistance){.sample_count = count};
  if (count == 0) return BRN_OK;
  BrnKeyed* list = brn__scratch(ctx, count, BrnKeyed);
  BrnKeyed* spare = brn__scratch(ctx, count, BrnKeyed);
  if (!list || !spare) return BRN_NO_MEMORY;
  int near = 0;
  for (int i = 0; i < count; i++) {
    near += gap[i].edges <= 0.5;
    out->worst = fmax(out->worst, gap[i].metres);
    list[i] = (BrnKeyed){.key = (uint64_t)(1e9 * fmin(gap[i].edges, 1e6)), .item = i};
  }
  brn__keys_sort(list, spare, count);
  out->percentile99 = gap[list[(int)(0.99 * (count - 1))].item].edges;
  out->within_half = (double)near / count;
  return BRN_OK;
}

// ----------------------------------------------------------------------------- from tets to rules

typedef struct Outward {
  const Measure* measure;
  const BrnSurface* surface; // of the tets
  int part;
  BrnSurfaceSamples samples;
  Gap* gap;
} Outward;

static int part_of_label(const Measure* measure, int label) {
  int part = 0;
  while (measure->label[part] != label) part++;
  return part;
}

// To the sheet of equal depth: down the claim, which is not quite a distance there.
static double distance_to_sheet(const BrnRules* rules, int part, const double* from, double edge) {
  double p[3], g[3], f = 0;
  brn__copy3(p, from);
  for (int round = 0; round < 6; round++) {
    f = brn__rules_claim(rules, part, p, g);
    double square = brn__dot3(g, g);
    if (fabs(f) < 1e-3 * edge || square < 0.01) break;
    brn__axpy3(p, p, -f / square, g);
  }
  return brn__distance3(p, from) + fabs(f);
}

static void outward_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Outward* outward = user;
  const Measure* measure = outward->measure;
  const BrnRulesPart* part = measure->rules->part;
  for (int i = begin; i < end; i++) {
    const double* p = outward->samples.point + 3 * (size_t)i;
    int triangle = outward->samples.triangle[i], first = outward->part, other = -1;
    int in_front = outward->surface->tet_in_front[triangle];
    double edge = brn__triangle_edge(outward->surface->mesh, triangle), distance;
    if (in_front >= 0) other = part_of_label(measure, measure->mesh->tet_label[in_front]);
    bool equal = other >= 0 && part[other].priority == part[first].priority;
    if (other >= 0 && other < first) first = other;
    if (equal) {
      distance = distance_to_sheet(measure->rules, first, p, edge);
    } else {
      distance = brn_bvh_closest(part[first].bvh, p, INFINITY).distance;
    }
    outward->gap[i] = (Gap){.edges = distance / edge, .metres = distance};
  }
}

static BrnStatus measure_outward(const Measure* measure, int part, const BrnSurface* surface,
                                 BrnTetraDistance* out) {
  Outward outward = {.measure = measure, .surface = surface, .part = part};
  BRN_TRY(brn__samples_take(measure->ctx, surface->mesh, measure->share, &outward.samples));
  outward.gap = brn__scratch(measure->ctx, outward.samples.count, Gap);
  if (!outward.gap) return BRN_NO_MEMORY;
  brn__parallel_for(measure->ctx, outward.samples.count, 64, outward_range, &outward);
  return sum_up(measure->ctx, outward.gap, outward.samples.count, out);
}

// ----------------------------------------------------------------------------- from rules to tets

// the samples on the boundary of a part, from all surfaces
static BrnStatus gather(const Measure* measure, int part, double** point, int* count) {
  size_t found = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) *point = brn__scratch(measure->ctx, 3 * found, double);
    if (pass == 1 && !*point) return BRN_NO_MEMORY;
    found = 0;
    for (int k = 0; k < measure->rules->part_count; k++) {
      const Exposed* exposed = &measure->exposed[k];
      for (int i = 0; i < exposed->samples.count; i++) {
        const int* owner = exposed->owner + 2 * (size_t)i;
        if (owner[0] == owner[1] || (owner[0] != part && owner[1] != part)) continue;
        if (pass == 1) brn__copy3(*point + 3 * found, exposed->samples.point + 3 * (size_t)i);
        found++;
      }
    }
  }
  *count = (int)found;
  return BRN_OK;
}

static BrnStatus measure_inward(const Measure* measure, int part, const BrnSurface* surface,
                                const BrnBvh* bvh, BrnTetraDistance* out) {
  double* point = NULL;
  int count = 0;
  BRN_TRY(gather(measure, part, &point, &count));
  BrnSurfacePoint* closest = brn__scratch(measure->ctx, count, BrnSurfacePoint);
  Gap* gap = brn__scratch(measure->ctx, count, Gap);
  if (!closest || !gap) return BRN_NO_MEMORY;
  brn_bvh_closest_batch(measure->ctx, bvh, point, count, INFINITY, closest);
  for (int i = 0; i < count; i++) {
    double edge = brn__triangle_edge(surface->mesh, closest[i].triangle);
    gap[i] = (Gap){.edges = closest[i].distance / edge, .metres = closest[i].distance};
  }
  return sum_up(measure->ctx, gap, count, out);
}

// ---------------------------------------------------------------------------------------- together

static BrnStatus measure_part(const Measure* measure, int part, BrnTetraPartReport* report) {
  BrnSurface* surface;
  BrnBvh* bvh = NULL;
  BRN_TRY(brn_mesh_label_boundary(measure->ctx, measure->mesh, measure->label[part], &surface));
  BrnStatus status = BRN_OK;
  if (surface->mesh->triangle_count > 0) {
    status = measure_outward(measure, part, surface, &report->to_surface);
    if (status == BRN_OK) status = brn_bvh_create(measure->ctx, surface->mesh, &bvh);
    if (status == BRN_OK) {
      status = measure_inward(measure, part, surface, bvh, &report->from_surface);
    }
  }
  brn_bvh_destroy(measure->ctx, bvh);
  brn_surface_destroy(measure->ctx, surface);
  return status;
}

static BrnStatus run(Measure* measure, const BrnTetraDef* def, BrnTetraReport* report) {
  int count = measure->rules->part_count;
  int* label = brn__scratch(measure->ctx, count, int);
  measure->exposed = brn__scratch(measure->ctx, count, Exposed);
  if (!label || !measure->exposed) return BRN_NO_MEMORY;
  double area = 0;
  for (int i = 0; i < count; i++) {
    label[i] = def->part[measure->rules->part[i].index].label;
    area += brn__triangles_area(measure->rules->part[i].surface);
  }
  measure->label = label;
  measure->share = area / ((double)samples_per_part * count);
  for (int i = 0; i < count; i++) BRN_TRY(expose(measure, i, skin_depth * report->size));
  for (int i = 0; i < count; i++) {
    BrnScratchMark mark = brn__scratch_mark(measure->ctx);
    BRN_TRY(measure_part(measure, i, &report->part[measure->rules->part[i].index]));
    brn__scratch_release(measure->ctx, mark);
  }
  return BRN_OK;
}

BrnStatus brn__measure(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                       const BrnMesh* mesh, BrnTetraReport* report) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Measure measure = {.ctx = ctx, .rules = rules, .mesh = mesh};
  BrnStatus status = run(&measure, def, report);
  brn__scratch_release(ctx, mark);
  return status;
}
