// SPDX-License-Identifier: Apache-2.0

#include "tetra/lattice.h"

#include "mesh/mesh_test.h"

static const double origin[3] = {-1, -2, 3};

static BrnOctree make_tree(BrnContext* ctx) {
  BrnOctree tree;
  const double point[3] = {-0.9, -1.3, 3.7}, other[3] = {0.99, -0.01, 4.99};
  ENSURE_OK(ctx, brn__octree_create(ctx, origin, 2, &tree));
  ENSURE_OK(ctx, brn__octree_refine(ctx, &tree, point, 6));
  ENSURE_OK(ctx, brn__octree_refine(ctx, &tree, other, 4));
  ENSURE_OK(ctx, brn__octree_balance(ctx, &tree));
  return tree;
}

static void neighbours_differ_by_one_level(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnOctree tree = make_tree(ctx);
  int deepest = 0;
  for (int i = 0; i < tree.cell_count; i++) {
    const BrnCell* cell = &tree.cell[i];
    if (cell->child >= 0) continue;
    int side = brn__cell_side(cell);
    if (cell->level > deepest) deepest = cell->level;
    for (int n = 0; n < 27; n++) {
      int place[3] = {cell->corner[0] + side / 2 + (n % 3 - 1) * side,
                      cell->corner[1] + side / 2 + (n / 3 % 3 - 1) * side,
                      cell->corner[2] + side / 2 + (n / 9 - 1) * side};
      int leaf = brn__octree_leaf(&tree, place);
      if (leaf >= 0) ENSURE(tree.cell[leaf].level >= cell->level - 1);
    }
  }
  ENSURE_INT(deepest, 6);
  brn__octree_destroy(ctx, &tree);
  test_context_done(ctx);
}

// All faces inside of the cube are shared by two tets, so the boundary is that of the region whose
// cells have neighbours; good angles show that no template is mixed up.
static void lattice_is_conforming_and_well_shaped(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnOctree tree = make_tree(ctx);
  BrnWork work = {0};
  ENSURE_OK(ctx, brn__lattice_make(ctx, &tree, &work));
  BrnMesh* mesh =
      mesh_make(ctx, work.vertex_count, work.position, 0, NULL, work.tet_count, work.tet);
  BrnTetReport report;
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &report));
  ENSURE_INT(report.inverted_count + report.degenerate_count + report.bad_face_count, 0);
  ENSURE_INT(report.component_count, 1);
  ENSURE(report.min_dihedral > 29 && report.max_dihedral < 121);
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  for (int t = 0; t < surface->mesh->triangle_count; t++) {
    bool outer = false; // its corners lie next to a side of the cube: no hole inside
    for (int a = 0; a < 3; a++) {
      for (int way = 0; way < 2; way++) {
        double wall = origin[a] + 2 * way, furthest = 0;
        for (int k = 0; k < 3; k++) {
          int v = surface->mesh->triangle[3 * t + k];
          furthest = fmax(furthest, fabs(surface->mesh->position[3 * v + a] - wall));
        }
        outer = outer || furthest < 0.51;
      }
    }
    ENSURE(outer);
  }
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  brn__work_free(ctx, &work);
  brn__octree_destroy(ctx, &tree);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(neighbours_differ_by_one_level),
          cmocka_unit_test(lattice_is_conforming_and_well_shaped))
