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
#define NO_LOAD 1e-9      // of the forces of tets on their corners
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

// corners of a tet resist a motion by strain |g|
static double firmness(const BrnBatch* batch, int lane, double strain) {
  double square = 0;
  for (int p = 0; p < 9; p++) square += batch->gradient[p][lane] * batch->gradient[p][lane];
  return strain * sqrt(square);
}

static void find_least(BrnBody* body) {
  BrnBalance* balance = &body->balance;
  double noise = 0, bones = 0;
  BrnDeformation rest = {{0}};
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
      balance->firm[BRN_LANES * b + i] = firmness(batch, i, strain);
      *(bone ? &bones : &noise) += bits * bits;
      int island = brn__balance_island_of(body, b, i);
      if (bone || island < 0) continue;
      balance->list[island].least += strain * strain;
      balance->list[island].noise += bits * bits;
    }
  }
  for (int i = 0; i < balance->island_count; i++) {
    BrnIsland* island = &balance->list[i];
    island->least = LEAST_STRAIN * sqrt(island->least);
    island->noise = sqrt(island->noise);
  }
  balance->noise = sqrt(noise);
  balance->bones = sqrt(bones);
}

BrnStatus brn__balance_create(BrnContext* ctx, BrnBody* body) {
  BrnBalance* balance = &body->balance;
  const double* rest = body->model->mesh->position;
  balance->start = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  balance->held = brn__new_zero(ctx, 4 * (size_t)body->nodes->count, double);
  balance->firm = brn__new_zero(ctx, BRN_LANES * (size_t)body->elements->batch_count, double);
  if (!balance->start || !balance->held || !balance->firm) return BRN_NO_MEMORY;
  BRN_TRY(brn__balance_find_islands(ctx, body, balance));
  for (int i = 0; i < body->nodes->count; i++) {
    brn__copy3(balance->start + 3 * (size_t)i, rest + 3 * (size_t)body->nodes->vertex[i]);
  }
  find_least(body);
  return BRN_OK;
}

void brn__balance_destroy(BrnContext* ctx, BrnBody* body) {
  brn__free(ctx, body->balance.start);
  brn__free(ctx, body->balance.held);
  brn__free(ctx, body->balance.firm);
  brn__balance_forget_islands(ctx, &body->balance);
}

// ------------------------------------------------------------------------------------ what acts

// energy and stress at rest, and the muscles' own measure
static void rest_terms(void* user, int begin, int end, double* sum) {
  BrnBody* body = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    double* force = body->force + 12 * BRN_LANES * (size_t)b;
    BrnDeformation F;
    BrnMaterialOut out;
    if (body->rigid && batch->tet[0] < 0) {
      memset(force, 0, 12 * BRN_LANES * sizeof(double));
      continue;
    }
    BRN_LANE_PICK(brn__batch_deformation)(batch, body->x, F);
    brn__batch_evaluate(body->elements, batch, F, body->input->activation, BRN_WANT_STRESS, &out);
    BRN_LANE_PICK(brn__batch_forces)(batch, batch->volume, out.stress, force);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->volume[i] > 0) sum[0] += batch->volume[i] * out.energy[i];
      if (batch->unit[i] < 0) continue;
      double tension = body->model->unit_list[batch->unit[i]].tension;
      double share = body->elements->mix[batch->mix].material[1] ? 1 - batch->tendon[i] : 1;
      sum[1] += OWN * body->input->activation[batch->unit[i]] * tension * share * batch->volume[i];
    }
  }
}

static BrnIsland* island_of_row(const BrnBody* body, int row) {
  return &body->balance.list[body->balance.island[body->nodes->row_node[row]]];
}

// of what is out of balance, body->g
static void square_rows(const BrnBody* body, double* out) {
  for (int r = 0; r < body->nodes->row_count; r++) {
    out[r] = brn__dot3(body->g + 3 * (size_t)r, body->g + 3 * (size_t)r);
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
  square_rows(body, balance->squares);
  for (int i = 0; i < balance->island_count; i++) balance->list[i].muscles = 0;
  for (int r = 0; r < body->nodes->row_count; r++) {
    island_of_row(body, r)->muscles += balance->squares[r];
  }
  balance->rest = sum[0];
  balance->own = sum[1];
  balance->driven = is_driven(body);
}

double brn__balance_energy(const BrnBody* body, double inside, double work) {
  return fabs(inside - body->balance.rest) + fabs(work - body->balance.work) + body->balance.own;
}

// ------------------------------------------------------------------------------------- the balance

// N^2: of the tets on their corners
static void measure_inside(BrnBody* body) {
  for (int i = 0; i < body->balance.island_count; i++) body->balance.list[i].inside = 0;
  for (int e = 0; e < BRN_LANES * body->elements->batch_count; e++) {
    const double* force = body->force + 12 * (size_t)e;
    int island = brn__balance_island_of(body, e / BRN_LANES, e % BRN_LANES);
    for (int k = 0; k < 12 && island >= 0; k++) {
      body->balance.list[island].inside += force[k] * force[k];
    }
  }
}

// N: of what round-off may leave, what is taken for it beside the forces that act
// @param times that of the tets: a method may make more of it
static double blur_of(const BrnIsland* island, double times) {
  double acting = sqrt(island->acting), noise = times * island->noise;
  bool acts = acting > fmax(island->noise, NO_LOAD * sqrt(island->inside));
  return acts ? fmin(noise, BLURRED * acting) : noise;
}

static void sum_rows(BrnContext* ctx, BrnBody* body) {
  BrnBalance* balance = &body->balance;
  int rows = body->nodes->row_count;
  for (int i = 0; i < balance->island_count; i++) {
    balance->list[i].residual = 0;
    balance->list[i].acting = balance->list[i].muscles;
  }
  square_rows(body, balance->squares);
  for (int r = 0; r < rows; r++) island_of_row(body, r)->residual += balance->squares[r];
  memset(balance->squares, 0, sizeof(double) * (size_t)rows);
  brn__terms_acting(ctx, body, balance->squares);
  for (int r = 0; r < rows; r++) island_of_row(body, r)->acting += balance->squares[r];
}

static void weigh(BrnContext* ctx, BrnBody* body, BrnStepReport* report) {
  BrnBalance* balance = &body->balance;
  double residual = 0, acting = 0;
  sum_rows(ctx, body);
  for (int i = 0; i < balance->island_count; i++) {
    BrnIsland* island = &balance->list[i];
    if (balance->driven) island->acting += brn__balance_given(body, i);
    residual += island->residual, acting += island->acting;
  }
  report->residual = sqrt(residual);
  report->acting = sqrt(acting);
}

// @param share of the forces that act, that may be left
static bool is_left(BrnContext* ctx, BrnBody* body, double noise, double share,
                    BrnStepReport* report) {
  const BrnBalance* balance = &body->balance;
  double times = balance->noise > 0 ? noise / balance->noise : 1;
  weigh(ctx, body, report);
  bool left = true, looked = false;
  for (int i = 0; i < balance->island_count; i++) {
    const BrnIsland* island = &balance->list[i];
    double residual = sqrt(island->residual);
    if (residual <= share * sqrt(island->acting)) continue;
    if (!looked) measure_inside(body);
    looked = true;
    left = left && residual <= blur_of(island, times);
  }
  return left && isfinite(report->residual);
}

bool brn__balance_weigh(BrnContext* ctx, BrnBody* body, double noise, BrnStepReport* report) {
  return is_left(ctx, body, noise, body->def.balance, report);
}

bool brn__balance_rests(BrnContext* ctx, BrnBody* body, double noise, BrnStepReport* report) {
  return is_left(ctx, body, noise, 0, report);
}

// pressure is as the faces are
static void evaluate(BrnContext* ctx, BrnBody* body, BrnStepReport* report) {
  brn__terms_renew(ctx, body, BRN_TERM_OF_ANY, INFINITY);
  brn__body_evaluate(ctx, body, BRN_WANT_STRESS, report);
  if (body->rigid) brn__rigid_linearize(body, false);
}

bool brn__balance_holds(BrnContext* ctx, BrnBody* body, BrnStepReport* report) {
  evaluate(ctx, body, report);
  return brn__balance_weigh(ctx, body, body->balance.noise, report);
}

bool brn__balance_is_noise(BrnContext* ctx, BrnBody* body, BrnStepReport* report) {
  evaluate(ctx, body, report);
  return brn__balance_rests(ctx, body, body->balance.noise, report);
}

static void look_at(BrnBody* body, const BrnBatch* batch, BrnStepReport* report) {
  BrnDeformation F;
  BRN_LANE_PICK(brn__batch_deformation)(batch, body->x, F);
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
  brn__terms_tell(ctx, body, report);
  if (!isfinite(report->residual + brn__energy_total(energy)) || energy.bad > 0) {
    report->outcome = BRN_BROKE_DOWN;
  } else if (!holds && report->outcome == BRN_CONVERGED) {
    report->outcome = BRN_STALLED;
  }
}
