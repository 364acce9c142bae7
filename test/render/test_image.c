// SPDX-License-Identifier: Apache-2.0

#include "render/image.h"
#include "test.h"

#include <png.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define FILE_NAME "test_image.png"

static char folder[64], path[128];

static int make_folder(void** state) {
  (void)state;
  snprintf(folder, sizeof folder, "/tmp/test_image.XXXXXX");
  if (!mkdtemp(folder)) return -1;
  snprintf(path, sizeof path, "%s/" FILE_NAME, folder);
  return 0;
}

static int remove_folder(void** state) {
  (void)state;
  unlink(path);
  return rmdir(folder); // fails when a temporary file was left behind
}

static void set(BrnImage* image, int x, int y, int r, int g, int b, int a) {
  uint8_t* p = image->pixel + 4 * (y * image->width + x);
  p[0] = (uint8_t)r, p[1] = (uint8_t)g, p[2] = (uint8_t)b, p[3] = (uint8_t)a;
}

static void ensure_pixel(const BrnImage* image, int x, int y, int r, int g, int b, int a) {
  const uint8_t* p = image->pixel + 4 * (y * image->width + x);
  ENSURE_INT(p[0], r);
  ENSURE_INT(p[1], g);
  ENSURE_INT(p[2], b);
  ENSURE_INT(p[3], a);
}

static BrnImage* noise(BrnContext* ctx, int width, int height, bool opaque) {
  BrnImage* image;
  ENSURE_OK(ctx, brn_image_create(ctx, width, height, &image));
  TestRandom random = {7};
  for (int i = 0; i < 4 * width * height; i++) {
    bool alpha = i % 4 == 3;
    image->pixel[i] = alpha && opaque ? 255 : (uint8_t)test_random_bits(&random);
  }
  return image;
}

static void write_file(const void* bytes, size_t size) {
  FILE* file = fopen(path, "wb");
  ENSURE(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static size_t read_file(unsigned char* bytes, size_t size) {
  FILE* file = fopen(path, "rb");
  ENSURE(file);
  size = fread(bytes, 1, size, file);
  fclose(file);
  return size;
}

static void ensure_refused(BrnContext* ctx, const void* bytes, size_t size, const char* message) {
  BrnImage* image;
  write_file(bytes, size);
  ENSURE_STATUS(ctx, brn_image_read(ctx, path, &image), BRN_BAD_FILE);
  ENSURE(!image);
  ENSURE_ERROR_HAS(ctx, message);
  ENSURE_ERROR_HAS(ctx, FILE_NAME);
}

// -------------------------------------------------------------------------------------- in memory

static void new_image_is_transparent_black(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image;
  ENSURE_OK(ctx, brn_image_create(ctx, 3, 2, &image));
  ENSURE(image->width == 3 && image->height == 2);
  for (int i = 0; i < 24; i++) ENSURE_INT(image->pixel[i], 0);
  brn_image_destroy(ctx, image);
  brn_image_destroy(ctx, NULL);
  test_context_done(ctx);
}

static void sides_without_pixels_or_with_too_many_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image;
  const int side[][2] = {{0, 5}, {5, 0}, {-3, 4}, {32769, 1}, {1, 2147483647}};
  for (int i = 0; i < 5; i++) {
    ENSURE_STATUS(ctx, brn_image_create(ctx, side[i][0], side[i][1], &image), BRN_INVALID);
    ENSURE(!image);
    ENSURE_ERROR_HAS(ctx, "sides must be 1 to 32768");
  }
  test_context_done(ctx);
}

static void paste_replaces_by_what_is_opaque_and_leaves_what_shows_through(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage *to, *from;
  ENSURE_OK(ctx, brn_image_create(ctx, 4, 1, &to));
  ENSURE_OK(ctx, brn_image_create(ctx, 4, 1, &from));
  for (int x = 0; x < 3; x++) set(to, x, 0, 100, 0, 50, 255);
  set(from, 0, 0, 9, 8, 7, 255);
  set(from, 1, 0, 9, 8, 7, 0);
  set(from, 2, 0, 200, 100, 50, 51); // a fifth
  set(from, 3, 0, 200, 100, 50, 51);
  brn_image_paste(to, from, 0, 0);
  ensure_pixel(to, 0, 0, 9, 8, 7, 255);
  ensure_pixel(to, 1, 0, 100, 0, 50, 255);
  ensure_pixel(to, 2, 0, 120, 20, 50, 255);
  ensure_pixel(to, 3, 0, 200, 100, 50, 51); // nothing is below: the colour stays
  brn_image_destroy(ctx, to);
  brn_image_destroy(ctx, from);
  test_context_done(ctx);
}

// both half there: the upper one has 2/3 of what is seen, and 3/4 is covered
static void translucent_over_translucent_weighs_by_what_is_seen(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image;
  ENSURE_OK(ctx, brn_image_create(ctx, 1, 1, &image));
  set(image, 0, 0, 0, 0, 90, 128);
  brn__image_blend(image, 0, 0, (double[3]){90 / 255.0, 0, 0}, 0.5);
  ensure_pixel(image, 0, 0, 60, 0, 30, 191 + 1);
  brn__image_blend(image, 1, 0, (double[3]){1, 1, 1}, 1);
  brn__image_blend(image, 0, -1, (double[3]){1, 1, 1}, 1);
  brn__image_blend(image, 0, 0, (double[3]){1, 1, 1}, NAN);
  ensure_pixel(image, 0, 0, 60, 0, 30, 192);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

static void paste_cuts_off_at_every_border(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage *to, *from = noise(ctx, 5, 4, true);
  const int at[][2] = {{-3, -2},
                       {6, 5},
                       {-5, 0},
                       {8, 0},
                       {0, -4},
                       {0, 7},
                       {2, 1},
                       {2147483647, 0},
                       {-2147483647 - 1, 3},
                       {1, -2147483647 - 1}};
  for (int k = 0; k < 10; k++) {
    ENSURE_OK(ctx, brn_image_create(ctx, 8, 7, &to));
    brn_image_paste(to, from, at[k][0], at[k][1]);
    for (int y = 0; y < 7; y++) {
      for (int x = 0; x < 8; x++) {
        int64_t u = (int64_t)x - at[k][0], v = (int64_t)y - at[k][1];
        const uint8_t* q = to->pixel + 4 * (8 * y + x);
        bool inside = u >= 0 && u < 5 && v >= 0 && v < 4;
        if (inside) assert_memory_equal(q, from->pixel + 4 * (5 * v + u), 4);
        if (!inside) assert_memory_equal(q, "\0\0\0\0", 4);
      }
    }
    brn_image_destroy(ctx, to);
  }
  brn_image_destroy(ctx, from);
  test_context_done(ctx);
}

static void box_covers_parts_of_pixels(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image;
  ENSURE_OK(ctx, brn_image_create(ctx, 4, 3, &image));
  const double white[3] = {1, 1, 1};
  brn__image_box(image, 0.5, 0.8, 2, 1, white, 1);
  const double column[4] = {0.5, 1, 0.5, 0}, row[3] = {0.2, 0.8, 0};
  for (int i = 0; i < 12; i++) {
    ENSURE_NEAR(image->pixel[4 * i + 3], 255 * row[i / 4] * column[i % 4], 0.501);
  }
  uint8_t before[4 * 12];
  memcpy(before, image->pixel, sizeof before);
  brn__image_box(image, -1e300, -1e300, 1, 1, white, 1);
  brn__image_box(image, 1e300, 1e300, 1e300, 1e300, white, 1);
  assert_memory_equal(before, image->pixel, sizeof before);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ files

static void every_pixel_comes_back_from_a_file(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int opaque = 0; opaque < 2; opaque++) {
    BrnImage *image = noise(ctx, 37, 21, opaque), *back;
    ENSURE_OK(ctx, brn_image_write(ctx, image, path));
    ENSURE_OK(ctx, brn_image_read(ctx, path, &back));
    ENSURE(back->width == 37 && back->height == 21);
    assert_memory_equal(back->pixel, image->pixel, 4 * 37 * 21);
    unsigned char head[32];
    ENSURE(read_file(head, 32) == 32);
    ENSURE_INT(head[25], opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA);
    brn_image_destroy(ctx, image);
    brn_image_destroy(ctx, back);
  }
  test_context_done(ctx);
}

// Other programs write other kinds: 16 bits, palettes, interlaced, grey with 1 bit.
static void write_foreign(int depth, int type, int interlace, const unsigned char* row) {
  FILE* file = fopen(path, "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  ENSURE(file && png && info);
  png_init_io(png, file);
  png_set_IHDR(png, info, 8, 2, depth, type, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  const png_color palette[2] = {{10, 20, 30}, {40, 50, 60}};
  const unsigned char opacity[2] = {255, 77};
  if (type == PNG_COLOR_TYPE_PALETTE) {
    png_set_PLTE(png, info, palette, 2);
    png_set_tRNS(png, info, opacity, 2, NULL);
  }
  png_write_info(png, info);
  int passes = png_set_interlace_handling(png);
  for (int i = 0; i < 2 * passes; i++) png_write_row(png, row);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  fclose(file);
}

static void other_kinds_of_png_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image;
  const unsigned char bits[1] = {0xa0}; // 1 0 1 0 0 0 0 0
  write_foreign(1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, bits);
  ENSURE_OK(ctx, brn_image_read(ctx, path, &image));
  ensure_pixel(image, 0, 1, 255, 255, 255, 255);
  ensure_pixel(image, 1, 1, 0, 0, 0, 255);
  brn_image_destroy(ctx, image);
  write_foreign(1, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_ADAM7, bits);
  ENSURE_OK(ctx, brn_image_read(ctx, path, &image));
  ensure_pixel(image, 2, 1, 40, 50, 60, 77);
  ensure_pixel(image, 7, 0, 10, 20, 30, 255);
  brn_image_destroy(ctx, image);
  unsigned char wide[8 * 6];
  for (int i = 0; i < 48; i++) wide[i] = i % 2 ? 0 : (unsigned char)(4 * i);
  write_foreign(16, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_ADAM7, wide);
  ENSURE_OK(ctx, brn_image_read(ctx, path, &image));
  ensure_pixel(image, 3, 1, 72, 80, 88, 255);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

static void missing_and_foreign_files_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image;
  ENSURE_STATUS(ctx, brn_image_read(ctx, "no/such.png", &image), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(ctx, "no/such.png");
  ensure_refused(ctx, "GIF89a......", 12, "is not a PNG file");
  ensure_refused(ctx, "\x89PNG", 4, "is not a PNG file");
  ensure_refused(ctx, "", 0, "is not a PNG file");
  test_context_done(ctx);
}

static size_t sample(BrnContext* ctx, unsigned char* bytes, size_t size) {
  BrnImage* image = noise(ctx, 9, 6, false);
  ENSURE_OK(ctx, brn_image_write(ctx, image, path));
  brn_image_destroy(ctx, image);
  size_t used = read_file(bytes, size);
  ENSURE(used > 200 && used < size);
  return used;
}

static void file_cut_short_anywhere_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  unsigned char bytes[1000];
  size_t size = sample(ctx, bytes, sizeof bytes);
  for (size_t cut = 8; cut < size; cut++) ensure_refused(ctx, bytes, cut, "damaged");
  test_context_done(ctx);
}

// checksums catch what matters; what is accepted has the pixels of a picture
static void any_changed_byte_is_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  unsigned char bytes[1000];
  size_t size = sample(ctx, bytes, sizeof bytes);
  for (size_t i = 0; i < size; i++) {
    bytes[i] ^= 0x5a;
    write_file(bytes, size);
    BrnImage* image;
    BrnStatus status = brn_image_read(ctx, path, &image);
    ENSURE(status == BRN_OK || status == BRN_BAD_FILE);
    ENSURE((status == BRN_OK) == (image != NULL));
    brn_image_destroy(ctx, image);
    bytes[i] ^= 0x5a;
  }
  test_context_done(ctx);
}

static void put_size(unsigned char* bytes, uint32_t width, uint32_t height) {
  for (int i = 0; i < 4; i++) {
    bytes[16 + i] = (unsigned char)(width >> (24 - 8 * i));
    bytes[20 + i] = (unsigned char)(height >> (24 - 8 * i));
  }
  uint32_t sum = (uint32_t)crc32(0, bytes + 12, 17);
  for (int i = 0; i < 4; i++) bytes[29 + i] = (unsigned char)(sum >> (24 - 8 * i));
}

static void* allocate_little(void* user, size_t bytes) {
  size_t* largest = user;
  if (bytes > *largest) *largest = bytes;
  return malloc(bytes);
}

static void release(void* user, void* block) {
  (void)user;
  free(block);
}

static void giant_sizes_are_refused_before_there_is_memory_for_them(void** state) {
  (void)state;
  size_t largest = 0;
  BrnContextDef def = brn_context_def_default();
  def.allocate = allocate_little, def.release = release, def.memory_user = &largest;
  BrnContext* ctx = brn_context_create(&def);
  unsigned char bytes[1000];
  size_t size = sample(ctx, bytes, sizeof bytes);
  put_size(bytes, 32768, 32768);
  ensure_refused(ctx, bytes, size, "says that it has 32768 x 32768 pixels, but has only");
  put_size(bytes, 40000, 1);
  ensure_refused(ctx, bytes, size, "sides may have up to 32768");
  put_size(bytes, 0x7fffffff, 0x7fffffff);
  ensure_refused(ctx, bytes, size, "damaged");
  put_size(bytes, 0, 5);
  ensure_refused(ctx, bytes, size, "damaged");
  ENSURE(largest < 1000000);
  test_context_done(ctx);
}

static void unwritable_place_is_told_and_leaves_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage* image = noise(ctx, 3, 3, true);
  ENSURE_STATUS(ctx, brn_image_write(ctx, image, "/no/such/folder/a.png"), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(ctx, "make the folder first");
  ENSURE_STATUS(ctx, brn_image_write(ctx, image, folder), BRN_INVALID);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

static void every_failed_allocation_is_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnImage *image = noise(ctx, 30, 20, true), *back = NULL;
  BrnStatus status = BRN_NO_MEMORY;
  size_t before = brn_byte_count(ctx);
  int failures = 0;
  for (; status != BRN_OK; failures++) {
    brn_fail_allocation(ctx, failures);
    status = brn_image_write(ctx, image, path);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(ctx) == before);
  }
  ENSURE(failures > 5);
  for (failures = 0; !back; failures++) {
    brn_fail_allocation(ctx, failures);
    status = brn_image_read(ctx, path, &back);
    ENSURE(status == (back ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(back || brn_byte_count(ctx) == before);
  }
  ENSURE(failures > 5);
  brn_fail_allocation(ctx, -1);
  assert_memory_equal(back->pixel, image->pixel, 4 * 30 * 20);
  brn_image_destroy(ctx, back);
  brn_image_destroy(ctx, image);
  test_context_done(ctx);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

TEST_MAIN(cmocka_unit_test(new_image_is_transparent_black),
          cmocka_unit_test(sides_without_pixels_or_with_too_many_are_refused),
          cmocka_unit_test(paste_replaces_by_what_is_opaque_and_leaves_what_shows_through),
          cmocka_unit_test(translucent_over_translucent_weighs_by_what_is_seen),
          cmocka_unit_test(paste_cuts_off_at_every_border),
          cmocka_unit_test(box_covers_parts_of_pixels),
          IN_FOLDER(every_pixel_comes_back_from_a_file), IN_FOLDER(other_kinds_of_png_are_read),
          IN_FOLDER(missing_and_foreign_files_are_named),
          IN_FOLDER(file_cut_short_anywhere_is_refused), IN_FOLDER(any_changed_byte_is_survived),
          IN_FOLDER(giant_sizes_are_refused_before_there_is_memory_for_them),
          IN_FOLDER(unwritable_place_is_told_and_leaves_nothing),
          IN_FOLDER(every_failed_allocation_is_survived))
