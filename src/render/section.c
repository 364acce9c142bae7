// SPDX-License-Identifier: Apache-2.0

#include "render/scenery.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// A plane cuts a tet in a triangle or a quad, whose corners are on the edges between corners of the
// tet on different sides. Parts that overlap are cut in the same plane: each section is set back a
// hair of its own, so that bones are seen before muscles, and parts in their order.

static const double HAIR = 1e-5; // of the radius of it all

typedef struct Section {
  const BrnScenery* g;
  const BrnPaint* paint;
  const double* side; // of the vertices of the mesh: above 0 is taken away   (vertex_count)
  int part;
  float normal[3];
  double setback[3]; // m
} Section;

static BrnSoupVertex cut_edge(const Section* s, int a, int b) {
  if (a > b) {
    int swap = a;
    a = b, b = swap;
  }
  BrnSoupVertex p = brn__scenery_paint_vertex(s->g, s->part, s->paint, a);
  BrnSoupVertex q = brn__scenery_paint_vertex(s->g, s->part, s->paint, b);
  double at = s->side[a] / (s->side[a] - s->side[b]);
  float f = (float)at;
  for (int k = 0; k < 3; k++) {
    p.point[k] += at * (q.point[k] - p.point[k]) - s->setback[k];
    p.color[k] += f * (q.color[k] - p.color[k]);
  }
  p.tendon = 0; // flesh that is cut through does not shine
  p.value += f * (q.value - p.value);
  return p;
}

static void add_piece(const Section* s, const int* corner, unsigned edges) {
  BrnSoup* soup = s->g->soup;
  BrnSoupTriangle t = {.look = s->g->look[s->part], .edges = edges};
  memcpy(t.corner, corner, sizeof t.corner);
  for (int c = 0; c < 3; c++) memcpy(t.normal[c], s->normal, sizeof s->normal);
  brn__soup_add_triangle(soup, &t);
}

static void add_section(const Section* s, const int* tet) {
  int kept[4], gone[4], kept_count = 0, gone_count = 0, corner[4];
  for (int c = 0; c < 4; c++) {
    if (s->side[tet[c]] > 0) {
      gone[gone_count++] = tet[c];
    } else {
      kept[kept_count++] = tet[c];
    }
  }
  // around the section neighbours share a face of the tet
  int pair[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  int count = kept_count == 2 ? 4 : 3;
  for (int i = 0; i < count; i++) {
    int a = kept_count == 2 ? pair[i][0] : kept_count == 1 ? 0 : i;
    int b = kept_count == 2 ? pair[i][1] : kept_count == 1 ? i : 0;
    BrnSoupVertex v = cut_edge(s, kept[a], gone[b]);
    corner[i] = brn__soup_add_vertex(s->g->soup, &v);
  }
  int second[3] = {corner[0], corner[2], corner[3]};
  add_piece(s, corner, count == 3 ? BRN_ALL_EDGES : 3u);
  if (count == 4) add_piece(s, second, 6u);
}

static bool is_cut(const double* side, const int* tet) {
  int gone = 0;
  for (int c = 0; c < 4; c++) gone += side[tet[c]] > 0;
  return gone > 0 && gone < 4;
}

static BrnStatus add_part(const Section* s) {
  const BrnMesh* mesh = s->g->replay->mesh;
  int label = s->g->replay->part[s->part].label;
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* tet = mesh->tet + 4 * (size_t)t;
    if ((mesh->tet_label && mesh->tet_label[t] != label) || !is_cut(s->side, tet)) continue;
    BRN_TRY(brn__soup_reserve(s->g->ctx, s->g->soup, 4, 2));
    add_section(s, tet);
  }
  return BRN_OK;
}

static double* find_sides(const BrnScenery* g) {
  int count = brn__scenery_vertex_count(g);
  double* side = brn__scratch(g->ctx, count, double);
  for (int v = 0; side && v < count; v++) {
    double from[3];
    brn__sub3(from, g->position + 3 * (size_t)v, g->def->cut_point);
    side[v] = brn__dot3(from, g->def->cut_normal);
  }
  return side;
}

static void set_back(Section* s) {
  const BrnReplay* replay = s->g->replay;
  int before = s->part;
  if (replay->part[s->part].kind != BRN_REPLAY_BONE) before += replay->part_count;
  for (int k = 0; k < 3; k++) {
    s->setback[k] = HAIR * (before + 1) * s->g->radius * (double)s->normal[k];
  }
}

static BrnStatus add_sections(const BrnScenery* g) {
  BrnPaint paint;
  Section s = {.g = g, .paint = &paint, .side = find_sides(g)};
  if (!s.side) return BRN_NO_MEMORY;
  BRN_TRY(brn__scenery_paint_create(g, &paint));
  double length = brn__norm3(g->def->cut_normal);
  for (int k = 0; k < 3; k++) s.normal[k] = (float)(g->def->cut_normal[k] / length);
  for (s.part = 0; s.part < g->replay->part_count; s.part++) {
    if (g->look[s.part] < 0) continue;
    brn__scenery_paint_part(g, s.part, &paint);
    set_back(&s);
    BRN_TRY(add_part(&s));
  }
  return BRN_OK;
}

BrnStatus brn__scenery_sections(const BrnScenery* g) {
  BrnScratchMark mark = brn__scratch_mark(g->ctx);
  BrnStatus status = add_sections(g);
  brn__scratch_release(g->ctx, mark);
  return status;
}
