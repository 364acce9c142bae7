// SPDX-License-Identifier: Apache-2.0
//
// Modes of L (13). Coordinates do not mix in L, so k modes are k/3 scalar ones for each coordinate.
// In the direction they are nothing but a basis: M is put together from the tets, so neither
// eigenvalues nor exact modes are needed.

#include "solver/emu/pairs.h"
#include "sparse/modes.h"

#include <math.h>
#include <string.h>

enum { CHUNKS = 64 };

#define MODE_TOLERANCE 1e-3
#define MOST_PARTS ((size_t)1 << 23) // numbers

void brn__emu_basis_destroy(BrnContext* ctx, BrnEmuReduced* basis) {
  if (!basis) return;
  brn__pairs_destroy(ctx, basis->pairs);
  for (int c = 0; c < 3; c++) brn__free(ctx, basis->owned[c]);
  void* blocks[] = {basis->eigenvalue, basis->part, basis->room, basis->M, basis->b, basis->whole};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) brn__free(ctx, blocks[i]);
  brn__free(ctx, basis);
}

// volume of the tets around, a quarter each
static void lump_volumes(const BrnBody* body, double* mass) {
  const BrnGather* gather = body->gather;
  memset(mass, 0, sizeof(double) * (size_t)body->nodes->row_count);
  for (int i = 0; i < gather->element_count; i++) {
    double volume = body->elements->batch[i / BRN_LANES].volume[i % BRN_LANES];
    for (int k = gather->entry_start[i]; k < gather->entry_start[i + 1]; k++) {
      mass[gather->entry_row[k]] += volume / 4 * fabs(gather->entry_weight[k]);
    }
  }
}

// rows to points; coordinates that are given do not move
static void spread(const BrnBody* body, int axis, int count, int stride, const double* rows,
                   double* point) {
  const BrnNodes* nodes = body->nodes;
  for (int p = 0; p < nodes->point_count; p++) {
    for (int k = nodes->start[p]; k < nodes->start[p + 1]; k++) {
      int node = nodes->node[k], row = nodes->row[node];
      if (row < 0 || nodes->held[node] >> axis & 1) continue;
      for (int m = 0; m < count; m++) {
        point[(size_t)p * (size_t)stride + (size_t)m] +=
            nodes->weight[k] * rows[(size_t)m * (size_t)nodes->row_count + (size_t)row];
      }
    }
  }
}

static BrnStatus find_axis(BrnContext* ctx, BrnEmu* e, int axis, const double* mass) {
  const BrnBody* body = e->body;
  BrnEmuReduced* basis = e->basis;
  size_t rows = (size_t)body->nodes->row_count, points = (size_t)body->nodes->point_count;
  double* mode = brn__new(ctx, rows * (size_t)basis->count, double);
  double* point = brn__new_zero(ctx, points * (size_t)basis->stride, double);
  BrnModesDef def = brn__modes_def_default();
  BrnModesReport report;
  basis->point[axis] = basis->owned[axis] = point;
  BrnStatus status = mode && point ? BRN_OK : BRN_NO_MEMORY;
  def.count = basis->count;
  def.tolerance = MODE_TOLERANCE;
  if (status == BRN_OK) {
    status = brn__modes_find(ctx, e->acap->factor[axis], mass, (int)rows, &def, basis->eigenvalue,
                             mode, &report);
  }
  if (status == BRN_OK) spread(body, axis, basis->count, basis->stride, mode, point);
  brn__free(ctx, mode);
  return status;
}

static BrnStatus take_room(BrnContext* ctx, BrnEmuReduced* basis, int batches) {
  size_t stride = (size_t)basis->stride, rank = 3 * (size_t)basis->count;
  basis->part_size = 6 * stride * stride + 3 * stride;
  basis->chunk_count = batches < CHUNKS ? batches : CHUNKS;
  while (basis->chunk_count > 1 && (size_t)basis->chunk_count * basis->part_size > MOST_PARTS) {
    basis->chunk_count /= 2;
  }
  basis->part = brn__new(ctx, (size_t)basis->chunk_count * basis->part_size, double);
  basis->room = brn__new(ctx, (size_t)basis->chunk_count * 96 * stride, double);
  basis->whole = brn__new(ctx, basis->part_size, double);
  basis->M = brn__new(ctx, rank * rank, double);
  basis->b = brn__new(ctx, rank, double);
  return basis->part && basis->room && basis->whole && basis->M && basis->b ? BRN_OK
                                                                            : BRN_NO_MEMORY;
}

static BrnStatus find(BrnContext* ctx, BrnEmu* e) {
  double* mass = brn__scratch(ctx, e->body->nodes->row_count, double);
  if (!mass) return BRN_NO_MEMORY;
  lump_volumes(e->body, mass);
  for (int axis = 0; axis < e->acap->factor_count; axis++) {
    BRN_TRY(find_axis(ctx, e, axis, mass));
  }
  for (int axis = e->acap->factor_count; axis < 3; axis++) {
    e->basis->point[axis] = e->basis->point[0];
  }
  return BRN_OK;
}

BrnStatus brn__emu_take_basis(BrnContext* ctx, BrnEmu* e) {
  int rows = e->body->nodes->row_count, count = e->set.modes / 3;
  if (count > rows) count = rows;
  if (count == 0) return BRN_OK;
  e->basis = brn__new_zero(ctx, 1, BrnEmuReduced);
  if (!e->basis) return BRN_NO_MEMORY;
  e->basis->count = count;
  e->basis->stride = (count + 7) / 8 * 8;
  e->basis->eigenvalue = brn__new(ctx, count, double);
  if (!e->basis->eigenvalue) return BRN_NO_MEMORY;
  BRN_TRY(take_room(ctx, e->basis, e->body->elements->batch_count));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = find(ctx, e);
  brn__scratch_release(ctx, mark);
  return status;
}
