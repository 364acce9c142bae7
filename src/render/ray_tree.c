// SPDX-License-Identifier: Apache-2.0
//
// The tree that rays go down, in single precision: boxes and triangles of a soup, eight at a time.

#include "render/ray.h"

#include "mesh/box_tree.h"

#include <math.h>

typedef struct Work {
  const float* point;
  const int* triangle;
  const float* opacity;
  double* box; // (count x 6)
  const BrnBoxTree* tree;
  BrnRayTree* out;
} Work;

static void find_boxes(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* w = user;
  for (size_t t = (size_t)begin; t < (size_t)end; t++) {
    brn__box_clear(w->box + 6 * t);
    for (size_t c = 0; c < 3; c++) {
      const float* p = w->point + 3 * (size_t)w->triangle[3 * t + c];
      double corner[3] = {p[0], p[1], p[2]};
      brn__box_join_point(w->box + 6 * t, corner);
    }
  }
}

// the corners are floats, so the boxes are exact; those of empty slots are never met
static void copy_nodes(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* w = user;
  for (int n = begin; n < end; n++) {
    const BrnTreeNode* from = &w->tree->node[n];
    BrnRayNode* to = &w->out->node[n];
    to->child_count = from->child_count;
    for (int i = 0; i < BRN_LANES; i++) {
      to->child[i] = from->child[i];
      for (int k = 0; k < 3; k++) {
        to->low[k][i] = (float)from->low[k][i], to->high[k][i] = (float)from->high[k][i];
      }
    }
  }
}

static void fill_packs(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* w = user;
  for (int l = begin; l < end; l++) {
    const BrnTreeLeaf* leaf = &w->tree->leaf[l];
    BrnRayPack* pack = &w->out->pack[l];
    for (int lane = 0; lane < BRN_LANES; lane++) {
      size_t t = (size_t)leaf->item[lane];
      bool filled = lane < leaf->count;
      for (size_t c = 0; c < 3; c++) {
        const float* p = w->point + 3 * (size_t)w->triangle[3 * t + (filled ? c : 0)];
        for (int k = 0; k < 3; k++) pack->corner[c][k][lane] = p[k];
      }
      pack->triangle[lane] = (int)t;
      pack->opacity[lane] = filled ? w->opacity[t] : 0;
    }
  }
}

static BrnStatus make_packs(BrnContext* ctx, Work* work) {
  BrnRayTree* out = work->out;
  out->node_count = work->tree->node_count, out->pack_count = work->tree->leaf_count;
  out->node = brn__new(ctx, out->node_count, BrnRayNode);
  out->pack = brn__new(ctx, out->pack_count, BrnRayPack);
  if (!out->node || !out->pack) {
    brn__ray_tree_destroy(ctx, out);
    return BRN_NO_MEMORY;
  }
  brn__parallel_for(ctx, out->node_count, 512, copy_nodes, work);
  brn__parallel_for(ctx, out->pack_count, 512, fill_packs, work);
  return BRN_OK;
}

BrnStatus brn__ray_tree_create(BrnContext* ctx, const float* point, const int* triangle,
                               const float* opacity, int count, BrnRayTree* out) {
  *out = (BrnRayTree){0};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Work work = {.point = point, .triangle = triangle, .opacity = opacity, .out = out};
  work.box = brn__scratch(ctx, 6 * (size_t)count, double);
  BrnStatus status = BRN_NO_MEMORY;
  BrnBoxTree tree;
  if (work.box) {
    brn__parallel_for(ctx, count, 2048, find_boxes, &work);
    status = brn__box_tree_create(ctx, work.box, count, &tree);
  }
  if (status == BRN_OK) {
    work.tree = &tree;
    status = make_packs(ctx, &work);
    brn__box_tree_destroy(ctx, &tree);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

void brn__ray_tree_destroy(BrnContext* ctx, BrnRayTree* tree) {
  brn__free(ctx, tree->node);
  brn__free(ctx, tree->pack);
  *tree = (BrnRayTree){0};
}
