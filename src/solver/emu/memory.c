// SPDX-License-Identifier: Apache-2.0
//
// Limited memory in deformation space (memory.h): pairs of steps of F and changes of the gradient.

#include "solver/emu/memory.h"

#include <string.h>

#define CURVED 1e-12 // step . change, over the product of their lengths

void brn__memory_destroy(BrnContext* ctx, BrnEmuMemory* memory) {
  if (!memory) return;
  brn__lbfgs_destroy(ctx, &memory->pairs);
  brn__free(ctx, memory->gradient);
  brn__free(ctx, memory);
}

static double dot(BrnContext* ctx, const void* user, const double* a, const double* b) {
  return brn__deformation_dot(ctx, user, (const BrnDeformation*)a, (const BrnDeformation*)b);
}

BrnStatus brn__memory_create(BrnContext* ctx, const BrnEmu* e, int most, BrnEmuMemory** out) {
  int batches = e->body->elements->batch_count;
  size_t size = sizeof(BrnDeformation) / sizeof(double) * (size_t)batches;
  BrnEmuMemory* memory = brn__new_zero(ctx, 1, BrnEmuMemory);
  *out = memory;
  if (!memory) return BRN_NO_MEMORY;
  memory->pairs = (BrnLbfgs){.size = size, .most = most, .least = CURVED, .dot = dot, .user = e};
  BRN_TRY(brn__lbfgs_create(ctx, &memory->pairs));
  memory->gradient = brn__new_zero(ctx, batches, BrnDeformation);
  return memory->gradient ? BRN_OK : BRN_NO_MEMORY;
}

void brn__memory_forget(BrnEmuMemory* memory) {
  brn__lbfgs_forget(&memory->pairs);
  memory->pending = false;
}

// ------------------------------------------------------------------------------------------ pairs

// deformations as numbers
static double* numbers(BrnDeformation* deformations) { return &deformations[0][0][0]; }

static void scale(BrnContext* ctx, const BrnEmuMemory* m, double s, const double* a, double* out) {
  brn__combine(ctx, m->pairs.size, s, a, 0, a, out);
}

void brn__memory_keep(BrnContext* ctx, BrnEmu* e, double s) {
  BrnEmuMemory* m = e->memory;
  scale(ctx, m, s, numbers(e->d), brn__lbfgs_step(&m->pairs, -1));
  memcpy(m->gradient, e->g, sizeof(double) * m->pairs.size);
  m->pending = true;
}

// the pair of the last step, where the energy is curved along it
static void complete(BrnContext* ctx, BrnEmu* e) {
  BrnEmuMemory* m = e->memory;
  if (!m->pending) return;
  m->pending = false;
  brn__combine(ctx, m->pairs.size, 1, numbers(e->g), -1, numbers(m->gradient),
               brn__lbfgs_change(&m->pairs, -1));
  brn__lbfgs_keep(ctx, &m->pairs);
}

// what the inverse of the curvature was along the last step (Nocedal and Wright 2006, 7.20)
static double scale_of(BrnContext* ctx, const BrnEmu* e) {
  const BrnLbfgs* pairs = &e->memory->pairs;
  if (pairs->count == 0) return e->memory->scale;
  const double *s = brn__lbfgs_step(pairs, 0), *z = brn__lbfgs_change(pairs, 0);
  return dot(ctx, e, s, z) / dot(ctx, e, z, z);
}

double brn__memory_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  BrnEmuMemory* m = e->memory;
  double begin = brn__seconds(), *d = numbers(e->d);
  complete(ctx, e);
  memcpy(d, e->g, sizeof(double) * m->pairs.size);
  brn__lbfgs_descend(ctx, &m->pairs, d);
  if (m->plain) {
    scale(ctx, m, scale_of(ctx, e), d, d);
  } else {
    brn__woodbury_apply(ctx, e, e->d, e->d);
  }
  brn__lbfgs_ascend(ctx, &m->pairs, d);
  scale(ctx, m, -1, d, d);
  double slope = brn__deformation_dot(ctx, e, e->g, e->d);
  report->seconds.solve += brn__seconds() - begin;
  return slope;
}
