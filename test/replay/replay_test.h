// SPDX-License-Identifier: Apache-2.0
//
// What the tests of replays share: a run of a small bar, opened.

#pragma once

#include "brawn/replay.h"
#include "replay/replay.h"
#include "run/run_test.h"

typedef struct ReplayTest {
  RunTest run;
  BrnContext* ctx;
  BrnReplay* replay;
  double* position; // room for those of a frame
} ReplayTest;

/// A run of four frames; nothing is open yet.
static inline ReplayTest replay_run(const char* more) {
  char text[4000];
  snprintf(text, sizeof text, RUN_SCENE("%s"), more);
  ReplayTest test = {.run = run_make(text)};
  test.ctx = test.run.ctx;
  BrnRunDef def = run_def(&test.run);
  ENSURE_OK(test.ctx, run_go(&test.run, &def));
  return test;
}

static inline void replay_open(ReplayTest* test, const char* path) {
  ENSURE_OK(test->ctx, brn_replay_open(test->ctx, path, NULL, &test->replay));
  free(test->position);
  test->position = calloc(3 * (size_t)test->replay->mesh->vertex_count, sizeof(double));
}

static inline void replay_close(ReplayTest* test) {
  brn_replay_close(test->ctx, test->replay);
  test->replay = NULL;
}

static inline void replay_done(ReplayTest* test) {
  replay_close(test);
  free(test->position);
  run_done(&test->run);
}

static inline BrnStatus replay_positions(ReplayTest* test, int index) {
  return brn_replay_positions(test->replay, index, test->position);
}

/// The value of that name of the last frame, to be freed.
static inline BrnValues replay_values(ReplayTest* test, const char* name) {
  BrnValues values;
  int last = test->replay->frame_count - 1;
  ENSURE_OK(test->ctx, brn_replay_values(test->replay, last, name, &values));
  return values;
}

static inline int replay_count(const BrnReplay* replay, const BrnValues* values) {
  return brn_mesh_item_count(replay->mesh, values->about->on);
}

static inline bool replay_has(const BrnReplay* replay, const char* name) {
  for (int i = 0; i < replay->value_count; i++) {
    if (strcmp(replay->value[i].name, name) == 0) return true;
  }
  return false;
}
