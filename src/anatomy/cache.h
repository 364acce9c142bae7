// SPDX-License-Identifier: Apache-2.0
//
// Built models in a folder, found by what they were built from: the text of the scene, the bytes of
// every file it names, and the code that built it.

#pragma once

#include "brawn/anatomy.h"

enum { BRN_CACHE_MODELS = 40 };             // kept at most, meshes by themselves too
#define BRN_CACHE_BYTES ((uint64_t)2 << 30) // kept at most

/// The name of a scene as it is now. Files that cannot be read count as missing.
BrnStatus brn__cache_key(BrnContext* ctx, const BrnScene* scene, uint64_t* out);

/// @param out NULL when it is not there; damaged files count as missing
BrnStatus brn__cache_find(BrnContext* ctx, const char* folder, uint64_t key, BrnModel** out);

/// Keeps a model, and lets the oldest ones go. A folder that cannot be written is told in the log.
BrnStatus brn__cache_keep(BrnContext* ctx, const char* folder, uint64_t key, const BrnModel* model);

/// Calls fn with every file that a scene names.
typedef BrnStatus BrnSceneFileFn(void* user, const char* file);
BrnStatus brn__scene_files(const BrnScene* scene, BrnSceneFileFn* fn, void* user);
