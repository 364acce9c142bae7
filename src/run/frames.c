// SPDX-License-Identifier: Apache-2.0

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

static BrnStatus add(BrnRun* run, const char* name, BrnDomain on, int components, double** out) {
  BrnArray* array;
  BRN_TRY(brn_mesh_add_array(run->ctx, run->frame.mesh, name, on, components, BRN_F32, &array));
  *out = array->value;
  return BRN_OK;
}

static BrnStatus add_tet_arrays(BrnRun* run) {
  BrnRunMesh* frame = &run->frame;
  BRN_TRY(add(run, "fibre", BRN_ON_TET, 3, &frame->fibre));
  BRN_TRY(add(run, "activation", BRN_ON_TET, 1, &frame->activation));
  BRN_TRY(add(run, "stretch", BRN_ON_TET, 1, &frame->stretch));
  BRN_TRY(add(run, "stress", BRN_ON_TET, 6, &frame->stress));
  return add(run, "energy", BRN_ON_TET, 1, &frame->energy);
}

static BrnStatus add_point_arrays(BrnRun* run) {
  BrnRunMesh* frame = &run->frame;
  BRN_TRY(add(run, "fibre", BRN_ON_VERTEX, 3, &frame->fibre));
  BRN_TRY(add(run, "activation", BRN_ON_VERTEX, 1, &frame->activation));
  return add(run, "stretch", BRN_ON_VERTEX, 1, &frame->stretch);
}

BrnStatus brn__frames_prepare(BrnRun* run) {
  BRN_TRY(brn_collection_create(run->ctx, &run->list));
  if (!run->scene->outputs.mesh) return BRN_OK;
  BrnRunMesh* frame = &run->frame;
  BRN_TRY(brn_mesh_copy(run->ctx, run->model->mesh, &frame->mesh));
  brn__free(run->ctx, frame->mesh->label_array); // the labels are the array "part"
  frame->mesh->label_array = brn__strdup(run->ctx, "part");
  if (!frame->mesh->label_array) return BRN_NO_MEMORY;
  BRN_TRY(add(run, "velocity", BRN_ON_VERTEX, 3, &frame->velocity));
  return run->measures->point_count > 0 ? add_point_arrays(run) : add_tet_arrays(run);
}

void brn__frames_done(BrnRun* run) {
  brn_mesh_destroy(run->ctx, run->frame.mesh);
  brn_collection_destroy(run->ctx, run->list);
  run->frame = (BrnRunMesh){0};
  run->list = NULL;
}

static void copy(double* to, const double* from, int count, int width) {
  memcpy(to, from, sizeof(double) * (size_t)count * (size_t)width);
}

static void fill(BrnRun* run) {
  BrnRunMesh* frame = &run->frame;
  const BrnMeasures* m = run->measures;
  int nv = frame->mesh->vertex_count, nt = frame->mesh->tet_count;
  copy(frame->mesh->position, run->state->position, nv, 3);
  copy(frame->velocity, run->state->velocity, nv, 3);
  if (m->point_count > 0) {
    copy(frame->fibre, m->point_fibre, nv, 3);
    copy(frame->activation, m->point_activation, nv, 1);
    copy(frame->stretch, m->point_stretch, nv, 1);
    return;
  }
  copy(frame->fibre, m->fibre, nt, 3);
  copy(frame->activation, m->activation, nt, 1);
  copy(frame->stretch, m->stretch, nt, 1);
  copy(frame->stress, m->stress, nt, 6); // xx yy zz xy yz zx is ParaView's order, too
  copy(frame->energy, m->energy, nt, 1);
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

static BrnStatus write_as(BrnRun* run, int frame, const BrnFormatInfo* format) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path =
      brn__run_path(run, "frames/%s.%04d.%s", run->stem, frame, brn__run_extension(format).text);
  BrnWriteDef def = brn_write_def_default();
  def.format = format->name;
  def.lazy = true; // the checkpoint that follows is not
  BrnStatus status = path ? brn_mesh_write(run->ctx, run->frame.mesh, path, &def) : BRN_NO_MEMORY;
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

BrnStatus brn__frames_list(BrnRun* run) {
  if (run->list->step_count == 0) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s.pvd", run->stem);
  BrnStatus status = path ? brn_collection_write(run->ctx, run->list, path) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  return status;
}

BrnStatus brn__frames_recall(BrnRun* run) {
  for (int frame = run->mark.first_row; frame <= run->mark.frame; frame++) {
    BRN_TRY(add_to_list(run, frame));
  }
  return brn__frames_list(run);
}
