// SPDX-License-Identifier: Apache-2.0
//
// Forces, lengths and stretches of muscles against formulas.

#include "measure_test.h"

#define BLOCK_HILL "{'like': 'muscle', 'young': 6e4, 'poisson': 0.4, 'hill': {}}"
#define NO_WEIGHT ", 'gravity': [0, 0, 0]"

// Fibres between two fixed bones pull with a T everywhere, and nothing moves: the shape at rest is
// the balance. Hill's fibres have their optimal length there, and T a f(1) = T a.
static void isometric_bar_pulls_with_tension_times_area(void** unused) {
  (void)unused;
  for (int law = 0; law < 2; law++) {
    BrnSolverDef def = sharp_def();
    const char* scene = HANGING_BAR("600", ", 'fixed': true", NO_WEIGHT);
    Rig rig = rig_with(law ? with_hill(scene) : scene, &def, 2);
    const BrnModelUnit* unit = &rig.model->unit_list[0];
    rig.input->activation[0] = 0.75;
    rig_step_converges(&rig);
    BrnMeasures* m = rig_measure(&rig);
    double area = rig.model->attachment[unit->insertion].area, expected = 0.75 * 4e4 * area;
    ENSURE_NEAR(area, 0.04 * 0.04, 1e-9);
    ensure_near3(m->attachment[unit->insertion].force, (double[]){0, expected, 0}, 1e-7);
    ensure_near3(m->attachment[unit->origin].force, (double[]){0, -expected, 0}, 1e-7);
    ensure_near3(m->attachment[unit->origin].moment, (double[]){0, 0, 0}, 1e-8);
    ENSURE_NEAR(m->unit[0].origin_force, expected, 1e-7);
    ENSURE_NEAR(m->unit[0].insertion_force, expected, 1e-7);
    ENSURE_NEAR(m->unit[0].fibre_force, expected, 1e-3 * expected); // length of traced fibres
    ENSURE_NEAR(m->unit[0].length, unit->length, 1e-9);
    ENSURE(m->unit[0].activation == 0.75);
    brn_measures_destroy(rig.ctx, m);
    rig_done(&rig);
  }
}

// Thelen's active curve at 1.2: what activation adds to the force of a stretched block
static void hill_force_falls_beyond_the_optimal_length(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_HILL,
                                 ", 'supports': {" BLOCK_ROLLERS ", 'top': {'on': 'high', 'axes': "
                                 "'y', 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.02, 0]]}}}"),
                     &def, 2);
  const BrnModelUnit* unit = &rig.model->unit_list[0];
  double force[2], along[2];
  for (int k = 0; k < 2; k++) {
    rig.input->activation[0] = 0.5 * k;
    rig_step_converges(&rig);
    BrnMeasures* m = rig_measure(&rig);
    force[k] = -m->attachment[unit->insertion].force[1];
    along[k] = m->unit[0].fibre_force;
    ENSURE_NEAR(m->unit[0].least_stretch, 1.2, 1e-7);
    ENSURE_NEAR(m->unit[0].most_stretch, 1.2, 1e-7);
    ENSURE_NEAR(m->unit[0].stretch, 1.2, 1e-7);
    ENSURE_NEAR(m->unit[0].length, 0.12, 1e-7);
    brn_measures_destroy(rig.ctx, m);
  }
  double expected = 0.5 * 2e4 * 0.01 * exp(-0.2 * 0.2 / 0.45);
  ENSURE_NEAR(force[1] - force[0], expected, 1e-6);
  ENSURE_NEAR(along[1] / force[1], 1, 1e-3);
  rig_done(&rig);
}

// Unlike ends, and flesh that bulges and necks in between: the ends still pull alike.
static void ends_of_a_muscle_pull_alike(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(SPINDLE("2268", "[0, 0, 0]", "", ""), &def, 2);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  const BrnModelUnit* unit = &rig.model->unit_list[0];
  double sum[3], load[3] = {0, 4.905, 0};
  brn__add3(sum, m->attachment[unit->origin].force, m->attachment[unit->insertion].force);
  ensure_near3(sum, (double[]){0, 0, 0}, 1e-6);
  ensure_near3(m->attachment[unit->insertion].force, load, 1e-6); // it carries the payload
  for (int a = 0; a < rig.model->attachment_count; a++) {         // and so do the tendons
    ENSURE_NEAR(brn__norm3(m->attachment[a].force), 4.905, 1e-6);
  }
  ENSURE(rig.model->attachment_count == 4 && m->unit[0].stretch < 0.95);
  ENSURE(m->unit[0].least_stretch < m->unit[0].stretch);
  ENSURE(m->unit[0].most_stretch > m->unit[0].stretch);
  ENSURE_NEAR(m->unit[0].volume / unit->volume, 1, 0.02);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// Two halves of a block side by side share the vertices between them, but no force twice.
static void units_share_out_the_force(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(SPINDLE("2268", "[0, 0, 0]",
                             ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",
                             ", 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': "
                             "[1, 0, 0]}}}"),
                     &def, 2);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  double sum[3];
  brn__add3(sum, m->attachment[rig.model->unit_list[0].insertion].force,
            m->attachment[rig.model->unit_list[1].insertion].force);
  ensure_near3(sum, (double[]){0, 4.905, 0}, 1e-5);
  ENSURE(m->unit[0].activation == 1 && m->unit[1].activation == 0);
  ENSURE(m->unit[0].fibre_force > 10 && m->unit[1].fibre_force < -10);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// the part of a fibre that is tendon does not count to the force of the flesh
static void fibre_force_is_that_of_the_flesh(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig =
      rig_with("{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 2000}}, 'gravity': [0, "
               "0, 0], 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': "
               "{'labels': 'bone_distal', 'fixed': true}}, 'materials': {'flesh': {'like': "
               "'muscle', 'young': 6e4, 'poisson': 0.3}, 'sinew': {'like': 'tendon', "
               "'young': 6e5, 'poisson': 0.3}}, 'muscles': {'m': {'labels': 'muscle', "
               "'origin': 'top', 'insertion': 'base', 'material': 'flesh', 'tension': 2e4, "
               "'activation': 1, 'tendons': {'by': 'fraction', 'origin': 0.25, 'insertion': "
               "0.25, 'blend': 0.05, 'material': 'sinew'}}}}",
               &def, 2);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  ENSURE(m->unit[0].insertion_force > 15 && m->unit[0].least_stretch < 0.99);
  ENSURE_NEAR(m->unit[0].fibre_force / m->unit[0].insertion_force, 1, 0.03);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(isometric_bar_pulls_with_tension_times_area),
          cmocka_unit_test(hill_force_falls_beyond_the_optimal_length),
          cmocka_unit_test(ends_of_a_muscle_pull_alike),
          cmocka_unit_test(units_share_out_the_force),
          cmocka_unit_test(fibre_force_is_that_of_the_flesh))
