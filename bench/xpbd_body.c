// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ----------------------------------------------------------------------------------------- spindle

XpbdSpindle xpbd_spindle(void) {
  return (XpbdSpindle){.length = 0.2, .end = 0.005, .fat = 0.015, .rings = 21, .around = 12};
}

static void write_vertices(const XpbdSpindle* s, FILE* file) {
  const double pi = 3.14159265358979323846, *o = s->from;
  for (int r = 0; r < s->rings; r++) {
    double x = s->length * r / (s->rings - 1), radius = s->end + s->fat * sin(pi * x / s->length);
    for (int a = 0; a < s->around; a++) {
      double angle = 2 * pi * a / s->around;
      fprintf(file, "v %.17g %.17g %.17g\n", o[0] + x, o[1] + radius * cos(angle),
              o[2] + radius * sin(angle));
    }
  }
  fprintf(file, "v %.17g %.17g %.17g\n", o[0], o[1], o[2]);
  fprintf(file, "v %.17g %.17g %.17g\n", o[0] + s->length, o[1], o[2]);
}

static void write_faces(const XpbdSpindle* s, FILE* file) {
  int n = s->around, caps = s->rings * n + 1, last = (s->rings - 1) * n;
  for (int r = 0; r + 1 < s->rings; r++) {
    for (int a = 0; a < n; a++) {
      int p = r * n + a + 1, q = r * n + (a + 1) % n + 1;
      if (s->quads) {
        fprintf(file, "f %d %d %d %d\n", p, q, q + n, p + n);
      } else {
        fprintf(file, "f %d %d %d\nf %d %d %d\n", p, q, q + n, p, q + n, p + n);
      }
    }
  }
  for (int a = 0; a < n; a++) {
    int p = a + 1, q = (a + 1) % n + 1;
    fprintf(file, "f %d %d %d\nf %d %d %d\n", caps, q, p, caps + 1, last + p, last + q);
  }
}

static bool write_spindle(const XpbdSpindle* spindle, const char* path) {
  FILE* file = fopen(path, "w");
  if (!file) return false;
  write_vertices(spindle, file);
  write_faces(spindle, file);
  return fclose(file) == 0;
}

// ------------------------------------------------------------------------------------------- model

static BrnStatus build_in(BrnContext* ctx, const char* folder, const char* text, BrnModel** out) {
  char path[600];
  BrnScene* scene;
  BrnBuildDef def = brn_build_def_default();
  char* json = brn__strdup(ctx, text);
  if (!json) return BRN_NO_MEMORY;
  for (char* c = json; *c; c++) *c = *c == '\'' ? '"' : *c;
  snprintf(path, sizeof path, "%s/scene.json", folder);
  BrnStatus status = brn_scene_parse(ctx, json, strlen(json), path, &scene);
  brn__free(ctx, json);
  BRN_TRY(status);
  BrnLogSink log = brn__log_redirect(ctx, (BrnLogSink){0}); // ends that hang free are meant so
  status = brn_model_build(ctx, scene, &def, out, NULL);
  brn__log_redirect(ctx, log);
  brn_scene_destroy(ctx, scene);
  return status;
}

BrnStatus xpbd_build(BrnContext* ctx, const XpbdSpindle* spindle, int count, const char* text,
                     BrnModel** out) {
  char folder[] = "/tmp/brawn-bench-XXXXXX", path[64];
  *out = NULL;
  if (!mkdtemp(folder)) return brn__fail(ctx, BRN_IO_FAILED, "/tmp: cannot write");
  BrnStatus status = BRN_OK;
  for (int i = 0; i < count && status == BRN_OK; i++) {
    snprintf(path, sizeof path, "%s/%d.obj", folder, i);
    if (!write_spindle(&spindle[i], path)) {
      status = brn__fail(ctx, BRN_IO_FAILED, "%s: cannot write", path);
    }
  }
  if (status == BRN_OK) status = build_in(ctx, folder, text, out);
  for (int i = 0; i < count; i++) {
    snprintf(path, sizeof path, "%s/%d.obj", folder, i);
    unlink(path);
  }
  rmdir(folder);
  return status;
}

// --------------------------------------------------------------------------------------------- run

static BrnStatus set_words(BrnContext* ctx, const char* words, BrnSolverDef* def) {
  char text[256], *rest = text;
  BRN_ASSERT(strlen(words) < sizeof text);
  snprintf(text, sizeof text, "%s", words);
  for (char* word; (word = strtok_r(rest, " ", &rest));) {
    char* value = strchr(word, '=');
    BRN_ASSERT(value);
    *value++ = 0;
    BRN_TRY(brn_solver_def_set(ctx, def, word, value));
  }
  return BRN_OK;
}

BrnStatus xpbd_begin(BrnContext* ctx, const BrnModel* model, const char* words, XpbdRun* run) {
  BrnSolverDef def = brn_solver_def_of(model);
  *run = (XpbdRun){.model = model};
  BRN_TRY(set_words(ctx, words, &def));
  BRN_TRY(brn_solver_create(ctx, model, &def, &run->solver));
  BRN_TRY(brn_state_create(ctx, model, &run->state));
  BRN_TRY(brn_input_create(ctx, model, &run->input));
  return brn_drive_create(ctx, model, NULL, NULL, &run->drive);
}

BrnStatus xpbd_frames(XpbdRun* run, int first, int last) {
  for (int frame = first; frame <= last; frame++) {
    double time = brn_model_frame_time(run->model, frame);
    BRN_TRY(brn_drive_fill(run->drive, time, run->state, run->input));
    double begin = brn__seconds(), cpu = bench_cpu_seconds();
    BRN_TRY(brn_solver_step(run->solver, run->input, run->state, &run->report));
    run->seconds += brn__seconds() - begin;
    run->cpu += bench_cpu_seconds() - cpu;
  }
  return BRN_OK;
}

void xpbd_end(BrnContext* ctx, XpbdRun* run) {
  brn_input_destroy(ctx, run->input);
  brn_drive_destroy(ctx, run->drive);
  brn_state_destroy(ctx, run->state);
  brn_solver_destroy(ctx, run->solver);
  *run = (XpbdRun){0};
}
