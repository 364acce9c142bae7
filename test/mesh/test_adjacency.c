// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static void ensure_row(const BrnAdjacency* adjacency, int row, int count, const int* expected) {
  ENSURE_INT(adjacency->start[row + 1] - adjacency->start[row], count);
  for (int i = 0; i < count; i++) {
    ENSURE_INT(adjacency->item[adjacency->start[row] + i], expected[i]);
  }
}
#define ENSURE_ROW(adjacency, row, ...)                                                            \
  ensure_row(adjacency, row, COUNT_OF(((int[]){__VA_ARGS__})), (int[]){__VA_ARGS__})

static void rows_of_two_tets(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  BrnAdjacency* rows;
  ENSURE_OK(ctx, brn_adjacency_vertex_tets(ctx, mesh, &rows));
  ENSURE_INT(rows->row_count, 5);
  ENSURE_INT(rows->start[0], 0);
  for (int v = 0; v < 3; v++) ENSURE_ROW(rows, v, 0, 1);
  ENSURE_ROW(rows, 3, 0);
  ENSURE_ROW(rows, 4, 1);
  brn_adjacency_destroy(ctx, rows);
  ENSURE_OK(ctx, brn_adjacency_vertex_vertices(ctx, mesh, &rows));
  ENSURE_ROW(rows, 0, 1, 2, 3, 4);
  ENSURE_ROW(rows, 1, 0, 2, 3, 4);
  ENSURE_ROW(rows, 2, 0, 1, 3, 4);
  ENSURE_ROW(rows, 3, 0, 1, 2);
  ENSURE_ROW(rows, 4, 0, 1, 2);
  brn_adjacency_destroy(ctx, rows);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void rows_of_triangles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  BrnAdjacency* rows;
  ENSURE_OK(ctx, brn_adjacency_vertex_triangles(ctx, mesh, &rows));
  ENSURE_ROW(rows, 0, 0, 3, 4, 7);
  ENSURE_ROW(rows, 5, 4, 5, 6, 7);
  brn_adjacency_destroy(ctx, rows);
  ENSURE_OK(ctx, brn_adjacency_vertex_vertices(ctx, mesh, &rows));
  ENSURE_ROW(rows, 0, 2, 3, 4, 5);
  ENSURE_ROW(rows, 1, 2, 3, 4, 5);
  ENSURE_ROW(rows, 4, 0, 1, 2, 3);
  brn_adjacency_destroy(ctx, rows);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// triangles and tets together; a vertex of neither has an empty row, a repeated corner counts once
static void triangles_and_tets_both_count(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[7][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}, {3, 0, 0}};
  static const int f[2][3] = {{0, 4, 1}, {4, 4, 6}}, t[1][4] = {{0, 1, 2, 3}};
  BrnMesh* mesh = mesh_make(ctx, 7, p[0], 2, f[0], 1, t[0]);
  BrnAdjacency* rows;
  ENSURE_OK(ctx, brn_adjacency_vertex_vertices(ctx, mesh, &rows));
  ENSURE_ROW(rows, 0, 1, 2, 3, 4);
  ENSURE_ROW(rows, 1, 0, 2, 3, 4);
  ENSURE_ROW(rows, 4, 0, 1, 6);
  ENSURE_ROW(rows, 6, 4);
  ENSURE_INT(rows->start[6] - rows->start[5], 0);
  brn_adjacency_destroy(ctx, rows);
  ENSURE_OK(ctx, brn_adjacency_vertex_triangles(ctx, mesh, &rows));
  ENSURE_ROW(rows, 4, 0, 1);
  ENSURE_ROW(rows, 6, 1);
  brn_adjacency_destroy(ctx, rows);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static bool share_a_tet(const BrnMesh* mesh, int u, int v) {
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* c = mesh->tet + 4 * t;
    bool has_u = c[0] == u || c[1] == u || c[2] == u || c[3] == u;
    bool has_v = c[0] == v || c[1] == v || c[2] == v || c[3] == v;
    if (has_u && has_v) return true;
  }
  return false;
}

static void rows_agree_with_a_naive_twin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0);
  BrnAdjacency* rows;
  ENSURE_OK(ctx, brn_adjacency_vertex_vertices(ctx, mesh, &rows));
  int at = 0;
  for (int u = 0; u < mesh->vertex_count; u++) {
    ENSURE_INT(rows->start[u], at);
    for (int v = 0; v < mesh->vertex_count; v++) {
      if (u != v && share_a_tet(mesh, u, v)) ENSURE_INT(rows->item[at++], v);
    }
  }
  ENSURE_INT(rows->start[mesh->vertex_count], at);
  brn_adjacency_destroy(ctx, rows);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

typedef BrnStatus AdjacencyFn(BrnContext*, const BrnMesh*, BrnAdjacency**);
static AdjacencyFn* const function[] = {brn_adjacency_vertex_triangles, brn_adjacency_vertex_tets,
                                        brn_adjacency_vertex_vertices};

static void empty_mesh_has_no_rows(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL);
  for (int i = 0; i < 3; i++) {
    BrnAdjacency* rows;
    ENSURE_OK(ctx, function[i](ctx, mesh, &rows));
    ENSURE(rows->row_count == 0 && rows->start[0] == 0);
    brn_adjacency_destroy(ctx, rows);
  }
  brn_adjacency_destroy(ctx, NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnStatus make_rows(BrnContext* ctx, const BrnMesh* mesh, AdjacencyFn* fn) {
  BrnAdjacency* rows;
  BrnStatus status = fn(ctx, mesh, &rows);
  ENSURE((status == BRN_OK) == (rows != NULL));
  brn_adjacency_destroy(ctx, rows);
  return status;
}
static BrnStatus triangles(BrnContext* c, BrnMesh* mesh) { return make_rows(c, mesh, function[0]); }
static BrnStatus tets(BrnContext* c, BrnMesh* mesh) { return make_rows(c, mesh, function[1]); }
static BrnStatus vertices(BrnContext* c, BrnMesh* mesh) { return make_rows(c, mesh, function[2]); }

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_octahedron, triangles);
  mesh_trial_no_memory(mesh_two_tets, tets);
  mesh_trial_no_memory(mesh_large_grid, vertices);
}

TEST_MAIN(cmocka_unit_test(rows_of_two_tets), cmocka_unit_test(rows_of_triangles),
          cmocka_unit_test(triangles_and_tets_both_count),
          cmocka_unit_test(rows_agree_with_a_naive_twin), cmocka_unit_test(empty_mesh_has_no_rows),
          cmocka_unit_test(every_failed_allocation_is_clean))
