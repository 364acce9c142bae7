// SPDX-License-Identifier: Apache-2.0
//
// What `brawn new` has guessed, as a scene.

#include "cli/new.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ paths

// the absolute path, also of a file that is not there yet; false when its folder is not there
static bool resolve(const char* path, char* out) {
  char folder[PATH_MAX], found[PATH_MAX];
  const char* slash = strrchr(path, '/');
  int length = slash ? (int)(slash - path) : 0;
  snprintf(folder, sizeof folder, "%.*s", length ? length : 1, length ? path : slash ? "/" : ".");
  if (!realpath(folder, found)) return false;
  const char* name = slash ? slash + 1 : path;
  if (strlen(found) + strlen(name) + 2 > PATH_MAX) return false;
  size_t end = strlen(found);
  memcpy(out, found, end);
  if (end > 1) out[end++] = '/';
  memcpy(out + end, name, strlen(name) + 1);
  return true;
}

void new_relative_path(const char* from, const char* file, char* out, size_t size) {
  char a[PATH_MAX], b[PATH_MAX];
  size_t common = 0, used = 0;
  if (!resolve(from, a) || !resolve(file, b)) {
    snprintf(out, size, "%s", file);
    return;
  }
  for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
    if (a[i] == '/') common = i + 1;
  }
  out[0] = 0;
  for (const char* c = a + common; *c; c++) {
    if (*c == '/' && used < size) used += (size_t)snprintf(out + used, size - used, "../");
  }
  if (used < size) snprintf(out + used, size - used, "%s", b + common);
}

// ---------------------------------------------------------------------------------------- numbers

static double digits(double value, int count) {
  if (value == 0 || !isfinite(value)) return 0;
  double unit = pow(10, count - 1 - floor(log10(fabs(value))));
  return round(value * unit) / unit;
}

static json_t* vector(const double* v) {
  return json_pack("[f, f, f]", digits(v[0], 6), digits(v[1], 6), digits(v[2], 6));
}

// ------------------------------------------------------------------------------------------- parts

static const double touching = 2e-4;      // m: a gap that is none
static const double usual_reach = 2.5e-3; // m

NewEndName new_end_name(const BrnGuessPart* part, int end) {
  NewEndName name;
  snprintf(name.text, sizeof name.text, "%.256s_%s", part->name, end == 0 ? "origin" : "insertion");
  return name;
}

// A third part may lie between a muscle and its bone once they are tets, so a little is always
// allowed; a gap that is there already is filled.
static json_t* attachment(const BrnGuess* guess, const BrnGuessPart* part, int end) {
  const BrnGuessEnd* e = &part->end[end];
  if (e->part < 0) return json_pack("{s:s}", "select", new_end_name(part, end).text);
  const char* bone = guess->part[e->part].name;
  double within = digits(fmax(1.5 * e->gap, usual_reach / guess->metres), 2);
  json_t* object = json_pack("{s:s, s:f}", "bones", bone, "within", within);
  if (e->gap * guess->metres > touching) json_object_set_new(object, "fuse", json_real(within));
  return object;
}

bool new_is_held(const BrnGuessEnd* end) { return end->part < 0 && end->into < 0; }

// what touches the tendon
static json_t* near_tendon(const BrnGuess* guess, const BrnGuessPart* part, int tendon) {
  return json_pack("{s:s, s:{s:s, s:f}}", "parts", part->name, "near", "parts",
                   guess->part[tendon].name, "within", digits(usual_reach / guess->metres, 2));
}

static json_t* around_tip(const BrnGuessPart* part, const BrnGuessEnd* end) {
  return json_pack("{s:s, s:{s:o, s:f}}", "parts", part->name, "sphere", "centre",
                   vector(end->point), "radius", digits(1.05 * end->radius, 3));
}

static void add_free_end(const BrnGuess* guess, const BrnGuessPart* part, int end,
                         json_t* selections, json_t* supports) {
  const BrnGuessEnd* e = &part->end[end];
  NewEndName name = new_end_name(part, end);
  bool tendon = e->into >= 0 && guess->part[e->into].guess.kind == BRN_PART_TENDON;
  json_object_set_new(selections, name.text,
                      tendon ? near_tendon(guess, part, e->into) : around_tip(part, e));
  if (new_is_held(e)) {
    json_object_set_new(supports, name.text, json_pack("{s:s}", "on", name.text));
  }
}

static json_t* bone(const BrnGuessPart* part, const char* file) {
  json_t* object = json_pack("{s:s}", "surface", file);
  if (part->fixed) json_object_set_new(object, "fixed", json_true());
  return object;
}

static json_t* muscle(const BrnGuess* guess, const BrnGuessPart* part, const char* file) {
  return json_pack("{s:s, s:o, s:o}", "surface", file, "origin", attachment(guess, part, 0),
                   "insertion", attachment(guess, part, 1));
}

// without both ends a tendon has no fibres, and is still there
static json_t* tendon(const BrnGuess* guess, const BrnGuessPart* part, const char* file) {
  const BrnGuessEnd *a = &part->end[0], *b = &part->end[1];
  json_t* object = json_pack("{s:s}", "surface", file);
  if (a->part < 0 || b->part < 0 || a->part == b->part) return object;
  json_object_set_new(object, "from", json_string(guess->part[a->part].name));
  json_object_set_new(object, "to", json_string(guess->part[b->part].name));
  double gap = fmax(a->gap, b->gap);
  if (gap * guess->metres > touching) {
    json_object_set_new(object, "within", json_real(digits(1.5 * gap, 2)));
  }
  return object;
}

static json_t* joints(const BrnGuess* guess) {
  json_t* list = json_object();
  for (int i = 0; i < guess->joint_count; i++) {
    const BrnGuessJoint* joint = &guess->joint[i];
    const char *parent = guess->part[joint->bone[0]].name,
               *child = guess->part[joint->bone[1]].name;
    bool hinge = joint->type == BRN_JOINT_HINGE;
    char name[600];
    snprintf(name, sizeof name, "%.256s_%.256s", parent, child);
    json_object_set_new(list, name,
                        json_pack("{s:s, s:[s, s], s:s}", "type", hinge ? "hinge" : "ball", "bones",
                                  parent, child, "fit", hinge ? "cylinder" : "sphere"));
  }
  return list;
}

// --------------------------------------------------------------------------------------- the whole

static void set_unless_empty(json_t* object, const char* key, json_t* value) {
  if (json_object_size(value) > 0) json_object_set(object, key, value);
  json_decref(value);
}

json_t* new_scene(const BrnGuess* guess, const char* name, const char* path, bool with_joints) {
  static const char* const unit[] = {"m", "cm", "mm", "in", "ft"};
  static const char* const axis[] = {"x", "y", "z"};
  json_t* list[3] = {json_object(), json_object(), json_object()};
  json_t *selections = json_object(), *supports = json_object();
  for (int i = 0; i < guess->part_count; i++) {
    const BrnGuessPart* part = &guess->part[i];
    char file[PATH_MAX];
    new_relative_path(path, part->file, file, sizeof file);
    BrnPartKind kind = part->guess.kind;
    json_object_set_new(list[kind], part->name,
                        kind == BRN_PART_BONE     ? bone(part, file)
                        : kind == BRN_PART_MUSCLE ? muscle(guess, part, file)
                                                  : tendon(guess, part, file));
    for (int end = 0; kind == BRN_PART_MUSCLE && end < 2; end++) {
      if (part->end[end].part < 0) add_free_end(guess, part, end, selections, supports);
    }
  }
  json_t* scene = json_pack("{s:i, s:s, s:s, s:s}", "brawn", 1, "name", name, "units",
                            unit[guess->units], "up", axis[guess->up]);
  set_unless_empty(scene, "bones", list[BRN_PART_BONE]);
  set_unless_empty(scene, "muscles", list[BRN_PART_MUSCLE]);
  set_unless_empty(scene, "tendons", list[BRN_PART_TENDON]);
  set_unless_empty(scene, "joints", with_joints ? joints(guess) : json_object());
  set_unless_empty(scene, "selections", selections);
  set_unless_empty(scene, "supports", supports);
  return scene;
}
