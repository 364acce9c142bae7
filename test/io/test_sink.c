// SPDX-License-Identifier: Apache-2.0

#include "io/sink.h"
#include "io/source.h"
#include "test.h"

#include <dirent.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// in place of the system's, to see who calls it
static int umask_calls;
mode_t umask(mode_t mask) {
  umask_calls++;
  return (mode_t)syscall(SYS_umask, mask);
}

// ---------------------------------------------------------------------------------------- a folder

typedef struct Folder {
  char path[64], file[96]; // file: a name in it
} Folder;

static Folder make_folder(void) {
  Folder folder = {"/tmp/brawn_sink_XXXXXX", ""};
  ENSURE(mkdtemp(folder.path));
  snprintf(folder.file, sizeof folder.file, "%s/out.txt", folder.path);
  return folder;
}

static int file_count(const Folder* folder) {
  DIR* dir = opendir(folder->path);
  int count = -2; // . and ..
  while (readdir(dir)) count++;
  closedir(dir);
  return count;
}

static void remove_folder(const Folder* folder) {
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder->path);
  ENSURE(system(command) == 0);
}

static void put(const char* path, const char* text) {
  FILE* file = fopen(path, "wb");
  ENSURE(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void check_file(const char* path, const char* text, size_t size) {
  char* data = malloc(size + 2);
  FILE* file = fopen(path, "rb");
  ENSURE(file);
  ENSURE(fread(data, 1, size + 2, file) == size);
  assert_memory_equal(data, text, size);
  fclose(file);
  free(data);
}

static void fill_much(BrnSink* sink, int count) {
  for (int i = 0; i < count; i++) brn__sink_text(sink, "0123456789abcdef");
}

// ------------------------------------------------------------------------------------------- files

static void file_appears_when_it_is_whole(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  put(folder.file, "old");
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
  fill_much(&sink, 50000); // more than a buffer, so that some is written
  check_file(folder.file, "old", 3);
  ENSURE_INT(file_count(&folder), 2);
  brn__sink_text(&sink, "end");
  ENSURE(sink.written == 800003);
  ENSURE_OK(ctx, brn__sink_close(&sink));
  ENSURE_INT(file_count(&folder), 1);
  struct stat info;
  ENSURE(stat(folder.file, &info) == 0 && info.st_size == 800003);
  ENSURE(brn_byte_count(ctx) == 0);
  remove_folder(&folder);
  test_context_done(ctx);
}

static void large_pieces_arrive_in_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  size_t size = 1000003;
  char* data = malloc(size);
  for (size_t i = 0; i < size; i++) data[i] = (char)(i * 31 + i / 251);
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
  brn__sink_bytes(&sink, data, 3);
  brn__sink_bytes(&sink, data + 3, 0);
  brn__sink_bytes(&sink, data + 3, 700000);
  brn__sink_bytes(&sink, data + 700003, 300000);
  ENSURE_OK(ctx, brn__sink_close(&sink));
  check_file(folder.file, data, size);
  free(data);
  remove_folder(&folder);
  test_context_done(ctx);
}

static void abandoned_file_leaves_the_old_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  put(folder.file, "old");
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
  fill_much(&sink, 50000);
  brn__sink_abandon(&sink);
  ENSURE_INT(file_count(&folder), 1);
  check_file(folder.file, "old", 3);
  remove_folder(&folder);
  test_context_done(ctx);
}

// the limit stands for the disk; write() fails with EFBIG in place of ENOSPC
static void full_disk_leaves_the_old_file(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  put(folder.file, "old");
  struct rlimit before, small = {.rlim_cur = 300000};
  ENSURE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  small.rlim_max = before.rlim_max;
  signal(SIGXFSZ, SIG_IGN);
  // more than a buffer: fails on the way; less: fails in close (with a smaller limit)
  for (int late = 0; late < 2; late++) {
    BrnSink sink;
    small.rlim_cur = late ? 1000 : 300000;
    ENSURE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
    fill_much(&sink, late ? 100 : 100000);
    if (!late) ENSURE_INT(sink.status, BRN_IO_FAILED);
    BrnStatus status = brn__sink_close(&sink);
    setrlimit(RLIMIT_FSIZE, &before);
    ENSURE_STATUS(ctx, status, BRN_IO_FAILED);
    ENSURE_ERROR_HAS(ctx, folder.file);
    ENSURE_ERROR_HAS(ctx, "cannot write: File too large");
    ENSURE_INT(file_count(&folder), 1);
    check_file(folder.file, "old", 3);
    ENSURE(brn_byte_count(ctx) == 0);
  }
  signal(SIGXFSZ, SIG_DFL);
  remove_folder(&folder);
  test_context_done(ctx);
}

static void truly_full_device_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  if (access("/dev/full", W_OK) != 0) skip();
  BrnSink sink; // the device itself is refused: it would be replaced by a file
  ENSURE_STATUS(ctx, brn__sink_open(ctx, "/dev/full", &sink), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "/dev/full: is not a regular file");
  test_context_done(ctx);
}

static void bad_targets_are_refused_at_once(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  BrnSink sink;
  ENSURE_STATUS(ctx, brn__sink_open(ctx, folder.path, &sink), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "is not a regular file");
  ENSURE_STATUS(ctx, brn__sink_open(ctx, "/dev/null", &sink), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "/dev/null: is not a regular file; name another one");
  ENSURE_STATUS(ctx, brn__sink_open(ctx, "/tmp/no/such/folder/a.txt", &sink), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(ctx, "/tmp/no/such/folder/a.txt: cannot write");
  ENSURE_ERROR_HAS(ctx, "make the folder first");
  put(folder.file, "old");
  char under[128];
  snprintf(under, sizeof under, "%s/a.txt", folder.file); // a file taken for a folder
  ENSURE_STATUS(ctx, brn__sink_open(ctx, under, &sink), BRN_IO_FAILED);
  ENSURE_INT(file_count(&folder), 1);
  remove_folder(&folder);
  test_context_done(ctx);
}

// the folder goes away before the end
static void file_that_cannot_be_renamed_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
  brn__sink_text(&sink, "text");
  remove_folder(&folder);
  ENSURE_STATUS(ctx, brn__sink_close(&sink), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(ctx, "cannot replace");
  test_context_done(ctx);
}

static void file_is_as_readable_as_any_other(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  static const mode_t masks[] = {022, 077, 0};
  mode_t before = umask(022);
  for (int i = 0; i < 3; i++) {
    umask(masks[i]);
    unlink(folder.file);
    BrnSink sink;
    ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
    ENSURE_OK(ctx, brn__sink_close(&sink));
    struct stat info;
    ENSURE(stat(folder.file, &info) == 0);
    ENSURE_INT(info.st_mode & 0777, 0666 & ~masks[i]);
    ENSURE_INT(umask(masks[i]), masks[i]); // it is as it was
  }
  umask(before);
  remove_folder(&folder);
  test_context_done(ctx);
}

// The permissions of new files belong to the whole program: to change them, even for a moment, is
// to change them for other threads, and two that do it at once may change them for good.
static void permissions_of_the_program_are_left_alone(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  BrnSink sink;
  umask_calls = 0;
  ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
  ENSURE_OK(ctx, brn__sink_close(&sink));
  ENSURE_INT(umask_calls, 0);
  remove_folder(&folder);
  test_context_done(ctx);
}

// what a program that was killed left behind is in nobody's way
static void leftovers_do_not_hinder(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  BrnSink killed[5], sink;
  for (int i = 0; i < 5; i++) ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &killed[i]));
  ENSURE_OK(ctx, brn__sink_open(ctx, folder.file, &sink));
  brn__sink_text(&sink, "new");
  ENSURE_OK(ctx, brn__sink_close(&sink));
  check_file(folder.file, "new", 3);
  ENSURE_INT(file_count(&folder), 6);
  for (int i = 0; i < 5; i++) brn__sink_abandon(&killed[i]);
  ENSURE_INT(file_count(&folder), 1);
  remove_folder(&folder);
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  bool done = false;
  for (int k = 0; !done; k++) {
    BrnSink sink;
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn__sink_open(ctx, folder.file, &sink);
    done = status == BRN_OK;
    ENSURE(done || status == BRN_NO_MEMORY);
    ENSURE(done || (brn_byte_count(ctx) == 0 && file_count(&folder) == 0));
    ENSURE(k > 1 || !done);
    if (done) brn__sink_abandon(&sink);
  }
  brn_fail_allocation(ctx, -1);
  remove_folder(&folder);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ memory

static void check_memory(BrnSink* sink, const char* expected) {
  ENSURE(sink->used == strlen(expected) && sink->written == sink->used);
  assert_memory_equal(sink->buffer, expected, sink->used);
  brn__sink_abandon(sink);
}

static void memory_grows_as_it_is_written(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  fill_much(&sink, 60000);
  ENSURE_OK(ctx, brn__sink_close(&sink)); // what was written is kept
  ENSURE(sink.used == 960000 && memcmp(sink.buffer + 959984, "0123456789abcdef", 16) == 0);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static void memory_that_is_short_is_told_at_the_end(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  brn_fail_allocation(ctx, 2);
  fill_much(&sink, 60000);
  brn__sink_double(&sink, 1.5);
  ENSURE_STATUS(ctx, brn__sink_close(&sink), BRN_NO_MEMORY);
  ENSURE(brn_byte_count(ctx) == 0);
  test_context_done(ctx);
}

static void digits_are_as_many_as_asked_for(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  brn__sink_digits(&sink, 0.1 + 0.2, 15);
  brn__sink_text(&sink, " ");
  brn__sink_digits(&sink, 0.1 + 0.2, 17);
  brn__sink_text(&sink, " ");
  brn__sink_digits(&sink, -1e-20 / 3, 3);
  const char* expected = "0.3 0.30000000000000004 -3.33e-21";
  ENSURE(sink.used == strlen(expected));
  assert_memory_equal(sink.buffer, expected, sink.used);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static void text_of_any_length_is_printed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  static const int length[] = {0, 1, 1022, 1023, 1024, 1025, 5000, 400000};
  for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
    char* name = malloc((size_t)length[i] + 1);
    memset(name, 'n', (size_t)length[i]);
    name[length[i]] = 0;
    ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
    brn__sink_printf(&sink, "%s%d", name, 7);
    ENSURE_OK(ctx, brn__sink_close(&sink));
    ENSURE(sink.used == (size_t)length[i] + 1 && sink.buffer[length[i]] == '7');
    ENSURE(memcmp(sink.buffer, name, (size_t)length[i]) == 0);
    brn__sink_abandon(&sink);
    free(name);
  }
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  brn_fail_allocation(ctx, 0);
  brn__sink_printf(&sink, "%2000d", 7);
  brn_fail_allocation(ctx, -1);
  ENSURE_STATUS(ctx, brn__sink_close(&sink), BRN_NO_MEMORY);
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------------- numbers

// the text of one number
static const char* print_number(BrnContext* ctx, BrnNumber number, double value) {
  static char text[64];
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  brn__sink_number(&sink, number, value);
  ENSURE_OK(ctx, brn__sink_close(&sink));
  ENSURE(sink.used < sizeof text);
  memcpy(text, sink.buffer, sink.used);
  text[sink.used] = 0;
  brn__sink_abandon(&sink);
  return text;
}

static void integers_are_printed_to_the_ends_of_their_range(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  static const int64_t value[] = {0, -1, 10, INT64_MAX, INT64_MIN};
  for (int i = 0; i < 5; i++) {
    brn__sink_int(&sink, value[i]);
    brn__sink_text(&sink, " ");
  }
  check_memory(&sink, "0 -1 10 9223372036854775807 -9223372036854775808 ");
  test_context_done(ctx);
}

static void known_numbers_are_printed_short(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    BrnNumber number;
    double value;
    const char* text;
  } row[] = {
      {BRN_F64, 0, "0"},
      {BRN_F64, -0.0, "-0"},
      {BRN_F64, 1, "1"},
      {BRN_F64, -999999999, "-999999999"},
      {BRN_F64, 0.1, "0.1"},
      {BRN_F64, 1.0 / 3, "0.3333333333333333"},
      {BRN_F64, 0.1 + 0.2, "0.30000000000000004"},
      {BRN_F64, 1e15, "1000000000000000"},
      {BRN_F64, 1e23, "1e23"},
      {BRN_F64, 1e-7, "1e-7"},
      {BRN_F64, 0x1p-1074, "5e-324"},
      {BRN_F64, 2.2250738585072014e-308, "2.2250738585072014e-308"},
      {BRN_F64, 1.7976931348623157e308, "1.7976931348623157e308"},
      {BRN_F64, INFINITY, "inf"},
      {BRN_F64, -INFINITY, "-inf"},
      {BRN_F32, 0.1f, "0.1"},
      {BRN_F32, 1.0f / 3, "0.33333334"},
      {BRN_F32, 16777216, "16777216"},
      {BRN_F32, 1.17549435e-38f, "1.1754944e-38"},
      {BRN_F32, 0x1p-149, "1e-45"},
      {BRN_F32, 3.40282347e38f, "3.4028235e38"},
      {BRN_F32, 5, "5"},
      {BRN_I32, -5, "-5"},
      {BRN_I32, 2147483647, "2147483647"},
      {BRN_U64, 18446744073709549568.0, "18446744073709549568"},
      {BRN_U8, 255, "255"},
      {BRN_I8, -0.0, "0"},
      {BRN_U8, 300, "255"}, // as the type would have it
      {BRN_I32, NAN, "0"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    assert_string_equal(print_number(ctx, row[i].number, row[i].value), row[i].text);
  }
  test_context_done(ctx);
}

static bool reads_back(const char* text, double value) {
  double back;
  BrnSlice slice = {text, strlen(text)};
  return brn__slice_to_double(slice, &back) && memcmp(&back, &value, sizeof back) == 0;
}

// without zeros before the first other digit and behind the last
static int digit_count(const char* text) {
  int count = 0, zeros = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text >= '1' && *text <= '9') count += 1 + zeros, zeros = 0;
    if (*text == '0' && count > 0) zeros++;
  }
  return count;
}

static int digits_needed(double value) {
  char text[40];
  int digits = 1;
  do {
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
  } while (strtod(text, NULL) != value && digits++ < 17);
  return digits;
}

static void doubles_read_back_bit_for_bit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {81};
  for (int i = 0; i < 60000; i++) {
    uint64_t bits = test_random_bits(&random);
    if (i % 4 == 1) bits &= 0x800fffffffffffffu; // denormal
    if (i % 4 == 2) bits &= 0xfffffff000000000u; // few bits
    double value;
    memcpy(&value, &bits, sizeof value);
    if (i % 4 == 3) value = test_random(&random, -10, 10);
    if (!isfinite(value)) continue;
    const char* text = print_number(ctx, BRN_F64, value);
    if (!reads_back(text, value)) print_error("%s is not %.17g\n", text, value);
    ENSURE(reads_back(text, value));
    if (i % 16 < 4) ENSURE(digit_count(text) <= digits_needed(value));
  }
  test_context_done(ctx);
}

static void floats_read_back_bit_for_bit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {82};
  for (int i = 0; i < 60000; i++) {
    uint32_t bits = (uint32_t)test_random_bits(&random);
    if (i % 4 == 1) bits &= 0x807fffffu; // denormal
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    const char* text = print_number(ctx, BRN_F32, value);
    float back = strtof(text, NULL), narrowed;
    double wide;
    ENSURE(memcmp(&back, &value, sizeof back) == 0);
    ENSURE(brn__slice_to_double((BrnSlice){text, strlen(text)}, &wide)); // by way of a double
    narrowed = (float)wide;
    ENSURE(memcmp(&narrowed, &value, sizeof narrowed) == 0);
    ENSURE(strlen(text) <= 24);
  }
  test_context_done(ctx);
}

static void locale_does_not_matter(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  bool comma = setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8");
  char wide[64], narrow[64];
  snprintf(wide, sizeof wide, "%s", print_number(ctx, BRN_F64, -1234.5625e-12));
  snprintf(narrow, sizeof narrow, "%s", print_number(ctx, BRN_F32, 0.25));
  setlocale(LC_ALL, "C");
  test_context_done(ctx);
  if (!comma) skip();
  assert_string_equal(wide, "-1.2345625e-09");
  assert_string_equal(narrow, "0.25");
}

static void raw_numbers_are_laid_down_in_either_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int swap = 0; swap < 2; swap++) {
    double value[700];
    for (int i = 0; i < 700; i++) value[i] = i - 300;
    BrnSink sink;
    ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
    brn__sink_raw_int(&sink, -2, swap);
    brn__sink_raw(&sink, BRN_I16, value, 700, swap);
    brn__sink_raw(&sink, BRN_F64, value, 0, swap);
    brn__sink_raw(&sink, BRN_F64, value, 700, swap);
    ENSURE_OK(ctx, brn__sink_close(&sink));
    ENSURE(sink.used == 4 + 700 * 2 + 700 * 8);
    const unsigned char* at = (const unsigned char*)sink.buffer;
    ENSURE(brn__number_decode(at, BRN_I32, swap) == -2);
    for (int i = 0; i < 700; i++) {
      ENSURE(brn__number_decode(at + 4 + 2 * i, BRN_I16, swap) == i - 300);
      ENSURE(brn__number_decode(at + 1404 + 8 * i, BRN_F64, swap) == i - 300);
    }
    brn__sink_abandon(&sink);
  }
  test_context_done(ctx);
}

// what a path stands for is replaced, and is as readable as it was
static void links_and_permissions_stay(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Folder folder = make_folder();
  char link_path[128];
  snprintf(link_path, sizeof link_path, "%s/link.txt", folder.path);
  put(folder.file, "old");
  ENSURE(chmod(folder.file, 0640) == 0 && symlink(folder.file, link_path) == 0);
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open(ctx, link_path, &sink));
  brn__sink_text(&sink, "new");
  ENSURE_OK(ctx, brn__sink_close(&sink));
  struct stat info;
  ENSURE(lstat(link_path, &info) == 0 && S_ISLNK(info.st_mode));
  ENSURE(lstat(folder.file, &info) == 0 && S_ISREG(info.st_mode));
  ENSURE_INT(info.st_mode & 0777, 0640);
  check_file(folder.file, "new", 3);
  ENSURE_INT(file_count(&folder), 2);
  remove_folder(&folder);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(links_and_permissions_stay),
          cmocka_unit_test(file_appears_when_it_is_whole),
          cmocka_unit_test(large_pieces_arrive_in_order),
          cmocka_unit_test(abandoned_file_leaves_the_old_one),
          cmocka_unit_test(full_disk_leaves_the_old_file),
          cmocka_unit_test(truly_full_device_is_told),
          cmocka_unit_test(bad_targets_are_refused_at_once),
          cmocka_unit_test(file_that_cannot_be_renamed_is_told),
          cmocka_unit_test(file_is_as_readable_as_any_other),
          cmocka_unit_test(permissions_of_the_program_are_left_alone),
          cmocka_unit_test(leftovers_do_not_hinder),
          cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(memory_grows_as_it_is_written),
          cmocka_unit_test(memory_that_is_short_is_told_at_the_end),
          cmocka_unit_test(digits_are_as_many_as_asked_for),
          cmocka_unit_test(text_of_any_length_is_printed),
          cmocka_unit_test(integers_are_printed_to_the_ends_of_their_range),
          cmocka_unit_test(known_numbers_are_printed_short),
          cmocka_unit_test(doubles_read_back_bit_for_bit),
          cmocka_unit_test(floats_read_back_bit_for_bit), cmocka_unit_test(locale_does_not_matter),
          cmocka_unit_test(raw_numbers_are_laid_down_in_either_order))
