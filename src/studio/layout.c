// SPDX-License-Identifier: Apache-2.0
//
// The files of docs/stream.md as bytes: a head in JSON, then arrays, rounded within their ranges.

#include "studio/stream.h"

#include <math.h>
#include <string.h>

enum { HEAD = 16, ALIGNMENT = 8 }; // magic, length of the text, zeros

static const char* const type_names[] = {"u8", "u16", "u32", "f32"};
static const size_t type_sizes[] = {1, 2, 4, 4};

static size_t round_up(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

size_t brn__layout_bytes(const BrnLayoutArray* array) {
  return array->count * (size_t)array->components * type_sizes[array->type];
}

BrnLayoutArray* brn__layout_add(BrnLayout* layout, const char* name, BrnStreamType type,
                                int components, size_t count) {
  BRN_ASSERT(layout->count < BRN_LAYOUT_ARRAYS && strlen(name) < BRN_LAYOUT_NAME);
  BrnLayoutArray* array = &layout->array[layout->count++];
  *array = (BrnLayoutArray){.type = type, .components = components, .count = count};
  memcpy(array->name, name, strlen(name) + 1);
  return array;
}

// ------------------------------------------------------------------------------------------ header

static void put_range(BrnContext* ctx, BrnString* text, const char* name, const double* value,
                      int count) {
  brn__string_printf(ctx, text, ",\"%s\":%s", name, count > 1 ? "[" : "");
  for (int i = 0; i < count; i++) {
    if (i) brn__string_text(ctx, text, ",");
    brn__string_double(ctx, text, value[i]);
  }
  if (count > 1) brn__string_text(ctx, text, "]");
}

static void put_array(BrnContext* ctx, BrnString* text, const BrnLayoutArray* array) {
  brn__string_text(ctx, text, "{\"name\":");
  brn__stream_text(ctx, array->name, text);
  brn__string_printf(ctx, text, ",\"type\":\"%s\",\"components\":%d,\"count\":%zu,\"offset\":%zu",
                     type_names[array->type], array->components, array->count, array->offset);
  if (array->range_count > 0) {
    put_range(ctx, text, "low", array->low, array->range_count);
    put_range(ctx, text, "high", array->high, array->range_count);
  }
  if (array->delta) brn__string_text(ctx, text, ",\"coding\":\"delta\"");
  brn__string_text(ctx, text, "}");
}

static void put_header(BrnContext* ctx, const BrnLayout* layout, BrnString* text) {
  brn__string_text(ctx, text, "{\"arrays\":[");
  for (int i = 0; i < layout->count; i++) {
    if (i) brn__string_text(ctx, text, ",");
    put_array(ctx, text, &layout->array[i]);
  }
  brn__string_text(ctx, text, "]}");
  brn__string_text(ctx, text, &"       "[(text->size + ALIGNMENT - 1) % ALIGNMENT]);
}

BrnStatus brn__layout_make(BrnContext* ctx, BrnLayout* layout, BrnByteArray* out) {
  size_t size = 0;
  *out = (BrnByteArray){0};
  for (int i = 0; i < layout->count; i++) {
    layout->array[i].offset = size;
    size = round_up(size + brn__layout_bytes(&layout->array[i]));
  }
  BrnString text = {0};
  put_header(ctx, layout, &text);
  BrnStatus status = text.status;
  layout->body = HEAD + text.size;
  if (status == BRN_OK) {
    out->size = layout->body + size;
    out->data = brn__alloc_zero(ctx, out->size, 1);
    if (!out->data) status = brn__fail_memory(ctx);
  }
  if (status == BRN_OK) {
    uint32_t length = (uint32_t)text.size;
    memcpy(out->data, "BRNSTRM1", 8);
    for (int i = 0; i < 4; i++) out->data[8 + i] = (uint8_t)(length >> 8 * i);
    memcpy(out->data + HEAD, text.text, text.size);
  }
  brn__string_free(ctx, &text);
  return status;
}

void* brn__layout_array(const BrnLayout* layout, const BrnByteArray* file, int index) {
  BRN_ASSERT(index >= 0 && index < layout->count);
  return file->data + layout->body + layout->array[index].offset;
}

void brn__byte_array_free(BrnContext* ctx, BrnByteArray* bytes) {
  brn__free(ctx, bytes->data);
  *bytes = (BrnByteArray){0};
}

// ---------------------------------------------------------------------------------------- rounding

void brn__range_none(int components, double* low, double* high) {
  for (int k = 0; k < components; k++) {
    low[k] = INFINITY;
    high[k] = -INFINITY;
  }
}

void brn__range_of(const double* value, size_t count, int components, double* low, double* high) {
  for (size_t i = 0; i < count; i++) {
    for (int k = 0; k < components; k++) {
      double x = value[i * (size_t)components + (size_t)k];
      if (!isfinite(x)) continue;
      low[k] = fmin(low[k], x);
      high[k] = fmax(high[k], x);
    }
  }
}

typedef struct Quantise {
  const BrnLayoutArray* array;
  const double* value;
  void* out;
} Quantise;

static void quantise_items(void* user, int begin, int end, int worker) {
  const Quantise* q = user;
  const BrnLayoutArray* array = q->array;
  int n = array->components;
  double top = array->type == BRN_STREAM_U8 ? 255 : 65535;
  (void)worker;
  for (int k = 0; k < n; k++) {
    int r = array->range_count > 1 ? k : 0;
    double low = array->low[r], by = array->high[r] > low ? top / (array->high[r] - low) : 0;
    for (size_t i = (size_t)begin * (size_t)n + (size_t)k; i < (size_t)end * (size_t)n;
         i += (size_t)n) {
      double x = (q->value[i] - low) * by + 0.5;
      x = x > 0 ? fmin(x, top) : 0; // NaN, too, is 0
      if (array->type == BRN_STREAM_U8) {
        ((uint8_t*)q->out)[i] = (uint8_t)x;
      } else {
        ((uint16_t*)q->out)[i] = (uint16_t)x;
      }
    }
  }
}

void brn__quantise(BrnContext* ctx, const BrnLayoutArray* array, const double* value, void* out) {
  Quantise q = {array, value, out};
  brn__parallel_for(ctx, (int)array->count, 16384, quantise_items, &q);
}
