// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/memory.h"

#include <string.h>

enum { GRAIN = 16 };

#define CURVED 1e-12 // step . change, over the product of their lengths

void brn__memory_destroy(BrnContext* ctx, BrnEmuMemory* memory) {
  if (!memory) return;
  for (int i = 0; i < memory->most; i++) {
    brn__free(ctx, memory->step[i]);
    brn__free(ctx, memory->change[i]);
  }
  brn__free(ctx, memory->gradient);
  brn__free(ctx, memory);
}

BrnStatus brn__memory_create(BrnContext* ctx, const BrnEmu* e, int most, BrnEmuMemory** out) {
  int batches = e->body->elements->batch_count;
  BrnEmuMemory* memory = brn__new_zero(ctx, 1, BrnEmuMemory);
  *out = memory;
  if (!memory) return BRN_NO_MEMORY;
  memory->most = most;
  for (int i = 0; i < most; i++) {
    memory->step[i] = brn__new_zero(ctx, batches, BrnStrain);
    memory->change[i] = brn__new_zero(ctx, batches, BrnStrain);
    if (!memory->step[i] || !memory->change[i]) return BRN_NO_MEMORY;
  }
  memory->gradient = brn__new_zero(ctx, batches, BrnStrain);
  return memory->gradient ? BRN_OK : BRN_NO_MEMORY;
}

void brn__memory_forget(BrnEmuMemory* memory) {
  memory->count = 0;
  memory->pending = false;
}

// ------------------------------------------------------------------------------------------- sums

typedef struct Add {
  const BrnStrain *a, *b;
  double s;
  BrnStrain* out;
} Add;

// out = a + s b
static void add_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Add* add = user;
  for (int b = begin; b < end; b++) {
    for (int k = 0; k < 9; k++) {
      for (int i = 0; i < BRN_LANES; i++) {
        add->out[b][k][i] = add->a[b][k][i] + add->s * add->b[b][k][i];
      }
    }
  }
}

static void add(BrnContext* ctx, const BrnEmu* e, const BrnStrain* a, double s, const BrnStrain* b,
                BrnStrain* out) {
  Add what = {a, b, s, out};
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, add_batches, &what);
}

// ------------------------------------------------------------------------------------------ pairs

void brn__memory_keep(BrnContext* ctx, BrnEmu* e, double s) {
  BrnEmuMemory* m = e->memory;
  int at = (m->newest + 1) % m->most;
  add(ctx, e, e->d, s - 1, e->d, m->step[at]);
  memcpy(m->gradient, e->g, sizeof(BrnStrain) * (size_t)e->body->elements->batch_count);
  m->pending = true;
}

// the pair of the last step, where the energy is curved along it
static void complete(BrnContext* ctx, BrnEmu* e) {
  BrnEmuMemory* m = e->memory;
  int at = (m->newest + 1) % m->most;
  if (!m->pending) return;
  m->pending = false;
  add(ctx, e, e->g, -1, m->gradient, m->change[at]);
  double product = brn__strain_dot(ctx, e, m->step[at], m->change[at]);
  double steps = brn__strain_dot(ctx, e, m->step[at], m->step[at]);
  double changes = brn__strain_dot(ctx, e, m->change[at], m->change[at]);
  if (!(product > 0) || product * product <= CURVED * CURVED * steps * changes) return;
  m->product[at] = product;
  m->newest = at;
  if (m->count < m->most) m->count++;
}

// what the inverse of the curvature was along the last step (Nocedal and Wright 2006, 7.20)
static double scale_of(BrnContext* ctx, const BrnEmu* e) {
  const BrnEmuMemory* m = e->memory;
  if (m->count == 0) return m->scale;
  const BrnStrain* change = m->change[m->newest];
  return m->product[m->newest] / brn__strain_dot(ctx, e, change, change);
}

double brn__memory_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  BrnEmuMemory* m = e->memory;
  size_t size = sizeof(BrnStrain) * (size_t)e->body->elements->batch_count;
  double share[BRN_EMU_MOST_PAIRS], begin = brn__seconds();
  complete(ctx, e);
  memcpy(e->d, e->g, size);
  for (int i = 0; i < m->count; i++) {
    int at = (m->newest - i + m->most) % m->most;
    share[at] = brn__strain_dot(ctx, e, m->step[at], e->d) / m->product[at];
    add(ctx, e, e->d, -share[at], m->change[at], e->d);
  }
  if (m->plain) {
    add(ctx, e, e->d, scale_of(ctx, e) - 1, e->d, e->d);
  } else {
    brn__woodbury_apply(ctx, e, e->d, e->d);
  }
  for (int i = m->count - 1; i >= 0; i--) {
    int at = (m->newest - i + m->most) % m->most;
    double back = brn__strain_dot(ctx, e, m->change[at], e->d) / m->product[at];
    add(ctx, e, e->d, share[at] - back, m->step[at], e->d);
  }
  add(ctx, e, e->d, -2, e->d, e->d);
  double slope = brn__strain_dot(ctx, e, e->g, e->d);
  report->seconds.solve += brn__seconds() - begin;
  return slope;
}
