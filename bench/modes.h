// SPDX-License-Identifier: Apache-2.0
//
// The lowest modes of a body, as a reduced basis wants them; a part of `brawn bench sparse`.

#pragma once

#include "bench/bench.h"

/// A list, an object for each size; NULL with the reason in the context's last error.
json_t* bench_modes(BrnContext* ctx, const BenchRun* run);
