// SPDX-License-Identifier: Apache-2.0
//
// What descriptions describe (core/describe.h), to bytes and back: every member as it is in memory,
// in the order of the rows. Before what a pointer leads to stands a byte that tells whether there
// is anything, before a text its length.

#pragma once

#include "core/describe.h"
#include "io/sink.h"
#include "io/source.h"

/// A failure is kept in the sink.
void brn__described_write(BrnSink* sink, const BrnScope* scope);

/// Reads into a record that is zeroed. No count is believed before it is held against the bytes
/// that are left; what is read is to be checked (brn__described_check()) before it is used. What is
/// there after a failure is freed by brn__described_free().
BrnStatus brn__described_read(BrnBytes* bytes, const BrnScope* scope);
