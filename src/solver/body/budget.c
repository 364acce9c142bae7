// SPDX-License-Identifier: Apache-2.0
//
// What linear solvers cost, counted from the pattern: flops, numbers and bytes, never times.

#include "solver/body/body.h"

// The factor of the stiffness has three rows for one of the Poisson matrix and the same pattern.
#define FLOPS_OF_POISSON 27
#define NUMBERS_OF_POISSON 9
// That a core does in a factorisation while it reads a byte in conjugate gradients; and what a
// number of the factor costs besides, in bytes. Measured from 13,000 to 133,000 tets.
#define FLOPS_PER_BYTE 2
#define BYTES_PER_NUMBER 250

int brn__body_budget(const BrnBody* body) {
  double bytes = 0, factor = 0, rows = body->nodes->row_count;
  for (int f = 0; f < body->poisson->factor_count; f++) {
    BrnFactorInfo info = brn__factor_info(body->poisson->factor[f]);
    bytes += info.solve_bytes / 2; // floats
    factor = FLOPS_OF_POISSON * info.flops / FLOPS_PER_BYTE;
    factor += NUMBERS_OF_POISSON * info.nonzeros * BYTES_PER_NUMBER;
  }
  bytes += body->K->start[body->K->row_count] * (9.0 * sizeof(float) + sizeof(int));
  bytes += 11 * 3 * sizeof(double) * rows;
  double budget = factor / (bytes + 1);
  return budget < 1e6 ? (int)budget : 1000000;
}
