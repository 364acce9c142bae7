// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/tets.h"

#include "core/vec.h"
#include "solver/newton/rigid.h"

#include <math.h>
#include <string.h>

enum {
  GRAIN = 4,   // batches
  SMALLER = 2, // steps, after one that failed
  HALVINGS = 3
};

void brn__xpbd_tets_destroy(BrnContext* ctx, BrnXpbdTets* tets) {
  if (!tets) return;
  brn__tets_patches_free(ctx, &tets->patches);
  brn__tets_coarse_free(ctx, &tets->coarse);
  brn__anderson_free(ctx, &tets->memory);
  brn__mixed_free(ctx, &tets->mixed);
  brn__newton_destroy(ctx, tets->body);
  brn__free(ctx, tets->bones.vertex);
  brn__free(ctx, tets->bones.rank);
  brn__free(ctx, tets->bones.mass);
  brn__free(ctx, tets->bones.node);
  brn__free(ctx, tets->bones.row);
  brn__free(ctx, tets->bones.stiffness);
  brn__free(ctx, tets->bones.before);
  brn__tets_rows_free(ctx, &tets->rows);
  brn__free(ctx, tets->mass);
  brn__free(ctx, tets->aim);
  brn__free(ctx, tets->color_start);
  brn__free(ctx, tets->color_batch);
  brn__free(ctx, tets->lambda);
  brn__free(ctx, tets->at);
  brn__free(ctx, tets->anchor);
  brn__free(ctx, tets->force);
  brn__free(ctx, tets->held);
  brn__free(ctx, tets);
}

BrnStatus brn__xpbd_tets_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdTets** out) {
  BrnXpbdTets* tets = *out = brn__new_zero(ctx, 1, BrnXpbdTets);
  if (!tets) return BRN_NO_MEMORY;
  tets->quasi = brn__xpbd_is_quasi(&xpbd->def);
  return brn__tets_make(ctx, xpbd, tets);
}

// ------------------------------------------------------------------------------ all tets, by color

typedef void BatchFn(BrnXpbdTets* tets, int batch);

typedef struct Pass {
  BrnXpbdTets* tets;
  BatchFn* fn;
  const int* batch; // of the color
} Pass;

static void do_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Pass* pass = user;
  for (int i = begin; i < end; i++) pass->fn(pass->tets, pass->batch[i]);
}

static void for_each_color(BrnContext* ctx, BrnXpbdTets* tets, BatchFn* fn) {
  for (int c = 0; c < tets->color_count; c++) {
    Pass pass = {tets, fn, tets->color_batch + tets->color_start[c]};
    brn__parallel_for(ctx, tets->color_start[c + 1] - tets->color_start[c], GRAIN, do_batches,
                      &pass);
  }
}

static void project_batch(BrnXpbdTets* tets, int b) {
  const BrnBatch* batch = &tets->body->elements->batch[b];
  BrnStrain F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__tets_strain)(batch, tets->at, F);
  brn__tets_evaluate(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_DEFINITE, &out);
  BRN_LANE_PICK(brn__tets_project)(batch, tets->scale, &out, tets->at, tets->lambda[b]);
}

static void aim_batch(BrnXpbdTets* tets, int b) {
  const BrnBatch* batch = &tets->body->elements->batch[b];
  BrnStrain F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__tets_strain)(batch, tets->at, F);
  brn__tets_evaluate(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_STRESS, &out);
  for (int k = 0; k < 9 * BRN_LANES; k++) {
    int p = k / BRN_LANES, i = k % BRN_LANES;
    tets->lambda[b][p][i] = -tets->scale * batch->volume[i] * out.stress[p][i];
  }
}

static void add_batch(BrnXpbdTets* tets, int b) {
  BRN_LANE_PICK(brn__tets_add_forces)
  (&tets->body->elements->batch[b], (const double(*)[BRN_LANES])tets->lambda[b], tets->at,
   tets->force);
}

// ------------------------------------------------------------------------------------------- nodes

// what is given is where the input has it, and all points are where their nodes are
static void place_given(BrnContext* ctx, BrnXpbdTets* tets, const BrnStepInput* input) {
  BrnNewton* body = tets->body;
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

static void restore_held(BrnXpbdTets* tets) {
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
static void take_loads(BrnContext* ctx, BrnXpbdTets* tets) {
  BrnNewton* body = tets->body;
  memset(tets->force, 0, 3 * sizeof(double) * (size_t)body->model->mesh->vertex_count);
  brn__newton_load(ctx, body);
  for (int n = 0; n < body->nodes->count; n++) {
    brn__scale3(tets->force + 3 * (size_t)body->nodes->vertex[n], tets->scale,
                body->dead + 3 * (size_t)n);
  }
}

// x = anchor + w force
static void push(BrnXpbdTets* tets) {
  const BrnNodes* nodes = tets->body->nodes;
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    double* x = tets->at + 4 * v;
    if (nodes->row[n] >= 0) brn__axpy3(x, tets->anchor + 3 * v, x[3], tets->force + 3 * v);
  }
  restore_held(tets);
}

// the nodes where they are now
static const double* read_nodes(BrnXpbdTets* tets) {
  BrnNewton* body = tets->body;
  for (int n = 0; n < body->nodes->count; n++) {
    if (body->nodes->row[n] < 0) continue;
    brn__copy3(body->y + 3 * (size_t)n, tets->at + 4 * (size_t)body->nodes->vertex[n]);
  }
  return body->y;
}

// bones to where they are rigid and held
static void stiffen(BrnContext* ctx, BrnXpbdTets* tets) {
  BrnNewton* body = tets->body;
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
static void find_forces(BrnContext* ctx, BrnXpbdTets* tets) {
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
static void weigh(BrnContext* ctx, BrnXpbd* xpbd) {
  if (xpbd->now.index > 0) return;
  BrnStatus status = brn__tets_weigh(ctx, xpbd->tets, xpbd->now.h, true);
  BRN_ASSERT(status == BRN_OK); // it has had the same room before
  (void)status;
  brn__mixed_weigh(xpbd->tets);
}

static void begin_proximal(BrnContext* ctx, BrnXpbd* xpbd) {
  BrnXpbdTets* tets = xpbd->tets;
  weigh(ctx, xpbd);
  if (xpbd->now.index == 0 || !tets->quasi) { // with inertia each sub-step seeks another shape
    brn__anderson_forget(&tets->memory);
    tets->scale = 1;
  }
  for (size_t v = 0; v < (size_t)xpbd->points.count; v++) {
    brn__copy3(tets->anchor + 3 * v, tets->at + 4 * v);
  }
  find_forces(ctx, tets);
  tets->energy = brn__tets_energy(ctx, tets, tets->body->y);
  push(tets);
}

// nodes at a share of the way from the anchor to where they are
static void shorten(BrnXpbdTets* tets, double share) {
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
static void check_way(BrnContext* ctx, BrnXpbdTets* tets) {
  if (tets->body->elements->path_dependent) return;
  for (int k = 0; !(brn__tets_energy(ctx, tets, read_nodes(tets)) <= tets->energy); k++) {
    if (k == 0) tets->scale /= SMALLER;
    shorten(tets, k < HALVINGS ? 0.5 : 0);
    if (k == HALVINGS) return;
  }
}

// What was found leads on to a guess, which is taken if its energy is lower still (Peng et al.
// 2018).
static void guess(BrnContext* ctx, BrnXpbdTets* tets) {
  BrnNewton* body = tets->body;
  const BrnNodes* nodes = body->nodes;
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    brn__copy3(body->start + 3 * (size_t)n, tets->anchor + 3 * v);
    brn__sub3(body->part + 3 * (size_t)n, tets->at + 4 * v, tets->anchor + 3 * v);
  }
  double energy = brn__tets_energy(ctx, tets, read_nodes(tets));
  brn__anderson_guess(ctx, tets, body->start, body->part, body->trial);
  brn__tets_settle(tets, body->trial);
  bool blind = body->elements->path_dependent;
  if (!blind && !(brn__tets_energy(ctx, tets, body->trial) <= energy)) return;
  for (int n = 0; n < nodes->count; n++) {
    if (nodes->row[n] < 0) continue;
    brn__copy3(tets->at + 4 * (size_t)nodes->vertex[n], body->trial + 3 * (size_t)n);
  }
}

static void end_proximal(BrnContext* ctx, BrnXpbdTets* tets) {
  check_way(ctx, tets);
  brn__nodes_to_points(ctx, tets->body->nodes, read_nodes(tets), tets->body->x);
  brn__tets_coarse_step(ctx, tets);
  guess(ctx, tets);
}

// ------------------------------------------------------------------------------------ with inertia

// Where nodes go by their velocities and gravity, which points.c has added to the velocities of
// what is soft already.
static void aim_inertia(BrnXpbd* xpbd) {
  BrnXpbdTets* tets = xpbd->tets;
  double h = xpbd->now.h, way = xpbd->now.rest ? 0 : h;
  for (int v = 0; v < xpbd->points.count; v++) {
    double *y = tets->aim + 3 * (size_t)v, *x = tets->at + 4 * (size_t)v;
    brn__axpy3(y, xpbd->points.start + 3 * (size_t)v, way, xpbd->points.velocity + 3 * (size_t)v);
    bool falls = !(xpbd->points.at[4 * (size_t)v + 3] > 0) || xpbd->now.rest;
    if (falls) brn__axpy3(y, y, h * h, xpbd->now.input->gravity);
    brn__copy3(x, y);
  }
}

// -------------------------------------------------------------------------------------- a sub-step

void brn__xpbd_tets_begin(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state) {
  BrnXpbdTets* tets = xpbd->tets;
  for (int v = 0; v < xpbd->points.count; v++) {
    brn__copy3(tets->at + 4 * (size_t)v, xpbd->points.start + 3 * (size_t)v);
  }
  if (tets->quasi && xpbd->now.index == 0) {
    brn__tets_carry(tets, state->input->bone, xpbd->now.input->bone);
  }
  if (!tets->quasi) aim_inertia(xpbd);
  place_given(ctx, tets, xpbd->now.input);
  stiffen(ctx, tets);
  begin_proximal(ctx, xpbd);
}

void brn__xpbd_tets_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration) {
  (void)iteration;
  BrnXpbdTets* tets = xpbd->tets;
  for_each_color(ctx, tets, project_batch);
  brn__tets_patches_project(ctx, tets);
  brn__mixed_project(tets);
  restore_held(tets);
}

void brn__xpbd_tets_end(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state) {
  (void)state;
  BrnXpbdTets* tets = xpbd->tets;
  end_proximal(ctx, tets);
  place_given(ctx, tets, xpbd->now.input);
  for (int v = 0; v < xpbd->points.count; v++) {
    const double* x = tets->at + 4 * (size_t)v;
    brn__copy3(xpbd->points.at + 4 * (size_t)v, x);
    if (tets->quasi) brn__copy3(xpbd->points.start + 3 * (size_t)v, x); // there is no velocity
  }
}
