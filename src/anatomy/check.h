// SPDX-License-Identifier: Apache-2.0
//
// What the checks of a scene share. A check says where it looks (brn__check_at), then what it found
// (brn__check_say); it never stops the ones after it. Memory that runs out is kept in `status`, and
// what would be said after that is dropped.

#pragma once

#include "brawn/anatomy.h"
#include "core/core.h"

/// A part as the scene lists it: bones, muscles and their units, tendons.
typedef struct BrnCheckPart {
  const BrnSceneSource* source;
  char* name; // "biceps", or "biceps.long"
  BrnPartKind kind;
  int owner, unit;        // index of the bone, muscle or tendon; of the unit, or -1
  BrnMesh* mesh;          // its surface in SI, Y up; NULL: none, or not usable
  BrnBvh* bvh;            // of the mesh
  double low[3], high[3]; // of the mesh
} BrnCheckPart;

typedef struct BrnCheck {
  BrnContext* ctx;
  const BrnScene* given; // as it came
  BrnScene* scene;       // the same in metres, Y up
  double metres;         // per unit of what came
  BrnRemarks* remarks;
  BrnStatus status; // of the first failure of the machine
  char where[512];
  BrnCheckPart* part;
  int part_count;
  BrnMesh* tets; // mesh.file or mesh.shape; NULL: none, or not usable
  bool *selection_used, *material_used;
} BrnCheck;

/// Where the next remarks are: "muscles.%s.origin".
void brn__check_at(BrnCheck* check, const char* format, ...) BRN_PRINTF(2, 3);
void brn__check_say(BrnCheck* check, BrnSeverity severity, const char* format, ...)
    BRN_PRINTF(3, 4);

/// Says what a call that failed left behind; memory that ran out ends the checks instead.
void brn__check_failure(BrnCheck* check, BrnStatus status);

/// "muscles.biceps.units.long" of a part, as the file has it.
typedef struct BrnCheckPlace {
  char text[400];
} BrnCheckPlace;
BrnCheckPlace brn__check_place(const BrnCheck* check, const BrnCheckPart* part);

// ------------------------------------------------------------------------------------------ names

enum {
  BRN_CHECK_BONE = 1,
  BRN_CHECK_MUSCLE = 2, // and units
  BRN_CHECK_TENDON = 32,
  BRN_CHECK_HOLDER = BRN_CHECK_BONE | BRN_CHECK_TENDON, // what muscles hold on to
  BRN_CHECK_PART = BRN_CHECK_HOLDER | BRN_CHECK_MUSCLE,
  BRN_CHECK_SELECTION = 4,
  BRN_CHECK_MATERIAL = 8,
  BRN_CHECK_CLIP = 16,
};

/// Is there something of that name and of one of these kinds? If not, says so, with what was meant.
bool brn__check_name(BrnCheck* check, int kinds, const char* name);

/// ", did you mean ...?" or what there is, for a word of a list separated by spaces.
typedef struct BrnCheckHint {
  char text[400];
} BrnCheckHint;
BrnCheckHint brn__check_hint(const char* word, const char* known);

/// A list of words separated by spaces that grows.
typedef struct BrnCheckWords {
  char* text; // "" at least after the first word; NULL: none
  size_t size, room;
} BrnCheckWords;
void brn__check_word(BrnCheck* check, BrnCheckWords* words, const char* word);

// ------------------------------------------------------------------------------------------ files

/// Path of a file of the scene. False: it does not fit.
bool brn__check_path(const BrnCheck* check, const char* file, char* path, size_t size);
/// Is the file there? If not, says so, with the nearest name in that folder.
bool brn__check_file(BrnCheck* check, const char* file);

/// A plane whose normal has no length chooses nothing. NULL is allowed.
void brn__check_plane(BrnCheck* check, const BrnScenePlane* plane);

// --------------------------------------------------------------------------- the chapters, in turn

void brn__check_sources(BrnCheck* check);    // parts: files, forms, labels; fills mesh
void brn__check_references(BrnCheck* check); // names that lead nowhere, or are there twice
void brn__check_muscles(BrnCheck* check);    // ends, fibres, tendons, activation
void brn__check_values(BrnCheck* check);     // keys, frames, tets, loads
void brn__check_joints(BrnCheck* check);
void brn__check_drive(BrnCheck* check);    // sensors, signals, bones that follow clips
void brn__check_refused(BrnCheck* check);  // what building refuses on sight
void brn__check_support(BrnCheck* check);  // does anything hold the body?
void brn__check_size(BrnCheck* check);     // metres or millimetres?
void brn__check_contacts(BrnCheck* check); // are muscles where their bones are?
void brn__check_flesh(BrnCheck* check);    // bodies of surfaces
void brn__check_unused(BrnCheck* check);   // selections and materials that nobody asked for
