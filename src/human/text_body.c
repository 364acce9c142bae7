// SPDX-License-Identifier: Apache-2.0
//
// Bones, joints and muscles from the tables.

#include "core/vec.h"
#include "human/human.h"

#include <math.h>

static void add(BrnHumanText* out, const char* text) {
  brn__string_text(out->ctx, &out->text, text);
}

static void add_comma(BrnHumanText* out, bool* first) {
  add(out, *first ? "\n" : ",\n");
  *first = false;
}

static void add_key(BrnHumanText* out, const char* name, int side) {
  brn__string_printf(out->ctx, &out->text, "    \"%s%s\": ", brn__human_prefix(side), name);
}

// ----------------------------------------------------------------------------------------- forms

static void add_path(BrnHumanText* out, const BrnHumanPath path, const double wide[3], int side) {
  int rows = brn__human_rows(path);
  add(out, "\"points\": [");
  for (int i = 0; i < rows; i++) {
    if (i > 0) add(out, ", ");
    brn__human_point(out, path[i], side);
  }
  add(out, "], \"widths\": [");
  for (int i = 0; i < rows; i++) {
    add(out, i > 0 ? ", [" : "[");
    brn__human_length(out, path[i][3]);
    add(out, ", ");
    brn__human_length(out, path[i][4]);
    add(out, "]");
  }
  brn__string_printf(out->ctx, &out->text, "], \"wide\": [%g, %g, %g]",
                     side < 0 ? 0 - wide[0] : wide[0], wide[1], wide[2]);
}

static void add_lump(BrnHumanText* out, const BrnHumanLump* lump, int side) {
  add(out, "{");
  add_path(out, lump->path, lump->wide, side);
  if (lump->blend > 0) {
    add(out, ", \"blend\": ");
    brn__human_length(out, lump->blend);
  }
  add(out, lump->carve ? ", \"carve\": true}" : "}");
}

static void add_mirror(BrnHumanText* out, int side) {
  if (side < 0) add(out, ", \"mirror\": \"x\"");
}

// ----------------------------------------------------------------------------------------- bones

static void add_motion(BrnHumanText* out, const BrnHumanBone* bone, int side) {
  if (!out->def->clip) {
    add(out, ", \"fixed\": true");
    return;
  }
  add(out, ", \"motion\": {\"clip\": \"gait\", \"joint\": \"");
  brn__human_joint(out, bone->joint, side);
  add(out, bone->parent ? "\", \"turn_only\": true}" : "\"}");
}

static void add_bone(BrnHumanText* out, const BrnHumanBone* bone, int side) {
  bool first = true;
  add_key(out, bone->name, side);
  add(out, "{\"form\": {\"clay\": [");
  for (int i = 0; i < BRN_HUMAN_LUMPS && brn__human_rows(bone->lump[i].path) > 0; i++) {
    for (int copy = 0; copy < (bone->lump[i].both ? 2 : 1); copy++) {
      if (!first) add(out, ", ");
      first = false;
      add_lump(out, &bone->lump[i], copy == 0 ? 1 : -1);
    }
  }
  add(out, "], \"blend\": ");
  brn__human_length(out, bone->blend);
  brn__string_printf(out->ctx, &out->text, ", \"detail\": %d", bone->detail);
  add_mirror(out, side);
  add(out, "}");
  add_motion(out, bone, side);
  add(out, "}");
}

void brn__human_bones(BrnHumanText* out) {
  bool first = true;
  add(out, "  \"bones\": {");
  for (int i = 0; i < brn__human_bone_count; i++) {
    const BrnHumanBone* bone = &brn__human_bone[i];
    BrnHumanSides sides = brn__human_sides(bone->paired);
    for (int s = 0; s < sides.count; s++) {
      add_comma(out, &first);
      add_bone(out, bone, sides.side[s]);
    }
  }
  add(out, "\n  },\n");
}

// ---------------------------------------------------------------------------------------- joints

static void add_joint(BrnHumanText* out, const BrnHumanBone* bone, int side) {
  static const char* type[] = {"ball", "hinge", "weld"};
  bool paired = brn__human_find_bone(bone->parent)->paired;
  brn__string_printf(out->ctx, &out->text,
                     "    \"%s%s_joint\": {\"type\": \"%s\", \"bones\": [\"%s%s\", \"%s%s\"], "
                     "\"point\": ",
                     brn__human_prefix(side), bone->name, type[bone->type],
                     brn__human_prefix(paired ? side : 0), bone->parent, brn__human_prefix(side),
                     bone->name);
  brn__human_point(out, bone->at, side);
  if (bone->type == BRN_JOINT_HINGE) { // mirrored, an axis keeps its x and turns the rest around
    double turn = side < 0 ? -1 : 1;
    brn__string_printf(out->ctx, &out->text, ", \"axis\": [%g, %g, %g]", bone->axis[0],
                       0 + turn * bone->axis[1], 0 + turn * bone->axis[2]);
  }
  add(out, "}");
}

void brn__human_joints(BrnHumanText* out) {
  bool first = true;
  add(out, "  \"joints\": {");
  for (int i = 0; i < brn__human_bone_count; i++) {
    const BrnHumanBone* bone = &brn__human_bone[i];
    BrnHumanSides sides = brn__human_sides(bone->paired);
    for (int s = 0; bone->parent && s < sides.count; s++) {
      add_comma(out, &first);
      add_joint(out, bone, sides.side[s]);
    }
  }
  add(out, "\n  },\n");
}

// --------------------------------------------------------------------------------------- muscles

static void add_end(BrnHumanText* out, const BrnHumanMuscle* muscle, const char* which,
                    const char* bone, int side) {
  bool paired = brn__human_find_bone(bone)->paired;
  brn__string_printf(out->ctx, &out->text, ", \"%s\": {\"bones\": [\"%s%s\"], \"within\": ", which,
                     brn__human_prefix(paired ? side : 0), bone);
  brn__human_length(out, 3);
  brn__string_printf(out->ctx, &out->text, ", \"select\": \"%s%s_%s\"}", brn__human_prefix(side),
                     muscle->name, which);
}

static void add_muscle(BrnHumanText* out, const BrnHumanMuscle* muscle, int side) {
  add_key(out, muscle->name, side);
  add(out, "{\"form\": {\"sweep\": {");
  add_path(out, muscle->path, muscle->wide, 1);
  brn__string_printf(out->ctx, &out->text, "}, \"blunt\": 0.4, \"detail\": %d, \"quads\": true",
                     brn__human_detail(muscle, out->edge));
  add_mirror(out, side);
  add(out, "}");
  add_end(out, muscle, "origin", muscle->origin, side);
  add_end(out, muscle, "insertion", muscle->insertion, side);
  // bones lead: a muscle takes the length that they give it, and activation makes it firm
  add(out, ", \"flesh\": {\"follow\": 1, \"stiffness\": [50, 5e7]}");
  if (muscle->signal && out->def->clip) {
    brn__string_printf(out->ctx, &out->text, ", \"signal\": \"%s%s\"", brn__human_prefix(side),
                       muscle->signal);
  }
  add(out, "}");
}

void brn__human_muscles(BrnHumanText* out) {
  bool first = true;
  add(out, "  \"muscles\": {");
  for (int g = 0; out->group[g]; g++) {
    for (int i = 0; i < out->group[g]->count; i++) {
      for (int side = 1; side >= -1; side -= 2) {
        add_comma(out, &first);
        add_muscle(out, &out->group[g]->muscle[i], side);
      }
    }
  }
  add(out, "\n  },\n");
}

// ------------------------------------------------------------------------------------ selections

// A muscle holds on at its ends alone, though it may lie on the same bone elsewhere: beyond a plane
// across its last piece, and not far from its last point.
static void add_selection(BrnHumanText* out, const BrnHumanMuscle* muscle, bool origin, int side) {
  int last = brn__human_rows(muscle->path) - 1;
  const double* end = muscle->path[origin ? 0 : last];
  const double* next = muscle->path[origin ? 1 : last - 1];
  double offset[3], point[3], length = brn__distance3(end, next);
  double depth = fmin(fmax(0.35 * length, 8), 30), wide = fmax(end[3], end[4]);
  brn__sub3(offset, end, next);
  brn__axpy3(point, end, -depth / length, offset);
  brn__string_printf(
      out->ctx, &out->text,
      "    \"%s%s_%s\": {\"parts\": [\"%s%s\"], \"plane\": {\"point\": ", brn__human_prefix(side),
      muscle->name, origin ? "origin" : "insertion", brn__human_prefix(side), muscle->name);
  brn__human_point(out, point, side);
  brn__string_printf(out->ctx, &out->text, ", \"normal\": [%.4f, %.4f, %.4f]}, \"sphere\": ",
                     (side < 0 ? -1 : 1) * offset[0] / length, offset[1] / length,
                     offset[2] / length);
  add(out, "{\"centre\": ");
  brn__human_point(out, end, side);
  add(out, ", \"radius\": ");
  brn__human_length(out, ceil(hypot(wide, depth) + 10));
  add(out, "}}");
}

void brn__human_selections(BrnHumanText* out) {
  bool first = true;
  add(out, "  \"selections\": {");
  for (int g = 0; out->group[g]; g++) {
    for (int i = 0; i < 4 * out->group[g]->count; i++) {
      add_comma(out, &first);
      add_selection(out, &out->group[g]->muscle[i / 4], i % 4 < 2, i % 2 == 0 ? 1 : -1);
    }
  }
  add(out, "\n  },\n");
}
