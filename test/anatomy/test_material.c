// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

#define MATERIALS(text) BAR_SCENE(BAR_MUSCLE, ", 'materials': {" text "}")

// materials come before units, so this runs the steps before them only
static void open(Fixture* f, const char* text) {
  fixture_open(f, text);
  ENSURE_OK(f->ctx, brn__build_parts(&f->build));
  ENSURE_OK(f->ctx, brn__build_mesh(&f->build));
}

static void make(Fixture* f, const char* text) {
  open(f, text);
  ENSURE_OK(f->ctx, brn__build_materials(&f->build));
}

static void refuse(const char* text, const char* message) {
  Fixture f;
  open(&f, text);
  ENSURE_STATUS(f.ctx, brn__build_materials(&f.build), BRN_INVALID);
  ENSURE_ERROR_HAS(f.ctx, message);
  fixture_done(&f);
}

static const BrnModelMaterial* material(const Fixture* f, const char* name) {
  for (int i = 0; i < f->build.model->material_count; i++) {
    if (strcmp(f->build.model->material_list[i].name, name) == 0) {
      return &f->build.model->material_list[i];
    }
  }
  fail_msg("there is no material %s", name);
  return NULL;
}

static void parts_have_the_usual_materials(void** state) {
  (void)state;
  Fixture f;
  make(&f, BAR_SCENE(BAR_MUSCLE, ""));
  const BrnModel* model = f.build.model;
  ENSURE_INT(model->material_count, 2); // what is not used is not there
  ENSURE(material(&f, "bone")->young == 1e10 && material(&f, "bone")->density == 1900);
  ENSURE(material(&f, "muscle")->young == 6e6 && material(&f, "muscle")->c10 == 3e4);
  for (int t = 0; t < model->mesh->tet_count; t++) {
    const char* name = model->material_list[model->material[t]].name;
    assert_string_equal(name, model->mesh->tet_label[t] == 3 ? "muscle" : "bone");
  }
  int index;
  ENSURE_OK(f.ctx, brn__build_find_material(&f.build, "here", "tendon", &index));
  ENSURE_INT(index, 2);
  ENSURE(model->material_list[index].young == 1e9);
  fixture_done(&f);
}

static void what_is_not_given_is_as_in_like(void** state) {
  (void)state;
  Fixture f;
  make(&f, BAR_SCENE(BAR_MUSCLE ", 'material': 'mine'",
                     ", 'materials': {'mine': {'like': 'base', 'young': 5}, 'base': {'like': "
                     "'muscle', 'density': 7, 'young': 3}, 'bone': {'density': 2000}}"));
  const BrnModelMaterial* mine = material(&f, "mine");
  ENSURE(mine->young == 5 && mine->density == 7 && mine->poisson == 0.45 && mine->c10 == 3e4);
  ENSURE(material(&f, "base")->young == 3);
  ENSURE(material(&f, "bone")->density == 2000 && material(&f, "bone")->young == 1e10);
  ENSURE_INT(f.build.model->material_count, 3);
  ENSURE_INT(f.build.model->material[f.build.model->mesh->tet_count / 2], 0);
  fixture_done(&f);
}

// E = 9 K G / (3 K + G), nu = (3 K - 2 G) / (2 (3 K + G)), G = 2 (c10 + c01)
static void constants_follow_from_each_other(void** state) {
  (void)state;
  Fixture f;
  make(&f,
       MATERIALS("'a': {'density': 1, 'young': 2.6, 'poisson': 0.3}, 'b': {'density': 1, 'c10': "
                 "0.4, 'c01': 0.1, 'bulk': 2, 'model': 'mooney_rivlin'}"));
  const BrnModelMaterial *a = material(&f, "a"), *b = material(&f, "b");
  ENSURE_NEAR(a->c10, 0.5, 1e-15); // shear modulus 1
  ENSURE(a->c01 == 0);
  ENSURE_NEAR(a->bulk, 2.6 / 1.2, 1e-15);
  ENSURE_INT(a->model, BRN_MODEL_NEO_HOOKEAN);
  ENSURE_NEAR(b->young, 18.0 / 7, 1e-15);
  ENSURE_NEAR(b->poisson, 4.0 / 14, 1e-15);
  ENSURE_INT(b->model, BRN_MODEL_MOONEY_RIVLIN);
  fixture_done(&f);
}

static void impossible_materials_are_refused(void** state) {
  (void)state;
  const struct {
    double density, young, poisson;
    const char* message;
  } trial[] = {
      {0, 1, 0.3, "materials.a.density: is 0, but must be above 0 kg/m^3"},
      {1, -2, 0.3, "materials.a.young: is -2, but must be above 0 Pa"},
      {1, 1, 0.5, "materials.a.poisson: is 0.5, but must be above -1 and below 0.5"},
      {1, 1, -1, "materials.a.poisson: is -1, but must be above -1 and below 0.5"},
      {NAN, 1, 0.3, "materials.a: needs \"density\", or \"like\""},
      {1, NAN, 0.3, "materials.a: needs \"young\", or \"like\""},
  };
  for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
    Fixture f;
    open(&f, MATERIALS("'a': {'density': 1, 'young': 1, 'poisson': 0.3}"));
    f.scene->material[0].density = trial[i].density;
    f.scene->material[0].young = trial[i].young;
    f.scene->material[0].poisson = trial[i].poisson;
    ENSURE_STATUS(f.ctx, brn__build_materials(&f.build), BRN_INVALID);
    ENSURE_ERROR_HAS(f.ctx, trial[i].message);
    fixture_done(&f);
  }
}

static void names_that_lead_nowhere_or_in_circles_are_refused(void** state) {
  (void)state;
  refuse(BAR_SCENE(BAR_MUSCLE ", 'material': 'mussle'", ""),
         "muscles.flexor.material: there is no material \"mussle\"; did you mean \"muscle\"?");
  refuse(MATERIALS("'a': {'like': 'ruber'}"),
         "materials.a.like: there is no material \"ruber\"; did you mean \"rubber\"?");
  refuse(MATERIALS("'a': {'like': 'b'}, 'b': {'like': 'c'}, 'c': {'like': 'b'}"),
         "materials.a.like: leads in a circle");
  refuse(MATERIALS("'a': {'like': 'a'}"),
         "materials.a.like: it is like itself; name another material");
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  for (int k = 0;; k++) {
    Fixture f;
    open(&f, MATERIALS("'a': {'like': 'muscle'}"));
    BrnScratchMark mark = brn__scratch_mark(f.ctx);
    fixture_fill_scratch(f.ctx);
    brn_fail_allocation(f.ctx, k);
    BrnStatus status = brn__build_materials(&f.build);
    brn_fail_allocation(f.ctx, -1);
    brn__scratch_release(f.ctx, mark);
    if (status != BRN_OK) ENSURE_STATUS(f.ctx, status, BRN_NO_MEMORY);
    fixture_done(&f);
    ENSURE(k > 2 || status == BRN_NO_MEMORY);
    if (status == BRN_OK) return;
  }
}

TEST_MAIN(cmocka_unit_test(parts_have_the_usual_materials),
          cmocka_unit_test(what_is_not_given_is_as_in_like),
          cmocka_unit_test(constants_follow_from_each_other),
          cmocka_unit_test(impossible_materials_are_refused),
          cmocka_unit_test(names_that_lead_nowhere_or_in_circles_are_refused),
          cmocka_unit_test(every_failed_allocation_is_clean))
