// SPDX-License-Identifier: Apache-2.0
//
// Measures as a whole: they leave solvers alone, take no memory, and are the same bits for any
// number of workers.

#include "core/described_hole.h"
#include "measure_test.h"
#include "solver/measure.h"

#define LEVER                                                                                      \
  HANGING_BAR("600", "",                                                                           \
              ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.06, 0, "  \
              "0], 'axis': [0, 0, 1]}}, 'loads': {'hand': {'on': 'base', 'vector': [0, -10, 0]}}")

static void bits_are_the_same(const BrnModel* model, const BrnMeasures* a, const BrnMeasures* b) {
  const BrnMeasure* measure;
  int compared = 0;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    if (measure->source != BRN_IS_MEASURED) continue;
    size_t size = sizeof(double) * (size_t)brn_measure_size(measure->shape);
    for (int item = 0; item < brn_model_count(model, measure->of); item++, compared++) {
      const double* value = brn_measure_value(a, measure, item);
      ENSURE(memcmp(value, brn_measure_value(b, measure, item), size) == 0);
    }
  }
  ENSURE(compared > 1000);
}

static void workers_do_not_change_the_bits(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig one = rig_with(LEVER, &def, 1), three = rig_with(LEVER, &def, 3);
  rig_step_converges(&one);
  rig_step_converges(&three);
  BrnMeasures *a = rig_measure(&one), *b = rig_measure(&three);
  bits_are_the_same(one.model, a, b);
  BrnInspection* seen = &((BrnMeasuring*)a)->seen; // of whatever was seen before
  for (int i = 0; i < 9 * a->tet_count; i++) seen->stress[i] = 1e3;
  for (int i = 0; i < 3 * a->vertex_count; i++) seen->load[i] = seen->inertia[i] = 7;
  ENSURE_OK(one.ctx, brn_solver_measure(one.solver, one.state, a)); // and again
  bits_are_the_same(one.model, a, b);
  brn_measures_destroy(one.ctx, a);
  brn_measures_destroy(three.ctx, b);
  rig_done(&one);
  rig_done(&three);
}

static void measuring_takes_no_memory_and_changes_nothing(void** unused) {
  (void)unused;
  Rig plain = rig_make(LEVER), looked_at = rig_make(LEVER);
  BrnMeasures* measures;
  ENSURE_OK(looked_at.ctx, brn_measures_create(looked_at.ctx, looked_at.model, &measures));
  for (int f = 1; f <= 3; f++) {
    ENSURE_OK(plain.ctx, brn_drive_fill(plain.drive, f / 3.0, plain.state, plain.input));
    ENSURE_OK(looked_at.ctx,
              brn_drive_fill(looked_at.drive, f / 3.0, looked_at.state, looked_at.input));
    rig_step_converges(&plain);
    rig_step_converges(&looked_at);
    brn_fail_allocation(looked_at.ctx, 0);
    ENSURE_OK(looked_at.ctx, brn_solver_measure(looked_at.solver, looked_at.state, measures));
    brn_fail_allocation(looked_at.ctx, -1);
  }
  ENSURE(memcmp(plain.state->position, looked_at.state->position,
                3 * sizeof(double) * (size_t)plain.state->vertex_count) == 0);
  brn_measures_destroy(looked_at.ctx, measures);
  rig_done(&plain);
  rig_done(&looked_at);
}

// a checkpoint has its own activations, poses and loads
static void older_state_is_measured_with_its_own_input(void** unused) {
  (void)unused;
  Rig rig = rig_make(LEVER);
  BrnState* older;
  ENSURE_OK(rig.ctx, brn_state_create(rig.ctx, rig.model, &older));
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.5, rig.state, rig.input));
  rig.input->load[0] = 0.3;
  rig_step_converges(&rig);
  BrnMeasures* before = rig_measure(&rig);
  brn_state_copy(rig.model, rig.state, older);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 1, rig.state, rig.input));
  rig_step_converges(&rig);
  BrnMeasures* after = rig_measure(&rig);
  ENSURE(after->unit[0].activation == 1 && after->unit[0].length < before->unit[0].length);
  ENSURE_OK(rig.ctx, brn_solver_measure(rig.solver, older, after));
  bits_are_the_same(rig.model, before, after);
  brn_measures_destroy(rig.ctx, before);
  brn_measures_destroy(rig.ctx, after);
  brn_state_destroy(rig.ctx, older);
  rig_done(&rig);
}

static void every_failed_allocation_is_clean(void** unused) {
  (void)unused;
  Rig rig = rig_make(LEVER);
  size_t before = brn_byte_count(rig.ctx);
  BrnMeasures* measures = NULL;
  int k = 0;
  for (; !measures; k++) {
    brn_fail_allocation(rig.ctx, k);
    BrnStatus status = brn_measures_create(rig.ctx, rig.model, &measures);
    brn_fail_allocation(rig.ctx, -1);
    ENSURE_STATUS(rig.ctx, status, measures ? BRN_OK : BRN_NO_MEMORY);
    ENSURE(measures || brn_byte_count(rig.ctx) == before);
  }
  ENSURE(k > 20);
  brn_measures_destroy(rig.ctx, measures);
  ENSURE(brn_byte_count(rig.ctx) == before);
  brn_measures_destroy(rig.ctx, NULL);
  rig_done(&rig);
}

// a state on which nothing has acted yet
static void rest_is_all_zero(void** unused) {
  (void)unused;
  Rig rig = rig_make(LEVER);
  BrnMeasures* m = rig_measure(&rig);
  const BrnModelUnit* unit = &rig.model->unit_list[0];
  for (int t = 0; t < m->tet_count; t++) {
    ENSURE_NEAR(m->stretch[t], 1, 1e-12);
    ENSURE_NEAR(m->energy[t], 0, 1e-9);
    for (int i = 0; i < 6; i++) ENSURE_NEAR(m->stress[6 * t + i], 0, 1e-8);
  }
  ENSURE_NEAR(m->unit[0].length, unit->length, 1e-12);
  ENSURE_NEAR(m->unit[0].volume, unit->volume, 1e-15);
  for (int p = 0; p < rig.model->part_count; p++) {
    ENSURE_NEAR(m->part[p].volume, rig.model->part[p].volume, 1e-15);
  }
  ENSURE_NEAR(m->unit[0].insertion_force, 0, 1e-9);
  ENSURE_NEAR(m->joint[0].angle, 0, 1e-12);
  ENSURE_NEAR(m->bone[1].strain, 0, 1e-11);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// what is no number stays so, and nothing hangs on it
static void state_that_is_no_number_is_measured_as_such(void** unused) {
  (void)unused;
  Rig rig = rig_make(LEVER);
  for (int i = 0; i < 3 * rig.state->vertex_count; i++) rig.state->position[i] = NAN;
  BrnMeasures* m = rig_measure(&rig);
  ENSURE(isnan(m->deformation[0]) && isnan(m->unit[0].length));
  ENSURE(isnan(m->joint[0].gap) && isnan(m->bone[0].hold.force[0]));
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

static void every_member_is_in_its_table(void** unused) {
  (void)unused;
  ENSURE(described_hole(&brn__inspection_description) < 0);
  ENSURE(described_hole(&brn__measuring_description) < 0);
}

TEST_MAIN(cmocka_unit_test(every_member_is_in_its_table),
          cmocka_unit_test(workers_do_not_change_the_bits),
          cmocka_unit_test(measuring_takes_no_memory_and_changes_nothing),
          cmocka_unit_test(older_state_is_measured_with_its_own_input),
          cmocka_unit_test(every_failed_allocation_is_clean), cmocka_unit_test(rest_is_all_zero),
          cmocka_unit_test(state_that_is_no_number_is_measured_as_such))
