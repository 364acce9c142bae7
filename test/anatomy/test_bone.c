// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

static const char bar[] = BAR_SCENE(BAR_MUSCLE, "");

// a box of 4 x 3 x 4 cm at 1900 kg/m^3
static void box_has_its_mass_centre_and_inertia(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  ENSURE_OK(f.ctx, fixture_bones(&f.build));
  ENSURE_INT(f.build.model->bone_count, 2);
  const double side[3] = {0.04, 0.03, 0.04}, mass = 1900 * 0.04 * 0.03 * 0.04;
  for (int b = 0; b < 2; b++) {
    const BrnModelBone* bone = &f.build.model->bone[b];
    ENSURE_NEAR(bone->mass, mass, 1e-14);
    ENSURE_NEAR(bone->centre[0], 0, 1e-15);
    ENSURE_NEAR(bone->centre[1], b ? -0.015 : 0.215, 1e-15);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double u = side[(i + 1) % 3], v = side[(i + 2) % 3];
        ENSURE_NEAR(bone->inertia[3 * i + j], i == j ? mass * (u * u + v * v) / 12 : 0, 1e-17);
      }
    }
    ENSURE_INT(bone->vertex_count, 36);
    ENSURE_INT(bone->motion, -1);
    ENSURE(!bone->fixed);
  }
  fixture_done(&f);
}

static void masses_add_up(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  BrnModel* model = f.build.model;
  int count = model->mesh->tet_count;
  int tendon;
  ENSURE_OK(f.ctx, brn__build_find_material(&f.build, "here", "tendon", &tendon));
  model->tendon = brn__new_zero(f.ctx, count, double); // a quarter tendon all along the muscle
  brn__free(f.ctx, model->tendon_material);
  model->tendon_material = brn__new_zero(f.ctx, count, int);
  for (int t = 0; t < count; t++) {
    model->tendon[t] = model->mesh->tet_label[t] == 3 ? 0.25 : 0;
    model->tendon_material[t] = tendon;
  }
  ENSURE_OK(f.ctx, fixture_bones(&f.build));
  double volume = 0, mass = 0;
  for (int t = 0; t < count; t++) volume += model->volume[t];
  for (int v = 0; v < model->mesh->vertex_count; v++) mass += model->mass[v];
  ENSURE_NEAR(volume, 0.04 * 0.04 * 0.26, 1e-15);
  double soft = 0.04 * 0.04 * 0.2 * (0.75 * 1060 + 0.25 * 1120);
  ENSURE_NEAR(mass, soft + 2 * 1900 * 0.04 * 0.04 * 0.03, 1e-13);
  fixture_done(&f);
}

static void vertices_know_the_bone_that_carries_them(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  ENSURE_OK(f.ctx, fixture_bones(&f.build));
  for (int v = 0; v < f.build.model->mesh->vertex_count; v++) {
    double y = fixture_point(&f, v)[1];
    ENSURE_INT(f.build.model->vertex_bone[v], y > 0.2 - 1e-9 ? 0 : y < 1e-9 ? 1 : -1);
  }
  fixture_done(&f);
}

static void where_bones_meet_the_first_one_carries(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f,
               "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 600}}, 'bones': {'low': "
               "{'labels': ['bone_distal', 'muscle'], 'fixed': true}, 'high': {'labels': "
               "'bone_proximal'}}}");
  ENSURE_OK(f.ctx, fixture_bones(&f.build));
  for (int v = 0; v < f.build.model->mesh->vertex_count; v++) {
    ENSURE_INT(f.build.model->vertex_bone[v], fixture_point(&f, v)[1] < 0.2 + 1e-9 ? 0 : 1);
  }
  ENSURE(f.build.model->bone[0].fixed && !f.build.model->bone[1].fixed);
  fixture_done(&f);
}

static void tet_inside_out_is_named(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  int* tet = f.build.model->mesh->tet + 4 * 17;
  int swap = tet[0];
  tet[0] = tet[1], tet[1] = swap;
  ENSURE_STATUS(f.ctx, fixture_bones(&f.build), BRN_INVALID);
  ENSURE_ERROR_HAS(f.ctx, "tet 17 of \"");
  fixture_done(&f);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  fixture_trial_no_memory(bar, NULL, fixture_bones);
}

TEST_MAIN(cmocka_unit_test(box_has_its_mass_centre_and_inertia), cmocka_unit_test(masses_add_up),
          cmocka_unit_test(vertices_know_the_bone_that_carries_them),
          cmocka_unit_test(where_bones_meet_the_first_one_carries),
          cmocka_unit_test(tet_inside_out_is_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
