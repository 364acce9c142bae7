// SPDX-License-Identifier: Apache-2.0

#include "io/own_file.h"

#include "io/sink.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Place {
  char folder[64], path[100];
} Place;

static Place make_place(void) {
  Place place = {.folder = "/tmp/brawn-own-XXXXXX"};
  ENSURE(mkdtemp(place.folder));
  snprintf(place.path, sizeof place.path, "%s/file", place.folder);
  return place;
}

static void remove_place(const Place* place) {
  unlink(place->path);
  rmdir(place->folder);
}

static void write_bytes(const char* path, const char* bytes, size_t size) {
  FILE* file = fopen(path, "wb");
  ENSURE(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void ensure_refused(BrnContext* ctx, const char* path) {
  BrnSource source;
  uint64_t sum;
  ENSURE(brn__own_open(path, O_RDONLY) < 0);
  ENSURE_STATUS(ctx, brn__source_open_own(ctx, path, &source), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "is a link, a pipe, a folder or a device");
  ENSURE_STATUS(ctx, brn__own_sum(ctx, path, 0, UINT64_MAX, NULL, &sum), BRN_BAD_FILE);
}

static void links_pipes_and_devices_are_refused_at_once(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Place place = make_place();
  ENSURE_INT(mkfifo(place.path, 0600), 0); // to open it as others do would wait for a writer
  ensure_refused(ctx, place.path);
  ENSURE(brn__own_open(place.path, O_WRONLY) < 0);
  ENSURE_INT(unlink(place.path), 0);
  ENSURE_INT(symlink("/etc/passwd", place.path), 0);
  ensure_refused(ctx, place.path);
  ensure_refused(ctx, "/dev/null");
  ensure_refused(ctx, place.folder);
  BrnSource source;
  ENSURE_STATUS(ctx, brn__source_open_own(ctx, "/nowhere/x", &source), BRN_NOT_FOUND);
  remove_place(&place);
  test_context_done(ctx);
}

// what a link leads to is somebody's
static void link_is_replaced_and_not_followed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Place place = make_place();
  char victim[100];
  BrnSink sink;
  snprintf(victim, sizeof victim, "%s/victim", place.folder);
  write_bytes(victim, "precious", 8);
  ENSURE_INT(symlink(victim, place.path), 0);
  ENSURE_OK(ctx, brn__sink_open_own(ctx, place.path, &sink));
  brn__sink_text(&sink, "mine");
  ENSURE_OK(ctx, brn__sink_close(&sink));
  struct stat info;
  ENSURE(lstat(place.path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 4);
  ENSURE(stat(victim, &info) == 0 && info.st_size == 8);
  unlink(victim);
  remove_place(&place);
  test_context_done(ctx);
}

// over the blocks in which files are read, too
static void sum_of_a_file_is_that_of_its_bytes(void** state) {
  (void)state;
  static const size_t sizes[] = {0, 1, 7, 8, 32767, 32768, 32769, 100000};
  BrnContext* ctx = test_context();
  Place place = make_place();
  TestRandom random = {5};
  char* bytes = malloc(100001);
  for (int i = 0; i < 100001; i++) bytes[i] = (char)test_random_bits(&random);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint64_t size, sum;
    write_bytes(place.path, bytes, sizes[i]);
    ENSURE_OK(ctx, brn__own_sum(ctx, place.path, 0, UINT64_MAX, &size, &sum));
    ENSURE(size == sizes[i] && sum == brn__bytes_sum(bytes, sizes[i]));
    ENSURE(size == 0 || sum != brn__bytes_sum(bytes + 1, sizes[i]));
    ENSURE_STATUS(ctx, brn__own_sum(ctx, place.path, 0, sizes[i] + 1, NULL, &sum), BRN_BAD_FILE);
  }
  uint64_t sum;
  ENSURE_OK(ctx, brn__own_sum(ctx, place.path, 33, 70000, NULL, &sum));
  ENSURE(sum == brn__bytes_sum(bytes + 33, 70000 - 33));
  free(bytes);
  remove_place(&place);
  test_context_done(ctx);
}

static void each_byte_counts(void** state) {
  (void)state;
  char bytes[200];
  for (int i = 0; i < 200; i++) bytes[i] = (char)i;
  uint64_t sum = brn__bytes_sum(bytes, 200);
  for (int i = 0; i < 200 * 8; i++) {
    bytes[i / 8] ^= (char)(1 << i % 8);
    ENSURE(brn__bytes_sum(bytes, 200) != sum);
    bytes[i / 8] ^= (char)(1 << i % 8);
  }
}

TEST_MAIN(cmocka_unit_test(links_pipes_and_devices_are_refused_at_once),
          cmocka_unit_test(link_is_replaced_and_not_followed),
          cmocka_unit_test(sum_of_a_file_is_that_of_its_bytes), cmocka_unit_test(each_byte_counts))
