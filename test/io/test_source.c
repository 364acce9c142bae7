// SPDX-License-Identifier: Apache-2.0

#include "io/source.h"
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

// a folder for one test; its files are removed with it
typedef struct Folder {
  char path[64];
} Folder;

static Folder make_folder(void) {
  Folder folder = {"/tmp/brawn_source_XXXXXX"};
  ENSURE(mkdtemp(folder.path));
  return folder;
}

static const char* in(const Folder* folder, const char* name) {
  static char path[4][256];
  static int next;
  next = (next + 1) % 4;
  snprintf(path[next], sizeof path[next], "%s/%s", folder->path, name);
  return path[next];
}

static void put(const char* path, const void* data, size_t size) {
  FILE* file = fopen(path, "wb");
  ENSURE(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void remove_folder(const Folder* folder) {
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder->path);
  ENSURE(system(command) == 0);
}

static void whole_file_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  static const size_t size[] = {0, 1, 15, 16, 17, 4096, 300001};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
    char* data = malloc(size[i] + 1);
    for (size_t k = 0; k < size[i]; k++) data[k] = (char)(k * 7 + k / 256);
    const char* path = in(&folder, "some.dat");
    put(path, data, size[i]);
    BrnSource source;
    ENSURE_OK(ctx, brn__source_open(ctx, path, &source));
    ENSURE(source.size == size[i] && source.name == path);
    assert_memory_equal(source.data, data, size[i]);
    brn__source_close(ctx, &source);
    ENSURE(source.data == NULL);
    ENSURE(brn_byte_count(ctx) == 0);
    free(data);
  }
  remove_folder(&folder);
  test_context_done(ctx);
}

static void missing_file_is_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSource source;
  ENSURE_STATUS(ctx, brn__source_open(ctx, "/tmp/no/such/file.obj", &source), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(ctx, "/tmp/no/such/file.obj: No such file");
  ENSURE(source.data == NULL && source.size == 0);
  ENSURE_STATUS(ctx, brn__source_open(ctx, "", &source), BRN_NOT_FOUND);
  test_context_done(ctx);
}

static void folder_is_not_a_file(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSource source;
  ENSURE_STATUS(ctx, brn__source_open(ctx, "/tmp", &source), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "/tmp: is a folder; name a file in it");
  ENSURE_STATUS(ctx, brn__source_open(ctx, "/dev/null/x", &source), BRN_IO_FAILED);
  test_context_done(ctx);
}

static void* feed_pipe(void* path) {
  char data[1000];
  memset(data, 'p', sizeof data);
  int file = open(path, O_WRONLY);
  for (int i = 0; i < 300; i++) {
    if (write(file, data, sizeof data) != sizeof data) break;
  }
  close(file);
  return NULL;
}

// its size is not known before
static void pipe_is_read_to_its_end(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  const char* path = in(&folder, "pipe");
  ENSURE(mkfifo(path, 0600) == 0);
  pthread_t feeder;
  ENSURE(pthread_create(&feeder, NULL, feed_pipe, (void*)path) == 0);
  BrnSource source;
  ENSURE_OK(ctx, brn__source_open(ctx, path, &source));
  pthread_join(feeder, NULL);
  ENSURE(source.size == 300000);
  for (size_t i = 0; i < source.size; i++) ENSURE(source.data[i] == 'p');
  brn__source_close(ctx, &source);
  remove_folder(&folder);
  test_context_done(ctx);
}

static void check_sibling(BrnContext* ctx, const char* path, const char* extension,
                          const char* expected) {
  BrnSource source, sibling;
  ENSURE_OK(ctx, brn__source_open(ctx, path, &source));
  ENSURE(source.open_sibling);
  ENSURE_OK(ctx, source.open_sibling(ctx, &source, extension, &sibling));
  assert_string_equal(sibling.name, expected);
  ENSURE(sibling.size == 1 && sibling.data[0] == 's');
  brn__source_close(ctx, &sibling);
  brn__source_close(ctx, &source);
}

static void sibling_has_another_extension(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  ENSURE(mkdir(in(&folder, "v1.2"), 0700) == 0);
  put(in(&folder, "arm.left.ele"), "e", 1);
  put(in(&folder, "arm.left.node"), "s", 1);
  check_sibling(ctx, in(&folder, "arm.left.ele"), "node", in(&folder, "arm.left.node"));
  // a name without extension, in a folder with a point in its name
  put(in(&folder, "v1.2/arm"), "e", 1);
  put(in(&folder, "v1.2/arm.node"), "s", 1);
  check_sibling(ctx, in(&folder, "v1.2/arm"), "node", in(&folder, "v1.2/arm.node"));
  BrnSource source, sibling;
  ENSURE_OK(ctx, brn__source_open(ctx, in(&folder, "arm.left.ele"), &source));
  ENSURE_STATUS(ctx, source.open_sibling(ctx, &source, "face", &sibling), BRN_NOT_FOUND);
  ENSURE(sibling.data == NULL);
  brn__source_close(ctx, &source);
  remove_folder(&folder);
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  put(in(&folder, "a.ele"), "e", 1);
  put(in(&folder, "a.node"), "s", 1);
  BrnSource source = {0}, sibling = {0};
  for (int k = 0; !source.data; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn__source_open(ctx, in(&folder, "a.ele"), &source);
    ENSURE(status == (source.data ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(source.data || brn_byte_count(ctx) == 0);
    ENSURE(k > 0 || !source.data);
  }
  size_t before = brn_byte_count(ctx);
  for (int k = 0; !sibling.data; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = source.open_sibling(ctx, &source, "node", &sibling);
    ENSURE(status == (sibling.data ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(sibling.data || brn_byte_count(ctx) == before);
    ENSURE(k > 1 || !sibling.data);
  }
  brn_fail_allocation(ctx, -1);
  brn__source_close(ctx, &sibling);
  brn__source_close(ctx, &source);
  remove_folder(&folder);
  test_context_done(ctx);
}

static void device_is_not_read_without_end(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSource source;
  ENSURE_STATUS(ctx, brn__source_open(ctx, "/dev/zero", &source), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "/dev/zero: is a device; name a file");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(device_is_not_read_without_end), cmocka_unit_test(whole_file_is_read),
          cmocka_unit_test(missing_file_is_named), cmocka_unit_test(folder_is_not_a_file),
          cmocka_unit_test(pipe_is_read_to_its_end),
          cmocka_unit_test(sibling_has_another_extension),
          cmocka_unit_test(every_failed_allocation_is_clean))
