// SPDX-License-Identifier: Apache-2.0
//
// A file format is a row of the table in registry.c and one source with a reader and a writer.

#pragma once

#include "io/sink.h"
#include "io/source.h"

typedef struct BrnFormat {
  BrnFormatInfo info;
  /// Fills an empty mesh. On failure the mesh is in any state that brn_mesh_destroy() can free.
  BrnStatus (*read)(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh);
  /// Writes all of it to the sink. Failures of the sink itself need not be returned.
  BrnStatus (*write)(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def, BrnSink* sink);
  /// A second file beside the first (TetGen's .node beside .ele); NULL: there is none.
  /// Whichever of the two the user names, both are written: `write` gets a sink for the path with
  /// first_extension, `write_second` one with second_extension.
  const char *first_extension, *second_extension;
  BrnStatus (*write_second)(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                            BrnSink* sink);
} BrnFormat;
