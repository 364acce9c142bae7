// SPDX-License-Identifier: Apache-2.0
//
// The chosen bones of a model as a tree, by its joints.

#pragma once

#include "export/export.h"

/// Bones come depth first: a parent before its children.
typedef struct BrnBoneTree {
  int bone_count, root_count;
  int* bone;    // of the model                                          (bone_count)
  int* parent;  // of this list; -1: a root                               (bone_count)
  int* child;   // the first one; -1: none                                (bone_count)
  char** name;  // good for names of files, and all different; of the job (bone_count)
  double* head; // at rest, m, Y up: the joint to the parent, or an end    (bone_count x 3)
  double* tail; // the joint to the first child, or the other end          (bone_count x 3)
} BrnBoneTree;

/// @return BRN_UNSUPPORTED when there is no model, or no bones are chosen
BrnStatus brn__bone_tree_create(BrnExport* job, BrnBoneTree* out);
void brn__bone_tree_free(BrnExport* job, BrnBoneTree* skeleton);
