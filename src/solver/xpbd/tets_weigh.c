// SPDX-License-Identifier: Apache-2.0
//
// How readily nodes move: 1/w is a share of the body's own stiffness at a node, and with inertia
// its mass over h^2 besides.

#include "core/vec.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>

// Of (2 mu + lambda) V |g|^2, or V g K g, summed over the tets of a node: a matter of measurement.
// Smaller ones are faster where two iterations are enough for them, and unstable where not.
#define SHARE 0.5

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

// --------------------------------------------------------------------------------------- stiffness

// Lame's lambda; patches have as much of it as tets would have by themselves
static double lambda_of(const BrnXpbd* tets, int e) {
  const BrnModel* model = tets->body->model;
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  const BrnMaterialMix* mix = &tets->body->elements->mix[batch->mix];
  double w = mix->index[1] < 0 ? 0 : batch->tendon[e % BRN_LANES], lambda = 0;
  for (int k = 0; k < 2 && mix->index[k] >= 0; k++) {
    lambda += (k == 0 ? 1 - w : w) * brn__material_lambda(&model->material_list[mix->index[k]]);
  }
  return fmax(0, lambda);
}

static void gradients(const BrnBatch* batch, int lane, double g[4][3]) {
  for (int k = 0; k < 3; k++) g[0][k] = 0;
  for (int p = 0; p < 9; p++) {
    g[1 + p / 3][p % 3] = batch->gradient[p][lane];
    g[0][p % 3] -= g[1 + p / 3][p % 3];
  }
}

// V g K g, no less than its largest eigenvalue
static double stiffness_along(const BrnMaterialOut* out, int lane, const double g[3]) {
  double most = 0;
  for (int i = 0; i < 3; i++) {
    double row = 0;
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 9; k++) {
        int p = 3 * i + k / 3, q = 3 * j + k % 3;
        sum += g[k / 3] * g[k % 3] * out->stiffness[AT(p, q)][lane];
      }
      row += fabs(sum);
    }
    most = fmax(most, row);
  }
  return most;
}

// Weights of nodes by what hangs on them. Fibres may be much stiffer than what is between them, and
// the more so the longer they are: what a tet is like now counts, if that is more than at rest.
static void add_lane(const BrnXpbd* tets, int e, const BrnMaterialOut* out, double* sum) {
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  const BrnNodes* nodes = tets->body->nodes;
  int lane = e % BRN_LANES;
  if (batch->tet[lane] < 0) return;
  double g[4][3], V = batch->volume[lane];
  double rest = batch->shear[lane] + lambda_of(tets, e) * V;
  gradients(batch, lane, g);
  for (int a = 0; a < 4; a++) {
    int v = batch->corner[a][lane];
    double k = rest * brn__dot3(g[a], g[a]);
    if (out) k = fmax(k, V * stiffness_along(out, lane, g[a]));
    for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
      sum[nodes->vertex[nodes->node[i]]] += k * fabs(nodes->weight[i]);
    }
  }
}

static void add_stiffness(const BrnXpbd* tets, bool now, double* sum) {
  const BrnElements* elements = tets->body->elements;
  for (int b = 0; b < elements->batch_count; b++) {
    BrnDeformation F;
    BrnMaterialOut out;
    if (elements->batch[b].tet[0] < 0) continue;
    if (now) {
      BRN_LANE_PICK(brn__batch_deformation)(&elements->batch[b], tets->body->x, F);
      brn__tets_evaluate(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_DEFINITE, &out);
    }
    for (int i = 0; i < BRN_LANES; i++) add_lane(tets, BRN_LANES * b + i, now ? &out : NULL, sum);
  }
}

// nodes of a bone move as one: all have the mean of their weights
static void level_bones(const BrnXpbd* tets, double* sum) {
  const BrnNodes* nodes = tets->body->nodes;
  for (int b = 0; b < nodes->bone_count; b++) {
    const BrnAffineBone* affine = &nodes->affine[b];
    double mean = 0;
    if (affine->known) continue;
    int own = 4 - affine->shared; // the first of its nodes
    for (int k = 0; k < own; k++) mean += sum[nodes->vertex[affine->node[k]]] / own;
    for (int k = 0; k < own; k++) sum[nodes->vertex[affine->node[k]]] = mean;
  }
}

static double mean_weight(const BrnNodes* nodes, const double* sum) {
  double total = 0;
  int count = 0;
  for (int n = 0; n < nodes->count; n++) {
    double weight = nodes->row[n] < 0 ? 0 : sum[nodes->vertex[n]];
    total += weight;
    count += weight > 0;
  }
  return count > 0 ? total / count : 1;
}

static void find_weights(BrnXpbd* tets, bool now, double* sum) {
  const BrnNodes* nodes = tets->body->nodes;
  add_stiffness(tets, now, sum);
  level_bones(tets, sum);
  double mean = mean_weight(nodes, sum);
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    double mass = tets->mass ? tets->per_square * tets->mass[v] : 0;
    int rank = tets->bones.rank[v];
    if (nodes->row[n] < 0) continue;
    double weight = SHARE * (sum[v] > 0 ? sum[v] : mean) + fmax(0, mass);
    if (rank >= 0)
      tets->bones.stiffness[rank] = weight; // it does not move while tets do
    else
      tets->at[4 * v + 3] = 1 / weight;
  }
}

BrnStatus brn__tets_weigh(BrnContext* ctx, BrnXpbd* tets, double h, bool now) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* sum = brn__scratch_zero(ctx, tets->body->model->mesh->vertex_count, double);
  tets->per_square = tets->quasi ? 0 : 1 / (h * h);
  if (sum) find_weights(tets, now, sum);
  brn__scratch_release(ctx, mark);
  return sum ? BRN_OK : BRN_NO_MEMORY;
}

// ----------------------------------------------------------------------------------------- inertia

// M = S^T m S, in full for nodes of bones; what else couples soft nodes is put on the diagonal
static void add_mass(const BrnXpbd* tets, int v) {
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBoneNodes* bones = &tets->bones;
  double m = tets->body->model->mass[v];
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    size_t to = (size_t)nodes->vertex[nodes->node[i]];
    int p = bones->rank[to];
    if (p < 0) tets->mass[to] += m * nodes->weight[i];
    for (int j = nodes->start[v]; j < nodes->start[v + 1] && p >= 0; j++) {
      int q = bones->rank[nodes->vertex[nodes->node[j]]];
      size_t spot = (size_t)p * (size_t)bones->count + (size_t)q;
      if (q >= 0) bones->mass[spot] += m * nodes->weight[i] * nodes->weight[j];
    }
  }
}

BrnStatus brn__tets_take_masses(BrnContext* ctx, BrnXpbd* tets) {
  BrnBoneNodes* bones = &tets->bones;
  int vertices = tets->body->model->mesh->vertex_count;
  if (tets->quasi) return BRN_OK;
  tets->mass = brn__new_zero(ctx, vertices, double);
  tets->aim = brn__new_zero(ctx, 3 * (size_t)vertices, double);
  bones->mass = brn__new_zero(ctx, (size_t)bones->count * (size_t)bones->count, double);
  if (!tets->mass || !tets->aim || !bones->mass) return BRN_NO_MEMORY;
  for (int v = 0; v < vertices; v++) add_mass(tets, v);
  for (size_t p = 0; p < (size_t)bones->count; p++) {
    tets->mass[bones->vertex[p]] = bones->mass[p * (size_t)bones->count + p];
  }
  return BRN_OK;
}

void brn__tets_add_inertia(const BrnXpbd* tets, double* force) {
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBoneNodes* bones = &tets->bones;
  for (int n = 0; n < nodes->count && tets->mass; n++) {
    size_t v = (size_t)nodes->vertex[n];
    double away[3];
    if (nodes->row[n] < 0) continue;
    brn__sub3(away, tets->at + 4 * v, tets->aim + 3 * v);
    brn__scale3(away, -tets->per_square, away);
    if (bones->rank[v] < 0) brn__axpy3(force + 3 * v, force + 3 * v, tets->mass[v], away);
    for (int p = 0; p < bones->count && bones->rank[v] >= 0; p++) {
      double m = bones->mass[(size_t)p * (size_t)bones->count + (size_t)bones->rank[v]];
      double* f = force + 3 * (size_t)bones->vertex[p];
      brn__axpy3(f, f, m, away);
    }
  }
}

double brn__tets_inertia_energy(const BrnXpbd* tets, const double* y) {
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBoneNodes* bones = &tets->bones;
  double sum = 0;
  for (int n = 0; n < nodes->count && tets->mass; n++) {
    size_t v = (size_t)nodes->vertex[n];
    double away[3];
    if (nodes->row[n] < 0) continue;
    brn__sub3(away, y + 3 * (size_t)n, tets->aim + 3 * v);
    if (bones->rank[v] < 0) sum += tets->mass[v] * brn__dot3(away, away);
    for (int k = 0; k < nodes->count && bones->rank[v] >= 0; k++) {
      size_t u = (size_t)nodes->vertex[k];
      double other[3];
      if (bones->rank[u] < 0 || nodes->row[k] < 0) continue;
      brn__sub3(other, y + 3 * (size_t)k, tets->aim + 3 * u);
      sum += bones->mass[(size_t)bones->rank[v] * (size_t)bones->count + (size_t)bones->rank[u]] *
             brn__dot3(away, other);
    }
  }
  return tets->per_square * sum / 2;
}
