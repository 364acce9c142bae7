// SPDX-License-Identifier: Apache-2.0
//
// Which format a file has, and reading and writing in memory.

#pragma once

#include "io/format.h"

/// The format of that name, or by the extension of the path when name is NULL.
/// Fails with a list of what there is.
BrnStatus brn__format_find(BrnContext* ctx, const char* name, const char* path,
                           const BrnFormat** out);

/// Reads, and checks the result: what comes out is a valid mesh whatever went in.
BrnStatus brn__format_read(BrnContext* ctx, const BrnFormat* format, const BrnSource* source,
                           BrnMesh** out);
