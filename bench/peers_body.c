// SPDX-License-Identifier: Apache-2.0

#include "bench/peers.h"

#include "core/vec.h"

#include <math.h>

// X in [0, 1], Y and Z in [-1, 1] become a spindle of 0.3 m; a cell is cut along the six paths from
// its lowest to its highest corner (Kuhn 1960).

static int vertex_at(int n, int i, int j, int k) { return (i * (n + 1) + j) * (n + 1) + k; }

static void place(int n, int i, int j, int k, double* x) {
  double X = i / (4.0 * n), Y = 2.0 * j / n - 1, Z = 2.0 * k / n - 1, s = sin(acos(-1) * X);
  double r = 0.0375 * (0.4 + 0.6 * s * s);
  x[0] = PEER_LENGTH * X;
  x[1] = r * Y * sqrt(1 - Z * Z / 2);
  x[2] = r * Z * sqrt(1 - Y * Y / 2);
}

// upright: odd paths get their middle corners swapped
static void cut_cell(int n, const int at[3], int* tet) {
  static const int path[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  static const bool odd[6] = {false, true, true, false, false, true};
  for (int p = 0; p < 6; p++) {
    int c[3] = {at[0], at[1], at[2]};
    for (int corner = 0; corner < 4; corner++) {
      int swapped = corner == 1 || corner == 2 ? 3 - corner : corner;
      tet[4 * p + (odd[p] ? swapped : corner)] = vertex_at(n, c[0], c[1], c[2]);
      if (corner < 3) c[path[p][corner]]++;
    }
  }
}

static void fill(const PeerBody* body) {
  int n = body->n, bone = n / 4 > 1 ? n / 4 : 1;
  for (int i = 0; i <= 4 * n; i++) {
    for (int j = 0; j <= n; j++) {
      for (int k = 0; k <= n; k++) {
        int v = vertex_at(n, i, j, k);
        place(n, i, j, k, body->mesh->position + 3 * (size_t)v);
        body->held[v] = i <= bone ? 1 : i >= 4 * n - bone ? 2 : 0;
      }
    }
  }
  for (int cell = 0; cell < 4 * n * n * n; cell++) {
    int at[3] = {cell / (n * n), cell / n % n, cell % n};
    cut_cell(n, at, body->mesh->tet + 24 * (size_t)cell);
    for (int p = 0; p < 6; p++) {
      body->mesh->tet_label[6 * (size_t)cell + (size_t)p] = at[0] < bone            ? 1
                                                            : at[0] >= 4 * n - bone ? 3
                                                                                    : 2;
    }
  }
}

BrnStatus peer_body_create(BrnContext* ctx, int n, const char* folder, PeerBody* out) {
  int vertices = (4 * n + 1) * (n + 1) * (n + 1), tets = 24 * n * n * n;
  *out = (PeerBody){.n = n, .folder = folder};
  BRN_TRY(brn_mesh_create(ctx, vertices, 0, tets, &out->mesh));
  out->mesh->tet_label = brn__new(ctx, tets, int);
  out->held = brn__new(ctx, vertices, int);
  if (!out->mesh->tet_label || !out->held) {
    peer_body_destroy(ctx, out);
    return BRN_NO_MEMORY;
  }
  fill(out);
  return BRN_OK;
}

void peer_body_destroy(BrnContext* ctx, PeerBody* body) {
  brn_mesh_destroy(ctx, body->mesh);
  brn__free(ctx, body->held);
  body->mesh = NULL;
  body->held = NULL;
}
