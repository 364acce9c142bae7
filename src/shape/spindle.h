// SPDX-License-Identifier: Apache-2.0
//
// What the muscles between two bones share: bone, tendon, muscle, tendon, bone along a hanging
// axis, s = 0 where the upper bone ends.

#pragma once

#include "shape/sweep.h"

/// The fields that every spindle uses, for BrnShapeKind.uses.
#define BRN_SPINDLE_USES "length width tendon_width tendon bone bone_width"

/// A straight spindle, its muscle labelled BRN_LABEL_MUSCLE.
BrnSweep brn__spindle(const BrnShapeDef* def);

/// A spindle with the muscle's segments given; they must add up to its length.
BrnSweep brn__spindle_of(const BrnShapeDef* def, const BrnSegment* muscle, int count);

/// Length of the muscle, without tendons.
double brn__spindle_muscle(const BrnShapeDef* def);

/// 0 at both ends and in the bones, 1 in the middle, smooth between.
double brn__spindle_wave(const BrnShapeDef* def, double s);

/// Half a width at s, from `end` at both ends to `middle`, smoothly. In the bones it is that of the
/// rings which go on from the tendon: they spread to half way between tendon and bone_width.
double brn__spindle_half_width(const BrnShapeDef* def, double s, double end, double middle);

/// Half the width of a bone at s. The block is bevelled where the tendon enters, so that its tets
/// are not flat there.
double brn__spindle_bone(const BrnShapeDef* def, double s);

/// The round section of a spindle, and its straight axis.
void brn__spindle_section(const BrnSweep* sweep, double s, BrnSection* out);

BrnStatus brn__spindle_check(BrnContext* ctx, const BrnShapeDef* def);
