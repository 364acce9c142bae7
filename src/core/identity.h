// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// A number that changes with the code that runs: what was kept by other code is not to be trusted.
/// From the linker's build id; where there is none, from the version alone.
uint64_t brn__code_identity(void);
