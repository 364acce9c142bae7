// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "sparse/sparse.h"

// In a linear tet the weight of corner i has the gradient -n_i / (6 V), with n_i twice the outward
// area vector of the face opposite to i, so a tet adds n_i . n_j / (36 V) to K_ij. A worker fills
// whole rows, from the tets around the vertex in ascending order: no two write to the same entry,
// and the order of the sum is fixed.

enum { GRAIN = 512 };

typedef struct Assembly {
  const BrnMesh* mesh;
  const BrnAdjacency* tets; // around each vertex
  BrnCsr* K;
} Assembly;

static void face_normal(const double* position, const int* v, int k, double* normal) {
  const int* f = brn_tet_face[k];
  brn__triangle_normal(normal, position + 3 * (size_t)v[f[0]], position + 3 * (size_t)v[f[1]],
                       position + 3 * (size_t)v[f[2]]);
}

static void add_tet_to_row(const Assembly* assembly, int row, const int* v) {
  const double* p = assembly->mesh->position;
  BrnCsr* K = assembly->K;
  double normal[4][3];
  for (int k = 0; k < 4; k++) face_normal(p, v, k, normal[k]);
  double volume = fabs(brn__tet_volume(p + 3 * (size_t)v[0], p + 3 * (size_t)v[1],
                                       p + 3 * (size_t)v[2], p + 3 * (size_t)v[3]));
  if (!(volume > 0)) return;
  int own = v[0] == row ? 0 : v[1] == row ? 1 : v[2] == row ? 2 : 3;
  for (int k = 0; k < 4; k++) {
    double term = brn__dot3(normal[own], normal[k]) / (36 * volume);
    K->value[brn__csr_find(K, row, v[k])] += term;
  }
}

static void fill_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Assembly* assembly = user;
  const BrnAdjacency* tets = assembly->tets;
  for (int row = begin; row < end; row++) {
    for (int i = tets->start[row]; i < tets->start[row + 1]; i++) {
      add_tet_to_row(assembly, row, assembly->mesh->tet + 4 * (size_t)tets->item[i]);
    }
  }
}

BrnStatus brn__csr_laplacian(BrnContext* ctx, const BrnMesh* mesh, BrnCsr** out) {
  BRN_ASSERT(ctx && mesh && out);
  *out = NULL;
  BrnAdjacency* tets;
  BRN_TRY(brn_adjacency_vertex_tets(ctx, mesh, &tets));
  BrnStatus status = brn__csr_from_mesh(ctx, mesh, out);
  if (status == BRN_OK) {
    Assembly assembly = {mesh, tets, *out};
    brn__parallel_for(ctx, mesh->vertex_count, GRAIN, fill_rows, &assembly);
  }
  brn_adjacency_destroy(ctx, tets);
  return status;
}
