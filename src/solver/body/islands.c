// SPDX-License-Identifier: Apache-2.0
//
// Does every part of the body hang on something that is held? A part that does not can go anywhere,
// and a quasi-static shape of it does not exist.

#include "solver/body/body.h"

typedef struct Islands {
  int* root;     // of the nodes, as a forest                               (node_count)
  uint8_t* held; // axes that are held somewhere on the island of a root     (node_count)
} Islands;

int brn__island_root(int* root, int i) {
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

static void join(int* root, int a, int b) {
  a = brn__island_root(root, a), b = brn__island_root(root, b);
  if (a != b) root[a > b ? a : b] = a > b ? b : a;
}

// nodes that share a tet move together
static void join_tet(const BrnNodes* nodes, const BrnBatch* batch, int lane, bool free, int* root) {
  int first = -1;
  for (int c = 0; c < 4 && batch->volume[lane] != 0; c++) {
    int point = batch->corner[c][lane];
    for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
      int node = nodes->node[i];
      if (free && nodes->row[node] < 0) continue;
      if (first < 0) first = node;
      join(root, first, node);
    }
  }
}

static void join_tets(const BrnBody* body, bool free, int* root) {
  for (int i = 0; i < body->nodes->count; i++) root[i] = i;
  for (int e = 0; e < BRN_LANES * body->elements->batch_count; e++) {
    join_tet(body->nodes, &body->elements->batch[e / BRN_LANES], e % BRN_LANES, free, root);
  }
}

void brn__islands_of_free(const BrnBody* body, int* root) {
  join_tets(body, true, root);
  for (int t = 0; t < body->constraints->tie_count; t++) {
    const BrnTie* tie = &body->constraints->tie[t];
    int first = -1;
    for (int i = tie->start; i < tie->start + tie->count; i++) {
      int node = body->constraints->node[i];
      if (body->nodes->row[node] < 0) continue;
      if (first < 0) first = node;
      join(root, first, node);
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
    islands->held[brn__island_root(islands->root, i)] |= body->nodes->held[i];
  }
  for (int t = 0; t < body->constraints->tie_count; t++) {
    const BrnTie* tie = &body->constraints->tie[t];
    int node = body->constraints->node[tie->start];
    if (tie->support >= 0) islands->held[brn__island_root(islands->root, node)] |= tie->axes;
  }
  for (int i = 0; i < body->nodes->count; i++) {
    uint8_t held = islands->held[brn__island_root(islands->root, i)];
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
    join_tets(body, false, islands.root);
    status = check(ctx, body, &islands);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
