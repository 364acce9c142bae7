// SPDX-License-Identifier: Apache-2.0

#include "anatomy/surfaces_test.h"
#include "brawn/measure.h"
#include "core/vec.h"
#include "solver/solver.h"

// A body that the method does not move: what it measures of it.

typedef struct BodyTest {
  BrnContext* ctx;
  BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnMeasures* measures;
} BodyTest;

static void body_solver(BodyTest* test) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "xpbd");
  ENSURE_OK(test->ctx, brn_solver_create(test->ctx, test->model, &def, &test->solver));
}

static BodyTest body_open(void) {
  BodyTest test = {.ctx = test_context()};
  test.model = body_make(test.ctx);
  body_solver(&test);
  ENSURE_OK(test.ctx, brn_state_create(test.ctx, test.model, &test.state));
  ENSURE_OK(test.ctx, brn_measures_create(test.ctx, test.model, &test.measures));
  return test;
}

static void body_done(BodyTest* test) {
  brn_measures_destroy(test->ctx, test->measures);
  brn_state_destroy(test->ctx, test->state);
  brn_solver_destroy(test->ctx, test->solver);
  brn_model_destroy(test->ctx, test->model);
  test_context_done(test->ctx);
}

static void body_measure(BodyTest* test) {
  ENSURE_OK(test->ctx, brn_solver_measure(test->solver, test->state, test->measures));
}

// x = F X + t, for a run of vertices
static void body_map(BodyTest* test, int first, int count, const double F[9], const double t[3]) {
  for (int v = first; v < first + count; v++) {
    double to[3];
    brn__mul3(to, F, test->model->mesh->position + 3 * v);
    brn__add3(test->state->position + 3 * v, to, t);
  }
}

static const double shear[9] = {0.7, 0.1, 0, 0.2, 1.3, 0.1, 0, -0.1, 1.1}, away[3] = {50, -3, 7};

// flesh m with its inner points
static void body_deform(BodyTest* test) {
  body_map(test, 16, 8, shear, away);
  body_map(test, 40, 3, shear, away);
}

// --------------------------------------------------------------------------------------- the tests

static void nothing_happens_at_rest(void** state) {
  (void)state;
  BodyTest test = body_open();
  const BrnMeasures* m = test.measures;
  body_measure(&test);
  ENSURE_INT(m->sample_count, 44);
  ENSURE_INT(m->tet_count, 0);
  for (int v = 0; v < 44; v++) {
    ENSURE_NEAR(m->stretch[v], 1, 1e-7);
    ENSURE_NEAR(m->fibre[3 * v], (v >= 16 && v < 32) || v >= 40 ? 1 : 0, 1e-7);
    ENSURE(m->activation[v] == 0);
  }
  ENSURE_NEAR(m->unit[0].stretch, 1, 1e-12);
  ENSURE_NEAR(m->unit[0].length, 0.1, 1e-12);
  ENSURE_NEAR(m->unit[1].length, 0.2, 1e-12);
  ENSURE_NEAR(m->part[0].volume, 1e-3, 1e-12);
  ENSURE_NEAR(m->joint[0].angle, 0, 1e-12);
  body_done(&test);
}

// Edges around a point are enough for an affine map: F f at all of them, also at inner points.
static void stretch_of_an_affine_map_is_exact(void** state) {
  (void)state;
  BodyTest test = body_open();
  const BrnMeasures* m = test.measures;
  double along[3] = {shear[0], shear[3], shear[6]}, stretch = brn__normalize3(along);
  body_deform(&test);
  body_measure(&test);
  for (int i = 0; i < 11; i++) {
    int v = i < 8 ? 16 + i : 32 + i;
    ENSURE_NEAR(m->stretch[v], stretch, 1e-6);
    for (int k = 0; k < 3; k++) ENSURE_NEAR(m->fibre[3 * v + k], along[k], 1e-6);
  }
  for (int v = 24; v < 32; v++) ENSURE_NEAR(m->stretch[v], 1, 1e-7); // the other muscle
  ENSURE_NEAR(m->unit[0].least_stretch, stretch, 1e-6);
  ENSURE_NEAR(m->unit[0].most_stretch, stretch, 1e-6);
  body_done(&test);
}

static void volumes_and_lengths_are_those_of_the_surfaces(void** state) {
  (void)state;
  BodyTest test = body_open();
  const BrnMeasures* m = test.measures;
  double along[3] = {shear[0], shear[3], shear[6]}, stretch = brn__norm3(along);
  body_deform(&test);
  body_measure(&test);
  double volume = 3.2e-4 * brn__det3(shear);
  ENSURE_NEAR(m->unit[0].volume, volume, 1e-12);
  ENSURE_NEAR(m->part[2].volume, volume, 1e-12); // 50 m away
  ENSURE_NEAR(m->part[3].volume, 1.6e-4, 1e-15);
  ENSURE_NEAR(m->unit[0].length, 0.1 * stretch, 1e-12);
  ENSURE_NEAR(m->unit[0].stretch, stretch, 1e-12);
  body_done(&test);
}

static void activation_is_that_of_the_unit(void** state) {
  (void)state;
  BodyTest test = body_open();
  const BrnMeasures* m = test.measures;
  test.state->input->activation[0] = 0.25;
  test.state->input->activation[1] = 0.75;
  body_measure(&test);
  for (int v = 0; v < 44; v++) {
    bool first = (v >= 16 && v < 24) || (v >= 40 && v < 43);
    bool second = (v >= 24 && v < 32) || v == 43;
    ENSURE_NEAR(m->activation[v], first ? 0.25 : second ? 0.75 : 0, 0);
  }
  ENSURE_NEAR(m->unit[1].activation, 0.75, 0);
  body_done(&test);
}

static void bones_and_joints_are_measured_by_their_vertices(void** state) {
  (void)state;
  BodyTest test = body_open();
  const BrnMeasures* m = test.measures;
  double c = cos(0.5), s = sin(0.5);
  const double turn[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
  const double about[3] = {0.2 - 0.2 * c, -0.2 * s, 0}; // the joint's point stays
  body_map(&test, 8, 8, turn, about);
  body_measure(&test);
  ENSURE_NEAR(m->joint[0].angle, 0.5, 1e-9);
  ENSURE_NEAR(m->joint[0].gap, 0, 1e-9);
  ENSURE_NEAR(m->bone[1].strain, 0, 1e-9);
  ENSURE_NEAR(m->bone[1].flesh.about[0], 0.2 + 0.05 * c, 1e-9);
  ENSURE_NEAR(m->bone[1].hold.about[1], 0.05 * s, 1e-9);
  body_done(&test);
}

static bool is_unknown(const BrnWrench* wrench) {
  bool all = true;
  for (int k = 0; k < 3; k++) all = all && isnan(wrench->force[k]) && isnan(wrench->moment[k]);
  return all && isfinite(wrench->about[0]);
}

static void forces_are_not_made_up(void** state) {
  (void)state;
  BodyTest test = body_open();
  const BrnMeasures* m = test.measures;
  body_deform(&test);
  body_measure(&test);
  ENSURE(isnan(m->unit[0].fibre_force) && isnan(m->unit[0].origin_force));
  ENSURE(isnan(m->unit[0].insertion_force));
  ENSURE(isnan(m->part[2].energy) && isnan(m->part[2].most_stress));
  ENSURE(is_unknown(&m->attachment[0]) && is_unknown(&m->joint[0].reaction));
  ENSURE(is_unknown(&m->bone[0].flesh) && is_unknown(&m->bone[1].hold));
  ENSURE(isnan(m->force[0]) && isnan(m->force[3 * 44 - 1]));
  body_done(&test);
}

// a fibre across all edges that meet at a point says nothing, and is said to be 1
static void fibre_without_edges_along_it_has_no_stretch(void** state) {
  (void)state;
  BodyTest test = body_open();
  BrnModelFlesh* flesh = &test.model->flesh[1];
  for (int i = 0; i < 16; i++) flesh->edge[i] = 24 + i % 2; // one edge, along x
  flesh->edge_count = 8;
  flesh->inner_count = 0;
  flesh->fibre[0] = 0.05, flesh->fibre[1] = sqrt(1 - 0.0025);
  brn_solver_destroy(test.ctx, test.solver);
  body_solver(&test);
  body_map(&test, 24, 8, shear, away);
  body_measure(&test);
  ENSURE_NEAR(test.measures->stretch[24], 1, 0); // its fibre is nearly along y
  ENSURE_NEAR(test.measures->stretch[25], sqrt(0.7 * 0.7 + 0.2 * 0.2), 1e-6);
  ENSURE_NEAR(test.measures->stretch[26], 1, 0); // no edge at all
  body_done(&test);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BodyTest test = body_open();
  brn_measures_destroy(test.ctx, test.measures);
  test.measures = NULL;
  for (int n = 0; !test.measures && n < 100; n++) {
    size_t before = brn_byte_count(test.ctx);
    brn_fail_allocation(test.ctx, n);
    BrnStatus status = brn_measures_create(test.ctx, test.model, &test.measures);
    brn_fail_allocation(test.ctx, -1);
    ENSURE_INT(status, test.measures ? BRN_OK : BRN_NO_MEMORY);
    ENSURE(test.measures || brn_byte_count(test.ctx) == before);
  }
  ENSURE(test.measures != NULL);
  body_done(&test);
}

TEST_MAIN(cmocka_unit_test(nothing_happens_at_rest),
          cmocka_unit_test(stretch_of_an_affine_map_is_exact),
          cmocka_unit_test(volumes_and_lengths_are_those_of_the_surfaces),
          cmocka_unit_test(activation_is_that_of_the_unit),
          cmocka_unit_test(bones_and_joints_are_measured_by_their_vertices),
          cmocka_unit_test(forces_are_not_made_up),
          cmocka_unit_test(fibre_without_edges_along_it_has_no_stretch),
          cmocka_unit_test(every_failed_allocation_is_clean))
