// SPDX-License-Identifier: Apache-2.0
//
// Scenes made, copied, read, written and set by paths, all through the tables.

#include "brawn/scene.h"

#include "io/sink.h"
#include "io/source.h"
#include "scene/tables.h"

BrnStatus brn_scene_create(BrnContext* ctx, BrnScene** out) {
  BRN_ASSERT(ctx && out);
  *out = brn__new(ctx, 1, BrnScene);
  if (!*out) return BRN_NO_MEMORY;
  brn__record_init(&brn__scene_record, *out);
  return BRN_OK;
}

void brn_scene_destroy(BrnContext* ctx, BrnScene* scene) {
  if (!scene) return;
  brn__free(ctx, scene->folder);
  brn__record_clear(ctx, &brn__scene_record, scene);
  brn__free(ctx, scene);
}

BrnStatus brn_scene_copy(BrnContext* ctx, const BrnScene* scene, BrnScene** out) {
  BRN_ASSERT(ctx && scene && out);
  *out = NULL;
  BrnScene* copy = brn__new(ctx, 1, BrnScene);
  if (!copy) return BRN_NO_MEMORY;
  BrnStatus status = brn__record_copy(ctx, &brn__scene_record, scene, copy);
  copy->folder = NULL;
  if (status == BRN_OK && scene->folder) status = brn_scene_text(ctx, &copy->folder, scene->folder);
  if (status == BRN_OK)
    *out = copy;
  else
    brn_scene_destroy(ctx, copy);
  return status;
}

BrnStatus brn__scene_view(BrnContext* ctx, const BrnScene* scene, const char* paths,
                          BrnScene** out) {
  BRN_TRY(brn_scene_copy(ctx, scene, out));
  BrnStatus status = brn__record_keep(ctx, &brn__scene_record, *out, paths);
  if (status == BRN_OK) return BRN_OK;
  brn_scene_destroy(ctx, *out);
  *out = NULL;
  return status;
}

BrnStatus brn_scene_text(BrnContext* ctx, char** member, const char* text) {
  BRN_ASSERT(ctx && member && text);
  char* copy = brn__strdup(ctx, text);
  if (!copy) return BRN_NO_MEMORY;
  brn__free(ctx, *member);
  *member = copy;
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- reading

// "arm" of "arm/scene.json", "." of "scene.json"
static BrnStatus set_folder(BrnContext* ctx, BrnScene* scene, const char* path) {
  const char* slash = strrchr(path, '/');
  if (!slash) return brn_scene_text(ctx, &scene->folder, ".");
  scene->folder = brn__strndup(ctx, path, slash == path ? 1 : (size_t)(slash - path));
  return scene->folder ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn_scene_parse(BrnContext* ctx, const char* text, size_t size, const char* name,
                          BrnScene** out) {
  BRN_ASSERT(ctx && (text || size == 0) && name && out);
  *out = NULL;
  BrnJson json;
  BRN_TRY(brn__json_open(ctx, text ? text : "", size, name, &json));
  BrnScene* scene;
  BrnStatus status = brn_scene_create(ctx, &scene);
  if (status == BRN_OK) status = set_folder(ctx, scene, name);
  if (status == BRN_OK) {
    status = brn__record_read(ctx, &brn__scene_record, scene, &json, "", NULL, NULL);
  }
  brn__json_close(ctx, &json);
  if (status == BRN_OK)
    *out = scene;
  else
    brn_scene_destroy(ctx, scene);
  return status;
}

BrnStatus brn_scene_read(BrnContext* ctx, const char* path, BrnScene** out) {
  BRN_ASSERT(ctx && path && out);
  *out = NULL;
  BrnSource source;
  BRN_TRY(brn__source_open(ctx, path, &source));
  BrnStatus status = brn_scene_parse(ctx, source.data, source.size, path, out);
  brn__source_close(ctx, &source);
  return status;
}

// ---------------------------------------------------------------------------------------- writing

static BrnStatus hand_over(BrnContext* ctx, BrnStatus status, BrnString* string, char** text,
                           size_t* size) {
  if (status != BRN_OK) {
    brn__string_free(ctx, string);
    return status;
  }
  *text = string->text;
  if (size) *size = string->size;
  return BRN_OK;
}

BrnStatus brn_scene_print(BrnContext* ctx, const BrnScene* scene, char** text, size_t* size) {
  BRN_ASSERT(ctx && scene && text);
  *text = NULL;
  BrnString string = {0};
  BrnStatus status = brn__record_write(ctx, &brn__scene_record, scene, &string);
  return hand_over(ctx, status, &string, text, size);
}

void brn_scene_text_free(BrnContext* ctx, char* text) { brn__free(ctx, text); }

BrnStatus brn_scene_write(BrnContext* ctx, const BrnScene* scene, const char* path) {
  BRN_ASSERT(ctx && scene && path);
  char* text;
  size_t size;
  BRN_TRY(brn_scene_print(ctx, scene, &text, &size));
  BrnSink sink;
  BrnStatus status = brn__sink_open(ctx, path, &sink);
  if (status == BRN_OK) {
    brn__sink_bytes(&sink, text, size);
    status = brn__sink_close(&sink);
  }
  brn__free(ctx, text);
  return status;
}

BrnStatus brn_scene_set(BrnContext* ctx, BrnScene* scene, const char* path, const char* value) {
  BRN_ASSERT(ctx && scene && path && value);
  return brn__record_set(ctx, &brn__scene_record, scene, path, value);
}
