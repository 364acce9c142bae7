// SPDX-License-Identifier: Apache-2.0

#include "run/sums.h"

#include "run/run_test.h"

static const char* const names[] = {"run.model", "run.csv", "frames/a.0001.vtu", "run.csv",
                                    "frames/a.0002.vtu"};

// two frames, of four lines each with the marks
static BrnString make_text(BrnContext* ctx) {
  BrnSums sums = {0};
  BrnString text = {0};
  for (int i = 0; i < 5; i++) {
    BrnSum line = {.kind = "rhftf"[i],
                   .frame = i < 2 ? 0 : i / 2,
                   .name = (char*)(uintptr_t)names[i],
                   .size = 10 + (uint64_t)i,
                   .sum = UINT64_MAX / (uint64_t)(i + 1)};
    ENSURE_OK(ctx, brn__sums_add(ctx, &sums, &line, &text));
    if (i < 2) continue;
    ENSURE_OK(ctx, brn__sums_add_mark(ctx, &sums, i - 1, (BrnSumRange){-3, 7}, &text));
  }
  brn__sums_free(ctx, &sums);
  return text;
}

static BrnSums read_text(BrnContext* ctx, const char* folder, const char* text, size_t size) {
  BrnSums sums;
  char path[100];
  model_write_file(folder, "run.sums", text, size);
  snprintf(path, sizeof path, "%s/run.sums", folder);
  ENSURE_OK(ctx, brn__sums_read(ctx, path, &sums));
  return sums;
}

static void lines_come_back_as_they_were(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  BrnString text = make_text(ctx);
  BrnSums sums = read_text(ctx, folder, text.text, text.size);
  ENSURE(sums.count == 8 && sums.whole);
  ENSURE(sums.line[0].kind == 'r' && strcmp(sums.line[2].name, names[2]) == 0);
  ENSURE(sums.line[2].size == 12 && sums.line[2].sum == UINT64_MAX / 3);
  ENSURE(brn__sums_fit(&sums, "run.model", 10, UINT64_MAX));
  ENSURE(!brn__sums_fit(&sums, "run.model", 11, UINT64_MAX));
  const BrnSum* mark = brn__sums_last_mark(&sums, 2);
  ENSURE(mark && mark->frame == 2 && brn__sums_range(mark).first_row == -3);
  ENSURE(brn__sums_range(mark).last == 7 && !brn__sums_last_mark(&sums, 0));
  brn__sums_free(ctx, &sums);
  brn__string_free(ctx, &text);
  run_remove_folder(folder);
  test_context_done(ctx);
}

// Whatever bit is wrong: its line does not count, nor do those after it, and those before it do.
static void wrong_bit_ends_what_is_good(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  BrnString text = make_text(ctx);
  size_t line = 0;
  for (size_t i = 0; i < text.size; i++) {
    char right = text.text[i];
    text.text[i] ^= (char)(1 << i % 8);
    BrnSums sums = read_text(ctx, folder, text.text, text.size);
    ENSURE(sums.count == line && !sums.whole);
    brn__sums_free(ctx, &sums);
    text.text[i] = right;
    sums = read_text(ctx, folder, text.text, i);
    ENSURE(sums.count == line); // cut off there
    brn__sums_free(ctx, &sums);
    line += right == '\n';
  }
  brn__string_free(ctx, &text);
  run_remove_folder(folder);
  test_context_done(ctx);
}

static void line_that_is_lost_is_missed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  BrnString text = make_text(ctx);
  char* second = strchr(text.text, '\n') + 1;
  char* third = strchr(second, '\n') + 1;
  memmove(second, third, strlen(third) + 1);
  BrnSums sums = read_text(ctx, folder, text.text, strlen(text.text));
  ENSURE_INT(sums.count, 1);
  brn__sums_free(ctx, &sums);
  brn__string_free(ctx, &text);
  run_remove_folder(folder);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(lines_come_back_as_they_were),
          cmocka_unit_test(wrong_bit_ends_what_is_good),
          cmocka_unit_test(line_that_is_lost_is_missed))
