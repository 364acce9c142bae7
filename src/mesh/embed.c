// SPDX-License-Identifier: Apache-2.0

#include "brawn/mesh.h"
#include "core/vec.h"
#include "mesh/box_tree.h"
#include "mesh/described.h"

#include <math.h>
#include <string.h>

// A point is looked up in a tree over the boxes of the tets. One that no tet contains goes to the
// tet behind the closest point of the boundary, with weights that reproduce it exactly at rest: it
// follows the deformation gradient of that tet, as if glued on.

enum { GRAIN = 256 };

// a point on a face belongs to the tet even when rounding puts it just outside
static const double INSIDE = -1e-12;

typedef struct Finder {
  const BrnMesh* mesh;
  const double* points;
  BrnBoxTree tree;
  BrnSurface* boundary;
  BrnBvh* bvh; // of the boundary
  BrnEmbedding* embedding;
} Finder;

// w of edge w = offset. The inverse of a thin tet is off by rounding over thinness; each correction
// leaves that part of the error before it.
static void solve(double* w, const double* edge, const double* inverse, const double* offset) {
  double left[3], correction[3];
  brn__mul3(w, inverse, offset);
  for (int pass = 0; pass < 2; pass++) {
    brn__mul3(left, edge, w);
    brn__sub3(left, offset, left);
    brn__mul3(correction, inverse, left);
    brn__add3(w, w, correction);
  }
}

// barycentric weights of a point; false when the tet has no volume to speak of
static bool weights_in_tet(const BrnMesh* mesh, int tet, const double* point, double* weight) {
  const double* corner[4];
  double edge[9], inverse[9], offset[3], w[3], size = 0;
  for (size_t c = 0; c < 4; c++) {
    corner[c] = mesh->position + 3 * (size_t)mesh->tet[4 * (size_t)tet + c];
  }
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++) {
      edge[3 * k + c] = corner[c + 1][k] - corner[0][k];
      size = fmax(size, fabs(edge[3 * k + c]));
    }
  }
  double det = brn__inverse3(inverse, edge);
  if (!(fabs(det) > 1e-14 * size * size * size)) return false;
  brn__sub3(offset, point, corner[0]);
  solve(w, edge, inverse, offset);
  weight[0] = 1 - w[0] - w[1] - w[2];
  for (int c = 0; c < 3; c++) weight[c + 1] = w[c];
  return true;
}

static double least(const double* w) { return fmin(fmin(w[0], w[1]), fmin(w[2], w[3])); }

// ------------------------------------------------------------------------------- inside the tets

// the tet of a leaf in which the point lies deepest, if that is deeper than *depth
static void try_leaf(const Finder* finder, const BrnTreeLeaf* leaf, const double* point, int* tet,
                     double* weight, double* depth) {
  for (int i = 0; i < leaf->count; i++) {
    double w[4];
    if (!weights_in_tet(finder->mesh, leaf->item[i], point, w)) continue;
    double inside = least(w);
    bool better = inside > *depth || (inside == *depth && leaf->item[i] < *tet);
    if (inside < INSIDE || !better) continue;
    *depth = inside;
    *tet = leaf->item[i];
    memcpy(weight, w, sizeof w);
  }
}

static bool box_has(const BrnTreeNode* node, int slot, const double* point) {
  for (int k = 0; k < 3; k++) {
    double slack = 1e-12 * (node->high[k][slot] - node->low[k][slot]);
    if (point[k] < node->low[k][slot] - slack || point[k] > node->high[k][slot] + slack) {
      return false;
    }
  }
  return true;
}

// where tets overlap the one the point is deepest in is taken; -1: in none
static int find_containing(const Finder* finder, const double* point, double* weight) {
  int stack[BRN_TREE_STACK], top = 0, tet = -1;
  double depth = -INFINITY;
  stack[top++] = 0;
  while (top > 0) {
    const BrnTreeNode* node = &finder->tree.node[stack[--top]];
    for (int i = 0; i < node->child_count; i++) {
      if (!box_has(node, i, point)) continue;
      if (node->child[i] >= 0) {
        stack[top++] = node->child[i];
      } else {
        try_leaf(finder, &finder->tree.leaf[~node->child[i]], point, &tet, weight, &depth);
      }
    }
  }
  return tet;
}

// ------------------------------------------------------------------------------------- outside

// false when the tet behind the closest point of the boundary is flat
static bool bind_outside(const Finder* finder, const double* point, int at) {
  BrnEmbedding* embedding = finder->embedding;
  BrnSurfacePoint closest = brn_bvh_closest(finder->bvh, point, INFINITY);
  if (closest.triangle < 0) return false;
  embedding->tet[at] = finder->boundary->tet[closest.triangle];
  embedding->distance[at] = closest.distance;
  return weights_in_tet(finder->mesh, embedding->tet[at], point,
                        embedding->weight + 4 * (size_t)at);
}

// a flat tet cannot carry a point exactly: its corners are weighted as the boundary's triangle is
static void bind_to_flat(const Finder* finder, const double* point, int at) {
  BrnEmbedding* embedding = finder->embedding;
  BrnSurfacePoint closest = brn_bvh_closest(finder->bvh, point, INFINITY);
  double* weight = embedding->weight + 4 * (size_t)at;
  memset(weight, 0, 4 * sizeof *weight);
  if (closest.triangle < 0) return;
  const int* corner = finder->mesh->tet + 4 * (size_t)embedding->tet[at];
  const int* face = finder->boundary->mesh->triangle + 3 * (size_t)closest.triangle;
  for (int f = 0; f < 3; f++) {
    int vertex = finder->boundary->vertex[face[f]];
    for (int c = 0; c < 4; c++) {
      if (corner[c] == vertex) weight[c] = closest.weight[f];
    }
  }
}

static void bind_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Finder* finder = user;
  BrnEmbedding* embedding = finder->embedding;
  for (int i = begin; i < end; i++) {
    const double* point = finder->points + 3 * (size_t)i;
    int tet = find_containing(finder, point, embedding->weight + 4 * (size_t)i);
    embedding->tet[i] = tet;
    if (tet < 0 && !bind_outside(finder, point, i)) bind_to_flat(finder, point, i);
  }
}

// --------------------------------------------------------------------------------- making, using

static void tet_boxes(const BrnMesh* mesh, double* box) {
  for (size_t t = 0; t < (size_t)mesh->tet_count; t++) {
    brn__box_clear(box + 6 * t);
    for (size_t c = 0; c < 4; c++) {
      brn__box_join_point(box + 6 * t, mesh->position + 3 * (size_t)mesh->tet[4 * t + c]);
    }
  }
}

static BrnStatus check_volume(BrnContext* ctx, const BrnMesh* mesh) {
  double origin[3] = {0}, weight[4];
  for (int t = 0; t < mesh->tet_count; t++) {
    if (weights_in_tet(mesh, t, origin, weight)) return BRN_OK;
  }
  return brn__fail(ctx, BRN_INVALID, "points cannot be embedded: %s",
                   mesh->tet_count ? "no tet of the mesh has a volume" : "the mesh has no tets");
}

static BrnStatus prepare(BrnContext* ctx, Finder* finder) {
  BRN_TRY(check_volume(ctx, finder->mesh));
  BRN_TRY(brn_mesh_boundary(ctx, finder->mesh, &finder->boundary));
  BRN_TRY(brn_bvh_create(ctx, finder->boundary->mesh, &finder->bvh));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* box = brn__scratch(ctx, 6 * (size_t)finder->mesh->tet_count, double);
  BrnStatus status = BRN_NO_MEMORY;
  if (box) {
    tet_boxes(finder->mesh, box);
    status = brn__box_tree_create(ctx, box, finder->mesh->tet_count, &finder->tree);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

static BrnStatus allocate(BrnContext* ctx, int count, BrnEmbedding* embedding) {
  embedding->point_count = count;
  embedding->tet = brn__new_zero(ctx, count, int);
  embedding->weight = brn__new_zero(ctx, 4 * (size_t)count, double);
  embedding->distance = brn__new_zero(ctx, count, double);
  bool all = embedding->tet && embedding->weight && embedding->distance;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

// a point that is not a number, or so far away that its distance is none, is bound to nothing
static BrnStatus check_bound(BrnContext* ctx, const BrnEmbedding* embedding, const double* points) {
  for (int i = 0; i < embedding->point_count; i++) {
    const double* p = points + 3 * (size_t)i;
    if (embedding->tet[i] >= 0) continue;
    return brn__fail(ctx, BRN_INVALID, "point %d (%g, %g, %g) is near no tet of the mesh", i, p[0],
                     p[1], p[2]);
  }
  return BRN_OK;
}

static void count_outside(BrnEmbedding* embedding) {
  for (int i = 0; i < embedding->point_count; i++) {
    embedding->outside_count += embedding->distance[i] > 0;
    embedding->max_distance = fmax(embedding->max_distance, embedding->distance[i]);
  }
}

BrnStatus brn_embedding_create(BrnContext* ctx, const BrnMesh* mesh, const double* points,
                               int count, BrnEmbedding** out) {
  BRN_ASSERT(ctx && mesh && out && count >= 0 && (points || count == 0));
  *out = NULL;
  Finder finder = {.mesh = mesh, .points = points};
  finder.embedding = brn__new_zero(ctx, 1, BrnEmbedding);
  BrnStatus status = finder.embedding ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) status = allocate(ctx, count, finder.embedding);
  if (status == BRN_OK) status = prepare(ctx, &finder);
  if (status == BRN_OK) {
    brn__parallel_for(ctx, count, GRAIN, bind_range, &finder);
    status = check_bound(ctx, finder.embedding, points);
  }
  if (status == BRN_OK) {
    count_outside(finder.embedding);
    *out = finder.embedding;
  } else {
    brn_embedding_destroy(ctx, finder.embedding);
  }
  brn__box_tree_destroy(ctx, &finder.tree);
  brn_bvh_destroy(ctx, finder.bvh);
  brn_surface_destroy(ctx, finder.boundary);
  return status;
}

void brn_embedding_destroy(BrnContext* ctx, BrnEmbedding* embedding) {
  BRN_ASSERT(ctx);
  if (!embedding) return;
  brn__described_free(ctx, &brn__embedding_description, embedding);
  brn__free(ctx, embedding);
}

typedef struct Apply {
  const BrnEmbedding* embedding;
  const int* tet;
  const double* position;
  double* out;
} Apply;

static void apply_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Apply* apply = user;
  for (size_t i = (size_t)begin; i < (size_t)end; i++) {
    const int* corner = apply->tet + 4 * (size_t)apply->embedding->tet[i];
    const double* weight = apply->embedding->weight + 4 * i;
    double p[3] = {0};
    for (int c = 0; c < 4; c++) {
      brn__axpy3(p, p, weight[c], apply->position + 3 * (size_t)corner[c]);
    }
    brn__copy3(apply->out + 3 * i, p);
  }
}

void brn_embedding_apply(BrnContext* ctx, const BrnEmbedding* embedding, const BrnMesh* mesh,
                         const double* position, double* out) {
  BRN_ASSERT(ctx && embedding && mesh && position && (out || embedding->point_count == 0));
  Apply apply = {embedding, mesh->tet, position, out};
  brn__parallel_for(ctx, embedding->point_count, 4 * GRAIN, apply_range, &apply);
}
