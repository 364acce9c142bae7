// SPDX-License-Identifier: Apache-2.0
//
// Bytes packed by gzip and spelled in base64, for reports.

#include "studio/report.h"

#include "io/zlib_hooks.h"

enum { GZIP = 15 + 16, LEVEL = 7, MEMORY = 8 };

BrnStatus brn__pack(BrnContext* ctx, const void* bytes, size_t size, BrnByteArray* out) {
  z_stream stream = brn__zlib_stream(ctx);
  *out = (BrnByteArray){0};
  if (size > UINT32_MAX / 2) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "%zu bytes are too many for one file of a report", size);
  }
  if (deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
    return brn__fail_memory(ctx);
  }
  size_t room = deflateBound(&stream, size);
  out->data = brn__alloc(ctx, room, 1);
  if (out->data) {
    stream.next_in = (z_const Bytef*)(uintptr_t)bytes;
    stream.avail_in = (unsigned)size;
    stream.next_out = out->data;
    stream.avail_out = (unsigned)room;
    int end = deflate(&stream, Z_FINISH);
    BRN_ASSERT(end == Z_STREAM_END); // it was told that there is room
    out->size = room - stream.avail_out;
  }
  deflateEnd(&stream);
  return out->data ? BRN_OK : brn__fail_memory(ctx);
}

size_t brn__base64_size(size_t size) { return (size + 2) / 3 * 4; }

// RFC 4648
void brn__sink_base64(BrnSink* sink, const void* bytes, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const uint8_t* at = bytes;
  char text[4 * 512];
  size_t used = 0;
  for (size_t i = 0; i < size; i += 3) {
    size_t left = size - i;
    uint32_t bits = (uint32_t)at[i] << 16 | (left > 1 ? (uint32_t)at[i + 1] << 8 : 0) |
                    (left > 2 ? at[i + 2] : 0);
    text[used++] = digits[bits >> 18];
    text[used++] = digits[bits >> 12 & 63];
    text[used++] = (char)(left > 1 ? digits[bits >> 6 & 63] : '=');
    text[used++] = (char)(left > 2 ? digits[bits & 63] : '=');
    if (used == sizeof text || left <= 3) {
      brn__sink_bytes(sink, text, used);
      used = 0;
    }
  }
}
