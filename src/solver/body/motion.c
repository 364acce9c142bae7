// SPDX-License-Identifier: Apache-2.0
//
// Backward differences with variable steps (motion.h): coefficients of a step, where the nodes
// would go without forces (`reach`), and velocities and accelerations once it is taken.

#include "solver/body/motion.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 4096 };

// second order is stable up to a growth of steps by 1 + sqrt(2) (Grigorieff 1983)
#define MOST_GROWTH 2.4

void brn__motion_destroy(BrnContext* ctx, BrnMotion* motion) {
  if (!motion) return;
  double* vectors[] = {motion->y0,           motion->v0,    motion->y1,  motion->v1,
                       motion->acceleration, motion->reach, motion->miss};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) brn__free(ctx, vectors[i]);
  brn__free(ctx, motion);
}

static bool take_vectors(BrnContext* ctx, BrnMotion* motion) {
  double** vectors[] = {&motion->y0,           &motion->v0,    &motion->y1,  &motion->v1,
                        &motion->acceleration, &motion->reach, &motion->miss};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    *vectors[i] = brn__new_zero(ctx, 3 * (size_t)motion->node_count, double);
    if (!*vectors[i]) return false;
  }
  return true;
}

BrnStatus brn__motion_create(BrnContext* ctx, const BrnNodes* nodes, const BrnSolverDef* def,
                             BrnMotion** out) {
  BRN_ASSERT(ctx && nodes && def && out);
  BrnMotion* motion = brn__new_zero(ctx, 1, BrnMotion);
  *out = motion;
  if (!motion) return BRN_NO_MEMORY;
  motion->integrator = def->integrator;
  motion->mass_damping = def->mass_damping;
  motion->node_count = nodes->count;
  return take_vectors(ctx, motion) ? BRN_OK : BRN_NO_MEMORY;
}

// ------------------------------------------------------------------------------------------- state

static void read_nodes(const BrnNodes* nodes, const double* vertices, double* out) {
  for (int i = 0; i < nodes->count; i++) {
    brn__copy3(out + 3 * (size_t)i, vertices + 3 * (size_t)nodes->vertex[i]);
  }
}

BrnStatus brn__motion_begin(BrnContext* ctx, BrnMotion* motion, const BrnNodes* nodes,
                            const BrnState* state, double time) {
  motion->whole = time - state->time;
  motion->last = state->step;
  if (!(motion->whole > 0) || !isfinite(motion->whole)) {
    return brn__fail(ctx, BRN_INVALID,
                     "solver.dynamic: a step from %g s to %g s takes no time; the time of an input "
                     "must be later than that of the state",
                     state->time, time);
  }
  read_nodes(nodes, state->position, motion->y0);
  read_nodes(nodes, state->velocity, motion->v0);
  read_nodes(nodes, state->position_before, motion->y1);
  read_nodes(nodes, state->velocity_before, motion->v1);
  return BRN_OK;
}

static void write_vertices(BrnContext* ctx, const BrnNodes* nodes, const double* from, double* x,
                           int vertex_count, double* to) {
  brn__nodes_to_points(ctx, nodes, from, x);
  memcpy(to, x, 3 * sizeof(double) * (size_t)vertex_count);
}

void brn__motion_end(BrnContext* ctx, const BrnMotion* motion, const BrnNodes* nodes, double* x,
                     BrnState* state) {
  int count = state->vertex_count;
  write_vertices(ctx, nodes, motion->v0, x, count, state->velocity);
  write_vertices(ctx, nodes, motion->acceleration, x, count, state->acceleration);
  write_vertices(ctx, nodes, motion->y1, x, count, state->position_before);
  write_vertices(ctx, nodes, motion->v1, x, count, state->velocity_before);
  state->step = motion->last;
}

// ------------------------------------------------------------------------------------------- parts

void brn__motion_aim(BrnMotion* motion, double share) {
  double h = share * motion->whole, damping = motion->mass_damping;
  double r = motion->last > 0 ? h / motion->last : INFINITY;
  bool second = motion->integrator == BRN_BDF2 && r < MOST_GROWTH;
  double a0 = second ? (1 + 2 * r) / (1 + r) : 1, a2 = second ? r * r / (1 + r) : 0;
  motion->h = h, motion->a0 = a0, motion->a2 = a2;
  motion->weight = a0 / h * (a0 / h + damping);
  for (size_t i = 0; i < 3 * (size_t)motion->node_count; i++) {
    double offset = a2 * (motion->y0[i] - motion->y1[i]);
    double speed = a0 * motion->v0[i] + a2 * (motion->v0[i] - motion->v1[i]);
    motion->reach[i] = ((a0 / h + damping) * offset + speed) / (h * motion->weight);
  }
}

static void swap(double** a, double** b) {
  double* c = *a;
  *a = *b, *b = c;
}

void brn__motion_accept(BrnMotion* motion, const double* y) {
  double a0 = motion->a0, a2 = motion->a2, h = motion->h;
  for (size_t i = 0; i < 3 * (size_t)motion->node_count; i++) {
    double v0 = motion->v0[i], v1 = motion->v1[i];
    double v = (a0 * (y[i] - motion->y0[i]) + a2 * (motion->y1[i] - motion->y0[i])) / h;
    motion->acceleration[i] = (a0 * (v - v0) + a2 * (v1 - v0)) / h;
    motion->v1[i] = v;
  }
  swap(&motion->v0, &motion->v1);
  swap(&motion->y0, &motion->y1);
  memcpy(motion->y0, y, 3 * sizeof(double) * (size_t)motion->node_count);
  motion->last = h;
}

// ---------------------------------------------------------------------------------------- the miss

typedef struct Miss {
  BrnMotion* motion;
  const double* y;
} Miss;

static void measure(void* user, int begin, int end, int worker) {
  (void)worker;
  const Miss* miss = user;
  BrnMotion* motion = miss->motion;
  for (int i = begin; i < end; i++) {
    motion->miss[i] = miss->y[i] - motion->y0[i] - motion->reach[i];
  }
}

void brn__motion_measure(BrnContext* ctx, BrnMotion* motion, const double* y) {
  Miss miss = {motion, y};
  brn__parallel_for(ctx, 3 * motion->node_count, GRAIN, measure, &miss);
}
