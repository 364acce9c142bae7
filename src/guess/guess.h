// SPDX-License-Identifier: Apache-2.0
//
// A first guess at a body from nothing but surfaces with names: which are bones, in which unit, and
// what holds on to what. Every guess comes with its reason, so that people can see and mend it.

#pragma once

#include "brawn/anatomy.h"
#include "core/core.h"

/// What a name says: a kind, and whether it says anything.
typedef struct BrnGuessName {
  BrnPartKind kind; // a muscle when nothing is known
  bool known;
  bool trunk; // a bone that others hang on: pelvis, skull, scapula
} BrnGuessName;

/// "R_biceps_brachii", "Humerus.L", "lig-patellae": English, Latin, some German.
BrnGuessName brn__guess_name(const char* name);

/// Does a name have a word of a table? "word*" stands for its beginning, "*word" for its end.
bool brn__guess_has(const char* table, const char* name);

/// What every textbook says about a muscle.
typedef struct BrnGuessKnown {
  const char *first, *second; // words of its name; "": none
  const char* bones[2];       // tables of words: origin, insertion
  const char* called[2];      // for people: "the scapula"
} BrnGuessKnown;
/// NULL when it is not known.
const BrnGuessKnown* brn__guess_known(const char* name);

/// One end of a muscle or tendon.
typedef struct BrnGuessEnd {
  double point[3], radius; // a sphere around the tip
  int part;                // what it holds on to; -1: nothing is near
  double gap;              // to that part; 0: they overlap
  int into;                // a tendon or muscle that it passes into instead; -1: none
  const char* missing;     // the bone it belongs to, which is not among the parts; NULL: unknown
  int nearest;             // the nearest part, however far; -1: there is none
  double nearest_gap;
} BrnGuessEnd;

typedef struct BrnGuessPart {
  char* file;
  char* name;
  BrnGuessName guess;
  BrnMesh* mesh; // as in the file
  BrnBvh* bvh;
  double low[3], high[3];
  double volume;
  double length;      // along the longest axis
  BrnGuessEnd end[2]; // origin and insertion
  bool fixed;         // a bone to hold the body by
} BrnGuessPart;

/// Two bones that come near each other.
typedef struct BrnGuessJoint {
  int bone[2]; // parent, child
  double gap;
  BrnJointType type;
} BrnGuessJoint;

typedef struct BrnGuess {
  BrnContext* ctx;
  BrnGuessPart* part; // (part_count)
  int part_count;
  BrnGuessJoint* joint; // (joint_count)
  int joint_count;
  int units, up; // as in BrnScene
  double metres; // per unit
  double low[3], high[3];
} BrnGuess;

/// Reads the surfaces. The list may then be guessed at.
/// @param guess zeroed; free it with brn__guess_clear(), also after a failure
BrnStatus brn__guess_read(BrnContext* ctx, char* const* file, int count, BrnGuess* guess);
void brn__guess_clear(BrnGuess* guess);

int brn__guess_units(const BrnGuess* guess);
int brn__guess_up(const BrnGuess* guess);
/// Ends of muscles and tendons, joints, bones to hold: needs units, metres and up.
BrnStatus brn__guess_anatomy(BrnGuess* guess);
