// SPDX-License-Identifier: Apache-2.0
//
// From the input of the last step to the next one. At the end bones go exactly where their F has
// them (figure 6), and positions are written without the loads' share.

#include "core/vec.h"
#include "solver/emu/border.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, MOST_RAISES = 3 };

#define FITS 1e-3       // of the strains, that a gap may be
#define SMALL_GAP 1e-4  // where there are none
#define NO_STRAIN 1e-10 // that round-off makes
#define RAISE 30        // of alpha

// ---------------------------------------------------------------------------------------- the look

// |F^T F - 1|^2 / 4
static double strain_square(const BrnDeformation F, int lane) {
  double sum = 0;
  for (int i = 0; i < 9; i++) {
    double product = -(i % 4 == 0);
    for (int k = 0; k < 3; k++) product += F[3 * k + i / 3][lane] * F[3 * k + i % 3][lane];
    sum += product * product / 4;
  }
  return sum;
}

// of soft tets: V |gap|^2, V, gap.W gap, V |strain|^2
static void gap_terms(void* user, int begin, int end, double* sum) {
  const BrnEmu* e = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    BrnDeformation weighed;
    brn__metric_apply(&e->metric[b], e->gap[b], weighed);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      double gap = e->gap[b][k / BRN_LANES][k % BRN_LANES];
      if (batch->tet[k % BRN_LANES] < 0) continue;
      sum[0] += batch->volume[k % BRN_LANES] * gap * gap;
      sum[1] += batch->volume[k % BRN_LANES] / 9;
      sum[2] += gap * weighed[k / BRN_LANES][k % BRN_LANES];
    }
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->tet[i] >= 0) sum[3] += batch->volume[i] * strain_square(e->F[b], i);
    }
  }
}

static void force_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnEmu* e = user;
  const BrnBody* body = e->body;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    double* force = body->force + 12 * BRN_LANES * (size_t)b;
    BrnMaterialOut out;
    brn__batch_evaluate(body->elements, batch, e->F[b], body->input->activation, BRN_WANT_STRESS,
                        &out);
    BRN_LANE_PICK(brn__batch_forces)(batch, batch->volume, out.stress, force);
  }
}

// The gap is a small difference, that large weights make a force of.
double brn__emu_noise(const BrnEmu* e) {
  const BrnBalance* balance = &e->body->balance;
  return (1 + e->alpha / brn__emu_typical(e)) * balance->noise + balance->bones;
}

// Forces balance at F, G^T V P(F) = f, where the objective is least; those of the mesh that is
// shown are off by what the gap makes of them.
bool brn__emu_balances(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  BrnBody* body = e->body;
  brn__terms_prepare(ctx, body, e->F);
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, force_batches, e);
  brn__gather_forces(ctx, body->gather, body->force, body->g);
  for (int i = 0; i < 3 * body->nodes->row_count; i++) {
    int node = body->nodes->row_node[i / 3];
    if (!(body->nodes->held[node] >> i % 3 & 1))
      body->g[i] -= body->dead[3 * (size_t)node + (size_t)(i % 3)];
  }
  brn__emu_nodes_evaluate(ctx, e, BRN_WANT_STRESS);
  if (e->border) brn__border_relieve(ctx, e, body->g);
  return brn__balance_weigh(ctx, body, brn__emu_noise(e), report);
}

// Forces may balance at F while the mesh that is shown is another shape: its strains are off by the
// gap. Where muscles pull at a body that cannot move there are no strains but the gap: then its
// energy is small against theirs.
static bool fits(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  double sum[4], own = e->body->balance.own;
  brn__parallel_sum(ctx, e->body->elements->batch_count, 4, gap_terms, e, sum);
  double gap = sum[1] > 0 ? sqrt(sum[0] / sum[1]) : 0;
  report->own[BRN_EMU_TELLS_GAP] = gap;
  if (sum[0] <= fmax(FITS * FITS * sum[3], NO_STRAIN * NO_STRAIN * sum[1])) return true;
  return e->alpha / 2 * sum[2] <= FITS * own && gap <= SMALL_GAP;
}

void brn__emu_look(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  bool good = fits(ctx, e, report);
  report->own[BRN_EMU_TELLS_ALPHA] = e->alpha;
  bool holds = brn__emu_balances(ctx, e, report);
  brn__balance_judge(ctx, e->body, holds && good, report);
}

void brn__emu_write(BrnContext* ctx, BrnEmu* e, BrnState* state) {
  BrnBody* body = e->body;
  size_t size = 3 * sizeof(double) * (size_t)state->vertex_count;
  brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  memcpy(state->position, body->x, size);
  memcpy(e->shown, body->x, size);
  memset(state->velocity, 0, size);
  memset(state->acceleration, 0, size);
  state->step = 0;
}

// Our own alpha is measured by the stiffness at rest. Fibres that harden by far more in a step than
// they had then ask for a larger one, which exact steps do not mind.
static bool can_raise(const BrnEmu* e, const BrnStepReport* report) {
  return e->condensed && e->set.alpha == 0 && report->outcome == BRN_CONVERGED;
}

BrnStatus brn__emu_step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                        BrnStepReport* report) {
  BrnEmu* e = method;
  brn__body_read_state(e->body, state);
  e->alpha = e->least_alpha;
  BRN_TRY(brn__emu_walk(ctx, e, state->input, input, report));
  // an optimum whose gap is not small against its strains is no answer: alpha is raised
  for (int k = 0; k < MOST_RAISES && can_raise(e, report) && !fits(ctx, e, report); k++) {
    e->alpha *= RAISE;
    BRN_TRY(brn__emu_again(ctx, e, report));
  }
  brn__terms_end(ctx, e->body, BRN_TERM_OF_NODES);
  brn__emu_look(ctx, e, report);
  brn__emu_write(ctx, e, state);
  return BRN_OK;
}

// The state that the last step made is looked at with the F of that step, whose forces balance;
// another one with those of its positions.
BrnStatus brn__emu_inspect(BrnContext* ctx, void* method, const BrnState* state,
                           BrnInspection* out) {
  BrnEmu* e = method;
  size_t size = 3 * sizeof(double) * (size_t)state->vertex_count;
  bool same = memcmp(e->shown, state->position, size) == 0;
  return brn__body_inspect_at(ctx, e->body, state, same ? e->F : NULL, out);
}
