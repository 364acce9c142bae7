// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "cli/info.h"
#include "scene/tables.h"

#include <string.h>

// `brawn info arm.json`: what a scene holds, as far as the file alone tells: nothing is built, and
// no other file is read. What is wrong with it is for `brawn check`.

static const char* const lists[] = {"bones",     "muscles",    "tendons",  "soft",   "joints",
                                    "materials", "selections", "supports", "loads",  "clips",
                                    "sensors",   "signals",    "probes",   "fascia", NULL};

// names, each the first member of its struct
#define NAMES(scene, kind)                                                                         \
  names((scene)->kind##_count, (scene)->kind ? (const char* const*)&(scene)->kind[0].name : NULL,  \
        sizeof *(scene)->kind)

static json_t* names(int count, const char* const* name, size_t stride) {
  json_t* list = count > 0 ? json_array() : NULL;
  for (int i = 0; i < count; i++) {
    const char* at = (const char*)name + (size_t)i * stride;
    json_array_append_new(list, cli__text(*(const char* const*)at));
  }
  return list;
}

static json_t* word(const BrnScene* scene, const char* name) {
  char text[16];
  brn__field_text(brn__field_find(brn__scene_record.fields, name), scene, text, sizeof text);
  return cli__text(text);
}

static json_t* facts_of(const BrnScene* s, const char* path) {
  const BrnSceneFrames* frames = &s->frames;
  return cli_facts(FACT("file", path), FACT("name", s->name ? s->name : ""),
                   FACT("about", s->about ? s->about : ""), FACT("units", word(s, "units")),
                   FACT("up", word(s, "up")), FACT("method", s->solver.method),
                   FACT("surfaces", brn__scene_wants_surfaces(s)),
                   FACT("envelope", (bool)(s->envelope != NULL)), FACT("bones", NAMES(s, bone)),
                   FACT("muscles", NAMES(s, muscle)), FACT("tendons", NAMES(s, tendon)),
                   FACT("soft", NAMES(s, soft)), FACT("joints", NAMES(s, joint)),
                   FACT("materials", NAMES(s, material)), FACT("selections", NAMES(s, selection)),
                   FACT("supports", NAMES(s, support)), FACT("loads", NAMES(s, load)),
                   FACT("clips", NAMES(s, clip)), FACT("sensors", NAMES(s, sensor)),
                   FACT("signals", NAMES(s, signal)), FACT("probes", NAMES(s, probe)),
                   FACT("fascia", NAMES(s, fascia)), FACT("first", frames->first),
                   FACT("last", frames->last), FACT("per_second", frames->per_second),
                   FACT("seconds", (frames->last - frames->first) / frames->per_second),
                   FACT("pre_roll", frames->pre_roll));
}

BrnStatus info_scene(Cli* cli, const InfoFile* file, json_t** facts, int* found) {
  BrnScene* scene;
  (void)found;
  BRN_TRY(brn_scene_read(cli->ctx, file->path, &scene));
  *facts = facts_of(scene, file->path);
  brn_scene_destroy(cli->ctx, scene);
  return BRN_OK;
}

// "3: humerus, ulna, radius", in lines that fit a terminal
static void tell_list(const char* what, const json_t* list) {
  size_t count = json_array_size(list);
  int column = count > 0 ? printf("  %-12s %d:", what, (int)count) : 0;
  for (size_t i = 0; i < count; i++) {
    const char* name = json_string_value(json_array_get(list, i));
    if (column + (int)strlen(name) > 97) column = printf("\n  %-12s", "") - 1;
    column += printf(" %s%s", name, i + 1 < count ? "," : "\n");
  }
}

void info_tell_scene(const Cli* cli, const json_t* facts) {
  cli_tell(cli, facts,
           "{~bold}{file}{~}: a scene\n"
           "{?about}  about        {about}\n{/}"
           "  units        {units}, {up} up\n"
           "  method       {method}, on {surfaces|surfaces|tets}\n");
  for (int i = 0; lists[i]; i++) tell_list(lists[i], json_object_get(facts, lists[i]));
  cli_tell(cli, facts,
           "{?envelope}  envelope     around the bones\n{/}"
           "  frames       {first:d} to {last:d} at {per_second:.6g} a second: {seconds:.4g} s"
           "{?pre_roll}, after {pre_roll:d} of pre-roll{/}\n"
           "  `brawn check` tells what is wrong with it, `brawn build` what comes of it\n");
}
