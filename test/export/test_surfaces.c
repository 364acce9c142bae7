// SPDX-License-Identifier: Apache-2.0

#include "brawn/export.h"
#include "replay/surfaces_run_test.h"

// Exports of the boxes: surfaces go out as they are, the envelope only when it is asked for.

static char* path_of(const BoxesTest* test, const char* name) {
  static char path[200];
  snprintf(path, sizeof path, "%s/%s", test->folder, name);
  return path;
}

static BrnExportReport export_to(BoxesTest* test, const char* name, const BrnExportDef* def) {
  BrnExportReport report;
  ENSURE_OK(test->ctx, brn_export(test->ctx, test->replay, path_of(test, name), def, &report));
  return report;
}

static BrnMesh* read_mesh(BoxesTest* test, const char* name) {
  BrnMesh* mesh;
  ENSURE_OK(test->ctx, brn_mesh_read(test->ctx, path_of(test, name), NULL, &mesh));
  return mesh;
}

static void sequences_are_the_surfaces(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnExportReport report = export_to(&test, "a.ply", NULL);
  ENSURE(report.frames == 3 && report.parts == 4 && report.files == 12 && report.vertices == 32);
  BrnMesh* mesh = read_mesh(&test, "a.n.0003.ply");
  ENSURE_INT(mesh->vertex_count, 8);
  ENSURE_INT(mesh->triangle_count, 12);
  ENSURE_NEAR(mesh->position[3], 0.2 * 1.3, 1e-6);
  brn_mesh_destroy(test.ctx, mesh);
  boxes_done(&test);
}

static void envelope_is_exported_by_its_name_alone(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnExportDef def = brn_export_def_default();
  const char* names[] = {"envelope"};
  def.part = names;
  def.part_count = 1;
  BrnExportReport report = export_to(&test, "e.obj", &def);
  ENSURE(report.parts == 1 && report.vertices == 8);
  names[0] = "*";
  report = export_to(&test, "all.obj", &def);
  ENSURE_INT(report.parts, 4);
  boxes_done(&test);
}

static void frames_are_copied_or_cut_to_what_is_chosen(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  export_to(&test, "whole.vtu", NULL);
  BrnMesh* mesh = read_mesh(&test, "whole.0002.vtu");
  ENSURE(mesh->vertex_count == 44 && mesh->triangle_count == 60);
  brn_mesh_destroy(test.ctx, mesh);
  BrnExportDef def = brn_export_def_default();
  const char* names[] = {"m"};
  def.part = names;
  def.part_count = 1;
  def.metres_per_unit = 0.01;
  export_to(&test, "m.vtu", &def);
  mesh = read_mesh(&test, "m.0002.vtu");
  ENSURE(mesh->vertex_count == 8 && mesh->triangle_count == 12 && mesh->tet_count == 0);
  ENSURE_INT(mesh->triangle_label[0], 3);
  ENSURE_NEAR(mesh->position[3], 24, 1e-9); // cm
  const BrnArray* stretch = brn_mesh_find_array(mesh, "stretch", BRN_ON_VERTEX);
  ENSURE(stretch != NULL);
  ENSURE_NEAR(stretch->value[7], 1.2, 1e-6);
  brn_mesh_destroy(test.ctx, mesh);
  boxes_done(&test);
}

static void other_formats_write(void** state) {
  (void)state;
  static const char* const names[] = {"a.pc2", "a.usda", "a.glb", "a.stl", "a.bvh"};
  BoxesTest test = boxes_make();
  boxes_open(&test);
  for (int i = 0; i < 5; i++) {
    BrnExportReport report = export_to(&test, names[i], NULL);
    ENSURE(report.frames == 3 && report.files > 0 && report.bytes > 100);
  }
  boxes_done(&test);
}

static void there_is_no_solid(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnExportDef def = brn_export_def_default();
  def.solid = true;
  ENSURE_STATUS(test.ctx, brn_export(test.ctx, test.replay, path_of(&test, "a.usda"), &def, NULL),
                BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "leave out --solid");
  boxes_done(&test);
}

TEST_MAIN(cmocka_unit_test(sequences_are_the_surfaces),
          cmocka_unit_test(envelope_is_exported_by_its_name_alone),
          cmocka_unit_test(frames_are_copied_or_cut_to_what_is_chosen),
          cmocka_unit_test(other_formats_write), cmocka_unit_test(there_is_no_solid))
