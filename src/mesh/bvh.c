// SPDX-License-Identifier: Apache-2.0

#include "mesh/bvh.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// Making and refitting. The queries are in bvh_closest.c, bvh_ray.c and bvh_winding.c.

// where the corners of empty lanes are: the product of three such lengths is still a number
#define NOWHERE 1e90

// Height over longest edge, squared. The closest points of a triangle lose twice the digits of its
// inverse.
static const double THIN = 0.03 * 0.03;

static bool is_thin(const double* a, const double* b, const double* c) {
  double ab[3], bc[3], ca[3], normal[3];
  brn__sub3(ab, b, a);
  brn__sub3(bc, c, b);
  brn__sub3(ca, a, c);
  brn__cross3(normal, ab, bc);
  double longest = brn__dot3(ab, ab), other = brn__dot3(bc, bc), third = brn__dot3(ca, ca);
  if (other > longest) longest = other;
  if (third > longest) longest = third;
  return !(brn__dot3(normal, normal) > THIN * longest * longest);
}

static void fill_pack(BrnTrianglePack* pack, const BrnTreeLeaf* leaf, const int* triangle,
                      const double* position, double* box) {
  static const double nowhere[3] = {NOWHERE, NOWHERE, NOWHERE};
  brn__box_clear(box);
  pack->thin = false;
  for (int lane = 0; lane < BRN_LANES; lane++) {
    bool filled = lane < leaf->count;
    const int* vertex = triangle + 3 * (size_t)leaf->item[lane];
    const double* corner[3] = {nowhere, nowhere, nowhere};
    for (int c = 0; c < 3 && filled; c++) {
      corner[c] = position + 3 * (size_t)vertex[c];
      brn__box_join_point(box, corner[c]);
    }
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 3; k++) pack->corner[c][k][lane] = corner[c][k];
    }
    pack->triangle[lane] = filled ? leaf->item[lane] : -1;
    pack->thin = pack->thin || (filled && is_thin(corner[0], corner[1], corner[2]));
  }
}

static double largest_coordinate(const BrnTreeNode* root) {
  double largest = 0;
  for (int i = 0; i < root->child_count; i++) {
    for (int k = 0; k < 3; k++) {
      largest = fmax(largest, fmax(fabs(root->low[k][i]), fabs(root->high[k][i])));
    }
  }
  return largest;
}

typedef struct Refit {
  BrnBvh* bvh;
  const double* position;
} Refit;

static void fill_packs(void* user, int begin, int end, int worker) {
  (void)worker;
  Refit* refit = user;
  BrnBvh* bvh = refit->bvh;
  for (int leaf = begin; leaf < end; leaf++) {
    fill_pack(&bvh->pack[leaf], &bvh->tree.leaf[leaf], bvh->triangle, refit->position,
              bvh->leaf_box + 6 * (size_t)leaf);
  }
}

void brn_bvh_refit(BrnContext* ctx, BrnBvh* bvh, const double* position, bool winding) {
  BRN_ASSERT(ctx && bvh && (position || bvh->vertex_count == 0));
  Refit refit = {bvh, position};
  brn__parallel_for(ctx, bvh->tree.leaf_count, BRN_BVH_GRAIN, fill_packs, &refit);
  brn__box_tree_refit(&bvh->tree, bvh->leaf_box);
  bvh->reach = largest_coordinate(&bvh->tree.node[0]);
  bvh->moments_fresh = winding;
  if (winding) brn__bvh_update_moments(bvh);
}

static void triangle_boxes(const BrnMesh* mesh, double* box) {
  for (size_t t = 0; t < (size_t)mesh->triangle_count; t++) {
    brn__box_clear(box + 6 * t);
    for (size_t c = 0; c < 3; c++) {
      brn__box_join_point(box + 6 * t, mesh->position + 3 * (size_t)mesh->triangle[3 * t + c]);
    }
  }
}

static BrnStatus build(BrnContext* ctx, const BrnMesh* mesh, BrnBvh* bvh) {
  int count = mesh->triangle_count;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* box = brn__scratch(ctx, 6 * (size_t)count, double);
  BrnStatus status = BRN_NO_MEMORY;
  if (box) {
    triangle_boxes(mesh, box);
    status = brn__box_tree_create(ctx, box, count, &bvh->tree);
  }
  brn__scratch_release(ctx, mark);
  BRN_TRY(status);
  bvh->triangle_count = count;
  bvh->vertex_count = mesh->vertex_count;
  bvh->triangle = brn__new(ctx, 3 * (size_t)count, int);
  bvh->pack = brn__new(ctx, bvh->tree.leaf_count, BrnTrianglePack);
  bvh->moments = brn__new(ctx, bvh->tree.node_count, BrnMoments);
  bvh->leaf_box = brn__new(ctx, 6 * (size_t)bvh->tree.leaf_count, double);
  if (!bvh->triangle || !bvh->pack || !bvh->moments || !bvh->leaf_box) return BRN_NO_MEMORY;
  if (count > 0) memcpy(bvh->triangle, mesh->triangle, sizeof(int) * 3 * (size_t)count);
  brn_bvh_refit(ctx, bvh, mesh->position, true);
  return BRN_OK;
}

BrnStatus brn_bvh_create(BrnContext* ctx, const BrnMesh* mesh, BrnBvh** out) {
  BRN_ASSERT(ctx && mesh && out);
  *out = NULL;
  BrnBvh* bvh = brn__new_zero(ctx, 1, BrnBvh);
  if (!bvh) return BRN_NO_MEMORY;
  BrnStatus status = build(ctx, mesh, bvh);
  if (status != BRN_OK) {
    brn_bvh_destroy(ctx, bvh);
    return status;
  }
  *out = bvh;
  return BRN_OK;
}

void brn_bvh_destroy(BrnContext* ctx, BrnBvh* bvh) {
  BRN_ASSERT(ctx);
  if (!bvh) return;
  brn__box_tree_destroy(ctx, &bvh->tree);
  brn__free(ctx, bvh->triangle);
  brn__free(ctx, bvh->pack);
  brn__free(ctx, bvh->moments);
  brn__free(ctx, bvh->leaf_box);
  brn__free(ctx, bvh);
}
