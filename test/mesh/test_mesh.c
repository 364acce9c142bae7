// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static void new_mesh_is_zero(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 2, 1, &mesh));
  for (int i = 0; i < 9; i++) ENSURE(mesh->position[i] == 0);
  for (int i = 0; i < 6; i++) ENSURE(mesh->triangle[i] == 0);
  for (int i = 0; i < 4; i++) ENSURE(mesh->tet[i] == 0);
  ENSURE(!mesh->triangle_label && !mesh->tet_label && !mesh->label && !mesh->array);
  ENSURE_INT(brn_mesh_item_count(mesh, BRN_ON_VERTEX), 3);
  ENSURE_INT(brn_mesh_item_count(mesh, BRN_ON_TRIANGLE), 2);
  ENSURE_INT(brn_mesh_item_count(mesh, BRN_ON_TET), 1);
  brn_mesh_destroy(ctx, mesh);
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  ENSURE(!mesh->position && !mesh->triangle && !mesh->tet);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, NULL);
  test_context_done(ctx);
}

static BrnMesh* with_everything(BrnContext* ctx) {
  static const int f[2][3] = {{0, 1, 2}, {0, 2, 3}}, t[1][4] = {{0, 1, 2, 3}};
  BrnMesh* mesh = mesh_make(ctx, 4, unit_corner[0], 2, f[0], 1, t[0]);
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  mesh->tet_label[0] = 9;
  mesh->triangle_label[1] = -2;
  mesh->polygon = brn__new_zero(ctx, 2, int);
  mesh->label_array = brn__strdup(ctx, "part");
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 9, "bone"));
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 9, "skin"));
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "speed", BRN_ON_VERTEX, 3, BRN_F32, &array));
  for (int i = 0; i < 12; i++) array->value[i] = i;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "speed", BRN_ON_TET, 1, BRN_U8, &array));
  array->value[0] = 77;
  return mesh;
}

static void copy_is_equal_and_apart(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh = with_everything(ctx), *copy;
  ENSURE_OK(ctx, brn_mesh_copy(ctx, mesh, &copy));
  memset(mesh->position, 0, sizeof(double) * 12);
  mesh->tet_label[0] = mesh->triangle_label[1] = mesh->triangle[1] = mesh->tet[1] = 0;
  mesh->polygon[1] = 5;
  mesh->array[0].value[11] = -1;
  brn_mesh_destroy(ctx, mesh);
  assert_memory_equal(copy->position, unit_corner, sizeof unit_corner);
  ENSURE(copy->triangle[1] == 1 && copy->tet[1] == 1 && copy->polygon[1] == 0);
  ENSURE(copy->tet_label[0] == 9 && copy->triangle_label[1] == -2);
  assert_string_equal(copy->label_array, "part");
  assert_string_equal(brn_mesh_label_name(copy, BRN_ON_TET, 9), "bone");
  assert_string_equal(brn_mesh_label_name(copy, BRN_ON_TRIANGLE, 9), "skin");
  const BrnArray* array = brn_mesh_find_array(copy, "speed", BRN_ON_VERTEX);
  ENSURE(array && array->components == 3 && array->number == BRN_F32 && array->value[11] == 11);
  array = brn_mesh_find_array(copy, "speed", BRN_ON_TET);
  ENSURE(array && array->components == 1 && array->number == BRN_U8 && array->value[0] == 77);
  brn_mesh_destroy(ctx, copy);
  test_context_done(ctx);
}

static void array_names_are_taken_once_per_domain(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_everything(ctx);
  BrnArray* array = (BrnArray*)1;
  ENSURE_STATUS(ctx, brn_mesh_add_array(ctx, mesh, "speed", BRN_ON_TET, 2, BRN_F64, &array),
                BRN_INVALID);
  ENSURE(array == NULL);
  ENSURE_ERROR_HAS(ctx, "\"speed\"");
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "speed", BRN_ON_TRIANGLE, 2, BRN_F64, NULL));
  ENSURE_INT(mesh->array_count, 3);
  array = &mesh->array[2];
  for (int i = 0; i < 4; i++) ENSURE(array->value[i] == 0);
  ENSURE(brn_mesh_find_array(mesh, "pressure", BRN_ON_TET) == NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void label_names_are_replaced(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_everything(ctx);
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 9, "humerus"));
  ENSURE_INT(mesh->label_count, 2);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 9), "humerus");
  ENSURE(brn_mesh_label_name(mesh, BRN_ON_TET, 8) == NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void labels_that_are_there_are_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_everything(ctx);
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  ENSURE(mesh->tet_label[0] == 9 && mesh->triangle_label[1] == -2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void validation_names_the_culprit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_everything(ctx);
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  mesh->tet[3] = 4;
  ENSURE_STATUS(ctx, brn_mesh_validate(ctx, mesh), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "tet 0 has corner 4, but there are 4 vertices");
  mesh->triangle[4] = -1;
  ENSURE_STATUS(ctx, brn_mesh_validate(ctx, mesh), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "triangle 1 has corner -1");
  mesh->position[7] = INFINITY;
  ENSURE_STATUS(ctx, brn_mesh_validate(ctx, mesh), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "vertex 2: y is infinite");
  mesh->position[5] = NAN;
  ENSURE_STATUS(ctx, brn_mesh_validate(ctx, mesh), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "vertex 1: z is not a number");
  brn_mesh_destroy(ctx, mesh);
  mesh = mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL);
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void up_axis_becomes_y(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int axis = 0; axis < 3; axis++) {
    BrnMesh* mesh = mesh_unit_tet(ctx);
    brn_mesh_to_si(mesh, 0.5, "xyz"[axis]);
    const double* up = mesh->position + 3 * (axis + 1); // the corner along the axis
    ENSURE(up[0] == 0 && up[1] == 0.5 && up[2] == 0);
    BrnTetReport report;
    ENSURE_OK(ctx, brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &report));
    ENSURE_NEAR(report.volume, 0.125 / 6, 1e-17); // not mirrored
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void units_and_axes_go_back_and_forth(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int axis = 0; axis < 3; axis++) {
    BrnMesh* mesh = mesh_grid(ctx, 2, 0.3);
    BrnMesh* before;
    ENSURE_OK(ctx, brn_mesh_copy(ctx, mesh, &before));
    brn_mesh_to_si(mesh, 0.001, "xyz"[axis]);
    brn_mesh_from_si(mesh, 0.001, "xyz"[axis]);
    for (int i = 0; i < 3 * mesh->vertex_count; i++) {
      ENSURE_NEAR(mesh->position[i], before->position[i], 1e-15);
    }
    // with a power of two, not a bit is lost
    brn_mesh_from_si(before, 0.25, "xyz"[axis]);
    brn_mesh_to_si(before, 0.25, "xyz"[axis]);
    BrnMesh* again = mesh_grid(ctx, 2, 0.3);
    for (int i = 0; i < 3 * mesh->vertex_count; i++) {
      ENSURE(before->position[i] == again->position[i]);
    }
    brn_mesh_destroy(ctx, again);
    brn_mesh_destroy(ctx, before);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static BrnStatus copy(BrnContext* ctx, BrnMesh* mesh) {
  BrnMesh* out;
  BrnStatus status = brn_mesh_copy(ctx, mesh, &out);
  ENSURE((status == BRN_OK) == (out != NULL));
  brn_mesh_destroy(ctx, out);
  return status;
}
static BrnStatus create(BrnContext* ctx, BrnMesh* mesh) {
  (void)mesh;
  BrnMesh* out;
  BrnStatus status = brn_mesh_create(ctx, 1, 1, 1, &out);
  ENSURE((status == BRN_OK) == (out != NULL));
  brn_mesh_destroy(ctx, out);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_unit_tet, create);
  mesh_trial_no_memory(with_everything, copy);
}

// additions change the mesh itself: after a failure it is as it was, and the next try succeeds
static void failed_additions_leave_the_mesh_whole(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_everything(ctx);
  int failures = 0;
  for (int i = 0; i < 60; i++) { // the lists grow now and then
    char name[16];
    snprintf(name, sizeof name, "new %d", i);
    for (int k = 0, added = 0; !added; k++) {
      brn_fail_allocation(ctx, k);
      BrnStatus status = brn_mesh_add_array(ctx, mesh, name, BRN_ON_TET, 2, BRN_F64, NULL);
      added = status == BRN_OK;
      failures += !added;
      ENSURE_INT(status, added ? BRN_OK : BRN_NO_MEMORY);
      ENSURE_INT(mesh->array_count, 2 + i + added);
      ENSURE((brn_mesh_find_array(mesh, name, BRN_ON_TET) != NULL) == added);
    }
    for (int k = 0, added = 0; !added; k++) {
      brn_fail_allocation(ctx, k);
      BrnStatus status = brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 1000 - i, name);
      added = status == BRN_OK;
      failures += !added;
      ENSURE_INT(status, added ? BRN_OK : BRN_NO_MEMORY);
      ENSURE_INT(mesh->label_count, 2 + i + added);
      ENSURE((brn_mesh_label_name(mesh, BRN_ON_TET, 1000 - i) != NULL) == added);
    }
  }
  brn_fail_allocation(ctx, -1);
  ENSURE(failures >= 60 * 3 + 4); // name and values, name; and the lists
  for (int i = 0; i < 60; i++) {
    char name[16];
    snprintf(name, sizeof name, "new %d", i);
    assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 1000 - i), name);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void counts_without_arrays_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double position[9] = {0};
  BrnMesh triangles = {.vertex_count = 3, .triangle_count = 1, .position = position};
  BrnMesh negative = {.vertex_count = -1};
  BrnLabel nameless = {.on = BRN_ON_TET, .id = 1};
  BrnMesh labels = {.label_count = 1, .label = &nameless};
  BrnArray empty = {.name = (char[]){"x"}, .on = BRN_ON_VERTEX, .components = 1};
  BrnMesh arrays = {.vertex_count = 3, .position = position, .array_count = 1, .array = &empty};
  const BrnMesh* all[] = {&triangles, &negative, &labels, &arrays};
  for (int i = 0; i < 4; i++) {
    ENSURE_STATUS(ctx, brn_mesh_validate(ctx, all[i]), BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, "not what they count");
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(counts_without_arrays_are_told), cmocka_unit_test(new_mesh_is_zero),
          cmocka_unit_test(copy_is_equal_and_apart),
          cmocka_unit_test(array_names_are_taken_once_per_domain),
          cmocka_unit_test(label_names_are_replaced),
          cmocka_unit_test(labels_that_are_there_are_kept),
          cmocka_unit_test(validation_names_the_culprit), cmocka_unit_test(up_axis_becomes_y),
          cmocka_unit_test(units_and_axes_go_back_and_forth),
          cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(failed_additions_leave_the_mesh_whole))
