// SPDX-License-Identifier: Apache-2.0

#include "core/core.h"
#include "test.h"

#include <unistd.h>

static void every_status_has_a_name_and_a_sentence(void** state) {
  (void)state;
  assert_string_equal(brn_status_name(BRN_OK), "BRN_OK");
  assert_string_equal(brn_status_name(BRN_NO_MEMORY), "BRN_NO_MEMORY");
  assert_string_equal(brn_status_name(BRN_INVALID), "BRN_INVALID");
  assert_string_equal(brn_status_name(BRN_NOT_FOUND), "BRN_NOT_FOUND");
  assert_string_equal(brn_status_name(BRN_BAD_FILE), "BRN_BAD_FILE");
  assert_string_equal(brn_status_name(BRN_UNSUPPORTED), "BRN_UNSUPPORTED");
  assert_string_equal(brn_status_name(BRN_IO_FAILED), "BRN_IO_FAILED");
  assert_string_equal(brn_status_sentence(BRN_OK), "done");
  assert_string_equal(brn_status_sentence(BRN_NO_MEMORY), "out of memory");
  assert_string_equal(brn_status_name((BrnStatus)(BRN_CANCELLED + 1)), "unknown status");
  assert_string_equal(brn_status_sentence((BrnStatus)-1), "unknown status");
}

static void version_is_that_of_the_header(void** state) {
  (void)state;
  char text[40];
  snprintf(text, sizeof text, "%d.%d.%d", BRN_VERSION_MAJOR, BRN_VERSION_MINOR, BRN_VERSION_PATCH);
  assert_string_equal(brn_version(), text);
}

static void defaults_are_those_of_the_header(void** state) {
  (void)state;
  BrnContextDef def = brn_context_def_default();
  assert_true(def.allocate && def.release && def.log);
  assert_true(!def.memory_user && !def.log_user);
  ENSURE_INT(def.log_level, BRN_LOG_WARNING);
  ENSURE_INT(def.workers, 0);
  BrnContext* ctx = brn_context_create(&def);
  ENSURE_INT(brn_worker_count(ctx), sysconf(_SC_NPROCESSORS_ONLN));
  assert_true(brn_byte_count(ctx) == 0);
  assert_string_equal(brn_last_error(ctx), "");
  test_context_done(ctx);
  brn_context_destroy(NULL);
}

// ----------------------------------------------------------------------------------- last error

static void last_error_is_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  ENSURE_INT(brn__fail(ctx, BRN_BAD_FILE, "%s:%d: expected %c", "arm.obj", 7, 'v'), BRN_BAD_FILE);
  assert_string_equal(brn_last_error(ctx), "arm.obj:7: expected v");
  ENSURE_INT(brn__fail(ctx, BRN_INVALID, "other"), BRN_INVALID);
  assert_string_equal(brn_last_error(ctx), "other");
  BrnContext* second = test_context();
  assert_string_equal(brn_last_error(second), ""); // contexts never meet
  test_context_done(second);
  test_context_done(ctx);
}

static void long_error_is_cut(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* text = malloc(10001);
  memset(text, 'a', 10000);
  text[10000] = 0;
  brn__fail(ctx, BRN_INVALID, "%s", text);
  size_t length = strlen(brn_last_error(ctx));
  assert_in_range(length, 1000, 9999);
  assert_memory_equal(brn_last_error(ctx), text, length);
  free(text);
  test_context_done(ctx);
}

// a caller says where the error of a callee happened
static void last_error_may_be_part_of_the_next(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  brn__fail(ctx, BRN_INVALID, "tet 3 is flat");
  brn__fail(ctx, BRN_INVALID, "muscle \"biceps\": %s", brn_last_error(ctx));
  assert_string_equal(brn_last_error(ctx), "muscle \"biceps\": tet 3 is flat");
  brn__fail(ctx, BRN_INVALID, "%s (%s)", brn_last_error(ctx), brn_last_error(ctx));
  assert_string_equal(brn_last_error(ctx),
                      "muscle \"biceps\": tet 3 is flat (muscle \"biceps\": tet 3 is flat)");
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ log

typedef struct Heard {
  int count;
  BrnLogLevel level;
  char text[200];
} Heard;

static void hear(void* user, BrnLogLevel level, const char* message) {
  Heard* heard = user;
  heard->count++;
  heard->level = level;
  snprintf(heard->text, sizeof heard->text, "%s", message);
}

static void log_keeps_to_its_level(void** state) {
  (void)state;
  for (int level = BRN_LOG_DEBUG; level <= BRN_LOG_WARNING; level++) {
    Heard heard = {0};
    BrnContextDef def = brn_context_def_default();
    def.log = hear, def.log_user = &heard, def.log_level = (BrnLogLevel)level, def.workers = 1;
    BrnContext* ctx = brn_context_create(&def);
    for (int said = BRN_LOG_DEBUG; said <= BRN_LOG_WARNING; said++) {
      heard = (Heard){0};
      brn__log(ctx, (BrnLogLevel)said, "%d hexahedra were left out", said);
      ENSURE_INT(heard.count, said >= level);
      if (heard.count == 0) continue;
      ENSURE_INT(heard.level, said);
      assert_int_equal(heard.text[0], '0' + said);
      assert_string_equal(heard.text + 1, " hexahedra were left out");
    }
    test_context_done(ctx);
  }
}

static void log_is_redirected_and_back(void** state) {
  (void)state;
  Heard first = {0}, second = {0};
  BrnContextDef def = brn_context_def_default();
  def.log = hear, def.log_user = &first, def.workers = 1;
  BrnContext* ctx = brn_context_create(&def);
  BrnLogSink before = brn__log_redirect(ctx, (BrnLogSink){hear, &second, BRN_LOG_INFO});
  assert_true(before.log == hear && before.user == &first && before.level == BRN_LOG_WARNING);
  brn__log(ctx, BRN_LOG_INFO, "a");
  assert_true(first.count == 0 && second.count == 1);
  brn__log_redirect(ctx, (BrnLogSink){NULL, NULL, BRN_LOG_DEBUG}); // silence
  brn__log(ctx, BRN_LOG_WARNING, "b");
  assert_true(first.count == 0 && second.count == 1);
  brn__log_redirect(ctx, before);
  brn__log(ctx, BRN_LOG_INFO, "c");
  brn__log(ctx, BRN_LOG_WARNING, "d");
  assert_true(first.count == 1 && second.count == 1);
  assert_string_equal(first.text, "d");
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------- short memory

typedef struct Heap {
  int fail_at, asked, held;
} Heap;

static void* heap_allocate(void* user, size_t bytes) {
  Heap* heap = user;
  if (heap->asked++ == heap->fail_at) return NULL;
  heap->held++;
  return malloc(bytes);
}

static void heap_release(void* user, void* block) {
  ((Heap*)user)->held--;
  free(block);
}

static void visit(void* user, int begin, int end, int worker) {
  (void)worker;
  for (int i = begin; i < end; i++) ((char*)user)[i]++;
}

static void check_usable(BrnContext* ctx) {
  char seen[100] = {0};
  brn__parallel_for(ctx, 100, 3, visit, seen);
  for (int i = 0; i < 100; i++) ENSURE_INT(seen[i], 1);
  void* block = brn__alloc(ctx, 10, 10);
  assert_true(block && brn_byte_count(ctx) == 100);
  brn__free(ctx, block);
}

// the first failing allocation is the context itself, later ones cost threads only
static void failing_hooks_give_null_or_a_usable_context(void** state) {
  (void)state;
  int without_threads = 0;
  for (int k = 0;; k++) {
    Heap heap = {.fail_at = k};
    BrnContextDef def = brn_context_def_default();
    def.allocate = heap_allocate, def.release = heap_release, def.memory_user = &heap;
    def.log = NULL, def.workers = 4;
    BrnContext* ctx = brn_context_create(&def);
    assert_true((ctx == NULL) == (k == 0));
    bool all = heap.asked <= k;
    if (ctx) {
      ENSURE_INT(brn_worker_count(ctx), all ? 4 : 1);
      assert_string_equal(brn_last_error(ctx), ""); // no call has failed
      heap.fail_at = -1;
      check_usable(ctx);
      without_threads += !all;
      test_context_done(ctx);
    }
    ENSURE_INT(heap.held, 0);
    if (all) break;
  }
  assert_true(without_threads > 0);
}

static void clock_goes_forward(void** state) {
  (void)state;
  double before = brn__seconds();
  for (int i = 0; i < 1000; i++) {
    double now = brn__seconds();
    assert_true(now >= before);
    before = now;
  }
}

static char logged[256];

static void keep(void* user, BrnLogLevel level, const char* message) {
  (void)user, (void)level;
  snprintf(logged, sizeof logged, "%s", message);
}

// a name in a file could clear the screen, or add a line of its own
static void messages_command_no_terminal(void** state) {
  (void)state;
  BrnContextDef def = brn_context_def_default();
  def.log = keep;
  BrnContext* ctx = brn_context_create(&def);
  const char* name = "a\033[2J\nb\177\xc3\x84";
  brn__fail(ctx, BRN_INVALID, "array \"%s\"", name);
  assert_string_equal(brn_last_error(ctx), "array \"a?[2J?b?\xc3\x84\"");
  brn__log(ctx, BRN_LOG_WARNING, "array \"%s\"", name);
  assert_string_equal(logged, "array \"a?[2J?b?\xc3\x84\"");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(messages_command_no_terminal),
          cmocka_unit_test(every_status_has_a_name_and_a_sentence),
          cmocka_unit_test(version_is_that_of_the_header),
          cmocka_unit_test(defaults_are_those_of_the_header), cmocka_unit_test(last_error_is_kept),
          cmocka_unit_test(long_error_is_cut), cmocka_unit_test(last_error_may_be_part_of_the_next),
          cmocka_unit_test(log_keeps_to_its_level), cmocka_unit_test(log_is_redirected_and_back),
          cmocka_unit_test(failing_hooks_give_null_or_a_usable_context),
          cmocka_unit_test(clock_goes_forward))
