// SPDX-License-Identifier: Apache-2.0
//
// Models, and what steps of a build have made, in files.

#pragma once

#include "brawn/anatomy.h"
#include "core/describe.h"
#include "io/source.h"

/// Goes up whenever a member of a model is added or means something else, or when a step of the
/// build gives other numbers: older files are then built again.
enum { BRN_ARCHIVE_VERSION = 13 };

/// Reads what was kept under a key into a record that is zeroed. What is there after a failure is
/// the caller's to free.
BrnStatus brn__archive_read(BrnContext* ctx, const char* path, uint64_t key, const BrnScope* scope);
/// Does not wait for the disk: a file that is lost is made again.
BrnStatus brn__archive_write(BrnContext* ctx, const char* path, uint64_t key,
                             const BrnScope* scope);

/// A model in the folder of a run: no link is followed, and nothing is waited for.
BrnStatus brn__model_read_own(BrnContext* ctx, const char* path, BrnModel** out);
BrnStatus brn__model_write_own(BrnContext* ctx, const BrnModel* model, const char* path);

/// The same from memory.
BrnStatus brn__model_parse(BrnContext* ctx, const BrnSource* file, BrnModel** out);
