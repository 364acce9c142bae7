// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "cli/info.h"
#include "scene/tables.h"

#include <string.h>

// `brawn info arm.json`: what a scene holds, as far as the file alone tells: nothing is built, and
// no other file is read. What is wrong with it is for `brawn check`.

typedef struct SceneList {
  const char* what; // as the scene calls it
  int count;
  const char* const* name; // of the first one
  size_t stride;           // bytes from one name to the next
} SceneList;

typedef struct SceneFacts {
  const char* path;
  const BrnScene* scene;
  char units[16], up[16];
  const char* method;
  bool surfaces; // they move themselves, no tets are made
  SceneList list[12];
  int list_count;
} SceneFacts;

static const char* name_of(const SceneList* list, int i) {
  return *(const char* const*)((const char*)list->name + (size_t)i * list->stride);
}

static void read_word(const BrnRecord* record, const void* def, const char* name, char* text,
                      size_t size) {
  const BrnField* field = brn__field_find(record->fields, name);
  BRN_ASSERT(field);
  brn__field_text(field, def, text, size);
}

#define ADD(facts, kind, what)                                                                     \
  add(facts, what, (facts)->scene->kind##_count,                                                   \
      (facts)->scene->kind ? (const char* const*)&(facts)->scene->kind[0].name : NULL,             \
      sizeof *(facts)->scene->kind)

static void add(SceneFacts* facts, const char* what, int count, const char* const* name,
                size_t stride) {
  if (count > 0) facts->list[facts->list_count++] = (SceneList){what, count, name, stride};
}

static void gather(SceneFacts* facts) {
  const BrnScene* scene = facts->scene;
  read_word(&brn__scene_record, scene, "units", facts->units, sizeof facts->units);
  read_word(&brn__scene_record, scene, "up", facts->up, sizeof facts->up);
  facts->method = scene->solver.method;
  facts->surfaces = brn__scene_wants_surfaces(scene);
  ADD(facts, bone, "bones");
  ADD(facts, muscle, "muscles");
  ADD(facts, tendon, "tendons");
  ADD(facts, soft, "soft");
  ADD(facts, joint, "joints");
  ADD(facts, material, "materials");
  ADD(facts, selection, "selections");
  ADD(facts, support, "supports");
  ADD(facts, load, "loads");
  ADD(facts, clip, "clips");
  ADD(facts, sensor, "sensors");
  ADD(facts, signal, "signals");
  ADD(facts, probe, "probes");
  ADD(facts, fascia, "fascia");
}

// ----------------------------------------------------------------------------------------- telling

// "3: humerus, ulna, radius", in lines that fit a terminal
static void tell_list(const SceneList* list) {
  int column = printf("  %-12s %d:", list->what, list->count);
  for (int i = 0; i < list->count; i++) {
    const char* name = name_of(list, i);
    if (column + (int)strlen(name) > 97) column = printf("\n  %-12s", "") - 1;
    column += printf(" %s%s", name, i + 1 < list->count ? "," : "");
  }
  printf("\n");
}

static void tell_frames(const BrnSceneFrames* frames) {
  printf("  %-12s %d to %d at %.6g a second: %.4g s", "frames", frames->first, frames->last,
         frames->per_second, (frames->last - frames->first) / frames->per_second);
  if (frames->pre_roll > 0) printf(", after %d of pre-roll", frames->pre_roll);
  printf("\n");
}

static void tell(const Cli* cli, const SceneFacts* f) {
  const BrnScene* scene = f->scene;
  printf("%s%s%s: a scene\n", cli_color(cli, CLI_BOLD), f->path, cli_color(cli, CLI_PLAIN));
  if (scene->about) printf("  %-12s %s\n", "about", scene->about);
  printf("  %-12s %s, %s up\n", "units", f->units, f->up);
  printf("  %-12s %s, on %s\n", "method", f->method, f->surfaces ? "surfaces" : "tets");
  for (int i = 0; i < f->list_count; i++) tell_list(&f->list[i]);
  if (scene->envelope) printf("  %-12s around the bones\n", "envelope");
  tell_frames(&scene->frames);
  printf("  `brawn check` tells what is wrong with it, `brawn build` what comes of it\n");
}

// -------------------------------------------------------------------------------------------- JSON

static json_t* scene_json(const SceneFacts* f) {
  const BrnSceneFrames* frames = &f->scene->frames;
  json_t* object = json_object();
  cli_put_text(object, "file", f->path);
  cli_put_text(object, "name", f->scene->name ? f->scene->name : "");
  cli_put_text(object, "about", f->scene->about ? f->scene->about : "");
  cli_put_text(object, "units", f->units);
  cli_put_text(object, "up", f->up);
  cli_put_text(object, "method", f->method);
  cli_put_bool(object, "surfaces", f->surfaces);
  cli_put_bool(object, "envelope", f->scene->envelope != NULL);
  for (int i = 0; i < f->list_count; i++) {
    json_t* names = json_array();
    for (int k = 0; k < f->list[i].count; k++) {
      json_array_append_new(names, cli_json_text(name_of(&f->list[i], k)));
    }
    cli_put(object, f->list[i].what, names);
  }
  cli_put_int(object, "first", frames->first);
  cli_put_int(object, "last", frames->last);
  cli_put_real(object, "per_second", frames->per_second);
  cli_put_int(object, "pre_roll", frames->pre_roll);
  return object;
}

BrnStatus info_tell_scene(Cli* cli, const char* path, json_t* list) {
  BrnScene* scene;
  BRN_TRY(brn_scene_read(cli->ctx, path, &scene));
  SceneFacts facts = {.path = path, .scene = scene};
  gather(&facts);
  if (list) json_array_append_new(list, scene_json(&facts));
  if (!list) tell(cli, &facts);
  brn_scene_destroy(cli->ctx, scene);
  return BRN_OK;
}
