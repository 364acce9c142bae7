// SPDX-License-Identifier: Apache-2.0
//
// The JSON of a glTF document: lists, views, accessors, an animation (gltf.h).

#include "export/gltf.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- document

void brn__gltf_set(BrnGltf* gltf, json_t* object, const char* key, json_t* value) {
  if (json_object_set_new(object, key, value) != 0) gltf->failed = true;
}

int brn__gltf_add(BrnGltf* gltf, json_t* list, json_t* object) {
  if (json_array_append_new(list, object) != 0) gltf->failed = true;
  return (int)json_array_size(list) - 1;
}

BrnStatus brn__gltf_open(BrnContext* ctx, BrnGltf* gltf) {
  *gltf = (BrnGltf){.ctx = ctx};
  gltf->root = json_object();
  gltf->node = json_array();
  gltf->mesh = json_array();
  gltf->material = json_array();
  gltf->accessor = json_array();
  gltf->view = json_array();
  gltf->channel = json_array();
  gltf->sampler = json_array();
  bool all = gltf->root && gltf->node && gltf->mesh && gltf->material && gltf->accessor &&
             gltf->view && gltf->channel && gltf->sampler;
  if (all) return BRN_OK;
  brn__gltf_close(gltf);
  return brn__fail_memory(ctx);
}

void brn__gltf_close(BrnGltf* gltf) {
  json_t* all[] = {gltf->root,     gltf->node, gltf->mesh,    gltf->material,
                   gltf->accessor, gltf->view, gltf->channel, gltf->sampler};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) json_decref(all[i]);
  *gltf = (BrnGltf){0};
}

json_t* brn__gltf_numbers(const double* value, int count) {
  json_t* list = json_array();
  for (int i = 0; i < count; i++) {
    if (json_array_append_new(list, json_real(value[i])) == 0) continue;
    json_decref(list);
    return NULL;
  }
  return list;
}

json_t* brn__gltf_floats(const float* value, int count) {
  double wide[16];
  BRN_ASSERT(count <= 16);
  for (int i = 0; i < count; i++) wide[i] = value[i];
  return brn__gltf_numbers(wide, count);
}

// ----------------------------------------------------------------------------------------- numbers

static int number_size(BrnGltfNumber number) { return number == BRN_GLTF_U16 ? 2 : 4; }

static int type_size(const char* type) { return strcmp(type, "SCALAR") == 0 ? 1 : type[3] - '0'; }

// the largest index of a type means that a strip starts anew, and may not be used
BrnGltfNumber brn__gltf_index(int64_t count) {
  return count <= UINT16_MAX ? BRN_GLTF_U16 : BRN_GLTF_U32;
}

// bytes of the binary part, from a multiple of 4 on; index of the view
static int add_view(BrnGltf* gltf, uint64_t bytes, BrnGltfUse use) {
  json_t* view = json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)gltf->size,
                           "byteLength", (json_int_t)bytes);
  if (use) brn__gltf_set(gltf, view, "target", json_integer(use));
  gltf->size += (bytes + 3) / 4 * 4;
  return brn__gltf_add(gltf, gltf->view, view);
}

static json_t* accessor(BrnGltf* gltf, BrnGltfNumber number, const char* type, int64_t count,
                        const float* low, const float* high) {
  json_t* object = json_pack("{s:i, s:s, s:I}", "componentType", (int)number, "type", type, "count",
                             (json_int_t)count);
  int size = type_size(type);
  if (low) brn__gltf_set(gltf, object, "min", brn__gltf_floats(low, size));
  if (high) brn__gltf_set(gltf, object, "max", brn__gltf_floats(high, size));
  return object;
}

int brn__gltf_accessor(BrnGltf* gltf, BrnGltfNumber number, const char* type, int64_t count,
                       BrnGltfUse use, const float* low, const float* high) {
  json_t* object = accessor(gltf, number, type, count, low, high);
  int item = type_size(type) * number_size(number);
  int view = add_view(gltf, (uint64_t)count * (uint64_t)item, use);
  brn__gltf_set(gltf, object, "bufferView", json_integer(view));
  return brn__gltf_add(gltf, gltf->accessor, object);
}

int brn__gltf_sparse(BrnGltf* gltf, const char* type, int64_t count, int64_t filled,
                     const float* low, const float* high) {
  json_t* object = accessor(gltf, BRN_GLTF_F32, type, count, low, high);
  if (filled > 0) {
    BrnGltfNumber index = brn__gltf_index(count);
    uint64_t items = (uint64_t)filled, item = 4 * (uint64_t)type_size(type);
    int where = add_view(gltf, items * (uint64_t)number_size(index), BRN_GLTF_DATA);
    int what = add_view(gltf, items * item, BRN_GLTF_DATA);
    brn__gltf_set(gltf, object, "sparse",
                  json_pack("{s:I, s:{s:i, s:i}, s:{s:i}}", "count", (json_int_t)filled, "indices",
                            "bufferView", where, "componentType", (int)index, "values",
                            "bufferView", what));
  }
  return brn__gltf_add(gltf, gltf->accessor, object);
}

// -------------------------------------------------------------------------------------------- text

// empty lists are not allowed
static void put(BrnGltf* gltf, json_t* object, const char* key, json_t* list) {
  if (json_array_size(list) > 0) brn__gltf_set(gltf, object, key, json_incref(list));
}

static void put_animation(BrnGltf* gltf) {
  if (json_array_size(gltf->channel) == 0) return;
  json_t* animation = json_pack("{s:s, s:O, s:O}", "name", "run", "channels", gltf->channel,
                                "samplers", gltf->sampler);
  brn__gltf_set(gltf, gltf->root, "animations", json_pack("[o]", animation));
}

BrnStatus brn__gltf_print(BrnGltf* gltf, char** out) {
  json_t* root = gltf->root;
  char generator[64] = "Brawn ";
  strncat(generator, brn_version(), 40);
  brn__gltf_set(gltf, root, "asset",
                json_pack("{s:s, s:s}", "version", "2.0", "generator", generator));
  brn__gltf_set(gltf, root, "scene", json_integer(0));
  brn__gltf_set(gltf, root, "scenes", json_pack("[{s:[i]}]", "nodes", 0));
  put(gltf, root, "nodes", gltf->node);
  put(gltf, root, "meshes", gltf->mesh);
  put(gltf, root, "materials", gltf->material);
  put_animation(gltf);
  put(gltf, root, "accessors", gltf->accessor);
  put(gltf, root, "bufferViews", gltf->view);
  if (gltf->size > 0) {
    brn__gltf_set(gltf, root, "buffers",
                  json_pack("[{s:I}]", "byteLength", (json_int_t)gltf->size));
  }
  *out = gltf->failed ? NULL : json_dumps(root, JSON_COMPACT);
  return *out ? BRN_OK : brn__fail_memory(gltf->ctx);
}
