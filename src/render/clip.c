// SPDX-License-Identifier: Apache-2.0

#include "render/soup.h"

#include "core/vec.h"

#include <string.h>

// A triangle that the plane goes through keeps a triangle or a quad, which is cut in two.

typedef struct Corner {
  int vertex;
  float normal[3];
  bool edge; // to the next corner is one of the wire
} Corner;

// a + s (b - a), number by number
static BrnSoupVertex mix_vertices(const BrnSoupVertex* a, const BrnSoupVertex* b, double s) {
  BrnSoupVertex m = *a;
  float f = (float)s;
  m.tendon += f * (b->tendon - a->tendon);
  m.value += f * (b->value - a->value);
  for (int k = 0; k < 3; k++) {
    m.point[k] += s * (b->point[k] - a->point[k]);
    m.color[k] += f * (b->color[k] - a->color[k]);
    m.rest[k] += f * (b->rest[k] - a->rest[k]);
    m.fibre[k] += f * (b->fibre[k] - a->fibre[k]);
  }
  return m;
}

// the point of the edge on the plane; from the lower vertex, so that neighbours agree on it
static Corner cross_edge(BrnSoup* soup, const BrnSoupTriangle* t, int from, int to,
                         const double* side) {
  int a = t->corner[from], b = t->corner[to];
  double s = side[from] / (side[from] - side[to]);
  Corner corner;
  for (int k = 0; k < 3; k++) {
    corner.normal[k] = t->normal[from][k] + (float)s * (t->normal[to][k] - t->normal[from][k]);
  }
  if (a > b) {
    int swap = a;
    a = b, b = swap;
    s = side[to] / (side[to] - side[from]);
  }
  BrnSoupVertex cut = mix_vertices(&soup->vertex[a], &soup->vertex[b], s);
  corner.vertex = brn__soup_add_vertex(soup, &cut);
  corner.edge = false;
  return corner;
}

static int keep_polygon(BrnSoup* soup, const BrnSoupTriangle* t, const double* side,
                        Corner* polygon) {
  int count = 0;
  for (int c = 0; c < 3; c++) {
    int next = (c + 1) % 3;
    bool edge = t->edges >> c & 1;
    if (side[c] <= 0) {
      polygon[count] = (Corner){.vertex = t->corner[c], .edge = edge};
      memcpy(polygon[count++].normal, t->normal[c], sizeof t->normal[c]);
    }
    if ((side[c] <= 0) != (side[next] <= 0)) {
      polygon[count] = cross_edge(soup, t, c, next, side);
      polygon[count++].edge = side[c] > 0 && edge;
    }
  }
  return count;
}

static void add_fan(BrnSoup* soup, const Corner* polygon, int count, int look) {
  for (int i = 1; i + 1 < count; i++) {
    BrnSoupTriangle t = {.look = look};
    int index[3] = {0, i, i + 1};
    for (int c = 0; c < 3; c++) {
      t.corner[c] = polygon[index[c]].vertex;
      memcpy(t.normal[c], polygon[index[c]].normal, sizeof t.normal[c]);
    }
    bool edge[3] = {i == 1 && polygon[0].edge, polygon[i].edge,
                    i + 2 == count && polygon[i + 1].edge};
    t.edges = (unsigned)edge[0] | (unsigned)edge[1] << 1 | (unsigned)edge[2] << 2;
    brn__soup_add_triangle(soup, &t);
  }
}

BrnStatus brn__soup_clip(BrnContext* ctx, BrnSoup* soup, const double point[3],
                         const double normal[3]) {
  int count = soup->triangle_count, kept = 0;
  for (int i = 0; i < count; i++) {
    BrnSoupTriangle t = soup->triangle[i];
    double side[3];
    int away = 0;
    for (int c = 0; c < 3; c++) {
      double from[3];
      brn__sub3(from, soup->vertex[t.corner[c]].point, point);
      side[c] = brn__dot3(from, normal);
      away += side[c] > 0;
    }
    if (away == 0) soup->triangle[kept++] = t;
    if (away == 0 || away == 3) continue;
    BRN_TRY(brn__soup_reserve(ctx, soup, 2, 2));
    Corner polygon[4];
    int corners = keep_polygon(soup, &t, side, polygon);
    add_fan(soup, polygon, corners, t.look);
  }
  // the pieces are behind the old list: close the gap
  int pieces = soup->triangle_count - count;
  memmove(soup->triangle + kept, soup->triangle + count, sizeof *soup->triangle * (size_t)pieces);
  soup->triangle_count = kept + pieces;
  return BRN_OK;
}
