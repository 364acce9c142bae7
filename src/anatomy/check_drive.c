// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Sensors, signals and the muscles that follow them: what building refuses, all at once, and what
// builds but is hardly meant.

// ------------------------------------------------------------------------------------------ names

// names of one list of the scene: `first` is that of its first item
typedef struct Names {
  const char* kind;
  const void* first;
  size_t stride;
  int count;
} Names;

#define NAMES(kind, list, length)                                                                  \
  (Names) { kind, (list) ? &(list)->name : NULL, sizeof *(list), length }

static const char* name_of(Names names, int index) {
  char* name;
  memcpy(&name, (const char*)names.first + names.stride * (size_t)index, sizeof name);
  return name;
}

static int find(Names names, const char* name) {
  for (int i = 0; i < names.count; i++) {
    if (strcmp(name_of(names, i), name) == 0) return i;
  }
  return -1;
}

static int look_up(BrnBuild* build, Names names, const char* name) {
  BrnCheckWords words = {0};
  int index = find(names, name);
  if (index >= 0) return index;
  for (int i = 0; i < names.count; i++) brn__check_word(build, &words, name_of(names, i));
  brn__say(build, BRN_ERROR, "there is no %s \"%s\"%s", names.kind, name,
           words.size ? brn__check_hint(name, words.text).text : "; the scene has none at all");
  brn__free(build->ctx, words.text);
  return -1;
}

static Names sensors_of(const BrnScene* s) { return NAMES("sensor", s->sensor, s->sensor_count); }
static Names signals_of(const BrnScene* s) { return NAMES("signal", s->signal, s->signal_count); }
static Names joints_of(const BrnScene* s) { return NAMES("joint", s->joint, s->joint_count); }

// ---------------------------------------------------------------------------------------- sensors

static bool turns(const BrnSceneSensor* s) { return s->measure <= BRN_SENSE_ANGULAR_ACCELERATION; }

static bool is_rate(const BrnSceneSensor* s) {
  return s->measure != BRN_SENSE_ANGLE && s->measure < BRN_SENSE_DISTANCE;
}

static void check_needs(BrnBuild* build, const BrnSceneSensor* s) {
  if (s->measure == BRN_SENSE_LENGTH) {
    if (!s->muscle) brn__say(build, BRN_ERROR, "whose length? give a \"muscle\"");
  } else if (s->measure == BRN_SENSE_ANGLE) {
    if (!s->joint) brn__say(build, BRN_ERROR, "which angle? give a \"joint\"");
  } else if (turns(s)) {
    if (!s->joint == !s->bone) {
      brn__say(build, BRN_ERROR, "turns what? give either a \"joint\" or a \"bone\"");
    }
  } else if (!s->bone) {
    brn__say(build, BRN_ERROR, "of what? give a \"bone\", and \"at\" for a point of it");
  }
  if (s->measure == BRN_SENSE_DISTANCE && !s->other && isnan(s->other_at[0])) {
    brn__say(build, BRN_ERROR,
             "distance to what? give an \"other\" bone, or \"other_at\", a point of the "
             "world");
  }
  if (s->bone && s->other && strcmp(s->bone, s->other) == 0) {
    brn__say(build, BRN_ERROR, "\"bone\" and \"other\" are both \"%s\"; name two bones", s->bone);
  }
}

// what is given, but not read for what is measured
static void check_idle(BrnBuild* build, const BrnSceneSensor* s) {
  bool line = s->measure == BRN_SENSE_LENGTH, joint = turns(s) && s->joint;
  const struct {
    const char* name;
    bool idle;
  } member[] = {
      {"joint", s->joint && !turns(s)},
      {"bone", s->bone && (line || s->measure == BRN_SENSE_ANGLE)},
      {"at", !isnan(s->at[0]) && (line || turns(s))},
      {"other", s->other && (line || joint)},
      {"other_at", !isnan(s->other_at[0]) && s->measure != BRN_SENSE_DISTANCE},
      {"muscle", s->muscle && !line},
      {"along", !isnan(s->along[0]) && (line || s->measure == BRN_SENSE_ANGLE)},
  };
  for (size_t i = 0; i < sizeof member / sizeof *member; i++) {
    if (!member[i].idle) continue;
    brn__say(build, BRN_WARNING, "\"%s\" is not read for what it measures; leave it out",
             member[i].name);
  }
}

static void check_length(BrnBuild* build, const char* name) {
  const BrnScene* s = build->scene;
  if (!brn__check_name(build, BRN_CHECK_MUSCLE, name)) return;
  for (int m = 0; m < s->muscle_count; m++) {
    if (strcmp(s->muscle[m].name, name) != 0 || s->muscle[m].unit_count == 0) continue;
    brn__say(build, BRN_ERROR, "\"%s\" has units; name one of them, such as \"%s.%s\"", name, name,
             s->muscle[m].unit[0].name);
  }
}

static void check_sensor(BrnBuild* build, const BrnSceneSensor* s) {
  brn__at(build, "sensors.%s", s->name);
  check_needs(build, s);
  check_idle(build, s);
  if (s->joint) look_up(build, joints_of(build->scene), s->joint);
  if (s->bone) brn__check_name(build, BRN_CHECK_BONE, s->bone);
  if (s->other) brn__check_name(build, BRN_CHECK_BONE, s->other);
  if (s->muscle) check_length(build, s->muscle);
  if (brn__norm3(s->along) == 0) {
    brn__say(build, BRN_ERROR, "\"along\" has no length; give a direction");
  }
  double frame = 1 / build->scene->frames.per_second;
  if (is_rate(s) && s->smooth < frame) {
    brn__say(build, BRN_NOTE,
             "\"smooth\", %g s, is shorter than a frame, %.3g s: noise of motion capture "
             "passes, and what is between two frames may be missed",
             s->smooth, frame);
  }
}

// ---------------------------------------------------------------------------------------- signals

static bool has_value(const BrnSceneSignal* s) {
  return s->value.key_count > 0 || !isnan(s->value.value);
}

// marks what a signal is made of, and what that is made of
static void follow(const BrnScene* scene, int from, bool* reached) {
  const BrnSceneSignal* s = &scene->signal[from];
  for (int i = 0; i < s->sum_count + s->product_count; i++) {
    const char* name = i < s->sum_count ? s->sum[i] : s->product[i - s->sum_count];
    int next = find(signals_of(scene), name);
    if (next < 0 || reached[next]) continue;
    reached[next] = true;
    follow(scene, next, reached);
  }
}

// without a way through those that are passed; NULL: none is
static bool leads_to(BrnBuild* build, int from, int to, const bool* passed) {
  int count = build->scene->signal_count;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  bool* reached = brn__scratch_zero(build->ctx, count, bool);
  if (!reached) build->status = BRN_NO_MEMORY;
  if (reached && passed) memcpy(reached, passed, sizeof(bool) * (size_t)count);
  if (reached) reached[to] = false;
  if (reached) follow(build->scene, from, reached);
  bool found = reached && reached[to];
  brn__scratch_release(build->ctx, mark);
  return found;
}

// the first thing that a signal is made of, and that leads to `to` or is it; -1: none
static int next_towards(BrnBuild* build, int from, int to, const bool* passed) {
  const BrnSceneSignal* s = &build->scene->signal[from];
  for (int i = 0; i < s->sum_count + s->product_count; i++) {
    const char* name = i < s->sum_count ? s->sum[i] : s->product[i - s->sum_count];
    int next = find(signals_of(build->scene), name);
    if (next == to) return next;
    if (next >= 0 && !passed[next] && leads_to(build, next, to, passed)) return next;
  }
  return -1;
}

// "s -> t -> s"
static void say_ring(BrnBuild* build, int index) {
  char ring[400] = "";
  size_t used = 0;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  bool* passed = brn__scratch_zero(build->ctx, build->scene->signal_count, bool);
  if (!passed) build->status = BRN_NO_MEMORY;
  for (int at = index; passed && at >= 0 && !passed[at];) {
    int room = (int)(sizeof ring - used);
    int size = snprintf(ring + used, (size_t)room, "%s -> ", build->scene->signal[at].name);
    if (size < room) used += (size_t)size;
    passed[at] = true;
    at = next_towards(build, at, index, passed);
  }
  ring[used] = 0;
  brn__scratch_release(build->ctx, mark);
  brn__say(build, BRN_ERROR, "is made of itself: %s%s; leave one of these out", ring,
           build->scene->signal[index].name);
}

static void check_rows(BrnBuild* build, const double* row, int count, const char* what) {
  for (int k = 1; k < count; k++) {
    if (row[2 * k] > row[2 * k - 2]) continue;
    brn__say(build, BRN_ERROR, "row %d of the %s begins with %g, which is not above %g", k, what,
             row[2 * k], row[2 * k - 2]);
    return;
  }
}

static void check_signal(BrnBuild* build, int index) {
  const BrnScene* scene = build->scene;
  const BrnSceneSignal* s = &scene->signal[index];
  brn__at(build, "signals.%s", s->name);
  int sources = (s->sensor != NULL) + has_value(s) + (s->sum_count > 0) + (s->product_count > 0);
  if (sources != 1) {
    brn__say(build, BRN_ERROR,
             "has %s; give it one of \"sensor\", \"value\", \"sum\" and \"product\"",
             sources == 0 ? "nothing to read" : "several things to read");
  }
  if (s->sensor) look_up(build, sensors_of(scene), s->sensor);
  for (int i = 0; i < s->sum_count; i++) look_up(build, signals_of(scene), s->sum[i]);
  for (int i = 0; i < s->product_count; i++) look_up(build, signals_of(scene), s->product[i]);
  if (leads_to(build, index, index, NULL)) say_ring(build, index);
  check_rows(build, s->value.key, s->value.key_count, "keys");
  check_rows(build, s->curve, s->curve_count, "curve");
  if (s->weight == 0) brn__say(build, BRN_WARNING, "has the weight 0, and is always 0");
}

// ----------------------------------------------------------------------------------------- unused

static bool activates(const BrnScene* s, const char* signal) {
  for (int m = 0; m < s->muscle_count; m++) {
    const BrnSceneMuscle* muscle = &s->muscle[m];
    if (muscle->signal && strcmp(muscle->signal, signal) == 0) return true;
    for (int u = 0; u < muscle->unit_count; u++) {
      if (muscle->unit[u].signal && strcmp(muscle->unit[u].signal, signal) == 0) return true;
    }
  }
  return false;
}

static bool is_part(const BrnScene* s, const char* signal) {
  for (int i = 0; i < s->signal_count; i++) {
    const BrnSceneSignal* other = &s->signal[i];
    for (int k = 0; k < other->sum_count; k++) {
      if (strcmp(other->sum[k], signal) == 0) return true;
    }
    for (int k = 0; k < other->product_count; k++) {
      if (strcmp(other->product[k], signal) == 0) return true;
    }
  }
  return false;
}

static void check_unused(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->signal_count; i++) {
    if (activates(s, s->signal[i].name) || is_part(s, s->signal[i].name)) continue;
    brn__at(build, "signals.%s", s->signal[i].name);
    brn__say(build, BRN_NOTE,
             "activates nothing; name it as the \"signal\" of a muscle, or only look at it "
             "in sensors.csv");
  }
}

static void check_muscle(BrnBuild* build, const BrnSceneMuscle* muscle) {
  if (muscle->signal) {
    brn__at(build, "muscles.%s.signal", muscle->name);
    look_up(build, signals_of(build->scene), muscle->signal);
  }
  for (int u = 0; u < muscle->unit_count; u++) {
    if (!muscle->unit[u].signal) continue;
    brn__at(build, "muscles.%s.units.%s.signal", muscle->name, muscle->unit[u].name);
    look_up(build, signals_of(build->scene), muscle->unit[u].signal);
  }
}

void brn__check_sensors(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->sensor_count; i++) check_sensor(build, &s->sensor[i]);
  for (int i = 0; i < s->signal_count; i++) check_signal(build, i);
  for (int i = 0; i < s->muscle_count; i++) check_muscle(build, &s->muscle[i]);
  check_unused(build);
}
