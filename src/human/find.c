// SPDX-License-Identifier: Apache-2.0
//
// Bones by name, and how many rows a path has.

#include "human/human.h"

#include <string.h>

int brn__human_rows(const BrnHumanPath path) {
  int count = 0;
  while (count < BRN_HUMAN_POINTS && path[count][3] > 0) count++;
  return count;
}

const BrnHumanBone* brn__human_find_bone(const char* name) {
  for (int i = 0; i < brn__human_bone_count; i++) {
    if (strcmp(brn__human_bone[i].name, name) == 0) return &brn__human_bone[i];
  }
  return NULL;
}
