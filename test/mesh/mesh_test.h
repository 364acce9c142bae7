// SPDX-License-Identifier: Apache-2.0
//
// What the tests of meshes share: small meshes with known answers, and the trial that fails each
// allocation in turn.

#pragma once

#include "mesh/mesh.h"
#include "test.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

static inline BrnMesh* mesh_make(BrnContext* ctx, int nv, const double* position, int nf,
                                 const int* triangle, int nt, const int* tet) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, nv, nf, nt, &mesh));
  if (nv) memcpy(mesh->position, position, sizeof(double) * 3 * (size_t)nv);
  if (nf) memcpy(mesh->triangle, triangle, sizeof(int) * 3 * (size_t)nf);
  if (nt) memcpy(mesh->tet, tet, sizeof(int) * 4 * (size_t)nt);
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  return mesh;
}

/// Literal arrays: positions (rows of 3) and triangles (rows of 3) or tets (rows of 4).
#define MESH_TRIANGLES(ctx, p, f) mesh_make(ctx, COUNT_OF(p), &p[0][0], COUNT_OF(f), &f[0][0], 0, 0)
#define MESH_TETS(ctx, p, t) mesh_make(ctx, COUNT_OF(p), &p[0][0], 0, 0, COUNT_OF(t), &t[0][0])

static const double unit_corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static inline BrnMesh* mesh_unit_tet(BrnContext* ctx) {
  static const int tet[1][4] = {{0, 1, 2, 3}};
  return MESH_TETS(ctx, unit_corner, tet);
}

/// Two upright tets on either side of the triangle 0 1 2, labelled 5 and 2.
static inline BrnMesh* mesh_two_tets(BrnContext* ctx) {
  static const double p[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
  static const int tet[2][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}};
  BrnMesh* mesh = MESH_TETS(ctx, p, tet);
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  mesh->tet_label[0] = 5;
  mesh->tet_label[1] = 2;
  return mesh;
}

/// n x n x n unit cubes of six upright tets each (Kuhn 1960). Inner vertices are moved by up to
/// `jitter` along each axis.
static inline BrnMesh* mesh_grid(BrnContext* ctx, int n, double jitter) {
  static const int way[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  int side = n + 1, step[3] = {side * side, side, 1};
  TestRandom random = {7};
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, side * side * side, 0, 6 * n * n * n, &mesh));
  for (int v = 0; v < mesh->vertex_count; v++) {
    int place[3] = {v / step[0], v / side % side, v % side};
    bool inner = true;
    for (int i = 0; i < 3; i++) inner = inner && place[i] > 0 && place[i] < n;
    for (int i = 0; i < 3; i++) {
      double moved = test_random(&random, -jitter, jitter);
      mesh->position[3 * v + i] = place[i] + (inner ? moved : 0);
    }
  }
  int* tet = mesh->tet;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (v / step[0] == n || v / side % side == n || v % side == n) continue;
    for (int w = 0; w < 6; w++, tet += 4) {
      tet[0] = v;
      for (int i = 0; i < 3; i++) tet[i + 1] = tet[i] + step[way[w][i]];
      if (w < 3) continue;
      int swap = tet[2]; // an odd permutation of the axes
      tet[2] = tet[3];
      tet[3] = swap;
    }
  }
  return mesh;
}

static inline BrnMesh* mesh_octahedron(BrnContext* ctx) {
  static const double p[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                 {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
  static const int f[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                              {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  return MESH_TRIANGLES(ctx, p, f);
}

/// A torus of radii 2 and 1 with m x n quads, each cut in two; facing out.
static inline BrnMesh* mesh_torus(BrnContext* ctx, int m, int n) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, m * n, 2 * m * n, 0, &mesh));
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      double u = 2 * acos(-1) * i / m, v = 2 * acos(-1) * j / n;
      double* p = mesh->position + 3 * (i * n + j);
      p[0] = (2 + cos(v)) * cos(u), p[1] = (2 + cos(v)) * sin(u), p[2] = sin(v);
      int a = i * n + j, b = (i + 1) % m * n + j, c = (i + 1) % m * n + (j + 1) % n;
      int d = i * n + (j + 1) % n, triangle[6] = {a, b, c, a, c, d};
      memcpy(mesh->triangle + 6 * (i * n + j), triangle, sizeof triangle);
    }
  }
  return mesh;
}

/// Fails the first allocation of a call, then the second, until it succeeds, each time in a fresh
/// context, whose scratch is empty. The call frees what it made.
static inline void mesh_trial_no_memory(BrnMesh* (*make)(BrnContext*),
                                        BrnStatus (*call)(BrnContext*, BrnMesh*)) {
  for (int k = 0;; k++) {
    BrnContext* ctx = test_context();
    BrnMesh* mesh = make(ctx);
    size_t before = brn_byte_count(ctx);
    brn_fail_allocation(ctx, k);
    BrnStatus status = call(ctx, mesh);
    brn_fail_allocation(ctx, -1);
    ENSURE(brn_byte_count(ctx) == before);
    if (status != BRN_OK) {
      ENSURE_STATUS(ctx, status, BRN_NO_MEMORY);
      ENSURE_ERROR_HAS(ctx, "out of memory");
    }
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
    ENSURE(k > 0 || status == BRN_NO_MEMORY); // the trial must fail something
    if (status == BRN_OK) return;
  }
}

/// A grid so large that its working memory does not fit one block of scratch.
static inline BrnMesh* mesh_large_grid(BrnContext* ctx) { return mesh_grid(ctx, 16, 0.1); }
