// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

#include "shape/shape.h"

#include <jansson.h>

static const BrnField* field_of(const char* name) {
  for (const BrnField* field = brn__shape_fields; field->name; field++) {
    if (strcmp(field->name, name) == 0) return field;
  }
  return NULL;
}

static size_t size_of(const BrnField* field) {
  switch (field->type) {
  case BRN_FIELD_DOUBLE: return sizeof(double);
  case BRN_FIELD_BOOL: return sizeof(bool);
  default: return sizeof(int);
  }
}

// Every byte of the def but the cookie and the padding after corner belongs to one field.
static void fields_cover_the_def(void** state) {
  (void)state;
  char covered[sizeof(BrnShapeDef)] = {0};
  size_t bytes = 0;
  for (const BrnField* field = brn__shape_fields; field->name; field++) {
    ENSURE(field->help && field->help[0] && field->help[strlen(field->help) - 1] != '.');
    for (size_t i = 0; i < size_of(field); i++, bytes++) {
      ENSURE_INT(covered[field->offset + i], 0);
      covered[field->offset + i] = 1;
    }
  }
  size_t padding = offsetof(BrnShapeDef, gap) - offsetof(BrnShapeDef, corner) - sizeof(bool);
  ENSURE_INT(bytes, sizeof(BrnShapeDef) - sizeof(int) - padding);
}

static void choices_are_the_names(void** state) {
  (void)state;
  char names[256] = "";
  for (int i = 0; i < BRN_SHAPE_COUNT; i++) {
    if (i > 0) strcat(names, " ");
    strcat(names, brn_shape_name((BrnShape)i));
  }
  assert_string_equal(field_of("shape")->choices, names);
}

static void uses_are_fields(void** state) {
  (void)state;
  static const BrnShapeKind* const kinds[] = {
      &brn__shape_fusiform, &brn__shape_bipennate, &brn__shape_pair, &brn__shape_curved,
      &brn__shape_bar,      &brn__shape_torus,     &brn__shape_block};
  for (int i = 0; i < BRN_SHAPE_COUNT; i++) {
    char uses[256];
    snprintf(uses, sizeof uses, "%s", kinds[i]->uses);
    for (char* word = strtok(uses, " "); word; word = strtok(NULL, " ")) {
      ENSURE(field_of(word) != NULL);
      ENSURE(brn_shape_uses((BrnShape)i, word));
    }
    ENSURE(brn_shape_uses((BrnShape)i, "tets") && brn_shape_uses((BrnShape)i, "shape"));
    ENSURE(!brn_shape_uses((BrnShape)i, "wid") && !brn_shape_uses((BrnShape)i, ""));
  }
  ENSURE(brn_shape_uses(BRN_SHAPE_BIPENNATE, "pennation"));
  ENSURE(!brn_shape_uses(BRN_SHAPE_FUSIFORM, "pennation"));
  ENSURE(!brn_shape_uses(BRN_SHAPE_TORUS, "bone"));
}

static void set(BrnShapeDef* def, const BrnField* field, double value) {
  char* member = (char*)def + field->offset;
  if (field->type == BRN_FIELD_INT)
    *(int*)member = (int)value;
  else
    *(double*)member = value;
}

// each number of each shape, below and above its range and not a number
static void values_out_of_range_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int i = 0; i < BRN_SHAPE_COUNT; i++) {
    for (const BrnField* field = brn__shape_fields; field->name; field++) {
      if (field->type != BRN_FIELD_INT && field->type != BRN_FIELD_DOUBLE) continue;
      if (!brn_shape_uses((BrnShape)i, field->name)) continue;
      BrnShapeDef def = brn_shape_def_default((BrnShape)i);
      set(&def, field, field->low - 1);
      shape_refuses(ctx, &def, field->name, "must be from");
      if (field->high < INT32_MAX) {
        set(&def, field, 2 * field->high + 1);
        shape_refuses(ctx, &def, field->name, "must be from");
      }
      if (field->type == BRN_FIELD_INT) continue;
      set(&def, field, NAN);
      shape_refuses(ctx, &def, field->name, "must be from");
    }
  }
  test_context_done(ctx);
}

static void unused_fields_do_not_matter(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_TORUS);
  def.tets = 1000;
  def.pennation = -7;
  def.bone_width = NAN;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void refusal_tells_value_unit_and_range(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BIPENNATE);
  def.pennation = 75;
  shape_refuses(ctx, &def, "bipennate: pennation is 75 degrees", "must be from 0 to 60");
  def = brn_shape_def_default(BRN_SHAPE_BAR);
  def.tets = 99;
  shape_refuses(ctx, &def, "bar: tets is 99", "from 100 to 20000000");
  test_context_done(ctx);
}

// The defaults of every shape make about as many tets as they promise.
static void defaults_can_be_made(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int i = 0; i < BRN_SHAPE_COUNT; i++) {
    BrnShapeDef def = brn_shape_def_default((BrnShape)i);
    BrnMesh* mesh;
    ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
    ENSURE_NEAR(mesh->tet_count, def.tets, 0.05 * def.tets);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// What a message advises is three digits long and on the safe side.
static void advice_is_on_the_safe_side(void** state) {
  (void)state;
  ENSURE_NEAR(brn__shape_at_least(0.018751), 0.0188, 1e-15);
  ENSURE_NEAR(brn__shape_at_most(0.018759), 0.0187, 1e-15);
  ENSURE_NEAR(brn__shape_at_most(143.2), 143, 1e-12);
  ENSURE(brn__shape_at_least(0.08) >= 0.08 && brn__shape_at_most(0) == 0);
}

TEST_MAIN(cmocka_unit_test(fields_cover_the_def), cmocka_unit_test(choices_are_the_names),
          cmocka_unit_test(uses_are_fields), cmocka_unit_test(values_out_of_range_are_refused),
          cmocka_unit_test(unused_fields_do_not_matter),
          cmocka_unit_test(refusal_tells_value_unit_and_range),
          cmocka_unit_test(defaults_can_be_made), cmocka_unit_test(advice_is_on_the_safe_side))
