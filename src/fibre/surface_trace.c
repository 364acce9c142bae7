// SPDX-License-Identifier: Apache-2.0

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

// ----------------------------------------------------------------------------------------- storing

typedef struct Path { // growing
  double* point;      // (count x 3)
  int* triangle;      // (count)
  size_t count, point_capacity, triangle_capacity;
} Path;

static BrnStatus push(BrnContext* ctx, Path* path, const double* x, int triangle) {
  size_t count = path->count;
  BRN_TRY(brn__grow(ctx, &path->point, &path->point_capacity, 3 * (count + 1), sizeof(double)));
  BRN_TRY(brn__grow(ctx, &path->triangle, &path->triangle_capacity, count + 1, sizeof(int)));
  brn__copy3(path->point + 3 * count, x);
  path->triangle[path->count++] = triangle;
  return BRN_OK;
}

static void swap_items(Path* path, size_t i, size_t j) {
  double x[3];
  int triangle = path->triangle[i];
  brn__copy3(x, path->point + 3 * i);
  brn__copy3(path->point + 3 * i, path->point + 3 * j);
  brn__copy3(path->point + 3 * j, x);
  path->triangle[i] = path->triangle[j];
  path->triangle[j] = triangle;
}

static BrnStatus walk_one_way(BrnContext* ctx, BrnSurfaceWalk walk, double sign, Path* path) {
  brn__scale3(walk.heading, sign, walk.heading);
  size_t steps = 4 * (size_t)walk.mesh->triangle_count;
  for (size_t i = 0; walk.left > 0 && i < steps && brn__surface_step(&walk); i++) {
    BRN_TRY(push(ctx, path, walk.x, walk.crossed));
  }
  return BRN_OK;
}

// backwards from the middle of the seed, turned round, then the seed, then forwards
static BrnStatus trace_line(BrnContext* ctx, BrnSurfaceWalk walk, int seed, double longest,
                            Path* path) {
  const int* corner = walk.mesh->triangle + 3 * (size_t)seed;
  size_t first = path->count;
  walk.triangle = seed;
  walk.came_over = BRN_NO_EDGE;
  walk.left = longest;
  walk.weight[0] = walk.weight[1] = walk.weight[2] = 1.0 / 3;
  brn__copy3(walk.heading, walk.direction + 3 * (size_t)corner[0]);
  brn__surface_place(&walk);
  BRN_TRY(walk_one_way(ctx, walk, -1, path));
  for (size_t i = first, j = path->count; i + 1 < j; i++, j--) swap_items(path, i, j - 1);
  BRN_TRY(push(ctx, path, walk.x, seed));
  return walk_one_way(ctx, walk, 1, path);
}

static double longest_line(const BrnMesh* mesh, const BrnLinesDef* def) {
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  return def->max_length > 0 ? def->max_length : 4 * brn__distance3(low, high);
}

static BrnStatus trace_all(BrnContext* ctx, const BrnMesh* mesh, const double* direction,
                           const BrnLinesDef* def, Path* path, BrnLines* lines) {
  int* neighbour = brn__scratch(ctx, 3 * (size_t)mesh->triangle_count, int);
  int* seed = brn__scratch(ctx, def->count, int);
  if (!neighbour || !seed) return BRN_NO_MEMORY;
  BRN_TRY(brn__triangle_neighbours(ctx, mesh, neighbour));
  BRN_TRY(spread_seeds(ctx, mesh, def->count, seed, &lines->line_count));
  lines->start = brn__new_zero(ctx, (size_t)lines->line_count + 1, int);
  if (!lines->start) return BRN_NO_MEMORY;
  BrnSurfaceWalk walk = {.mesh = mesh, .direction = direction, .neighbour = neighbour};
  double longest = longest_line(mesh, def);
  for (int i = 0; i < lines->line_count; i++) {
    BRN_TRY(trace_line(ctx, walk, seed[i], longest, path));
    if (path->count > INT32_MAX / 4) {
      return brn__fail(ctx, BRN_UNSUPPORTED, "lines: too many points; ask for fewer lines than %d",
                       lines->line_count);
    }
    lines->start[i + 1] = (int)path->count;
  }
  return BRN_OK;
}

BrnStatus brn_fibre_trace_surface(BrnContext* ctx, const BrnMesh* mesh, const double* direction,
                                  const BrnLinesDef* def, BrnLines** out) {
  BRN_ASSERT(ctx && mesh && direction && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  if (def->count < 0 || !(def->max_length >= 0)) {
    return brn__fail(ctx, BRN_INVALID, "lines: count is %d and max_length %g m; 0 or more would do",
                     def->count, def->max_length);
  }
  BrnLines* lines = brn__new_zero(ctx, 1, BrnLines);
  if (!lines) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Path path = {0};
  BrnStatus status = trace_all(ctx, mesh, direction, def, &path, lines);
  brn__scratch_release(ctx, mark);
  lines->point = path.point;
  lines->tet = path.triangle;
  if (status != BRN_OK) {
    brn_lines_destroy(ctx, lines);
    lines = NULL;
  }
  *out = lines;
  return status;
}
