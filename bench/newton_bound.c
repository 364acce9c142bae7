// SPDX-License-Identifier: Apache-2.0

#include "bench/newton.h"

#include "bench/bench.h"
#include "solver/newton/newton.h"

// What cannot be avoided by this method. Elements: flops of a stable neo-Hookean tet. Assembly: the
// matrix is written once and read once. Factor: the flops that the library counts. Solve: an
// iteration reads the matrix, the preconditioner and moves eleven vectors; a factor solves by being
// read twice. Search: a trial solves with the Poisson factor, and measures energies. What stays in
// a cache between two uses may be faster than this.

// Counted by hand: F 54; energy 32, stress 45 more, stiffness 109 more (bench/material.c); forces
// of corners 63; stiffness of corners 864.
enum { STRAIN = 54, ENERGY = 32, STRESS = 77, STIFFNESS = 186, FORCES = 63, CORNERS = 864 };
enum { WARP = 250, VECTORS = 11 };

BenchMachine bench_machine(BrnContext* ctx) {
  int workers = brn_worker_count(ctx);
  return (BenchMachine){.bandwidth = bench_stream_bandwidth(ctx),
                        .flops = workers * bench_peak_flops(false, 15),
                        .fused_flops = workers * bench_peak_flops(true, 15)};
}

typedef struct Sizes {
  double tets, rows, blocks;
  double poisson; // bytes of one solve
  BrnFactorInfo factor;
} Sizes;

static Sizes sizes_of(const BrnNewton* n) {
  Sizes sizes = {.tets = n->gather->element_count, .rows = n->nodes->row_count};
  sizes.blocks = n->K->start[n->K->row_count];
  for (int f = 0; f < n->poisson->factor_count; f++) {
    sizes.poisson += brn__factor_info(n->poisson->factor[f]).solve_bytes;
  }
  if (n->factor) sizes.factor = brn__factor_info(n->factor);
  return sizes;
}

static double pcg_bytes(const BrnNewton* n, const Sizes* sizes) {
  bool laplace = n->def.linear == BRN_LINEAR_LAPLACE || !n->factor;
  double matrix = sizes->blocks * (9 * sizeof(float) + sizeof(int));
  double vectors = VECTORS * 3 * sizeof(double) * sizes->rows;
  double turns = laplace ? 0 : 2 * 2 * 9 * sizeof(double) * sizes->rows;
  return matrix + vectors + turns + (laplace ? sizes->poisson / 2 : sizes->factor.solve_bytes);
}

BenchBound bench_newton_bound(const BenchMachine* machine, const BrnSolver* solver,
                              const BrnStepReport* sum) {
  const BrnNewton* n = solver->method;
  Sizes sizes = sizes_of(n);
  BenchBound bound = {0};
  double evaluations = sum->iterations;
  bound.elements = evaluations * sizes.tets * (STRAIN + STIFFNESS + FORCES + CORNERS);
  if (n->quasi) bound.elements = evaluations * sizes.tets * (STRAIN + ENERGY + FORCES);
  bound.elements /= machine->flops;
  if (!n->quasi)
    bound.assembly = evaluations * 2 * 9 * sizeof(double) * sizes.blocks / machine->bandwidth;
  bound.factor = sum->factorizations * sizes.factor.flops / machine->fused_flops;
  bool direct = n->def.linear == BRN_LINEAR_DIRECT;
  double bytes = direct ? sum->iterations * sizes.factor.solve_bytes
                        : sum->linear_iterations * pcg_bytes(n, &sizes);
  if (n->quasi) bytes = sum->iterations * sizes.poisson;
  bound.solve = bytes / machine->bandwidth;
  bound.search = sum->trials * sizes.tets * (STRAIN + ENERGY) / machine->flops;
  if (n->def.warp) {
    bound.search += sum->trials * sizes.poisson / machine->bandwidth;
    bound.search += sum->trials * sizes.tets * (2 * STRAIN + WARP + FORCES) / machine->flops;
  }
  bound.total = bound.elements + bound.assembly + bound.factor + bound.solve + bound.search;
  return bound;
}
