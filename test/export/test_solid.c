// SPDX-License-Identifier: Apache-2.0

#include "run_export_test.h"

static BrnMesh* read_frame(ExportTest* test, const char* path) {
  BrnMesh* mesh;
  ENSURE_OK(test->ctx, brn_mesh_read(test->ctx, path, NULL, &mesh));
  return mesh;
}

static void what_is_not_changed_is_copied(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  ENSURE_OK(test.ctx, export_go(&test, "same.pvd", NULL));
  ENSURE_INT(export_file_count(&test), 1 + RUN_FRAMES);
  ENSURE_INT(test.report.files, 1 + RUN_FRAMES);
  BrnCollection* list;
  ENSURE_OK(test.ctx, brn_collection_read(test.ctx, export_path(&test, "same.pvd"), &list));
  ENSURE_INT(list->step_count, RUN_FRAMES);
  for (int k = 0; k < RUN_FRAMES; k++) {
    char name[64];
    size_t size[2];
    snprintf(name, sizeof name, "same.%04d.vtu", k + 1);
    assert_string_equal(list->file[k], name);
    ENSURE_NEAR(list->time[k], k / 25.0, 1e-12);
    char* copy = export_read(&test, name, &size[0]);
    snprintf(name, sizeof name, "../run/frames/chain.%04d.vtu", k + 1);
    char* own = export_read(&test, name, &size[1]);
    ENSURE_INT(size[0], size[1]);
    assert_memory_equal(copy, own, size[0]);
    free(copy);
    free(own);
  }
  brn_collection_destroy(test.ctx, list);
  export_done(&test);
}

// (x, y, z) with Y up is (x, -z, y) with Z up
static void ensure_vector(const BrnMesh* was, const BrnMesh* is, const char* name, BrnDomain on,
                          double unit) {
  const BrnArray* a = brn_mesh_find_array(was, name, on);
  const BrnArray* b = brn_mesh_find_array(is, name, on);
  ENSURE(a && b && a->components == 3);
  for (int i = 0; i < brn_mesh_item_count(was, on); i++) {
    const double *p = a->value + 3 * i, *q = b->value + 3 * i;
    ENSURE_NEAR(q[0], p[0] / unit, 1e-6);
    ENSURE_NEAR(q[1], -p[2] / unit, 1e-6);
    ENSURE_NEAR(q[2], p[1] / unit, 1e-6);
  }
}

static void units_and_axes_reach_all_arrays(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  def.up = 'z';
  def.metres_per_unit = 0.01;
  def.first = def.last = 3;
  ENSURE_OK(test.ctx, export_go(&test, "cm.vtu", &def));
  ENSURE_INT(export_file_count(&test), 1);
  BrnMesh* was = read_frame(&test, test.replay->frame[2].file);
  BrnMesh* is = read_frame(&test, export_path(&test, "cm.vtu"));
  ENSURE_INT(is->vertex_count, was->vertex_count);
  ENSURE_INT(is->tet_count, was->tet_count);
  for (size_t v = 0; v < (size_t)was->vertex_count; v++) {
    const double *p = was->position + 3 * v, *q = is->position + 3 * v;
    ENSURE_NEAR(q[0], 100 * p[0], 1e-9);
    ENSURE_NEAR(q[1], -100 * p[2], 1e-9);
    ENSURE_NEAR(q[2], 100 * p[1], 1e-9);
  }
  ensure_vector(was, is, "velocity", BRN_ON_VERTEX, 0.01);
  ensure_vector(was, is, "fibre", BRN_ON_TET, 1);
  const BrnArray* a = brn_mesh_find_array(was, "stress", BRN_ON_TET);
  const BrnArray* b = brn_mesh_find_array(is, "stress", BRN_ON_TET);
  double most = 0;
  for (int t = 0; t < was->tet_count; t++) { // XX YY ZZ XY YZ XZ
    const double *s = a->value + 6 * t, *r = b->value + 6 * t;
    const double expected[6] = {s[0], s[2], s[1], -s[5], -s[4], s[3]};
    for (int i = 0; i < 6; i++) {
      ENSURE_NEAR(r[i], expected[i], 1e-6 * fabs(expected[i]));
      most = fmax(most, fabs(s[i]));
    }
  }
  ENSURE(most > 1); // there is stress to be turned
  brn_mesh_destroy(test.ctx, was);
  brn_mesh_destroy(test.ctx, is);
  export_done(&test);
}

static void chosen_parts_alone(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  const char* part[] = {"k", "c"};
  def.part = part;
  def.part_count = 2;
  def.every = 2;
  ENSURE_OK(test.ctx, export_go(&test, "part.pvd", &def));
  ENSURE_INT(export_file_count(&test), 3);
  BrnMesh* was = read_frame(&test, test.replay->frame[2].file);
  BrnMesh* is = read_frame(&test, export_path(&test, "part.0003.vtu"));
  const BrnArray* a = brn_mesh_find_array(was, "stress", BRN_ON_TET);
  const BrnArray* b = brn_mesh_find_array(is, "stress", BRN_ON_TET);
  int kept = 0;
  for (int t = 0; t < was->tet_count; t++) {
    const char* name = NULL;
    for (int p = 0; p < test.replay->part_count; p++) {
      if (test.replay->part[p].label == was->tet_label[t]) name = test.replay->part[p].name;
    }
    if (strcmp(name, "k") != 0 && strcmp(name, "c") != 0) continue;
    ENSURE_INT(is->tet_label[kept], was->tet_label[t]);
    assert_memory_equal(a->value + 6 * t, b->value + 6 * kept, 6 * sizeof(double));
    for (int i = 0; i < 4; i++) {
      const double* p = was->position + 3 * (size_t)was->tet[4 * t + i];
      assert_memory_equal(p, is->position + 3 * (size_t)is->tet[4 * kept + i], 3 * sizeof(double));
    }
    kept++;
  }
  ENSURE_INT(is->tet_count, kept);
  ENSURE(kept > 0 && kept < was->tet_count && is->vertex_count < was->vertex_count);
  brn_mesh_destroy(test.ctx, was);
  brn_mesh_destroy(test.ctx, is);
  export_done(&test);
}

static void surfaces_have_no_tets(void** state) {
  (void)state;
  ExportTest test = export_make();
  ENSURE_STATUS(test.ctx, export_go(&test, "a.pvd", NULL), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "there are no tets");
  export_done(&test);
}

static void the_runs_own_files_are_safe(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  def.force = true;
  ENSURE_STATUS(test.ctx, export_go(&test, "../run/chain.pvd", &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "chain.pvd: it belongs to the run");
  ENSURE_STATUS(test.ctx, export_go(&test, "../run/frames/chain.vtu", &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "chain.0001.vtu: it belongs to the run");
  ENSURE_STATUS(test.ctx, export_go(&test, "../run/muscles.csv", &def), BRN_INVALID);
  ENSURE_OK(test.ctx, export_go(&test, "../run/all.csv", &def)); // beside them is fine
  export_done(&test);
}

static void memory_may_be_short(void** state) {
  (void)state;
  ExportTest test = export_make_run();
  BrnExportDef def = brn_export_def_default();
  const char* part[] = {"k"};
  def.part = part;
  def.part_count = 1;
  def.first = def.last = 2;
  def.up = 'x';
  export_trial_no_memory(&test, "one.vtu", &def);
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(what_is_not_changed_is_copied),
          cmocka_unit_test(units_and_axes_reach_all_arrays), cmocka_unit_test(chosen_parts_alone),
          cmocka_unit_test(surfaces_have_no_tets), cmocka_unit_test(the_runs_own_files_are_safe),
          cmocka_unit_test(memory_may_be_short))
