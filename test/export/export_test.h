// SPDX-License-Identifier: Apache-2.0
//
// What the tests of exports share: two surfaces without any symmetry that move by a formula, opened
// as a replay, and a folder that is gone at the end.

#pragma once

#include "brawn/export.h"
#include "brawn/io.h"
#include "export/export.h"
#include "test.h"

#include <dirent.h>
#include <ftw.h>
#include <unistd.h>

enum { FRAMES = 5, BOX = 8, TENT = 6, POINTS = BOX + TENT };

/// A box of quads, and a tent on five corners.
static const double export_rest[POINTS][3] = {
    {0, 0, 0},        {0.1, 0, 0},       {0.1, 0.3, 0},     {0, 0.3, 0},       {0, 0, 0.05},
    {0.1, 0, 0.05},   {0.1, 0.3, 0.05},  {0, 0.3, 0.05},    {0.2, 0.1, 0.01},  {0.3, 0.1, 0.02},
    {0.35, 0.2, 0.0}, {0.28, 0.27, 0.1}, {0.18, 0.2, 0.06}, {0.25, 0.18, 0.4},
};
static const char export_faces[] = "g upper arm\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\n"
                                   "f 3 4 8 7\nf 4 1 5 8\ng fore/arm\nf 13 12 11 10 9\nf 9 10 14\n"
                                   "f 10 11 14\nf 11 12 14\nf 12 13 14\nf 13 9 14\n";

/// Where a vertex is in a frame, m, Y up.
static inline void export_expect(int vertex, int frame, double out[3]) {
  const double* p = export_rest[vertex];
  out[0] = p[0] + 0.01 * frame * p[1];
  out[1] = p[1] * (1 + 0.02 * frame);
  out[2] = p[2] - 0.005 * frame * frame + 0.003 * frame * p[0];
}

/// The same in other units and axes.
static inline void export_expect_in(int vertex, int frame, double unit, char up, double out[3]) {
  double p[3];
  export_expect(vertex, frame, p);
  const double z[3] = {p[0], -p[2], p[1]}, x[3] = {p[1], -p[0], p[2]};
  const double* from = up == 'z' ? z : up == 'x' ? x : p;
  for (int i = 0; i < 3; i++) out[i] = from[i] / unit;
}

typedef struct ExportTest {
  BrnContext* ctx;
  BrnReplay* replay;
  BrnExportReport report;
  char folder[64], out[80]; // out is an empty folder
} ExportTest;

static inline char* export_path(const ExportTest* test, const char* name) {
  static char path[4][300];
  static int next;
  next = (next + 1) % 4;
  snprintf(path[next], sizeof path[next], "%s/%s", test->out, name);
  return path[next];
}

static inline bool export_has(const ExportTest* test, const char* name) {
  return access(export_path(test, name), F_OK) == 0;
}

static inline int export_file_count(const ExportTest* test) {
  DIR* folder = opendir(test->out);
  int count = 0;
  for (struct dirent* entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

/// All of a file, ended by 0; to be freed.
static inline char* export_read(const ExportTest* test, const char* name, size_t* size) {
  FILE* file = fopen(export_path(test, name), "rb");
  if (!file) fail_msg("there is no %s", name);
  char* bytes = calloc(1, 1 << 20);
  *size = fread(bytes, 1, (1 << 20) - 1, file);
  fclose(file);
  return bytes;
}

static inline void export_write_text(const char* folder, const char* name, const char* text) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "wb");
  ENSURE(file != NULL);
  ENSURE(fputs(text, file) >= 0);
  ENSURE(fclose(file) == 0);
}

static inline void export_write_frame(const char* folder, int frame) {
  char text[4000], name[32];
  size_t used = 0;
  for (int v = 0; v < POINTS; v++) {
    double p[3];
    export_expect(v, frame, p);
    used += (size_t)sprintf(text + used, "v %.17g %.17g %.17g\n", p[0], p[1], p[2]);
  }
  snprintf(text + used, sizeof text - used, "%s", export_faces);
  snprintf(name, sizeof name, "body.%d.obj", frame);
  export_write_text(folder, name, text);
}

static inline void export_folders(ExportTest* test) {
  snprintf(test->folder, sizeof test->folder, "/tmp/brawn-export-XXXXXX");
  ENSURE(mkdtemp(test->folder) != NULL);
  snprintf(test->out, sizeof test->out, "%s/out", test->folder);
  ENSURE(mkdir(test->out, 0777) == 0);
}

static inline void export_open(ExportTest* test, const char* name) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", test->folder, name);
  ENSURE_OK(test->ctx, brn_replay_open(test->ctx, path, NULL, &test->replay));
}

/// The surfaces in FRAMES frames, which have the numbers 10, 11, ... and 25 a second.
static inline ExportTest export_make(void) {
  ExportTest test = {.ctx = test_context()};
  BrnCollection* list;
  char name[64];
  export_folders(&test);
  ENSURE_OK(test.ctx, brn_collection_create(test.ctx, &list));
  for (int k = 0; k < FRAMES; k++) {
    export_write_frame(test.folder, k);
    snprintf(name, sizeof name, "body.%d.obj", k);
    ENSURE_OK(test.ctx, brn_collection_add(test.ctx, list, k / 25.0, 0, name));
  }
  snprintf(name, sizeof name, "%.50s/a b.pvd", test.folder);
  ENSURE_OK(test.ctx, brn_collection_write(test.ctx, list, name));
  brn_collection_destroy(test.ctx, list);
  export_open(&test, "a b.pvd");
  ENSURE_INT(test.replay->part_count, 2);
  ENSURE_INT(test.replay->frame_count, FRAMES);
  for (int k = 0; k < FRAMES; k++) test.replay->frame[k].number = 10 + k;
  return test;
}

static inline int export_remove(const char* path, const struct stat* info, int kind,
                                struct FTW* at) {
  (void)info, (void)kind, (void)at;
  return remove(path);
}

static inline void export_done(ExportTest* test) {
  nftw(test->folder, export_remove, 8, FTW_DEPTH | FTW_PHYS);
  brn_replay_close(test->ctx, test->replay);
  test_context_done(test->ctx);
}

static inline BrnStatus export_go(ExportTest* test, const char* name, const BrnExportDef* def) {
  return brn_export(test->ctx, test->replay, export_path(test, name), def, &test->report);
}

/// Bytes that are held, with the replay holding on to its first frame, whatever it read before.
static inline size_t export_bytes(ExportTest* test) {
  double* position = malloc(sizeof(double) * 3 * (size_t)test->replay->mesh->vertex_count);
  brn_fail_allocation(test->ctx, -1);
  ENSURE_OK(test->ctx, brn_replay_positions(test->replay, 0, position));
  free(position);
  return brn_byte_count(test->ctx);
}

/// Fails one allocation after the other until it works: each leaves neither memory nor files
/// behind.
static inline void export_trial_no_memory(ExportTest* test, const char* name,
                                          const BrnExportDef* def) {
  size_t before = export_bytes(test);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    ENSURE(k < 2000);
    ENSURE_INT(export_file_count(test), 0);
    brn_fail_allocation(test->ctx, k);
    status = export_go(test, name, def);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE_INT(export_bytes(test), before);
  }
}
