// SPDX-License-Identifier: Apache-2.0
//
// A frame as the page reads it: positions, values, lines, joints and bones, rounded.

#include "studio/stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- reading

// A list of frames may name files anywhere, and links may lead there. What is served comes out of
// the run's own folder.
static BrnStatus check_inside(const BrnStream* stream, int index) {
  const char* file = stream->replay->frame[index].file;
  if (!file || !stream->folder) return BRN_OK;
  char* real = realpath(file, NULL);
  if (!real) {
    return brn__fail(stream->replay->ctx, BRN_NOT_FOUND, "%s: the frame is gone", file);
  }
  size_t length = strlen(stream->folder);
  bool inside = strncmp(real, stream->folder, length) == 0 && real[length] == '/';
  free(real);
  if (inside) return BRN_OK;
  return brn__fail(stream->replay->ctx, BRN_INVALID,
                   "%s: leads out of the folder of the run, and is not shown; put the file itself "
                   "there",
                   file);
}

static BrnStatus read_positions(BrnStream* stream, int index) {
  if (stream->position_of == index) return BRN_OK;
  stream->position_of = -1;
  BRN_TRY(brn_replay_positions(stream->replay, index, stream->position));
  stream->position_of = index;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ values

static bool has_value(const BrnReplay* replay, const char* name) {
  for (int i = 0; i < replay->value_count; i++) {
    if (strcmp(replay->value[i].name, name) == 0) return true;
  }
  return false;
}

// of the skins as they are, then of those vertices that the stream has
static BrnStatus gather_part(const BrnStream* stream, int part, const BrnValues* values,
                             double* work, double* out) {
  const BrnStreamSkins* skins = &stream->skins;
  BRN_TRY(brn_skin_values(stream->replay, part, values, work));
  for (uint32_t v = skins->part_vertex[part]; v < skins->part_vertex[part + 1]; v++) {
    out[v] = work[skins->source[v]];
  }
  return BRN_OK;
}

static int largest_skin(const BrnReplay* replay) {
  int most = 0;
  for (int p = 0; p < replay->part_count; p++) {
    int count = replay->part[p].skin.rider.point_count;
    most = count > most ? count : most;
  }
  return most;
}

static BrnStatus read_values(const BrnStream* stream, int index, const char* name, double* out) {
  BrnReplay* replay = stream->replay;
  BrnValues values = {0};
  BRN_TRY(brn_replay_values(replay, index, name, &values));
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  double* work = brn__scratch(replay->ctx, largest_skin(replay) + 1, double);
  BrnStatus status = work ? BRN_OK : brn__fail_memory(replay->ctx);
  for (int p = 0; status == BRN_OK && p < stream->skins.part_count; p++) {
    status = gather_part(stream, p, &values, work, out);
  }
  brn__scratch_release(replay->ctx, mark);
  brn_values_free(replay->ctx, &values);
  return status;
}

// -------------------------------------------------------------------------------- bones and joints

static void put3(const double* from, float* to) {
  for (int k = 0; k < 3; k++) to[k] = (float)from[k];
}

// A joint goes with its parent, and with the child where there is no parent.
static void put_joint(const BrnModelJoint* joint, const BrnPose* pose, float* out) {
  int bone = joint->parent >= 0 ? joint->parent : joint->child;
  double point[3], axis[3] = {0, 0, 0};
  if (bone < 0) {
    put3(joint->point, out);
    put3(joint->type == BRN_JOINT_HINGE ? joint->axis : axis, out + 3);
    return;
  }
  brn_pose_apply(&pose[bone], joint->point, point);
  if (joint->type == BRN_JOINT_HINGE) brn_rotation_apply(pose[bone].rotation, joint->axis, axis);
  put3(point, out);
  put3(axis, out + 3);
}

static BrnStatus read_bones(const BrnStream* stream, BrnFrameNumbers* out) {
  BrnContext* ctx = stream->replay->ctx;
  const BrnModel* model = stream->replay->model;
  if (!model) return BRN_OK;
  BrnPose* pose = brn__scratch(ctx, model->bone_count + 1, BrnPose);
  out->bone = brn__scratch(ctx, 7 * (size_t)model->bone_count + 1, float);
  out->joint = brn__scratch(ctx, 6 * (size_t)model->joint_count + 1, float);
  if (!pose || !out->bone || !out->joint) return brn__fail_memory(ctx);
  for (int b = 0; b < model->bone_count; b++) {
    float* to = out->bone + 7 * (size_t)b;
    pose[b] = brn_replay_bone_pose(stream->replay, b, stream->position);
    for (int k = 0; k < 4; k++) to[k] = (float)pose[b].rotation[k];
    put3(pose[b].translation, to + 4);
  }
  for (int j = 0; j < model->joint_count; j++) {
    put_joint(&model->joint[j], pose, out->joint + 6 * (size_t)j);
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------- a whole frame

static BrnStatus move(const BrnStream* stream, const BrnRiders* rider, double** out) {
  BrnContext* ctx = stream->replay->ctx;
  *out = brn__scratch(ctx, 3 * (size_t)rider->point_count + 1, double);
  if (!*out) return brn__fail_memory(ctx);
  if (rider->point_count > 0) brn_riders_apply(ctx, rider, stream->position, *out);
  return BRN_OK;
}

static BrnStatus take_values(const BrnStream* stream, int index, const char* name, double** out) {
  BrnContext* ctx = stream->replay->ctx;
  *out = brn__scratch_zero(ctx, stream->skins.vertex_count + 1, double);
  return *out ? read_values(stream, index, name, *out) : brn__fail_memory(ctx);
}

BrnStatus brn__frame_read(BrnStream* stream, int index, const char* const* values, int value_count,
                          BrnFrameNumbers* out) {
  BRN_ASSERT(index >= 0 && index < stream->replay->frame_count);
  BRN_ASSERT(value_count >= 0 && value_count <= BRN_STREAM_VALUES);
  *out = (BrnFrameNumbers){.index = index, .value_count = value_count};
  BRN_TRY(check_inside(stream, index));
  BRN_TRY(read_positions(stream, index));
  BRN_TRY(move(stream, &stream->skins.rider, &out->position));
  BRN_TRY(move(stream, &stream->fibre.rider, &out->fibre));
  BRN_TRY(move(stream, &stream->replay->action.rider, &out->action));
  BRN_TRY(move(stream, &stream->inner.rider, &out->inner));
  BRN_TRY(read_bones(stream, out));
  if (has_value(stream->replay, "activation")) {
    BRN_TRY(take_values(stream, index, "activation", &out->activation));
  }
  for (int i = 0; i < value_count; i++) {
    out->value_name[i] = values[i];
    BRN_TRY(take_values(stream, index, values[i], &out->value[i]));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ ranges

void brn__ranges_none(BrnFrameRanges* ranges) {
  brn__range_none(3, ranges->position[0], ranges->position[1]);
  brn__range_none(3, ranges->fibre[0], ranges->fibre[1]);
  brn__range_none(3, ranges->action[0], ranges->action[1]);
  brn__range_none(3, ranges->inner[0], ranges->inner[1]);
  for (int i = 0; i < BRN_STREAM_VALUES; i++) {
    brn__range_none(1, &ranges->value[i][0], &ranges->value[i][1]);
  }
}

void brn__ranges_widen(const BrnStream* stream, const BrnFrameNumbers* frame,
                       BrnFrameRanges* ranges) {
  size_t vertices = (size_t)stream->skins.vertex_count;
  brn__range_of(frame->position, vertices, 3, ranges->position[0], ranges->position[1]);
  brn__range_of(frame->fibre, (size_t)stream->fibre.rider.point_count, 3, ranges->fibre[0],
                ranges->fibre[1]);
  brn__range_of(frame->action, (size_t)stream->replay->action.rider.point_count, 3,
                ranges->action[0], ranges->action[1]);
  brn__range_of(frame->inner, (size_t)stream->inner.rider.point_count, 3, ranges->inner[0],
                ranges->inner[1]);
  for (int i = 0; i < frame->value_count; i++) {
    brn__range_of(frame->value[i], vertices, 1, &ranges->value[i][0], &ranges->value[i][1]);
  }
}

// ---------------------------------------------------------------------------------------- encoding

// nothing had a number: any range will do
static void set_range(BrnLayoutArray* array, int count, const double* low, const double* high) {
  array->range_count = count;
  for (int k = 0; k < count; k++) {
    bool empty = !(low[k] <= high[k]);
    array->low[k] = empty ? 0 : low[k];
    array->high[k] = empty ? 0 : high[k];
  }
}

static void add_points(BrnLayout* layout, const char* name, size_t count, double range[2][3]) {
  set_range(brn__layout_add(layout, name, BRN_STREAM_U16, 3, count), 3, range[0], range[1]);
}

static void add_value(BrnLayout* layout, const char* name, bool named, size_t count,
                      const double range[2]) {
  char full[BRN_LAYOUT_NAME] = "value";
  if (named) snprintf(full, sizeof full, "value:%s", name);
  set_range(brn__layout_add(layout, full, BRN_STREAM_U16, 1, count), 1, &range[0], &range[1]);
}

static void lay_out(const BrnStream* stream, const BrnFrameNumbers* frame,
                    const BrnFrameRanges* given, bool named, BrnLayout* layout) {
  const BrnModel* model = stream->replay->model;
  size_t vertices = (size_t)stream->skins.vertex_count;
  BrnFrameRanges ranges = *given;
  double zero = 0, one = 1;
  *layout = (BrnLayout){0};
  add_points(layout, "position", vertices, ranges.position);
  set_range(brn__layout_add(layout, "activation", BRN_STREAM_U8, 1, vertices), 1, &zero, &one);
  add_points(layout, "fibre", (size_t)stream->fibre.rider.point_count, ranges.fibre);
  add_points(layout, "action", (size_t)stream->replay->action.rider.point_count, ranges.action);
  brn__layout_add(layout, "joint", BRN_STREAM_F32, 6, model ? (size_t)model->joint_count : 0);
  brn__layout_add(layout, "bone", BRN_STREAM_F32, 7, model ? (size_t)model->bone_count : 0);
  for (int i = 0; i < frame->value_count; i++) {
    add_value(layout, frame->value_name[i], named, vertices, ranges.value[i]);
  }
  size_t inner = (size_t)stream->inner.rider.point_count;
  if (inner > 0) add_points(layout, "inner", inner, ranges.inner);
}

BrnStatus brn__frame_encode(const BrnStream* stream, const BrnFrameNumbers* frame,
                            const BrnFrameRanges* ranges, bool named, BrnLayout* layout,
                            BrnByteArray* out) {
  BrnContext* ctx = stream->replay->ctx;
  lay_out(stream, frame, ranges, named, layout);
  BRN_TRY(brn__layout_make(ctx, layout, out));
  const double* number[BRN_LAYOUT_ARRAYS] = {frame->position, frame->activation, frame->fibre,
                                             frame->action};
  const float* plain[2] = {frame->joint, frame->bone};
  for (int i = 0; i < frame->value_count; i++) number[6 + i] = frame->value[i];
  number[6 + frame->value_count] = frame->inner;
  for (int i = 0; i < layout->count; i++) {
    const BrnLayoutArray* array = &layout->array[i];
    void* to = brn__layout_array(layout, out, i);
    if (array->count == 0) continue;
    if (array->type == BRN_STREAM_F32) {
      memcpy(to, plain[i - 4], brn__layout_bytes(array));
    } else if (number[i]) {
      brn__quantise(ctx, array, number[i], to);
    }
  }
  return BRN_OK;
}

BrnStatus brn__stream_frame(BrnStream* stream, int index, const char* value, BrnByteArray* out) {
  BrnContext* ctx = stream->replay->ctx;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnFrameNumbers frame;
  BrnFrameRanges ranges;
  BrnLayout layout;
  *out = (BrnByteArray){0};
  BrnStatus status = brn__frame_read(stream, index, &value, *value ? 1 : 0, &frame);
  if (status == BRN_OK) {
    brn__ranges_none(&ranges);
    brn__ranges_widen(stream, &frame, &ranges);
    status = brn__frame_encode(stream, &frame, &ranges, false, &layout, out);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------- meshframes/I.bin

static void fit_range(BrnLayoutArray* array, const double* value) {
  double low[3], high[3];
  brn__range_none(array->components, low, high);
  brn__range_of(value, array->count, array->components, low, high);
  set_range(array, array->components, low, high);
}

static BrnStatus encode_mesh(BrnStream* stream, const BrnValues* values, BrnByteArray* out) {
  BrnContext* ctx = stream->replay->ctx;
  const BrnMesh* mesh = stream->replay->mesh;
  BrnLayout layout = {0};
  size_t vertices = (size_t)mesh->vertex_count;
  fit_range(brn__layout_add(&layout, "position", BRN_STREAM_U16, 3, vertices), stream->position);
  if (values->value) {
    size_t count = values->about->on == BRN_ON_TET ? (size_t)mesh->tet_count : vertices;
    fit_range(brn__layout_add(&layout, "value", BRN_STREAM_U16, 1, count), values->value);
  }
  BRN_TRY(brn__layout_make(ctx, &layout, out));
  brn__quantise(ctx, &layout.array[0], stream->position, brn__layout_array(&layout, out, 0));
  if (values->value) {
    brn__quantise(ctx, &layout.array[1], values->value, brn__layout_array(&layout, out, 1));
  }
  return BRN_OK;
}

BrnStatus brn__stream_mesh_frame(BrnStream* stream, int index, const char* value,
                                 BrnByteArray* out) {
  BrnValues values = {0};
  *out = (BrnByteArray){0};
  BRN_TRY(check_inside(stream, index));
  BRN_TRY(read_positions(stream, index));
  if (*value) BRN_TRY(brn_replay_values(stream->replay, index, value, &values));
  BrnStatus status = encode_mesh(stream, &values, out);
  brn_values_free(stream->replay->ctx, &values);
  return status;
}
