// SPDX-License-Identifier: Apache-2.0
//
// What scenes may ask of bodies of surfaces, besides their sub-steps (solver/substeps.h).

#pragma once

#include "scene/methods.h"

typedef enum BrnSheetPreset {
  BRN_SHEET_BRAWN,
  BRN_SHEET_ROMEO2018, ///< the fibrous constraint as Romeo et al. 2018 print it, for comparison
} BrnSheetPreset;

typedef struct BrnSheetSettings {
  int volume;            ///< Newton steps for the volume at the end of a sub-step; default 3
  bool contact;          ///< default true
  BrnSheetPreset preset; ///< default brawn
} BrnSheetSettings;

extern const BrnInlineTable brn__sheet_settings;
