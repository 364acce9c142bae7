// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target of the reader of scenes. What was read must survive being written and read
// again, to the same bytes; being copied, converted, and set by a path.

#include "scene/tables.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static const char base[] = "{\"muscles\": {\"m\": {}}, \"materials\": {\"m\": {\"c1\": 1}}}";

static void write_again(BrnContext* ctx, const BrnScene* scene) {
  char *first, *second;
  size_t size;
  BrnScene* again;
  if (brn_scene_print(ctx, scene, &first, &size) != BRN_OK) __builtin_trap();
  if (brn_scene_parse(ctx, first, size, "again", &again) != BRN_OK) __builtin_trap();
  if (!brn__record_equal(&brn__scene_record, scene, again)) __builtin_trap();
  if (brn_scene_print(ctx, again, &second, &size) != BRN_OK) __builtin_trap();
  if (strcmp(first, second) != 0) __builtin_trap();
  brn_scene_text_free(ctx, first);
  brn_scene_text_free(ctx, second);
  brn_scene_destroy(ctx, again);
}

static void copy_and_convert(BrnContext* ctx, const BrnScene* scene) {
  BrnScene* copy;
  if (brn_scene_copy(ctx, scene, &copy) != BRN_OK) __builtin_trap();
  if (!brn__record_equal(&brn__scene_record, scene, copy)) __builtin_trap();
  brn_scene_to_si(copy);
  brn_scene_destroy(ctx, copy);
}

// The first line is a path, the second a value. What was set can be written; whether it can be read
// hangs on what must be given beside it.
static void set(BrnContext* ctx, BrnScene* scene, const char* text) {
  char path[256], value[256];
  size_t length = strcspn(text, "\n");
  const char* rest = text[length] ? text + length + 1 : text + length;
  snprintf(path, sizeof path, "%.*s", (int)length, text);
  snprintf(value, sizeof value, "%.*s", (int)strcspn(rest, "\n"), rest);
  brn_scene_set(ctx, scene, path, value);
  char* written;
  if (brn_scene_print(ctx, scene, &written, NULL) != BRN_OK) __builtin_trap();
  brn_scene_text_free(ctx, written);
}

static void count(void* user, BrnContext* ctx) {
  (void)ctx;
  ++*(int*)user;
}

// going on behind mistakes must find as many as there are, and nothing else
static void inspect(BrnContext* ctx, const char* text, size_t size, bool good) {
  BrnJson json;
  BrnScene* scene;
  int mistakes = 0;
  if (brn__json_open(ctx, text, size, "fuzz", &json) != BRN_OK) return;
  if (brn_scene_create(ctx, &scene) != BRN_OK) return;
  brn__record_read(ctx, &brn__scene_record, scene, &json, "", count, &mistakes);
  if (good != (mistakes == 0)) __builtin_trap();
  brn_scene_destroy(ctx, scene);
  brn__json_close(ctx, &json);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  BrnContextDef def = brn_context_def_default();
  def.log = NULL;
  def.workers = 1;
  BrnContext* ctx = brn_context_create(&def);
  BrnScene* scene;
  BrnStatus status = brn_scene_parse(ctx, (const char*)data, size, "fuzz", &scene);
  inspect(ctx, (const char*)data, size, status == BRN_OK);
  if (status == BRN_OK) {
    write_again(ctx, scene);
    copy_and_convert(ctx, scene);
  } else if (brn_scene_parse(ctx, base, strlen(base), "base", &scene) == BRN_OK) {
    char* text = brn__strndup(ctx, (const char*)data, size);
    if (text) set(ctx, scene, text);
    brn__free(ctx, text);
  }
  brn_scene_destroy(ctx, scene);
  brn_context_destroy(ctx); // asserts that nothing is left
  return 0;
}
