// SPDX-License-Identifier: Apache-2.0
//
// The body as the text of a scene, which is then read like any other one.

#include "human/human.h"

#include <math.h>
#include <string.h>

BrnHumanDef brn__human_def_default(void) {
  return (BrnHumanDef){
      .height = 1.75,
      .triangles = 38000,
      .envelope = 10000,
      .names = "*",
      .clip_units = 1,
      .travel = 1,
      .cookie = BRN_COOKIE,
  };
}

static BrnStatus check(BrnContext* ctx, const BrnHumanDef* def) {
  if (!(def->height >= 0.1 && def->height <= 100)) {
    return brn__fail(ctx, BRN_INVALID, "human: height is %g m; it must be 0.1 to 100", def->height);
  }
  if (def->triangles < 12000 || def->triangles > 4000000) {
    return brn__fail(ctx, BRN_INVALID, "human: triangles is %d; it must be 12000 to 4000000",
                     def->triangles);
  }
  if (def->envelope < 100 || def->envelope > 10000000) {
    return brn__fail(ctx, BRN_INVALID, "human: envelope is %d; it must be 100 to 10000000",
                     def->envelope);
  }
  if (!(def->duration >= 0 && def->duration <= 1e6)) {
    return brn__fail(ctx, BRN_INVALID, "human: duration is %g s; it must be 0 to 1e6",
                     def->duration);
  }
  const char* star = def->names ? strchr(def->names, '*') : NULL;
  if (!star || strchr(star + 1, '*')) {
    return brn__fail(ctx, BRN_INVALID,
                     "human: names is \"%s\"; it must have one * where our names of joints go: "
                     "\"Character1_*\"",
                     def->names ? def->names : "");
  }
  return BRN_OK;
}

static void add(BrnHumanText* out, const char* text) {
  brn__string_text(out->ctx, &out->text, text);
}

// in quotes; what JSON cannot have in them is left out
static void add_quoted(BrnHumanText* out, const char* text) {
  add(out, "\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') add(out, "\\");
    if ((unsigned char)*text >= 32) brn__string_bytes(out->ctx, &out->text, text, 1);
  }
  add(out, "\"");
}

static void add_head(BrnHumanText* out) {
  add(out, "{\n  \"brawn\": 1,\n  \"name\": \"human\",\n"
           "  \"about\": \"A full body of bones and muscles, made by brawn make human\",\n");
}

static void add_clip(BrnHumanText* out) {
  static const char* unit[] = {"m", "cm", "mm", "in", "ft"};
  if (!out->def->clip) return;
  add(out, "  \"clips\": {\"gait\": {\"file\": ");
  add_quoted(out, out->def->clip);
  brn__string_printf(out->ctx, &out->text, ", \"units\": \"%s\", \"repeat\": \"%s\"",
                     unit[out->def->clip_units], out->def->duration > 0 ? "hold" : "loop");
  if (out->def->from_first_frame) add(out, ", \"from_first_frame\": true");
  brn__string_printf(out->ctx, &out->text, ", \"travel\": %.9g}},\n", out->def->travel);
}

// Muscles slide on each other and on the envelope; on the outside they keep their distance to it;
// and all around a loose web goes from each to its neighbours and to the skeleton.
static void add_fascia(BrnHumanText* out) {
  static const struct Fascia {
    const char* text;
    double within; // mm
  } fascia[] = {
      {"\"between\": {\"kind\": \"deep\"", 12},
      {"\"deep\": {\"kind\": \"deep\", \"targets\": [\"envelope\"]", 20},
      {"\"superficial\": {\"kind\": \"superficial\", \"targets\": [\"envelope\"], \"slide\": 0.5, "
       "\"soft\": 0.2",
       80},
      {"\"web\": {\"kind\": \"all\", \"targets\": [\"muscles\"], \"slide\": 0.2, \"stiffness\": "
       "0.1",
       100},
      {"\"bed\": {\"kind\": \"all\", \"targets\": [\"envelope\"], \"slide\": 0.2, \"stiffness\": "
       "0.1",
       50},
  };
  add(out, "  \"fascia\": {\n");
  for (size_t i = 0; i < sizeof fascia / sizeof *fascia; i++) {
    add(out, i > 0 ? "},\n    " : "    ");
    add(out, fascia[i].text);
    add(out, ", \"within\": ");
    brn__human_length(out, fascia[i].within);
  }
  brn__string_printf(out->ctx, &out->text,
                     "}\n  },\n  \"envelope\": {\"offset\": %.9g, \"close\": %.9g, \"triangles\": "
                     "%d},\n",
                     2 * out->scale, 10 * out->scale, out->def->envelope);
}

static void add_tail(BrnHumanText* out) {
  add(out, "  \"solver\": {\"method\": \"xpbd\", \"xpbd_body\": \"surface\"},\n"
           "  \"frames\": {\"first\": 1, \"last\": ");
  brn__string_printf(out->ctx, &out->text,
                     "%d, \"per_second\": 24, \"pre_roll\": 24, \"run_up\": 20}\n}\n",
                     out->def->duration > 0 ? 1 + (int)(24 * out->def->duration) : 48);
}

static void write_all(BrnHumanText* out) {
  add_head(out);
  add_clip(out);
  brn__human_bones(out);
  brn__human_joints(out);
  brn__human_muscles(out);
  brn__human_selections(out);
  if (out->def->clip) {
    brn__human_sensors(out);
    brn__human_signals(out);
  }
  add_fascia(out);
  add_tail(out);
}

BrnStatus brn__human_make(BrnContext* ctx, const BrnHumanDef* def, BrnScene** out) {
  BRN_ASSERT(ctx && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(check(ctx, def));
  BrnHumanText text = {.ctx = ctx, .def = def, .scale = def->height / BRN_HUMAN_HEIGHT};
  brn__human_groups(def->muscles, text.group);
  text.edge = brn__human_edge(text.group, def->triangles);
  write_all(&text);
  BrnStatus status = text.text.status;
  if (status == BRN_OK) {
    status = brn_scene_parse(ctx, text.text.text, text.text.size, "human.json", out);
  }
  brn__string_free(ctx, &text.text);
  return status;
}
