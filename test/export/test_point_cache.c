// SPDX-License-Identifier: Apache-2.0

#include "export_test.h"

// Readers of PC2 and MDD that know nothing of the writer.

static int32_t whole(const char* at, bool big) {
  const unsigned char* b = (const unsigned char*)at;
  uint32_t n = big ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                   : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
  return (int32_t)n;
}

static float real(const char* at, bool big) {
  int32_t bits = whole(at, big);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// points of frames first, first + step, ...; vertices from `vertex` on
static void ensure_points(const char* at, bool big, int frames, int points, int vertex, int first,
                          int step, double unit, char up) {
  for (int k = 0; k < frames; k++) {
    for (int v = 0; v < points; v++) {
      double p[3];
      export_expect_in(vertex + v, first + k * step, unit, up, p);
      for (int i = 0; i < 3; i++, at += 4) {
        ENSURE_NEAR(real(at, big), p[i], 1e-7 * fmax(1, fabs(p[i])));
      }
    }
  }
}

static void ensure_pc2(const ExportTest* test, const char* name, int frames, int points, int vertex,
                       int first, int step, double unit, char up) {
  size_t size;
  char* bytes = export_read(test, name, &size);
  assert_memory_equal(bytes, "POINTCACHE2\0", 12);
  ENSURE_INT(whole(bytes + 12, false), 1);
  ENSURE_INT(whole(bytes + 16, false), points);
  ENSURE_NEAR(real(bytes + 20, false), 10 + first, 0);
  ENSURE_NEAR(real(bytes + 24, false), step, 0);
  ENSURE_INT(whole(bytes + 28, false), frames);
  ENSURE_INT(size, 32 + 12 * frames * points);
  ensure_points(bytes + 32, false, frames, points, vertex, first, step, unit, up);
  free(bytes);
}

static void ensure_mdd(const ExportTest* test, const char* name, int frames, int points, int vertex,
                       int first, int step, double unit, char up) {
  size_t size;
  char* bytes = export_read(test, name, &size);
  ENSURE_INT(whole(bytes, true), frames);
  ENSURE_INT(whole(bytes + 4, true), points);
  for (int k = 0; k < frames; k++) {
    ENSURE_NEAR(real(bytes + 8 + 4 * k, true), (first + k * step) / 25.0, 1e-7);
  }
  ENSURE_INT(size, 8 + 4 * frames + 12 * frames * points);
  ensure_points(bytes + 8 + 4 * frames, true, frames, points, vertex, first, step, unit, up);
  free(bytes);
}

static void ensure_rest(ExportTest* test, const char* name, int points, int triangles, int vertex,
                        double unit, char up) {
  BrnMesh* mesh;
  ENSURE_OK(test->ctx, brn_mesh_read(test->ctx, export_path(test, name), NULL, &mesh));
  ENSURE_INT(mesh->vertex_count, points);
  ENSURE_INT(mesh->triangle_count, triangles);
  ENSURE(mesh->polygon != NULL);
  for (int v = 0; v < points; v++) {
    double p[3];
    export_expect_in(vertex + v, 0, unit, up, p);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(mesh->position[3 * v + i], p[i], 1e-9 / unit);
  }
  brn_mesh_destroy(test->ctx, mesh);
}

static void a_cache_a_part_and_its_mesh(void** state) {
  (void)state;
  ExportTest test = export_make();
  ENSURE_OK(test.ctx, export_go(&test, "arm.pc2", NULL));
  ensure_pc2(&test, "arm.upper_arm.pc2", FRAMES, BOX, 0, 0, 1, 1, 'y');
  ensure_pc2(&test, "arm.fore_arm.pc2", FRAMES, TENT, BOX, 0, 1, 1, 'y');
  ensure_rest(&test, "arm.upper_arm.obj", BOX, 12, 0, 1, 'y');
  ensure_rest(&test, "arm.fore_arm.obj", TENT, 8, BOX, 1, 'y');
  ENSURE_INT(export_file_count(&test), 4);
  ENSURE_INT(test.report.files, 4);
  ENSURE_INT(test.report.frames, FRAMES);
  ENSURE_INT(test.report.parts, 2);
  ENSURE_INT(test.report.vertices, POINTS);
  ENSURE(test.report.bytes > 64 + 12 * FRAMES * POINTS && !test.report.stopped);
  export_done(&test);
}

static void units_axes_and_ranges(void** state) {
  (void)state;
  ExportTest test = export_make();
  for (int n = 0; n < 3; n++) {
    BrnExportDef def = brn_export_def_default();
    const char* part[] = {"fore*"};
    def.up = "xyz"[n];
    def.metres_per_unit = n == 0 ? 0.01 : 0.3048;
    def.first = 11;
    def.every = 2;
    def.part = part;
    def.part_count = 1;
    def.force = true;
    ENSURE_OK(test.ctx, export_go(&test, "arm.pc2", &def));
    ensure_pc2(&test, "arm.pc2", 2, TENT, BOX, 1, 2, def.metres_per_unit, def.up);
    ENSURE_OK(test.ctx, export_go(&test, "arm.mdd", &def));
    ensure_mdd(&test, "arm.mdd", 2, TENT, BOX, 1, 2, def.metres_per_unit, def.up);
    ensure_rest(&test, "arm.obj", TENT, 8, BOX, def.metres_per_unit, def.up);
  }
  ENSURE_INT(export_file_count(&test), 3);
  export_done(&test);
}

static void joined_caches_have_all_points(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.joined = true;
  def.format = "mdd";
  ENSURE_OK(test.ctx, export_go(&test, "", &def)); // a folder that is there
  ensure_mdd(&test, "a_b.mdd", FRAMES, POINTS, 0, 0, 1, 1, 'y');
  ensure_rest(&test, "a_b.obj", POINTS, 20, 0, 1, 'y');
  size_t size;
  char* text = export_read(&test, "a_b.obj", &size);
  ENSURE(strstr(text, "g upper arm\n") && strstr(text, "g fore/arm\n"));
  ENSURE(strstr(text, "f 1 4 3 2\n") && strstr(text, "f 13 12 11 10 9\n"));
  free(text);
  export_done(&test);
}

static void uneven_frames_have_no_rate(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->frame[3].number = 15;
  test.replay->frame[4].number = 16;
  ENSURE_STATUS(test.ctx, export_go(&test, "arm.pc2", NULL), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "after frame 12 comes frame 15");
  ENSURE_INT(export_file_count(&test), 0);
  ENSURE_OK(test.ctx, export_go(&test, "arm.mdd", NULL)); // has times
  export_done(&test);
}

static void memory_may_be_short(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  const char* part[] = {"fore*"}; // one cache: files of others would be whole, and stay
  def.part = part;
  def.part_count = 1;
  def.last = 11;
  size_t before = export_bytes(&test);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    ENSURE(k < 1000 && !export_has(&test, "arm.mdd"));
    unlink(export_path(&test, "arm.obj"));
    ENSURE_INT(export_file_count(&test), 0);
    brn_fail_allocation(test.ctx, k);
    status = export_go(&test, "arm.mdd", &def);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE_INT(export_bytes(&test), before);
  }
  ensure_mdd(&test, "arm.mdd", 2, TENT, BOX, 0, 1, 1, 'y');
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(a_cache_a_part_and_its_mesh), cmocka_unit_test(units_axes_and_ranges),
          cmocka_unit_test(joined_caches_have_all_points),
          cmocka_unit_test(uneven_frames_have_no_rate), cmocka_unit_test(memory_may_be_short))
