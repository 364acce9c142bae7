// SPDX-License-Identifier: Apache-2.0

#include "studio/report.h"

#include <string.h>

// Bodies move little from frame to frame: differences are small, their high bytes nearly all alike,
// and gzip likes both. Integers wrap around, so that nothing is lost.

void brn__report_frames_free(BrnContext* ctx, BrnReportFrames* frames) {
  brn__byte_array_free(ctx, &frames->before);
}

static void subtract8(const uint8_t* now, const uint8_t* before, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(now[i] - before[i]);
}

// all low bytes, then all high bytes
static void subtract16(const uint16_t* now, const uint16_t* before, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; i++) {
    uint16_t difference = (uint16_t)(now[i] - before[i]);
    out[i] = (uint8_t)difference;
    out[count + i] = (uint8_t)(difference >> 8);
  }
}

static void put_array(const BrnLayoutArray* array, const void* now, const void* before, void* out) {
  size_t count = array->count * (size_t)array->components;
  if (array->delta && array->type == BRN_STREAM_U8) {
    subtract8(now, before, count, out);
  } else if (array->delta) {
    subtract16(now, before, count, out);
  } else {
    memcpy(out, now, brn__layout_bytes(array));
  }
}

static BrnStatus encode_differences(BrnContext* ctx, const BrnLayout* layout,
                                    const BrnByteArray* now, const BrnReportFrames* before,
                                    BrnByteArray* out) {
  BrnLayout other = *layout;
  for (int i = 0; i < other.count; i++) {
    BrnStreamType type = other.array[i].type;
    other.array[i].delta = type == BRN_STREAM_U8 || type == BRN_STREAM_U16;
  }
  BRN_TRY(brn__layout_make(ctx, &other, out));
  for (int i = 0; i < other.count; i++) {
    put_array(&other.array[i], brn__layout_array(layout, now, i),
              brn__layout_array(&before->layout, &before->before, i),
              brn__layout_array(&other, out, i));
  }
  return BRN_OK;
}

static BrnStatus encode_plain(BrnReportRun* run, int index, BrnLayout* layout, BrnByteArray* out) {
  BrnContext* ctx = run->replay->ctx;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnFrameNumbers numbers;
  *out = (BrnByteArray){0};
  BrnStatus status =
      brn__frame_read(&run->stream, run->frame[index], run->value, run->used_values, &numbers);
  if (status == BRN_OK) {
    status = brn__frame_encode(&run->stream, &numbers, &run->ranges, true, layout, out);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

static BrnStatus copy(BrnContext* ctx, const BrnByteArray* from, BrnByteArray* out) {
  *out = (BrnByteArray){brn__alloc(ctx, from->size, 1), from->size};
  if (!out->data) return brn__fail_memory(ctx);
  memcpy(out->data, from->data, from->size);
  return BRN_OK;
}

BrnStatus brn__report_frame(BrnReportRun* run, int index, bool alone, BrnReportFrames* frames,
                            BrnByteArray* out) {
  BrnContext* ctx = run->replay->ctx;
  BrnLayout layout;
  BrnByteArray now;
  *out = (BrnByteArray){0};
  BRN_TRY(encode_plain(run, index, &layout, &now));
  BrnStatus status =
      alone ? copy(ctx, &now, out) : encode_differences(ctx, &layout, &now, frames, out);
  brn__byte_array_free(ctx, &frames->before);
  frames->before = now;
  frames->layout = layout;
  return status;
}
