// SPDX-License-Identifier: Apache-2.0
//
// The kernels behind brn__svd3_batch() and brn__polar3_batch(): whole blocks of matrices.

#pragma once

#include "core/lanes.h"

enum { BRN_SVD_BLOCK = 2 * BRN_LANES };

BRN_LANE_DECLARE(void, brn__svd3_blocks,
                 (const double* F, int blocks, double* U, double* s, double* V));
BRN_LANE_DECLARE(void, brn__polar3_blocks, (const double* F, int blocks, double* R, double* S));
