// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "anatomy/build.h"

#define BRN_PROBE_BESIDE "the plane has no soft tets on both of its sides; move it into the body"

/// What a probe tells: bits of BrnProbeWhat. Fails, with path and cure, where its keys do not go
/// together.
BrnStatus brn__probe_words(BrnContext* ctx, const BrnScene* scene, const BrnSceneProbe* probe,
                           int* out);
