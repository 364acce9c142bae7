// SPDX-License-Identifier: Apache-2.0

#include "mesh/triangle_pair.h"

#include "cut_twin.h"
#include "mesh/predicates.h"
#include "test.h"

// All orders of the corners, and of the triangles, must agree.
static bool cut(const double (*p)[3], const int* a, const int* b) {
  static const int turn[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  bool answer = brn__triangles_cut(p[0], a, b);
  for (int i = 0; i < 36; i++) {
    const int *s = turn[i / 6], *t = turn[i % 6];
    int x[3] = {a[s[0]], a[s[1]], a[s[2]]}, y[3] = {b[t[0]], b[t[1]], b[t[2]]};
    ENSURE_INT(brn__triangles_cut(p[0], x, y), answer);
    ENSURE_INT(brn__triangles_cut(p[0], y, x), answer);
  }
  return answer;
}

// triangle 0 1 2 against 3 4 5
static bool cut_apart(const double (*p)[3]) { return cut(p, (int[]){0, 1, 2}, (int[]){3, 4, 5}); }

typedef struct Case {
  const char* what;
  bool expected;
  double p[6][3];
} Case;

#define FLOOR                                                                                      \
  {0, 0, 0}, {4, 0, 0}, { 0, 4, 0 }

static void triangles_without_a_common_corner(void** state) {
  (void)state;
  static const Case list[] = {
      {"an edge through the inside", true, {FLOOR, {1, 1, -1}, {1, 1, 1}, {9, 9, 1}}},
      {"edges through each other's inside", true, {FLOOR, {1, 1, -1}, {1, 1, 1}, {1, -5, 0}}},
      {"a corner on the inside", true, {FLOOR, {1, 1, 0}, {1, 1, 1}, {2, 1, 1}}},
      {"a corner just above the inside", false, {FLOOR, {1, 1, 0x1p-1000}, {1, 1, 1}, {2, 1, 1}}},
      {"a corner on an edge", true, {FLOOR, {2, 0, 0}, {2, -1, 1}, {3, -1, 1}}},
      {"a corner on a corner", true, {FLOOR, {4, 0, 0}, {5, 0, 1}, {5, 0, -1}}},
      {"an edge through an edge", true, {FLOOR, {2, 0, -1}, {2, 0, 1}, {2, -3, 0}}},
      {"an edge that passes an edge",
       false,
       {FLOOR, {2, -0x1p-40, -1}, {2, -0x1p-40, 1}, {2, -3, 0}}},
      {"an edge along an edge", true, {FLOOR, {1, 0, 0}, {9, 0, 0}, {1, 0, 3}}},
      {"an edge in the plane, inside", true, {FLOOR, {1, 1, 0}, {2, 1, 0}, {1, 1, 3}}},
      {"an edge in the plane, across", true, {FLOOR, {-1, 1, 0}, {9, 1, 0}, {1, 1, 3}}},
      {"an edge in the plane, outside", false, {FLOOR, {5, 1, 0}, {9, 1, 0}, {1, 1, 3}}},
      {"on the common line, but apart", false, {FLOOR, {5, 0, -1}, {5, 0, 1}, {7, 0, 0}}},
      {"all above", false, {FLOOR, {1, 1, 1}, {2, 1, 2}, {1, 2, 3}}},
      {"parallel", false, {FLOOR, {0, 0, 1}, {4, 0, 1}, {0, 4, 1}}},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (cut_apart(list[i].p) != list[i].expected) fail_msg("%s", list[i].what);
  }
}

static void triangles_in_one_plane(void** state) {
  (void)state;
  static const Case list[] = {
      {"one inside the other", true, {FLOOR, {1, 1, 0}, {2, 1, 0}, {1, 2, 0}}},
      {"one around the other", true, {FLOOR, {-9, -9, 0}, {30, -9, 0}, {-9, 30, 0}}},
      {"the same place", true, {FLOOR, FLOOR}},
      {"a star", true, {FLOOR, {3, 3, 0}, {-1, 3, 0}, {3, -1, 0}}},
      {"a corner on an edge", true, {FLOOR, {2, 2, 0}, {5, 5, 0}, {5, 6, 0}}},
      {"edges that touch along a line", true, {FLOOR, {1, 0, 0}, {9, 0, 0}, {1, -1, 0}}},
      {"edges on a line, apart", false, {FLOOR, {5, 0, 0}, {9, 0, 0}, {5, -1, 0}}},
      {"apart", false, {FLOOR, {3, 3, 0}, {5, 3, 0}, {3, 5, 0}}},
      {"apart by little", false, {FLOOR, {2, 2 + 0x1p-50, 0}, {5, 5, 0}, {5, 6, 0}}},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    for (int axis = 0; axis < 3; axis++) { // in the planes z = 0, x = 0 and y = 0
      double p[6][3];
      for (int k = 0; k < 18; k++) p[k / 3][(k + axis) % 3] = list[i].p[k / 3][k % 3];
      if (cut_apart(p) != list[i].expected) fail_msg("%s", list[i].what);
    }
  }
}

// triangle 0 1 2 against 0 3 4
static void triangles_with_a_common_corner(void** state) {
  (void)state;
  static const struct {
    const char* what;
    bool expected;
    double p[5][3];
  } list[] = {
      {"away from each other", false, {FLOOR, {-1, 0, 1}, {-1, 0, -1}}},
      {"standing on it", false, {FLOOR, {1, 1, 1}, {-1, 1, 1}}},
      {"through its opposite edge", true, {FLOOR, {9, 9, 1}, {9, 9, -1}}},
      {"within it", true, {FLOOR, {1, 1, 1}, {1, 1, -1}}},
      {"past its side", false, {FLOOR, {2, -1, 1}, {2, -1, -1}}},
      {"an edge on the inside", true, {FLOOR, {1, 1, 0}, {1, 1, 1}}},
      {"an edge over the inside", true, {FLOOR, {9, 9, 0}, {1, 1, 1}}},
      {"an edge along an edge", true, {FLOOR, {1, 0, 0}, {1, 0, 1}}},
      {"an edge behind an edge", false, {FLOOR, {-1, 0, 0}, {-1, 0, 1}}},
      {"flat, beside", false, {FLOOR, {-1, 0, 0}, {-1, 1, 0}}},
      {"flat, opposite", false, {FLOOR, {-1, 0, 0}, {0, -1, 0}}},
      {"flat, over each other", true, {FLOOR, {4, 1, 0}, {4, -1, 0}}},
      {"flat, inside", true, {FLOOR, {2, 1, 0}, {1, 2, 0}}},
      {"flat, around", true, {FLOOR, {9, -1, 0}, {-1, 9, 0}}},
      {"flat, edge on edge", true, {FLOOR, {2, 0, 0}, {2, -1, 0}}},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    bool answer = cut(list[i].p, (int[]){0, 1, 2}, (int[]){0, 3, 4});
    if (answer != list[i].expected) fail_msg("%s", list[i].what);
  }
}

// triangle 0 1 2 against 0 1 3
static void triangles_with_a_common_edge(void** state) {
  (void)state;
  static const struct {
    bool expected;
    double fourth[3];
  } list[] = {{false, {0, -4, 0}}, {false, {0, -4, 1}},        {false, {0, 4, 1}},
              {true, {0, 4, 0}},   {true, {9, 1, 0}},          {true, {1, 1, 0}},
              {false, {0, 0, 1}},  {false, {1, 1, 0x1p-1000}}, {true, {1, 0x1p-1000, 0}}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    double p[4][3] = {FLOOR};
    memcpy(p[3], list[i].fourth, sizeof p[3]);
    ENSURE_INT(cut(p, (int[]){0, 1, 2}, (int[]){0, 1, 3}), list[i].expected);
  }
}

static void triangle_cuts_its_copy(void** state) {
  (void)state;
  static const double p[3][3] = {FLOOR};
  ENSURE(cut(p, (int[]){0, 1, 2}, (int[]){2, 1, 0}));
}

static void random_pairs_agree_with_the_twin(void** state) {
  (void)state;
  TestRandom random = {11};
  int count[3] = {0};
  for (int trial = 0; trial < 20000; trial++) {
    double p[6][3];
    for (int k = 0; k < 18; k++) p[k / 3][k % 3] = test_random(&random, -1, 1);
    int a[3] = {0, 1, 2}, b[3] = {trial % 2 ? 1 : 3, 4, 5};
    Cut twin = cut_twin(p[0], a, b);
    if (twin != CUT_UNCLEAR) ENSURE_INT(brn__triangles_cut(p[0], a, b), twin == CUT_YES);
    count[twin]++;
  }
  ENSURE(count[CUT_NO] > 5000 && count[CUT_YES] > 2000 && count[CUT_UNCLEAR] < 10);
}

// On a small lattice every kind of touching happens. Here the twin is the definition, by the
// separating axis theorem in integers: two triangles are apart if and only if they are along one of
// their normals, a cross product of their edges, or, in one plane, a normal of an edge within it.
typedef long Int3[3];

static void int_cross(const long* a, const long* b, long* out) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = a[j] * b[k] - a[k] * b[j];
  }
}

static bool apart_along(const long* axis, const Int3* p) {
  long low[2] = {1L << 60, 1L << 60}, high[2] = {-(1L << 60), -(1L << 60)};
  for (int i = 0; i < 6; i++) {
    long at = axis[0] * p[i][0] + axis[1] * p[i][1] + axis[2] * p[i][2];
    if (at < low[i / 3]) low[i / 3] = at;
    if (at > high[i / 3]) high[i / 3] = at;
  }
  return high[0] < low[1] || high[1] < low[0];
}

static bool apart_on_lattice(const Int3* p) {
  Int3 edge[6], normal[2], axis;
  for (int i = 0; i < 6; i++) {
    int j = i / 3 * 3 + (i + 1) % 3;
    for (int k = 0; k < 3; k++) edge[i][k] = p[j][k] - p[i][k];
  }
  for (int s = 0; s < 2; s++) {
    int_cross(edge[3 * s], edge[3 * s + 1], normal[s]);
    if (apart_along(normal[s], p)) return true;
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 3; j < 6; j++) {
      int_cross(edge[i], edge[j], axis);
      if (apart_along(axis, p)) return true;
    }
  }
  for (int i = 0; i < 6; i++) { // needed in one plane; never wrong elsewhere
    int_cross(normal[i / 3], edge[i], axis);
    if (apart_along(axis, p)) return true;
  }
  return false;
}

static void touching_on_a_lattice_agrees_with_separating_axes(void** state) {
  (void)state;
  TestRandom random = {12};
  int count[2] = {0};
  for (int trial = 0; trial < 200000; trial++) {
    Int3 q[6];
    double p[6][3];
    bool flat = trial % 3 == 0;
    for (int k = 0; k < 18; k++) {
      q[k / 3][k % 3] =
          flat && k % 3 == 2 ? q[k / 3][0] - q[k / 3][1] : (long)(test_random_bits(&random) % 4);
      p[k / 3][k % 3] = (double)q[k / 3][k % 3];
    }
    if (brn__triangle_axis(p[0], p[1], p[2]) < 0) continue;
    if (brn__triangle_axis(p[3], p[4], p[5]) < 0) continue;
    bool answer = brn__triangles_cut(p[0], (int[]){0, 1, 2}, (int[]){3, 4, 5});
    ENSURE_INT(answer, !apart_on_lattice(q));
    count[answer]++;
  }
  ENSURE(count[0] > 20000 && count[1] > 20000);
}

TEST_MAIN(cmocka_unit_test(triangles_without_a_common_corner),
          cmocka_unit_test(triangles_in_one_plane),
          cmocka_unit_test(triangles_with_a_common_corner),
          cmocka_unit_test(triangles_with_a_common_edge), cmocka_unit_test(triangle_cuts_its_copy),
          cmocka_unit_test(random_pairs_agree_with_the_twin),
          cmocka_unit_test(touching_on_a_lattice_agrees_with_separating_axes))
