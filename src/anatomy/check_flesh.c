// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "anatomy/check.h"

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

static void check_flesh(BrnCheck* check, const BrnSceneMuscle* muscle, bool surfaces) {
  const BrnSceneFlesh* flesh = &muscle->flesh;
  if (flesh->roots) {
    brn__check_at(check, "muscles.%s.flesh.roots", muscle->name);
    brn__check_name(check, BRN_CHECK_PART | BRN_CHECK_SELECTION, flesh->roots);
  }
  double active = most_active(&muscle->activation);
  if (!surfaces || !(active > physiological)) return;
  brn__check_at(check, "muscles.%s.activation", muscle->name);
  brn__check_say(check, BRN_NOTE,
                 "goes up to %g: on surfaces a muscle shortens by that share of its length, and "
                 "real ones hardly by more than a half",
                 active);
}

static void check_fascia_map(BrnCheck* check, const BrnSceneFascia* fascia, const char* name,
                             const BrnSceneMap* map) {
  if (!map) return;
  brn__check_at(check, "fascia.%s.%s", fascia->name, name);
  if (map->part) brn__check_name(check, BRN_CHECK_PART, map->part);
  if (map->file) brn__check_file(check, map->file);
  if (!map->array == !map->file) {
    brn__check_say(check, BRN_ERROR, "needs \"array\" or \"file\", one of them");
  }
}

static void check_fascia(BrnCheck* check, const BrnSceneFascia* fascia) {
  brn__check_at(check, "fascia.%s.select", fascia->name);
  if (fascia->select) {
    brn__check_name(check, BRN_CHECK_PART | BRN_CHECK_SELECTION, fascia->select);
  }
  check_fascia_map(check, fascia, "slide_map", fascia->slide_map);
  check_fascia_map(check, fascia, "soft_map", fascia->soft_map);
  check_fascia_map(check, fascia, "hard_map", fascia->hard_map);
  brn__check_at(check, "fascia.%s", fascia->name);
  if (fascia->slide + fascia->soft + fascia->hard > 0) return;
  brn__check_say(check, BRN_WARNING,
                 "holds nothing: \"slide\", \"soft\" and \"hard\" are all 0; raise one of them");
}

// what a scene has that surfaces do not use
static void check_left_out(BrnCheck* check) {
  const BrnScene* s = check->scene;
  for (int i = 0; i < s->load_count; i++) {
    brn__check_at(check, "loads.%s", s->load[i].name);
    brn__check_say(check, BRN_WARNING,
                   "is left out: xpbd on surfaces knows gravity only; set solver.xpbd_body to "
                   "\"tets\" for loads");
  }
}

static void check_only_xpbd(BrnCheck* check) {
  if (check->scene->fascia_count == 0 && !check->scene->envelope) return;
  brn__check_at(check, check->scene->fascia_count ? "fascia" : "envelope");
  brn__check_say(check, BRN_NOTE,
                 "serves xpbd on surfaces; the solver of this scene does without it");
}

void brn__check_flesh(BrnCheck* check) {
  const BrnScene* s = check->scene;
  bool surfaces = brn__scene_wants_surfaces(s);
  for (int i = 0; i < s->muscle_count; i++) check_flesh(check, &s->muscle[i], surfaces);
  for (int i = 0; i < s->fascia_count; i++) check_fascia(check, &s->fascia[i]);
  if (surfaces) {
    check_left_out(check);
  } else {
    check_only_xpbd(check);
  }
}
