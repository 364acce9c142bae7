// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "anatomy/check.h"
#include "core/names.h"

#include <math.h>
#include <stdio.h>

// What is doubtful in a body of surfaces: where inner structures begin, how far muscles contract,
// fascia, and what xpbd on surfaces leaves out.

// beyond this a sarcomere has no way left
static const double physiological = 0.5;

static double most_active(const BrnSceneValue* value) {
  double most = value->key_count > 0 ? 0 : value->value;
  for (int k = 0; k < value->key_count; k++) most = fmax(most, value->key[2 * (size_t)k + 1]);
  return most;
}

static void check_flesh(BrnBuild* build, const BrnSceneMuscle* muscle, bool surfaces) {
  const BrnSceneFlesh* flesh = &muscle->flesh;
  if (flesh->roots) {
    brn__at(build, "muscles.%s.flesh.roots", muscle->name);
    brn__check_select(build, flesh->roots, false);
  }
  double active = most_active(&muscle->activation);
  if (!surfaces || !(active > physiological)) return;
  brn__at(build, "muscles.%s.activation", muscle->name);
  brn__say(build, BRN_NOTE,
           "goes up to %g: on surfaces a muscle shortens by that share of its length, and "
           "real ones hardly by more than a half",
           active);
}

static void check_fascia_map(BrnBuild* build, const BrnSceneFascia* fascia, const char* name,
                             const BrnSceneMap* map) {
  if (!map) return;
  brn__at(build, "fascia.%s.%s", fascia->name, name);
  if (map->part) brn__check_name(build, BRN_CHECK_PART, map->part);
  if (map->file) brn__check_file(build, map->file);
  if (!map->array == !map->file) {
    brn__say(build, BRN_ERROR, "needs \"array\" or \"file\", one of them");
  }
}

static void check_fascia(BrnBuild* build, const BrnSceneFascia* fascia) {
  brn__at(build, "fascia.%s.select", fascia->name);
  if (fascia->select) brn__check_select(build, fascia->select, false);
  check_fascia_map(build, fascia, "slide_map", fascia->slide_map);
  check_fascia_map(build, fascia, "soft_map", fascia->soft_map);
  check_fascia_map(build, fascia, "hard_map", fascia->hard_map);
  brn__at(build, "fascia.%s", fascia->name);
  if (fascia->slide + fascia->soft + fascia->hard > 0) return;
  brn__say(build, BRN_WARNING,
           "holds nothing: \"slide\", \"soft\" and \"hard\" are all 0; raise one of them");
}

// what a scene has that surfaces do not use
static void check_left_out(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->load_count; i++) {
    brn__at(build, "loads.%s", s->load[i].name);
    brn__say(build, BRN_WARNING,
             "is left out: xpbd on surfaces knows gravity only; set solver.xpbd_body to "
             "\"tets\" for loads");
  }
}

// every name must be somebody's
static void check_envelope(BrnBuild* build) {
  const BrnScene* s = build->scene;
  brn__at(build, "envelope.bones");
  for (int i = 0; s->envelope && i < s->envelope->bone_count; i++) {
    bool found = false;
    for (int b = 0; b < s->bone_count; b++) {
      found |= brn__name_matches(s->envelope->bone[i], s->bone[b].name);
    }
    if (!found) brn__check_name(build, BRN_CHECK_BONE, s->envelope->bone[i]);
  }
}

static void check_surfaces(BrnBuild* build) {
  const char* part = brn__scene_part_without_surface(build->scene);
  if (!part) return;
  brn__at(build, "solver.xpbd_body");
  brn__say(build, BRN_ERROR,
           "is \"surface\", but \"%s\" has none; give it a `surface` or a `form`, or set "
           "solver.xpbd_body to \"tets\"",
           part);
}

static void check_only_xpbd(BrnBuild* build) {
  if (build->scene->fascia_count == 0 && !build->scene->envelope) return;
  brn__at(build, build->scene->fascia_count ? "fascia" : "envelope");
  brn__say(build, BRN_NOTE, "serves xpbd on surfaces; the solver of this scene does without it");
}

void brn__check_flesh(BrnBuild* build) {
  const BrnScene* s = build->scene;
  bool surfaces = brn__scene_wants_surfaces(s);
  for (int i = 0; i < s->muscle_count; i++) check_flesh(build, &s->muscle[i], surfaces);
  for (int i = 0; i < s->fascia_count; i++) check_fascia(build, &s->fascia[i]);
  if (surfaces) {
    check_surfaces(build);
    check_envelope(build);
    check_left_out(build);
  } else {
    check_only_xpbd(build);
  }
}
