// SPDX-License-Identifier: Apache-2.0

#include "brawn/measure.h"
#include "io/own_file.h"
#include "io/pvd.h"
#include "io/sink.h"
#include "run/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A mesh a frame, in SI units and Y up: frames/NAME.0001.vtu, and NAME.pvd that lists them.
// Positions keep all their digits, so that a frame can be measured; what is there to be looked at
// is written in single precision. A body of surfaces has its arrays at the vertices.

bool brn__run_has_files(const BrnRun* run, int frame) {
  return (frame - run->scene->frames.first) % run->scene->outputs.every == 0;
}

// ------------------------------------------------------------------------------------------- mesh

static BrnDomain place_of(const BrnModel* model, const BrnMeasure* measure) {
  return measure->of == BRN_OF_VERTICES  ? BRN_ON_VERTEX
         : measure->of == BRN_OF_SAMPLES ? brn_model_samples(model)
                                         : BRN_ON_TET;
}

static bool is_written(const BrnModel* model, const BrnMeasure* measure) {
  return measure->in_frames && brn_model_has_measure(model, measure, -1);
}

// with single precision: it is there to be looked at
static BrnStatus add_arrays(BrnRun* run) {
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    BrnArray* array;
    if (!is_written(run->model, measure)) continue;
    BRN_TRY(brn_mesh_add_array(run->ctx, run->frame, measure->name, place_of(run->model, measure),
                               brn_measure_size(measure->shape), BRN_F32, &array));
  }
  return BRN_OK;
}

BrnStatus brn__frames_prepare(BrnRun* run) {
  BRN_TRY(brn_collection_create(run->ctx, &run->list));
  if (!run->scene->outputs.mesh) return BRN_OK;
  BRN_TRY(brn_mesh_copy(run->ctx, run->model->mesh, &run->frame));
  brn__free(run->ctx, run->frame->label_array); // the labels are the array "part"
  run->frame->label_array = brn__strdup(run->ctx, "part");
  return run->frame->label_array ? add_arrays(run) : BRN_NO_MEMORY;
}

void brn__frames_done(BrnRun* run) {
  brn_mesh_destroy(run->ctx, run->frame);
  brn_collection_destroy(run->ctx, run->list);
  run->frame = NULL;
  run->list = NULL;
}

static const double* numbers_of(const BrnRun* run, const BrnMeasure* measure) {
  return measure->source == BRN_IS_VELOCITY ? run->state->velocity
                                            : brn_measure_value(run->measures, measure, 0);
}

// xx yy zz xy yz zx of stresses is ParaView's order, too
static void fill(BrnRun* run) {
  const BrnMeasure* measure;
  memcpy(run->frame->position, run->state->position,
         3 * sizeof(double) * (size_t)run->state->vertex_count);
  for (int i = 0; (measure = brn_measure(i)); i++) {
    if (!is_written(run->model, measure)) continue;
    BrnDomain on = place_of(run->model, measure);
    const BrnArray* array = brn_mesh_find_array(run->frame, measure->name, on);
    size_t count = (size_t)brn_mesh_item_count(run->frame, on) * (size_t)array->components;
    memcpy(array->value, numbers_of(run, measure), sizeof(double) * count);
  }
}

// ---------------------------------------------------------------------------------------- writing

static BrnStatus add_to_list(BrnRun* run, int frame) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "frames/%s.%04d.vtu", run->stem, frame);
  BrnStatus status = path ? BRN_OK : BRN_NO_MEMORY;
  if (path && access(path, R_OK) == 0) {
    double time = brn_model_frame_time(run->model, frame);
    status = brn_collection_add(run->ctx, run->list, time, 0, path + strlen(run->folder) + 1);
  }
  brn__scratch_release(run->ctx, mark);
  return status;
}

// A mesh may be two files: arm.0001.node and arm.0001.ele.
BrnStatus brn__run_note_mesh(BrnRun* run, int frame, const char* path,
                             const BrnFormatInfo* format) {
  const char* name = path + strlen(run->folder) + 1;
  char other[512];
  BRN_TRY(brn__note_file(run, 'f', frame, name));
  if (strcmp(format->name, "tetgen") != 0) return BRN_OK;
  const char* dot = strrchr(name, '.');
  const char* extension = strcmp(dot, ".node") == 0 ? "ele" : "node";
  snprintf(other, sizeof other, "%.*s.%s", (int)(dot - name), name, extension);
  return brn__note_file(run, 'f', frame, other);
}

static BrnStatus write_as(BrnRun* run, int frame, const BrnFormatInfo* format) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path =
      brn__run_path(run, "frames/%s.%04d.%s", run->stem, frame, brn__run_extension(format).text);
  BrnWriteDef def = brn_write_def_default();
  def.format = format->name;
  def.lazy = true; // the checkpoint that follows is not
  def.plain = true;
  BrnStatus status = path ? brn_mesh_write(run->ctx, run->frame, path, &def) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = brn__run_note_mesh(run, frame, path, format);
  brn__scratch_release(run->ctx, mark);
  return status;
}

BrnStatus brn__frames_write(BrnRun* run, int frame) {
  if (!run->scene->outputs.mesh) return BRN_OK;
  const BrnFormatInfo* format[BRN_RUN_FORMATS];
  int count = brn__run_formats(run->scene, true, format);
  fill(run);
  for (int i = 0; i < count; i++) BRN_TRY(write_as(run, frame, format[i]));
  return add_to_list(run, frame);
}

BrnStatus brn__frames_note_list(BrnRun* run) {
  BrnSink text;
  char name[512];
  if (run->list->step_count == 0) return BRN_OK;
  snprintf(name, sizeof name, "%s.pvd", run->stem);
  BRN_TRY(brn__sink_open_memory(run->ctx, &text));
  brn__collection_print(run->list, &text);
  BrnStatus status = text.status;
  if (status == BRN_OK) {
    status = brn__note_bytes(run, name, text.used, brn__bytes_sum(text.buffer, text.used));
  }
  brn__sink_abandon(&text);
  return status;
}

BrnStatus brn__frames_list(BrnRun* run) {
  BrnSink sink;
  if (run->list->step_count == 0) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s.pvd", run->stem);
  BrnStatus status = path ? brn__sink_open_own(run->ctx, path, &sink) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    brn__collection_print(run->list, &sink);
    status = brn__sink_close(&sink);
  }
  brn__scratch_release(run->ctx, mark);
  return status;
}

BrnStatus brn__frames_recall(BrnRun* run) {
  for (int frame = run->mark.first_row; frame <= run->mark.frame; frame++) {
    BRN_TRY(add_to_list(run, frame));
  }
  BRN_TRY(brn__frames_note_list(run));
  BRN_TRY(brn__notes_flush(run));
  return brn__frames_list(run);
}
