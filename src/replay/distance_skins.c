// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"

#include <string.h>

// The same surfaces are the body of the one run and ride on the tets of the other: vertex i of a
// part is vertex i there. What is inside takes the mean of what is around it.

typedef struct Spread {
  BrnReplay* a;
  double *sum, *weight; // of the vertices of `a`; weight 0: not known yet
} Spread;

// -1: it has none of that name with those vertices
static int find_match(const BrnReplay* b, const BrnReplayPart* part) {
  for (int p = 0; p < b->part_count; p++) {
    const BrnReplayPart* other = &b->part[p];
    if (strcmp(other->name, part->name) != 0 || !other->skin.is_surface) continue;
    return other->skin.rider.point_count == part->skin.rider.point_count ? p : -1;
  }
  return -1;
}

// a point gives its distance to the vertices that it rides on
static void give(const Spread* spread, const BrnRiders* rider, size_t i, double distance) {
  for (size_t k = 4 * i; k < 4 * i + 4; k++) {
    double weight = fmax(rider->weight[k], 0);
    spread->sum[rider->vertex[k]] += weight * distance;
    spread->weight[rider->vertex[k]] += weight;
  }
}

static BrnStatus compare_part(const Spread* spread, const BrnRiders* rider, const double* own,
                              BrnReplay* b, int match, const double* other) {
  BrnContext* ctx = spread->a->ctx;
  size_t count = (size_t)rider->point_count;
  double* here = brn__scratch(ctx, 3 * count, double);
  double* there = brn__scratch(ctx, 3 * count, double);
  if (!here || !there) return BRN_NO_MEMORY;
  brn_riders_apply(ctx, rider, own, here);
  brn_riders_apply(ctx, &b->part[match].skin.rider, other, there);
  for (size_t i = 0; i < count; i++) {
    give(spread, rider, i, brn__distance3(here + 3 * i, there + 3 * i));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ inside

// vertices of the mesh that belong together: a known one tells the others
static bool tell(const Spread* spread, const int* vertex, int count) {
  double sum = 0, weight = 0;
  bool any = false;
  for (int k = 0; k < count; k++) {
    double known = spread->weight[vertex[k]];
    if (known > 0) sum += spread->sum[vertex[k]] / known, weight++;
  }
  for (int k = 0; weight > 0 && k < count; k++) {
    if (spread->weight[vertex[k]] > 0) continue;
    spread->sum[vertex[k]] = sum / weight;
    spread->weight[vertex[k]] = 1;
    any = true;
  }
  return any;
}

// each round reaches one tet further in
static void fill_tets(const Spread* spread) {
  const BrnMesh* mesh = spread->a->mesh;
  bool more = mesh->tet_count > 0;
  while (more) {
    more = false;
    for (size_t t = 0; t < (size_t)mesh->tet_count; t++) {
      more = tell(spread, mesh->tet + 4 * t, 4) || more;
    }
  }
}

static void fill_inner(const Spread* spread) {
  const BrnModel* model = spread->a->model;
  for (int f = 0; model && f < model->flesh_count; f++) {
    const BrnModelFlesh* flesh = &model->flesh[f];
    if (flesh->inner_count == 0) continue;
    for (int v = 0; v < flesh->vertex_count; v++) {
      size_t from = (size_t)(flesh->first + v), to = (size_t)(flesh->first_inner + flesh->inner[v]);
      if (spread->weight[from] == 0) continue;
      spread->sum[to] += spread->sum[from] / spread->weight[from];
      spread->weight[to]++;
    }
  }
}

// --------------------------------------------------------------------------------------------- all

static BrnStatus compare_parts(const Spread* spread, const double* own, BrnReplay* b,
                               const double* other) {
  int matches = 0;
  for (int p = 0; p < spread->a->part_count; p++) {
    const BrnReplayPart* part = &spread->a->part[p];
    int match = part->skin.is_surface ? find_match(b, part) : -1;
    if (match < 0) continue;
    BRN_TRY(compare_part(spread, &part->skin.rider, own, b, match, other));
    matches++;
  }
  if (matches > 0) return BRN_OK;
  return brn__fail(spread->a->ctx, BRN_UNSUPPORTED,
                   "%s and %s cannot be compared: one of them has no tets, and no surface has the "
                   "same name and vertices in both",
                   spread->a->name, b->name);
}

BrnStatus brn__distance_by_skins(BrnReplay* a, const double* own, BrnReplay* b, const double* other,
                                 double* out) {
  size_t count = (size_t)a->mesh->vertex_count;
  Spread spread = {a, brn__scratch_zero(a->ctx, count, double),
                   brn__scratch_zero(a->ctx, count, double)};
  if (!spread.sum || !spread.weight) return BRN_NO_MEMORY;
  BRN_TRY(compare_parts(&spread, own, b, other));
  fill_tets(&spread);
  fill_inner(&spread);
  for (size_t v = 0; v < count; v++) {
    out[v] = spread.weight[v] > 0 ? spread.sum[v] / spread.weight[v] : 0;
  }
  return BRN_OK;
}
