// SPDX-License-Identifier: Apache-2.0

#include "anatomy/islands.h"

#include "core/vec.h"
#include "mesh/sets.h"

// Regions are cut tet by tet, by centroids. Along their borders that leaves a few tets which touch
// the rest of their unit in a corner or not at all: no fibre can be read there, so that the unit
// around them gets them.

typedef struct Islands {
  BrnBuild* build;
  int label;
  int* neighbour; // over faces                                           (tet_count x 4)
  int* piece;     // sets of tets of one unit, joined by faces             (tet_count)
  int* size;      // of the piece a tet is the root of                     (tet_count)
  int* largest;   // root of the largest piece of a unit; -1: none         (unit_count)
} Islands;

static bool is_ours(const Islands* s, int tet) {
  return tet >= 0 && s->build->model->mesh->tet_label[tet] == s->label;
}

static void find_pieces(Islands* s) {
  const BrnModel* model = s->build->model;
  int tets = model->mesh->tet_count;
  brn__sets_begin(s->piece, tets);
  for (int u = 0; u < model->unit_count; u++) s->largest[u] = -1;
  for (int t = 0; t < tets; t++) {
    s->size[t] = 0;
    for (int k = 0; k < 4 && is_ours(s, t); k++) {
      int other = s->neighbour[4 * (size_t)t + (size_t)k];
      if (is_ours(s, other) && model->unit[other] == model->unit[t]) {
        brn__sets_unite(s->piece, t, other);
      }
    }
  }
  for (int t = 0; t < tets; t++) {
    if (is_ours(s, t)) s->size[brn__sets_root(s->piece, t)]++;
  }
  for (int t = 0; t < tets; t++) {
    if (s->size[t] == 0) continue;
    int* largest = &s->largest[model->unit[t]];
    if (*largest < 0 || s->size[t] > s->size[*largest]) *largest = t;
  }
}

// less than a fiftieth of what the unit has in one piece is an island
static bool is_island(const Islands* s, int tet) {
  int root = brn__sets_root(s->piece, tet);
  return 50 * s->size[root] < s->size[s->largest[s->build->model->unit[tet]]];
}

// the tet goes to the unit of a neighbour that is on firm ground
static bool move(Islands* s, int tet) {
  int* unit = s->build->model->unit;
  for (int k = 0; k < 4; k++) {
    int other = s->neighbour[4 * (size_t)tet + (size_t)k];
    if (!is_ours(s, other) || unit[other] == unit[tet] || is_island(s, other)) continue;
    unit[tet] = unit[other];
    return true;
  }
  return false;
}

static void drown(Islands* s) {
  const BrnMesh* mesh = s->build->model->mesh;
  bool moved = true;
  while (moved) {
    moved = false;
    find_pieces(s);
    for (int t = 0; t < mesh->tet_count; t++) {
      if (is_ours(s, t) && is_island(s, t) && move(s, t)) moved = true;
    }
  }
}

BrnStatus brn__drown_islands(BrnBuild* build, int label) {
  BrnContext* ctx = build->ctx;
  const BrnMesh* mesh = build->model->mesh;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  size_t tets = (size_t)mesh->tet_count;
  Islands islands = {.build = build,
                     .label = label,
                     .neighbour = brn__scratch(ctx, 4 * tets, int),
                     .piece = brn__scratch(ctx, tets, int),
                     .size = brn__scratch(ctx, tets, int),
                     .largest = brn__scratch(ctx, build->model->unit_count, int)};
  bool room = islands.neighbour && islands.piece && islands.size && islands.largest;
  BrnStatus status = room ? brn_tet_neighbours(ctx, mesh, islands.neighbour) : BRN_NO_MEMORY;
  if (status == BRN_OK) drown(&islands);
  brn__scratch_release(ctx, mark);
  return status;
}
