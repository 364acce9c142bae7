// SPDX-License-Identifier: Apache-2.0
//
// Triangles of a surface that are far from the tets of their part: a thin place got lost, and the
// lattice gets finer there.

#include "tetra/lost.h"

#include "core/vec.h"

#include <math.h>

// A rim always loses something; further away than this many cells it is more than that. In a part
// that is in pieces every thin bit may be the missing link.
static const double far_in_whole = 0.8, far_in_pieces = 0.25;

// Gaps of fewer cells than this are no gaps.
static const double least_gap = 0.2;

typedef struct Search {
  const BrnRules* rules;
  const BrnTetraDef* def;
  BrnTetraPlan* plan;
  int part;
  double size;
  const BrnBvh* found; // surface of the tets of the part; NULL: it has none
} Search;

// Is a point of the surface also one of what the rules give to the part?
static bool is_exposed(const Search* search, const double* point, const double* normal,
                       double skin) {
  double p[3], facing = search->rules->part[search->part].facing;
  brn__axpy3(p, point, -skin * facing, normal);
  if (brn__rules_owner(search->rules, p) != search->part) return false;
  if (search->rules->bridge_count == 0) return true;
  brn__axpy3(p, point, skin * facing, normal); // the part goes on in a bridge
  return brn__rules_owner(search->rules, p) != search->part;
}

static double gap_at(const Search* search, int triangle) {
  const BrnMesh* surface = search->rules->part[search->part].surface;
  const double* p[3];
  double middle[3] = {0}, normal[3], gap = 1e9;
  int levels = brn__plan_levels(search->plan, search->def, search->part, triangle, search->size);
  if (levels >= search->def->thin_levels) return 0;
  for (int k = 0; k < 3; k++) {
    p[k] = surface->position + 3 * (size_t)surface->triangle[3 * (size_t)triangle + (size_t)k];
    brn__axpy3(middle, middle, 1.0 / 3, p[k]);
  }
  if (search->found) {
    gap = brn_bvh_closest(search->found, middle, INFINITY).distance / ldexp(search->size, -levels);
  }
  brn__triangle_normal(normal, p[0], p[1], p[2]);
  if (gap < least_gap || brn__normalize3(normal) == 0) return 0;
  // what is thinner than the finest cell can show is left alone
  double skin = 0.3 * ldexp(search->size, -search->def->thin_levels);
  return is_exposed(search, middle, normal, skin) ? gap : 0;
}

static void search_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Search* search = user;
  for (int t = begin; t < end; t++) {
    search->plan->gap[search->part][t] = (float)gap_at(search, t);
  }
}

static BrnStatus search_part(BrnContext* ctx, Search* search, const BrnMesh* mesh) {
  BrnSurface* surface;
  BrnBvh* found = NULL;
  BRN_TRY(brn_mesh_label_boundary(ctx, mesh, search->part, &surface));
  BrnStatus status = BRN_OK;
  if (surface->mesh->triangle_count > 0) status = brn_bvh_create(ctx, surface->mesh, &found);
  brn_surface_destroy(ctx, surface);
  BRN_TRY(status);
  search->found = found;
  int count = search->rules->part[search->part].surface->triangle_count;
  brn__parallel_for(ctx, count, 256, search_range, search);
  brn_bvh_destroy(ctx, found);
  return BRN_OK;
}

// @param only_thin whether a triangle must be in a thin place for the limit
static int refine(const Search* search, double limit, bool only_thin) {
  const BrnTetraPlan* plan = search->plan;
  int part = search->part, count = 0;
  for (int t = 0; t < search->rules->part[part].surface->triangle_count; t++) {
    int levels = brn__plan_levels(plan, search->def, part, t, search->size);
    bool thin = plan->thickness[part][t] < ldexp(search->size, -levels);
    if (plan->gap[part][t] <= (only_thin && !thin ? far_in_whole : limit)) continue;
    plan->extra[part][t]++;
    plan->gap[part][t] = 0;
    count++;
  }
  return count;
}

static BrnStatus refine_part(BrnContext* ctx, Search* search, const BrnMesh* mesh, BrnLost* lost) {
  BrnTetReport tets;
  BRN_TRY(brn_tet_report(ctx, mesh, search->part, &tets));
  BRN_TRY(search_part(ctx, search, mesh));
  bool broken = tets.component_count > 1;
  int count = refine(search, broken ? far_in_pieces : far_in_whole, true);
  if (broken && count == 0) count = refine(search, far_in_pieces, false);
  lost->triangles += count;
  lost->broken_parts += broken;
  return BRN_OK;
}

BrnStatus brn__lost_refine(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                           double size, const BrnWork* work, BrnTetraPlan* plan, BrnLost* lost) {
  BrnMesh* mesh;
  *lost = (BrnLost){0};
  BRN_TRY(brn__work_take_mesh(ctx, work, &mesh));
  BrnStatus status = BRN_OK;
  for (int i = 0; status == BRN_OK && i < rules->part_count; i++) {
    Search search = {.rules = rules, .def = def, .plan = plan, .part = i, .size = size};
    status = refine_part(ctx, &search, mesh, lost);
  }
  brn_mesh_destroy(ctx, mesh);
  return status;
}
