// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "anatomy/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Muscles and their units: two ends, fibres that can be made, tendons within the muscle.

// ------------------------------------------------------------------------------------------- ends

static void check_end(BrnBuild* build, const char* where, const char* end,
                      const BrnSceneAttachment* at, bool asked) {
  brn__at(build, "%s.%s", where, end);
  for (int i = 0; i < at->bone_count; i++) brn__check_name(build, BRN_CHECK_HOLDER, at->bone[i]);
  if (at->select) brn__check_select(build, at->select, asked);
  if (at->bone_count == 0 && !at->select && build->scene->bone_count == 0) {
    brn__say(build, BRN_ERROR,
             "there is no bone to hold on to; name a selection: {\"select\": ...}");
  }
}

// the same bones, and nothing that tells the two ends apart
static bool is_same_end(const BrnSceneAttachment* a, const BrnSceneAttachment* b) {
  if (a->select || b->select || a->bone_count != b->bone_count) return false;
  if (a->within != b->within && !(isnan(a->within) && isnan(b->within))) return false;
  for (int i = 0; i < a->bone_count; i++) {
    if (strcmp(a->bone[i], b->bone[i]) != 0) return false;
  }
  return true;
}

static void say_missing_end(BrnBuild* build, const char* where, const char* end) {
  brn__at(build, "%s", where);
  bool bones = build->scene->bone_count > 0; // building can look for the bone that it touches
  bool free = brn__scene_wants_surfaces(build->scene); // a surface may hang free
  brn__say(build, bones || free ? BRN_WARNING : BRN_ERROR,
           "has no %s%s; name the bone it holds on to: \"%s\": \"humerus\", or a selection: "
           "\"%s\": {\"select\": ...}",
           end, bones ? ", and the bone that touches it is taken, if there is just one" : "", end,
           end);
}

static bool needs_ends(const BrnSceneFibres* fibres) {
  return fibres->from == BRN_FIBRES_LAPLACE || fibres->from == BRN_FIBRES_PENNATE;
}

static void check_ends(BrnBuild* build, const char* where, const BrnSceneAttachment* origin,
                       const BrnSceneAttachment* insertion) {
  if (!origin) say_missing_end(build, where, "origin");
  if (!insertion) say_missing_end(build, where, "insertion");
  if (origin) check_end(build, where, "origin", origin, true);
  if (insertion) check_end(build, where, "insertion", insertion, true);
  if (!origin || !insertion || !is_same_end(origin, insertion)) return;
  brn__at(build, "%s", where);
  if (origin->bone_count == 0) {
    brn__say(build, BRN_ERROR,
             "origin and insertion are the same, whichever bone is near; name their bones");
  } else {
    brn__say(build, BRN_ERROR,
             "origin and insertion are both \"%s\", so that fibres have nowhere to run; tell "
             "the two places apart by selections",
             origin->bone[0]);
  }
}

// ------------------------------------------------------------------------------ fibres and tendons

static void check_pennate(BrnBuild* build, const BrnSceneFibres* fibres) {
  if (!fibres->aponeurosis && !fibres->plane) {
    brn__say(build, BRN_ERROR,
             "pennate fibres need an \"aponeurosis\" (a selection) or a \"plane\"");
  }
  if (!(fabs(fibres->angle) < 90)) {
    brn__say(build, BRN_ERROR, "the angle is %g degrees, but must be below 90", fibres->angle);
  }
}

static void check_spline(BrnBuild* build, const char* where, const BrnSceneFibres* fibres) {
  if (fibres->from != BRN_FIBRES_SPLINE || !fibres->spline) return;
  brn__at(build, "%s.fibres.spline", where);
  const BrnSceneSpline* s = fibres->spline;
  double points = (double)s->count[0] * s->count[1] * s->count[2];
  if (points != s->control_count) {
    brn__say(build, BRN_ERROR, "it has %d control points, but %d x %d x %d are told",
             s->control_count, s->count[0], s->count[1], s->count[2]);
  }
  for (int i = 0; i < 3; i++) {
    if (s->count[i] > s->degree[i]) continue;
    brn__say(build, BRN_ERROR,
             "%d control points along %c are too few for degree %d; give %d, or a lower "
             "\"degree\"",
             s->count[i], "uvw"[i], s -> degree[i], s -> degree[i] + 1);
  }
}

static void check_fibres(BrnBuild* build, const char* where, const BrnSceneFibres* fibres) {
  const double* a = fibres->axis;
  brn__at(build, "%s.fibres", where);
  if (fibres->aponeurosis) {
    brn__check_select(build, fibres->aponeurosis, fibres->from == BRN_FIBRES_PENNATE);
  }
  brn__check_plane(build, fibres->plane);
  if (fibres->from == BRN_FIBRES_PENNATE) check_pennate(build, fibres);
  if (fibres->from == BRN_FIBRES_CONSTANT && !(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] > 0)) {
    brn__say(build, BRN_ERROR, "constant fibres need an \"axis\", such as [0, 1, 0]");
  }
  if (fibres->from == BRN_FIBRES_SPLINE && !fibres->spline) {
    brn__say(build, BRN_ERROR, "fibres along a spline need a \"spline\"");
  }
  check_spline(build, where, fibres);
  brn__at(build, "%s.fibres", where);
  if (fibres->from != BRN_FIBRES_FILE) return;
  if (fibres->file) brn__check_file(build, fibres->file);
  if (!fibres->file && !build->scene->mesh.file && !build->scene->mesh.shape) {
    brn__say(build, BRN_ERROR, "there is no mesh to take fibres from; give a \"file\"");
  }
}

// shares of a muscle, or metres
static void check_lengths(BrnBuild* build, const BrnSceneTendons* tendons) {
  bool distance = tendons->by == BRN_TENDON_DISTANCE, share = tendons->by == BRN_TENDON_FRACTION;
  double most = distance ? 1e6 : 1;
  double length = distance ? fmax(tendons->origin, tendons->insertion) : 0;
  double blend = distance || share || tendons->by == BRN_TENDON_SECTION ? tendons->blend : 0;
  if (length > most) brn__say(build, BRN_ERROR, "is %g m long; %g would do", length, most);
  if (blend > most) brn__say(build, BRN_ERROR, "\"blend\" is %g; up to %g would do", blend, most);
}

static void check_tendons(BrnBuild* build, const char* where, const BrnSceneTendons* tendons) {
  brn__at(build, "%s.tendons", where);
  check_lengths(build, tendons);
  bool ends = tendons->by == BRN_TENDON_FRACTION || tendons->by == BRN_TENDON_DISTANCE;
  if (tendons->by == BRN_TENDON_MAP && !tendons->map) {
    brn__say(build, BRN_ERROR, "tendons by map need a \"map\"");
  }
  if (tendons->by == BRN_TENDON_FRACTION && tendons->origin + tendons->insertion >= 1) {
    bool beyond = tendons->origin > 1 || tendons->insertion > 1; // building refuses that
    brn__say(build, beyond ? BRN_ERROR : BRN_WARNING,
             "the muscle is tendon from end to end: the fractions %g and %g add up to 1 or "
             "more; make them smaller%s",
             tendons->origin, tendons->insertion,
             beyond ? ", or set \"by\": \"distance\" for lengths" : "");
  }
  if (ends && tendons->origin == 0 && tendons->insertion == 0) {
    brn__say(build, BRN_NOTE, "there is none: set \"origin\" or \"insertion\" above 0");
  }
  if (tendons->by == BRN_TENDON_NONE && (tendons->origin > 0 || tendons->insertion > 0)) {
    brn__say(build, BRN_WARNING,
             "lengths are given, but \"by\" is none; set \"by\": \"fraction\" or "
             "\"distance\"");
  }
}

// ------------------------------------------------------------------------------------- activation

static double most_of(const BrnSceneValue* value, double* least) {
  double most = value->value;
  *least = value->value;
  for (int k = 0; k < value->key_count; k++) {
    double v = value->key[2 * k + 1];
    most = k == 0 ? v : fmax(most, v);
    *least = k == 0 ? v : fmin(*least, v);
  }
  return most;
}

static void check_activation(BrnBuild* build, const char* where, const BrnSceneValue* value) {
  double least, most = most_of(value, &least);
  brn__at(build, "%s.activation", where);
  if (!(least < 0) && !(most > 1)) return; // NAN: not given
  bool percent = least >= 0 && most > 1.5 && most <= 100;
  brn__say(build, BRN_ERROR, "is %g, but must be from 0 to 1%s", least < 0 ? least : most,
           percent ? "; is it in per cent? divide by 100" : "");
}

static void check_dynamics(BrnBuild* build, const BrnSceneMuscle* muscle) {
  const double time[2] = {muscle->rise, muscle->fall};
  if (muscle->dynamics == BRN_DYNAMICS_NONE) return;
  for (int i = 0; i < 2; i++) {
    if (time[i] >= BRN_DYNAMICS_SHORTEST) continue;
    brn__at(build, "muscles.%s.%s", muscle->name, i == 0 ? "rise" : "fall");
    brn__say(build, BRN_ERROR,
             "is %g s, but dynamics need %g s or more; set it, or leave \"dynamics\" out", time[i],
             BRN_DYNAMICS_SHORTEST);
  }
}

// -------------------------------------------------------------------------------------- the whole

static void check_unit(BrnBuild* build, const BrnSceneMuscle* muscle, int index) {
  const BrnSceneUnit* unit = &muscle->unit[index];
  char where[420];
  snprintf(where, sizeof where, "muscles.%.200s.units.%.200s", muscle->name, unit->name);
  if (unit->region) {
    brn__at(build, "%s.region", where);
    brn__check_select(build, unit->region, true);
  }
  const BrnSceneFibres* fibres = unit->fibres ? unit->fibres : &muscle->fibres;
  const BrnSceneAttachment* origin = unit->origin ? unit->origin : muscle->origin;
  const BrnSceneAttachment* insertion = unit->insertion ? unit->insertion : muscle->insertion;
  if (needs_ends(fibres) || origin || insertion) check_ends(build, where, origin, insertion);
  check_fibres(build, where, fibres);
  if (unit->tendons) check_tendons(build, where, unit->tendons);
  check_activation(build, where, &unit->activation);
  snprintf(where, sizeof where, "muscles.%.200s.units", muscle->name);
  brn__check_value(build, &unit->activation, where, unit->name, "activation");
}

// ends that every unit has of its own are nobody's; their names are read all the same
static void check_idle_ends(BrnBuild* build, const char* where, const BrnSceneMuscle* muscle) {
  int own[2] = {0};
  for (int u = 0; u < muscle->unit_count; u++) {
    own[0] += muscle->unit[u].origin != NULL;
    own[1] += muscle->unit[u].insertion != NULL;
  }
  bool units = muscle->unit_count > 0;
  if (units && muscle->origin && own[0] == muscle->unit_count) {
    check_end(build, where, "origin", muscle->origin, false);
  }
  if (units && muscle->insertion && own[1] == muscle->unit_count) {
    check_end(build, where, "insertion", muscle->insertion, false);
  }
}

static void check_muscle(BrnBuild* build, const BrnSceneMuscle* muscle) {
  char where[300];
  snprintf(where, sizeof where, "muscles.%.200s", muscle->name);
  if (muscle->unit_count == 0) {
    if (needs_ends(&muscle->fibres) || muscle->origin || muscle->insertion) {
      check_ends(build, where, muscle->origin, muscle->insertion);
    }
    check_fibres(build, where, &muscle->fibres);
  }
  check_idle_ends(build, where, muscle);
  check_tendons(build, where, &muscle->tendons);
  check_activation(build, where, &muscle->activation);
  check_dynamics(build, muscle);
  brn__check_value(build, &muscle->activation, "muscles", muscle->name, "activation");
  for (int u = 0; u < muscle->unit_count; u++) check_unit(build, muscle, u);
}

void brn__check_muscles(BrnBuild* build) {
  for (int i = 0; i < build->scene->muscle_count; i++) {
    check_muscle(build, &build->scene->muscle[i]);
  }
}
