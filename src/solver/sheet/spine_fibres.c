// SPDX-License-Identifier: Apache-2.0
//
// Which edges of a surface run along which link of its spine, and how long they are.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

// The link that an edge is beside, by the bead of it that is not the parent; -1: it is beyond the
// ends.
static int link_of(const BrnSheet* sheet, const BrnModelFlesh* muscle, int a, int b) {
  const double* rest = sheet->model->mesh->position;
  int bead = muscle->inner[a - muscle->first];
  double middle[3], way;
  brn__add3(middle, rest + 3 * (size_t)a, rest + 3 * (size_t)b);
  brn__scale3(middle, 0.5, middle);
  int other = brn__spine_towards(sheet, muscle, bead, middle, &way);
  if (other < 0) return -1;
  return muscle->parent[other] == bead ? other : bead;
}

BrnStatus brn__spine_fibres_list(BrnContext* ctx, const BrnSheet* sheet,
                                 const BrnModelFlesh* muscle, const BrnEdges* edges,
                                 BrnSpine* out) {
  out->fibre = brn__new_zero(ctx, muscle->edge_count, BrnSpineFibre);
  if (!out->fibre) return BRN_NO_MEMORY;
  for (int i = 0; i < edges->color[edges->color_count] * BRN_LANES; i++) {
    const BrnEdgeBatch* batch = &edges->batch[i / BRN_LANES];
    int lane = i % BRN_LANES;
    if (!brn__edge_is_along(edges, i / BRN_LANES, lane)) continue;
    int link = link_of(sheet, muscle, batch->a[lane], batch->b[lane]);
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
