// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/anatomy.h"
#include "io/source.h"

/// Goes up whenever a member of a model is added or means something else, or when a step of the
/// build gives other numbers: older files are then built again.
enum { BRN_ARCHIVE_VERSION = 8 };

/// Reads a model, or one that is nothing but its mesh.
BrnStatus brn__archive_read(BrnContext* ctx, const char* path, BrnModel** out);

/// The same from memory.
BrnStatus brn__model_parse(BrnContext* ctx, const BrnSource* file, BrnModel** out);
