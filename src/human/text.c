// SPDX-License-Identifier: Apache-2.0
//
// Words of a scene: numbers, points and names of either side.

#include "human/human.h"

#include <math.h>
#include <string.h>

BrnHumanSides brn__human_sides(bool paired) {
  return paired ? (BrnHumanSides){2, {1, -1}} : (BrnHumanSides){1, {0}};
}

const char* brn__human_prefix(int side) { return side > 0 ? "L_" : side < 0 ? "R_" : ""; }

void brn__human_length(BrnHumanText* out, double mm) {
  brn__string_double(out->ctx, &out->text, round(1e6 * mm * out->scale) / 1e6);
}

void brn__human_point(BrnHumanText* out, const double* mm, int side) {
  brn__string_text(out->ctx, &out->text, "[");
  for (int i = 0; i < 3; i++) {
    if (i > 0) brn__string_text(out->ctx, &out->text, ", ");
    brn__human_length(out, i == 0 && side < 0 ? -mm[0] : mm[i]);
  }
  brn__string_text(out->ctx, &out->text, "]");
}

// "Character1_*" and "LeftArm": Character1_RightArm on the right
void brn__human_joint(BrnHumanText* out, const char* joint, int side) {
  const char* star = strchr(out->def->names, '*');
  bool left = strncmp(joint, "Left", 4) == 0;
  brn__string_bytes(out->ctx, &out->text, out->def->names, (size_t)(star - out->def->names));
  if (left) brn__string_text(out->ctx, &out->text, side < 0 ? "Right" : "Left");
  brn__string_text(out->ctx, &out->text, left ? joint + 4 : joint);
  brn__string_text(out->ctx, &out->text, star + 1);
}
