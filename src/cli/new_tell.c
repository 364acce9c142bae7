// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"
#include "cli/new.h"

#include "scene/tables.h"

#include <math.h>

// Everything that was guessed, with its reason.

static json_t* end(const BrnGuess* guess, const BrnGuessEnd* e) {
  const BrnGuessPart* part = guess->part;
  bool held = e->part >= 0, into = !held && e->into >= 0, near = e->nearest >= 0;
  bool tendon = into && part[e->into].guess.kind == BRN_PART_TENDON, loose = !held && !tendon;
  return cli_facts(FACT("bone", held ? cli__text(part[e->part].name) : json_null()),
                   FACT_IF(held, "bone_gap", e->gap * guess->metres),
                   FACT_IF(near, "nearest", part[e->nearest].name),
                   FACT_IF(near, "gap", e->nearest_gap * guess->metres), FACT("loose", loose),
                   FACT_IF(loose && e->missing, "missing", e->missing),
                   FACT_IF(into, "into", part[e->into].name));
}

static json_t* part(const void* of, int i) {
  static const char* const kind[] = {"bone", "muscle", "tendon"};
  const BrnGuess* guess = of;
  const BrnGuessPart* p = &guess->part[i];
  bool bone = p->guess.kind == BRN_PART_BONE;
  return cli_facts(FACT("name", p->name), FACT("kind", kind[p->guess.kind]),
                   FACT("known", p->guess.known), FACT("fixed", p->fixed),
                   FACT_IF(bone, "trunk", p->guess.trunk),
                   FACT_IF(!bone, "origin", end(guess, &p->end[0])),
                   FACT_IF(!bone, "insertion", end(guess, &p->end[1])));
}

static json_t* joint(const void* of, int i) {
  const BrnGuess* guess = of;
  const BrnGuessJoint* j = &guess->joint[i];
  json_t* bones = json_array();
  for (int k = 0; k < 2; k++) json_array_append_new(bones, cli__text(guess->part[j->bone[k]].name));
  return cli_facts(FACT("bones", bones), FACT("type", j->type == BRN_JOINT_BALL ? "ball" : "hinge"),
                   FACT("gap", j->gap * guess->metres));
}

static void add_doubts(const BrnGuess* guess, json_t* facts) {
  int held = 0, unknown = 0, same = 0;
  for (int i = 0; i < guess->part_count; i++) {
    const BrnGuessPart* p = &guess->part[i];
    if (p->guess.kind != BRN_PART_MUSCLE) continue;
    unknown += !p->guess.known;
    held += new_is_held(&p->end[0]) + new_is_held(&p->end[1]);
    same += p->end[0].part >= 0 && p->end[0].part == p->end[1].part;
  }
  cli_add(facts, FACT("unknown_names", unknown), FACT("held_ends", held), FACT("same_bone", same));
}

static json_t* facts_of(const BrnGuess* guess, const char* path, NewTold told) {
  double length = 0;
  char up[2] = {"xyz"[guess->up], 0};
  for (int k = 0; k < 3; k++) length = fmax(length, guess->high[k] - guess->low[k]);
  json_t* facts =
      cli_facts(FACT("scene", path), FACT("units", brn__unit_name(guess->units)),
                FACT("units_told", (bool)(told.units != NULL)), FACT("up", up),
                FACT("up_told", (bool)(told.up != NULL)), FACT("length", length * guess->metres),
                FACT("part_count", guess->part_count),
                FACT("parts", cli_list(guess->part_count, part, guess)),
                FACT("joints", cli_list(guess->joint_count, joint, guess)),
                FACT("joints_written", told.joints));
  add_doubts(guess, facts);
  return facts;
}

// -------------------------------------------------------------------------------------------- text

#define END                                                                                        \
  "{?bone}{bone} {bone_gap:.1f*1e3} mm{/}"                                                         \
  "{?loose}{~yellow}{?missing}{missing}, which is not here{/}{!missing}no bone{/}{~}"              \
  "{?into} (passes into {into}){/}"                                                                \
  "{!into}{?nearest} (nearest: {nearest}, {gap:.1f*1e3} mm){/}{/}{/}"                              \
  "{!bone}{!loose}{into}{/}{/}"
#define PARTS(kind)                                                                                \
  "{@parts}{?kind=" kind "}  {name:-22} {kind} "                                                   \
  "({known|name|a guess: no such name is known})"                                                  \
  "{@origin}; origin: " END "{/}{@insertion}; insertion: " END "{/}"                               \
  "{?fixed}; fixed, {trunk|as it is of the trunk|as the highest large one}{/}\n{/}{/}"
#define JOINTS(doubt)                                                                              \
  "{@joints}  {bones.0} and {bones.1}: {type} joint" doubt " ({gap:.1f*1e3} mm apart)\n{/}"

void new_tell(const Cli* cli, const BrnGuess* guess, const char* path, NewTold told) {
  cli_give(
      cli, facts_of(guess, path, told),
      "{~bold}{scene}{~}: {part_count:d} surfaces in {units} "
      "({?units_told}as told{/}{!units_told}a guess: it is {length:.3g} m long{/}), {up} up "
      "({up_told|as told|a guess})\n" PARTS("bone") PARTS("muscle")
          PARTS("tendon") "{?joints_written}" JOINTS("") "{/}{!joints_written}" JOINTS(
              ", perhaps") "{/}"
                           "{?unknown_names}{~yellow}warning{~}: {unknown_names:d} "
                           "name{unknown_names| is|s are} not "
                           "known, and taken for muscles; move what is a bone to \"bones\"\n{/}"
                           "{?held_ends}{~yellow}warning{~}: {held_ends:d} end{held_ends||s} of "
                           "muscles find no bone, "
                           "and are held where they are: each by a selection and a support of its "
                           "name, such as "
                           "\"biceps_origin\"\n{/}"
                           "{?same_bone}{~yellow}warning{~}: {same_bone:d} muscle{same_bone| has|s "
                           "have} both ends on "
                           "the same bone; tell them apart by selections\n{/}"
                           "{?joints}{!joints_written}--joints writes these joints, too\n{/}{/}"
                           "next: brawn check {scene}; brawn build {scene}\n");
}
