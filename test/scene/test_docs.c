// SPDX-License-Identifier: Apache-2.0
//
// The schema in docs/ and the tables of docs/scene.md are made from the tables in src/scene: they
// must be current. tools/docs.sh writes them anew.

#include "scene/manual_test.h"
#include "scene/tables.h"
#include "test.h"

static char* read_text(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) return NULL;
  size_t room = 1 << 20;
  char* text = malloc(room);
  ENSURE(text);
  size_t size = fread(text, 1, room - 1, file);
  text[size] = 0;
  fclose(file);
  return text;
}

// the file must be this, or becomes it when tools/docs.sh asks
static void ensure_current(const char* path, const char* expected) {
  if (getenv("BRN_WRITE_DOCS")) {
    FILE* file = fopen(path, "wb");
    ENSURE(file && fputs(expected, file) >= 0);
    ENSURE(fclose(file) == 0);
  }
  char* text = read_text(path);
  if (!text || strcmp(text, expected) != 0) {
    print_error("%s is not current: run tools/docs.sh\n", path);
    fail();
  }
  free(text);
}

static void schema_in_docs_is_current(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* text;
  size_t size;
  ENSURE_OK(ctx, brn_scene_schema(ctx, &text, &size));
  ENSURE_INT(strlen(text), size);
  ensure_current("docs/scene.schema.json", text);
  brn_scene_text_free(ctx, text);
  test_context_done(ctx);
}

static const BrnRecord* type_of(const char* name, size_t length) {
  const BrnRecord* types[64];
  int count = brn__record_types(&brn__scene_record, types, 64);
  for (int i = 0; i < count; i++) {
    if (strlen(types[i]->name) == length && memcmp(types[i]->name, name, length) == 0) {
      return types[i];
    }
  }
  print_error("docs/scene.md has a table of \"%.*s\", which is no type\n", (int)length, name);
  fail();
  return NULL;
}

static const char begin_mark[] = "<!-- table ", end_mark[] = "<!-- end -->";

// every type has its table, and every table is what the fields say
static void tables_in_docs_are_current(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* page = read_text("docs/scene.md");
  ENSURE(page);
  BrnString fresh = {0};
  const BrnRecord* types[64];
  int count = brn__record_types(&brn__scene_record, types, 64), tables = 0;
  const char* at = page;
  for (const char* mark; (mark = strstr(at, begin_mark)); tables++) {
    const char* name = mark + strlen(begin_mark);
    const char* line_end = strchr(name, '\n') + 1;
    const char* end = strstr(line_end, end_mark);
    ENSURE(end);
    brn__string_bytes(ctx, &fresh, at, (size_t)(line_end - at));
    ENSURE_OK(ctx, record_manual(ctx, type_of(name, strcspn(name, " ")), &fresh));
    at = end;
  }
  brn__string_text(ctx, &fresh, at);
  ENSURE_OK(ctx, fresh.status);
  ensure_current("docs/scene.md", fresh.text);
  ENSURE_INT(tables, count);
  brn__string_free(ctx, &fresh);
  free(page);
  test_context_done(ctx);
}

// the examples of the page are read as they stand there
static void examples_in_docs_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* page = read_text("docs/scene.md");
  ENSURE(page);
  int count = 0;
  for (const char* at = page; (at = strstr(at, "```json\n")); count++) {
    at += strlen("```json\n");
    const char* end = strstr(at, "```");
    ENSURE(end);
    char text[8192];
    bool whole = *at == '{';
    snprintf(text, sizeof text, whole ? "%.*s" : "{%.*s}", (int)(end - at), at);
    BrnScene* scene;
    ENSURE_OK(ctx, brn_scene_parse(ctx, text, strlen(text), "docs/scene.md", &scene));
    brn_scene_destroy(ctx, scene);
    at = end + 3;
  }
  ENSURE(count >= 10);
  free(page);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(schema_in_docs_is_current), cmocka_unit_test(tables_in_docs_are_current),
          cmocka_unit_test(examples_in_docs_are_read))
