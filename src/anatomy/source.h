// SPDX-License-Identifier: Apache-2.0
//
// Where the tets of parts come from.

#pragma once

#include "anatomy/build.h"

/// The source of a part in the scene.
const BrnSceneSource* brn__part_source(const BrnBuild* build, int part);

/// Reads or makes the surface of every part: model->surface.
BrnStatus brn__read_surfaces(BrnBuild* build);

/// Reads or makes the tet mesh, and finds the part of each of its tets: build->source, source_part.
BrnStatus brn__read_source(BrnBuild* build);
