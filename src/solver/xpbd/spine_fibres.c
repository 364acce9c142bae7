// SPDX-License-Identifier: Apache-2.0
//
// Which edges of a surface run along which link of its spine, and how long they are.

#include "solver/xpbd/fleshes.h"

#include "core/vec.h"

#define ALONG_FIBRES 0.5 // as in edges.c

// the link that a place is beside, by the bead that is not the parent; -1: it is beyond the ends
static int link_beside(const BrnXpbd* xpbd, const BrnModelFlesh* flesh, int bead,
                       const double x[3]) {
  double most = 0;
  int link = -1;
  for (int j = 0; j < flesh->inner_count; j++) {
    bool is_child = flesh->parent[j] == bead;
    if (!is_child && flesh->parent[bead] != j) continue;
    double way = brn__spine_way(xpbd, flesh, bead, j, x);
    if (way > most) most = way, link = is_child ? j : bead;
  }
  return link;
}

static int link_of(const BrnXpbd* xpbd, const BrnModelFlesh* flesh, int a, int b) {
  const double* rest = xpbd->model->mesh->position;
  double middle[3];
  brn__add3(middle, rest + 3 * (size_t)a, rest + 3 * (size_t)b);
  brn__scale3(middle, 0.5, middle);
  return link_beside(xpbd, flesh, flesh->inner[a - flesh->first], middle);
}

BrnStatus brn__spine_fibres_list(BrnContext* ctx, const BrnXpbd* xpbd, const BrnModelFlesh* flesh,
                                 const BrnEdges* edges, BrnSpine* out) {
  out->fibre = brn__new_zero(ctx, flesh->edge_count, BrnSpineFibre);
  if (!out->fibre) return BRN_NO_MEMORY;
  for (int i = 0; i < edges->color[edges->color_count] * BRN_LANES; i++) {
    const BrnEdgeBatch* batch = &edges->batch[i / BRN_LANES];
    int lane = i % BRN_LANES, a = batch->a[lane], b = batch->b[lane];
    if (a == b || edges->rest[i / BRN_LANES].along[lane] <= ALONG_FIBRES) continue;
    int link = link_of(xpbd, flesh, a, b);
    if (link < 0) continue;
    out->fibre[out->fibre_count++] = (BrnSpineFibre){i / BRN_LANES, lane, link};
  }
  return BRN_OK;
}

void brn__spine_fibres_measure(BrnSpine* spine, const BrnEdges* edges, const double* at) {
  if (spine->fibre_count == 0) return;
  for (int i = 0; i < spine->count; i++) spine->bead[i].fibres[0] = spine->bead[i].fibres[1] = 0;
  for (int i = 0; i < spine->fibre_count; i++) {
    const BrnSpineFibre* fibre = &spine->fibre[i];
    const BrnEdgeBatch* batch = &edges->batch[fibre->batch];
    const double* a = at + 4 * (size_t)batch->a[fibre->lane];
    const double* b = at + 4 * (size_t)batch->b[fibre->lane];
    BrnSpineBead* bead = &spine->bead[fibre->link];
    bead->fibres[0] += brn__distance3(a, b);
    bead->fibres[1] += batch->goal[fibre->lane];
  }
}
