// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "io/sink.h"
#include "io/source.h"

/// Reads a collection from memory.
BrnStatus brn__collection_parse(BrnContext* ctx, const BrnSource* source, BrnCollection** out);
/// Writes all of it to the sink.
void brn__collection_print(const BrnCollection* collection, BrnSink* sink);
