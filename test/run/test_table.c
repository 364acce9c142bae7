// SPDX-License-Identifier: Apache-2.0

#include "run/table.h"

#include "run/run_test.h"

static BrnString make_row(BrnContext* ctx, bool head, double first) {
  BrnTableRow row = {.ctx = ctx, .head = head};
  const double force[3] = {0.1, -0.0, 1e-7};
  brn__row_number(&row, NULL, "frame", NULL, first);
  brn__row_word(&row, "outcome", "converged");
  brn__row_number(&row, "biceps", "length", "m", 0.25);
  brn__row_vector(&row, "a \"long\", odd\nname", "force", "N", force);
  brn__string_text(ctx, &row.text, "\n");
  return row.text;
}

static void head_and_rows_are_in_step(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnString head = make_row(ctx, true, 3), row = make_row(ctx, false, 3);
  assert_string_equal(head.text,
                      "frame,outcome,biceps.length [m],\"a \"\"long\"\", odd name.force_x [N]\","
                      "\"a \"\"long\"\", odd name.force_y [N]\","
                      "\"a \"\"long\"\", odd name.force_z [N]\"\n");
  assert_string_equal(row.text, "3,converged,0.25,0.1,0,1e-7\n");
  brn__string_free(ctx, &head);
  brn__string_free(ctx, &row);
  test_context_done(ctx);
}

static void lengths_are_converted_and_others_are_not(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  const double z_up[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0}, v[3] = {1, 2, 3};
  const double s[6] = {11, 22, 33, 12, 23, 31};
  BrnTableUnits units = {"mm", 1e-3, z_up};
  const char* const unit[] = {"m", "m^3", "m/s", "m/s^2", "N m", "N", "Pa", "J", "s", NULL};
  BrnTableRow head = {.ctx = ctx, .head = true, .units = &units},
              row = {.ctx = ctx, .units = &units};
  for (int i = 0; i < 10; i++) brn__row_number(&head, NULL, "a", unit[i], 2);
  for (int i = 0; i < 10; i++) brn__row_number(&row, NULL, "a", unit[i], 2);
  brn__row_vector(&row, NULL, "v", "N", v);
  brn__row_tensor(&row, NULL, "s", "Pa", s);
  assert_string_equal(head.text.text,
                      "a [mm],a [mm^3],a [mm/s],a [mm/s^2],a [N mm],a [N],a [Pa],a [J],a [s],a");
  assert_string_equal(row.text.text,
                      "2000,2000000000,2000,2000,2000,2,2,2,2,2,1,-3,2,11,33,22,-31,-23,12");
  brn__string_free(ctx, &head.text);
  brn__string_free(ctx, &row.text);
  test_context_done(ctx);
}

static void rows_are_added_and_cut_off(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  char folder[64], path[80];
  size_t size;
  model_folder(folder);
  snprintf(path, sizeof path, "%s/t.csv", folder);
  model_write_file(folder, "t.csv", "head\n", 5);
  for (int i = 1; i <= 3; i++) {
    BrnString row = {0};
    brn__string_printf(ctx, &row, "%d\n", i);
    ENSURE_OK(ctx, brn__table_append(ctx, path, &row, NULL));
    brn__string_free(ctx, &row);
  }
  ENSURE_OK(ctx, brn__table_cut(ctx, path, 2));
  char* text = model_read_file(path, &size);
  ENSURE(size == 9 && memcmp(text, "head\n1\n2\n", 9) == 0);
  free(text);
  ENSURE_STATUS(ctx, brn__table_cut(ctx, path, 3), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "fewer than the 3 rows");
  model_write_file(folder, "t.csv", "head\n1\nhal", 10);
  ENSURE_STATUS(ctx, brn__table_cut(ctx, path, 2), BRN_BAD_FILE); // half a row is none
  ENSURE_OK(ctx, brn__table_cut(ctx, path, 1));
  ENSURE_OK(ctx, brn__table_cut(ctx, path, 0));
  text = model_read_file(path, &size);
  ENSURE(size == 5 && memcmp(text, "head\n", 5) == 0);
  free(text);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void missing_table_is_named(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnString row = {0};
  brn__string_text(ctx, &row, "1\n");
  ENSURE_STATUS(ctx, brn__table_append(ctx, "/nowhere/t.csv", &row, NULL), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(ctx, "/nowhere/t.csv: cannot write");
  ENSURE_STATUS(ctx, brn__table_append(ctx, "/dev/full", &row, NULL), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "/dev/full: is a link, a pipe, a folder or a device");
  brn__string_free(ctx, &row);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(head_and_rows_are_in_step),
          cmocka_unit_test(lengths_are_converted_and_others_are_not),
          cmocka_unit_test(rows_are_added_and_cut_off), cmocka_unit_test(missing_table_is_named))
