// SPDX-License-Identifier: Apache-2.0

#include "studio/report.h"
#include "studio/stream_test.h"
#include "studio/studio_test.h"

#include "studio/bundle.h"

#include <zlib.h>

// ------------------------------------------------------------------------- a reader of our own

static int digit(char c) {
  const char* all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char* at = c ? strchr(all, c) : NULL;
  return at ? (int)(at - all) : -1;
}

static uint8_t* unbase64(const char* text, size_t length, size_t* size) {
  uint8_t* out = malloc(length + 4);
  uint32_t bits = 0;
  int count = 0;
  *size = 0;
  for (size_t i = 0; i < length && text[i] != '='; i++) {
    ENSURE(digit(text[i]) >= 0);
    bits = bits << 6 | (uint32_t)digit(text[i]);
    if ((count += 6) >= 8) out[(*size)++] = (uint8_t)(bits >> (count -= 8));
  }
  return out;
}

/// The file of that name in a report, to be freed; NULL: it is not there.
static char* take(const char* html, const char* name, size_t* size) {
  char mark[200];
  snprintf(mark, sizeof mark, "<script type=\"application/x-brawn\" data-name=\"%s\">", name);
  const char* at = strstr(html, mark);
  if (!at) return NULL;
  at += strlen(mark);
  size_t packed_size;
  uint8_t* packed = unbase64(at, strcspn(at, "<"), &packed_size);
  size_t room = 4000000;
  char* out = calloc(room + 1, 1);
  z_stream stream = {.next_in = packed,
                     .avail_in = (unsigned)packed_size,
                     .next_out = (Bytef*)out,
                     .avail_out = (unsigned)room};
  ENSURE_INT(inflateInit2(&stream, 15 + 16), Z_OK);
  ENSURE_INT(inflate(&stream, Z_FINISH), Z_STREAM_END);
  *size = stream.total_out;
  inflateEnd(&stream);
  free(packed);
  return out;
}

typedef struct Written {
  StudioTest test;
  BrnReportResult result;
  char path[120];
  char* html;
} Written;

static BrnStatus write_it(Written* w, const BrnReportDef* def) {
  snprintf(w->path, sizeof w->path, "%s/report.html", w->test.run.folder);
  return brn_report_write(w->test.run.ctx, &w->test.replay, 1, def, w->path, &w->result);
}

static Written make(const BrnReportDef* def) {
  Written w = {.test = studio_run()};
  ENSURE_OK(w.test.run.ctx, write_it(&w, def));
  size_t size;
  w.html = model_read_file(w.path, &size);
  w.html[size] = 0;
  ENSURE_INT(size, w.result.bytes);
  ENSURE_INT(strlen(w.html), size);
  return w;
}

static void done(Written* w) {
  free(w->html);
  studio_done(&w->test);
}

// ------------------------------------------------------------------------------------------- tests

static void everything_is_in_one_file(void** state) {
  (void)state;
  BrnReportDef def = brn_report_def_default();
  Written w = make(&def);
  static const char* const names[] = {"runs.json",        "0/run.json",          "0/status.json",
                                      "0/skins.bin",      "0/frames/0.bin",      "0/frames/3.bin",
                                      "0/tables/run.csv", "0/tables/muscles.csv"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t size = 0;
    char* bytes = take(w.html, names[i], &size);
    if (!bytes) print_error("%s is missing\n", names[i]);
    ENSURE(bytes && size > 0);
    free(bytes);
  }
  size_t size;
  ENSURE(!take(w.html, "0/frames/4.bin", &size) && !take(w.html, "0/mesh.bin", &size));
  char* runs = take(w.html, "runs.json", &size);
  ENSURE(strstr(runs, "\"report\":true") && strstr(runs, "\"notes\":[]"));
  free(runs);
  ENSURE_INT(w.result.frames, 4);
  ENSURE_INT(w.result.note_count, 0);
  done(&w);
}

static void the_page_asks_nobody(void** state) {
  (void)state;
  BrnReportDef def = brn_report_def_default();
  Written w = make(&def);
  ENSURE(strstr(w.html, "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'"));
  ENSURE(!strstr(w.html, "src=\"page.js\"") && !strstr(w.html, "href=\"page.css\""));
  BrnBundleFile script = brn__bundle_file(BRN_BUNDLE_SCRIPT);
  ENSURE(script.size < 100 || memmem(w.html, w.result.bytes, script.bytes, 100));
  // as many ends of scripts as there are scripts: none ends early
  int begins = 0, ends = 0;
  for (const char* at = w.html; (at = strcasestr(at, "<script")); at++) begins++;
  for (const char* at = w.html; (at = strcasestr(at, "</script")); at++) ends++;
  ENSURE_INT(begins, ends);
  const char* end = strstr(w.html, "</html>");
  ENSURE(end && strlen(end) < 12);
  done(&w);
}

static void differences_add_up_to_the_frames(void** state) {
  (void)state;
  BrnReportDef def = brn_report_def_default();
  def.values = "stress, stretch";
  Written w = make(&def);
  BrnReplay* replay = w.test.replay;
  BrnStream stream;
  ENSURE_OK(w.test.run.ctx, brn__stream_open(replay, 1, &stream));
  size_t vertices = (size_t)stream.skins.vertex_count;
  double* position = malloc(sizeof(double) * 3 * (size_t)replay->mesh->vertex_count);
  double* point = malloc(sizeof(double) * 3 * vertices);
  uint16_t* q = calloc(3 * vertices, 2);
  uint8_t* a = calloc(vertices, 1);
  for (int i = 0; i < 4; i++) {
    char name[40];
    size_t size;
    snprintf(name, sizeof name, "0/frames/%d.bin", i);
    char* bytes = take(w.html, name, &size);
    StreamFile file = stream_open(bytes, size);
    StreamArray found = stream_array(&file, "position", "u16", 3);
    ENSURE(found.delta == (i > 0));
    ENSURE(stream_array(&file, "value:stress", "u16", 1).count == vertices);
    ENSURE(stream_array(&file, "value:stretch", "u16", 1).delta == (i > 0));
    StreamArray none;
    ENSURE(!stream_find(&file, "value:volume", &none) && !stream_find(&file, "value", &none));
    for (size_t k = 0; k < 3 * vertices; k++) {
      uint16_t plain;
      memcpy(&plain, found.bytes + 2 * k, 2);
      q[k] =
          (uint16_t)(i == 0 ? plain : q[k] + found.bytes[k] + 256 * found.bytes[3 * vertices + k]);
    }
    found.bytes = (const uint8_t*)q;
    ENSURE_OK(w.test.run.ctx, brn_replay_positions(replay, i, position));
    brn_riders_apply(w.test.run.ctx, &stream.skins.rider, position, point);
    for (size_t k = 0; k < 3 * vertices; k++) {
      ENSURE_NEAR(stream_number(&found, k), point[k], stream_tolerance(&found, (int)(k % 3)));
    }
    StreamArray active = stream_array(&file, "activation", "u8", 1);
    for (size_t k = 0; k < vertices; k++)
      a[k] = (uint8_t)(i == 0 ? active.bytes[k] : a[k] + active.bytes[k]);
    stream_close(&file);
    free(bytes);
  }
  double most = 0;
  for (size_t k = 0; k < vertices; k++) most = fmax(most, a[k] / 255.0);
  ENSURE_NEAR(most, 0.125, 0.003); // of frame 4, by the scene
  free(position), free(point), free(q), free(a);
  brn__stream_close(&stream);
  done(&w);
}

static void frames_can_be_chosen(void** state) {
  (void)state;
  BrnReportDef def = brn_report_def_default();
  def.first = 2;
  def.last = 3;
  def.values = "";
  Written w = make(&def);
  size_t size;
  ENSURE_INT(w.result.frames, 2);
  char* status = take(w.html, "0/status.json", &size);
  ENSURE(strstr(status, "\"frames\":[2,3]"));
  free(status);
  char* run = take(w.html, "0/run.json", &size);
  ENSURE(strstr(run, "\"values\":[]"));
  free(run);
  ENSURE(!take(w.html, "0/frames/2.bin", &size));
  def.first = 50;
  def.last = 60;
  ENSURE_STATUS(w.test.run.ctx, write_it(&w, &def), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(w.test.run.ctx, "there are 4, from 1 to 4");
  done(&w);
}

static void unknown_values_are_told(void** state) {
  (void)state;
  BrnReportDef def = brn_report_def_default();
  def.values = "stretch,sress";
  Written w = {.test = studio_run()};
  ENSURE_STATUS(w.test.run.ctx, write_it(&w, &def), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(w.test.run.ctx, "\"sress\"; there are: ");
  ENSURE(access(w.path, F_OK) != 0);
  done(&w);
}

static char* read_report(const char* path) {
  size_t size;
  char* html = model_read_file(path, &size);
  html[size] = 0;
  return html;
}

static void a_limit_makes_it_smaller_and_is_told(void** state) {
  (void)state;
  char folder[64], path[100];
  BrnContext* ctx = test_context();
  BrnReplay* replay;
  BrnReportResult result;
  BrnReportDef def = brn_report_def_default();
  model_folder(folder);
  snprintf(path, sizeof path, "%s/report.html", folder);
  ENSURE_OK(ctx, brn_replay_open(ctx, "scenes/fusiform.json", NULL, &replay));
  ENSURE_OK(ctx, brn_report_write(ctx, &replay, 1, &def, path, &result));
  ENSURE_INT(result.note_count, 0);
  double page = (double)brn__report_page_size();
  def.limit = page + 0.5 * ((double)result.bytes - page);
  ENSURE_OK(ctx, brn_report_write(ctx, &replay, 1, &def, path, &result));
  ENSURE((double)result.bytes <= def.limit && (double)result.bytes > page);
  ENSURE_INT(result.frames, 1);
  ENSURE(result.note_count >= 1 && strstr(result.note[0], "surfaces were reduced to "));
  size_t size;
  char *html = read_report(path), *runs = take(html, "runs.json", &size);
  ENSURE(strstr(runs, "surfaces were reduced to "));
  free(runs);
  free(html);
  def.limit = 100000;
  ENSURE_STATUS(ctx, brn_report_write(ctx, &replay, 1, &def, path, NULL), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "at most 0.1 MB");
  brn_replay_close(ctx, replay);
  remove(path);
  rmdir(folder);
  test_context_done(ctx);
}

static void frames_go_first_then_triangles_then_values(void** state) {
  (void)state;
  BrnReportRun run = {.first = 0, .last = 99};
  BrnReport report = {.run = &run, .run_count = 1};
  BrnReportPlan plan = {1, 1, 4};
  ENSURE(brn__report_tighten(&report, 1.4, &plan));
  ENSURE(plan.stride == 2 && plan.share == 1 && plan.value_count == 4);
  ENSURE(brn__report_tighten(&report, 50, &plan));
  ENSURE_INT(plan.stride, 4); // 25 frames stay
  ENSURE(brn__report_tighten(&report, 1.25, &plan));
  ENSURE(plan.stride == 4 && plan.value_count == 4);
  ENSURE_NEAR(plan.share, 0.8, 1e-12);
  while (plan.value_count == 4) ENSURE(brn__report_tighten(&report, 2, &plan));
  ENSURE_NEAR(plan.share, 0.15, 1e-12);
  int rounds = 0;
  while (brn__report_tighten(&report, 2, &plan)) rounds++;
  ENSURE(plan.value_count == 0 && plan.share < 0.021 && rounds < 30);
}

static volatile int cancelled;

static void cancel_late(void* user, const char* stage, double fraction, double seconds_left) {
  (void)user, (void)seconds_left;
  if (strcmp(stage, "writing frames") == 0 && fraction > 0.5) cancelled = 1;
}

static void what_is_cancelled_leaves_nothing(void** state) {
  (void)state;
  BrnReportDef def = brn_report_def_default();
  Written w = {.test = studio_run()};
  size_t before = brn_byte_count(w.test.run.ctx);
  def.progress = cancel_late;
  def.cancelled = &cancelled;
  ENSURE_STATUS(w.test.run.ctx, write_it(&w, &def), BRN_INVALID);
  ENSURE(w.result.stopped && access(w.path, F_OK) != 0);
  ENSURE_INT(brn_byte_count(w.test.run.ctx), before);
  ENSURE_STATUS(w.test.run.ctx, write_it(&w, &def), BRN_INVALID); // at once
  char command[200];
  snprintf(command, sizeof command, "test -z \"$(find %s -name 'report*' -o -name '.report*')\"",
           w.test.run.folder);
  ENSURE_INT(system(command), 0);
  done(&w);
}

static void base64_is_that_of_the_standard(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const list[][2] = {{"", ""},
                                        {"f", "Zg=="},
                                        {"fo", "Zm8="},
                                        {"foo", "Zm9v"},
                                        {"foob", "Zm9vYg=="},
                                        {"fooba", "Zm9vYmE="},
                                        {"foobar", "Zm9vYmFy"}}; // RFC 4648
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    BrnSink sink;
    ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
    brn__sink_base64(&sink, list[i][0], strlen(list[i][0]));
    ENSURE_INT(sink.used, strlen(list[i][1]));
    ENSURE_INT(brn__base64_size(strlen(list[i][0])), sink.used);
    ENSURE(sink.used == 0 || memcmp(sink.buffer, list[i][1], sink.used) == 0);
    brn__sink_abandon(&sink);
  }
  BrnSink sink;
  uint8_t bytes[5000];
  TestRandom random = {1};
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)test_random_bits(&random);
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  brn__sink_base64(&sink, bytes, sizeof bytes);
  size_t size;
  uint8_t* back = unbase64(sink.buffer, sink.used, &size);
  ENSURE_INT(size, sizeof bytes);
  assert_memory_equal(back, bytes, size);
  free(back);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  BrnReportDef def = brn_report_def_default();
  Written w = {.test = studio_run()};
  BrnContext* ctx = w.test.run.ctx;
  def.values = "stress";
  def.last = 2;
  size_t before = brn_byte_count(ctx);
  for (int k = 0;; k += 1 + k / 20) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = write_it(&w, &def);
    brn_fail_allocation(ctx, -1);
    ENSURE_INT(brn_byte_count(ctx), before);
    if (status == BRN_OK) break;
    ENSURE_INT(status, BRN_NO_MEMORY);
    ENSURE(access(w.path, F_OK) != 0);
  }
  done(&w);
}

TEST_MAIN(cmocka_unit_test(everything_is_in_one_file), cmocka_unit_test(the_page_asks_nobody),
          cmocka_unit_test(differences_add_up_to_the_frames),
          cmocka_unit_test(frames_can_be_chosen), cmocka_unit_test(unknown_values_are_told),
          cmocka_unit_test(a_limit_makes_it_smaller_and_is_told),
          cmocka_unit_test(frames_go_first_then_triangles_then_values),
          cmocka_unit_test(what_is_cancelled_leaves_nothing),
          cmocka_unit_test(base64_is_that_of_the_standard),
          cmocka_unit_test(failed_allocations_leave_nothing))
