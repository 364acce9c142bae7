// SPDX-License-Identifier: Apache-2.0

#include "render/soup.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// Tubes and balls from few triangles with round normals. Rings are carried along the line without
// twist; points where the line hardly bends are left out.

enum { SIDES = 8, BALL_ROWS = 12, BALL_SIDES = 24 };

static const double BEND = 0.9975; // cosine of about 4 degrees

// the points that are needed for the shape of the line; how many
static int thin_out(const BrnTube* tube, int* index) {
  int count = 0;
  index[count++] = 0;
  for (int i = 1; i < tube->count; i++) {
    const double* last = tube->point + 3 * (size_t)index[count - 1];
    double here[3], ahead[3];
    brn__sub3(here, tube->point + 3 * (size_t)i, last);
    if (brn__normalize3(here) < 1e-3 * tube->radius) continue;
    bool is_end = i + 1 == tube->count;
    if (!is_end) {
      brn__sub3(ahead, tube->point + 3 * (size_t)(i + 1), tube->point + 3 * (size_t)i);
      brn__normalize3(ahead);
    }
    if (is_end || brn__dot3(here, ahead) < BEND) index[count++] = i;
  }
  return count;
}

static void direction_at(const BrnTube* tube, const int* index, int count, int i, double* out) {
  const double* before = tube->point + 3 * (size_t)index[i > 0 ? i - 1 : 0];
  const double* after = tube->point + 3 * (size_t)index[i + 1 < count ? i + 1 : i];
  brn__sub3(out, after, before);
  brn__normalize3(out);
}

// turns x to be across d
static void set_across(double* x, const double* d) {
  brn__axpy3(x, x, -brn__dot3(x, d), d);
  if (brn__normalize3(x) > 1e-6) return;
  int least = fabs(d[0]) < fabs(d[1]) ? (fabs(d[0]) < fabs(d[2]) ? 0 : 2)
                                      : (fabs(d[1]) < fabs(d[2]) ? 1 : 2);
  double axis[3] = {least == 0, least == 1, least == 2};
  brn__cross3(x, d, axis);
  brn__normalize3(x);
}

static void ring_normal(const double* x, const double* d, int side, float* out) {
  double y[3], angle = 2 * M_PI * side / SIDES;
  brn__cross3(y, d, x);
  for (int k = 0; k < 3; k++) out[k] = (float)(cos(angle) * x[k] + sin(angle) * y[k]);
}

static void add_ring(BrnSoup* soup, const BrnTube* tube, int i, const double* x, const double* d) {
  for (int side = 0; side < SIDES; side++) {
    BrnSoupVertex v = tube->like;
    float n[3];
    ring_normal(x, d, side, n);
    for (int k = 0; k < 3; k++)
      v.point[k] = tube->point[3 * (size_t)i + (size_t)k] + tube->radius * n[k];
    if (tube->color) memcpy(v.color, tube->color + 3 * (size_t)i, sizeof v.color);
    if (tube->value) v.value = tube->value[i];
    brn__soup_add_vertex(soup, &v);
  }
}

// between the ring that starts at vertex a and the next one
static void add_sleeve(BrnSoup* soup, int a, int look, float normal[2][SIDES][3]) {
  for (int side = 0; side < SIDES; side++) {
    int next = (side + 1) % SIDES;
    int corner[2][3][2] = {{{0, side}, {0, next}, {1, next}}, {{0, side}, {1, next}, {1, side}}};
    for (int half = 0; half < 2; half++) {
      BrnSoupTriangle t = {.look = look};
      for (int c = 0; c < 3; c++) {
        const int* at = corner[half][c];
        t.corner[c] = a + SIDES * at[0] + at[1];
        memcpy(t.normal[c], normal[at[0]][at[1]], sizeof t.normal[c]);
      }
      brn__soup_add_triangle(soup, &t);
    }
  }
}

static void add_rings(BrnSoup* soup, const BrnTube* tube, const int* index, int count) {
  double x[3] = {0};
  float normal[2][SIDES][3];
  for (int i = 0; i < count; i++) {
    double d[3];
    direction_at(tube, index, count, i, d);
    set_across(x, d);
    memcpy(normal[0], normal[1], sizeof normal[0]);
    for (int side = 0; side < SIDES; side++) ring_normal(x, d, side, normal[1][side]);
    add_ring(soup, tube, index[i], x, d);
    if (i > 0) add_sleeve(soup, soup->vertex_count - 2 * SIDES, tube->look, normal);
  }
}

BrnStatus brn__soup_add_tube(BrnContext* ctx, BrnSoup* soup, const BrnTube* tube) {
  if (tube->count < 2) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* index = brn__scratch(ctx, tube->count, int);
  BrnStatus status = BRN_NO_MEMORY;
  if (index) {
    int count = thin_out(tube, index);
    status = brn__soup_reserve(ctx, soup, SIDES * (size_t)count, 2 * SIDES * (size_t)count);
    if (status == BRN_OK && count > 1) add_rings(soup, tube, index, count);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------- balls

static void ball_normal(int row, int side, float* out) {
  double polar = M_PI * row / BALL_ROWS, angle = 2 * M_PI * side / BALL_SIDES;
  out[0] = (float)(sin(polar) * cos(angle));
  out[1] = (float)cos(polar);
  out[2] = (float)(sin(polar) * sin(angle));
}

static void add_ball_triangle(BrnSoup* soup, int first, int look, const int (*at)[2]) {
  BrnSoupTriangle t = {.look = look};
  for (int c = 0; c < 3; c++) {
    t.corner[c] = first + at[c][0] * BALL_SIDES + at[c][1] % BALL_SIDES;
    ball_normal(at[c][0], at[c][1], t.normal[c]);
  }
  brn__soup_add_triangle(soup, &t);
}

BrnStatus brn__soup_add_ball(BrnContext* ctx, BrnSoup* soup, const double centre[3], double radius,
                             int look, const BrnSoupVertex* like) {
  size_t rings = (BALL_ROWS + 1) * BALL_SIDES;
  BRN_TRY(brn__soup_reserve(ctx, soup, rings, 2 * rings));
  int first = soup->vertex_count;
  for (int row = 0; row <= BALL_ROWS; row++) {
    for (int side = 0; side < BALL_SIDES; side++) {
      BrnSoupVertex v = *like;
      float n[3];
      ball_normal(row, side, n);
      for (int k = 0; k < 3; k++) v.point[k] = centre[k] + radius * n[k];
      brn__soup_add_vertex(soup, &v);
    }
  }
  for (int row = 0; row < BALL_ROWS; row++) {
    for (int side = 0; side < BALL_SIDES; side++) {
      int upper[3][2] = {{row, side}, {row + 1, side + 1}, {row + 1, side}};
      int lower[3][2] = {{row, side}, {row, side + 1}, {row + 1, side + 1}};
      if (row + 1 < BALL_ROWS) add_ball_triangle(soup, first, look, upper);
      if (row > 0) add_ball_triangle(soup, first, look, lower);
    }
  }
  return BRN_OK;
}
