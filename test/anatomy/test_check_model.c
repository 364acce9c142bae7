// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// A model of a bar is sound; then one thing after the other is spoilt.

static BrnRemarks check(BrnContext* ctx, const BrnModel* model) {
  BrnRemarks remarks = {0};
  ENSURE_OK(ctx, brn_model_check(ctx, model, &remarks));
  return remarks;
}

static void expect(BrnContext* ctx, const BrnModel* model, BrnSeverity severity, const char* where,
                   const char* text) {
  BrnRemarks remarks = check(ctx, model);
  bool found = false;
  for (int i = 0; i < remarks.count; i++) {
    const BrnRemark* r = &remarks.remark[i];
    found |= r->severity == severity && strcmp(r->where, where) == 0 && strstr(r->text, text);
  }
  if (!found) print_error("lacks: %s: %s\n", where, text);
  ENSURE(found);
  brn_remarks_clear(ctx, &remarks);
}

static void a_sound_model_has_no_warnings(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  BrnRemarks remarks = check(ctx, model);
  ENSURE_INT(remarks.error_count + remarks.warning_count, 0);
  brn_remarks_clear(ctx, &remarks);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void spoilt_parts_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  model->part[2].component_count = 3;
  expect(ctx, model, BRN_WARNING, "muscles.m", "falls into 3 pieces");
  model->part[0].min_angle = 7.9;
  expect(ctx, model, BRN_WARNING, "bones.top", "angles from 7.9");
  model->part[0].min_angle = 30;
  model->part[0].max_angle = 165.5;
  expect(ctx, model, BRN_WARNING, "bones.top", "165.5 degrees");
  int count = model->part[1].tet_count;
  model->part[1].tet_count = 0;
  expect(ctx, model, BRN_ERROR, "bones.base", "has no tets");
  model->part[1].tet_count = count;
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void spoilt_muscles_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  BrnModelUnit* unit = &model->unit_list[0];
  unit->flat_count = unit->tet_count / 20;
  expect(ctx, model, BRN_NOTE, "muscles.m", "fibres were filled in");
  unit->flat_count = unit->tet_count / 4;
  expect(ctx, model, BRN_WARNING, "muscles.m", "move origin and insertion further apart");
  unit->fibre_length = 2 * unit->length;
  expect(ctx, model, BRN_WARNING, "muscles.m", "is one of them much too large?");
  model->attachment[unit->insertion].area = 1e-6;
  expect(ctx, model, BRN_WARNING, "muscles.m", "the insertion is only 1 mm^2");
  for (int i = 0; i < unit->tet_count; i++) model->tendon[unit->tet[i]] = 1;
  expect(ctx, model, BRN_WARNING, "muscles.m", "is tendon everywhere");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void every_allocation_may_fail(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  model->part[2].component_count = 3;
  size_t before = brn_byte_count(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  for (int i = 0; status == BRN_NO_MEMORY; i++) {
    BrnRemarks remarks = {0};
    brn_fail_allocation(ctx, i);
    status = brn_model_check(ctx, model, &remarks);
    brn_fail_allocation(ctx, -1);
    brn_remarks_clear(ctx, &remarks);
    ENSURE_INT(brn_byte_count(ctx), before);
  }
  ENSURE_INT(status, BRN_OK);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(a_sound_model_has_no_warnings), cmocka_unit_test(spoilt_parts_are_told),
          cmocka_unit_test(spoilt_muscles_are_told), cmocka_unit_test(every_allocation_may_fail))
