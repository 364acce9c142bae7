// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/edit.h"

/// Finds out how far above its interface each vertex should be, so that the flat triangles lie as
/// much inside of the curved interface as outside, and volumes are kept.
BrnStatus brn__lift_interfaces(BrnMeshEdit* edit);

/// Lifts all vertices of each part by as much as its volume is short.
BrnStatus brn__lift_volumes(BrnMeshEdit* edit);
