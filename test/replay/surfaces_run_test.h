// SPDX-License-Identifier: Apache-2.0
//
// The folder of a run of the boxes in anatomy/surfaces_test.h, written by hand: no method is
// needed. In frame k of 1 to 3 the flesh is pulled along x by 1 + k / 10, and the tip moved by k cm
// along y.

#pragma once

#include "anatomy/surfaces_test.h"
#include "brawn/io.h"
#include "brawn/replay.h"
#include "replay/replay.h"

typedef struct BoxesTest {
  BrnContext* ctx;
  BrnModel* model;
  char folder[64];
  BrnReplay* replay;
} BoxesTest;

static inline bool boxes_is_flesh(int v) { return (v >= 16 && v < 32) || v >= 40; }

static inline void boxes_place(const BrnModel* model, int frame, double* position) {
  for (int v = 0; v < model->mesh->vertex_count; v++) {
    memcpy(position + 3 * v, model->mesh->position + 3 * v, 3 * sizeof(double));
    if (boxes_is_flesh(v)) position[3 * v] *= 1 + 0.1 * frame;
    if (v >= 8 && v < 16) position[3 * v + 1] += 0.01 * frame;
  }
}

static inline void boxes_add(BoxesTest* test, BrnMesh* mesh, const char* name, int components,
                             double value) {
  BrnArray* array;
  ENSURE_OK(test->ctx,
            brn_mesh_add_array(test->ctx, mesh, name, BRN_ON_VERTEX, components, BRN_F32, &array));
  for (int v = 0; v < mesh->vertex_count; v++) {
    array->value[components * v] = boxes_is_flesh(v) ? value : strcmp(name, "stretch") == 0;
  }
}

static inline void boxes_write_frame(BoxesTest* test, int frame) {
  BrnMesh* mesh;
  char path[128];
  ENSURE_OK(test->ctx, brn_mesh_copy(test->ctx, test->model->mesh, &mesh));
  boxes_place(test->model, frame, mesh->position);
  boxes_add(test, mesh, "velocity", 3, 2 * frame);
  boxes_add(test, mesh, "fibre", 3, 1);
  boxes_add(test, mesh, "activation", 1, 0.25 * frame);
  boxes_add(test, mesh, "stretch", 1, 1 + 0.1 * frame);
  snprintf(path, sizeof path, "%s/frames/boxes.%04d.vtu", test->folder, frame);
  ENSURE_OK(test->ctx, brn_mesh_write(test->ctx, mesh, path, NULL));
  brn_mesh_destroy(test->ctx, mesh);
}

static inline void boxes_write_model(BoxesTest* test) {
  char path[128];
  snprintf(path, sizeof path, "%s/run.model", test->folder);
  ENSURE_OK(test->ctx, brn_model_write(test->ctx, test->model, path));
}

static inline BoxesTest boxes_make(void) {
  static const char record[] =
      "{\"name\": \"boxes\", \"outcome\": \"finished\", \"seconds\": 3, \"frames\": {\"first\": 1, "
      "\"last\": 3, \"done\": 3, \"per_second\": 24}}";
  BoxesTest test = {.ctx = test_context()};
  char path[128];
  test.model = body_make(test.ctx);
  model_folder(test.folder);
  model_write_file(test.folder, "run.json", record, strlen(record));
  snprintf(path, sizeof path, "%s/frames", test.folder);
  ENSURE(mkdir(path, 0777) == 0);
  boxes_write_model(&test);
  for (int frame = 1; frame <= 3; frame++) boxes_write_frame(&test, frame);
  return test;
}

static inline void boxes_open(BoxesTest* test) {
  ENSURE_OK(test->ctx, brn_replay_open(test->ctx, test->folder, NULL, &test->replay));
}

static inline void boxes_close(BoxesTest* test) {
  brn_replay_close(test->ctx, test->replay);
  test->replay = NULL;
}

static inline void boxes_done(BoxesTest* test) {
  boxes_close(test);
  char path[128];
  for (int frame = 1; frame <= 3; frame++) {
    snprintf(path, sizeof path, "%s/frames/boxes.%04d.vtu", test->folder, frame);
    remove(path);
  }
  snprintf(path, sizeof path, "%s/frames", test->folder);
  remove(path);
  model_remove_folder(test->folder);
  brn_model_destroy(test->ctx, test->model);
  test_context_done(test->ctx);
}
