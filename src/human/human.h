// SPDX-License-Identifier: Apache-2.0
//
// What the files of this room share: the anatomy as tables.
//
// Lengths are in millimetres of a body 1750 mm tall. Tables hold the left side (x > 0) and the
// middle; the right side is its mirror image.

#pragma once

#include "core/core.h"
#include "core/string.h"
#include "human/make.h"

enum {
  BRN_HUMAN_HEIGHT = 1750, // mm
  BRN_HUMAN_POINTS = 10,   // of a path, at most
  BRN_HUMAN_LUMPS = 18,    // of a bone, at most
};

/// Rows of x y z and two half widths; the first width of 0 ends it.
typedef double BrnHumanPath[BRN_HUMAN_POINTS][5];

typedef struct BrnHumanLump {
  BrnHumanPath path;
  double wide[3]; // direction of the first half width
  bool both;      // and its mirror image
  bool carve;
  double blend; // 0: as the bone's
} BrnHumanLump;

typedef struct BrnHumanBone {
  const char* name;
  const char* parent; // NULL: the root
  const char* joint;  // of the clip that turns it, of the left side
  double at[3];       // where it turns
  BrnJointType type;
  double axis[3]; // of a hinge
  bool paired;    // left and right
  double blend;
  int detail;
  BrnHumanLump lump[BRN_HUMAN_LUMPS];
} BrnHumanBone;

typedef enum BrnHumanKind { BRN_PLANAR, BRN_FUSIFORM, BRN_PENNATE } BrnHumanKind;

typedef struct BrnHumanMuscle {
  const char* name;
  BrnHumanKind kind;
  const char *origin, *insertion; // bones
  const char* signal;             // of the left side; NULL: none
  double wide[3];
  BrnHumanPath path;
} BrnHumanMuscle;

typedef struct BrnHumanGroup {
  BrnHumanMuscles region;
  const BrnHumanMuscle* muscle;
  int count;
} BrnHumanGroup;

extern const BrnHumanBone brn__human_bone[];
extern const int brn__human_bone_count;
extern const BrnHumanGroup brn__human_leg, brn__human_shank, brn__human_trunk, brn__human_back,
    brn__human_shoulder, brn__human_forearm, brn__human_head;

/// Rows of a path.
int brn__human_rows(const BrnHumanPath path);

/// NULL: there is none of that name.
const BrnHumanBone* brn__human_find_bone(const char* name);

/// The groups of muscles that the def asks for, ended by NULL.
void brn__human_groups(BrnHumanMuscles which, const BrnHumanGroup* out[8]);

/// How fine each muscle is made, so that all of them together have as many triangles as wanted.
/// @return edge length of a muscle of middling width, mm
double brn__human_edge(const BrnHumanGroup* const* groups, int triangles);
/// `detail` of a muscle's form.
int brn__human_detail(const BrnHumanMuscle* muscle, double edge);

/// The text of a scene while it is written.
typedef struct BrnHumanText {
  BrnContext* ctx;
  const BrnHumanDef* def;
  BrnString text;
  const BrnHumanGroup* group[8];
  double edge;  // mm
  double scale; // m of the body per mm of the tables
} BrnHumanText;

/// Sides of a thing: 1 left, -1 right; one, 0, for what is in the middle.
typedef struct BrnHumanSides {
  int count, side[2];
} BrnHumanSides;

BrnHumanSides brn__human_sides(bool paired);
/// Its prefix: "L_", "R_" or "".
const char* brn__human_prefix(int side);

/// A length, m, to the micrometre.
void brn__human_length(BrnHumanText* out, double mm);
/// A point, m; its x mirrored on the right.
void brn__human_point(BrnHumanText* out, const double* mm, int side);
/// Joint of the clip that is called so on the left, for a side.
void brn__human_joint(BrnHumanText* out, const char* joint, int side);

void brn__human_bones(BrnHumanText* out);
void brn__human_joints(BrnHumanText* out);
void brn__human_muscles(BrnHumanText* out);
void brn__human_selections(BrnHumanText* out);
void brn__human_sensors(BrnHumanText* out);
void brn__human_signals(BrnHumanText* out);
