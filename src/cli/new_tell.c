// SPDX-License-Identifier: Apache-2.0

#include "cli/new.h"

#include "scene/tables.h"

#include <math.h>

// Everything that was guessed, with its reason.

// ------------------------------------------------------------------------------------------- text

static double longest_side(const BrnGuess* guess) {
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, guess->high[k] - guess->low[k]);
  return size;
}

static void tell_frame(const Cli* cli, const BrnGuess* guess, const char* path, NewTold told) {
  char kind[2][64];
  snprintf(kind[0], sizeof kind[0], told.units ? "as told" : "a guess: it is %.3g m long",
           longest_side(guess) * guess->metres);
  snprintf(kind[1], sizeof kind[1], told.up ? "as told" : "a guess");
  printf("%s%s%s: %d surfaces in %s (%s), %c up (%s)\n", cli_color(cli, CLI_BOLD), path,
         cli_color(cli, CLI_PLAIN), guess->part_count, brn__unit_name(guess->units), kind[0],
         "xyz"[guess->up], kind[1]);
}

static void tell_end(const Cli* cli, const BrnGuess* guess, const BrnGuessPart* part, int end) {
  const BrnGuessEnd* e = &part->end[end];
  printf("; %s: ", end == 0 ? "origin" : "insertion");
  if (e->part >= 0) {
    printf("%s %.1f mm", guess->part[e->part].name, 1e3 * e->gap * guess->metres);
    return;
  }
  if (e->into >= 0 && guess->part[e->into].guess.kind == BRN_PART_TENDON) {
    printf("%s", guess->part[e->into].name);
    return;
  }
  printf("%s", cli_color(cli, CLI_YELLOW));
  if (e->missing) {
    printf("%s, which is not here", e->missing);
  } else {
    printf("no bone");
  }
  printf("%s", cli_color(cli, CLI_PLAIN));
  if (e->into >= 0) {
    printf(" (passes into %s)", guess->part[e->into].name);
  } else if (e->nearest >= 0) {
    printf(" (nearest: %s, %.1f mm)", guess->part[e->nearest].name,
           1e3 * e->nearest_gap * guess->metres);
  }
}

static void tell_part(const Cli* cli, const BrnGuess* guess, const BrnGuessPart* part) {
  static const char* const kind[] = {"bone", "muscle", "tendon"};
  printf("  %-22s %s (%s)", part->name, kind[part->guess.kind],
         part->guess.known ? "name" : "a guess: no such name is known");
  if (part->guess.kind != BRN_PART_BONE) {
    for (int end = 0; end < 2; end++) tell_end(cli, guess, part, end);
  } else if (part->fixed) {
    printf("; fixed, %s", part->guess.trunk ? "as it is of the trunk" : "as the highest large one");
  }
  putchar('\n');
}

static void tell_joints(const BrnGuess* guess, NewTold told) {
  for (int i = 0; i < guess->joint_count; i++) {
    const BrnGuessJoint* joint = &guess->joint[i];
    printf("  %s and %s: %s joint%s (%.1f mm apart)\n", guess->part[joint->bone[0]].name,
           guess->part[joint->bone[1]].name, joint->type == BRN_JOINT_BALL ? "ball" : "hinge",
           told.joints ? "" : ", perhaps", 1e3 * joint->gap * guess->metres);
  }
}

static void tell_doubts(const Cli* cli, const BrnGuess* guess, NewTold told) {
  int held = 0, unknown = 0, same = 0;
  for (int i = 0; i < guess->part_count; i++) {
    const BrnGuessPart* part = &guess->part[i];
    if (part->guess.kind != BRN_PART_MUSCLE) continue;
    unknown += !part->guess.known;
    held += new_is_held(&part->end[0]) + new_is_held(&part->end[1]);
    same += part->end[0].part >= 0 && part->end[0].part == part->end[1].part;
  }
  const char *on = cli_color(cli, CLI_YELLOW), *off = cli_color(cli, CLI_PLAIN);
  if (unknown > 0) {
    printf("%swarning%s: %d name%s not known, and taken for muscles; move what is a bone to "
           "\"bones\"\n",
           on, off, unknown, unknown == 1 ? " is" : "s are");
  }
  if (held > 0) {
    printf("%swarning%s: %d end%s of muscles find no bone, and are held where they are: each by a "
           "selection and a support of its name, such as \"biceps_origin\"\n",
           on, off, held, held == 1 ? "" : "s");
  }
  if (same > 0) {
    printf("%swarning%s: %d muscle%s both ends on the same bone; tell them apart by selections\n",
           on, off, same, same == 1 ? " has" : "s have");
  }
  if (guess->joint_count > 0 && !told.joints) printf("--joints writes these joints, too\n");
}

void new_tell(const Cli* cli, const BrnGuess* guess, const char* path, NewTold told) {
  tell_frame(cli, guess, path, told);
  for (int kind = 0; kind < 3; kind++) {
    for (int i = 0; i < guess->part_count; i++) {
      if ((int)guess->part[i].guess.kind == kind) tell_part(cli, guess, &guess->part[i]);
    }
  }
  tell_joints(guess, told);
  tell_doubts(cli, guess, told);
  printf("next: brawn check %s; brawn build %s\n", path, path);
}

// ------------------------------------------------------------------------------------------- JSON

static json_t* end_json(const BrnGuess* guess, const BrnGuessEnd* end) {
  json_t* object = json_object();
  cli_put(object, "bone", end->part < 0 ? json_null() : cli_json_text(guess->part[end->part].name));
  if (end->nearest >= 0) {
    cli_put_text(object, "nearest", guess->part[end->nearest].name);
    cli_put_real(object, "gap", end->nearest_gap * guess->metres);
  }
  return object;
}

json_t* new_json(const BrnGuess* guess, const char* path) {
  static const char* const kind[] = {"bone", "muscle", "tendon"};
  json_t *object = json_object(), *parts = json_array(), *joints = json_array();
  cli_put_text(object, "scene", path);
  cli_put_text(object, "units", brn__unit_name(guess->units));
  cli_put(object, "up", json_stringn(&"xyz"[guess->up], 1));
  for (int i = 0; i < guess->part_count; i++) {
    const BrnGuessPart* part = &guess->part[i];
    json_t* row = json_object();
    cli_put_text(row, "name", part->name);
    cli_put_text(row, "kind", kind[part->guess.kind]);
    cli_put_bool(row, "known", part->guess.known);
    cli_put_bool(row, "fixed", part->fixed);
    if (part->guess.kind != BRN_PART_BONE) {
      cli_put(row, "origin", end_json(guess, &part->end[0]));
      cli_put(row, "insertion", end_json(guess, &part->end[1]));
    }
    json_array_append_new(parts, row);
  }
  for (int i = 0; i < guess->joint_count; i++) {
    const BrnGuessJoint* joint = &guess->joint[i];
    json_array_append_new(joints, json_pack("{s:[o, o], s:f}", "bones",
                                            cli_json_text(guess->part[joint->bone[0]].name),
                                            cli_json_text(guess->part[joint->bone[1]].name), "gap",
                                            joint->gap * guess->metres));
  }
  cli_put(object, "parts", parts);
  cli_put(object, "joints", joints);
  return object;
}
