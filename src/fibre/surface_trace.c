// SPDX-License-Identifier: Apache-2.0

#include "fibre/path.h"
#include "fibre/surface_walk.h"
#include "mesh/morton.h"

// Each line is walked (surface_walk.c) backwards and forwards from its seed and stored as one
// polyline.

// ------------------------------------------------------------------------------------------- seeds

static double area_of(const BrnMesh* mesh, int t) {
  double normal[3];
  brn__face_normal(mesh, t, normal);
  return brn__norm3(normal) / 2;
}

// as in a volume: along a curve that keeps neighbours together, with as much area between seeds
static BrnStatus spread_seeds(BrnContext* ctx, const BrnMesh* mesh, int wanted, int* seed,
                              int* found) {
  int count = mesh->triangle_count;
  double* centre = brn__scratch_zero(ctx, 3 * (size_t)count, double);
  int* order = brn__scratch(ctx, count, int);
  if (!centre || !order) return BRN_NO_MEMORY;
  double total = 0, passed = 0;
  for (int t = 0; t < count; t++) {
    for (int k = 0; k < 3; k++) {
      const double* x = mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)t + k];
      brn__axpy3(centre + 3 * (size_t)t, centre + 3 * (size_t)t, 1.0 / 3, x);
    }
    total += area_of(mesh, t);
  }
  BRN_TRY(brn__morton_order(ctx, centre, count, order));
  *found = 0;
  for (int i = 0; i < count && *found < wanted; i++) {
    double own = area_of(mesh, order[i]);
    passed += own;
    if (own <= 0 || passed < total * (*found + 0.5) / wanted) continue;
    seed[(*found)++] = order[i]; // a large triangle takes the place of several
    while (*found < wanted && passed >= total * (*found + 0.5) / wanted) wanted--;
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- a line

static BrnStatus walk_one_way(BrnContext* ctx, BrnSurfaceWalk walk, double sign, BrnPath* path) {
  brn__scale3(walk.heading, sign, walk.heading);
  size_t steps = 4 * (size_t)walk.mesh->triangle_count;
  for (size_t i = 0; walk.left > 0 && i < steps && brn__surface_step(&walk); i++) {
    BRN_TRY(brn__path_push(ctx, path, walk.x, walk.crossed));
  }
  return BRN_OK;
}

// backwards from the middle of the seed, turned round, then the seed, then forwards
static BrnStatus trace_line(void* user, BrnContext* ctx, int seed, double longest, BrnPath* path) {
  BrnSurfaceWalk walk = *(const BrnSurfaceWalk*)user;
  const int* corner = walk.mesh->triangle + 3 * (size_t)seed;
  size_t first = path->count;
  walk.triangle = seed;
  walk.came_over = BRN_NO_EDGE;
  walk.left = longest;
  walk.weight[0] = walk.weight[1] = walk.weight[2] = 1.0 / 3;
  brn__copy3(walk.heading, walk.direction + 3 * (size_t)corner[0]);
  brn__surface_place(&walk);
  BRN_TRY(walk_one_way(ctx, walk, -1, path));
  brn__path_reverse(path, first);
  BRN_TRY(brn__path_push(ctx, path, walk.x, seed));
  return walk_one_way(ctx, walk, 1, path);
}

static BrnStatus choose_seeds(void* user, BrnContext* ctx, const BrnLinesDef* def, int* seed,
                              int* count) {
  const BrnSurfaceWalk* walk = user;
  return spread_seeds(ctx, walk->mesh, def->count, seed, count);
}

BrnStatus brn_fibre_trace_surface(BrnContext* ctx, const BrnMesh* mesh, const double* direction,
                                  const BrnLinesDef* def, BrnLines** out) {
  BRN_ASSERT(ctx && mesh && direction && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(brn__lines_check(ctx, def));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* neighbour = brn__scratch(ctx, 3 * (size_t)mesh->triangle_count, int);
  BrnStatus status = neighbour ? brn__triangle_neighbours(ctx, mesh, neighbour) : BRN_NO_MEMORY;
  BrnSurfaceWalk walk = {.mesh = mesh, .direction = direction, .neighbour = neighbour};
  const BrnTracer tracer = {mesh, choose_seeds, trace_line, &walk};
  if (status == BRN_OK) status = brn__lines_trace(ctx, &tracer, def, out);
  brn__scratch_release(ctx, mark);
  return status;
}
