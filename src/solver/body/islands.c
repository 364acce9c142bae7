// SPDX-License-Identifier: Apache-2.0
//
// Does every part of the body hang on something that is held? A part that does not can go anywhere,
// and a quasi-static shape of it does not exist.

#include "solver/body/body.h"

typedef struct Islands {
  int* root;     // of the nodes, as a forest                               (node_count)
  uint8_t* held; // axes that are held somewhere on the island of a root     (node_count)
} Islands;

static int root_of(int* root, int i) {
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

// nodes that share an element move together
static void join(const BrnBody* body, Islands* islands) {
  const BrnNodes* nodes = body->nodes;
  for (int b = 0; b < body->elements->batch_count; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    for (int k = 0; k < 4 * BRN_LANES; k++) {
      int lane = k / 4, point = batch->corner[k % 4][lane];
      if (batch->volume[lane] == 0) continue;
      int first = nodes->node[nodes->start[batch->corner[0][lane]]];
      for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
        int a = root_of(islands->root, first), c = root_of(islands->root, nodes->node[i]);
        if (a != c) islands->root[a > c ? a : c] = a > c ? c : a;
      }
    }
  }
}

static const char* part_name(const BrnBody* body, int node) {
  int vertex = body->nodes->vertex[node], bone = body->nodes->carrier[vertex];
  if (bone >= 0) return body->model->bone[bone].name;
  const BrnMesh* mesh = body->model->mesh;
  for (size_t c = 0; c < 4 * (size_t)mesh->tet_count; c++) {
    if (mesh->tet[c] == vertex) return body->model->part[mesh->tet_label[c / 4] - 1].name;
  }
  return "?";
}

// Ties of joints join nothing new: what closes a ring is in one island already, or in held ones.
static BrnStatus check(BrnContext* ctx, const BrnBody* body, Islands* islands) {
  for (int i = 0; i < body->nodes->count; i++) {
    islands->held[root_of(islands->root, i)] |= body->nodes->held[i];
  }
  for (int t = 0; t < body->constraints->tie_count; t++) {
    const BrnTie* tie = &body->constraints->tie[t];
    int node = body->constraints->node[tie->start];
    if (tie->support >= 0) islands->held[root_of(islands->root, node)] |= tie->axes;
  }
  for (int i = 0; i < body->nodes->count; i++) {
    uint8_t held = islands->held[root_of(islands->root, i)];
    if (held == 7) continue;
    int axis = held & 1 ? held & 2 ? 2 : 1 : 0;
    return brn__fail(ctx, BRN_INVALID,
                     "part \"%s\": nothing holds it along %c; fix or script a bone that it hangs "
                     "on, or add a support",
                     part_name(body, i), "xyz"[axis]);
  }
  return BRN_OK;
}

BrnStatus brn__body_check_islands(BrnContext* ctx, const BrnBody* body) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Islands islands = {brn__scratch(ctx, body->nodes->count, int),
                     brn__scratch_zero(ctx, body->nodes->count, uint8_t)};
  BrnStatus status = BRN_NO_MEMORY;
  if (islands.root && islands.held) {
    for (int i = 0; i < body->nodes->count; i++) islands.root[i] = i;
    join(body, &islands);
    status = check(ctx, body, &islands);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
