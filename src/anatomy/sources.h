// SPDX-License-Identifier: Apache-2.0
//
// Where parts come from: surfaces, forms, or labels of a tet mesh.

#pragma once

#include "anatomy/check.h"

/// Reads surfaces and the tet mesh, makes forms, and tells what is wrong with them: fills the
/// meshes of build->listed, and build->source.
void brn__read_sources(BrnBuild* build);
/// Tells of labels that nobody takes, or two do.
void brn__check_labels(BrnBuild* build);
/// The part of every tet of the source.
BrnStatus brn__share_out_labels(BrnBuild* build);
