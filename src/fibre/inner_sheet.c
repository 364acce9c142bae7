// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"
#include "io/weld.h"
#include "mesh/sets.h"

#include <string.h>

// Seams of files that repeat their vertices, and points that were pulled onto each other, must not
// stop a front.

static BrnStatus weld(BrnContext* ctx, const BrnMesh* surface, BrnWeld* places, int* of) {
  for (int v = 0; v < surface->vertex_count; v++) {
    BRN_TRY(brn__weld_add(ctx, places, surface->position + 3 * (size_t)v, &of[v]));
  }
  return BRN_OK;
}

static bool welded_corners(const BrnMesh* surface, const int* of, int triangle, int* corner) {
  for (int k = 0; k < 3; k++) corner[k] = of[surface->triangle[3 * (size_t)triangle + k]];
  return corner[0] != corner[1] && corner[1] != corner[2] && corner[2] != corner[0];
}

static BrnStatus copy_welded(BrnContext* ctx, const BrnMesh* surface, const BrnWeld* places,
                             BrnInnerSurface* sheet) {
  int count = 0, corner[3];
  for (int t = 0; t < surface->triangle_count; t++) {
    count += welded_corners(surface, sheet->of, t, corner);
  }
  BRN_TRY(brn_mesh_create(ctx, places->count, count, 0, &sheet->mesh));
  memcpy(sheet->mesh->position, places->position, 3 * sizeof(double) * (size_t)places->count);
  int* to = sheet->mesh->triangle;
  for (int t = 0; t < surface->triangle_count; t++) {
    if (!welded_corners(surface, sheet->of, t, corner)) continue;
    memcpy(to, corner, sizeof corner);
    to += 3;
  }
  return BRN_OK;
}

static void number_pieces(BrnInnerSurface* sheet) {
  int* piece = sheet->piece;
  int vertex_count = sheet->mesh->vertex_count;
  const BrnAdjacency* around = sheet->around;
  brn__sets_begin(piece, vertex_count);
  for (int v = 0; v < vertex_count; v++) {
    for (int i = around->start[v]; i < around->start[v + 1]; i++) {
      brn__sets_unite(piece, v, around->item[i]);
    }
  }
  for (int v = 0; v < vertex_count; v++) piece[v] = brn__sets_root(piece, v);
  // the root of a set is its lowest vertex: it has its number before the others look there
  for (int v = 0; v < vertex_count; v++) {
    bool alone = around->start[v] == around->start[v + 1];
    piece[v] = alone ? -1 : piece[v] == v ? sheet->piece_count++ : piece[piece[v]];
  }
}

// ----------------------------------------------------------------------------------------- crumbs

static const double crumb_size = 1.0 / 8; // of the largest piece

// from the mean of its vertices to the farthest
static void measure_pieces(const BrnInnerSurface* sheet, double* middle, int* count, double* size) {
  const double* x = sheet->mesh->position;
  for (int v = 0; v < sheet->mesh->vertex_count; v++) {
    int p = sheet->piece[v];
    if (p < 0) continue;
    brn__add3(middle + 3 * (size_t)p, middle + 3 * (size_t)p, x + 3 * (size_t)v);
    count[p]++;
  }
  for (int p = 0; p < sheet->piece_count; p++) {
    brn__scale3(middle + 3 * (size_t)p, 1.0 / count[p], middle + 3 * (size_t)p);
  }
  for (int v = 0; v < sheet->mesh->vertex_count; v++) {
    int p = sheet->piece[v];
    if (p >= 0) size[p] = fmax(size[p], brn__distance3(middle + 3 * (size_t)p, x + 3 * (size_t)v));
  }
}

// Slivers that a scan has left float beside the muscle or in it.
static BrnStatus find_crumbs(BrnContext* ctx, BrnInnerSurface* sheet) {
  sheet->crumb = brn__new_zero(ctx, sheet->piece_count, uint8_t);
  if (!sheet->crumb) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* middle = brn__scratch_zero(ctx, 3 * (size_t)sheet->piece_count, double);
  double* size = brn__scratch_zero(ctx, sheet->piece_count, double);
  int* count = brn__scratch_zero(ctx, sheet->piece_count, int);
  bool enough = middle && size && count;
  if (enough) {
    double largest = 0;
    measure_pieces(sheet, middle, count, size);
    for (int p = 0; p < sheet->piece_count; p++) largest = fmax(largest, size[p]);
    for (int p = 0; p < sheet->piece_count; p++) {
      sheet->crumb[p] = brn__clearly_more(crumb_size * largest, size[p]);
    }
  }
  brn__scratch_release(ctx, mark);
  return enough ? BRN_OK : BRN_NO_MEMORY;
}

// ---------------------------------------------------------------------------------------- opening

static BrnStatus fill(BrnContext* ctx, const BrnMesh* surface, BrnWeld* places,
                      BrnInnerSurface* sheet) {
  sheet->of = brn__new(ctx, surface->vertex_count, int);
  if (!sheet->of) return BRN_NO_MEMORY;
  BRN_TRY(weld(ctx, surface, places, sheet->of));
  BRN_TRY(copy_welded(ctx, surface, places, sheet));
  if (sheet->mesh->triangle_count == 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "the surface has %d vertices and no triangle with three different corners; an "
                     "inner structure needs at least one",
                     surface->vertex_count);
  }
  sheet->piece = brn__new(ctx, places->count, int);
  if (!sheet->piece) return BRN_NO_MEMORY;
  BRN_TRY(brn_adjacency_vertex_vertices(ctx, sheet->mesh, &sheet->around));
  number_pieces(sheet);
  return find_crumbs(ctx, sheet);
}

BrnStatus brn__sheet_open(BrnContext* ctx, const BrnMesh* surface, BrnInnerSurface* sheet) {
  BRN_TRY(brn_mesh_validate(ctx, surface));
  BrnWeld places = {0};
  BrnStatus status = fill(ctx, surface, &places, sheet);
  brn__weld_free(ctx, &places);
  return status;
}

void brn__sheet_close(BrnContext* ctx, BrnInnerSurface* sheet) {
  brn_mesh_destroy(ctx, sheet->mesh);
  brn_adjacency_destroy(ctx, sheet->around);
  brn__free(ctx, sheet->of);
  brn__free(ctx, sheet->piece);
  brn__free(ctx, sheet->crumb);
}
