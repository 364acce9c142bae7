// SPDX-License-Identifier: Apache-2.0
//
// Patches grow from the first tet that is free, by the neighbour that brings the fewest new
// vertices: so they are round, and often the ring of tets about an edge. What is left over in
// between joins the patches beside it.

#include "solver/body/patches.h"

#include <string.h>

// SIZE is a matter of measurement (docs/solver.md): larger patches leave coarse meshes too free
enum { SIZE = 7, LEAST = 4 };

typedef struct Growth {
  const BrnMesh* mesh;
  const int* group;
  int* neighbour; // (tet_count x 4)
  int* patch;     // (tet_count)
  int* size;      // of the patches                                        (tet_count)
  int* stamp;     // the last patch that took a vertex                     (vertex_count)
  int count;      // patches
  int tet[SIZE];  // of the last one
} Growth;

// the neighbour over face k if it is of the same group; -1: none
static int neighbour_of(const Growth* g, int t, int k) {
  int other = g->neighbour[4 * (size_t)t + (size_t)k];
  return other >= 0 && g->group[other] == g->group[t] ? other : -1;
}

static void take(Growth* g, int t) {
  int number = g->count - 1;
  g->patch[t] = number;
  g->tet[g->size[number]++] = t;
  for (int k = 0; k < 4; k++) g->stamp[g->mesh->tet[4 * (size_t)t + (size_t)k]] = number;
}

// first vertices that the patch has, then faces that it has, then faces with nobody free beyond:
// who is nearly enclosed would be left over
static int rate(const Growth* g, int t) {
  int vertices = 0, faces = 0, closed = 0;
  for (int k = 0; k < 4; k++) {
    int other = neighbour_of(g, t, k);
    vertices += g->stamp[g->mesh->tet[4 * (size_t)t + (size_t)k]] == g->count - 1;
    faces += other >= 0 && g->patch[other] == g->count - 1;
    closed += other < 0 || g->patch[other] >= 0;
  }
  return 100 * vertices + 10 * faces + closed;
}

// -1: nobody is free beside the last patch
static int best_neighbour(const Growth* g) {
  int best = -1, most = -1;
  for (int i = 0; i < 4 * g->size[g->count - 1]; i++) {
    int t = neighbour_of(g, g->tet[i / 4], i % 4);
    if (t < 0 || g->patch[t] >= 0) continue;
    int rating = rate(g, t);
    if (rating > most || (rating == most && t < best)) best = t, most = rating;
  }
  return best;
}

static void grow(Growth* g, int seed) {
  g->count++;
  for (int t = seed; t >= 0; t = best_neighbour(g)) {
    take(g, t);
    if (g->size[g->count - 1] == SIZE) return;
  }
}

// the tet of another patch to join: of a large one, of one with many faces in common, of a small
// one
static int host_of(const Growth* g, int t) {
  int best = -1, most = INT32_MIN;
  for (int k = 0; k < 4; k++) {
    int other = neighbour_of(g, t, k);
    if (other < 0 || g->patch[other] == g->patch[t]) continue;
    int rating = (g->size[g->patch[other]] >= LEAST ? 1000 : 0) - g->size[g->patch[other]];
    for (int j = 0; j < 4; j++) {
      int third = neighbour_of(g, t, j);
      rating += third >= 0 && g->patch[third] == g->patch[other] ? 5 : 0;
    }
    if (rating > most || (rating == most && other < best)) best = other, most = rating;
  }
  return best;
}

static void join(Growth* g) {
  for (int t = 0; t < g->mesh->tet_count; t++) {
    if (g->patch[t] < 0 || g->size[g->patch[t]] >= LEAST) continue;
    int host = host_of(g, t);
    if (host < 0) continue;
    g->size[g->patch[t]]--;
    g->patch[t] = g->patch[host];
    g->size[g->patch[t]]++;
  }
}

// numbers without gaps, in the order of the tets
static void renumber(Growth* g) {
  int* number = g->size;
  memset(number, -1, sizeof(int) * (size_t)g->count);
  g->count = 0;
  for (int t = 0; t < g->mesh->tet_count; t++) {
    if (g->patch[t] < 0) continue;
    if (number[g->patch[t]] < 0) number[g->patch[t]] = g->count++;
    g->patch[t] = number[g->patch[t]];
  }
}

static BrnStatus find(BrnContext* ctx, Growth* g) {
  size_t tets = (size_t)g->mesh->tet_count, vertices = (size_t)g->mesh->vertex_count;
  g->neighbour = brn__scratch(ctx, 4 * tets, int);
  g->size = brn__scratch_zero(ctx, tets, int);
  g->stamp = brn__scratch(ctx, vertices, int);
  if (!g->neighbour || !g->size || !g->stamp) return BRN_NO_MEMORY;
  BRN_TRY(brn_tet_neighbours(ctx, g->mesh, g->neighbour));
  memset(g->stamp, -1, sizeof(int) * vertices);
  memset(g->patch, -1, sizeof(int) * tets);
  for (int t = 0; t < g->mesh->tet_count; t++) {
    if (g->group[t] >= 0 && g->patch[t] < 0) grow(g, t);
  }
  join(g);
  renumber(g);
  return BRN_OK;
}

BrnStatus brn__patches_find(BrnContext* ctx, const BrnMesh* mesh, const int* group, int* patch,
                            int* count) {
  BRN_ASSERT(ctx && mesh && group && patch && count);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Growth g = {.mesh = mesh, .group = group, .patch = patch};
  BrnStatus status = find(ctx, &g);
  brn__scratch_release(ctx, mark);
  *count = g.count;
  return status;
}
