// SPDX-License-Identifier: Apache-2.0

#include "tetra/edit.h"

#include "core/vec.h"
#include "test.h"

static const BrnRules rules = {.part_count = 2};

static BrnWork make_work(BrnContext* ctx, const double (*p)[3], int nv, const int (*tet)[5],
                         int nt) {
  BrnWork work = {0};
  int vertex;
  for (int v = 0; v < nv; v++) ENSURE_OK(ctx, brn__work_add_vertex(ctx, &work, p[v], &vertex));
  for (int t = 0; t < nt; t++) ENSURE_OK(ctx, brn__work_add_tet(ctx, &work, tet[t], tet[t][4]));
  return work;
}

static double total_volume(const BrnWork* work) {
  double sum = 0;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] >= 0) sum += brn__work_volume(work, work->tet + 4 * (size_t)t);
  }
  return sum;
}

static int live_count(const BrnWork* work) {
  int count = 0;
  for (int t = 0; t < work->tet_count; t++) count += work->owner[t] >= 0;
  return count;
}

static void done(BrnContext* ctx, BrnMeshEdit* edit, BrnWork* work) {
  brn__edit_destroy(edit);
  brn__work_free(ctx, work);
  test_context_done(ctx);
}

// the edge 0 1 stands on the triangle 2 3 4, whose middle is at height z = 0
static const double spindle[5][3] = {{0, 0, -1},
                                     {0, 0, 1},
                                     {1, 0, 0},
                                     {-0.5, 0.8660254037844386, 0},
                                     {-0.5, -0.8660254037844386, 0}};
static const int around[3][5] = {{0, 1, 2, 3, 0}, {0, 1, 3, 4, 0}, {0, 1, 4, 2, 0}};

static void quality_is_the_sine_of_the_worst_angle(void** state) {
  (void)state;
  double r = sqrt(3) / 2, h = sqrt(2.0 / 3);
  double a[3] = {0}, b[3] = {1}, c[3] = {0.5, r}, d[3] = {0.5, r / 3, h};
  ENSURE_NEAR(brn__tet_quality(a, b, c, d), sin(acos(1.0 / 3)), 1e-12);
  ENSURE_NEAR(brn__tet_quality(a, c, b, d), -sin(acos(1.0 / 3)), 1e-12);
  double angle = 8 * acos(-1) / 180; // a wedge over the edge from (0 0 0) to (0 0 1)
  double e[3] = {0, 0, 1}, f[3] = {1, 0, 0.5}, g[3] = {cos(angle), sin(angle), 0.5};
  ENSURE_NEAR(brn__tet_quality(a, e, f, g), BRN_QUALITY_ENOUGH, 1e-12);
}

static void three_tets_become_two(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnWork work = make_work(ctx, spindle, 5, around, 3);
  BrnMeshEdit edit;
  bool changed;
  for (int a = 0; a < 2; a++) brn__scale3(brn__work_at(&work, a), 0.8, spindle[a]);
  double volume = total_volume(&work);
  ENSURE_OK(ctx, brn__edit_create(ctx, &rules, &work, &edit));
  ENSURE_OK(ctx, brn__remove_edge(&edit, 0, 1, &changed));
  ENSURE(changed);
  ENSURE_INT(live_count(&work), 2);
  ENSURE_NEAR(total_volume(&work), volume, 1e-12);
  ENSURE_INT(edit.count[2], 2);
  ENSURE_INT(edit.count[0], 1);
  done(ctx, &edit, &work);
}

static void two_tets_become_three(void** state) {
  (void)state;
  static const int two[2][5] = {{2, 3, 4, 1, 0}, {2, 4, 3, 0, 0}};
  BrnContext* ctx = test_context();
  BrnWork work = make_work(ctx, spindle, 5, two, 2);
  BrnMeshEdit edit;
  bool changed;
  for (int a = 0; a < 2; a++) brn__scale3(brn__work_at(&work, a), 0.2, spindle[a]);
  double volume = total_volume(&work);
  ENSURE_OK(ctx, brn__edit_create(ctx, &rules, &work, &edit));
  int face = 0;
  while (brn__edit_tet(&edit, 0)[face] != 1) face++;
  ENSURE_OK(ctx, brn__remove_face(&edit, 0, face, &changed));
  ENSURE(changed);
  ENSURE_INT(live_count(&work), 3);
  ENSURE_NEAR(total_volume(&work), volume, 1e-12);
  done(ctx, &edit, &work);
}

static void faces_and_edges_of_interfaces_stay(void** state) {
  (void)state;
  static const int two[2][5] = {{2, 3, 4, 1, 0}, {2, 4, 3, 0, 1}};
  static const int three[3][5] = {{0, 1, 2, 3, 0}, {0, 1, 3, 4, 1}, {0, 1, 4, 2, 1}};
  BrnContext* ctx = test_context();
  for (int kind = 0; kind < 2; kind++) {
    BrnWork work = make_work(ctx, spindle, 5, kind ? two : three, kind ? 2 : 3);
    BrnMeshEdit edit;
    bool changed = true;
    for (int a = 0; a < 2; a++) brn__scale3(brn__work_at(&work, a), kind ? 0.2 : 0.8, spindle[a]);
    ENSURE_OK(ctx, brn__edit_create(ctx, &rules, &work, &edit));
    for (int face = 0; kind && face < 4; face++) {
      ENSURE_OK(ctx, brn__remove_face(&edit, 0, face, &changed));
      ENSURE(!changed);
    }
    if (!kind) ENSURE_OK(ctx, brn__remove_edge(&edit, 0, 1, &changed));
    ENSURE(!changed);
    brn__edit_destroy(&edit);
    brn__work_free(ctx, &work);
  }
  test_context_done(ctx);
}

// four tets around a short, badly placed inner vertex 5 of the tet 0 2 3 4 with top 1 left out
static void loose_vertex_is_pulled_in_or_moved(void** state) {
  (void)state;
  static const double p[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.24, 0.24, 0.01}};
  static const int four[4][5] = {
      {4, 1, 2, 3, 0}, {0, 4, 2, 3, 0}, {0, 1, 4, 3, 0}, {0, 1, 2, 4, 0}};
  BrnContext* ctx = test_context();
  for (int kind = 0; kind < 2; kind++) {
    BrnWork work = make_work(ctx, p, 5, four, 4);
    BrnMeshEdit edit;
    bool changed = false;
    ENSURE_OK(ctx, brn__edit_create(ctx, &rules, &work, &edit));
    ENSURE(edit.rim[0] && edit.rim[1] && edit.rim[2] && edit.rim[3] && !edit.rim[4]);
    double before = brn__edit_star_quality(&edit, 4, -1);
    if (kind == 0) {
      ENSURE(brn__smooth(&edit, 4));
      ENSURE(brn__edit_star_quality(&edit, 4, -1) > before + 0.2);
      ENSURE(!brn__smooth(&edit, 0)); // where the air ends nothing moves
    } else {
      ENSURE_OK(ctx, brn__collapse(&edit, 0, 4, &changed));
      ENSURE(!changed);
      ENSURE_OK(ctx, brn__collapse(&edit, 4, 0, &changed));
      ENSURE(changed);
      ENSURE_INT(live_count(&work), 1);
    }
    ENSURE_NEAR(total_volume(&work), 1.0 / 6, 1e-12);
    brn__edit_destroy(&edit);
    brn__work_free(ctx, &work);
  }
  test_context_done(ctx);
}

static void held_vertex_is_not_pulled_off_its_interface(void** state) {
  (void)state;
  static const double p[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.24, 0.24, 0.01}};
  static const int four[4][5] = {
      {4, 1, 2, 3, 0}, {0, 4, 2, 3, 0}, {0, 1, 4, 3, 0}, {0, 1, 2, 4, 0}};
  BrnContext* ctx = test_context();
  BrnWork work = make_work(ctx, p, 5, four, 4);
  BrnMeshEdit edit;
  bool changed;
  brn__work_put_on(&work, 4, 1);
  ENSURE_OK(ctx, brn__edit_create(ctx, &rules, &work, &edit));
  ENSURE_OK(ctx, brn__collapse(&edit, 4, 0, &changed));
  ENSURE(!changed);
  done(ctx, &edit, &work);
}

TEST_MAIN(cmocka_unit_test(quality_is_the_sine_of_the_worst_angle),
          cmocka_unit_test(three_tets_become_two), cmocka_unit_test(two_tets_become_three),
          cmocka_unit_test(faces_and_edges_of_interfaces_stay),
          cmocka_unit_test(loose_vertex_is_pulled_in_or_moved),
          cmocka_unit_test(held_vertex_is_not_pulled_off_its_interface))
