// SPDX-License-Identifier: Apache-2.0
//
// A spindle taken from rest to full activation in a second, and what it cost a solver.
//
//   BenchRamp ramp = {.model = model, .steps = 10, .frames = 10};
//   BRN_TRY(bench_ramp_reference(ctx, &ramp));            // to compare with; not needed
//   BRN_TRY(bench_ramp_run(ctx, &ramp, &def, &result));

#pragma once

#include "bench/spindle.h"
#include "brawn/solver.h"

enum { BENCH_FRAMES = 10 };

/// The size that a spindle is to be made with for this many tets of flesh and tendon: its two bones
/// have as many tets again as 63 of 100 of it.
int bench_spindle_tets(double soft);

BrnStatus bench_spindle_build(BrnContext* ctx, const BenchCase* body, int tets, BrnModel** model);

/// What the model asks for, with plain tets: comparisons are between ways to the same shape.
BrnSolverDef bench_plain_def(const BrnModel* model);

typedef struct BenchRamp {
  const BrnModel* model;
  int steps;  ///< that the second is cut into
  int frames; ///< steps that are done
  double*
      shapes; ///< of the reference; NULL: none, and there are no errors  (frames x vertices x 3)
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnDrive* drive;
} BenchRamp;

typedef struct BenchResult {
  BrnStepReport sum;      ///< of all frames; what is no sum is of the last one
  int worst;              ///< iterations of a frame
  int failed;             ///< frames that did not converge
  double prepare, cpu;    ///< s
  double memory;          ///< bytes
  double error;           ///< largest distance to the reference in a frame, m
  double error_of_motion; ///< the same over the farthest that a vertex has come in that frame
  double motion;          ///< farthest that a vertex has come in the reference, m
  double volume;          ///< of the muscle over that at rest, last frame
} BenchResult;

/// Creates solver, state and input. @return BRN_UNSUPPORTED: there is no such method
BrnStatus bench_ramp_begin(BrnContext* ctx, BenchRamp* ramp, const BrnSolverDef* def,
                           BenchResult* result);
/// Runs the frames; the solver stays for who wants to look into it.
BrnStatus bench_ramp_frames(BenchRamp* ramp, BenchResult* result);
void bench_ramp_end(BrnContext* ctx, BenchRamp* ramp);

/// All three.
BrnStatus bench_ramp_run(BrnContext* ctx, BenchRamp* ramp, const BrnSolverDef* def,
                         BenchResult* result);
/// Finite elements as near to the minimum as round-off lets them.
BrnStatus bench_ramp_reference(BrnContext* ctx, BenchRamp* ramp);
void bench_ramp_free(BrnContext* ctx, BenchRamp* ramp);
