// SPDX-License-Identifier: Apache-2.0
//
// Meshes that were cut from surfaces, and how these surfaces ride on the tets, each kept by itself:
// attachments and fibres leave both as they are, and making them takes most of the time of a build.

#pragma once

#include "anatomy/build.h"
#include "brawn/tetra.h"

/// The name of what a def makes: from the surfaces, the labels and names, and every number.
uint64_t brn__mesh_key(const BrnTetraDef* def);

/// @param folder of the cache
/// @param out NULL when it is not there
BrnStatus brn__mesh_find(BrnContext* ctx, const char* folder, uint64_t key, BrnMesh** out);
BrnStatus brn__mesh_keep(BrnContext* ctx, const char* folder, uint64_t key, BrnMesh* mesh);

/// The name of how the surfaces of a model ride: from tets, labels and surfaces.
uint64_t brn__rides_key(const BrnModel* model);

/// Fills in what brn__build_embeddings() makes.
BrnStatus brn__rides_find(BrnContext* ctx, const char* folder, uint64_t key, BrnModel* model,
                          bool* found);
BrnStatus brn__rides_keep(BrnContext* ctx, const char* folder, uint64_t key, const BrnModel* model);
