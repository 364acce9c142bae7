// SPDX-License-Identifier: Apache-2.0
//
// What scenes know of methods: their names, the keys that they have in "solver", which bodies they
// take and whether they have inertia. Methods themselves are in src/solver, whose list answers
// here.

#pragma once

#include "brawn/scene.h"
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

/// The words of another setting, on the command line, in place of a number: --emu-alpha paper.
typedef struct BrnSettingWords {
  const char *key, *other; // NULL: none
} BrnSettingWords;

typedef struct BrnMethod {
  const char* name;               // "emu"
  const char* title;              // for people
  const BrnInlineTable* settings; // keys of its own, which methods may share; NULL: none
  BrnSettingWords words;
  BrnMethodInertia inertia;
  bool spreads;                                 // over processes
  BrnBodyKind (*body)(const BrnSolverDef* def); // NULL: tets
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
/// Does the method have the key? "emu_alpha"
bool brn__method_has(const BrnMethod* method, const char* key);

/// Copies the settings that a table tells of out of a def.
void brn__solver_get(const BrnSolverDef* def, const BrnInlineTable* table, void* out);
/// Do masses matter, and does what nothing holds fall?
bool brn__solver_has_inertia(const BrnSolverDef* def);
/// What the method of a def moves.
BrnBodyKind brn__solver_body(const BrnSolverDef* def);
