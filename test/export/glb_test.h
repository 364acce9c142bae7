// SPDX-License-Identifier: Apache-2.0
//
// A reader of GLB that shares nothing with the writer: it plays the animation at a key and says
// where vertices are.

#pragma once

#include "export_test.h"

#include <jansson.h>

typedef struct Glb {
  char* bytes;
  json_t* root;
  const char* binary;
  uint32_t binary_size;
} Glb;

static inline uint32_t glb_word(const char* at) {
  uint32_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

static inline Glb glb_read_path(const char* path) {
  Glb glb = {0};
  FILE* file = fopen(path, "rb");
  ENSURE(file != NULL);
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  glb.bytes = malloc(size);
  ENSURE(fread(glb.bytes, 1, size, file) == size);
  fclose(file);
  ENSURE(memcmp(glb.bytes, "glTF\2\0\0\0", 8) == 0);
  ENSURE_INT(glb_word(glb.bytes + 8), size);
  uint32_t text = glb_word(glb.bytes + 12);
  ENSURE(text % 4 == 0 && memcmp(glb.bytes + 16, "JSON", 4) == 0);
  json_error_t error;
  glb.root = json_loadb(glb.bytes + 20, text, 0, &error);
  if (!glb.root) fail_msg("%s", error.text);
  if (20 + text == size) return glb;
  glb.binary_size = glb_word(glb.bytes + 20 + text);
  ENSURE(memcmp(glb.bytes + 24 + text, "BIN\0", 4) == 0);
  glb.binary = glb.bytes + 28 + text;
  ENSURE_INT(28 + text + glb.binary_size, size);
  return glb;
}

static inline void glb_done(Glb* glb) {
  json_decref(glb->root);
  free(glb->bytes);
}

static inline json_t* glb_get(const Glb* glb, const char* list, json_int_t index) {
  json_t* item = json_array_get(json_object_get(glb->root, list), (size_t)index);
  ENSURE(item != NULL);
  return item;
}

static inline json_int_t glb_int(const json_t* object, const char* key) {
  return json_integer_value(json_object_get(object, key));
}

static inline json_int_t glb_int_or(const json_t* object, const char* key, json_int_t missing) {
  json_t* value = json_object_get(object, key);
  return value ? json_integer_value(value) : missing;
}

static inline const char* glb_text(const json_t* object, const char* key) {
  const char* text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/// Number i of a view.
static inline double glb_number(const Glb* glb, json_int_t view_index, json_int_t type, size_t i) {
  json_t* view = glb_get(glb, "bufferViews", view_index);
  size_t size = type == 5123 ? 2 : 4;
  size_t from = (size_t)glb_int(view, "byteOffset"), length = (size_t)glb_int(view, "byteLength");
  ENSURE(from % 4 == 0 && size * (i + 1) <= length && from + length <= glb->binary_size);
  const char* at = glb->binary + from + size * i;
  uint16_t narrow;
  float real;
  memcpy(&narrow, at, 2);
  memcpy(&real, at, 4);
  return type == 5123 ? narrow : type == 5125 ? glb_word(at) : real;
}

/// All numbers of an accessor, to be freed.
static inline double* glb_values(const Glb* glb, json_int_t index, size_t* count) {
  json_t* accessor = glb_get(glb, "accessors", index);
  const char* type = glb_text(accessor, "type");
  size_t width = strcmp(type, "SCALAR") == 0 ? 1 : (size_t)(type[3] - '0');
  json_int_t number = glb_int(accessor, "componentType"),
             view = glb_int_or(accessor, "bufferView", -1);
  *count = (size_t)glb_int(accessor, "count") * width;
  double* value = calloc(*count + 1, sizeof *value);
  for (size_t i = 0; view >= 0 && i < *count; i++) value[i] = glb_number(glb, view, number, i);
  json_t* sparse = json_object_get(accessor, "sparse");
  json_t* where = json_object_get(sparse, "indices");
  json_int_t what = glb_int(json_object_get(sparse, "values"), "bufferView");
  double before = -1;
  for (size_t i = 0; sparse && i < (size_t)glb_int(sparse, "count"); i++) {
    double at = glb_number(glb, glb_int(where, "bufferView"), glb_int(where, "componentType"), i);
    ENSURE(at > before && at * (double)width < (double)*count);
    before = at;
    for (size_t c = 0; c < width; c++) {
      value[(size_t)at * width + c] = glb_number(glb, what, number, i * width + c);
    }
  }
  return value;
}

/// The node that shows a part, or has that name.
static inline json_int_t glb_find_node(const Glb* glb, const char* name) {
  json_t *nodes = json_object_get(glb->root, "nodes"), *node;
  size_t i;
  json_array_foreach(nodes, i, node) {
    const char* part = glb_text(json_object_get(node, "extras"), "part");
    if (strcmp(part, name) == 0) return (json_int_t)i;
  }
  json_array_foreach(nodes, i, node) {
    if (strcmp(glb_text(node, "name"), name) == 0) return (json_int_t)i;
  }
  fail_msg("there is no node \"%s\"", name);
  return -1;
}

static inline json_int_t glb_parent(const Glb* glb, json_int_t child) {
  json_t *node, *item;
  size_t i, k;
  json_array_foreach(json_object_get(glb->root, "nodes"), i, node) {
    json_array_foreach(json_object_get(node, "children"), k, item) {
      if (json_integer_value(item) == child) return (json_int_t)i;
    }
  }
  return -1;
}

/// The output of the channel that moves a node's path, to be freed; NULL: none does.
static inline double* glb_channel(const Glb* glb, json_int_t node, const char* path,
                                  size_t* count) {
  json_t* animation = json_array_get(json_object_get(glb->root, "animations"), 0);
  json_t* channel;
  size_t i;
  json_array_foreach(json_object_get(animation, "channels"), i, channel) {
    json_t* target = json_object_get(channel, "target");
    if (glb_int(target, "node") != node || strcmp(glb_text(target, "path"), path)) continue;
    json_t* sampler =
        json_array_get(json_object_get(animation, "samplers"), (size_t)glb_int(channel, "sampler"));
    ENSURE(strcmp(glb_text(sampler, "interpolation"), "LINEAR") == 0);
    return glb_values(glb, glb_int(sampler, "output"), count);
  }
  return NULL;
}

static inline void glb_track(const Glb* glb, json_int_t node, const char* path, int key,
                             size_t width, double* out) {
  json_t* rest = json_object_get(glb_get(glb, "nodes", node), path);
  for (size_t i = 0; rest && i < width; i++) out[i] = json_number_value(json_array_get(rest, i));
  size_t count;
  double* value = glb_channel(glb, node, path, &count);
  for (size_t i = 0; value && i < width; i++) out[i] = value[width * (size_t)key + i];
  free(value);
}

/// Takes a point through a node and those above it.
static inline void glb_place(const Glb* glb, json_int_t node, int key, double point[3]) {
  for (; node >= 0; node = glb_parent(glb, node)) {
    double q[4] = {0, 0, 0, 1}, t[3] = {0};
    glb_track(glb, node, "rotation", key, 4, q);
    glb_track(glb, node, "translation", key, 3, t);
    double w[4] = {q[3], q[0], q[1], q[2]};
    brn_rotation_apply(w, point, point);
    for (int a = 0; a < 3; a++) point[a] += t[a];
  }
}

/// An attribute with the targets of a key in it, to be freed.
static inline double* glb_morph(const Glb* glb, json_int_t node, const char* name, int key,
                                size_t* count) {
  json_t* mesh = glb_get(glb, "meshes", glb_int(glb_get(glb, "nodes", node), "mesh"));
  json_t* primitive = json_array_get(json_object_get(mesh, "primitives"), 0);
  json_t *targets = json_object_get(primitive, "targets"), *target;
  double* value = glb_values(glb, glb_int(json_object_get(primitive, "attributes"), name), count);
  size_t i, weights_count = 0, n;
  double* weights = glb_channel(glb, node, "weights", &weights_count);
  ENSURE(!targets || (weights && weights_count % json_array_size(targets) == 0));
  json_array_foreach(targets, i, target) {
    double w = weights[(size_t)key * json_array_size(targets) + i];
    ENSURE(w == 0 || w == 1);
    if (w == 0) continue;
    double* difference = glb_values(glb, glb_int(target, name), &n);
    ENSURE(n == *count);
    for (size_t c = 0; c < n; c++) value[c] += difference[c];
    free(difference);
  }
  free(weights);
  return value;
}

static inline json_t* glb_primitive(const Glb* glb, const char* node) {
  json_t* object = glb_get(glb, "nodes", glb_find_node(glb, node));
  return json_array_get(
      json_object_get(glb_get(glb, "meshes", glb_int(object, "mesh")), "primitives"), 0);
}

static inline size_t glb_target_count(const Glb* glb, const char* node) {
  return json_array_size(json_object_get(glb_primitive(glb, node), "targets"));
}

/// Where the vertices of a node are at a key, to be freed.
static inline double* glb_points(const Glb* glb, const char* name, int key, size_t* count) {
  json_int_t node = glb_find_node(glb, name);
  double* value = glb_morph(glb, node, "POSITION", key, count);
  for (size_t i = 0; i < *count; i += 3) glb_place(glb, node, key, value + i);
  return value;
}
