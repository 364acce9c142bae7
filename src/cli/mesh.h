// SPDX-License-Identifier: Apache-2.0
//
// What `brawn mesh` has in sources of its own.

#pragma once

#include "cli/cli.h"

/// Reads "biceps:radius,biceps:humerus" as bridges between parts of those names.
/// @param bridge room for as many as there are words; NULL: only checks
/// @return how many; -1: one is wrong, and that has been said
int cli_read_bridges(Cli* cli, const char* text, double gap, const BrnTetraPart* part,
                     int part_count, BrnTetraBridge* bridge);

/// Writes the triangles of refused parts to NAME-refused.ply beside the output NAME.vtu, frees them
/// and adds the place to the last error.
BrnStatus cli_write_refused(Cli* cli, BrnStatus status, const char* out, BrnMesh* refused);

/// What has been made, and how good it is.
/// @param out file it was written to
void mesh_tell(const Cli* cli, const char* out, const BrnMesh* mesh, const BrnTetraReport* report);
