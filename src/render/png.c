// SPDX-License-Identifier: Apache-2.0

#include "io/sink.h"
#include "io/source.h"
#include "render/image.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

// libpng leaves by longjmp() when something is wrong. What it must find intact then is in a job,
// and the functions that are left this way have no locals that a jump could spoil.

typedef struct PngJob {
  BrnContext* ctx;
  const char* path;
  png_structp png;
  png_infop info;
  BrnStatus status;
  BrnSource source; // reading
  size_t at;        // bytes of it that are read
  BrnImage* image;
  BrnSink* sink; // writing
  const BrnImage* written;
  uint8_t* row; // without opacity; NULL: rows go as they are
} PngJob;

static void fail(png_structp png, png_const_charp message) {
  PngJob* job = png_get_error_ptr(png);
  if (job->status == BRN_OK) {
    job->status = job->sink ? brn__fail(job->ctx, BRN_IO_FAILED, "%s: %s", job->path, message)
                            : brn__fail(job->ctx, BRN_BAD_FILE,
                                        "%s: byte %zu: the PNG file is damaged (%s); make it again",
                                        job->path, job->at, message);
  }
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
  PngJob* job = png_get_mem_ptr(png);
  void* block = brn__alloc(job->ctx, size, 1);
  if (!block) job->status = BRN_NO_MEMORY;
  return block;
}

static void release(png_structp png, png_voidp block) {
  PngJob* job = png_get_mem_ptr(png);
  brn__free(job->ctx, block);
}

// ----------------------------------------------------------------------------------------- reading

static void read_bytes(png_structp png, png_bytep out, size_t size) {
  PngJob* job = png_get_io_ptr(png);
  if (size > job->source.size - job->at) png_error(png, "it ends too early");
  memcpy(out, job->source.data + job->at, size);
  job->at += size;
}

// Deflate makes at most 1032 bytes of one. A header that promises more than the file can hold is
// found out before there is memory for it.
static BrnStatus check_size(PngJob* job) {
  png_uint_32 width = png_get_image_width(job->png, job->info);
  png_uint_32 height = png_get_image_height(job->png, job->info);
  if (width > BRN_IMAGE_MOST_SIDE || height > BRN_IMAGE_MOST_SIDE) {
    return brn__fail(job->ctx, BRN_BAD_FILE, "%s: %lu x %lu pixels; sides may have up to %d",
                     job->path, (unsigned long)width, (unsigned long)height, BRN_IMAGE_MOST_SIDE);
  }
  if (png_get_rowbytes(job->png, job->info) * (size_t)height > 1032 * job->source.size) {
    return brn__fail(job->ctx, BRN_BAD_FILE,
                     "%s: says that it has %lu x %lu pixels, but has only %zu bytes", job->path,
                     (unsigned long)width, (unsigned long)height, job->source.size);
  }
  return brn_image_create(job->ctx, (int)width, (int)height, &job->image);
}

// whatever is in the file comes as 8 bits of red, green, blue, opacity
static void ask_for_rgba(PngJob* job) {
  png_set_expand(job->png);
  png_set_scale_16(job->png);
  png_set_gray_to_rgb(job->png);
  png_set_add_alpha(job->png, 0xff, PNG_FILLER_AFTER);
}

static void read_rows(PngJob* job) {
  size_t stride = 4 * (size_t)job->image->width;
  int passes = png_set_interlace_handling(job->png);
  png_read_update_info(job->png, job->info);
  BRN_ASSERT(png_get_rowbytes(job->png, job->info) == stride);
  for (int pass = 0; pass < passes; pass++) {
    for (int y = 0; y < job->image->height; y++) {
      png_read_row(job->png, job->image->pixel + (size_t)y * stride, NULL);
    }
  }
  png_read_end(job->png, NULL);
}

static void decode(PngJob* job) {
  if (setjmp(png_jmpbuf(job->png))) return;
  job->info = png_create_info_struct(job->png);
  if (!job->info) return;
  png_set_read_fn(job->png, job, read_bytes);
  png_read_info(job->png, job->info);
  if ((job->status = check_size(job)) != BRN_OK) return;
  ask_for_rgba(job);
  read_rows(job);
}

static BrnStatus check_signature(const PngJob* job) {
  const BrnSource* source = &job->source;
  if (source->size >= 8 && png_sig_cmp((png_const_bytep)source->data, 0, 8) == 0) return BRN_OK;
  return brn__fail(job->ctx, BRN_BAD_FILE, "%s: is not a PNG file; pictures are read from PNG only",
                   job->path);
}

BrnStatus brn_image_read(BrnContext* ctx, const char* path, BrnImage** out) {
  BRN_ASSERT(ctx && path && out);
  *out = NULL;
  PngJob job = {.ctx = ctx, .path = path};
  BRN_TRY(brn__source_open(ctx, path, &job.source));
  job.status = check_signature(&job);
  if (job.status == BRN_OK) {
    job.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &job, fail, ignore, &job, allocate,
                                       release);
    if (job.png) decode(&job);
    if (!job.png || !job.info) job.status = BRN_NO_MEMORY;
    png_destroy_read_struct(&job.png, &job.info, NULL);
  }
  brn__source_close(ctx, &job.source);
  if (job.status == BRN_OK) {
    *out = job.image;
  } else {
    brn_image_destroy(ctx, job.image);
  }
  return job.status;
}

// ----------------------------------------------------------------------------------------- writing

static void write_bytes(png_structp png, png_bytep bytes, size_t size) {
  PngJob* job = png_get_io_ptr(png);
  brn__sink_bytes(job->sink, bytes, size);
}

static void flush(png_structp png) { (void)png; }

static bool is_opaque(const BrnImage* image) {
  size_t count = (size_t)image->width * (size_t)image->height;
  for (size_t i = 0; i < count; i++) {
    if (image->pixel[4 * i + 3] != 255) return false;
  }
  return true;
}

static void encode_row(PngJob* job, const uint8_t* pixel) {
  if (!job->row) {
    png_write_row(job->png, pixel);
    return;
  }
  for (int x = 0; x < job->written->width; x++) memcpy(job->row + 3 * x, pixel + 4 * x, 3);
  png_write_row(job->png, job->row);
}

static void encode(PngJob* job) {
  if (setjmp(png_jmpbuf(job->png))) return;
  const BrnImage* image = job->written;
  job->info = png_create_info_struct(job->png);
  if (!job->info) return;
  png_set_write_fn(job->png, job, write_bytes, flush);
  png_set_IHDR(job->png, job->info, (png_uint_32)image->width, (png_uint_32)image->height, 8,
               job->row ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(job->png, job->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(job->png, job->info);
  for (int y = 0; y < image->height; y++) {
    encode_row(job, image->pixel + 4 * (size_t)y * (size_t)image->width);
  }
  png_write_end(job->png, job->info);
}

static BrnStatus write_png(BrnContext* ctx, const BrnImage* image, const char* path,
                           BrnSink* sink) {
  PngJob job = {.ctx = ctx, .path = path, .written = image, .sink = sink};
  if (is_opaque(image)) { // a third less to pack, and other programs need not think about it
    job.row = brn__new(ctx, 3 * (size_t)image->width, uint8_t);
    if (!job.row) return BRN_NO_MEMORY;
  }
  job.png =
      png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &job, fail, ignore, &job, allocate, release);
  if (job.png) encode(&job);
  if (!job.png || !job.info) job.status = BRN_NO_MEMORY;
  png_destroy_write_struct(&job.png, &job.info);
  brn__free(ctx, job.row);
  return job.status;
}

BrnStatus brn_image_write(BrnContext* ctx, const BrnImage* image, const char* path) {
  BRN_ASSERT(ctx && image && path);
  BrnSink sink;
  BRN_TRY(brn__sink_open(ctx, path, &sink));
  sink.lazy = true; // a sequence need not wait for the disk at each picture
  BrnStatus status = write_png(ctx, image, path, &sink);
  if (status == BRN_OK) return brn__sink_close(&sink);
  brn__sink_abandon(&sink);
  return status;
}
