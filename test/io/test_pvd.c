// SPDX-License-Identifier: Apache-2.0

#include "io/pvd.h"

#include "test.h"

#include <unistd.h>

static BrnStatus parse_bytes(BrnContext* ctx, const void* data, size_t size, BrnCollection** out) {
  BrnSource source = {.name = "test", .data = data, .size = size};
  return brn__collection_parse(ctx, &source, out);
}

static void refuses(BrnContext* ctx, const char* text, const char* expected) {
  BrnCollection* list;
  ENSURE_STATUS(ctx, parse_bytes(ctx, text, strlen(text), &list), BRN_BAD_FILE);
  ENSURE(!list);
  ENSURE_ERROR_HAS(ctx, expected);
}

static const char sample[] =
    "<?xml version=\"1.0\"?>\n"
    "<VTKFile type=\"Collection\" version=\"0.1\">\n"
    "  <Collection>\n"
    "    <DataSet timestep=\"0.5\" group=\"\" part=\"0\" file=\"a.vtu\"/>\n"
    "    <DataSet file='b &amp; c.vtu' part='3' timestep='1e-3'></DataSet>\n"
    "    <DataSet file=\"d.vtu\" part=\"\"/>\n"
    "  </Collection>\n"
    "</VTKFile>\n";

static void attributes_come_in_any_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCollection* list;
  ENSURE_OK(ctx, parse_bytes(ctx, sample, strlen(sample), &list));
  ENSURE_INT(list->step_count, 3);
  ENSURE(list->time[0] == 0.5 && list->time[1] == 1e-3 && list->time[2] == 0);
  ENSURE(list->part[0] == 0 && list->part[1] == 3 && list->part[2] == 0);
  assert_string_equal(list->file[0], "a.vtu");
  assert_string_equal(list->file[1], "b & c.vtu");
  assert_string_equal(list->file[2], "d.vtu");
  brn_collection_destroy(ctx, list);
  test_context_done(ctx);
}

#define IN_COLLECTION(element)                                                                     \
  "<VTKFile type='Collection'>\n<Collection>\n" element "</Collection></VTKFile>"

static void errors_name_the_line(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, "", "test: the file is empty; expected <VTKFile>");
  refuses(ctx, "<a/>", "test:1: expected <VTKFile>, found <a>");
  refuses(ctx, "\n<VTKFile type='ImageData'/>",
          "test:2: expected a VTKFile of type \"Collection\", found \"ImageData\"");
  refuses(ctx, "<VTKFile/>", "expected a VTKFile of type \"Collection\", found \"\"");
  refuses(ctx, "<VTKFile type='Collection'></VTKFile>", "expected <Collection> in <VTKFile>");
  refuses(ctx, IN_COLLECTION("<DataSet/>"), "test:3: <DataSet> has no attribute \"file\"");
  refuses(ctx, IN_COLLECTION("<DataSet file=''/>"), "<DataSet> has no attribute \"file\"");
  refuses(ctx, IN_COLLECTION("<DataSet file='a' timestep='soon'/>"),
          "test:3: expected a finite number (timestep), found \"soon\"");
  refuses(ctx, IN_COLLECTION("<DataSet file='a' timestep='inf'/>"), "expected a finite number");
  refuses(ctx, IN_COLLECTION("<DataSet file='a' part='1.5'/>"),
          "test:3: expected an integer (part), found \"1.5\"");
  refuses(ctx, IN_COLLECTION("<DataSet file='&x;'/>"), "unknown entity");
  refuses(ctx, "<VTKFile type='Collection'><Collection>", "the file ends inside <Collection>");
  test_context_done(ctx);
}

static void only_steps_of_the_collection_count(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCollection* list;
  const char* text =
      "<VTKFile type='Collection'><DataSet file='x'/><Other><DataSet file='y'/></Other>"
      "<Collection><Note><DataSet file='z'/></Note><DataSet file='a'/></Collection>"
      "</VTKFile>";
  ENSURE_OK(ctx, parse_bytes(ctx, text, strlen(text), &list));
  ENSURE_INT(list->step_count, 1);
  assert_string_equal(list->file[0], "a");
  brn_collection_destroy(ctx, list);
  test_context_done(ctx);
}

static BrnCollection* make_list(BrnContext* ctx, int count) {
  BrnCollection* list;
  ENSURE_OK(ctx, brn_collection_create(ctx, &list));
  for (int i = 0; i < count; i++) {
    char file[64];
    snprintf(file, sizeof file, "a <%d> & \"b\".vtu", i);
    ENSURE_OK(ctx, brn_collection_add(ctx, list, i / 24.0, i % 3, file));
  }
  return list;
}

static void same_lists(const BrnCollection* a, const BrnCollection* b) {
  ENSURE_INT(a->step_count, b->step_count);
  for (int i = 0; i < a->step_count; i++) {
    ENSURE(a->time[i] == b->time[i] && a->part[i] == b->part[i]);
    assert_string_equal(a->file[i], b->file[i]);
  }
}

static void what_is_written_reads_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char path[] = "/tmp/brawn_pvd_XXXXXX";
  int file = mkstemp(path);
  ENSURE(file >= 0);
  close(file);
  for (int count = 0; count < 40; count += 13) {
    BrnCollection *list = make_list(ctx, count), *back;
    ENSURE_OK(ctx, brn_collection_write(ctx, list, path));
    ENSURE_OK(ctx, brn_collection_read(ctx, path, &back));
    same_lists(list, back);
    brn_collection_destroy(ctx, list);
    brn_collection_destroy(ctx, back);
  }
  unlink(path);
  BrnCollection* none;
  ENSURE_STATUS(ctx, brn_collection_read(ctx, path, &none), BRN_NOT_FOUND);
  ENSURE(!none);
  test_context_done(ctx);
}

static void time_must_be_finite(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCollection* list = make_list(ctx, 1);
  ENSURE_STATUS(ctx, brn_collection_add(ctx, list, NAN, 0, "x.vtu"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "x.vtu");
  ENSURE_INT(list->step_count, 1);
  brn_collection_destroy(ctx, list);
  test_context_done(ctx);
}

static void damaged_files_end_cleanly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  size_t size = strlen(sample);
  for (size_t at = 0; at < size; at++) {
    char* copy = malloc(size);
    memcpy(copy, sample, size);
    BrnCollection* list;
    BrnStatus status = parse_bytes(ctx, copy, at, &list);
    // only the last line end can be missed
    ENSURE(status == (at + 1 < size ? BRN_BAD_FILE : BRN_OK) &&
           (status == BRN_OK) == (list != NULL));
    brn_collection_destroy(ctx, list);
    for (const char* c = "\xff<>&\"'9 -"; *c; c++) {
      copy[at] = *c;
      status = parse_bytes(ctx, copy, size, &list);
      ENSURE(status == BRN_OK || status == BRN_BAD_FILE);
      brn_collection_destroy(ctx, list);
    }
    free(copy);
    ENSURE(brn_byte_count(ctx) == 0);
  }
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCollection* list = NULL;
  for (int k = 0; !list; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = parse_bytes(ctx, sample, strlen(sample), &list);
    ENSURE(status == (list ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(list || brn_byte_count(ctx) == 0);
  }
  brn_fail_allocation(ctx, -1);
  ENSURE_INT(list->step_count, 3);
  brn_collection_destroy(ctx, list);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(attributes_come_in_any_order), cmocka_unit_test(errors_name_the_line),
          cmocka_unit_test(only_steps_of_the_collection_count),
          cmocka_unit_test(what_is_written_reads_back), cmocka_unit_test(time_must_be_finite),
          cmocka_unit_test(damaged_files_end_cleanly),
          cmocka_unit_test(every_failed_allocation_is_clean))
