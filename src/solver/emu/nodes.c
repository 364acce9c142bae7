// SPDX-License-Identifier: Apache-2.0
//
// Terms that act on nodes, such as contact, are a function Phi of the positions, and the objective
// is
//
//   E(F, q) = sum V psi(F) + alpha/2 |F - G q|_W^2 - f.q + Phi(q)
//
// in both: q is no longer the optimum for F by one solution with L, but an unknown that moves
// along. The exact step (condensed.h) has what is missing in it,
//
//   (sum_i G_i^T N_i G_i + Phi'' / alpha) dq = -(G^T W H^-1 g + dE/dq / alpha)
//
// and ways of F, which L makes motions of, lead q besides by what dq has over that of the straight
// one. Without such terms dE/dq is 0 and nothing of this is done.

#include "solver/emu/border.h"

#include <math.h>
#include <string.h>

double brn__emu_nodes_energy(BrnContext* ctx, BrnEmu* e, const double* y) {
  BrnEnergy sum = {0};
  if (!brn__terms_on_nodes(e->body)) return 0;
  brn__nodes_to_points(ctx, e->body->nodes, y, e->body->x);
  brn__terms_energy(ctx, e->body, BRN_TERM_OF_NODES, y, &sum);
  return brn__energy_total(sum);
}

// q as the objective has it in the place of what is shown; returns what that was
static double* take_inner(BrnEmu* e) {
  double* y = e->body->y;
  if (e->shows) e->body->y = e->inner;
  return y;
}

void brn__emu_nodes_evaluate(BrnContext* ctx, BrnEmu* e, BrnWant want) {
  BrnBody* body = e->body;
  if (!brn__terms_on_nodes(body)) return;
  double* y = take_inner(e);
  brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  if (want >= BRN_WANT_STIFFNESS) brn__low_ranks_clear(&body->pieces);
  brn__terms_evaluate(ctx, body, BRN_TERM_OF_NODES, want);
  body->y = y;
}

bool brn__emu_nodes_hold(BrnContext* ctx, BrnEmu* e) {
  double* y = take_inner(e);
  bool hold = brn__terms_hold(ctx, e->body, BRN_TERM_OF_NODES);
  e->body->y = y;
  return hold;
}

void brn__emu_nodes_renew(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy* now, double decrement) {
  if (!brn__terms_renew(ctx, e->body, BRN_TERM_OF_NODES, decrement)) return;
  now->held = brn__emu_nodes_energy(ctx, e, e->body->y);
}

void brn__emu_nodes_gradient(BrnContext* ctx, BrnEmu* e, BrnWant want) {
  BrnBody* body = e->body;
  brn__acap_gather(ctx, e, e->gap, body->g);
  for (int i = 0; i < 3 * body->nodes->row_count; i++) {
    int node = body->nodes->row_node[i / 3];
    bool held = body->nodes->held[node] >> i % 3 & 1;
    double load = held ? 0 : body->dead[3 * (size_t)node + (size_t)(i % 3)];
    body->g[i] = -e->alpha * body->g[i] - load;
  }
  brn__emu_nodes_evaluate(ctx, e, want);
  if (e->border) brn__border_relieve(ctx, e, body->g);
}

double brn__emu_nodes_aim(BrnContext* ctx, BrnEmu* e, const double* back, double slope) {
  int count = 3 * e->body->nodes->row_count;
  brn__acap_pull(ctx, e, e->d, 0, e->lead);
  for (int i = 0; i < count; i++) {
    e->step[i] = -back[i];
    e->lead[i] = e->step[i] - e->lead[i];
  }
  return brn__terms_first_step(ctx, e->body, BRN_TERM_OF_NODES, e->step, slope);
}
