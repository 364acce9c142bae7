// SPDX-License-Identifier: Apache-2.0
//
// What a run of the newton solver had to do, and the time that takes at least.

#pragma once

#include "brawn/solver.h"
#include "core/core.h"

/// Measured in the same run: bytes a second of memory, flops a second of all workers.
typedef struct BenchMachine {
  double bandwidth;
  double flops, fused_flops; ///< products and sums apart, as kernels do; fused, as factors are
} BenchMachine;

BenchMachine bench_machine(BrnContext* ctx);

/// Seconds that the steps in a report would take if every byte and flop came at full speed.
typedef struct BenchBound {
  double elements, assembly, factor, solve, search, total;
} BenchBound;

/// @param sum the reports of all steps of the solver, added up
BenchBound bench_newton_bound(const BenchMachine* machine, const BrnSolver* solver,
                              const BrnStepReport* sum);
