// SPDX-License-Identifier: Apache-2.0
//
// The binary part of a GLB, in the order in which the JSON announces it (glb.h).

#include "export/glb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

float brn__glb_time(const BrnGlb* glb, int k) {
  return (float)(brn__export_time(glb->job, k) - brn__export_time(glb->job, 0));
}

// ------------------------------------------------------------------------------------------- bytes
// All machines that Brawn is built for are little-endian, as GLB is.

static void write_word(BrnSink* sink, uint64_t word) {
  uint32_t value = (uint32_t)word;
  brn__sink_bytes(sink, &value, sizeof value);
}

static void write_index(BrnSink* sink, BrnGltfNumber number, int64_t index) {
  uint16_t narrow = (uint16_t)index;
  if (number == BRN_GLTF_U16) brn__sink_bytes(sink, &narrow, sizeof narrow);
  if (number == BRN_GLTF_U32) write_word(sink, (uint32_t)index);
}

// a view starts at a multiple of 4
static void pad_indices(BrnSink* sink, BrnGltfNumber number, size_t count) {
  if (number == BRN_GLTF_U16 && count % 2) brn__sink_bytes(sink, "\0", 2);
}

static void write_floats(BrnSink* sink, const float* value, size_t count) {
  brn__sink_bytes(sink, value, count * sizeof *value);
}

// ------------------------------------------------------------------------------------------ binary

static void write_corners(const BrnSkin* skin, BrnSink* sink) {
  BrnGltfNumber number = brn__gltf_index(skin->rider.point_count);
  size_t count = 3 * (size_t)skin->triangle_count;
  for (size_t i = 0; i < count; i++) write_index(sink, number, skin->triangle[i]);
  pad_indices(sink, number, count);
}

static void write_meshes(const BrnGlb* glb, BrnSink* sink) {
  for (int p = 0; p < glb->job->part_count; p++) {
    const BrnGlbPart* part = &glb->part[p];
    if (part->mesh < 0) continue;
    write_floats(sink, part->base, 3 * (size_t)part->point_count);
    write_floats(sink, part->normal, 3 * (size_t)part->point_count);
    write_corners(&brn__export_part(glb->job, p)->skin, sink);
  }
}

static void write_times(const BrnGlb* glb, BrnSink* sink) {
  if (glb->times < 0) return;
  for (int k = 0; k < glb->job->frame_count; k++) {
    float time = brn__glb_time(glb, k);
    write_floats(sink, &time, 1);
  }
}

// row k of the matrix of weights has its 1 in column k - 1
static void write_weights(const BrnGlb* glb, BrnSink* sink) {
  if (glb->weights < 0) return;
  int64_t frames = glb->job->frame_count, columns = frames - 1;
  BrnGltfNumber number = brn__gltf_index(frames * columns);
  for (int64_t k = 1; k < frames; k++) write_index(sink, number, k * columns + k - 1);
  pad_indices(sink, number, (size_t)columns);
  for (int64_t k = 1; k < frames; k++) write_floats(sink, &(float){1}, 1);
}

static void write_bones(const BrnGlb* glb, BrnSink* sink) {
  size_t frames = (size_t)glb->job->frame_count;
  for (int i = 0; i < glb->bone_count; i++) {
    const BrnGlbBone* bone = &glb->bone[glb->order[i]];
    if (bone->turns) write_floats(sink, bone->rotation, 4 * frames);
    if (bone->goes) write_floats(sink, bone->position, 3 * frames);
  }
}

static void write_differences(BrnSink* sink, int count, int filled, const float* value) {
  if (!brn__glb_is_sparse(filled, count)) {
    write_floats(sink, value, 3 * (size_t)count);
    return;
  }
  BrnGltfNumber number = brn__gltf_index(count);
  for (int i = 0; i < count; i++) {
    const float* d = value + 3 * (size_t)i;
    if (d[0] != 0 || d[1] != 0 || d[2] != 0) write_index(sink, number, i);
  }
  pad_indices(sink, number, (size_t)filled);
  for (int i = 0; i < count; i++) {
    const float* d = value + 3 * (size_t)i;
    if (d[0] != 0 || d[1] != 0 || d[2] != 0) write_floats(sink, d, 3);
  }
}

static BrnStatus write_targets(BrnGlb* glb, BrnSink* sink) {
  glb->job->pass = 1;
  for (int k = 1; k < glb->job->frame_count && glb->weights >= 0; k++) {
    BRN_TRY(brn__export_frame(glb->job, k));
    for (int p = 0; p < glb->job->part_count; p++) {
      const BrnGlbPart* part = &glb->part[p];
      if (part->mesh < 0 || !part->moves) continue;
      BrnGlbTarget target = brn__glb_shape(glb, p);
      write_differences(sink, part->point_count, target.moved, glb->moved);
      write_differences(sink, part->point_count, target.turned, glb->turned);
    }
  }
  return BRN_OK;
}

static BrnStatus write_binary(BrnGlb* glb, BrnSink* sink) {
  uint64_t begin = sink->written;
  write_meshes(glb, sink);
  write_times(glb, sink);
  write_weights(glb, sink);
  write_bones(glb, sink);
  BRN_TRY(write_targets(glb, sink));
  BRN_ASSERT(sink->status != BRN_OK || sink->written - begin == glb->gltf.size);
  return BRN_OK;
}

// -------------------------------------------------------------------------------------------- file

static BrnStatus check_size(const BrnGlb* glb, uint64_t size) {
  if (size <= UINT32_MAX) return BRN_OK;
  return brn__fail(glb->ctx, BRN_UNSUPPORTED,
                   "%s: would have %.1f GB, and a GLB ends at 4; take every second frame "
                   "(--frames 1-100/2), fewer parts (--parts), or write .usda or .pc2",
                   glb->job->path, (double)size / 1e9);
}

static BrnStatus write_chunks(BrnGlb* glb, const char* json, BrnSink* sink) {
  enum { HEAD = 12, CHUNK = 8 };
  uint64_t length = strlen(json), text = (length + 3) / 4 * 4, binary = glb->gltf.size;
  uint64_t size = HEAD + CHUNK + text + (binary ? CHUNK + binary : 0);
  BRN_TRY(check_size(glb, size));
  brn__sink_bytes(sink, "glTF", 4);
  write_word(sink, 2);
  write_word(sink, size);
  write_word(sink, text);
  brn__sink_bytes(sink, "JSON", 4);
  brn__sink_bytes(sink, json, length);
  brn__sink_bytes(sink, "   ", text - length);
  if (binary == 0) return BRN_OK;
  write_word(sink, binary);
  brn__sink_bytes(sink, "BIN", 4);
  return write_binary(glb, sink);
}

static BrnStatus write_file(BrnGlb* glb) {
  char* json;
  BrnSink sink;
  BRN_TRY(brn__gltf_print(&glb->gltf, &json));
  BrnStatus status = brn__export_open(glb->job, 0, &sink);
  if (status == BRN_OK) {
    status = write_chunks(glb, json, &sink);
    status = brn__export_close(glb->job, &sink, status);
  }
  free(json);
  return status;
}

static void clear(BrnGlb* glb) {
  BrnContext* ctx = glb->ctx;
  for (int b = 0; glb->bone && b < glb->bone_count; b++) {
    brn__free(ctx, glb->bone[b].rotation);
    brn__free(ctx, glb->bone[b].position);
  }
  for (int p = 0; glb->part && p < glb->job->part_count; p++) {
    void* block[] = {glb->part[p].rest, glb->part[p].base, glb->part[p].normal,
                     glb->part[p].target};
    for (int i = 0; i < 4; i++) brn__free(ctx, block[i]);
  }
  void* block[] = {glb->bone, glb->order, glb->part, glb->moved, glb->turned};
  for (int i = 0; i < 5; i++) brn__free(ctx, block[i]);
  brn__names_free(ctx, &glb->names);
  brn__gltf_close(&glb->gltf);
}

// What readers bear was measured: see docs/export.md.
static void warn_of_frames(const BrnGlb* glb) {
  int step = (glb->job->frame_count + BRN_GLB_FRAMES - 1) / BRN_GLB_FRAMES;
  if (glb->weights < 0 || step < 2) return;
  const BrnExport* job = glb->job;
  brn__log(
      glb->ctx, BRN_LOG_WARNING,
      "%s: has a morph target for each of %d frames, and browsers bear about %d; for them take "
      "every %d. (--frames %d-%d/%d)",
      job->path, job->frame_count, BRN_GLB_FRAMES, step, brn__export_number(job, 0),
      brn__export_number(job, job->frame_count - 1), step);
}

static BrnStatus plan(BrnExport* job) {
  if (job->def.metres_per_unit != 1 || job->def.up != 'y') {
    return brn__fail(job->ctx, BRN_UNSUPPORTED,
                     "%s: glTF is in metres and Y up, and programs that read it convert it to "
                     "their own; leave out --units and --up",
                     job->path);
  }
  BRN_TRY(brn__export_need_times(job));
  return brn__export_plan_file(job, NULL, BRN_NO_FRAME, NULL);
}

static BrnStatus write(BrnExport* job) {
  BrnGlb glb = {.job = job, .ctx = job->ctx, .times = -1, .weights = -1};
  job->pass_count = 2;
  BrnStatus status = brn__glb_survey(&glb);
  if (status == BRN_OK) status = brn__glb_describe(&glb);
  if (status == BRN_OK) warn_of_frames(&glb);
  if (status == BRN_OK) status = write_file(&glb);
  clear(&glb);
  return status;
}

const BrnExportWriter brn__export_glb = {
    .about = {.name = "glb",
              .extensions = "glb",
              .title = "glTF 2.0: morph targets, bones as nodes (three.js, Blender, engines)"},
    .plan = plan,
    .write = write,
};
