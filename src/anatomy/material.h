// SPDX-License-Identifier: Apache-2.0
//
// Only material*.c include this.

#pragma once

#include "anatomy/pieces.h"

/// One of our own materials; NULL: there is none of that name.
const BrnSceneMaterial* brn__material_preset(const char* name);
void brn__spelling_offer_presets(BrnSpelling* spelling);
