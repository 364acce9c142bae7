// SPDX-License-Identifier: Apache-2.0

#include "render/soup.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// The normal at a corner is the mean of those of the triangles around the vertex, weighted by their
// angles there (Thuermer and Wuethrich 1998). Triangles that are turned away by more than CREASE
// are left out, so that a box keeps its edges while the facets of a coarse mesh are rounded off.

static const double CREASE = 0.4; // cosine

typedef struct Rows {
  int* start; // (vertex_count + 1)
  int* item;  // corners: 3 x triangle + corner
} Rows;

typedef struct Work {
  BrnSoup* soup;
  int first;
  double* plane; // unit normal of each triangle              (count x 3)
  double* angle; // at each corner                             (count x 3)
  Rows rows;
} Work;

static void measure(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* w = user;
  for (int t = begin; t < end; t++) {
    const int* v = w->soup->triangle[w->first + t].corner;
    const double* p[3];
    for (int c = 0; c < 3; c++) p[c] = w->soup->vertex[v[c]].point;
    double* n = w->plane + 3 * (size_t)t;
    brn__triangle_normal(n, p[0], p[1], p[2]);
    brn__normalize3(n);
    for (int c = 0; c < 3; c++) {
      double a[3], b[3], cross[3];
      brn__sub3(a, p[(c + 1) % 3], p[c]);
      brn__sub3(b, p[(c + 2) % 3], p[c]);
      brn__cross3(cross, a, b);
      w->angle[3 * (size_t)t + (size_t)c] = atan2(brn__norm3(cross), brn__dot3(a, b));
    }
  }
}

static bool make_rows(BrnContext* ctx, const BrnSoup* soup, int first, Rows* rows) {
  int count = soup->triangle_count - first;
  rows->start = brn__scratch_zero(ctx, (size_t)soup->vertex_count + 2, int);
  rows->item = brn__scratch(ctx, 3 * (size_t)count, int);
  if (!rows->start || !rows->item) return false;
  int* at = rows->start + 1; // moves on while the rows are filled
  for (int i = 0; i < 3 * count; i++) at[soup->triangle[first + i / 3].corner[i % 3] + 1]++;
  for (int v = 0; v < soup->vertex_count; v++) at[v + 1] += at[v];
  for (int i = 0; i < 3 * count; i++) {
    rows->item[at[soup->triangle[first + i / 3].corner[i % 3]]++] = i;
  }
  return true;
}

static void add_up(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* w = user;
  for (int t = begin; t < end; t++) {
    BrnSoupTriangle* triangle = &w->soup->triangle[w->first + t];
    const double* own = w->plane + 3 * (size_t)t;
    for (int c = 0; c < 3; c++) {
      double n[3] = {0};
      int vertex = triangle->corner[c];
      for (int i = w->rows.start[vertex]; i < w->rows.start[vertex + 1]; i++) {
        size_t corner = (size_t)w->rows.item[i];
        const double* plane = w->plane + corner / 3 * 3;
        if (brn__dot3(own, plane) >= CREASE) brn__axpy3(n, n, w->angle[corner], plane);
      }
      if (brn__normalize3(n) == 0) brn__copy3(n, own);
      for (int k = 0; k < 3; k++) triangle->normal[c][k] = (float)n[k];
    }
  }
}

BrnStatus brn__soup_smooth(BrnContext* ctx, BrnSoup* soup, int first) {
  int count = soup->triangle_count - first;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Work work = {.soup = soup, .first = first};
  work.plane = brn__scratch(ctx, 3 * (size_t)count, double);
  work.angle = brn__scratch(ctx, 3 * (size_t)count, double);
  bool ready = work.plane && work.angle && make_rows(ctx, soup, first, &work.rows);
  if (ready) {
    brn__parallel_for(ctx, count, 1024, measure, &work);
    brn__parallel_for(ctx, count, 1024, add_up, &work);
  }
  brn__scratch_release(ctx, mark);
  return ready ? BRN_OK : BRN_NO_MEMORY;
}
