// SPDX-License-Identifier: Apache-2.0
//
// From the input of the last step to the next one. At the end bones go exactly where their F has
// them (figure 6), and positions are written without the loads' share.

#include "core/vec.h"
#include "solver/emu/emu.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- the look

static void look_at(BrnEmu* e, int b, double* gap, BrnStepReport* report) {
  const BrnBatch* batch = &e->body->elements->batch[b];
  for (int i = 0; i < BRN_LANES; i++) {
    double f[9], square = 0;
    if (batch->tet[i] < 0) continue;
    for (int p = 0; p < 9; p++) {
      f[p] = e->F[b][p][i] - e->gap[b][p][i];
      square += e->gap[b][p][i] * e->gap[b][p][i];
    }
    double J = brn__det3(f);
    *gap += batch->volume[i] * square;
    e->volume += batch->volume[i];
    report->soft_volume += J * batch->volume[i];
    if (J > 0) continue;
    report->inverted++;
    if (report->first_inverted < 0 || batch->tet[i] < report->first_inverted) {
      report->first_inverted = batch->tet[i];
    }
  }
}

// as shown: of the continuous mesh
void brn__emu_look(BrnEmu* e, BrnStepReport* report) {
  double gap = 0;
  e->volume = 0;
  for (int b = 0; b < e->body->elements->batch_count; b++) look_at(e, b, &gap, report);
  report->gap = e->volume > 0 ? sqrt(gap / e->volume) : 0;
  report->alpha = e->alpha;
}

// forces out of balance: G^T V P - f, which is 0 at the optimum
double brn__emu_imbalance(BrnContext* ctx, BrnEmu* e) {
  BrnNewton* n = e->body;
  for (int b = 0; b < n->elements->batch_count; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    BrnMaterialOut out;
    brn__batch_evaluate(n->elements, batch, e->F[b], n->input->activation, BRN_WANT_STRESS, &out);
    BRN_LANE_PICK(brn__batch_forces)
    (batch, batch->volume, out.stress, n->force + 12 * BRN_LANES * (size_t)b);
  }
  brn__gather_forces(ctx, n->gather, n->force, n->g);
  for (int r = 0; r < n->nodes->row_count; r++) {
    int node = n->nodes->row_node[r];
    for (int a = 0; a < 3; a++) {
      if (!(n->nodes->held[node] >> a & 1)) n->g[3 * r + a] -= n->dead[3 * node + a];
    }
  }
  return sqrt(brn__newton_dot(ctx, 3 * n->nodes->row_count, n->g, n->g));
}

void brn__emu_write(BrnContext* ctx, BrnEmu* e, BrnState* state) {
  BrnNewton* n = e->body;
  size_t size = 3 * sizeof(double) * (size_t)state->vertex_count;
  brn__nodes_to_points(ctx, n->nodes, n->y, n->x);
  memcpy(state->position, n->x, size);
  memset(state->velocity, 0, size);
  memset(state->acceleration, 0, size);
  state->step = 0;
}

BrnStatus brn__emu_step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                        BrnStepReport* report) {
  BrnEmu* e = method;
  brn__newton_read_state(e->body, state);
  BRN_TRY(brn__emu_walk(ctx, e, state->input, input, report));
  report->residual = brn__emu_imbalance(ctx, e);
  brn__emu_look(e, report);
  brn__emu_write(ctx, e, state);
  return BRN_OK;
}

BrnStatus brn__emu_inspect(BrnContext* ctx, void* method, const BrnState* state,
                           BrnInspection* out) {
  BrnEmu* e = method;
  return brn__newton_inspect(ctx, e->body, state, out);
}
