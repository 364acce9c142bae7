// SPDX-License-Identifier: Apache-2.0

#include "run_export_test.h"

// line n of a text, from 0, ended by 0; good until the next call
static char* line_of(const char* text, int n) {
  static char line[20000];
  while (n-- > 0) text = strchr(text, '\n') + 1;
  snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
  return line;
}

// cell n of a line, without quotes
static void cell_of(const char* line, int n, char* out, size_t size) {
  for (; n > 0; n--) {
    for (bool quoted = false; *line && (quoted || *line != ','); line++) quoted ^= *line == '"';
    ENSURE(*line == ',');
    line++;
  }
  size_t used = 0;
  for (bool quoted = false; *line && (quoted || *line != ','); line++) {
    quoted ^= *line == '"';
    if (*line != '"' && used + 1 < size) out[used++] = *line;
  }
  out[used] = 0;
}

static int cell_count(const char* line) {
  int count = 1;
  bool quoted = false;
  for (; *line; line++) {
    quoted ^= *line == '"';
    count += *line == ',' && !quoted;
  }
  return count;
}

static int find_column(const char* text, const char* name) {
  char* head = line_of(text, 0);
  char cell[200];
  for (int c = 0; c < cell_count(head); c++) {
    cell_of(head, c, cell, sizeof cell);
    if (strcmp(cell, name) == 0) return c;
  }
  fail_msg("there is no column %s", name);
  return -1;
}

// the same number in both
static void ensure_cell(ExportTest* test, const char* all, int row, const char* table,
                        const char* name, int own_row) {
  char path[64], column[200], found[100], expected[100];
  size_t size;
  snprintf(path, sizeof path, "../run/%s.csv", table);
  snprintf(column, sizeof column, "%s.%s", table, name);
  char* own = export_read(test, path, &size);
  int from = find_column(own, name), to = find_column(all, column);
  cell_of(line_of(own, own_row), from, expected, sizeof expected);
  cell_of(line_of(all, row), to, found, sizeof found);
  ENSURE(*expected);
  assert_string_equal(found, expected);
  free(own);
}

static void tables_stand_side_by_side(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  size_t size;
  ENSURE_OK(test.ctx, export_go(&test, "all.csv", NULL));
  char* all = export_read(&test, "all.csv", &size);
  ENSURE(strncmp(all, "frame,time [s],run.outcome,run.iterations,", 41) == 0);
  int columns = cell_count(line_of(all, 0));
  for (int row = 1; row <= RUN_FRAMES; row++) {
    ENSURE_INT(cell_count(line_of(all, row)), columns);
    ensure_cell(&test, all, row, "run", "energy [J]", row);
    ensure_cell(&test, all, row, "times", "write [s]", row);
    ensure_cell(&test, all, row, "bones", "b, too.rotation_z", row); // in quotes
    ensure_cell(&test, all, row, "joints", "hinge.angle [deg]", row);
    ensure_cell(&test, all, row, "muscles", "k.volume [m^3]", row);
    ensure_cell(&test, all, row, "parts", "k.volume [m^3]", row); // of the same name
  }
  ENSURE_INT(test.report.frames, RUN_FRAMES);
  ENSURE_INT(test.report.files, 1);
  ENSURE_NEAR(test.report.bytes, (double)size, 0);
  free(all);
  export_done(&test);
}

static void ranges_and_gaps(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  char path[100], found[100];
  size_t size;
  // a row that one table does not have is empty there; half a row is none
  char* own = export_read(&test, "../run/joints.csv", &size);
  snprintf(path, sizeof path, "%s/run", test.folder);
  char text[60000];
  snprintf(text, sizeof text, "%s\n", line_of(own, 0));
  strcat(text, line_of(own, 3));
  strcat(text, "\n2,0.04,1.5");
  export_write_text(path, "joints.csv", text);
  free(own);
  def.first = 2;
  ENSURE_OK(test.ctx, export_go(&test, "all.csv", &def));
  char* all = export_read(&test, "all.csv", &size);
  ENSURE_INT(test.report.frames, 2);
  int column = find_column(all, "joints.hinge.gap [m]");
  cell_of(line_of(all, 1), column, found, sizeof found);
  assert_string_equal(found, "");
  ENSURE(strncmp(line_of(all, 1), "2,0.04,", 7) == 0);
  ensure_cell(&test, all, 2, "joints", "hinge.gap [m]", 1);
  ensure_cell(&test, all, 2, "parts", "k.energy [J]", 3);
  ENSURE_INT(cell_count(line_of(all, 1)), cell_count(line_of(all, 0)));
  free(all);
  export_done(&test);
}

static void broken_tables_are_told(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  char path[100];
  snprintf(path, sizeof path, "%s/run", test.folder);
  export_write_text(path, "joints.csv", "frame,time [s],j.angle [deg]\n1,0,3\n2,0.04\n");
  ENSURE_STATUS(test.ctx, export_go(&test, "all.csv", NULL), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "joints.csv:3: expected the number of a frame");
  export_write_text(path, "joints.csv", "frame,time [s],j.angle [deg]\nx,0,3\n");
  ENSURE_STATUS(test.ctx, export_go(&test, "all.csv", NULL), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "joints.csv:2:");
  export_write_text(path, "joints.csv", "\n");
  ENSURE_STATUS(test.ctx, export_go(&test, "all.csv", NULL), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "joints.csv:1:");
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

static void what_tables_cannot_do_is_told(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  const char* part[] = {"*"};
  ENSURE_STATUS(test.ctx, export_go(&test, "all.csv", NULL), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "only runs have tables");
  def.up = 'z';
  ENSURE_STATUS(test.ctx, export_go(&test, "all.csv", &def), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "leave out --units and --up");
  def = brn_export_def_default();
  def.part = part;
  def.part_count = 1;
  ENSURE_STATUS(test.ctx, export_go(&test, "all.csv", &def), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "leave out --parts");
  export_done(&test);
}

static void memory_may_be_short(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  export_trial_no_memory(&test, "all.csv", NULL);
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(tables_stand_side_by_side), cmocka_unit_test(ranges_and_gaps),
          cmocka_unit_test(broken_tables_are_told), cmocka_unit_test(what_tables_cannot_do_is_told),
          cmocka_unit_test(memory_may_be_short))
