// SPDX-License-Identifier: Apache-2.0

#include "studio/route.h"

#include "studio/bundle.h"
#include "test.h"

#define TOKEN "0123456789abcdef0123456789abcdef"

static int parse(const char* target, const char* query, BrnRoute* out) {
  return brn__route_parse("GET", target, query, TOKEN, out);
}

static void ensure(const char* target, int status) {
  BrnRoute route;
  int found = parse(target, NULL, &route);
  if (found != status) print_error("%s gave %d, expected %d\n", target, found, status);
  ENSURE_INT(found, status);
}

static void every_address_of_the_stream_is_known(void** state) {
  (void)state;
  BrnRoute route;
  static const struct {
    const char* target;
    BrnRouteKind kind;
    int run, frame;
  } list[] = {
      {"/" TOKEN, BRN_ROUTE_HOME, 0, 0},
      {"/" TOKEN "/", BRN_ROUTE_PAGE, 0, 0},
      {"/" TOKEN "/runs.json", BRN_ROUTE_RUNS, 0, 0},
      {"/" TOKEN "/0/run.json", BRN_ROUTE_RUN, 0, 0},
      {"/" TOKEN "/12/status.json", BRN_ROUTE_STATUS, 12, 0},
      {"/" TOKEN "/1/skins.bin", BRN_ROUTE_SKINS, 1, 0},
      {"/" TOKEN "/1/mesh.bin", BRN_ROUTE_MESH, 1, 0},
      {"/" TOKEN "/2/frames/30.bin", BRN_ROUTE_FRAME, 2, 30},
      {"/" TOKEN "/2/meshframes/123456789.bin", BRN_ROUTE_MESH_FRAME, 2, 123456789},
      {"/" TOKEN "/3/tables/muscles.csv", BRN_ROUTE_TABLE, 3, 0},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    ENSURE_INT(parse(list[i].target, NULL, &route), 200);
    ENSURE_INT(route.kind, list[i].kind);
    ENSURE_INT(route.run, list[i].run);
    ENSURE_INT(route.frame, list[i].frame);
  }
  ENSURE_INT(parse("/" TOKEN "/3/tables/parts.csv", NULL, &route), 200);
  ENSURE(strcmp(brn__table_name(route.table), "parts.csv") == 0);
  ENSURE(!brn__table_name(-1) && !brn__table_name(10));
}

static void files_of_the_page_are_those_of_the_bundle(void** state) {
  (void)state;
  BrnRoute route;
  ENSURE_INT(parse("/" TOKEN "/", NULL, &route), 200);
  ENSURE_INT(route.file, BRN_BUNDLE_INDEX);
  ENSURE_INT(parse("/" TOKEN "/page.js", NULL, &route), 200);
  ENSURE_INT(route.file, BRN_BUNDLE_SCRIPT);
  ENSURE_INT(parse("/" TOKEN "/page.css", NULL, &route), 200);
  ENSURE_INT(route.file, BRN_BUNDLE_STYLE);
  ENSURE(strstr(brn__bundle_file(BRN_BUNDLE_INDEX).bytes, "<!"));
  ENSURE(brn__bundle_file(BRN_BUNDLE_INDEX).size > 20);
  ENSURE(!brn__bundle_file(3).name && !brn__bundle_file(-1).name);
  ensure("/" TOKEN "/page.js.map", 404);
  ensure("/" TOKEN "/page", 404);
}

static void without_the_token_nothing_is_told(void** state) {
  (void)state;
  ensure("/", 403);
  ensure("/runs.json", 403);
  ensure("//runs.json", 403);
  ensure("/0123456789abcdef0123456789abcdee/runs.json", 403);
  ensure("/0123456789ABCDEF0123456789ABCDEF/runs.json", 403);
  ensure("/0123456789abcdef0123456789abcde/runs.json", 403);
  ensure("/" TOKEN "0/runs.json", 403);
  ensure("/nothing/0/nothing", 403);
  ensure("/a/b/c/d/e/f/g/h/i", 403);
}

static void paths_lead_nowhere(void** state) {
  (void)state;
  static const char* const not_there[] = {
      "/..",
      "/.",
      "/../run.json",
      "/0/../run.json",
      "/0/tables/..",
      "/0/tables/../run.json",
      "/0/frames/../0.bin",
      "/0/tables/run.json",
      "/0/tables/",
      "/0//run.json",
      "//0/run.json",
      "/0/run.json/",
      "/0/tables/run.csv/",
      "/0/frames/0.bin/0",
      "/etc/passwd",
      "/0",
      "/0/",
      "/0/frames",
      "/0/frames/",
      "/0/frame/0.bin",
      "/0/tables/RUN.CSV",
      "/0/tables/run.scene.json",
  };
  char target[200];
  for (size_t i = 0; i < sizeof not_there / sizeof *not_there; i++) {
    snprintf(target, sizeof target, "/" TOKEN "%s", not_there[i]);
    ensure(target, 404);
  }
}

static void what_is_no_address_is_refused(void** state) {
  (void)state;
  static const char* const malformed[] = {
      "/%2e%2e/etc/passwd",
      "/0/tables/%2e%2e%2frun.csv",
      "/0/%252e%252e",
      "/0/tables/run.csv%00",
      "/0\\run.json",
      "/0/run.json#x",
      "/0/run json",
      "/0/\x80",
      "/0/run.json\n",
      "/0;/run.json",
      "/~root",
      "/0/tables/run.csv:x",
  };
  char target[200];
  for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
    snprintf(target, sizeof target, "/" TOKEN "%s", malformed[i]);
    ensure(target, 400);
  }
  ensure("", 400);
  ensure("*", 400);
  ensure(TOKEN "/runs.json", 400);
  ensure("http://127.0.0.1/" TOKEN "/", 400);
}

static void numbers_are_plain_digits(void** state) {
  (void)state;
  static const char* const numbers[] = {"00",  "01",  "-1",         "+1",
                                        "1e3", "0x1", "1234567890", "99999999999999999999",
                                        "1.",  "",    ".",          "1.5"};
  char target[200];
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    snprintf(target, sizeof target, "/" TOKEN "/%s/run.json", numbers[i]);
    BrnRoute route;
    ENSURE(parse(target, NULL, &route) >= 400);
    snprintf(target, sizeof target, "/" TOKEN "/0/frames/%s.bin", numbers[i]);
    ENSURE(parse(target, NULL, &route) >= 400);
  }
  ensure("/" TOKEN "/0/frames/0.bin0", 404);
  ensure("/" TOKEN "/0/frames/0", 404);
}

static void values_are_decoded_once(void** state) {
  (void)state;
  BrnRoute route;
  const char* target = "/" TOKEN "/0/frames/0.bin";
  ENSURE_INT(parse(target, "values=stress.xx", &route), 200);
  ENSURE(strcmp(route.values, "stress.xx") == 0);
  ENSURE_INT(parse(target, "values=von%20Mises%26%C3%A4", &route), 200);
  ENSURE(strcmp(route.values, "von Mises&\xc3\xa4") == 0);
  ENSURE_INT(parse(target, "values=%252e", &route), 200);
  ENSURE(strcmp(route.values, "%2e") == 0);
  ENSURE_INT(parse(target, "values=", &route), 200);
  ENSURE(strcmp(route.values, "") == 0);
  ENSURE_INT(parse(target, "", &route), 200);
  static const char* const wrong[] = {
      "value=stress", "values=a&values=b", "values=%", "values=%2", "values=%zz",
      "values=%00",   "values=a%0d",       "x",        "values"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ENSURE_INT(parse(target, wrong[i], &route), 400);
  }
  ENSURE_INT(parse("/" TOKEN "/0/run.json", "values=stress", &route), 400);
  char longest[BRN_ROUTE_NAME + 8] = "values=";
  memset(longest + 7, 'a', BRN_ROUTE_NAME - 1);
  ENSURE_INT(parse(target, longest, &route), 200);
  memset(longest + 7, 'a', BRN_ROUTE_NAME);
  ENSURE_INT(parse(target, longest, &route), 400);
}

static void only_a_post_stops_a_run(void** state) {
  (void)state;
  BrnRoute route;
  const char *stop = "/" TOKEN "/0/stop", *run = "/" TOKEN "/0/run.json";
  ENSURE_INT(brn__route_parse("POST", stop, NULL, TOKEN, &route), 200);
  ENSURE_INT(route.kind, BRN_ROUTE_STOP);
  ENSURE_INT(brn__route_parse("GET", stop, NULL, TOKEN, &route), 405);
  ENSURE_INT(brn__route_parse("HEAD", stop, NULL, TOKEN, &route), 405);
  ENSURE_INT(brn__route_parse("HEAD", run, NULL, TOKEN, &route), 200);
  ENSURE_INT(brn__route_parse("POST", run, NULL, TOKEN, &route), 405);
  static const char* const methods[] = {"PUT", "DELETE", "OPTIONS", "TRACE", "get", "", "PROPFIND"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    ENSURE_INT(brn__route_parse(methods[i], run, NULL, TOKEN, &route), 405);
    ENSURE_INT(brn__route_parse(methods[i], stop, NULL, TOKEN, &route), 405);
  }
  ENSURE_INT(brn__route_parse("POST", "/x/0/stop", NULL, TOKEN, &route), 403);
}

TEST_MAIN(cmocka_unit_test(every_address_of_the_stream_is_known),
          cmocka_unit_test(files_of_the_page_are_those_of_the_bundle),
          cmocka_unit_test(without_the_token_nothing_is_told), cmocka_unit_test(paths_lead_nowhere),
          cmocka_unit_test(what_is_no_address_is_refused),
          cmocka_unit_test(numbers_are_plain_digits), cmocka_unit_test(values_are_decoded_once),
          cmocka_unit_test(only_a_post_stops_a_run))
