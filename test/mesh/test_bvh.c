// SPDX-License-Identifier: Apache-2.0

#include "bvh_test.h"

#include <unistd.h>

#include <signal.h>
#include <sys/wait.h>

static BrnMesh* torus(BrnContext* ctx) { return bvh_bumpy_torus(ctx, 60, 30); }

static BrnStatus create(BrnContext* ctx, BrnMesh* mesh) {
  BrnBvh* bvh;
  BrnStatus status = brn_bvh_create(ctx, mesh, &bvh);
  ENSURE((status == BRN_OK) == (bvh != NULL));
  brn_bvh_destroy(ctx, bvh);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(torus, create);
}

static void nothing_is_destroyed_in_peace(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  brn_bvh_destroy(ctx, NULL);
  test_context_done(ctx);
}

// it keeps its own copy: the mesh may change or go
static void mesh_may_go_when_the_tree_is_made(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = torus(ctx);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  double p[3] = {0.5, 0.25, 2};
  double distance = twin_distance(mesh, p), winding = twin_winding(mesh, (double[3]){2, 0, 0});
  mesh_scale(mesh, NAN);
  memset(mesh->triangle, 0x7f, sizeof(int) * 3 * (size_t)mesh->triangle_count);
  brn_mesh_destroy(ctx, mesh);
  ENSURE_NEAR(brn_bvh_closest(bvh, p, INFINITY).distance, distance, 1e-14);
  ENSURE_NEAR(brn_bvh_winding(bvh, (double[3]){2, 0, 0}), winding, 8e-3);
  brn_bvh_destroy(ctx, bvh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------- refit

static void deform(BrnMesh* mesh, double amount) {
  for (int v = 0; v < mesh->vertex_count; v++) {
    double *p = mesh->position + 3 * (size_t)v, turn = amount * p[2];
    double x = p[0] * cos(turn) - p[1] * sin(turn), y = p[0] * sin(turn) + p[1] * cos(turn);
    p[0] = x + amount, p[1] = y, p[2] *= 1 + 0.5 * amount;
  }
}

// The trees differ in shape, so triangles at the same distance may: the numbers must not.
static void check_same_answers(const BrnBvh* a, const BrnBvh* b, bool winding) {
  TestRandom random = {9};
  for (int i = 0; i < 400; i++) {
    double p[3], d[3];
    random_point(&random, -3.5, 3.5, p);
    random_point(&random, -1, 1, d);
    ENSURE_NEAR(brn_bvh_closest(a, p, INFINITY).distance, brn_bvh_closest(b, p, INFINITY).distance,
                4e-15);
    BrnSurfacePoint hit = brn_bvh_ray(a, p, d, INFINITY), other = brn_bvh_ray(b, p, d, INFINITY);
    ENSURE_INT(hit.triangle, other.triangle);
    ENSURE(hit.distance == other.distance);
    if (!winding) continue;
    ENSURE_NEAR(brn_bvh_winding(a, p), brn_bvh_winding(b, p), 1.6e-2);
    ENSURE_NEAR(brn_bvh_signed_distance(a, p), brn_bvh_signed_distance(b, p), 4e-15);
  }
}

static void refit_is_as_good_as_a_new_tree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = torus(ctx);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  for (int i = 0; i < 3; i++) {
    deform(mesh, 0.3);
    bool winding = i != 1; // without, then with again
    brn_bvh_refit(ctx, bvh, mesh->position, winding);
    BrnBvh* fresh = bvh_make(ctx, mesh);
    check_same_answers(bvh, fresh, winding);
    brn_bvh_destroy(ctx, fresh);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void refit_to_the_same_place_changes_no_bit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = torus(ctx);
  BrnBvh *bvh = bvh_make(ctx, mesh), *other = bvh_make(ctx, mesh);
  double far[3] = {30, 20, 10};
  deform(mesh, 1);
  brn_bvh_refit(ctx, bvh, mesh->position, true);
  ENSURE(brn_bvh_closest(bvh, far, INFINITY).distance !=
         brn_bvh_closest(other, far, INFINITY).distance);
  brn_mesh_destroy(ctx, mesh);
  mesh = torus(ctx);
  brn_bvh_refit(ctx, bvh, mesh->position, true);
  TestRandom random = {10};
  for (int i = 0; i < 200; i++) {
    double p[3];
    random_point(&random, -3, 3, p);
    BrnSurfacePoint a = brn_bvh_closest(bvh, p, INFINITY), b = brn_bvh_closest(other, p, INFINITY);
    assert_memory_equal(a.point, b.point, sizeof a.point);
    ENSURE(brn_bvh_winding(bvh, p) == brn_bvh_winding(other, p));
  }
  brn_bvh_destroy(ctx, bvh);
  brn_bvh_destroy(ctx, other);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void refit_follows_triangles_that_become_thin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = torus(ctx);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {11};
  for (int v = 0; v < mesh->vertex_count; v++) mesh->position[3 * v + 2] = 0; // flat
  for (int v = 0; v < mesh->vertex_count; v += 2) mesh->position[3 * v + 1] = 0;
  brn_bvh_refit(ctx, bvh, mesh->position, true);
  for (int i = 0; i < 100; i++) {
    double p[3];
    random_point(&random, -3, 3, p);
    ENSURE_NEAR(brn_bvh_closest(bvh, p, INFINITY).distance, twin_distance(mesh, p), 1e-13);
    ENSURE(isfinite(brn_bvh_winding(bvh, p)));
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// the same bits with any number of workers
static void refit_does_not_depend_on_the_workers(void** state) {
  (void)state;
  double answer[2][100];
  for (int k = 0; k < 2; k++) {
    BrnContext* ctx = test_context_with(k ? 8 : 1);
    BrnMesh* mesh = bvh_bumpy_torus(ctx, 120, 60);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    deform(mesh, 0.2);
    brn_bvh_refit(ctx, bvh, mesh->position, true);
    TestRandom random = {12};
    for (int i = 0; i < 100; i++) {
      double p[3];
      random_point(&random, -3, 3, p);
      answer[k][i] = brn_bvh_signed_distance(bvh, p) + 10 * brn_bvh_winding(bvh, p);
    }
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
  assert_memory_equal(answer[0], answer[1], sizeof answer[0]);
}

// misuse stops the program, so it happens in a child
static void stale_winding_numbers_are_misuse(void** state) {
  (void)state;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    BrnContext* ctx = test_context_with(1);
    BrnMesh* mesh = mesh_octahedron(ctx);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    brn_bvh_refit(ctx, bvh, mesh->position, false);
    brn_bvh_winding(bvh, mesh->position);
    _exit(0);
  }
  int status = 0;
  ENSURE(child > 0 && waitpid(child, &status, 0) == child);
  ENSURE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

TEST_MAIN(cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(nothing_is_destroyed_in_peace),
          cmocka_unit_test(mesh_may_go_when_the_tree_is_made),
          cmocka_unit_test(refit_is_as_good_as_a_new_tree),
          cmocka_unit_test(refit_to_the_same_place_changes_no_bit),
          cmocka_unit_test(refit_follows_triangles_that_become_thin),
          cmocka_unit_test(refit_does_not_depend_on_the_workers),
          cmocka_unit_test(stale_winding_numbers_are_misuse))
