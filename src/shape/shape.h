// SPDX-License-Identifier: Apache-2.0
//
// How a shape joins the house: one source that fills a BrnShapeKind, and one row in shape.c.

#pragma once

#include "brawn/shape.h"
#include "core/fields.h"

/// Labels mean the same in every shape.
enum {
  BRN_LABEL_BONE_PROXIMAL = 1,
  BRN_LABEL_BONE_DISTAL,
  BRN_LABEL_TENDON_PROXIMAL,
  BRN_LABEL_TENDON_DISTAL,
  BRN_LABEL_MUSCLE,
  BRN_LABEL_MUSCLE_LEFT,
  BRN_LABEL_MUSCLE_RIGHT,
  BRN_LABEL_TENDON_CENTRAL,
  BRN_LABEL_BONE_CORNER,
  BRN_LABEL_END,
};

typedef struct BrnShapeKind {
  const char* name;
  const char* title;
  const char* uses;               // the fields that matter, separated by spaces
  void (*defaults)(BrnShapeDef*); // changes the common defaults; NULL: they do
  // what the ranges of the single fields cannot tell; NULL: nothing
  BrnStatus (*check)(BrnContext* ctx, const BrnShapeDef* def);
  BrnStatus (*make)(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out);
} BrnShapeKind;

extern const BrnShapeKind brn__shape_fusiform, brn__shape_bipennate, brn__shape_pair,
    brn__shape_curved, brn__shape_bar, brn__shape_torus, brn__shape_block;

/// The members of a BrnShapeDef, with ranges and units.
extern const BrnField brn__shape_fields[];

/// Checks the ranges of the fields that the shape uses.
BrnStatus brn__shape_check_ranges(BrnContext* ctx, const BrnShapeDef* def);

/// x to three digits, for messages: not less than x, or not more, so that what they advise works.
double brn__shape_at_least(double x);
double brn__shape_at_most(double x);

/// Names the labels that the tets of a mesh have.
BrnStatus brn__shape_name_labels(BrnContext* ctx, BrnMesh* mesh);
