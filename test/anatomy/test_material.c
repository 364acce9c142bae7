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

// the parameters of a material, as text
static void ensure_has(const Fixture* f, const char* name, const char* expected) {
  const BrnModelMaterial* m = material(f, name);
  char text[1000] = "";
  for (int i = 0; i < m->parameter_count; i++) {
    const BrnParameter* p = &m->parameter[i];
    size_t used = strlen(text);
    double value = p->text ? strtod(p->text, NULL) : p->row_count;
    bool number = !p->text || value != 0 || p->text[0] == '0';
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s ", i ? ", " : "", p->key);
    if (number)
      snprintf(text + used, sizeof text - used, "%.10g", value);
    else
      snprintf(text + used, sizeof text - used, "%s", p->text);
  }
  assert_string_equal(text, expected);
}

static void parts_have_the_usual_materials(void** state) {
  (void)state;
  Fixture f;
  make(&f, BAR_SCENE(BAR_MUSCLE, ""));
  const BrnModel* model = f.build.model;
  ENSURE_INT(model->material_count, 2); // what is not used is not there
  ENSURE(material(&f, "bone")->young == 1e10 && material(&f, "bone")->density == 1900);
  ENSURE(material(&f, "muscle")->young == 6e6 && material(&f, "muscle")->poisson == 0.45);
  assert_string_equal(material(&f, "muscle")->kind, "stable_neo_hookean");
  ensure_has(&f, "muscle", "young 6000000, poisson 0.45");
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
  ENSURE(mine->young == 5 && mine->density == 7 && mine->poisson == 0.45);
  ENSURE(material(&f, "base")->young == 3);
  ENSURE(material(&f, "bone")->density == 2000 && material(&f, "bone")->young == 1e10);
  ENSURE_INT(f.build.model->material_count, 3);
  ENSURE_INT(f.build.model->material[f.build.model->mesh->tet_count / 2], 0);
  fixture_done(&f);
}

// E = 9 K G / (3 K + G), nu = (3 K - 2 G) / (2 (3 K + G)), G = 2 (c1 + c2)
static void constants_follow_from_each_other(void** state) {
  (void)state;
  Fixture f;
  make(&f, MATERIALS("'a': {'density': 1, 'young': 2.6, 'poisson': 0.3}, 'b': {'density': 1, 'c1': "
                     "0.4, 'c2': 0.1, 'bulk': 2, 'model': 'mooney_rivlin'}, 'c': {'like': 'a', "
                     "'model': 'mooney_rivlin'}, 'd': {'like': 'b', 'model': 'corotated'}, 'e': "
                     "{'like': 'c', 'volumetric': 'full', 'young': 5.2}, 'f': {'density': 1, "
                     "'model': 'mooney_rivlin', 'c1': 3, 'bulk': 9}"));
  const BrnModelMaterial *b = material(&f, "b"), *d = material(&f, "d"), *e = material(&f, "e");
  ensure_has(&f, "c", "c2 0, c1 0.5, bulk 2.166666667"); // shear modulus 1
  ENSURE_NEAR(b->young, 18.0 / 7, 1e-13);
  ENSURE_NEAR(b->poisson, 4.0 / 14, 1e-13);
  assert_string_equal(b->kind, "mooney_rivlin");
  ENSURE_NEAR(d->young, 18.0 / 7, 1e-13);
  ENSURE_NEAR(d->poisson, 4.0 / 14, 1e-13);
  ENSURE_INT(d->parameter_count, 2);
  ensure_has(&f, "e", "volumetric full, c2 0, c1 1, bulk 2.166666667"); // times (ln J)^2
  ENSURE_NEAR(e->young, 5.2, 1e-12);
  ENSURE_NEAR(e->poisson, 0.3, 1e-13);
  ensure_has(&f, "f", "c1 3, bulk 9, c2 0");
  fixture_done(&f);
}

// Two moduli replace what there was; a lone one goes with the inherited ratio, a ratio with the
// inherited Young's modulus.
static void moduli_are_given_in_twos(void** state) {
  (void)state;
  Fixture f;
  make(&f,
       MATERIALS("'a': {'like': 'muscle', 'shear': 2, 'bulk': 6}, 'b': {'like': 'a', 'poisson': "
                 "0.4}, 'c': {'like': 'a', 'lambda': 3}, 'd': {'like': 'muscle', 'bulk': 10}, "
                 "'e': {'like': 'a', 'density': 5}, 'f': {'like': 'muscle', 'young': 2}"));
  ensure_has(&f, "a", "shear 2, bulk 6");
  ENSURE_NEAR(material(&f, "a")->young, 5.4, 1e-13); // 9 K G / (3 K + G)
  ENSURE_NEAR(material(&f, "a")->poisson, 0.35, 1e-14);
  ensure_has(&f, "b", "poisson 0.4, young 5.4");
  ensure_has(&f, "c", "lambda 3, poisson 0.35");
  ensure_has(&f, "d", "bulk 10, poisson 0.45");
  ENSURE_NEAR(material(&f, "d")->young, 3, 1e-13); // 3 K (1 - 2 nu)
  ensure_has(&f, "e", "shear 2, bulk 6");
  ensure_has(&f, "f", "young 2, poisson 0.45");
  fixture_done(&f);
}

static void presets_know_mooney_rivlin(void** state) {
  (void)state;
  Fixture f;
  make(&f,
       MATERIALS("'a': {'like': 'muscle', 'model': 'mooney_rivlin'}, 'b': {'like': 'muscle', "
                 "'density': 3}, 'c': {'like': 'b', 'model': 'teran_muscle', 'c2': 5}, 'd': "
                 "{'like': 'muscle', 'model': 'mooney_rivlin', 'young': 6, 'poisson': 0.2}, 'e': "
                 "{'like': 'tendon', 'model': 'teran_tendon'}, 'f': {'like': 'fat', 'model': "
                 "'teran_muscle', 'tension': 7}"));
  ensure_has(&f, "a", "c1 30000, c2 10000, bulk 20000000");
  ENSURE_NEAR(material(&f, "a")->young, 9 * 2e7 * 8e4 / (6e7 + 8e4), 1e-6);
  ensure_has(&f, "c", "c1 30000, bulk 20000000, c2 5");
  ensure_has(&f, "d", "c2 0, c1 1.25, bulk 3.333333333");
  ensure_has(&f, "e", "c1 60000, c2 10000, bulk 20000000");
  ensure_has(&f, "f", "c2 0, c1 517.2413793, bulk 10000, tension 7");
  fixture_done(&f);
}

static void another_model_drops_what_it_does_not_know(void** state) {
  (void)state;
  Fixture f;
  make(&f, MATERIALS(
               "'a': {'like': 'muscle', 'model': 'stable_neo_hookean_log', 'raw': true}, 'b': "
               "{'like': 'a', 'model': 'corotated'}, 'c': {'like': 'b', 'model': "
               "'blemker_muscle', 'along': 100, 'across': 300, 'guard': 50, 'optimal': 1.2}, 'd': "
               "{'like': 'c', 'model': 'blemker_tendon'}"));
  ensure_has(&f, "a", "young 6000000, poisson 0.45, raw true");
  ensure_has(&f, "b", "young 6000000, poisson 0.45");
  ensure_has(&f, "c", "optimal 1.2, along 100, across 300, guard 50");
  ensure_has(&f, "d", "along 100, across 300, guard 50");
  // two shears in planes along the fibres, one across and a stretch across that is one too, and a
  // stretch along with the guard alone: shear moduli 2 G1, 2 G1, 2 G2, 2 G2, 0, and the guard
  ENSURE_NEAR(material(&f, "c")->young / (2 * (1 + material(&f, "c")->poisson)),
              (2 * 200 + 2 * 600) / 5.0 + 50, 1e-6);
  fixture_done(&f);
}

static void fibre_terms_are_inherited_and_taken_away(void** state) {
  (void)state;
  Fixture f;
  make(&f, MATERIALS(
               "'a': {'like': 'fat', 'hill': {'active': 'blemker', 'tension': 9}, 'toe_fibre': "
               "true}, 'b': {'like': 'a', 'hill': {'active': [[0, 0], [1, 1], [2, 0]]}}, 'c': "
               "{'like': 'b', 'hill': false}, 'd': {'like': 'c', 'hill': {'optimal': 2}, "
               "'toe_fibre': {'size': 4}}, 'e': {'like': 'd', 'hill': true, 'toe_fibre': false}"));
  ensure_has(&f, "a",
             "young 3000, poisson 0.45, hill.tension 9, hill.active blemker, toe_fibre true");
  ensure_has(&f, "b", "young 3000, poisson 0.45, hill.tension 9, toe_fibre true, hill.active 3");
  ensure_has(&f, "c", "young 3000, poisson 0.45, toe_fibre true");
  ensure_has(&f, "d", "young 3000, poisson 0.45, hill.optimal 2, toe_fibre.size 4");
  ensure_has(&f, "e", "young 3000, poisson 0.45, hill.optimal 2");
  fixture_done(&f);
}

static void numbers_that_do_not_go_together_are_refused(void** state) {
  (void)state;
  refuse(MATERIALS("'a': {'like': 'muscle', 'c1': 3}"),
         "materials.a.c1: stable_neo_hookean has no \"c1\", so leave it out; it has: young, "
         "poisson, shear, lambda, "
         "bulk");
  refuse(
      MATERIALS("'a': {'like': 'muscle', 'model': 'blemker_muscle', 'young': 3}"),
      "materials.a.young: blemker_muscle has no \"young\", so leave it out; it has: along, across");
  refuse(MATERIALS("'a': {'like': 'muscle', 'young': 3, 'poisson': 0.2, 'bulk': 4}"),
         "materials.a: an isotropic solid takes two of young, poisson, shear, lambda and bulk");
  refuse(MATERIALS("'a': {'like': 'muscle', 'shear': 3, 'bulk': 4, 'hill': {'active': 'table'}}"),
         "materials.a: hill.active is table, but no table was given");
  refuse(MATERIALS("'a': {'like': 'muscle', 'hill': {'active': [[1, 0], [1, 1]]}}"),
         "materials.a: point 1 of the curve is at 1, which must be more than the 1 before it");
  refuse(MATERIALS("'a': {'like': 'muscle', 'model': 'mooney_rivlin', 'c1': 0, 'c2': 0}"),
         "materials.a: c1 + c2 is 0 Pa, but must be above 0");
  refuse(MATERIALS("'a': {'density': 1, 'shear': 3}"),
         "materials.a: needs \"poisson\", or \"like\"");
  refuse(MATERIALS("'a': {'density': 1, 'model': 'mooney_rivlin', 'young': 3}"),
         "materials.a: needs \"poisson\", or \"like\"");
  refuse(MATERIALS("'a': {'density': 1, 'poisson': 0.3}"),
         "materials.a: needs \"young\", or \"like\"");
  refuse(MATERIALS("'a': {'density': 1, 'shear': 3, 'lambda': -3}"),
         "materials.a: these numbers make a shear modulus of");
}

static void impossible_materials_are_refused(void** state) {
  (void)state;
  const struct {
    double density, young, poisson;
    const char* message;
  } trial[] = {
      {0, 1, 0.3, "materials.a.density: is 0, but must be above 0 kg/m^3"},
      {1, -2, 0.3, "materials.a: young is -2, which is not between 0.001 and 1e+15 Pa"},
      {1, 1, 0.5, "materials.a: poisson is 0.5, which is not between -0.999 and 0.499999"},
      {1, 1, -1, "materials.a: poisson is -1, which is not between -0.999 and 0.499999"},
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
    open(&f, MATERIALS("'a': {'like': 'muscle', 'model': 'mooney_rivlin', 'young': 3, 'hill': "
                       "{'active': [[0, 0], [1, 1]]}}, 'b': {'like': 'a', 'model': 'linear'}"));
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
          cmocka_unit_test(moduli_are_given_in_twos), cmocka_unit_test(presets_know_mooney_rivlin),
          cmocka_unit_test(another_model_drops_what_it_does_not_know),
          cmocka_unit_test(fibre_terms_are_inherited_and_taken_away),
          cmocka_unit_test(numbers_that_do_not_go_together_are_refused),
          cmocka_unit_test(impossible_materials_are_refused),
          cmocka_unit_test(names_that_lead_nowhere_or_in_circles_are_refused),
          cmocka_unit_test(every_failed_allocation_is_clean))
