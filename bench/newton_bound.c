// SPDX-License-Identifier: Apache-2.0

#include "bench/newton.h"

#include "bench/bench.h"
#include "solver/newton/newton.h"
#include "solver/quasi/quasi.h"

#include <string.h>

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

static Sizes sizes_of(const BrnBody* body, const BrnFactor* factor) {
  Sizes sizes = {.tets = body->gather->element_count, .rows = body->nodes->row_count};
  sizes.blocks = body->K->start[body->K->row_count];
  for (int f = 0; f < body->poisson->factor_count; f++) {
    sizes.poisson += brn__factor_info(body->poisson->factor[f]).solve_bytes;
  }
  if (factor) sizes.factor = brn__factor_info(factor);
  return sizes;
}

static double pcg_bytes(bool laplace, const Sizes* sizes) {
  double matrix = sizes->blocks * (9 * sizeof(float) + sizeof(int));
  double vectors = VECTORS * 3 * sizeof(double) * sizes->rows;
  double turns = laplace ? 0 : 2 * 2 * 9 * sizeof(double) * sizes->rows;
  return matrix + vectors + turns + (laplace ? sizes->poisson / 2 : sizes->factor.solve_bytes);
}

// bytes of all linear solutions
static double solve_bytes(const BrnNewton* n, const Sizes* sizes, const BrnStepReport* sum) {
  BrnLinearSolver linear = n->body->def.linear;
  if (linear == BRN_LINEAR_DIRECT) return sum->iterations * sizes->factor.solve_bytes;
  return sum->linear_iterations *
         pcg_bytes(linear == BRN_LINEAR_LAPLACE || !n->matrix.factor, sizes);
}

BenchBound bench_newton_bound(const BenchMachine* machine, const BrnSolver* solver,
                              const BrnStepReport* sum) {
  const BrnNewton* n = strcmp(solver->ops->about.name, "newton") == 0 ? solver->method : NULL;
  const BrnBody* body = n ? n->body : ((const BrnQuasi*)solver->method)->body;
  Sizes sizes = sizes_of(body, n ? n->matrix.factor : NULL);
  BenchBound bound = {0};
  double evaluations = sum->iterations;
  double flops = n ? STRAIN + STIFFNESS + FORCES + CORNERS : STRAIN + ENERGY + FORCES;
  bound.elements = evaluations * sizes.tets * flops / machine->flops;
  if (n) bound.assembly = evaluations * 2 * 9 * sizeof(double) * sizes.blocks / machine->bandwidth;
  bound.factor = sum->factorizations * sizes.factor.flops / machine->fused_flops;
  double bytes = n ? solve_bytes(n, &sizes, sum) : sum->iterations * sizes.poisson;
  bound.solve = bytes / machine->bandwidth;
  bound.search = sum->trials * sizes.tets * (STRAIN + ENERGY) / machine->flops;
  if (body->def.warp) {
    bound.search += sum->trials * sizes.poisson / machine->bandwidth;
    bound.search += sum->trials * sizes.tets * (2 * STRAIN + WARP + FORCES) / machine->flops;
  }
  bound.total = bound.elements + bound.assembly + bound.factor + bound.solve + bound.search;
  return bound;
}
