// SPDX-License-Identifier: Apache-2.0
//
// What scenes may ask of the name xpbd: tets or surfaces. The keys that both have are those of
// sub-steps (solver/substeps.h), and surfaces have their own (solver/sheet/settings.h).

#pragma once

#include "scene/methods.h"

/// What it moves.
typedef enum BrnXpbdBody {
  BRN_XPBD_AUTO,    ///< surfaces, where every muscle has one; else tets
  BRN_XPBD_SURFACE, ///< surfaces with an inner structure; bones follow their scripts
  BRN_XPBD_TETS,    ///< the labelled tets of the other methods, in pascals
} BrnXpbdBody;

typedef struct BrnXpbdSettings {
  BrnXpbdBody body; ///< default auto
} BrnXpbdSettings;

extern const BrnInlineTable brn__xpbd_settings;
