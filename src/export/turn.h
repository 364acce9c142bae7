// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "export/export.h"

/// Turns the vectors and tensors of an array of a run into the axes of the file, and velocities
/// into its units. Arrays of other names stay as they are.
void brn__export_turn_array(const BrnExport* job, const BrnMesh* mesh, BrnArray* array);
