// SPDX-License-Identifier: Apache-2.0
//
// A sub-step of tets (xpbd.h): begin at what velocities or the last shape say, project constraints
// color by color, and take what is found if its energy is not higher than before.

#include "solver/xpbd/xpbd.h"

#include "core/vec.h"
#include "solver/body/rigid.h"

#include <math.h>
#include <string.h>

enum {
  GRAIN = 4,   // batches
  SMALLER = 2, // steps, after one that failed
  HALVINGS = 3
};

// ------------------------------------------------------------------------------ all tets, by color

typedef void BatchFn(BrnXpbd* tets, int batch);

typedef struct Pass {
  BrnXpbd* tets;
  BatchFn* fn;
  const int* batch; // of the color
} Pass;

static void do_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Pass* pass = user;
  for (int i = begin; i < end; i++) pass->fn(pass->tets, pass->batch[i]);
}

static void for_each_color(BrnContext* ctx, BrnXpbd* tets, BatchFn* fn) {
  for (int c = 0; c < tets->color_count; c++) {
    Pass pass = {tets, fn, tets->color_batch + tets->color_start[c]};
    brn__parallel_for(ctx, tets->color_start[c + 1] - tets->color_start[c], GRAIN, do_batches,
                      &pass);
  }
}

static void project_batch(BrnXpbd* tets, int b) {
  const BrnBatch* batch = &tets->body->elements->batch[b];
  BrnDeformation F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__tets_deformation)(batch, tets->at, F);
  brn__tets_evaluate(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_DEFINITE, &out);
  BRN_LANE_PICK(brn__tets_project)(batch, tets->scale, &out, tets->at, tets->lambda[b]);
}

static void aim_batch(BrnXpbd* tets, int b) {
  const BrnBatch* batch = &tets->body->elements->batch[b];
  BrnDeformation F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__tets_deformation)(batch, tets->at, F);
  brn__tets_evaluate(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_STRESS, &out);
  for (int k = 0; k < 9 * BRN_LANES; k++) {
    int p = k / BRN_LANES, i = k % BRN_LANES;
    tets->lambda[b][p][i] = -tets->scale * batch->volume[i] * out.stress[p][i];
  }
}

static void add_batch(BrnXpbd* tets, int b) {
  BRN_LANE_PICK(brn__tets_add_forces)
  (&tets->body->elements->batch[b], (const double(*)[BRN_LANES])tets->lambda[b], tets->at,
   tets->force);
}

// ------------------------------------------------------------------------------------------- nodes

// what is given is where the input has it, and all points are where their nodes are
static void place_given(BrnContext* ctx, BrnXpbd* tets, const BrnStepInput* input) {
  BrnBody* body = tets->body;
  const BrnNodes* nodes = body->nodes;
  for (int n = 0; n < nodes->count; n++) {
    brn__copy3(body->y + 3 * (size_t)n, tets->at + 4 * (size_t)nodes->vertex[n]);
  }
  brn__input_copy(body->model, input, body->input);
  if (!tets->quasi)
    memset(body->input->gravity, 0, sizeof body->input->gravity); // in the velocities
  brn__nodes_place_held(nodes, body->model, input->bone, input->support, body->y);
  brn__nodes_to_points(ctx, nodes, body->y, body->x);
  for (int v = 0; v < body->model->mesh->vertex_count; v++) {
    brn__copy3(tets->at + 4 * (size_t)v, body->x + 3 * (size_t)v);
  }
}

static void restore_held(BrnXpbd* tets) {
  const BrnNodes* nodes = tets->body->nodes;
  for (int i = 0; i < tets->held_count; i++) {
    int n = tets->held[i];
    double* x = tets->at + 4 * (size_t)nodes->vertex[n];
    const double* given = tets->body->y + 3 * (size_t)n;
    for (int a = 0; a < 3; a++) {
      if (nodes->held[n] >> a & 1) x[a] = given[a];
    }
  }
}

// loads on the nodes, times h^2
static void take_loads(BrnContext* ctx, BrnXpbd* tets) {
  BrnBody* body = tets->body;
  memset(tets->force, 0, 3 * sizeof(double) * (size_t)body->model->mesh->vertex_count);
  brn__body_load(ctx, body);
  for (int n = 0; n < body->nodes->count; n++) {
    brn__scale3(tets->force + 3 * (size_t)body->nodes->vertex[n], tets->scale,
                body->dead + 3 * (size_t)n);
  }
}

// x = anchor + w force
static void push(BrnXpbd* tets) {
  const BrnNodes* nodes = tets->body->nodes;
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    double* x = tets->at + 4 * v;
    if (nodes->row[n] >= 0) brn__axpy3(x, tets->anchor + 3 * v, x[3], tets->force + 3 * v);
  }
  restore_held(tets);
}

// the nodes where they are now
static const double* read_nodes(BrnXpbd* tets) {
  BrnBody* body = tets->body;
  for (int n = 0; n < body->nodes->count; n++) {
    if (body->nodes->row[n] < 0) continue;
    brn__copy3(body->y + 3 * (size_t)n, tets->at + 4 * (size_t)body->nodes->vertex[n]);
  }
  return body->y;
}

// bones to where they are rigid and held
static void stiffen(BrnContext* ctx, BrnXpbd* tets) {
  BrnBody* body = tets->body;
  const BrnNodes* nodes = body->nodes;
  if (!body->rigid) return;
  brn__constraints_begin(body->model, nodes, body->input, body->constraints);
  brn__tets_settle(tets, body->y);
  brn__nodes_to_points(ctx, nodes, body->y, body->x);
  for (int v = 0; v < body->model->mesh->vertex_count; v++) {
    brn__copy3(tets->at + 4 * (size_t)v, body->x + 3 * (size_t)v);
  }
}

// ---------------------------------------------------------------------------------- proximal steps

// forces on the nodes at the positions as they are, by way of the multipliers
static void find_forces(BrnContext* ctx, BrnXpbd* tets) {
  take_loads(ctx, tets);
  for_each_color(ctx, tets, aim_batch);
  brn__mixed_aim(tets);
  brn__tets_patches_aim(ctx, tets);
  for_each_color(ctx, tets, add_batch);
  brn__mixed_add_forces(tets);
  brn__tets_patches_add_forces(ctx, tets);
  brn__tets_add_inertia(tets, tets->force);
}

// by what tets are like at the beginning of a frame
static void weigh(BrnContext* ctx, BrnXpbd* tets) {
  if (tets->now.index > 0) return;
  BrnStatus status = brn__tets_weigh(ctx, tets, tets->now.h, true);
  BRN_ASSERT(status == BRN_OK); // it has had the same room before
  (void)status;
  brn__mixed_weigh(tets);
}

static void begin_proximal(BrnContext* ctx, BrnXpbd* tets) {
  if (tets->now.index == 0 || !tets->quasi) { // with inertia each sub-step seeks another shape
    brn__anderson_forget(&tets->memory);
    tets->scale = 1;
  }
  for (size_t v = 0; v < (size_t)tets->body->model->mesh->vertex_count; v++) {
    brn__copy3(tets->anchor + 3 * v, tets->at + 4 * v);
  }
  find_forces(ctx, tets);
  tets->energy = brn__tets_energy(ctx, tets, tets->body->y);
  push(tets);
}

// nodes at a share of the way from the anchor to where they are
static void shorten(BrnXpbd* tets, double share) {
  const BrnNodes* nodes = tets->body->nodes;
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    double way[3], *x = tets->at + 4 * v;
    brn__sub3(way, x, tets->anchor + 3 * v);
    if (share == 0) memset(way, 0, sizeof way); // it may not be finite
    if (nodes->row[n] >= 0) brn__axpy3(x, tets->anchor + 3 * v, share, way);
  }
}

// Iterations that are not enough for their weights make the energy grow: then the way is halved, or
// not gone at all, and later sub-steps of the frame are shorter.
static void check_way(BrnContext* ctx, BrnXpbd* tets) {
  if (tets->body->elements->path_dependent) return;
  for (int k = 0; !(brn__tets_energy(ctx, tets, read_nodes(tets)) <= tets->energy); k++) {
    if (k == 0) tets->scale /= SMALLER;
    shorten(tets, k < HALVINGS ? 0.5 : 0);
    if (k == HALVINGS) return;
  }
}

// What was found leads on to a guess, which is taken if its energy is lower still (Peng et al.
// 2018).
static void guess(BrnContext* ctx, BrnXpbd* tets) {
  BrnBody* body = tets->body;
  const BrnNodes* nodes = body->nodes;
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    brn__copy3(tets->start + 3 * (size_t)n, tets->anchor + 3 * v);
    brn__sub3(tets->way + 3 * (size_t)n, tets->at + 4 * v, tets->anchor + 3 * v);
  }
  double energy = brn__tets_energy(ctx, tets, read_nodes(tets));
  if (!brn__anderson_guess(ctx, tets, tets->start, tets->way, tets->trial)) return;
  brn__tets_settle(tets, tets->trial);
  bool blind = body->elements->path_dependent;
  if (!blind && !(brn__tets_energy(ctx, tets, tets->trial) <= energy)) return;
  for (int n = 0; n < nodes->count; n++) {
    if (nodes->row[n] < 0) continue;
    brn__copy3(tets->at + 4 * (size_t)nodes->vertex[n], tets->trial + 3 * (size_t)n);
  }
}

static void end_proximal(BrnContext* ctx, BrnXpbd* tets) {
  check_way(ctx, tets);
  brn__nodes_to_points(ctx, tets->body->nodes, read_nodes(tets), tets->body->x);
  brn__tets_coarse_step(ctx, tets);
  guess(ctx, tets);
}

// ------------------------------------------------------------------------------------ with inertia

// Velocities are damped, and gravity is added to those of what is soft.
static void predict(BrnXpbd* tets) {
  double h = tets->now.h, share = exp(-tets->set.damping * h);
  for (int v = 0; v < tets->body->model->mesh->vertex_count; v++) {
    double* velocity = tets->velocity + 3 * (size_t)v;
    brn__scale3(velocity, share, velocity);
    if (tets->inverse_mass[v] > 0) brn__axpy3(velocity, velocity, h, tets->now.input->gravity);
  }
}

// Where nodes go by their velocities and gravity.
static void aim_inertia(BrnXpbd* tets) {
  double h = tets->now.h, way = tets->now.rest ? 0 : h;
  for (int v = 0; v < tets->body->model->mesh->vertex_count; v++) {
    double *y = tets->aim + 3 * (size_t)v, *x = tets->at + 4 * (size_t)v;
    brn__axpy3(y, tets->before + 3 * (size_t)v, way, tets->velocity + 3 * (size_t)v);
    bool falls = !(tets->inverse_mass[v] > 0) || tets->now.rest;
    if (falls) brn__axpy3(y, y, h * h, tets->now.input->gravity);
    brn__copy3(x, y);
  }
}

// v = (x - x_before) / h
static void settle_velocities(BrnXpbd* tets) {
  size_t size = 3 * sizeof(double) * (size_t)tets->body->model->mesh->vertex_count;
  if (tets->quasi || tets->now.rest) {
    memset(tets->velocity, 0, size);
    return;
  }
  for (int v = 0; v < tets->body->model->mesh->vertex_count; v++) {
    double* velocity = tets->velocity + 3 * (size_t)v;
    brn__sub3(velocity, tets->at + 4 * (size_t)v, tets->before + 3 * (size_t)v);
    brn__scale3(velocity, 1 / tets->now.h, velocity);
  }
}

// -------------------------------------------------------------------------------------- a sub-step

void brn__xpbd_begin(BrnContext* ctx, BrnXpbd* tets, const BrnState* state) {
  for (int v = 0; v < tets->body->model->mesh->vertex_count; v++) {
    brn__copy3(tets->before + 3 * (size_t)v, tets->at + 4 * (size_t)v);
  }
  if (tets->quasi && tets->now.index == 0) {
    brn__tets_carry(tets, state->input->bone, tets->now.input->bone);
  }
  if (!tets->quasi && !tets->now.rest) predict(tets);
  if (!tets->quasi) aim_inertia(tets);
  place_given(ctx, tets, tets->now.input);
  weigh(ctx, tets); // bones are made rigid by it, too
  stiffen(ctx, tets);
  begin_proximal(ctx, tets);
}

void brn__xpbd_project(BrnContext* ctx, BrnXpbd* tets) {
  for_each_color(ctx, tets, project_batch);
  brn__tets_patches_project(ctx, tets);
  brn__mixed_project(tets);
  restore_held(tets);
}

void brn__xpbd_end(BrnContext* ctx, BrnXpbd* tets) {
  end_proximal(ctx, tets);
  place_given(ctx, tets, tets->now.input);
  settle_velocities(tets);
}
