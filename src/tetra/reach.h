// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/edit.h"

/// Pulls vertices out to ridges and rims that the cut has shaved off: places of a part's surface
/// that are far from its tets. No tet gets worse than it may be.
BrnStatus brn__reach_rims(BrnMeshEdit* edit, double size);
