// SPDX-License-Identifier: Apache-2.0
//
// Do the forces balance? What acts on a body, what is out of balance, what is round-off of both,
// and what outcome a step has in the end (balance.h).

#include "core/vec.h"
#include "solver/body/rigid.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define OWN 0.05  // of T V a: a tenth of the energy of muscles at rest
#define DIGITS 16 // units of the last place that positions may be off by, over the body's size
#define LEAST_STRAIN 1e-7 // of a body that bones have moved: below it is as good as rigid
#define CRUSHED 0.05      // of its volume: what is left of a tet that is told of
#define MOVED 1e-12       // of the body's size
#define BLURRED 1e-3      // of the forces that act: more than that is not put down to round-off

// --------------------------------------------------------------------------------------- round-off

// Forces of a strain of one at a corner, V g.C, and what the last bits of positions as large as the
// body make of it.
static void corner_forces(const BrnBody* body, const BrnBatch* batch, const BrnMaterialOut* out,
                          int lane, double* strain, double* bits) {
  double modulus = 0, square = 0;
  for (int p = 0; p < BRN_STIFFNESS_SIZE; p++)
    modulus = fmax(modulus, fabs(out->stiffness[p][lane]));
  for (int p = 0; p < 9; p++) square += batch->gradient[p][lane] * batch->gradient[p][lane];
  *strain = batch->volume[lane] * modulus * sqrt(square);
  *bits = DIGITS * DBL_EPSILON * body->constraints->size * sqrt(square) * *strain;
}

static void find_least(BrnBody* body) {
  double strains = 0, noise = 0, bones = 0;
  BrnStrain rest = {{0}};
  for (int p = 0; p < 9 * BRN_LANES; p++)
    rest[p / BRN_LANES][p % BRN_LANES] = p / BRN_LANES % 4 == 0;
  // stiffness at rest tells what a strain, and what the last bits of positions make of forces
  for (int b = 0; b < body->elements->batch_count; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    bool bone = body->rigid && batch->tet[0] < 0;
    BrnMaterialOut out;
    brn__batch_evaluate(body->elements, batch, rest, body->input->activation, BRN_WANT_STIFFNESS,
                        &out);
    for (int i = 0; i < BRN_LANES; i++) {
      double strain, bits;
      if (!(batch->volume[i] > 0)) continue;
      corner_forces(body, batch, &out, i, &strain, &bits);
      strains += bone ? 0 : strain * strain;
      *(bone ? &bones : &noise) += bits * bits;
    }
  }
  body->balance.least = LEAST_STRAIN * sqrt(strains);
  body->balance.noise = sqrt(noise);
  body->balance.bones = sqrt(bones);
}

BrnStatus brn__balance_create(BrnContext* ctx, BrnBody* body) {
  const double* rest = body->model->mesh->position;
  body->balance.start = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  body->balance.held = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  if (!body->balance.start || !body->balance.held) return BRN_NO_MEMORY;
  for (int i = 0; i < body->nodes->count; i++) {
    brn__copy3(body->balance.start + 3 * (size_t)i, rest + 3 * (size_t)body->nodes->vertex[i]);
  }
  find_least(body);
  return BRN_OK;
}

void brn__balance_destroy(BrnContext* ctx, BrnBody* body) {
  brn__free(ctx, body->balance.start);
  brn__free(ctx, body->balance.held);
}

// ------------------------------------------------------------------------------------ what acts

// energy and stress at rest, and the muscles' own measure
static void rest_terms(void* user, int begin, int end, double* sum) {
  BrnBody* body = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    double* force = body->force + 12 * BRN_LANES * (size_t)b;
    BrnStrain F;
    BrnMaterialOut out;
    if (body->rigid && batch->tet[0] < 0) {
      memset(force, 0, 12 * BRN_LANES * sizeof(double));
      continue;
    }
    BRN_LANE_PICK(brn__batch_strain)(batch, body->x, F);
    brn__batch_evaluate(body->elements, batch, F, body->input->activation, BRN_WANT_STRESS, &out);
    BRN_LANE_PICK(brn__batch_forces)(batch, batch->volume, out.stress, force);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->volume[i] > 0) sum[0] += batch->volume[i] * out.energy[i];
      if (batch->unit[i] < 0) continue;
      double tension = body->model->unit_list[batch->unit[i]].tension;
      double share = body->elements->make[batch->make].material[1] ? 1 - batch->tendon[i] : 1;
      sum[1] += OWN * body->input->activation[batch->unit[i]] * tension * share * batch->volume[i];
    }
  }
}

static bool is_driven(const BrnBody* body) {
  double most = 0;
  for (int i = 0; i < 3 * body->nodes->count; i++) {
    if (body->nodes->held[i / 3] >> i % 3 & 1)
      most = fmax(most, fabs(body->y[i] - body->balance.start[i]));
  }
  return most > MOVED * body->constraints->size;
}

void brn__balance_begin(BrnContext* ctx, BrnBody* body) {
  BrnBalance* balance = &body->balance;
  double sum[2], per_time = body->elements->per_time;
  brn__nodes_to_points(ctx, body->nodes, balance->start, body->x);
  body->elements->per_time = 0; // muscles are at rest
  brn__terms_prepare(ctx, body, NULL);
  brn__parallel_sum(ctx, body->elements->batch_count, 2, rest_terms, body, sum);
  body->elements->per_time = per_time;
  brn__gather_forces(ctx, body->gather, body->force, body->g);
  balance->muscles = sqrt(brn__body_dot(ctx, 3 * body->nodes->row_count, body->g, body->g));
  balance->rest = sum[0];
  balance->own = sum[1];
  balance->driven = is_driven(body);
}

double brn__balance_energy(const BrnBody* body, double inside, double work) {
  return fabs(inside - body->balance.rest) + fabs(work - body->balance.work) + body->balance.own;
}

// forces of the tets, as body->force has them, on given nodes
static double given_square(BrnBody* body) {
  const BrnNodes* nodes = body->nodes;
  double sum = 0, *held = body->balance.held;
  if (!body->balance.driven) return 0;
  memset(held, 0, 3 * sizeof(double) * (size_t)nodes->count);
  for (int e = 0; e < body->gather->element_count; e++) {
    const BrnBatch* batch = &body->elements->batch[e / BRN_LANES];
    for (int c = 0; c < 4 && batch->volume[e % BRN_LANES] > 0; c++) {
      int point = batch->corner[c][e % BRN_LANES];
      const double* f = body->force + 12 * (size_t)e + 3 * (size_t)c;
      for (int k = nodes->start[point]; k < nodes->start[point + 1]; k++) {
        double* to = held + 3 * (size_t)nodes->node[k];
        brn__axpy3(to, to, nodes->weight[k], f);
      }
    }
  }
  for (int i = 0; i < 3 * nodes->count; i++) {
    if (nodes->held[i / 3] >> (i % 3) & 1) sum += held[i] * held[i];
  }
  return fmax(sum, body->balance.least * body->balance.least);
}

// ------------------------------------------------------------------------------------- the balance

double brn__balance_blur(const BrnBody* body, double noise, const BrnStepReport* report) {
  bool acts = report->acting > body->balance.noise;
  return acts ? fmin(noise, BLURRED * report->acting) : noise;
}

bool brn__balance_weigh(BrnContext* ctx, BrnBody* body, double noise, BrnStepReport* report) {
  double muscles = body->balance.muscles * body->balance.muscles;
  report->residual = sqrt(brn__body_dot(ctx, 3 * body->nodes->row_count, body->g, body->g));
  report->acting = sqrt(brn__terms_acting(ctx, body, muscles) + given_square(body));
  return report->residual <=
         fmax(body->def.balance * report->acting, brn__balance_blur(body, noise, report));
}

// pressure is as the faces are
bool brn__balance_holds(BrnContext* ctx, BrnBody* body, BrnStepReport* report) {
  brn__terms_renew(ctx, body, BRN_TERM_OF_ANY, INFINITY);
  brn__body_evaluate(ctx, body, BRN_WANT_STRESS, report);
  if (body->rigid) brn__rigid_linearize(body, false);
  return brn__balance_weigh(ctx, body, body->balance.noise, report);
}

bool brn__balance_is_noise(BrnContext* ctx, BrnBody* body, BrnStepReport* report) {
  brn__balance_holds(ctx, body, report);
  return report->residual <= brn__balance_blur(body, body->balance.noise, report);
}

static void look_at(BrnBody* body, const BrnBatch* batch, BrnStepReport* report) {
  BrnStrain F;
  BRN_LANE_PICK(brn__batch_strain)(batch, body->x, F);
  for (int i = 0; i < BRN_LANES; i++) {
    double f[9];
    int t = batch->tet[i];
    if (t < 0) continue;
    for (int p = 0; p < 9; p++) f[p] = F[p][i];
    double J = brn__det3(f);
    report->soft_volume += J * batch->volume[i];
    if (!(J > 0)) {
      report->inverted++;
      if (report->first_inverted < 0 || t < report->first_inverted) report->first_inverted = t;
    } else if (J < CRUSHED) {
      report->crushed++;
      if (report->first_crushed < 0 || t < report->first_crushed) report->first_crushed = t;
    }
  }
}

void brn__balance_judge(BrnContext* ctx, BrnBody* body, bool holds, BrnStepReport* report) {
  BrnEnergy energy = brn__body_energy(ctx, body, body->y);
  for (int b = 0; b < body->elements->batch_count; b++)
    look_at(body, &body->elements->batch[b], report);
  if (!isfinite(report->residual + brn__energy_total(energy)) || energy.bad > 0) {
    report->outcome = BRN_BROKE_DOWN;
  } else if (!holds && report->outcome == BRN_CONVERGED) {
    report->outcome = BRN_STALLED;
  }
}
