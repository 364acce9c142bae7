// SPDX-License-Identifier: Apache-2.0

#include "export_test.h"

static void formats_are_listed(void** state) {
  (void)state;
  bool pc2 = false;
  int count = 0;
  for (const BrnExportFormat* format; (format = brn_export_format(count)); count++) {
    ENSURE(*format->name && *format->extensions && *format->title);
    for (int i = 0; i < count; i++) {
      assert_string_not_equal(brn_export_format(i)->name, format->name);
    }
    pc2 = pc2 || strcmp(format->name, "pc2") == 0;
  }
  ENSURE(pc2 && count >= 8);
  ENSURE(!brn_export_format(-1) && !brn_export_format(count));
}

static void unknown_formats_are_told_with_those_there_are(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.format = "abc";
  ENSURE_STATUS(test.ctx, export_go(&test, "a.pc2", &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "pc2, mdd, obj, ply, stl");
  ENSURE_STATUS(test.ctx, export_go(&test, "a.abc", NULL), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "a.abc: the extension does not tell a format");
  ENSURE_STATUS(test.ctx, export_go(&test, "pc2", NULL), BRN_UNSUPPORTED);
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

static void impossible_parameters_are_refused(void** state) {
  (void)state;
  ExportTest test = export_make();
  const double unit[] = {0, -1, NAN, INFINITY};
  for (int i = 0; i < 4; i++) {
    BrnExportDef def = brn_export_def_default();
    def.metres_per_unit = unit[i];
    ENSURE_STATUS(test.ctx, export_go(&test, "a.pc2", &def), BRN_INVALID);
    ENSURE_ERROR_HAS(test.ctx, "a unit of");
  }
  BrnExportDef def = brn_export_def_default();
  def.up = 'w';
  ENSURE_STATUS(test.ctx, export_go(&test, "a.pc2", &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "the up-axis is x, y or z, not 'w'");
  def = brn_export_def_default();
  def.every = 0;
  ENSURE_STATUS(test.ctx, export_go(&test, "a.pc2", &def), BRN_INVALID);
  def = brn_export_def_default();
  def.tolerance = NAN;
  ENSURE_STATUS(test.ctx, export_go(&test, "a.pc2", &def), BRN_INVALID);
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

// ------------------------------------------------------------------------------ what is in the way

typedef struct Watch {
  int calls;
  double last;
  volatile int cancelled;
  int cancel_at;
} Watch;

static void watch(void* user, const char* stage, double fraction, double left) {
  Watch* w = user;
  ENSURE(stage && *stage && fraction >= w->last && fraction < 1);
  ENSURE(isnan(left) || left >= 0);
  w->last = fraction;
  if (++w->calls == w->cancel_at) w->cancelled = 1;
}

static void nothing_is_replaced_without_force(void** state) {
  (void)state;
  ExportTest test = export_make();
  Watch w = {0};
  BrnExportDef def = brn_export_def_default();
  def.progress = watch;
  def.progress_user = &w;
  export_write_text(test.out, "arm.fore_arm.obj", "mine");
  ENSURE_STATUS(test.ctx, export_go(&test, "arm.pc2", &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "arm.fore_arm.obj is there already; --force replaces");
  ENSURE_INT(w.calls, 0); // before any work
  ENSURE_INT(export_file_count(&test), 1);
  export_write_text(test.out, "arm.upper_arm.obj", "mine");
  ENSURE_STATUS(test.ctx, export_go(&test, "arm.pc2", &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "arm.upper_arm.obj is there already (and 1 more)");
  size_t size;
  char* text = export_read(&test, "arm.fore_arm.obj", &size);
  assert_string_equal(text, "mine");
  free(text);
  def.force = true;
  ENSURE_OK(test.ctx, export_go(&test, "arm.pc2", &def));
  ENSURE_INT(w.calls, FRAMES);
  ENSURE_INT(export_file_count(&test), 4);
  text = export_read(&test, "arm.fore_arm.obj", &size);
  ENSURE(strncmp(text, "v ", 2) == 0);
  free(text);
  export_done(&test);
}

static void frames_of_the_run_are_never_replaced(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  char path[200];
  def.joined = true;
  def.force = true;
  def.first = def.last = 12;
  snprintf(path, sizeof path, "%s/body.3.obj", test.folder);
  ENSURE_STATUS(test.ctx, brn_export(test.ctx, test.replay, path, &def, NULL), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "body.3.obj: it belongs to the run that is exported");
  snprintf(path, sizeof path, "%s/out/link.obj", test.folder);
  char target[200];
  snprintf(target, sizeof target, "%s/body.3.obj", test.folder);
  ENSURE(symlink(target, path) == 0);
  ENSURE_STATUS(test.ctx, brn_export(test.ctx, test.replay, path, &def, NULL), BRN_INVALID);
  snprintf(path, sizeof path, "%s/out/", test.folder);
  ENSURE(mkdir(export_path(&test, "arm.obj"), 0777) == 0);
  def.format = "obj";
  ENSURE_OK(test.ctx, export_go(&test, "arm.obj", &def)); // a folder of that name is a folder
  ENSURE(export_has(&test, "arm.obj/a_b.obj"));
  export_done(&test);
}

static void a_missing_folder_is_told_or_made(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.format = "pc2";
  ENSURE_STATUS(test.ctx, export_go(&test, "new/arm.pc2", &def), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(test.ctx, "make the folder first");
  ENSURE_OK(test.ctx, export_go(&test, "new/deep/", &def));
  ENSURE(export_has(&test, "new/deep/upper_arm.pc2") && export_has(&test, "new/deep/fore_arm.obj"));
  export_done(&test);
}

// ----------------------------------------------------------------------------------------- stopped

static void a_cancelled_export_leaves_no_half_file(void** state) {
  (void)state;
  const char* name[] = {"arm.pc2", "arm.mdd", "arm.obj"};
  for (int n = 0; n < 3; n++) {
    ExportTest test = export_make();
    Watch w = {.cancel_at = 3};
    BrnExportDef def = brn_export_def_default();
    def.progress = watch;
    def.progress_user = &w;
    def.cancelled = &w.cancelled;
    ENSURE_STATUS(test.ctx, export_go(&test, name[n], &def), BRN_INVALID);
    ENSURE_ERROR_HAS(test.ctx, "stopped before it was whole");
    ENSURE(test.report.stopped);
    ENSURE_INT(w.calls, 3);
    ENSURE_INT(export_file_count(&test), n == 2 ? 6 : 0); // frames of a sequence are whole
    export_done(&test);
  }
}

static void broken_frames_are_told(void** state) {
  (void)state;
  ExportTest test = export_make();
  export_write_text(test.folder, "body.3.obj", "v 1 2 3\n");
  ENSURE(export_go(&test, "arm.mdd", NULL) != BRN_OK);
  ENSURE_ERROR_HAS(test.ctx, "body.3.obj");
  ENSURE(!test.report.stopped);
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(formats_are_listed),
          cmocka_unit_test(unknown_formats_are_told_with_those_there_are),
          cmocka_unit_test(impossible_parameters_are_refused),
          cmocka_unit_test(nothing_is_replaced_without_force),
          cmocka_unit_test(frames_of_the_run_are_never_replaced),
          cmocka_unit_test(a_missing_folder_is_told_or_made),
          cmocka_unit_test(a_cancelled_export_leaves_no_half_file),
          cmocka_unit_test(broken_frames_are_told))
