// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"

// V. Romeo, C. Monteagudo, D. Sanchez-Quiros. Muscle Simulation with Extended Position Based
// Dynamics. 2018

BrnInnerDef brn_inner_def_default(void) { return (BrnInnerDef){.cookie = BRN_COOKIE}; }

void brn_inner_destroy(BrnContext* ctx, BrnInner* inner) {
  BRN_ASSERT(ctx);
  if (!inner) return;
  brn__free(ctx, inner->position);
  brn__free(ctx, inner->parent);
  brn__free(ctx, inner->of_vertex);
  brn__free(ctx, inner->fibre);
  brn__free(ctx, inner);
}

// --------------------------------------------------------------------------------------- making

static BrnStatus mark_picked(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerDef* def,
                             const BrnInnerSurface* sheet, uint8_t* root) {
  for (int i = 0; i < def->root_count; i++) {
    int v = def->root[i];
    if (v < 0 || v >= mesh->vertex_count) {
      return brn__fail(ctx, BRN_INVALID, "root %d is vertex %d; the surface has %d vertices", i, v,
                       mesh->vertex_count);
    }
    root[sheet->of[v]] = 1;
  }
  return BRN_OK;
}

// Pieces in which nobody picked a root. Crumbs need none: they hang on the points nearest to them.
static int count_bare(const BrnInnerSurface* sheet, const uint8_t* root, uint8_t* bare) {
  int count = 0;
  for (int p = 0; p < sheet->piece_count; p++) bare[p] = !sheet->crumb[p];
  for (int v = 0; v < sheet->mesh->vertex_count; v++) {
    if (root[v] && sheet->piece[v] >= 0) bare[sheet->piece[v]] = 0;
  }
  for (int p = 0; p < sheet->piece_count; p++) count += bare[p];
  return count;
}

static BrnStatus mark_roots(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerDef* def,
                            const BrnInnerSurface* sheet, uint8_t* root) {
  BRN_TRY(mark_picked(ctx, mesh, def, sheet, root));
  uint8_t* bare = brn__scratch(ctx, sheet->piece_count, uint8_t);
  uint8_t* end = brn__scratch_zero(ctx, sheet->mesh->vertex_count, uint8_t);
  if (!bare || !end) return BRN_NO_MEMORY;
  if (count_bare(sheet, root, bare) == 0) return BRN_OK;
  return brn__inner_mark_rings(ctx, sheet, bare, end, root);
}

static BrnStatus fill(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerDef* def,
                      BrnInnerSurface* sheet, BrnInner* inner) {
  BRN_TRY(brn__sheet_open(ctx, mesh, sheet));
  uint8_t* root = brn__scratch_zero(ctx, sheet->mesh->vertex_count, uint8_t);
  if (!root) return BRN_NO_MEMORY;
  BRN_TRY(mark_roots(ctx, mesh, def, sheet, root));
  BrnInnerSamples samples;
  BRN_TRY(brn__samples_traverse(ctx, sheet, root, &samples));
  BRN_TRY(brn__samples_fold(ctx, &samples));
  BRN_TRY(brn__inner_resample(ctx, mesh, sheet, &samples, def->spacing, inner));
  return brn__inner_flow(ctx, mesh, sheet, inner);
}

BrnStatus brn_inner_create(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerDef* def,
                           BrnInner** out) {
  BRN_ASSERT(ctx && mesh && out);
  BRN_CHECK_DEF(def);
  BRN_ASSERT(def->root_count >= 0 && (def->root || def->root_count == 0));
  *out = NULL;
  if (!(def->spacing >= 0)) {
    return brn__fail(ctx, BRN_INVALID, "spacing of the inner points is %g m; 0 or more would do",
                     def->spacing);
  }
  BrnInner* inner = brn__new_zero(ctx, 1, BrnInner);
  if (!inner) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnInnerSurface sheet = {0};
  BrnStatus status = fill(ctx, mesh, def, &sheet, inner);
  brn__sheet_close(ctx, &sheet);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn_inner_destroy(ctx, inner);
    inner = NULL;
  }
  *out = inner;
  return status;
}

// --------------------------------------------------------------------------------------- length

// Way from a to b over their parents; -1: they are in different trees. A parent has the lower
// index, so the higher one of two goes up until they meet.
static double length_between(const BrnInner* inner, int a, int b) {
  double length = 0;
  while (a != b) {
    int* higher = a > b ? &a : &b;
    int parent = inner->parent[*higher];
    if (parent < 0) return -1;
    length +=
        brn__distance3(inner->position + 3 * (size_t)*higher, inner->position + 3 * (size_t)parent);
    *higher = parent;
  }
  return length;
}

static int farthest_from(const BrnInner* inner, int start) {
  int best = start;
  double longest = 0;
  for (int i = 0; i < inner->count; i++) {
    double length = length_between(inner, start, i);
    if (length > longest) longest = length, best = i;
  }
  return best;
}

double brn_inner_length(const BrnInner* inner) {
  BRN_ASSERT(inner);
  double longest = 0;
  for (int i = 0; i < inner->count; i++) {
    if (inner->parent[i] >= 0) continue;
    int leaf = farthest_from(inner, i);
    longest = fmax(longest, length_between(inner, leaf, farthest_from(inner, leaf)));
  }
  return longest;
}
