// SPDX-License-Identifier: Apache-2.0
//
// Names of labels as a reader finds them, one by one and in any order: however many there are, it
// takes about linear time.
//
//   BrnLabelNames names = {0};
//   BRN_TRY(brn__label_names_add(ctx, &names, BRN_ON_TET, 7, "biceps", 6));
//   BRN_TRY(brn__label_names_to_mesh(ctx, &names, mesh)); // once, at the end
//   brn__label_names_free(ctx, &names);                   // also after a failure

#pragma once

#include "brawn/mesh.h"
#include "core/hash.h"

/// One of them; the name starts there in the text of all.
typedef struct BrnNamedLabel {
  BrnDomain on;
  int id;
  size_t name;
} BrnNamedLabel;

/// Starts as {0}.
typedef struct BrnLabelNames {
  int count;
  BrnNamedLabel* label; // as they came   (count)
  char* text;           // of all names, each ended by a zero
  size_t text_size, capacity, text_capacity;
  BrnHash hash; // of the names; only where they are looked up
} BrnLabelNames;

/// Names a label; the last name of a label wins. The text ends at a zero byte or at its length.
BrnStatus brn__label_names_add(BrnContext* ctx, BrnLabelNames* names, BrnDomain on, int id,
                               const char* text, size_t length);

/// Id of the label of that name, for files that know groups by name alone: new names count from 1.
/// Not to be mixed with brn__label_names_add().
BrnStatus brn__label_names_find(BrnContext* ctx, BrnLabelNames* names, BrnDomain on,
                                const char* text, size_t length, int* id);

/// Gives the names to a mesh that has none, and forgets them.
BrnStatus brn__label_names_to_mesh(BrnContext* ctx, BrnLabelNames* names, BrnMesh* mesh);
void brn__label_names_free(BrnContext* ctx, BrnLabelNames* names);
