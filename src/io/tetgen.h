// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "io/format.h"

/// The .node file.
BrnStatus brn__tetgen_write_nodes(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                                  BrnSink* sink);
/// The .ele file.
BrnStatus brn__tetgen_write_tets(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                                 BrnSink* sink);
