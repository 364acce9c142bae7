// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include <stdio.h>
#include <string.h>

// What differs between two scenes, in the words of --set.

enum { PATH_SIZE = 512, VALUE_SIZE = 60 };

typedef struct Comparison {
  BrnContext* ctx;
  BrnString* out;
  int count, most;
} Comparison;

// what has no influence on the frames that are there
static bool is_free(const char* path) {
  static const char* const free_paths[] = {"outputs.folder",   "outputs.formats", "outputs.every",
                                           "outputs.surfaces", "outputs.mesh",    "about",
                                           "frames.last",      "$schema"};
  for (size_t i = 0; i < sizeof free_paths / sizeof *free_paths; i++) {
    if (strcmp(path, free_paths[i]) == 0) return true;
  }
  return false;
}

// many blanks and line ends become one blank, those inside of brackets and at the end none
static size_t fold_blanks(char* text) {
  char* to = text;
  for (const char* at = text; *at; at++) {
    bool blank = *at == ' ' || *at == '\n';
    bool wanted = to > text && !strchr(" [{", to[-1]);
    if (strchr("]}", *at) && to > text && to[-1] == ' ') to--;
    if (!blank || wanted) *to++ = blank ? ' ' : *at;
  }
  if (to > text && to[-1] == ' ') to--;
  *to = 0;
  return (size_t)(to - text);
}

static void add_value(Comparison* c, json_t* value) {
  BrnString text = {0};
  if (!value || json_is_null(value)) {
    brn__string_text(c->ctx, c->out, "not given");
    return;
  }
  BrnStatus status = brn__json_print(c->ctx, value, &text);
  if (status == BRN_OK && text.text) {
    size_t size = fold_blanks(text.text);
    bool is_long = size > VALUE_SIZE;
    brn__string_printf(c->ctx, c->out, "%.*s%s", VALUE_SIZE, text.text, is_long ? "..." : "");
  } else {
    c->out->status = status;
  }
  brn__string_free(c->ctx, &text);
}

static void tell(Comparison* c, const char* path, json_t* was, json_t* is) {
  if (c->count++ >= c->most) return;
  brn__string_printf(c->ctx, c->out, "; %s: was ", path);
  add_value(c, was);
  brn__string_text(c->ctx, c->out, ", is ");
  add_value(c, is);
}

static void compare(Comparison* c, const char* path, json_t* was, json_t* is);

static void compare_key(Comparison* c, const char* path, const char* key, json_t* was, json_t* is) {
  char longer[PATH_SIZE];
  snprintf(longer, sizeof longer, "%s%s%s", path, *path ? "." : "", key);
  if (!is_free(longer)) compare(c, longer, was, is);
}

static void compare_objects(Comparison* c, const char* path, json_t* was, json_t* is) {
  const char* key;
  json_t* value;
  json_object_foreach(was, key, value) {
    compare_key(c, path, key, value, json_object_get(is, key));
  }
  json_object_foreach(is, key, value) {
    if (!json_object_get(was, key)) compare_key(c, path, key, NULL, value);
  }
}

// lists of objects of one length entry by entry, others as a whole
static bool are_lists_alike(json_t* was, json_t* is) {
  return json_is_array(was) && json_is_array(is) && json_array_size(was) == json_array_size(is) &&
         json_is_object(json_array_get(was, 0));
}

// a section or a part that was not given is as good as an empty one: its keys are told
static bool are_objects(json_t* was, json_t* is, const char* path) {
  bool section = !strchr(path, '.');
  if (json_is_object(was) && json_is_object(is)) return true;
  return section && ((json_is_object(was) && !is) || (json_is_object(is) && !was));
}

static void compare(Comparison* c, const char* path, json_t* was, json_t* is) {
  if (are_objects(was, is, path)) {
    compare_objects(c, path, was, is);
  } else if (are_lists_alike(was, is)) {
    for (size_t i = 0; i < json_array_size(was); i++) {
      char index[24];
      snprintf(index, sizeof index, "%zu", i);
      compare_key(c, path, index, json_array_get(was, i), json_array_get(is, i));
    }
  } else if (!was || !is || !json_equal(was, is)) {
    tell(c, path, was, is);
  }
}

int brn__scene_differences(BrnContext* ctx, json_t* was, json_t* is, int most, BrnString* out) {
  Comparison c = {.ctx = ctx, .out = out, .most = most};
  compare(&c, "", was, is);
  if (c.count > most) brn__string_printf(ctx, out, "; and %d more", c.count - most);
  return c.count;
}
