// SPDX-License-Identifier: Apache-2.0
//
// A with single entries, for factors: the dofs of bones first, then the coordinates of soft rows. A
// soft row has the entries of K with other soft rows, and before them one for each dof that moves a
// bone's node next to it.

#include "solver/body/rigid.h"

#include <string.h>

enum { GRAIN = 64 };

// ----------------------------------------------------------------------------------------- pattern

typedef struct Pattern {
  const BrnBlocks* K;
  const BrnRigid* rigid;
  uint8_t* near;  // does a dof move a neighbour of the row?                (dof_count)
  uint8_t* pairs; // dofs that meet                                         (dof_count x dof_count)
  size_t* length; // of the rows of the dofs                                (dof_count)
} Pattern;

// the dofs next to a row of K; returns how many
static int find_near(const Pattern* p, int row) {
  const BrnRigid* rigid = p->rigid;
  int count = rigid->dof_count, found = 0;
  memset(p->near, 0, (size_t)count);
  for (int e = p->K->start[row]; e < p->K->start[row + 1]; e++) {
    if (p->K->column[e] >= rigid->node_count) break;
    const uint8_t* moves = rigid->moves + (size_t)rigid->row_bone[p->K->column[e]] * (size_t)count;
    for (int d = 0; d < count; d++) p->near[d] |= moves[d];
  }
  for (int d = 0; d < count; d++) found += p->near[d];
  return found;
}

static int soft_columns(const Pattern* p, int row) {
  int count = 0;
  for (int e = p->K->start[row]; e < p->K->start[row + 1]; e++) {
    count += p->K->column[e] >= p->rigid->node_count;
  }
  return 3 * count;
}

static void find_pairs(const Pattern* p) {
  int count = p->rigid->dof_count;
  for (int r = 0; r < p->rigid->node_count; r++) {
    const uint8_t* moves = p->rigid->moves + (size_t)p->rigid->row_bone[r] * (size_t)count;
    find_near(p, r);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        if (!(moves[i] && p->near[j])) continue;
        p->pairs[(size_t)i * (size_t)count + (size_t)j] = 1;
        p->pairs[(size_t)j * (size_t)count + (size_t)i] = 1;
      }
    }
  }
}

// mirror_start, lengths of the rows of dofs, and how many entries there are
static size_t count_entries(const Pattern* p, int* mirror_start) {
  int count = p->rigid->dof_count, first = p->rigid->node_count;
  size_t entries = 0, mirrors = 0;
  for (int i = 0; i < count * count; i++) p->length[i / count] += p->pairs[i];
  for (int r = first; r < p->K->row_count; r++) {
    int near = find_near(p, r);
    for (int d = 0; d < count; d++) p->length[d] += 3 * (size_t)p->near[d];
    entries += 3 * (size_t)(near + soft_columns(p, r));
    mirror_start[r - first] = (int)mirrors;
    mirrors += 3 * (size_t)near;
  }
  mirror_start[p->K->row_count - first] = (int)mirrors;
  for (int d = 0; d < count; d++) entries += p->length[d];
  return entries;
}

static void begin_dofs(const Pattern* p, BrnCsr* A) {
  int count = p->rigid->dof_count;
  A->start[0] = 0;
  for (int d = 0; d < count; d++) {
    int at = A->start[d];
    for (int c = 0; c < count; c++) {
      if (p->pairs[(size_t)d * (size_t)count + (size_t)c]) A->column[at++] = c;
    }
    A->start[d + 1] = A->start[d] + (int)p->length[d];
    p->length[d] = (size_t)at; // where the next soft column goes
  }
}

static void fill_soft_row(const Pattern* p, int row, BrnCsr* A, BrnRigid* rigid) {
  int count = rigid->dof_count, first = rigid->node_count;
  int mirror = rigid->mirror_start[row - first];
  find_near(p, row);
  for (int a = 0; a < 3; a++) {
    int i = count + 3 * (row - first) + a, at = A->start[i];
    for (int d = 0; d < count; d++) {
      if (!p->near[d]) continue;
      A->column[at++] = d;
      A->column[p->length[d]] = i;
      rigid->mirror[mirror++] = (int)p->length[d]++;
    }
    for (int e = p->K->start[row]; e < p->K->start[row + 1]; e++) {
      int column = p->K->column[e] - first;
      for (int b = 0; b < 3 && column >= 0; b++) A->column[at++] = count + 3 * column + b;
    }
    A->start[i + 1] = at;
  }
}

static void forget(BrnContext* ctx, BrnRigid* rigid) {
  brn__csr_destroy(ctx, rigid->A);
  brn__free(ctx, rigid->mirror_start);
  brn__free(ctx, rigid->mirror);
  rigid->A = NULL, rigid->mirror_start = rigid->mirror = NULL;
}

static BrnStatus build(BrnContext* ctx, BrnBody* body, Pattern* p) {
  BrnRigid* rigid = body->rigid;
  size_t count = (size_t)rigid->dof_count;
  int soft = p->K->row_count - rigid->node_count;
  p->near = brn__scratch(ctx, count, uint8_t);
  p->pairs = brn__scratch_zero(ctx, count * count, uint8_t);
  p->length = brn__scratch_zero(ctx, count, size_t);
  forget(ctx, rigid);
  rigid->mirror_start = brn__new(ctx, soft + 1, int);
  BrnCsr* A = rigid->A = brn__new_zero(ctx, 1, BrnCsr);
  if (!p->near || !p->pairs || !p->length || !rigid->mirror_start || !A) return BRN_NO_MEMORY;
  // which unknowns meet: counted, then filled, those of bones first
  find_pairs(p);
  size_t entries = count_entries(p, rigid->mirror_start);
  if (entries > INT32_MAX) return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large");
  A->row_count = rigid->unknown_count;
  A->start = brn__new(ctx, A->row_count + 1, int);
  A->column = brn__new(ctx, entries, int);
  A->value = brn__new_zero(ctx, entries, double);
  rigid->mirror = brn__new(ctx, rigid->mirror_start[soft], int);
  if (!A->start || !A->column || !A->value || !rigid->mirror) return BRN_NO_MEMORY;
  begin_dofs(p, A);
  for (int r = rigid->node_count; r < p->K->row_count; r++) fill_soft_row(p, r, A, rigid);
  return BRN_OK;
}

BrnStatus brn__rigid_pattern(BrnContext* ctx, BrnBody* body, const BrnBlocks* K) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Pattern pattern = {.K = K, .rigid = body->rigid};
  BrnStatus status = build(ctx, body, &pattern);
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------ values

typedef struct Values {
  const BrnRigid* rigid;
  const BrnCsr* K;
} Values;

// the entries of a row of K with bones times T
static double product(const Values* values, int row, int dof) {
  const BrnCsr* K = values->K;
  const BrnRigid* rigid = values->rigid;
  int rows = 3 * rigid->node_count, count = rigid->dof_count;
  double sum = 0;
  for (int e = K->start[row]; e < K->start[row + 1] && K->column[e] < rows; e++) {
    sum += K->value[e] * rigid->T[(size_t)K->column[e] * (size_t)count + (size_t)dof];
  }
  return sum;
}

static void fill_soft(void* user, int begin, int end, int worker) {
  (void)worker;
  const Values* values = user;
  const BrnRigid* rigid = values->rigid;
  const BrnCsr* K = values->K;
  BrnCsr* A = rigid->A;
  for (int r = begin; r < end; r++) {
    const int* mirror = rigid->mirror + rigid->mirror_start[r];
    for (int a = 0; a < 3; a++) {
      int from = 3 * (rigid->node_count + r) + a, to = rigid->dof_count + 3 * r + a;
      int at = A->start[to];
      for (; A->column[at] < rigid->dof_count; at++) {
        A->value[at] = A->value[*mirror++] = product(values, from, A->column[at]);
      }
      size_t rest = (size_t)(A->start[to + 1] - at);
      memcpy(A->value + at, K->value + (size_t)K->start[from + 1] - rest, sizeof(double) * rest);
    }
  }
}

// T^T K T + H, symmetric to the bit
static double stiffness(const BrnRigid* rigid, int i, int j) {
  size_t count = (size_t)rigid->dof_count;
  int low = i < j ? i : j, high = i < j ? j : i;
  double sum = rigid->H[(size_t)low * count + (size_t)high];
  for (size_t r = 0; r < 3 * (size_t)rigid->node_count; r++) {
    sum += rigid->T[r * count + (size_t)low] * rigid->KT[r * count + (size_t)high];
  }
  return sum;
}

static void fill_dofs(const Values* values) {
  const BrnRigid* rigid = values->rigid;
  int count = rigid->dof_count;
  for (int r = 0; r < 3 * rigid->node_count; r++) {
    for (int d = 0; d < count; d++)
      rigid->KT[(size_t)r * (size_t)count + (size_t)d] = product(values, r, d);
  }
  for (int d = 0; d < count; d++) {
    for (int e = rigid->A->start[d]; e < rigid->A->start[d + 1]; e++) {
      if (rigid->A->column[e] >= count) break;
      rigid->A->value[e] = stiffness(rigid, d, rigid->A->column[e]);
    }
  }
}

void brn__rigid_assemble(BrnContext* ctx, BrnBody* body, const BrnCsr* K) {
  Values values = {body->rigid, K};
  fill_dofs(&values);
  brn__parallel_for(ctx, body->nodes->row_count - body->rigid->node_count, GRAIN, fill_soft,
                    &values);
}
