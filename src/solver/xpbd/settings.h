// SPDX-License-Identifier: Apache-2.0
//
// What scenes may ask of xpbd, on tets (solver/xpbd) and on surfaces (solver/sheet): the keys
// xpbd_...

#pragma once

#include "scene/methods.h"

/// What it moves.
typedef enum BrnXpbdBody {
  BRN_XPBD_AUTO,    ///< surfaces, where every muscle has one; else tets
  BRN_XPBD_SURFACE, ///< surfaces with an inner structure; bones follow their scripts
  BRN_XPBD_TETS,    ///< the labelled tets of the other methods, in pascals
} BrnXpbdBody;

typedef enum BrnXpbdPreset {
  BRN_XPBD_BRAWN,
  BRN_XPBD_ROMEO2018, ///< the fibrous constraint as Romeo et al. 2018 print it, for comparison
} BrnXpbdPreset;

typedef struct BrnXpbdSettings {
  BrnXpbdBody body;     ///< default auto
  int substeps;         ///< of a frame; default 10
  double damping;       ///< of velocities, 1/s; default 1
  bool inertia;         ///< default true; false: velocities are forgotten at once
  int volume;           ///< Newton steps for the volume at the end of a sub-step; default 3
  bool contact;         ///< default true
  BrnXpbdPreset preset; ///< default brawn
} BrnXpbdSettings;

extern const BrnInlineTable brn__xpbd_settings;

static inline BrnXpbdSettings brn__xpbd_settings_of(const BrnSolverDef* def) {
  BrnXpbdSettings settings;
  brn__solver_get(def, &brn__xpbd_settings, &settings);
  return settings;
}
BrnBodyKind brn__xpbd_body(const BrnSolverDef* def);
