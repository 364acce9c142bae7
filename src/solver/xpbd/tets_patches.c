// SPDX-License-Identifier: Apache-2.0
//
// Volumes of patches of tets (solver/body/averages.h), against locking: the mean J_p of a patch
// is a constraint of its own, and tets keep what is left. Its multiplier obeys
//
//   lambda = -h^2 W u'(J_p),   dlambda = (-lambda - h^2 W u') / (1 + h^2 W u'' sum w |grad J_p|^2)

#include "core/vec.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16 };

void brn__tets_patches_free(BrnContext* ctx, BrnTetsPatches* patches) {
  brn__colors_free(ctx, &patches->colors);
  brn__free(ctx, patches->modulus);
  brn__free(ctx, patches->law);
  brn__free(ctx, patches->measure);
  brn__free(ctx, patches->lambda);
}

// ---------------------------------------------------------------------------------------- creation

static int widest(const BrnAverages* a) {
  int most = 1;
  for (int p = 0; p < a->count; p++) {
    int count = a->row_start[p + 1] - a->row_start[p];
    if (count > most) most = count;
  }
  return most;
}

static BrnStatus paint(BrnContext* ctx, BrnXpbd* tets) {
  const BrnAverages* a = tets->body->averages;
  const BrnNodes* nodes = tets->body->nodes;
  int width = widest(a), vertices = tets->body->model->mesh->vertex_count;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* point = brn__scratch(ctx, (size_t)width * (size_t)a->count, int);
  bool* moves = brn__scratch(ctx, vertices, bool);
  BrnStatus status = BRN_NO_MEMORY;
  for (int v = 0; v < vertices && moves; v++) moves[v] = tets->at[4 * (size_t)v + 3] > 0;
  // patches without a node that moves in common have one color, and are solved side by side
  for (int p = 0; p < a->count && point; p++) {
    int* to = point + (size_t)width * (size_t)p;
    for (int i = 0; i < width; i++) to[i] = -1;
    for (int i = a->row_start[p]; i < a->row_start[p + 1]; i++) {
      to[i - a->row_start[p]] = nodes->vertex[nodes->row_node[a->row[i]]];
    }
  }
  if (point && moves) {
    status =
        brn__colors_create(ctx, point, a->count, width, moves, vertices, &tets->patches.colors);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__tets_patch(BrnContext* ctx, BrnXpbd* tets) {
  const BrnAverages* a = tets->body->averages;
  BrnTetsPatches* patches = &tets->patches;
  size_t lanes = BRN_LANES * (size_t)tets->body->elements->batch_count;
  if (!a) return BRN_OK;
  patches->modulus = brn__new_zero(ctx, lanes, double);
  patches->law = brn__new_zero(ctx, lanes, BrnBulkLaw);
  patches->measure = brn__new_zero(ctx, lanes, BrnBulkMeasure);
  patches->lambda = brn__new_zero(ctx, a->count, double);
  if (!patches->modulus || !patches->law || !patches->measure || !patches->lambda) {
    return BRN_NO_MEMORY;
  }
  for (int p = 0; p < a->count; p++) {
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      patches->modulus[a->element[i]] = a->modulus[i];
      patches->law[a->element[i]] = a->law[p];
      patches->measure[a->element[i]] = a->measure[p];
    }
  }
  return paint(ctx, tets);
}

// ----------------------------------------------------------------------------------------- volumes

static BrnBulkValue shared(const BrnAverages* a, int p, double J) {
  return brn__locking_value(a->law[p], a->measure[p], J);
}

void brn__tets_leave_volume(const BrnXpbd* tets, int b, const double (*F)[BRN_LANES]) {
  BrnBatch* batch = &tets->body->elements->batch[b];
  for (int i = 0; i < BRN_LANES && tets->patches.modulus; i++) {
    size_t at = BRN_LANES * (size_t)b + (size_t)i;
    double c = tets->patches.modulus[at], f[9];
    if (c == 0) continue;
    for (int p = 0; p < 9; p++) f[p] = F[p][i];
    BrnBulkMeasure measure = tets->patches.measure[at];
    BrnBulkValue own =
        brn__locking_value(tets->patches.law[at], measure, brn__bulk_measure(measure, f, NULL));
    batch->bulk[0][i] = -c * own.energy;
    batch->bulk[1][i] = -c * own.slope;
    batch->bulk[2][i] = -c * own.curvature;
  }
}

static void deformation_of(const BrnXpbd* tets, int e, const double* x, double F[9]) {
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  int lane = e % BRN_LANES;
  const double* first = x + 3 * (size_t)batch->corner[0][lane];
  for (int p = 0; p < 9; p++) {
    F[p] = 0;
    for (int a = 0; a < 3; a++) {
      const double* corner = x + 3 * (size_t)batch->corner[a + 1][lane];
      F[p] += (corner[p / 3] - first[p / 3]) * batch->gradient[3 * a + p % 3][lane];
    }
  }
}

double brn__tets_patch_curvature(const BrnXpbd* tets, int p, const double* x, double* out) {
  const BrnAverages* a = tets->body->averages;
  double mean = 0;
  for (int i = a->start[p]; i < a->start[p + 1]; i++, out += 9) {
    int e = a->element[i];
    double F[9], V = tets->body->elements->batch[e / BRN_LANES].volume[e % BRN_LANES];
    double share = a->modulus[i] * V / a->weight[p];
    deformation_of(tets, e, x, F);
    mean += share * brn__bulk_measure(a->measure[p], F, out);
    for (int k = 0; k < 9; k++) out[k] *= share;
  }
  return a->weight[p] * fmax(0, shared(a, p, mean).curvature);
}

static const double* point_at(const BrnXpbd* tets, int v, double room[3]) {
  const BrnNodes* nodes = tets->body->nodes;
  if (nodes->carrier[v] < 0 && nodes->ride[v] < 0) return tets->at + 4 * (size_t)v;
  for (int a = 0; a < 3; a++) room[a] = 0;
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    int node = nodes->vertex[nodes->node[i]];
    brn__axpy3(room, room, nodes->weight[i], tets->at + 4 * (size_t)node);
  }
  return room;
}

// c V J of a tet, and c V dJ/dx of its corners, for what stands for J
static double measure_of(const BrnBatch* batch, int lane, BrnBulkMeasure measure, double c,
                         const double edge[3][3], double slope[4][3]) {
  double F[9] = {0}, T[9], g[3], weight = c * batch->volume[lane];
  for (int k = 0; k < 27; k++) {
    F[k % 9] += edge[k / 9][k % 9 / 3] * batch->gradient[3 * (k / 9) + k % 3][lane];
  }
  double J = brn__bulk_measure(measure, F, T);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) g[i] = batch->gradient[3 * k + i][lane];
    brn__mul3(slope[k + 1], T, g);
    brn__scale3(slope[k + 1], weight, slope[k + 1]);
    brn__sub3(slope[0], slope[0], slope[k + 1]);
  }
  return weight * J;
}

// c V J of a tet, and c V dJ/dx of its corners
static double volume_of(const BrnXpbd* tets, int e, BrnBulkMeasure measure, double c,
                        double slope[4][3]) {
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  double room[4][3], edge[3][3];
  const double* x[4];
  for (int k = 0; k < 4; k++) x[k] = point_at(tets, batch->corner[k][e % BRN_LANES], room[k]);
  for (int k = 0; k < 3; k++) brn__sub3(edge[k], x[k + 1], x[0]);
  for (int i = 0; i < 3; i++) slope[0][i] = 0;
  if (measure != BRN_BY_VOLUME) {
    return measure_of(batch, e % BRN_LANES, measure, c, (const double(*)[3])edge, slope);
  }
  for (int k = 0; k < 3; k++) {
    brn__cross3(slope[k + 1], edge[(k + 1) % 3], edge[(k + 2) % 3]);
    brn__scale3(slope[k + 1], c / 6, slope[k + 1]);
    brn__sub3(slope[0], slope[0], slope[k + 1]);
  }
  return brn__dot3(edge[0], slope[1]);
}

// J_p, and grad J_p in the slopes of the patch's rows
static double look(const BrnXpbd* tets, int p) {
  BrnAverages* a = tets->body->averages;
  const BrnGather* gather = tets->body->gather;
  size_t first = 3 * (size_t)a->row_start[p], last = 3 * (size_t)a->row_start[p + 1];
  double sum = 0;
  memset(a->slope + first, 0, sizeof(double) * (last - first));
  for (int i = a->start[p]; i < a->start[p + 1]; i++) {
    int e = a->element[i];
    double slope[4][3];
    sum += volume_of(tets, e, a->measure[p], a->modulus[i] / a->weight[p], slope);
    for (int k = gather->entry_start[e]; k < gather->entry_start[e + 1]; k++) {
      double* to = a->slope + 3 * (size_t)a->spot[k];
      brn__axpy3(to, to, gather->entry_weight[k], slope[gather->entry_corner[k]]);
    }
  }
  return sum;
}

static size_t vertex_of(const BrnXpbd* tets, int spot) {
  const BrnNodes* nodes = tets->body->nodes;
  return (size_t)nodes->vertex[nodes->row_node[tets->body->averages->row[spot]]];
}

// ---------------------------------------------------------------------------------- one constraint

static void project_patch(BrnXpbd* tets, int p) {
  const BrnAverages* a = tets->body->averages;
  BrnBulkValue u = shared(a, p, look(tets, p));
  double W = tets->scale * a->weight[p], mobility = 0;
  for (int i = a->row_start[p]; i < a->row_start[p + 1]; i++) {
    const double* slope = a->slope + 3 * (size_t)i;
    mobility += tets->at[4 * vertex_of(tets, i) + 3] * brn__dot3(slope, slope);
  }
  double step = -tets->patches.lambda[p] - W * u.slope;
  step /= 1 + W * fmax(0, u.curvature) * mobility;
  tets->patches.lambda[p] += step;
  for (int i = a->row_start[p]; i < a->row_start[p + 1]; i++) {
    double* x = tets->at + 4 * vertex_of(tets, i);
    if (x[3] > 0) brn__axpy3(x, x, step * x[3], a->slope + 3 * (size_t)i); // others may read it
  }
}

// --------------------------------------------------------------------------------------------- all

static void aim_patch(BrnXpbd* tets, int p) {
  const BrnAverages* a = tets->body->averages;
  tets->patches.lambda[p] = -tets->scale * a->weight[p] * shared(a, p, look(tets, p)).slope;
}

static void add_patch(BrnXpbd* tets, int p) {
  const BrnAverages* a = tets->body->averages;
  look(tets, p);
  for (int i = a->row_start[p]; i < a->row_start[p + 1]; i++) {
    size_t v = vertex_of(tets, i);
    double* f = tets->force + 3 * v;
    if (!(tets->at[4 * v + 3] > 0)) continue;
    brn__axpy3(f, f, tets->patches.lambda[p], a->slope + 3 * (size_t)i);
  }
}

typedef struct Pass {
  BrnXpbd* tets;
  void (*fn)(BrnXpbd* tets, int patch);
  const int* patch;
} Pass;

static void do_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Pass* pass = user;
  for (int i = begin; i < end; i++) pass->fn(pass->tets, pass->patch[i]);
}

static void for_each_color(BrnContext* ctx, BrnXpbd* tets, void (*fn)(BrnXpbd*, int)) {
  const BrnColors* colors = &tets->patches.colors;
  for (int c = 0; c < colors->count; c++) {
    Pass pass = {tets, fn, colors->item + colors->start[c]};
    brn__parallel_for(ctx, colors->start[c + 1] - colors->start[c], GRAIN, do_patches, &pass);
  }
}

void brn__tets_patches_aim(BrnContext* ctx, BrnXpbd* tets) { for_each_color(ctx, tets, aim_patch); }
void brn__tets_patches_add_forces(BrnContext* ctx, BrnXpbd* tets) {
  for_each_color(ctx, tets, add_patch);
}
void brn__tets_patches_project(BrnContext* ctx, BrnXpbd* tets) {
  for_each_color(ctx, tets, project_patch);
}
