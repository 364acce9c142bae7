// SPDX-License-Identifier: Apache-2.0

#include "export_test.h"

static void ensure_mesh(ExportTest* test, const char* name, int points, int triangles, int vertex,
                        int frame, const BrnExportDef* def, double tolerance) {
  BrnMesh* mesh;
  ENSURE_OK(test->ctx, brn_mesh_read(test->ctx, export_path(test, name), NULL, &mesh));
  ENSURE_INT(mesh->vertex_count, points);
  ENSURE_INT(mesh->triangle_count, triangles);
  for (int v = 0; v < points; v++) {
    double p[3];
    export_expect_in(vertex + v, frame, def->metres_per_unit, def->up, p);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(mesh->position[3 * v + i], p[i], tolerance);
  }
  brn_mesh_destroy(test->ctx, mesh);
}

static void a_file_a_frame_and_part(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.metres_per_unit = 0.001;
  def.up = 'z';
  ENSURE_OK(test.ctx, export_go(&test, "arm.obj", &def));
  ENSURE_INT(export_file_count(&test), 2 * FRAMES);
  ENSURE_INT(test.report.files, 2 * FRAMES);
  for (int k = 0; k < FRAMES; k++) {
    char name[64];
    snprintf(name, sizeof name, "arm.upper_arm.%04d.obj", 10 + k);
    ensure_mesh(&test, name, BOX, 12, 0, k, &def, 1e-9);
    snprintf(name, sizeof name, "arm.fore_arm.%04d.obj", 10 + k);
    ensure_mesh(&test, name, TENT, 8, BOX, k, &def, 1e-9);
  }
  size_t size;
  char* text = export_read(&test, "arm.upper_arm.0012.obj", &size);
  ENSURE(strstr(text, "f 1 4 3 2\n") != NULL); // quads stay quads
  free(text);
  export_done(&test);
}

static void joined_files_have_groups(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.joined = true;
  def.up = 'x';
  def.first = def.last = 12;
  ENSURE_OK(test.ctx, export_go(&test, "f##.ply", &def));
  ensure_mesh(&test, "f12.ply", POINTS, 20, 0, 2, &def, 1e-6);
  ENSURE_OK(test.ctx, export_go(&test, "arm.obj", &def)); // one frame needs no number
  ensure_mesh(&test, "arm.obj", POINTS, 20, 0, 2, &def, 1e-9);
  ENSURE_INT(export_file_count(&test), 2);
  BrnMesh* mesh;
  ENSURE_OK(test.ctx, brn_mesh_read(test.ctx, export_path(&test, "arm.obj"), NULL, &mesh));
  ENSURE_INT(mesh->label_count, 2);
  ENSURE(mesh->triangle_label[11] != mesh->triangle_label[12]);
  const char* last = brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, mesh->triangle_label[19]);
  assert_string_equal(last, "fore/arm");
  brn_mesh_destroy(test.ctx, mesh);
  export_done(&test);
}

static void stl_faces_out(void** state) {
  (void)state;
  ExportTest test = export_make();
  for (const char* up = "xyz"; *up; up++) {
    BrnExportDef def = brn_export_def_default();
    const char* part[] = {"upper arm"};
    def.part = part;
    def.part_count = 1;
    def.first = def.last = 10;
    def.up = *up;
    def.force = true;
    BrnMesh* mesh;
    BrnSurfaceReport report;
    ENSURE_OK(test.ctx, export_go(&test, "box.stl", &def));
    ENSURE_OK(test.ctx, brn_mesh_read(test.ctx, export_path(&test, "box.stl"), NULL, &mesh));
    ENSURE_OK(test.ctx, brn_surface_report(test.ctx, mesh, false, &report));
    ENSURE(report.closed);
    ENSURE_NEAR(report.volume, 0.1 * 0.3 * 0.05, 1e-9);
    double low[3], high[3];
    brn_mesh_bounds(mesh, low, high);
    ENSURE_NEAR(high[*up - 'x'], 0.3, 1e-7);
    brn_mesh_destroy(test.ctx, mesh);
  }
  export_done(&test);
}

static void memory_may_be_short(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.joined = true;
  def.first = def.last = 11;
  export_trial_no_memory(&test, "arm.ply", &def);
  ensure_mesh(&test, "arm.ply", POINTS, 20, 0, 1, &def, 1e-6);
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(a_file_a_frame_and_part), cmocka_unit_test(joined_files_have_groups),
          cmocka_unit_test(stl_faces_out), cmocka_unit_test(memory_may_be_short))
