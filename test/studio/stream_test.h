// SPDX-License-Identifier: Apache-2.0
//
// A reader of the stream's files, as the page has one: written from docs/stream.md, not from the
// writer.

#pragma once

#include "test.h"

#include <jansson.h>

typedef struct StreamFile {
  const uint8_t* data;
  size_t size, body;
  json_t* head;
} StreamFile;

typedef struct StreamArray {
  const uint8_t* bytes;
  size_t count;
  int components;
  char type[4];
  bool delta, ranged;
  double low[3], high[3];
} StreamArray;

static inline StreamFile stream_open(const void* data, size_t size) {
  StreamFile file = {.data = data, .size = size};
  ENSURE(size >= 16 && memcmp(data, "BRNSTRM1", 8) == 0);
  uint32_t length, zero;
  memcpy(&length, file.data + 8, 4);
  memcpy(&zero, file.data + 12, 4);
  ENSURE_INT(zero, 0);
  ENSURE((16 + length) % 8 == 0 && 16 + (size_t)length <= size);
  json_error_t error;
  file.head = json_loadb((const char*)file.data + 16, length, JSON_REJECT_DUPLICATES, &error);
  if (!file.head) print_error("%s\n", error.text);
  ENSURE(file.head);
  file.body = 16 + length;
  return file;
}

static inline void stream_close(StreamFile* file) { json_decref(file->head); }

static inline int stream_bytes_of(const char* type) {
  return strcmp(type, "u8") == 0 ? 1 : strcmp(type, "u16") == 0 ? 2 : 4;
}

static inline void stream_range(const json_t* value, int components, double* out) {
  for (int k = 0; k < components; k++) {
    out[k] = json_number_value(json_is_array(value) ? json_array_get(value, (size_t)k) : value);
  }
}

/// @return false: there is no such array
static inline bool stream_find(const StreamFile* file, const char* name, StreamArray* out) {
  const json_t* list = json_object_get(file->head, "arrays");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t* item = json_array_get(list, i);
    if (strcmp(json_string_value(json_object_get(item, "name")), name) != 0) continue;
    *out = (StreamArray){.count = (size_t)json_integer_value(json_object_get(item, "count"))};
    snprintf(out->type, sizeof out->type, "%s", json_string_value(json_object_get(item, "type")));
    out->components = (int)json_integer_value(json_object_get(item, "components"));
    size_t offset = (size_t)json_integer_value(json_object_get(item, "offset"));
    size_t bytes = out->count * (size_t)(out->components * stream_bytes_of(out->type));
    ENSURE(offset % 8 == 0 && file->body + offset + bytes <= file->size);
    out->bytes = file->data + file->body + offset;
    out->ranged = json_object_get(item, "low") != NULL;
    const char* coding = json_string_value(json_object_get(item, "coding"));
    out->delta = coding && strcmp(coding, "delta") == 0;
    if (out->ranged) {
      stream_range(json_object_get(item, "low"), out->components, out->low);
      stream_range(json_object_get(item, "high"), out->components, out->high);
    }
    return true;
  }
  return false;
}

static inline StreamArray stream_array(const StreamFile* file, const char* name, const char* type,
                                       int components) {
  StreamArray array;
  if (!stream_find(file, name, &array)) print_error("there is no array %s\n", name);
  ENSURE(stream_find(file, name, &array));
  ENSURE(strcmp(array.type, type) == 0);
  ENSURE_INT(array.components, components);
  return array;
}

/// Number i of an array, among count x components.
static inline double stream_number(const StreamArray* array, size_t i) {
  double q;
  if (strcmp(array->type, "f32") == 0) {
    float x;
    memcpy(&x, array->bytes + 4 * i, 4);
    return (double)x;
  }
  if (strcmp(array->type, "u32") == 0) {
    uint32_t x;
    memcpy(&x, array->bytes + 4 * i, 4);
    return x;
  }
  if (strcmp(array->type, "u16") == 0) {
    uint16_t x;
    memcpy(&x, array->bytes + 2 * i, 2);
    q = x;
  } else {
    q = array->bytes[i];
  }
  if (!array->ranged) return q;
  int k = (int)(i % (size_t)array->components);
  double top = strcmp(array->type, "u8") == 0 ? 255 : 65535;
  return array->low[k] + q / top * (array->high[k] - array->low[k]);
}

/// Half a step of its integers: what rounding may cost.
static inline double stream_tolerance(const StreamArray* array, int k) {
  double top = strcmp(array->type, "u8") == 0 ? 255 : 65535;
  return (array->high[k] - array->low[k]) / top * 0.5 * (1 + 1e-6) + 1e-15;
}
