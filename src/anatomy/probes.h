// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "anatomy/build.h"

/// What a probe tells: bits of BrnProbeWhat. Fails, with path and cure, where its keys do not go
/// together.
BrnStatus brn__probe_words(BrnContext* ctx, const BrnScene* scene, const BrnSceneProbe* probe,
                           int* out);
