// SPDX-License-Identifier: Apache-2.0
//
// The files of a scene.

#pragma once

#include "brawn/scene.h"

/// Calls fn with every file that a scene names.
typedef BrnStatus BrnSceneFileFn(void* user, const char* file);
BrnStatus brn__scene_files(const BrnScene* scene, BrnSceneFileFn* fn, void* user);
