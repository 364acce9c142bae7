// SPDX-License-Identifier: Apache-2.0
//
// Attachments to soft parts across a gap: such a vertex rides on the tet of the part that it is in,
// or on the one behind the nearest point of its boundary, as if glued on.

#include "solver/body/nodes.h"

#include <string.h>

typedef struct Riders {
  BrnContext* ctx;
  const BrnModel* model;
  BrnNodes* nodes;
  bool* own;     // vertices of the part at hand                               (vertex_count)
  int* tet;      // tets of the part at hand                                   (tet_count)
  int* vertex;   // that hold on to it across a gap                            (vertex_count)
  double* place; // of them, m                                                 (vertex_count x 3)
  int tet_count, count;
} Riders;

// ----------------------------------------------------------------------------------- one soft part

static void list_tets(Riders* r, int part) {
  const BrnMesh* mesh = r->model->mesh;
  r->tet_count = 0;
  memset(r->own, 0, (size_t)mesh->vertex_count);
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label[t] - 1 != part) continue;
    r->tet[r->tet_count++] = t;
    for (int k = 0; k < 4; k++) r->own[mesh->tet[4 * (size_t)t + k]] = true;
  }
}

static void list_riders(Riders* r, int part) {
  const BrnModel* model = r->model;
  r->count = 0;
  for (int a = 0; a < model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &model->attachment[a];
    for (int i = 0; i < attachment->vertex_count; i++) {
      int v = attachment->vertex[i];
      if (attachment->holder[i] != part || r->nodes->carrier[v] >= 0) continue;
      if (r->own[v] || r->nodes->ride[v] >= 0) continue;
      r->nodes->ride[v] = 0; // listed
      memcpy(r->place + 3 * (size_t)r->count, model->mesh->position + 3 * (size_t)v,
             3 * sizeof(double));
      r->vertex[r->count++] = v;
    }
  }
}

static BrnStatus copy_part(const Riders* r, BrnMesh** out) {
  const BrnMesh* mesh = r->model->mesh;
  BRN_TRY(brn_mesh_create(r->ctx, mesh->vertex_count, 0, r->tet_count, out));
  memcpy((*out)->position, mesh->position, 3 * sizeof(double) * (size_t)mesh->vertex_count);
  for (int i = 0; i < r->tet_count; i++) {
    memcpy((*out)->tet + 4 * (size_t)i, mesh->tet + 4 * (size_t)r->tet[i], 4 * sizeof(int));
  }
  return BRN_OK;
}

static BrnStatus take_weights(const Riders* r, const BrnEmbedding* embedding) {
  BrnNodes* nodes = r->nodes;
  size_t count = 4 * (size_t)r->model->mesh->vertex_count;
  if (!nodes->ride_weight) nodes->ride_weight = brn__new_zero(r->ctx, count, double);
  if (!nodes->ride_weight) return BRN_NO_MEMORY;
  for (int i = 0; i < r->count; i++) {
    int v = r->vertex[i];
    nodes->ride[v] = r->tet[embedding->tet[i]];
    memcpy(nodes->ride_weight + 4 * (size_t)v, embedding->weight + 4 * (size_t)i,
           4 * sizeof(double));
  }
  return BRN_OK;
}

static BrnStatus mount_part(Riders* r, int part) {
  BrnMesh* copy = NULL;
  BrnEmbedding* embedding = NULL;
  list_tets(r, part);
  list_riders(r, part);
  if (r->count == 0) return BRN_OK;
  BrnStatus status = copy_part(r, &copy);
  if (status == BRN_OK) {
    status = brn_embedding_create(r->ctx, copy, r->place, r->count, &embedding);
  }
  if (status == BRN_OK) status = take_weights(r, embedding);
  brn_embedding_destroy(r->ctx, embedding);
  brn_mesh_destroy(r->ctx, copy);
  return status;
}

// ----------------------------------------------------------------------------------------- circles

// Riders of riders are settled from the ground up, until no more can be; what is left goes round.
static BrnStatus check_circles(Riders* r) {
  const BrnMesh* mesh = r->model->mesh;
  const BrnNodes* nodes = r->nodes;
  int last = -1;
  for (bool more = true; more;) {
    more = false;
    last = -1;
    for (int v = 0; v < mesh->vertex_count; v++) {
      r->own[v] = r->own[v] || nodes->ride[v] < 0;
      if (r->own[v]) continue;
      const int* corner = mesh->tet + 4 * (size_t)nodes->ride[v];
      r->own[v] = r->own[corner[0]] && r->own[corner[1]] && r->own[corner[2]] && r->own[corner[3]];
      more = more || r->own[v];
      if (!r->own[v]) last = v;
    }
  }
  if (last < 0) return BRN_OK;
  const BrnModelPart* part = &r->model->part[mesh->tet_label[nodes->ride[last]] - 1];
  return brn__fail(r->ctx, BRN_UNSUPPORTED,
                   "vertex %d holds on to \"%s\" across a gap, which holds on to it in turn; "
                   "attach one of the two to a bone",
                   last, part->name);
}

static BrnStatus mount_all(Riders* r) {
  const BrnModel* model = r->model;
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].kind != BRN_PART_BONE) BRN_TRY(mount_part(r, p));
  }
  memset(r->own, 0, (size_t)model->mesh->vertex_count);
  return r->nodes->ride_weight ? check_circles(r) : BRN_OK;
}

BrnStatus brn__riders_find(BrnContext* ctx, const BrnModel* model, BrnNodes* nodes) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int vertices = model->mesh->vertex_count;
  Riders r = {.ctx = ctx, .model = model, .nodes = nodes};
  r.own = brn__scratch(ctx, vertices, bool);
  r.tet = brn__scratch(ctx, model->mesh->tet_count, int);
  r.vertex = brn__scratch(ctx, vertices, int);
  r.place = brn__scratch(ctx, 3 * (size_t)vertices, double);
  BrnStatus status = BRN_NO_MEMORY;
  if (r.own && r.tet && r.vertex && r.place) status = mount_all(&r);
  brn__scratch_release(ctx, mark);
  return status;
}
