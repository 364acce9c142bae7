// SPDX-License-Identifier: Apache-2.0
//
// A box of cubes and its tets (grid.h).

#include "shape/grid.h"

#include "mesh/mesh.h"

typedef struct Work {
  const BrnGrid* grid;
  const BrnShapePlan* plan;
  int cells[3];
  BrnMesh* mesh;
  double* fibre; // (tet_count x 3)
} Work;

void brn__grid_add(BrnGrid* grid, double length, int label, bool bare) {
  BRN_ASSERT(grid->segment_count < BRN_SEGMENT_LIMIT);
  if (length == 0) return;
  grid->segment[grid->segment_count++] =
      (BrnGridSegment){.length = length, .label = label, .bare = bare};
}

static BrnStatus plan_grid(BrnContext* ctx, const BrnGrid* grid, BrnShapePlan* plan) {
  *plan = (BrnShapePlan){.def = grid->def, .target = grid->def->tets, .square = 6, .aspect = 1};
  plan->segment_count = grid->segment_count;
  for (int i = 0; i < grid->segment_count; i++) {
    plan->segment[i].metric = grid->segment[i].length / grid->def->width;
  }
  return brn__plan_choose(ctx, plan);
}

static int corner_at(const Work* work, int i, int j, int k) {
  return (k * (work->cells[1] + 1) + j) * (work->cells[0] + 1) + i;
}

// -------------------------------------------------------------------------------------- vertices

// segment of the layer of cells below plane j; *inside is the number of planes since its start
static int segment_at(const BrnShapePlan* plan, int j, int* inside) {
  int segment = 0;
  while (segment < plan->segment_count - 1 && j >= plan->segment[segment].layers) {
    j -= plan->segment[segment++].layers;
  }
  *inside = j;
  return segment;
}

static double height_at(const Work* work, int j) {
  int inside, segment = segment_at(work->plan, j, &inside);
  double y = work->grid->top;
  for (int i = 0; i < segment; i++) y -= work->grid->segment[i].length;
  return y - work->grid->segment[segment].length * inside / work->plan->segment[segment].layers;
}

// x across, y down and z through against its axis: a turn of the usual axes, so tets stay upright
static void fill_vertices(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  int n = work->cells[0];
  double width = work->grid->def->width;
  for (int j = begin; j < end; j++) {
    double y = height_at(work, j);
    for (int k = 0; k <= n; k++) {
      for (int i = 0; i <= n; i++) {
        double* p = work->mesh->position + 3 * (size_t)corner_at(work, i, j, k);
        p[0] = width * (2 * i - n) / (2 * n);
        p[1] = y;
        p[2] = width * (n - 2 * k) / (2 * n);
      }
    }
  }
}

// ------------------------------------------------------------------------------------------ tets

// A path takes one step along each axis, in one of six orders; odd orders are mirror images.
static void cut_cube(const Work* work, int i, int j, int k, int* tet) {
  static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
  for (int path = 0; path < 6; path++, tet += 4) {
    int at[3] = {i, j, k}, corner[4];
    corner[0] = corner_at(work, at[0], at[1], at[2]);
    for (int step = 0; step < 3; step++) {
      at[order[path][step]]++;
      corner[step + 1] = corner_at(work, at[0], at[1], at[2]);
    }
    bool odd = path >= 3;
    tet[0] = corner[0], tet[1] = corner[odd ? 2 : 1];
    tet[2] = corner[odd ? 1 : 2], tet[3] = corner[3];
  }
}

static void fill_cells(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  int n = work->cells[0], inside;
  for (int j = begin; j < end; j++) {
    const BrnGridSegment* segment = &work->grid->segment[segment_at(work->plan, j, &inside)];
    for (int cell = 0; cell < n * n; cell++) {
      size_t tet = 6 * ((size_t)j * (size_t)(n * n) + (size_t)cell);
      cut_cube(work, cell % n, j, cell / n, work->mesh->tet + 4 * tet);
      for (size_t t = tet; t < tet + 6; t++) {
        work->mesh->tet_label[t] = segment->label;
        work->fibre[3 * t + 1] = segment->bare ? 0 : -1;
      }
    }
  }
}

// -------------------------------------------------------------------------------------- the mesh

static BrnStatus fill(BrnContext* ctx, Work* work) {
  BrnArray* fibre;
  BRN_TRY(brn__mesh_need_tet_labels(ctx, work->mesh));
  BRN_TRY(brn_mesh_add_array(ctx, work->mesh, "fibre", BRN_ON_TET, 3, BRN_F64, &fibre));
  work->fibre = fibre->value;
  brn__parallel_for(ctx, work->cells[1] + 1, 4, fill_vertices, work);
  brn__parallel_for(ctx, work->cells[1], 4, fill_cells, work);
  return brn__shape_name_labels(ctx, work->mesh);
}

BrnStatus brn__grid_make(BrnContext* ctx, const BrnGrid* grid, int cells[3], BrnMesh** out) {
  BrnShapePlan plan;
  BRN_TRY(plan_grid(ctx, grid, &plan));
  Work work = {.grid = grid, .plan = &plan, .cells = {plan.rings, 0, plan.rings}};
  for (int i = 0; i < plan.segment_count; i++) work.cells[1] += plan.segment[i].layers;
  for (int i = 0; i < 3; i++) cells[i] = work.cells[i];
  int across = (plan.rings + 1) * (plan.rings + 1);
  BRN_TRY(brn_mesh_create(ctx, across * (cells[1] + 1), 0, plan.tet_count, &work.mesh));
  BrnStatus status = fill(ctx, &work);
  if (status != BRN_OK) brn_mesh_destroy(ctx, work.mesh);
  *out = status == BRN_OK ? work.mesh : NULL;
  return status;
}
