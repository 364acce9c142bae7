// SPDX-License-Identifier: Apache-2.0

#include "shape/disc.h"

#include "test.h"

static BrnDisc make(BrnContext* ctx, int rings) {
  BrnDisc disc;
  ENSURE_OK(ctx, brn__disc_make(ctx, rings, &disc));
  return disc;
}

static void point(const BrnDisc* disc, int i, double* p) {
  const BrnDiscVertex* vertex = &disc->vertex[i];
  p[0] = vertex->u * vertex->ring / disc->rings;
  p[1] = vertex->v * vertex->ring / disc->rings;
}

// twice the area, positive when the corners by colour run counter-clockwise
static double cross(const BrnDisc* disc, const BrnDiscTriangle* triangle) {
  double a[2], b[2], c[2];
  point(disc, triangle->corner[0], a);
  point(disc, triangle->corner[1], b);
  point(disc, triangle->corner[2], c);
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static void counts_follow_the_formulas(void** state) {
  (void)state;
  ENSURE_INT(brn__disc_vertices(1), 7);
  ENSURE_INT(brn__disc_vertices(2), 19);
  ENSURE_INT(brn__disc_vertices(3), 37);
  ENSURE_INT(brn__disc_triangles(3), 54);
  ENSURE_INT(brn__disc_seam(3), 7);
}

static void triangles_are_upright_and_fill_the_polygon(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int rings = 1; rings <= 9; rings++) {
    BrnScratchMark mark = brn__scratch_mark(ctx);
    BrnDisc disc = make(ctx, rings);
    double area = 0;
    for (int t = 0; t < brn__disc_triangles(rings); t++) {
      double twice = cross(&disc, &disc.triangle[t]);
      ENSURE(disc.triangle[t].mirrored ? twice < 0 : twice > 0);
      area += fabs(twice) / 2;
    }
    int n = 6 * rings; // a regular polygon
    ENSURE_NEAR(area, n * sin(2 * 3.14159265358979323846 / n) / 2, 1e-12);
    brn__scratch_release(ctx, mark);
  }
  test_context_done(ctx);
}

// A vertex has one colour in all its triangles: the place it has in them.
static void colours_agree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnDisc disc = make(ctx, 7);
  int colour[200], degree[200] = {0};
  memset(colour, -1, sizeof colour);
  for (int t = 0; t < brn__disc_triangles(7); t++) {
    for (int k = 0; k < 3; k++) {
      int v = disc.triangle[t].corner[k];
      ENSURE(v >= 0 && v < brn__disc_vertices(7));
      ENSURE(colour[v] == -1 || colour[v] == k);
      colour[v] = k;
      degree[v]++;
    }
  }
  for (int v = 0; v < brn__disc_vertices(6); v++) ENSURE_INT(degree[v], 6);
  brn__scratch_release(ctx, (BrnScratchMark){0, 0});
  test_context_done(ctx);
}

static void first_rings_are_a_smaller_disc(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnDisc small = make(ctx, 3), large = make(ctx, 5);
  for (int v = 0; v < brn__disc_vertices(3); v++) {
    ENSURE(small.vertex[v].u == large.vertex[v].u && small.vertex[v].v == large.vertex[v].v);
    ENSURE_INT(small.vertex[v].ring, large.vertex[v].ring);
    ENSURE_INT(small.vertex[v].seam, large.vertex[v].seam);
  }
  for (int t = 0; t < brn__disc_triangles(3); t++) {
    assert_memory_equal(small.triangle[t].corner, large.triangle[t].corner, 3 * sizeof(int));
  }
  brn__scratch_release(ctx, (BrnScratchMark){0, 0});
  test_context_done(ctx);
}

static void seam_splits_left_from_right(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnDisc disc = make(ctx, 4);
  int right = 0, seen[9] = {0};
  for (int t = 0; t < brn__disc_triangles(4); t++) {
    const BrnDiscTriangle* triangle = &disc.triangle[t];
    right += triangle->right;
    for (int k = 0; k < 3; k++) {
      const BrnDiscVertex* vertex = &disc.vertex[triangle->corner[k]];
      ENSURE(triangle->right ? vertex->u >= 0 : vertex->u <= 0);
      ENSURE((vertex->seam >= 0) == (vertex->u == 0));
    }
  }
  for (int v = 0; v < brn__disc_vertices(4); v++) {
    if (disc.vertex[v].seam >= 0) seen[disc.vertex[v].seam]++;
  }
  for (int i = 0; i < 9; i++) ENSURE_INT(seen[i], 1);
  ENSURE_INT(right, brn__disc_triangles(4) / 2);
  brn__scratch_release(ctx, (BrnScratchMark){0, 0});
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(counts_follow_the_formulas),
          cmocka_unit_test(triangles_are_upright_and_fill_the_polygon),
          cmocka_unit_test(colours_agree), cmocka_unit_test(first_rings_are_a_smaller_disc),
          cmocka_unit_test(seam_splits_left_from_right))
