// SPDX-License-Identifier: Apache-2.0

#include "export/color.h"
#include "export/glb.h"

#include <math.h>
#include <string.h>

// The shape of each frame behind the first is a morph target, and the weights play them: at the
// time of frame k target k is 1 and all others are 0, and in between shapes go straight from one to
// the next. The matrix of weights has a 1 a row, so it is sparse, and all parts share it.

static int vertex_accessor(BrnGlb* glb, int count, const float* value, bool range) {
  float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; range && i < 3 * (size_t)count; i++) {
    low[i % 3] = fminf(low[i % 3], value[i]);
    high[i % 3] = fmaxf(high[i % 3], value[i]);
  }
  return brn__gltf_accessor(&glb->gltf, BRN_GLTF_F32, "VEC3", count, BRN_GLTF_VERTICES,
                            range ? low : NULL, range ? high : NULL);
}

// ----------------------------------------------------------------------------------------- meshes

static int add_material(BrnGlb* glb, const BrnReplayPart* part, const char* name) {
  double color[4];
  brn__color_linear(part->color, color);
  color[3] = 1;
  json_t* surface =
      json_pack("{s:o, s:i, s:f}", "baseColorFactor", brn__gltf_numbers(color, 4), "metallicFactor",
                0, "roughnessFactor", brn__color_roughness(part->kind));
  return brn__gltf_add(&glb->gltf, glb->gltf.material,
                       json_pack("{s:s, s:o}", "name", name, "pbrMetallicRoughness", surface));
}

static json_t* target_names(BrnGlb* glb) {
  json_t* list = json_array();
  for (int k = 1; k < glb->job->frame_count; k++) {
    json_t* name = json_sprintf("frame %d", brn__export_number(glb->job, k));
    if (json_array_append_new(list, name) != 0) glb->gltf.failed = true;
  }
  return list;
}

// Positions, normals and corners. A part without triangles has no mesh.
static BrnStatus add_mesh(BrnGlb* glb, int p) {
  const BrnReplayPart* from = brn__export_part(glb->job, p);
  BrnGlbPart* part = &glb->part[p];
  BrnGltf* gltf = &glb->gltf;
  part->mesh = -1;
  if (part->point_count == 0 || from->skin.triangle_count == 0) return BRN_OK;
  BRN_TRY(brn__names_take(glb->ctx, &glb->names, BRN_NAME_TEXT, from->name, &part->name));
  int position = vertex_accessor(glb, part->point_count, part->base, true);
  int normal = vertex_accessor(glb, part->point_count, part->normal, false);
  int corner =
      brn__gltf_accessor(gltf, brn__gltf_index(part->point_count), "SCALAR",
                         3 * (int64_t)from->skin.triangle_count, BRN_GLTF_CORNERS, NULL, NULL);
  json_t* primitive =
      json_pack("{s:{s:i, s:i}, s:i, s:i}", "attributes", "POSITION", position, "NORMAL", normal,
                "indices", corner, "material", add_material(glb, from, part->name));
  json_t* object = json_pack("{s:s, s:[O]}", "name", part->name, "primitives", primitive);
  if (part->moves) {
    brn__gltf_set(gltf, primitive, "targets", json_array());
    brn__gltf_set(gltf, object, "extras", json_pack("{s:o}", "targetNames", target_names(glb)));
  }
  json_decref(primitive);
  part->mesh = brn__gltf_add(gltf, gltf->mesh, object);
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- motion

static void add_times(BrnGlb* glb) {
  const BrnExport* job = glb->job;
  float first = 0, last = brn__glb_time(glb, job->frame_count - 1);
  glb->times = brn__gltf_accessor(&glb->gltf, BRN_GLTF_F32, "SCALAR", job->frame_count,
                                  BRN_GLTF_DATA, &first, &last);
}

static void add_weights(BrnGlb* glb) {
  int64_t frames = glb->job->frame_count;
  int output =
      brn__gltf_sparse(&glb->gltf, "SCALAR", frames * (frames - 1), frames - 1, NULL, NULL);
  glb->weights = brn__glb_add_sampler(glb, output);
}

int brn__glb_add_sampler(BrnGlb* glb, int output) {
  return brn__gltf_add(&glb->gltf, glb->gltf.sampler,
                       json_pack("{s:i, s:i, s:s}", "input", glb->times, "output", output,
                                 "interpolation", "LINEAR"));
}

static int add_differences(BrnGlb* glb, int count, int filled, const BrnGlbTarget* range) {
  const float *low = range ? range->low : NULL, *high = range ? range->high : NULL;
  if (brn__glb_is_sparse(filled, count)) {
    return brn__gltf_sparse(&glb->gltf, "VEC3", count, filled, low, high);
  }
  return brn__gltf_accessor(&glb->gltf, BRN_GLTF_F32, "VEC3", count, BRN_GLTF_VERTICES, low, high);
}

static void add_target(BrnGlb* glb, int k, int p) {
  const BrnGlbPart* part = &glb->part[p];
  const BrnGlbTarget* target = &part->target[k - 1];
  int position = add_differences(glb, part->point_count, target->moved, target);
  int normal = add_differences(glb, part->point_count, target->turned, NULL);
  json_t* primitive = json_array_get(
      json_object_get(json_array_get(glb->gltf.mesh, (size_t)part->mesh), "primitives"), 0);
  brn__gltf_add(&glb->gltf, json_object_get(primitive, "targets"),
                json_pack("{s:i, s:i}", "POSITION", position, "NORMAL", normal));
}

static void add_targets(BrnGlb* glb) {
  for (int k = 1; k < glb->job->frame_count; k++) {
    for (int p = 0; p < glb->job->part_count; p++) {
      if (glb->part[p].mesh >= 0 && glb->part[p].moves) add_target(glb, k, p);
    }
  }
}

static bool bones_move(const BrnGlb* glb) {
  for (int b = 0; b < glb->bone_count; b++) {
    if (glb->bone[b].turns || glb->bone[b].goes) return true;
  }
  return false;
}

static bool shapes_move(const BrnGlb* glb) {
  for (int p = 0; p < glb->job->part_count; p++) {
    if (glb->part[p].mesh >= 0 && glb->part[p].moves) return true;
  }
  return false;
}

BrnStatus brn__glb_describe(BrnGlb* glb) {
  BRN_TRY(brn__gltf_open(glb->ctx, &glb->gltf));
  for (int p = 0; p < glb->job->part_count; p++) BRN_TRY(add_mesh(glb, p));
  if (shapes_move(glb) || bones_move(glb)) add_times(glb);
  if (shapes_move(glb)) add_weights(glb);
  BRN_TRY(brn__glb_add_nodes(glb));
  add_targets(glb);
  return BRN_OK;
}
