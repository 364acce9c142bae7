// SPDX-License-Identifier: Apache-2.0
//
// The list of measures beside the structs that it speaks of.

#include "anatomy/surfaces_test.h"
#include "brawn/measure.h"

#include <math.h>

static const BrnMeasure* find(BrnModelDomain of, const char* name, BrnMeasureShape shape) {
  const BrnMeasure *measure, *found = NULL;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    if (measure->of != of || strcmp(measure->name, name) != 0 || measure->shape != shape) continue;
    ENSURE(!found); // there are no two
    found = measure;
  }
  ENSURE(found);
  return found;
}

static void measures_have_names_of_their_own(void** state) {
  (void)state;
  const BrnMeasure* measure;
  int count = 0;
  for (; (measure = brn_measure(count)); count++) {
    ENSURE(find(measure->of, measure->name, measure->shape) == measure);
    ENSURE(!measure->color == !measure->title);
    ENSURE(measure->about || brn_measure(count - 1)->of == measure->of);
  }
  ENSURE(count > 50);
  ENSURE(!brn_measure(-1));
}

// each lies within its item, on a double, and nothing lies where another does
static void places_do_not_overlap(void** state) {
  (void)state;
  const BrnMeasure *a, *b;
  for (int i = 0; (a = brn_measure(i)); i++) {
    size_t size = sizeof(double) * (size_t)brn_measure_size(a->shape);
    if (a->source != BRN_IS_MEASURED) continue;
    ENSURE(a->at + size <= a->size && a->at % sizeof(double) == 0);
    for (int k = 0; (b = brn_measure(k)); k++) {
      if (k == i || b->source != BRN_IS_MEASURED || b->list != a->list) continue;
      size_t other = sizeof(double) * (size_t)brn_measure_size(b->shape);
      ENSURE(b->at + other <= a->at || a->at + size <= b->at);
    }
  }
}

static void values_are_those_of_the_members(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = body_make(ctx);
  BrnMeasures* m;
  ENSURE_OK(ctx, brn_measures_create(ctx, model, &m));
  const struct {
    BrnModelDomain of;
    const char* name;
    BrnMeasureShape shape;
    int item;
    const double* member;
  } list[] = {
      {BRN_OF_SAMPLES, "fibre", BRN_VECTOR, 7, m->fibre + 21},
      {BRN_OF_SAMPLES, "stretch", BRN_NUMBER, 7, m->stretch + 7},
      {BRN_OF_VERTICES, "force", BRN_VECTOR, 2, m->force + 6},
      {BRN_OF_UNITS, "length", BRN_NUMBER, 0, &m->unit[0].length},
      {BRN_OF_UNITS, "excitation", BRN_NUMBER, 0, &m->unit[0].excitation},
      {BRN_OF_PARTS, "volume", BRN_NUMBER, 2, &m->part[2].volume},
      {BRN_OF_BONES, "rotation", BRN_ROTATION, 1, m->bone[1].pose.rotation},
      {BRN_OF_BONES, "centre", BRN_VECTOR, 1, m->bone[1].centre},
      {BRN_OF_BONES, "hold_moment", BRN_VECTOR, 0, m->bone[0].hold.moment},
      {BRN_OF_ATTACHMENTS, "moment", BRN_VECTOR, 1, m->attachment[1].moment},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    const BrnMeasure* measure = find(list[i].of, list[i].name, list[i].shape);
    ENSURE(brn_measure_value(m, measure, list[i].item) == list[i].member);
  }
  brn_measures_destroy(ctx, m);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// a body of surfaces has lengths and volumes, and no forces, stresses and energies
static void bodies_have_what_they_are_made_for(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = body_make(ctx);
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    const char* unit = measure->unit ? measure->unit : "";
    bool force = strchr(unit, 'N') || strchr(unit, 'J') || strstr(unit, "Pa");
    if (force) ENSURE(!brn_model_has_measure(model, measure, -1));
  }
  ENSURE(brn_model_has_measure(model, find(BRN_OF_SAMPLES, "stretch", BRN_NUMBER), -1));
  ENSURE(brn_model_has_measure(model, find(BRN_OF_PARTS, "volume", BRN_NUMBER), -1));
  ENSURE(brn_model_has_measure(model, find(BRN_OF_UNITS, "length", BRN_NUMBER), 0));
  ENSURE(!brn_model_has_measure(model, find(BRN_OF_PROBES, "position", BRN_VECTOR), -1));

  const BrnMeasure* excitation = find(BRN_OF_UNITS, "excitation", BRN_NUMBER);
  model->unit_list[0].dynamics = BRN_DYNAMICS_NONE, model->unit_list[0].signal = -1;
  ENSURE(!brn_model_has_measure(model, excitation, 0)); // it would be the activation
  ENSURE(brn_model_has_measure(model, excitation, -1));
  model->unit_list[0].signal = 0;
  ENSURE(brn_model_has_measure(model, excitation, 0));
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(measures_have_names_of_their_own),
          cmocka_unit_test(places_do_not_overlap),
          cmocka_unit_test(values_are_those_of_the_members),
          cmocka_unit_test(bodies_have_what_they_are_made_for))
