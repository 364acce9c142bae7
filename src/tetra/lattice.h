// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/octree.h"
#include "tetra/work.h"

/// Fills a balanced octree with a graded body-centred cubic lattice of tets.
BrnStatus brn__lattice_make(BrnContext* ctx, const BrnOctree* tree, BrnWork* out);
