// SPDX-License-Identifier: Apache-2.0

#include "render/scenery.h"

#include "core/vec.h"

#include <string.h>

// What is left when the tets on one side of a plane are taken away whole: the faces of those that
// stay, where no other tet of the same part stays on the other side. Faces that were on the outside
// of a part are smooth, the others are flat.

typedef struct Crinkle {
  const BrnScenery* g;
  uint8_t* stays; // (tet_count)
  int* neighbour; // (tet_count x 4)
  int* index;     // of vertices of the mesh in the soup; -1: not there   (vertex_count)
  BrnPaint paint;
  int part;
} Crinkle;

static void find_stays(const Crinkle* c) {
  const BrnMesh* mesh = c->g->replay->mesh;
  for (int t = 0; t < mesh->tet_count; t++) {
    double from[3] = {0};
    for (int i = 0; i < 4; i++) {
      int v = mesh->tet[4 * (size_t)t + (size_t)i];
      brn__axpy3(from, from, 0.25, c->g->position + 3 * (size_t)v);
    }
    brn__sub3(from, from, c->g->def->cut_point);
    c->stays[t] = !(brn__dot3(from, c->g->def->cut_normal) > 0);
  }
}

static bool has_label(const Crinkle* c, int tet) {
  const BrnMesh* mesh = c->g->replay->mesh;
  return !mesh->tet_label || mesh->tet_label[tet] == c->g->replay->part[c->part].label;
}

static int vertex_of(const Crinkle* c, int vertex) {
  if (c->index[vertex] < 0) {
    BrnSoupVertex v = brn__scenery_paint_vertex(c->g, c->part, &c->paint, vertex);
    c->index[vertex] = brn__soup_add_vertex(c->g->soup, &v);
  }
  return c->index[vertex];
}

// @param inner the faces that were inside; else those on the outside of the part
static BrnStatus add_faces(const Crinkle* c, bool inner) {
  const BrnMesh* mesh = c->g->replay->mesh;
  BrnSoup* soup = c->g->soup;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (!c->stays[t] || !has_label(c, t)) continue;
    BRN_TRY(brn__soup_reserve(c->g->ctx, soup, 4, 4));
    for (int f = 0; f < 4; f++) {
      int other = c->neighbour[4 * (size_t)t + (size_t)f];
      bool outside = other < 0 || !has_label(c, other);
      if (inner ? outside || c->stays[other] : !outside) continue;
      BrnSoupTriangle face = {.look = c->g->look[c->part], .edges = BRN_ALL_EDGES};
      for (int i = 0; i < 3; i++) {
        face.corner[i] = vertex_of(c, mesh->tet[4 * (size_t)t + (size_t)brn_tet_face[f][i]]);
      }
      if (inner || c->g->def->flat) brn__soup_flatten(soup, &face);
      brn__soup_add_triangle(soup, &face);
    }
  }
  return BRN_OK;
}

static BrnStatus add_part(Crinkle* c) {
  int first = c->g->soup->triangle_count;
  for (int v = 0; v < brn__scenery_vertex_count(c->g); v++) c->index[v] = -1;
  brn__scenery_paint_part(c->g, c->part, &c->paint);
  BRN_TRY(add_faces(c, false));
  if (!c->g->def->flat) BRN_TRY(brn__soup_smooth(c->g->ctx, c->g->soup, first));
  return add_faces(c, true);
}

static BrnStatus add_parts(Crinkle* c) {
  const BrnMesh* mesh = c->g->replay->mesh;
  BrnContext* ctx = c->g->ctx;
  c->stays = brn__scratch(ctx, mesh->tet_count, uint8_t);
  c->neighbour = brn__scratch(ctx, 4 * (size_t)mesh->tet_count, int);
  c->index = brn__scratch(ctx, mesh->vertex_count, int);
  if (!c->stays || !c->neighbour || !c->index) return BRN_NO_MEMORY;
  BRN_TRY(brn__scenery_paint_create(c->g, &c->paint));
  BRN_TRY(brn_tet_neighbours(ctx, mesh, c->neighbour));
  find_stays(c);
  for (c->part = 0; c->part < c->g->replay->part_count; c->part++) {
    if (c->g->look[c->part] >= 0) BRN_TRY(add_part(c));
  }
  return brn__soup_drop_doubles(ctx, c->g->soup);
}

BrnStatus brn__scenery_crinkles(const BrnScenery* g) {
  if (!(brn__norm3(g->def->cut_normal) > 0)) {
    return brn__fail(g->ctx, BRN_INVALID, "the normal of the cut plane has no length");
  }
  BrnScratchMark mark = brn__scratch_mark(g->ctx);
  Crinkle crinkle = {.g = g};
  BrnStatus status = add_parts(&crinkle);
  brn__scratch_release(g->ctx, mark);
  return status;
}
