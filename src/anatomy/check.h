// SPDX-License-Identifier: Apache-2.0
//
// What steps tell of the scene before anything is made of it: a look at it says where it looks
// (brn__at), then what it found (brn__say); it never stops the ones after it. An error is what
// cannot be built, or cannot be meant; a warning is what builds, and is rarely wanted; a note is
// worth knowing.

#pragma once

#include "anatomy/build.h"

/// "muscles.biceps.units.long" of a part, as the file has it.
typedef struct BrnCheckPlace {
  char text[400];
} BrnCheckPlace;
BrnCheckPlace brn__check_place(const BrnBuild* build, const BrnListedPart* part);

// ------------------------------------------------------------------------------------------ names

enum {
  BRN_CHECK_BONE = 1,
  BRN_CHECK_MUSCLE = 2,                                 // and units
  BRN_CHECK_TENDON = 32,                                // and soft parts
  BRN_CHECK_HOLDER = BRN_CHECK_BONE | BRN_CHECK_TENDON, // what muscles hold on to
  BRN_CHECK_PART = BRN_CHECK_HOLDER | BRN_CHECK_MUSCLE,
  BRN_CHECK_SELECTION = 4,
  BRN_CHECK_MATERIAL = 8,
  BRN_CHECK_CLIP = 16,
};

/// Is there something of that name and of one of these kinds? If not, says so, with what was meant.
bool brn__check_name(BrnBuild* build, int kinds, const char* name);

/// Index of the selection of that name, where kinds has selections; -1: there is none.
int brn__check_selection(const BrnBuild* build, int kinds, const char* name);

/// The same for what takes selections and parts; a selection is asked for.
/// @param asked will a body of tets look up what is in it?
void brn__check_select(BrnBuild* build, const char* name, bool asked);

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
void brn__check_word(BrnBuild* build, BrnCheckWords* words, const char* word);

// ------------------------------------------------------------------------------------------ files

/// Path of a file of the scene. False: it does not fit.
bool brn__check_path(const BrnBuild* build, const char* file, char* path, size_t size);
/// Is the file there? If not, says so, with the nearest name in that folder.
bool brn__check_file(BrnBuild* build, const char* file);

/// Do the numbers of a map have a surface, and are they there? Those of a tet mesh are for the
/// step.
void brn__check_numbers(BrnBuild* build, const char* where, const BrnSceneMap* map);
/// Does the plane of a probe cut through surfaces of soft parts?
void brn__check_section(BrnBuild* build, const BrnSceneProbe* probe);
/// Can there be a face among what is selected?
void brn__check_faces(BrnBuild* build, const BrnSceneLoad* load);
/// A plane whose normal has no length chooses nothing. NULL is allowed.
void brn__check_plane(BrnBuild* build, const BrnScenePlane* plane);
/// Keys of a value go up in time.
void brn__check_value(BrnBuild* build, const BrnSceneValue* value, const char* list,
                      const char* name, const char* member);
void brn__check_motion(BrnBuild* build, const BrnSceneMotion* motion, const char* list,
                       const char* name);
/// Materials that parts name, and what passive parts lead to.
void brn__check_part_materials(BrnBuild* build);
/// Names of selections and parts, one at least.
void brn__check_ons(BrnBuild* build, const char* list, const char* name, char* const* on,
                    int count);

// ------------------------------------------------------------------------- what the steps look at

void brn__check_parts(BrnBuild* build);   // names that are there twice, metres or millimetres
void brn__check_mesh(BrnBuild* build);    // how many tets
void brn__check_muscles(BrnBuild* build); // ends, fibres, tendons, activation
void brn__check_selections(BrnBuild* build);
void brn__check_materials(BrnBuild* build);
void brn__check_joints(BrnBuild* build);
void brn__check_motions(BrnBuild* build); // clips, and bones that follow them
void brn__check_sensors(BrnBuild* build); // and signals, and muscles that follow them
void brn__check_supports(BrnBuild* build);
void brn__check_loads(BrnBuild* build);
void brn__check_probes(BrnBuild* build);
void brn__check_contacts(BrnBuild* build);
void brn__check_regions(BrnBuild* build); // are selections where their parts are?
void brn__check_flesh(BrnBuild* build);   // bodies of surfaces
void brn__check_unused(BrnBuild* build);  // selections and materials that nobody asked for

// ------------------------------------------------------- what is of the run, and not of the body

void brn__check_frames(BrnBuild* build);
void brn__check_holds(BrnBuild* build); // does anything hold the body?
/// These two by themselves.
BrnStatus brn__scene_check_run(BrnContext* ctx, const BrnScene* scene, BrnRemarks* out);
