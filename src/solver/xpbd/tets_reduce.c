// SPDX-License-Identifier: Apache-2.0
//
// From shapes to unknowns: nodes of bones move by the few speeds that joints leave them
// (solver/body/rigid.h), so with T the nodes by these and B the bend of their ways, a step is
//
//   (T^T K T + B) u = T^T f - J^T m
//
// and multipliers m keep ties closed and limits from being passed (tets_rows.c).

#include "core/vec.h"
#include "solver/body/rigid.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

#define NO_PIVOT 1e-12 // of the diagonal: there is no stiffness, and no step
// Of the diagonal, for frames: few points of the flesh may be in reach of several frames, and then
// these can move against each other without moving anything.
#define REGULARITY 1e-6
#define NEGATIVE 1e-9 // of the diagonal: the bend outdoes the stiffness

void brn__tets_reduce_free(BrnContext* ctx, BrnCoarse* coarse) {
  brn__free(ctx, coarse->place);
  brn__free(ctx, coarse->first);
  brn__free(ctx, coarse->A);
  brn__free(ctx, coarse->KT);
  brn__free(ctx, coarse->u);
  brn__free(ctx, coarse->Y);
}

// ------------------------------------------------------------------------------------------- order

// the first node of a frame
static int node_of(const BrnXpbd* tets, int frame) { return tets->bones.count + 4 * frame; }

static bool meet(const BrnXpbd* tets, int f, int g) {
  int low = f < g ? f : g, high = f < g ? g : f;
  size_t count = (size_t)tets->coarse.count;
  return tets->coarse.slot[count * (size_t)node_of(tets, high) + (size_t)node_of(tets, low)] >= 0;
}

static int count_neighbours(const BrnXpbd* tets, int frames, int f) {
  int count = 0;
  for (int g = 0; g < frames; g++) count += g != f && meet(tets, f, g);
  return count;
}

// the frame with the fewest neighbours that has no number yet, among those of `from` or all; -1:
// none
static int next_frame(const BrnXpbd* tets, int frames, const int* degree, const int* number,
                      int from) {
  int best = -1;
  for (int f = 0; f < frames; f++) {
    if (number[f] >= 0 || (from >= 0 && !meet(tets, from, f))) continue;
    if (best < 0 || degree[f] < degree[best]) best = f;
  }
  return best;
}

// Frames that meet should have numbers that are near (Cuthill and McKee 1969): one after another
// they number their neighbours.
static void number_frames(const BrnXpbd* tets, int frames, int* order, int* degree, int* number) {
  int count = 0;
  for (int f = 0; f < frames; f++) {
    number[f] = -1;
    degree[f] = count_neighbours(tets, frames, f);
  }
  for (int head = 0; head < frames; head++) {
    int from = head < count ? order[head] : -1;
    if (from < 0) { // another piece of the body
      from = order[count] = next_frame(tets, frames, degree, number, -1);
      number[from] = count++;
    }
    for (int f; (f = next_frame(tets, frames, degree, number, from)) >= 0;) {
      order[count] = f;
      number[f] = count++;
    }
  }
}

static void find_first(BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  int frames = coarse->unknowns - coarse->dofs;
  for (int i = 0; i < coarse->unknowns; i++) coarse->first[i] = i < frames ? i - i % 12 : 0;
  for (int b = 0; b < coarse->block_count; b++) {
    int row = coarse->pair[2 * b], column = coarse->pair[2 * b + 1];
    if (column < tets->bones.count) continue;
    int p = coarse->place[row] / 12 * 12, q = coarse->place[column] / 12 * 12;
    int low = p < q ? p : q, high = p < q ? q : p;
    for (int k = 0; k < 12 && coarse->first[high] > low; k++) coarse->first[high + 11 - k] = low;
  }
}

static BrnStatus order(BrnContext* ctx, BrnXpbd* tets) {
  int frames = (tets->coarse.count - tets->bones.count) / 4;
  int *order = brn__scratch(ctx, frames, int), *degree = brn__scratch(ctx, frames, int);
  int* number = brn__scratch(ctx, frames, int);
  if (!order || !degree || !number) return BRN_NO_MEMORY;
  number_frames(tets, frames, order, degree, number);
  for (int i = tets->bones.count; i < tets->coarse.count; i++) {
    int node = i - tets->bones.count;
    tets->coarse.place[i] = 12 * number[node / 4] + 3 * (node % 4);
  }
  find_first(tets);
  return BRN_OK;
}

BrnStatus brn__tets_reduce_create(BrnContext* ctx, BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  coarse->dofs = tets->body->rigid ? tets->body->rigid->dof_count : 0;
  coarse->unknowns = coarse->dofs + 3 * (coarse->count - tets->bones.count);
  size_t n = (size_t)coarse->unknowns;
  coarse->place = brn__new_zero(ctx, coarse->count, int);
  coarse->first = brn__new_zero(ctx, n, int);
  coarse->A = brn__new_zero(ctx, n * n, double);
  coarse->KT = brn__new_zero(ctx, 3 * (size_t)tets->bones.count * (size_t)coarse->dofs, double);
  coarse->u = brn__new_zero(ctx, n, double);
  coarse->Y = brn__new_zero(ctx, (size_t)tets->rows.most * n, double);
  bool all = coarse->place && coarse->first && coarse->A && coarse->KT && coarse->u && coarse->Y;
  return all ? order(ctx, tets) : BRN_NO_MEMORY;
}

// -------------------------------------------------------------------------------------- the matrix

// speeds of a coordinate of a bone's node
static const double* speeds(const BrnXpbd* tets, int coordinate) {
  size_t row = 3 * (size_t)tets->bones.row[coordinate / 3] + (size_t)(coordinate % 3);
  return tets->body->rigid->T + row * (size_t)tets->coarse.dofs;
}

// the number of the first dof
static size_t frame_unknowns(const BrnCoarse* coarse) {
  return (size_t)(coarse->unknowns - coarse->dofs);
}

// a block of two frames
static void put_frames(BrnCoarse* coarse, const double* block, int node, int other) {
  size_t n = (size_t)coarse->unknowns, a = (size_t)coarse->place[node];
  size_t b = (size_t)coarse->place[other];
  for (size_t k = 0; k < 9; k++) {
    size_t i = a + k / 3, j = b + k % 3;
    coarse->A[i >= j ? n * i + j : n * j + i] = block[k] * (i == j ? 1 + REGULARITY : 1);
  }
}

// of a frame and a bone: K T
static void put_bone(BrnXpbd* tets, const double* block, int node, int bone) {
  BrnCoarse* coarse = &tets->coarse;
  size_t n = (size_t)coarse->unknowns, base = frame_unknowns(coarse);
  for (int k = 0; k < 9; k++) {
    const double* T = speeds(tets, 3 * bone + k % 3);
    double* to = coarse->A + n * base + (size_t)(coarse->place[node] + k / 3);
    for (size_t d = 0; d < (size_t)coarse->dofs && block[k] != 0; d++) to[n * d] += block[k] * T[d];
  }
}

// of two bones: rows of K T
static void put_bones(BrnXpbd* tets, const double* block, int row, int column) {
  size_t dofs = (size_t)tets->coarse.dofs;
  for (int k = 0; k < 9; k++) {
    int i = 3 * row + k / 3, j = 3 * column + k % 3;
    const double *T = speeds(tets, j), *other = speeds(tets, i);
    double *to = tets->coarse.KT + dofs * (size_t)i, *mirror = tets->coarse.KT + dofs * (size_t)j;
    for (size_t d = 0; d < dofs; d++) to[d] += block[k] * T[d];
    for (size_t d = 0; d < dofs && row != column; d++) mirror[d] += block[k] * other[d];
  }
}

// T^T K T and the bend
static void add_bones(BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  size_t dofs = (size_t)coarse->dofs, n = (size_t)coarse->unknowns, base = frame_unknowns(coarse);
  double* A = coarse->A + n * base + base;
  for (size_t k = 0; k < dofs * dofs; k++) {
    A[n * (k / dofs) + k % dofs] += tets->body->rigid->H[k];
  }
  for (int i = 0; i < 3 * tets->bones.count; i++) {
    const double *T = speeds(tets, i), *KT = coarse->KT + dofs * (size_t)i;
    for (size_t k = 0; k < dofs * dofs; k++) {
      A[n * (k / dofs) + k % dofs] += T[k / dofs] * KT[k % dofs];
    }
  }
}

// A = (1, T)^T K (1, T) + B, lower triangle
static void fill_matrix(BrnXpbd* tets, const double* K) {
  BrnCoarse* coarse = &tets->coarse;
  size_t n = (size_t)coarse->unknowns;
  memset(coarse->A, 0, sizeof(double) * n * n);
  memset(coarse->KT, 0, 3 * sizeof(double) * (size_t)tets->bones.count * (size_t)coarse->dofs);
  for (int b = 0; b < coarse->block_count; b++) {
    int row = coarse->pair[2 * b], column = coarse->pair[2 * b + 1];
    const double* block = K + 9 * (size_t)b;
    if (column >= tets->bones.count)
      put_frames(coarse, block, row, column);
    else if (row >= tets->bones.count)
      put_bone(tets, block, row, column);
    else
      put_bones(tets, block, row, column);
  }
  if (coarse->dofs > 0) add_bones(tets);
}

// four sums, so that they can be done side by side
static double dot(size_t n, const double* a, const double* b) {
  double sum[4] = {0};
  size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (size_t i = 0; i < 4; i++) sum[i] += a[k + i] * b[k + i];
  }
  for (; k < n; k++) sum[0] += a[k] * b[k];
  return sum[0] + sum[1] + sum[2] + sum[3];
}

// A = L L^T in place, from the first column of each row on; a direction without stiffness has a
// column of 0
static bool factor(const BrnCoarse* coarse) {
  size_t n = (size_t)coarse->unknowns;
  for (size_t i = 0; i < n; i++) {
    size_t from = (size_t)coarse->first[i];
    double *row = coarse->A + n * i, diagonal = row[i];
    for (size_t j = from; j < i; j++) {
      const double* other = coarse->A + n * j;
      size_t first = (size_t)coarse->first[j], k = first > from ? first : from;
      row[j] = other[j] > 0 ? (row[j] - dot(j - k, row + k, other + k)) / other[j] : 0;
    }
    double pivot = diagonal - dot(i - from, row + from, row + from);
    if (!(pivot >= -NEGATIVE * fabs(diagonal))) return false;
    row[i] = pivot > NO_PIVOT * diagonal ? sqrt(pivot) : 0;
  }
  return true;
}

static void solve(const BrnCoarse* coarse, double* x) {
  size_t n = (size_t)coarse->unknowns;
  for (size_t i = 0; i < n; i++) {
    const double* row = coarse->A + n * i;
    size_t from = (size_t)coarse->first[i];
    x[i] = row[i] > 0 ? (x[i] - dot(i - from, row + from, x + from)) / row[i] : 0;
  }
  for (size_t i = n; i-- > 0;) {
    const double* row = coarse->A + n * i;
    x[i] = row[i] > 0 ? x[i] / row[i] : 0;
    for (size_t k = (size_t)coarse->first[i]; k < i && x[i] != 0; k++) x[k] -= row[k] * x[i];
  }
}

// forces on the nodes of bones, as newton has its gradient
static void bend(BrnXpbd* tets, const double* f, bool definite) {
  BrnBody* body = tets->body;
  for (int p = 0; p < tets->bones.count; p++) {
    brn__scale3(body->g + 3 * (size_t)tets->bones.row[p], -1, f + 3 * (size_t)p);
  }
  brn__rigid_linearize(body, definite);
}

// ---------------------------------------------------------------------------------------- the step

// from forces in the shapes to those in the unknowns
static void fold(const BrnXpbd* tets, const double* f, double* u) {
  const BrnCoarse* coarse = &tets->coarse;
  size_t base = frame_unknowns(coarse);
  memset(u, 0, sizeof(double) * (size_t)coarse->unknowns);
  for (int i = 0; i < 3 * tets->bones.count; i++) {
    const double* T = speeds(tets, i);
    for (size_t d = 0; d < (size_t)coarse->dofs; d++) u[base + d] += T[d] * f[i];
  }
  for (int n = tets->bones.count; n < coarse->count; n++) {
    brn__copy3(u + coarse->place[n], f + 3 * (size_t)n);
  }
}

// from a step in the unknowns to that of the shapes
static void unfold(const BrnXpbd* tets, const double* u, double* z) {
  const BrnCoarse* coarse = &tets->coarse;
  const double* dofs = u + frame_unknowns(coarse);
  for (int i = 0; i < 3 * tets->bones.count; i++) {
    z[i] = dot((size_t)coarse->dofs, speeds(tets, i), dofs);
  }
  for (int n = tets->bones.count; n < coarse->count; n++) {
    brn__copy3(z + 3 * (size_t)n, u + coarse->place[n]);
  }
}

// u -= A^-1 J^T m, with r + J u = 0 then
static void obey(BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  BrnTetsRows* rows = &tets->rows;
  size_t n = (size_t)coarse->unknowns, base = frame_unknowns(coarse);
  size_t dofs = (size_t)coarse->dofs, count = (size_t)rows->count;
  for (size_t i = 0; i < count; i++) {
    double* Y = coarse->Y + n * i;
    memset(Y, 0, sizeof(double) * n);
    memcpy(Y + base, rows->J + dofs * i, sizeof(double) * dofs);
    solve(coarse, Y);
    rows->side[i] = rows->r[i] + dot(dofs, rows->J + dofs * i, coarse->u + base);
    for (size_t j = 0; j < count; j++) {
      rows->S[count * j + i] = dot(dofs, rows->J + dofs * j, Y + base);
    }
  }
  brn__tets_rows_solve(rows);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < n; k++) coarse->u[k] -= rows->multiplier[i] * coarse->Y[n * i + k];
  }
}

void brn__tets_reduce(BrnXpbd* tets, const double* K, double* f) {
  BrnCoarse* coarse = &tets->coarse;
  for (int definite = 0; definite < 2; definite++) {
    if (coarse->dofs > 0) bend(tets, f, definite);
    fill_matrix(tets, K);
    if (factor(coarse)) break;
  }
  fold(tets, f, coarse->u);
  solve(coarse, coarse->u);
  if (tets->rows.most > 0) {
    brn__tets_rows_take(tets, tets->body->y);
    obey(tets);
    brn__tets_rows_tell(tets, tets->body->y);
  }
  unfold(tets, coarse->u, f);
}
