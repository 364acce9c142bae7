// SPDX-License-Identifier: Apache-2.0

#include "mesh/label_names.h"

#include "mesh/mesh.h"
#include "test.h"

#include <limits.h>

static BrnMesh* empty_mesh(BrnContext* ctx) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  return mesh;
}

static void in_order(const BrnMesh* mesh) {
  for (int i = 1; i < mesh->label_count; i++) {
    const BrnLabel *a = &mesh->label[i - 1], *b = &mesh->label[i];
    ENSURE(a->on < b->on || (a->on == b->on && a->id < b->id));
  }
}

static void names_given_one_by_one_are_in_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = empty_mesh(ctx);
  const int id[] = {5, -3, INT_MAX, 0, INT_MIN, 7, 6};
  for (int i = 0; i < 14; i++) {
    BrnDomain on = i < 7 ? BRN_ON_TET : BRN_ON_TRIANGLE;
    char name[16];
    snprintf(name, sizeof name, "n%d", i);
    ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, on, id[i % 7], name));
    in_order(mesh);
  }
  for (int i = 0; i < 14; i++) {
    char name[16];
    snprintf(name, sizeof name, "n%d", i);
    BrnDomain on = i < 7 ? BRN_ON_TET : BRN_ON_TRIANGLE;
    assert_string_equal(brn_mesh_label_name(mesh, on, id[i % 7]), name);
  }
  ENSURE(!brn_mesh_label_name(mesh, BRN_ON_TET, 1) && !brn_mesh_label_name(mesh, BRN_ON_VERTEX, 5));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void collected_names_are_sorted_and_the_last_wins(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = empty_mesh(ctx);
  BrnLabelNames names = {0};
  ENSURE_OK(ctx, brn__label_names_to_mesh(ctx, &names, mesh));
  ENSURE(mesh->label_count == 0 && mesh->label == NULL);
  ENSURE_OK(ctx, brn__label_names_add(ctx, &names, BRN_ON_TET, 7, "biceps brachii", 6));
  ENSURE_OK(ctx, brn__label_names_add(ctx, &names, BRN_ON_TRIANGLE, 9, "skin\0deep", 9));
  ENSURE_OK(ctx, brn__label_names_add(ctx, &names, BRN_ON_TET, -2, "bone", 4));
  ENSURE_OK(ctx, brn__label_names_add(ctx, &names, BRN_ON_TET, 7, "triceps", 7));
  ENSURE_OK(ctx, brn__label_names_to_mesh(ctx, &names, mesh));
  brn__label_names_free(ctx, &names);
  ENSURE_INT(mesh->label_count, 3);
  in_order(mesh);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 9), "skin");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 7), "triceps");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, -2), "bone");
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 1, "later")); // the list grows
  in_order(mesh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void groups_are_found_by_name(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnLabelNames names = {0};
  const char* const word[] = {"a", "", "ab", "a name of more than eight letters", "abc", "ba"};
  int id;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 6; i++) {
      ENSURE_OK(ctx,
                brn__label_names_find(ctx, &names, BRN_ON_TRIANGLE, word[i], strlen(word[i]), &id));
      ENSURE_INT(id, i + 1);
    }
  }
  ENSURE_OK(ctx, brn__label_names_find(ctx, &names, BRN_ON_TET, "a", 1, &id)); // another domain
  ENSURE_INT(id, 7);
  ENSURE_OK(ctx, brn__label_names_find(ctx, &names, BRN_ON_TRIANGLE, "abcdef", 3, &id));
  ENSURE_INT(id, 5);
  BrnMesh* mesh = empty_mesh(ctx);
  ENSURE_OK(ctx, brn__label_names_to_mesh(ctx, &names, mesh));
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 4), word[3]);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// descending ids and many names: no list is walked from end to end for each
static void many_names_take_little_time(void** state) {
  (void)state;
  enum { COUNT = 200000 };
  BrnContext* ctx = test_context();
  BrnMesh* mesh = empty_mesh(ctx);
  BrnLabelNames names = {0}, groups = {0};
  for (int i = 0; i < COUNT; i++) {
    char name[16];
    size_t length = (size_t)snprintf(name, sizeof name, "g%d", i);
    int id;
    ENSURE_OK(ctx, brn__label_names_add(ctx, &names, BRN_ON_TET, COUNT - i, name, length));
    ENSURE_OK(ctx, brn__label_names_find(ctx, &groups, BRN_ON_TET, name, length, &id));
    assert_true(id == i + 1);
  }
  ENSURE_OK(ctx, brn__label_names_to_mesh(ctx, &names, mesh));
  brn__label_names_free(ctx, &groups);
  ENSURE_INT(mesh->label_count, COUNT);
  for (int i = 0; i < COUNT; i++) assert_true(mesh->label[i].id == i + 1);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, COUNT), "g0");
  BrnMesh* copy;
  ENSURE_OK(ctx, brn_mesh_copy(ctx, mesh, &copy));
  ENSURE_INT(copy->label_count, COUNT);
  brn_mesh_destroy(ctx, copy);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnStatus collect(BrnContext* ctx, BrnLabelNames* names, BrnMesh* mesh) {
  int id;
  for (int i = 0; i < 40; i++) {
    char name[16];
    size_t length = (size_t)snprintf(name, sizeof name, "g%d", i);
    BRN_TRY(brn__label_names_find(ctx, names, BRN_ON_TET, name, length, &id));
  }
  return brn__label_names_to_mesh(ctx, names, mesh);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnMesh* mesh = empty_mesh(ctx);
    BrnLabelNames names = {0};
    brn_fail_allocation(ctx, k);
    status = collect(ctx, &names, mesh);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(status != BRN_OK || mesh->label_count == 40);
    brn__label_names_free(ctx, &names);
    brn_mesh_destroy(ctx, mesh);
    ENSURE_INT(brn_byte_count(ctx), 0);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(names_given_one_by_one_are_in_order),
          cmocka_unit_test(collected_names_are_sorted_and_the_last_wins),
          cmocka_unit_test(groups_are_found_by_name), cmocka_unit_test(many_names_take_little_time),
          cmocka_unit_test(every_failed_allocation_is_clean))
