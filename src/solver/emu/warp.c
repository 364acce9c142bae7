// SPDX-License-Identifier: Apache-2.0
//
// The way of the deformation gradients along a step, bent: each turns and stretches by its own
// rate,
//
//   l = d F^-1,   F(s) = exp(s skew(l)) (I + s sym(l)) F
//
// as in newton (solver/body/warp_lanes.c), so that what should turn does not grow. F'(0) = d: the
// slope of E is that of the straight way. Positions follow by one solution with L, and since they
// were the optimum for F, those of F(s) are what the straight step F(s) - F leads to.

#include "solver/emu/emu.h"

enum { GRAIN = 16 };

typedef struct Bend {
  BrnEmu* e;
  double s;
} Bend;

static void bend_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Bend* bend = user;
  BrnEmu* e = bend->e;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__batch_warp)(e->F[b], e->d[b], bend->s, e->path[b]);
  }
}

void brn__emu_bend(BrnContext* ctx, BrnEmu* e, double s) {
  Bend bend = {e, s};
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, bend_batches, &bend);
}
