// SPDX-License-Identifier: Apache-2.0
//
// The numbers of painted maps. Only map*.c include this.

#pragma once

#include "anatomy/build.h"

/// Reads the numbers of a map from a vertex array of a mesh, or from the map's text file. Fails on
/// numbers outside of 0 to 1.
/// @param out caller's, (mesh->vertex_count)
BrnStatus brn__map_values(BrnBuild* build, const char* where, const BrnSceneMap* map,
                          const BrnMesh* mesh, double* out);
