// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"
#include "sparse/sparse.h"

// A potential on the surface, 0 at one end and 1 at the other, has no hill or pit between them as
// long as all its weights are positive. Then what is below a level hangs together and so does what
// is above it, and on a surface without handles the border between them is one closed ring.
//
// The weights are cotangents (Pinkall and Polthier 1993), kept away from zero and infinity.

static const double least_weight = 0.05, most_weight = 20;

static double cotangent(const BrnMesh* mesh, const int* corner, int k) {
  const double* x = mesh->position;
  double a[3], b[3], normal[3];
  brn__sub3(a, x + 3 * (size_t)corner[(k + 1) % 3], x + 3 * (size_t)corner[k]);
  brn__sub3(b, x + 3 * (size_t)corner[(k + 2) % 3], x + 3 * (size_t)corner[k]);
  brn__cross3(normal, a, b);
  double cosine = brn__dot3(a, b), sine = brn__norm3(normal);
  if (fabs(cosine) >= most_weight * sine) return cosine < 0 ? -most_weight : most_weight;
  return cosine / sine;
}

static void add_triangle(const BrnMesh* mesh, const int* corner, BrnCsr* K) {
  for (int k = 0; k < 3; k++) {
    int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
    double half = cotangent(mesh, corner, k) / 2;
    K->value[brn__csr_find(K, a, b)] += half;
    K->value[brn__csr_find(K, b, a)] += half;
  }
}

// from sums of cotangents to the matrix
static void finish_row(BrnCsr* K, int row) {
  double sum = 0;
  for (int e = K->start[row]; e < K->start[row + 1]; e++) {
    if (K->column[e] == row) continue;
    double weight = fmin(fmax(K->value[e], least_weight), most_weight);
    K->value[e] = -weight;
    sum += weight;
  }
  K->value[brn__csr_find(K, row, row)] = sum;
}

static BrnStatus solve(BrnContext* ctx, BrnCsr* K, const BrnInnerSurface* sheet, const uint8_t* end,
                       double* u) {
  const BrnMesh* mesh = sheet->mesh;
  double* b = brn__scratch_zero(ctx, mesh->vertex_count, double);
  uint8_t* held = brn__scratch(ctx, mesh->vertex_count, uint8_t);
  if (!b || !held) return BRN_NO_MEMORY;
  for (int t = 0; t < mesh->triangle_count; t++) {
    add_triangle(mesh, mesh->triangle + 3 * (size_t)t, K);
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    finish_row(K, v);
    held[v] = end[v] != 0 || sheet->piece[v] < 0;
    u[v] = end[v] == BRN_END_B ? 1 : 0;
  }
  brn__csr_pin(K, held, u, b);
  BrnPcgLimits limits = {.tolerance = 1e-10};
  BrnPcgReport report;
  return brn__pcg_solve(ctx, K, b, u, &limits, &report);
}

static BrnStatus find_potential(BrnContext* ctx, const BrnInnerSurface* sheet, const uint8_t* end,
                                double* u) {
  BrnCsr* K;
  BRN_TRY(brn__csr_from_mesh(ctx, sheet->mesh, &K));
  BrnStatus status = solve(ctx, K, sheet, end, u);
  brn__csr_destroy(ctx, K);
  return status;
}

// The last vertices before the level: no way from end to end leads past all of them.
static void mark_ring(const BrnInnerSurface* sheet, const uint8_t* wanted, const double* u,
                      const double* level, uint8_t* root) {
  for (int v = 0; v < sheet->mesh->vertex_count; v++) {
    int piece = sheet->piece[v];
    if (piece < 0 || !wanted[piece] || u[v] > level[piece]) continue;
    for (int i = sheet->around->start[v]; i < sheet->around->start[v + 1]; i++) {
      if (u[sheet->around->item[i]] > level[piece]) root[v] = 1;
    }
  }
}

BrnStatus brn__inner_mark_rings(BrnContext* ctx, const BrnInnerSurface* sheet,
                                const uint8_t* wanted, uint8_t* end, uint8_t* root) {
  double* u = brn__scratch(ctx, sheet->mesh->vertex_count, double);
  double* level = brn__scratch(ctx, sheet->piece_count, double);
  if (!u || !level) return BRN_NO_MEMORY;
  BRN_TRY(brn__inner_find_ends(ctx, sheet, end));
  BRN_TRY(find_potential(ctx, sheet, end, u));
  BRN_TRY(brn__inner_middle(ctx, sheet, end, u, level));
  mark_ring(sheet, wanted, u, level, root);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- proposing

// a vertex of both ends belongs to neither
static BrnStatus mark_end(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerSurface* sheet,
                          const BrnVertexSet* set, int mark, uint8_t* end) {
  for (int i = 0; set && i < set->count; i++) {
    int v = set->vertex[i];
    if (v < 0 || v >= mesh->vertex_count) {
      return brn__fail(ctx, BRN_INVALID, "roots: vertex %d of an end is not one of the %d", v,
                       mesh->vertex_count);
    }
    end[sheet->of[v]] |= (uint8_t)mark;
  }
  return BRN_OK;
}

static BrnStatus mark_ends(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerSurface* sheet,
                           const BrnVertexSet* a, const BrnVertexSet* b, uint8_t* end) {
  BRN_TRY(mark_end(ctx, mesh, sheet, a, BRN_END_A, end));
  BRN_TRY(mark_end(ctx, mesh, sheet, b, BRN_END_B, end));
  for (int v = 0; v < sheet->mesh->vertex_count; v++) {
    if (end[v] == (BRN_END_A | BRN_END_B)) end[v] = 0;
  }
  return BRN_OK;
}

// the vertices of the surface at marked places of the sheet
static BrnStatus list_marked(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerSurface* sheet,
                             const uint8_t* root, int** out, int* count) {
  *count = 0;
  for (int v = 0; v < mesh->vertex_count; v++) *count += root[sheet->of[v]];
  *out = brn__new(ctx, *count, int);
  if (!*out) return BRN_NO_MEMORY;
  for (int v = 0, at = 0; v < mesh->vertex_count; v++) {
    if (root[sheet->of[v]]) (*out)[at++] = v;
  }
  return BRN_OK;
}

static BrnStatus propose(BrnContext* ctx, const BrnMesh* mesh, const BrnVertexSet* end_a,
                         const BrnVertexSet* end_b, BrnInnerSurface* sheet, int** out, int* count) {
  BRN_TRY(brn__sheet_open(ctx, mesh, sheet));
  uint8_t* end = brn__scratch_zero(ctx, sheet->mesh->vertex_count, uint8_t);
  uint8_t* root = brn__scratch_zero(ctx, sheet->mesh->vertex_count, uint8_t);
  uint8_t* wanted = brn__scratch(ctx, sheet->piece_count, uint8_t);
  if (!end || !root || !wanted) return BRN_NO_MEMORY;
  for (int p = 0; p < sheet->piece_count; p++) wanted[p] = !sheet->crumb[p];
  BRN_TRY(mark_ends(ctx, mesh, sheet, end_a, end_b, end));
  BRN_TRY(brn__inner_mark_rings(ctx, sheet, wanted, end, root));
  return list_marked(ctx, mesh, sheet, root, out, count);
}

BrnStatus brn_inner_propose_roots(BrnContext* ctx, const BrnMesh* mesh, const BrnVertexSet* end_a,
                                  const BrnVertexSet* end_b, int** out, int* count) {
  BRN_ASSERT(ctx && mesh && out && count);
  *out = NULL;
  *count = 0;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnInnerSurface sheet = {0};
  BrnStatus status = propose(ctx, mesh, end_a, end_b, &sheet, out, count);
  brn__sheet_close(ctx, &sheet);
  brn__scratch_release(ctx, mark);
  return status;
}
