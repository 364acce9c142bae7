// SPDX-License-Identifier: Apache-2.0
//
// M = S^T m S (inertia.h) by rows: found once from the weights of the points, then energies |d|_M^2
// / 2, forces M d and blocks.

#include "solver/body/inertia.h"

#include "core/vec.h"
#include "sparse/sparse.h"

#include <string.h>

enum { GRAIN = 256 };

#define ANCHOR 1e-6 // share of the mean diagonal of the Poisson matrix

void brn__inertia_destroy(BrnContext* ctx, BrnInertia* inertia) {
  if (!inertia) return;
  brn__free(ctx, inertia->start);
  brn__free(ctx, inertia->node);
  brn__free(ctx, inertia->place);
  brn__free(ctx, inertia->mass);
  brn__free(ctx, inertia->room);
  brn__free(ctx, inertia);
}

// ----------------------------------------------------------------------------------------- entries

typedef struct Source {
  const BrnModel* model;
  const BrnNodes* nodes;
  double* block; // masses of each bone's nodes, one bone after the other
  size_t* first; // of each bone in `block`                                   (bone_count)
} Source;

// m w w^T of a vertex, for the nodes of its bone
static void add_carried(const Source* source, int v) {
  const BrnNodes* nodes = source->nodes;
  const BrnAffineBone* affine = &nodes->affine[nodes->carrier[v]];
  double* block = source->block + source->first[nodes->carrier[v]];
  int n = affine->node_count;
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    for (int j = nodes->start[v]; j < nodes->start[v + 1]; j++) {
      int a = 0, b = 0;
      while (affine->node[a] != nodes->node[i]) a++;
      while (affine->node[b] != nodes->node[j]) b++;
      block[a * n + b] += source->model->mass[v] * nodes->weight[i] * nodes->weight[j];
    }
  }
}

static BrnStatus weigh_bones(BrnContext* ctx, Source* source) {
  const BrnNodes* nodes = source->nodes;
  size_t size = 0;
  source->first = brn__scratch(ctx, nodes->bone_count, size_t);
  for (int b = 0; b < nodes->bone_count && source->first; b++) {
    source->first[b] = size;
    size += (size_t)nodes->affine[b].node_count * (size_t)nodes->affine[b].node_count;
  }
  source->block = brn__scratch_zero(ctx, size, double);
  if (!source->first || !source->block) return BRN_NO_MEMORY;
  for (int v = 0; v < source->model->mesh->vertex_count; v++) {
    if (nodes->carrier[v] >= 0) add_carried(source, v);
  }
  return BRN_OK;
}

// counts an entry, or with `at` (the next free place of each row) writes it
static void put(const Source* source, int from, int to, double mass, int* at, BrnInertia* inertia) {
  int row = source->nodes->row[from];
  if (row < 0 || mass == 0) return;
  if (!at) {
    inertia->start[row + 1]++;
    return;
  }
  int i = at[row]++;
  inertia->node[i] = to;
  inertia->mass[i] = mass;
}

// what rides on flesh across a gap gives its mass to the nodes that it hangs on
static void share_mass(const Source* source, int v, int* at, BrnInertia* inertia) {
  const BrnNodes* nodes = source->nodes;
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    double mass = nodes->weight[i] * source->model->mass[v];
    put(source, nodes->node[i], nodes->node[i], mass, at, inertia);
  }
}

static void list_entries(const Source* source, int* at, BrnInertia* inertia) {
  const BrnNodes* nodes = source->nodes;
  for (int b = 0; b < nodes->bone_count; b++) {
    const BrnAffineBone* affine = &nodes->affine[b];
    const double* block = source->block + source->first[b];
    int n = affine->node_count;
    for (int k = 0; k < n * n; k++) {
      put(source, affine->node[k / n], affine->node[k % n], block[k], at, inertia);
    }
  }
  for (int i = 0; i < nodes->count; i++) {
    int v = nodes->vertex[i];
    if (nodes->carrier[v] < 0) put(source, i, i, source->model->mass[v], at, inertia);
  }
  for (int v = 0; v < source->model->mesh->vertex_count; v++) {
    if (nodes->ride[v] >= 0) share_mass(source, v, at, inertia);
  }
}

void brn__inertia_place(BrnInertia* inertia, const BrnNodes* nodes, const BrnBlocks* pattern) {
  const BrnCsr matrix = {pattern->row_count, pattern->start, pattern->column, NULL};
  for (int r = 0; r < inertia->row_count; r++) {
    for (int i = inertia->start[r]; i < inertia->start[r + 1]; i++) {
      int column = nodes->row[inertia->node[i]];
      inertia->place[i] = column < 0 ? -1 : brn__csr_find(&matrix, r, column);
    }
  }
}

static BrnStatus fill(BrnContext* ctx, Source* source, BrnInertia* inertia) {
  int rows = source->nodes->row_count;
  BRN_TRY(weigh_bones(ctx, source));
  inertia->nodes = source->nodes;
  inertia->row_count = rows;
  inertia->start = brn__new_zero(ctx, rows + 1, int);
  int* at = brn__scratch(ctx, rows, int);
  if (!inertia->start || !at) return BRN_NO_MEMORY;
  list_entries(source, NULL, inertia);
  for (int r = 0; r < rows; r++) inertia->start[r + 1] += inertia->start[r];
  memcpy(at, inertia->start, sizeof(int) * (size_t)rows);
  inertia->node = brn__new(ctx, inertia->start[rows], int);
  inertia->place = brn__new(ctx, inertia->start[rows], int);
  inertia->mass = brn__new(ctx, inertia->start[rows], double);
  inertia->room = brn__new_zero(ctx, 3 * (size_t)rows, double);
  if (!inertia->node || !inertia->place || !inertia->mass || !inertia->room) return BRN_NO_MEMORY;
  list_entries(source, at, inertia);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- sizes

// what the diagonals of the Poisson matrix and of M have in common is the anchor
static void find_sizes(const BrnElements* elements, BrnInertia* inertia) {
  double diagonal = 0, mass = 0;
  for (int k = 0; k < BRN_LANES * elements->batch_count; k++) {
    const BrnBatch* batch = &elements->batch[k / BRN_LANES];
    int lane = k % BRN_LANES;
    double square = 0;
    for (int p = 0; p < 9; p++) square += batch->gradient[p][lane] * batch->gradient[p][lane];
    diagonal += batch->shear[lane] * square;
  }
  for (int i = 0; i < inertia->start[inertia->row_count]; i++) {
    if (inertia->mass[i] > 0) mass += inertia->mass[i];
  }
  inertia->anchor = mass > 0 ? ANCHOR * diagonal / mass : 0;
}

static BrnStatus check_masses(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes) {
  for (int i = 0; i < nodes->count; i++) {
    int v = nodes->vertex[i];
    if (nodes->row[i] < 0 || nodes->carrier[v] >= 0 || model->mass[v] > 0) continue;
    return brn__fail(ctx, BRN_INVALID,
                     "solver.dynamic: vertex %d has no mass; give its material a density", v);
  }
  return BRN_OK;
}

BrnStatus brn__inertia_create(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                              const BrnElements* elements, BrnInertia** out) {
  BRN_ASSERT(ctx && model && nodes && elements && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnInertia* inertia = brn__new_zero(ctx, 1, BrnInertia);
  Source source = {.model = model, .nodes = nodes};
  BrnStatus status = check_masses(ctx, model, nodes);
  if (status == BRN_OK) status = inertia ? fill(ctx, &source, inertia) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK) {
    find_sizes(elements, inertia);
  } else {
    brn__inertia_destroy(ctx, inertia);
    inertia = NULL;
  }
  *out = inertia;
  return status;
}

// ---------------------------------------------------------------------------------------- the sums

typedef struct Sum {
  const BrnInertia* inertia;
  double weight;
  const double* d; // (node_count x 3)
  double* rows;    // (row_count x 3)
  BrnBlocks* K;
} Sum;

// out = sum of M d over a row; pairs of free nodes, which come twice, count as `free`
static void row_sum(const Sum* sum, int row, double free, double out[3]) {
  const BrnInertia* inertia = sum->inertia;
  out[0] = out[1] = out[2] = 0;
  for (int i = inertia->start[row]; i < inertia->start[row + 1]; i++) {
    int node = inertia->node[i];
    double mass = sum->inertia->nodes->row[node] < 0 ? inertia->mass[i] : free * inertia->mass[i];
    brn__axpy3(out, out, mass, sum->d + 3 * (size_t)node);
  }
}

static void energy_terms(void* user, int begin, int end, double* total) {
  const Sum* sum = user;
  for (int r = begin; r < end; r++) {
    double f[3];
    row_sum(sum, r, 0.5, f);
    total[0] += brn__dot3(f, sum->d + 3 * (size_t)sum->inertia->nodes->row_node[r]);
  }
}

double brn__inertia_energy(BrnContext* ctx, const BrnInertia* inertia, const double* d) {
  Sum sum = {.inertia = inertia, .d = d};
  double total;
  brn__parallel_sum(ctx, inertia->row_count, 1, energy_terms, &sum, &total);
  return total;
}

static void add_forces(void* user, int begin, int end, int worker) {
  (void)worker;
  const Sum* sum = user;
  for (int r = begin; r < end; r++) {
    uint8_t held = sum->inertia->nodes->held[sum->inertia->nodes->row_node[r]];
    double f[3];
    row_sum(sum, r, 1, f);
    for (int a = 0; a < 3; a++) {
      if (!(held >> a & 1)) sum->rows[3 * (size_t)r + (size_t)a] += sum->weight * f[a];
    }
  }
}

void brn__inertia_add_forces(BrnContext* ctx, const BrnInertia* inertia, double weight,
                             const double* d, double* rows) {
  Sum sum = {inertia, weight, d, rows, NULL};
  brn__parallel_for(ctx, inertia->row_count, GRAIN, add_forces, &sum);
}

static void add_blocks(void* user, int begin, int end, int worker) {
  (void)worker;
  const Sum* sum = user;
  const BrnInertia* inertia = sum->inertia;
  for (int i = inertia->start[begin]; i < inertia->start[end]; i++) {
    if (inertia->place[i] < 0) continue;
    double* block = sum->K->value + 9 * (size_t)inertia->place[i];
    for (int k = 0; k < 9; k += 4) block[k] += sum->weight * inertia->mass[i];
  }
}

void brn__inertia_add_blocks(BrnContext* ctx, const BrnInertia* inertia, double weight,
                             BrnBlocks* K) {
  Sum sum = {.inertia = inertia, .weight = weight, .K = K};
  brn__parallel_for(ctx, inertia->row_count, GRAIN, add_blocks, &sum);
}

void brn__inertia_add_anchor(const BrnInertia* inertia, const BrnCsr* L) {
  for (int r = 0; r < inertia->row_count; r++) {
    for (int i = inertia->start[r]; i < inertia->start[r + 1]; i++) {
      int column = inertia->nodes->row[inertia->node[i]];
      int place = column < 0 ? -1 : brn__csr_find(L, r, column);
      if (place >= 0) L->value[place] += inertia->anchor * inertia->mass[i];
    }
  }
}
