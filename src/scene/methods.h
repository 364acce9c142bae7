// SPDX-License-Identifier: Apache-2.0
//
// What scenes and states know of methods: their names, the keys that they have in "solver", which
// bodies they take, whether they have inertia, what they keep from step to step. Methods themselves
// are in src/solver, whose list answers here.

#pragma once

#include "brawn/scene.h"
#include "core/describe.h"
#include "core/record_inline.h"

typedef enum BrnMethodInertia {
  BRN_INERTIA_ASKED, // with `dynamic`
  BRN_INERTIA_NONE,  // quasi-static; `dynamic` is refused
  BRN_INERTIA_OWN,   // its points have masses, whatever is asked for
} BrnMethodInertia;

typedef enum BrnBodyKind {
  BRN_BODY_TETS,
  BRN_BODY_SURFACES,
  BRN_BODY_EITHER, // surfaces, where all parts have one; else tets
} BrnBodyKind;

/// The setting that says which bodies move, where a method takes both, and its words for them.
typedef struct BrnBodyChoice {
  const char* key; // "xpbd_body"; NULL: there is nothing to choose
  const char* word[BRN_BODY_EITHER + 1];
} BrnBodyChoice;

/// Tables of settings that a method may have: its own, and some that it shares.
enum { BRN_METHOD_TABLES = 3 };

/// The words of another setting, on the command line, in place of a number: --emu-alpha paper.
typedef struct BrnSettingWords {
  const char *key, *other; // NULL: none
} BrnSettingWords;

typedef struct BrnMethod {
  const char* name;  // "emu"; one on tets and one on surfaces may have the same
  const char* title; // for people
  const BrnInlineTable* settings[BRN_METHOD_TABLES]; // keys, which methods may share
  BrnSettingWords words;
  BrnMethodInertia inertia;
  BrnBodyKind moves;      // tets or surfaces
  BrnBodyChoice choice;   // of the one on tets, where there is one on surfaces, too
  bool spreads;           // over processes
  const BrnMember* keeps; // arrays in states from step to step: rows without offsets; NULL: none
} BrnMethod;

/// The methods that there are; NULL: no more.
const BrnMethod* brn__method_at(int index);
/// NULL: there is none of that name, or not yet.
const BrnMethod* brn__method_find(const char* name);
/// All names that a scene may have, separated by spaces, behind a blank; those of methods to come
/// are at the end.
extern const char brn__method_names[];
/// Each of their tables once, for the record of "solver"; NULL: no more.
const BrnInlineTable* brn__method_settings(int index);
/// The rows of what all of them keep in states, with nothing of where; NULL: no more.
const BrnMember* brn__method_keeps(int index);
/// The setting of that name in a table of the method: "emu_alpha"; NULL: it has none.
const BrnField* brn__method_field(const BrnMethod* method, const char* key);

/// Copies the settings that a table tells of out of a def.
void brn__solver_get(const BrnSolverDef* def, const BrnInlineTable* table, void* out);
/// Do masses matter, and does what nothing holds fall?
bool brn__solver_has_inertia(const BrnSolverDef* def);
/// What the method of a def moves.
BrnBodyKind brn__solver_body(const BrnSolverDef* def);
/// What to set for the other kind of body, for messages: `set solver.xpbd_body to "tets"`, or
/// `take a method for tets`.
void brn__solver_body_cure(const BrnSolverDef* def, BrnBodyKind kind, char* text, size_t size);
