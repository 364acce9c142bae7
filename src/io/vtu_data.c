// SPDX-License-Identifier: Apache-2.0

#include "io/vtu.h"
#include "io/zlib_hooks.h"

#include <string.h>

// Where the numbers of an array are.
//
// Plain:      [bytes of data] data
// Compressed: [blocks] [bytes of a block] [bytes of the last one, 0: full] [packed bytes] x blocks,
//             then the blocks
//
// The numbers in brackets are UInt32 or UInt64. In base64 the header and the data may or may not be
// encoded as one: four characters stand for up to three bytes either way, so they are decoded four
// by four and a padding in the middle ends nothing.

// ---------------------------------------------------------------------------------------- streams

typedef struct Stream {
  const unsigned char *at, *end;
  bool base64;
  unsigned char ready[3]; // decoded, but not taken yet
  int ready_at, ready_count;
} Stream;

static int base64_value(unsigned char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// decodes the next four characters; false at the end or at anything that is not base64
static bool decode_four(Stream* stream) {
  uint32_t bits = 0;
  int padding = 0;
  for (int k = 0; k < 4; k++) {
    while (stream->at < stream->end && strchr(" \t\r\n", *stream->at) && *stream->at) stream->at++;
    if (stream->at == stream->end) return false;
    int value = base64_value(*stream->at);
    if (*stream->at == '=' && k >= 2) {
      padding++;
      value = 0;
    } else if (value < 0 || padding > 0) {
      return false;
    }
    stream->at++;
    bits = bits << 6 | (uint32_t)value;
  }
  for (int k = 0; k < 3; k++) stream->ready[k] = (unsigned char)(bits >> (16 - 8 * k));
  stream->ready_at = 0;
  stream->ready_count = 3 - padding;
  return true;
}

// most bytes that can be left
static size_t bytes_left(const Stream* stream) {
  size_t left = (size_t)(stream->end - stream->at);
  if (!stream->base64) return left;
  return left / 4 * 3 + 3 + (size_t)(stream->ready_count - stream->ready_at);
}

static bool take(Stream* stream, unsigned char* out, size_t size) {
  if (!stream->base64) {
    if (size > bytes_left(stream)) return false;
    memcpy(out, stream->at, size);
    stream->at += size;
    return true;
  }
  for (size_t i = 0; i < size; i++) {
    if (stream->ready_at == stream->ready_count && !decode_four(stream)) return false;
    out[i] = stream->ready[stream->ready_at++];
  }
  return true;
}

static bool take_header(const BrnVtu* vtu, Stream* stream, uint64_t* out) {
  unsigned char bytes[8];
  if (!take(stream, bytes, (size_t)vtu->header_size)) return false;
  *out = 0;
  for (int k = 0; k < vtu->header_size; k++) {
    bool big = vtu->swap != brn__machine_is_big_endian();
    *out = *out << 8 | bytes[big ? k : vtu->header_size - 1 - k];
  }
  return true;
}

static BrnStatus open_stream(const BrnVtu* vtu, const BrnVtuArray* array, Stream* out) {
  BrnSlice slice = array->content;
  bool base64 = true;
  if (array->place == BRN_VTU_APPENDED) {
    if (!vtu->has_appended) return brn__vtu_fail(vtu, array, "the file has no <AppendedData>");
    if (array->offset > vtu->appended.length) {
      return brn__vtu_fail(vtu, array, "its offset is %llu, but only %zu bytes are appended",
                           (unsigned long long)array->offset, vtu->appended.length);
    }
    slice.start = vtu->appended.start + array->offset;
    slice.length = vtu->appended.length - (size_t)array->offset;
    base64 = vtu->appended_is_base64;
  }
  const unsigned char* at = (const unsigned char*)slice.start;
  *out = (Stream){.at = at, .end = slice.length ? at + slice.length : at, .base64 = base64};
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- layouts

typedef struct Layout {
  Stream data;    // at the data or the first block
  Stream packed;  // at the packed sizes
  size_t size;    // bytes of the numbers
  size_t stored;  // bytes they take in the file
  size_t claimed; // the same and the sizes of the blocks
  uint64_t block_count, block_size, last_size;
} Layout;

static BrnStatus fail_header(const BrnVtu* vtu, const BrnVtuArray* array) {
  return brn__vtu_fail(vtu, array, "its data are cut short or not valid base64");
}

static BrnStatus fail_packed(const BrnVtu* vtu, const BrnVtuArray* array, size_t left) {
  return brn__vtu_fail(vtu, array, "its compressed blocks are longer than the %zu bytes left",
                       left);
}

// sizes that add up, and that deflate can pack (1 byte holds at most 1032) in what is there
static BrnStatus read_packed_layout(const BrnVtu* vtu, const BrnVtuArray* array, Layout* out) {
  Stream* stream = &out->data;
  if (!take_header(vtu, stream, &out->block_count)) return fail_header(vtu, array);
  if (out->block_count == 0) return BRN_OK;
  bool good = take_header(vtu, stream, &out->block_size);
  if (!good || !take_header(vtu, stream, &out->last_size)) return fail_header(vtu, array);
  if (out->last_size == 0) out->last_size = out->block_size;
  size_t left = bytes_left(stream);
  if (out->block_count > left / (size_t)vtu->header_size || out->last_size > out->block_size) {
    return brn__vtu_fail(vtu, array, "%llu compressed blocks, but only %zu bytes are left",
                         (unsigned long long)out->block_count, left);
  }
  out->packed = *stream;
  for (uint64_t i = 0; i < out->block_count; i++) {
    uint64_t packed;
    if (!take_header(vtu, stream, &packed)) return fail_header(vtu, array);
    if (packed > left - out->stored) return fail_packed(vtu, array, left);
    out->stored += (size_t)packed;
  }
  left = bytes_left(stream); // without the sizes that were just read
  if (out->stored > left) return fail_packed(vtu, array, left);
  uint64_t size;
  bool over = __builtin_mul_overflow(out->block_count - 1, out->block_size, &size) ||
              __builtin_add_overflow(size, out->last_size, &size);
  if (over || size / 1032 > out->stored) {
    return brn__vtu_fail(vtu, array, "%llu blocks of %llu bytes cannot be packed in %zu bytes",
                         (unsigned long long)out->block_count, (unsigned long long)out->block_size,
                         out->stored);
  }
  out->claimed = out->stored + (size_t)out->block_count * (size_t)vtu->header_size;
  out->size = (size_t)size;
  return BRN_OK;
}

static BrnStatus read_layout(const BrnVtu* vtu, const BrnVtuArray* array, Layout* out) {
  *out = (Layout){0};
  BRN_TRY(open_stream(vtu, array, &out->data));
  if (array->place == BRN_VTU_INLINE && array->content.length == 0) return BRN_OK;
  if (vtu->compressed) return read_packed_layout(vtu, array, out);
  uint64_t size;
  if (!take_header(vtu, &out->data, &size)) return fail_header(vtu, array);
  if (size > bytes_left(&out->data)) {
    return brn__vtu_fail(vtu, array, "%llu bytes of data, but only %zu are left",
                         (unsigned long long)size, bytes_left(&out->data));
  }
  out->size = out->stored = out->claimed = (size_t)size;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ bytes

static BrnStatus unpack_block(const BrnVtu* vtu, const BrnVtuArray* array, z_stream* zlib,
                              BrnSlice packed, unsigned char* out, size_t size) {
  zlib->next_in = (unsigned char*)(uintptr_t)packed.start;
  zlib->avail_in = (unsigned)packed.length;
  zlib->next_out = out;
  zlib->avail_out = (unsigned)size;
  int result =
      packed.length > UINT32_MAX || size > UINT32_MAX ? Z_DATA_ERROR : inflate(zlib, Z_FINISH);
  if (result == Z_MEM_ERROR) return BRN_NO_MEMORY;
  if (result == Z_STREAM_END && zlib->avail_out == 0) {
    inflateReset(zlib);
    return BRN_OK;
  }
  return brn__vtu_fail(vtu, array, "a block is not valid zlib data of %zu bytes", size);
}

static BrnStatus unpack_blocks(const BrnVtu* vtu, const BrnVtuArray* array, Layout* layout,
                               const unsigned char* packed, unsigned char* out) {
  z_stream zlib = brn__zlib_stream(vtu->ctx);
  if (inflateInit(&zlib) != Z_OK) return BRN_NO_MEMORY;
  BrnStatus status = BRN_OK;
  for (uint64_t i = 0; i < layout->block_count && status == BRN_OK; i++) {
    uint64_t packed_size = 0;
    take_header(vtu, &layout->packed, &packed_size); // was read before
    size_t size = (size_t)(i + 1 < layout->block_count ? layout->block_size : layout->last_size);
    BrnSlice block = {(const char*)packed, (size_t)packed_size};
    status = unpack_block(vtu, array, &zlib, block, out, size);
    packed += packed_size;
    out += size;
  }
  inflateEnd(&zlib);
  return status;
}

// The stored bytes: in place when they are raw, otherwise decoded into a new block.
static BrnStatus view_stored(const BrnVtu* vtu, const BrnVtuArray* array, Layout* layout,
                             const unsigned char** out, unsigned char** owned) {
  *out = layout->data.at;
  *owned = NULL;
  if (!layout->data.base64) return BRN_OK;
  *out = *owned = brn__alloc(vtu->ctx, layout->stored, 1);
  if (!*owned) return BRN_NO_MEMORY;
  return take(&layout->data, *owned, layout->stored) ? BRN_OK : fail_header(vtu, array);
}

// The bytes of the numbers; `owned` is to be freed, also on failure.
static BrnStatus view_bytes(const BrnVtu* vtu, const BrnVtuArray* array, Layout* layout,
                            const unsigned char** out, unsigned char** owned) {
  BRN_TRY(view_stored(vtu, array, layout, out, owned));
  if (!vtu->compressed) return BRN_OK;
  unsigned char *packed = *owned, *unpacked = brn__alloc(vtu->ctx, layout->size, 1);
  BrnStatus status = unpacked ? unpack_blocks(vtu, array, layout, *out, unpacked) : BRN_NO_MEMORY;
  brn__free(vtu->ctx, packed);
  *out = *owned = unpacked;
  return status;
}

// ---------------------------------------------------------------------------------------- numbers

// takes the bytes of an array from what the file can have, packed and unpacked
static BrnStatus claim(BrnVtu* vtu, const BrnVtuArray* array, size_t claimed, size_t size) {
  if (claimed > vtu->budget)
    return brn__vtu_fail(vtu, array, "it shares its data with other arrays");
  vtu->budget -= claimed;
  if (size > vtu->unpacked_budget) {
    return brn__fail(vtu->ctx, BRN_UNSUPPORTED,
                     "%s: unpacked it is more than 200 times as large; write it uncompressed",
                     vtu->source->name);
  }
  vtu->unpacked_budget -= size;
  return BRN_OK;
}

static size_t size_of(const BrnVtuArray* array, size_t count) {
  if (array->is_bit) return count / 8 + (count % 8 > 0);
  return count * (size_t)brn__number_size(array->number);
}

BrnStatus brn__vtu_check(BrnVtu* vtu, const BrnVtuArray* array, size_t count) {
  if (array->place == BRN_VTU_ASCII) {
    size_t length = array->content.length;
    if (count <= (length + 1) / 2) return claim(vtu, array, length, 0);
    return brn__vtu_fail(vtu, array, "expected %zu numbers, found %zu characters", count, length);
  }
  Layout layout;
  BRN_TRY(read_layout(vtu, array, &layout));
  if (layout.size == size_of(array, count)) return claim(vtu, array, layout.claimed, layout.size);
  return brn__vtu_fail(vtu, array, "expected %zu bytes (%zu numbers), found %zu",
                       size_of(array, count), count, layout.size);
}

static BrnText cursor(const BrnVtu* vtu, const BrnVtuArray* array) {
  bool some = array->content.length > 0;
  BrnSource inside = {.name = vtu->source->name,
                      .data = some ? array->content.start : "",
                      .size = array->content.length};
  BrnText text = brn__text(vtu->ctx, &inside, 0);
  text.line = some ? array->content_line : array->line;
  return text;
}

static BrnStatus read_words(const BrnVtu* vtu, const BrnVtuArray* array, size_t count,
                            double* out) {
  BrnText text = cursor(vtu, array);
  BrnSlice word;
  for (size_t i = 0; i < count; i++) {
    if (!brn__text_word(&text, &word)) {
      return brn__vtu_fail(vtu, array, "expected %zu numbers, found %zu", count, i);
    }
    if (!brn__slice_to_number(word, array->number, &out[i])) {
      return brn__text_fail(&text, "expected a number (%zu of array \"%.60s\"), found \"%s\"", i,
                            array->name, BRN_SHOW(word));
    }
  }
  if (!brn__text_word(&text, &word)) return BRN_OK;
  return brn__vtu_fail(vtu, array, "expected %zu numbers, found more", count);
}

BrnStatus brn__vtu_numbers(const BrnVtu* vtu, const BrnVtuArray* array, size_t count, double* out) {
  if (count == 0) return BRN_OK;
  if (array->place == BRN_VTU_ASCII) return read_words(vtu, array, count, out);
  Layout layout;
  const unsigned char* bytes;
  unsigned char* owned;
  BRN_TRY(read_layout(vtu, array, &layout));
  BrnStatus status = view_bytes(vtu, array, &layout, &bytes, &owned);
  if (status == BRN_OK && array->is_bit) brn__bits_decode(bytes, count, out);
  if (status == BRN_OK && !array->is_bit) {
    brn__numbers_decode(bytes, array->number, vtu->swap, count, out);
  }
  brn__free(vtu->ctx, owned);
  return status;
}

// ------------------------------------------------------------------------------------------- text

// "51 58 55 0": codes of the characters, which VTK writes as signed bytes
static BrnStatus read_codes(BrnVtu* vtu, const BrnVtuArray* array, char** out, size_t* size) {
  BrnText text = cursor(vtu, array);
  BrnSlice word;
  *out = brn__alloc(vtu->ctx, array->content.length + 1, 1);
  *size = 0;
  if (!*out) return BRN_NO_MEMORY;
  while (brn__text_word(&text, &word)) {
    int code;
    if (!brn__slice_to_int(word, &code) || code < -128 || code > 255) {
      brn__free(vtu->ctx, *out);
      *out = NULL;
      return brn__text_fail(&text, "expected the code of a character, found \"%s\"",
                            BRN_SHOW(word));
    }
    (*out)[(*size)++] = (char)code;
  }
  return BRN_OK;
}

BrnStatus brn__vtu_text(BrnVtu* vtu, const BrnVtuArray* array, char** out, size_t* size) {
  *out = NULL;
  *size = 0;
  if (array->place == BRN_VTU_ASCII) return read_codes(vtu, array, out, size);
  Layout layout;
  const unsigned char* bytes;
  unsigned char* owned;
  BRN_TRY(read_layout(vtu, array, &layout));
  BRN_TRY(claim(vtu, array, layout.claimed, layout.size));
  BrnStatus status = view_bytes(vtu, array, &layout, &bytes, &owned);
  if (status == BRN_OK) {
    *out = brn__strndup(vtu->ctx, (const char*)bytes, layout.size);
    *size = layout.size;
    if (!*out) status = BRN_NO_MEMORY;
  }
  brn__free(vtu->ctx, owned);
  return status;
}
