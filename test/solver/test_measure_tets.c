// SPDX-License-Identifier: Apache-2.0
//
// Deformation, stress, energy and forces of tets against formulas, on a block of shaken tets.

#include "measure_test.h"

#define STRETCHED                                                                                  \
  BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS                                         \
                           ", 'top': {'on': 'high', 'axes': 'y', 'motion': {'move': [[0, 0, 0, "   \
                           "0], [1, 0, 0.02, 0]]}}}")

// F = diag(t, l, t) with free sides; see test_closed_forms.c
static const double mu = 6e4 / 2.8, lambda = 6e4 * 0.4 / (1.4 * 0.2), active = 0.5 * 2e4, l = 1.2;

static double side(void) { return sqrt((1 + mu * (l - 1) / ((lambda + mu) * l)) / l); }

static void uniform_stretch_is_as_by_hand(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(STRETCHED, &def, 2);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  double t = side(), J = l * t * t, I1 = l * l + 2 * t * t;
  double P = mu * l - mu * t * t + (lambda + mu) * (J - 1) * t * t + active * l;
  double energy =
      mu / 2 * (I1 - 3) - mu * (J - 1) + (lambda + mu) / 2 * (J - 1) * (J - 1) + active / 2 * l * l;
  double F[9] = {t, 0, 0, 0, l, 0, 0, 0, t}, sigma[6] = {0, P * l / J, 0, 0, 0, 0};
  for (int e = 0; e < m->tet_count; e++) {
    for (int i = 0; i < 9; i++) ENSURE_NEAR(m->deformation[9 * e + i], F[i], 1e-7);
    for (int i = 0; i < 6; i++) ENSURE_NEAR(m->stress[6 * e + i], sigma[i], 1e-2);
    ENSURE_NEAR(m->energy[e], energy, 1e-3);
    ENSURE_NEAR(m->stretch[e], l, 1e-7);
    ensure_near3(m->fibre + 3 * e, (double[]){0, 1, 0}, 1e-7);
    ENSURE(m->activation[e] == 0.5);
  }
  ENSURE_NEAR(m->part[0].most_stress, sigma[1], 1e-2);
  ENSURE_NEAR(m->part[0].energy, 1e-3 * energy, 1e-8);
  ENSURE_NEAR(m->part[0].volume, 1e-3 * J, 1e-12);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// the shear that von Mises counts three times, and the order of the components
static void shear_is_in_its_place(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) { // xy yz zx
    Rig rig = rig_make(BLOCK_SCENE("{'like': 'muscle', 'model': 'linear', 'young': 6e4, 'poisson': "
                                   "0.4}",
                                   ", 'supports': {'all': {'on': 'm'}}"));
    int to = k, from = (k + 1) % 3;
    for (int v = 0; v < rig.state->vertex_count; v++) {
      rig.state->position[3 * v + to] += 1e-3 * rig_rest(&rig, v)[from];
    }
    BrnMeasures* m = rig_measure(&rig);
    for (int e = 0; e < m->tet_count; e++) {
      for (int i = 3; i < 6; i++) {
        ENSURE_NEAR(m->stress[6 * e + i], i == 3 + k ? 1e-3 * mu : 0, 1e-4 * mu * 1e-2);
      }
    }
    ENSURE_NEAR(m->part[0].most_stress, sqrt(3) * 1e-3 * mu, 0.1);
    brn_measures_destroy(rig.ctx, m);
    rig_done(&rig);
  }
}

// Forces on vertices are minus the slope of the energy, and move nothing as a whole.
static void forces_are_slopes_of_the_energy(void** unused) {
  (void)unused;
  Rig rig = rig_make(STRETCHED);
  TestRandom random = {5};
  rig.input->activation[0] = 0.8;
  rig_step_converges(&rig);
  for (int i = 0; i < 3 * rig.state->vertex_count; i++) {
    rig.state->position[i] += test_random(&random, -2e-3, 2e-3);
  }
  BrnMeasures *m = rig_measure(&rig), *near = rig_measure(&rig);
  BrnWrench all = {.about = {0.3, -0.2, 0.1}};
  for (int v = 0; v < rig.state->vertex_count; v += 7) {
    for (int i = 0; i < 3; i++) {
      double* x = &rig.state->position[3 * v + i];
      double was = *x, step = 1e-6, energy[2];
      for (int s = 0; s < 2; s++) {
        *x = was + (s ? step : -step);
        ENSURE_OK(rig.ctx, brn_solver_measure(rig.solver, rig.state, near));
        energy[s] = near->part[0].energy;
      }
      *x = was;
      ENSURE_NEAR(m->force[3 * v + i], -(energy[1] - energy[0]) / (2 * step), 1e-5);
    }
  }
  for (int v = 0; v < rig.state->vertex_count; v++) {
    double arm[3], moment[3];
    brn__add3(all.force, all.force, m->force + 3 * v);
    brn__sub3(arm, rig_now(&rig, v), all.about);
    brn__cross3(moment, arm, m->force + 3 * v);
    brn__add3(all.moment, all.moment, moment);
  }
  ensure_near3(all.force, (double[]){0, 0, 0}, 1e-11);
  ensure_near3(all.moment, (double[]){0, 0, 0}, 1e-11);
  brn_measures_destroy(rig.ctx, m);
  brn_measures_destroy(rig.ctx, near);
  rig_done(&rig);
}

// Moved as a whole, stress turns with the body and the rest stays.
static void rigid_motion_turns_stress(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(STRETCHED, &def, 2);
  BrnPose pose = {.translation = {0.1, 2, -0.3}};
  double R[9];
  brn_rotation_exp((double[]){0.7, -1.1, 0.4}, pose.rotation);
  brn_rotation_to_matrix(pose.rotation, R);
  rig_step_converges(&rig);
  BrnMeasures* before = rig_measure(&rig);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    brn_pose_apply(&pose, rig_now(&rig, v), rig.state->position + 3 * v);
  }
  BrnMeasures* after = rig_measure(&rig);
  for (int e = 0; e < after->tet_count; e++) {
    const double *s = before->stress + 6 * e, *turned = after->stress + 6 * e;
    double S[9] = {s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2]}, RS[9], T[9], f[3];
    brn__mul33(RS, R, S);
    brn__mul33_transposed(T, RS, R);
    double expected[6] = {T[0], T[4], T[8], T[1], T[5], T[2]};
    for (int i = 0; i < 6; i++) ENSURE_NEAR(turned[i], expected[i], 1e-5);
    brn__mul3(f, R, before->fibre + 3 * e);
    ensure_near3(after->fibre + 3 * e, f, 1e-10);
    ENSURE_NEAR(after->energy[e], before->energy[e], 1e-6);
    ENSURE_NEAR(after->stretch[e], before->stretch[e], 1e-11);
  }
  ENSURE_NEAR(after->unit[0].length, before->unit[0].length, 1e-12);
  ENSURE_NEAR(after->unit[0].fibre_force, before->unit[0].fibre_force, 1e-7);
  ENSURE_NEAR(after->part[0].most_stress, before->part[0].most_stress, 1e-5);
  brn_measures_destroy(rig.ctx, before);
  brn_measures_destroy(rig.ctx, after);
  rig_done(&rig);
}

// bones have no stress and no energy, only volume; tendon tets are less active
static void bones_and_tendons_are_told_apart(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  int blended = 0;
  for (int t = 0; t < m->tet_count; t++) {
    const BrnModelPart* part = &rig.model->part[rig.model->mesh->tet_label[t] - 1];
    if (part->kind == BRN_PART_BONE) {
      ENSURE(m->energy[t] == 0 && m->stress[6 * t] == 0 && m->activation[t] == 0);
      ENSURE(m->stretch[t] == 1 && m->fibre[3 * t] == 0);
      continue;
    }
    double full = rig.input->activation[rig.model->unit[t]], w = rig.model->tendon[t];
    ENSURE_NEAR(m->activation[t], full * (1 - w), 1e-15);
    blended += w > 0 && w < 1;
  }
  ENSURE(blended > 10);
  const BrnModelPart* bone = model_part(rig.model, "a");
  ENSURE(m->part[bone->label - 1].energy == 0);
  ENSURE_NEAR(m->part[bone->label - 1].volume, bone->volume, 1e-12);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(uniform_stretch_is_as_by_hand), cmocka_unit_test(shear_is_in_its_place),
          cmocka_unit_test(forces_are_slopes_of_the_energy),
          cmocka_unit_test(rigid_motion_turns_stress),
          cmocka_unit_test(bones_and_tendons_are_told_apart))
