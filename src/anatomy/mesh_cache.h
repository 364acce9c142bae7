// SPDX-License-Identifier: Apache-2.0
//
// Meshes that were cut from surfaces, kept by themselves: a change of activations, fibres or
// materials leaves the mesh as it is, and making it takes most of the time of a build.

#pragma once

#include "brawn/tetra.h"

/// The name of what a def makes: from the surfaces, the labels and names, and every number.
uint64_t brn__mesh_key(const BrnTetraDef* def);

/// @param folder of the cache
/// @param out NULL when it is not there
BrnStatus brn__mesh_find(BrnContext* ctx, const char* folder, uint64_t key, BrnMesh** out);
BrnStatus brn__mesh_keep(BrnContext* ctx, const char* folder, uint64_t key, BrnMesh* mesh);
