// SPDX-License-Identifier: Apache-2.0
//
// How readily nodes move. With inertia that is the inverse of their masses: those of a free bone
// are a matrix, as its points are means of its nodes, M = S^T m S. Without, a share of the body's
// own stiffness at the node serves.

#include "core/vec.h"
#include "solver/xpbd/tets.h"

#include <math.h>

// Of (2 mu + lambda) V |g|^2, summed over the tets of a node: a matter of measurement. Smaller ones
// are faster where two iterations are enough for them, and unstable where not.
#define SHARE 0.5

// -------------------------------------------------------------------------------------
// quasi-static

// Lame's lambda of what a tet keeps for itself, where its patch has the rest
static double own_lambda(const BrnXpbdTets* tets, int e) {
  const BrnModel* model = tets->body->model;
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  const BrnMake* make = &tets->body->elements->make[batch->make];
  double w = make->index[1] < 0 ? 0 : batch->tendon[e % BRN_LANES], lambda = 0;
  for (int k = 0; k < 2 && make->index[k] >= 0; k++) {
    lambda += (k == 0 ? 1 - w : w) * brn__material_lambda(&model->material_list[make->index[k]]);
  }
  double shared = brn__locking_bulk(model, tets->body->def.locking, make, w).modulus;
  return fmax(0, lambda - shared);
}

// weights of nodes by what hangs on them
static void add_stiffness(const BrnXpbdTets* tets, double* sum) {
  const BrnElements* elements = tets->body->elements;
  const BrnNodes* nodes = tets->body->nodes;
  for (int e = 0; e < BRN_LANES * elements->batch_count; e++) {
    const BrnBatch* batch = &elements->batch[e / BRN_LANES];
    int lane = e % BRN_LANES;
    if (batch->tet[lane] < 0) continue;
    double g[4][3] = {{0}};
    for (int p = 0; p < 9; p++) {
      g[1 + p / 3][p % 3] = batch->gradient[p][lane];
      g[0][p % 3] -= g[1 + p / 3][p % 3];
    }
    double stiff = batch->shear[lane] + own_lambda(tets, e) * batch->volume[lane];
    for (int a = 0; a < 4; a++) {
      int v = batch->corner[a][lane];
      double k = stiff * brn__dot3(g[a], g[a]);
      for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
        sum[nodes->vertex[nodes->node[i]]] += k * fabs(nodes->weight[i]);
      }
    }
  }
}

// nodes of a bone move as one: all have the mean of their weights
static void level_bones(const BrnXpbdTets* tets, double* sum) {
  const BrnNodes* nodes = tets->body->nodes;
  for (int b = 0; b < nodes->bone_count; b++) {
    const BrnFrame* frame = &nodes->frame[b];
    double mean = 0;
    if (frame->known) continue;
    int own = 4 - frame->shared; // the first of its nodes
    for (int k = 0; k < own; k++) mean += sum[nodes->vertex[frame->node[k]]] / own;
    for (int k = 0; k < own; k++) sum[nodes->vertex[frame->node[k]]] = mean;
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

static void weigh_by_stiffness(BrnXpbdTets* tets, double* sum) {
  const BrnNodes* nodes = tets->body->nodes;
  add_stiffness(tets, sum);
  level_bones(tets, sum);
  double mean = mean_weight(nodes, sum);
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    if (nodes->row[n] >= 0) tets->at[4 * v + 3] = 1 / (SHARE * (sum[v] > 0 ? sum[v] : mean));
  }
}

// -------------------------------------------------------------------------------------- with
// inertia

// rows of M of a vertex's nodes; what couples soft nodes is put on the diagonal
static void add_mass(const BrnXpbdTets* tets, int v, double* mass, double* matrix) {
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBoneNodes* bones = &tets->bones;
  double m = tets->body->model->mass[v];
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    size_t to = (size_t)nodes->vertex[nodes->node[i]];
    int p = bones->rank[to];
    mass[to] += m * nodes->weight[i];
    for (int j = nodes->start[v]; j < nodes->start[v + 1] && p >= 0; j++) {
      int q = bones->rank[nodes->vertex[nodes->node[j]]];
      if (q >= 0) {
        size_t spot = (size_t)p * (size_t)bones->count + (size_t)q;
        matrix[spot] += m * nodes->weight[i] * nodes->weight[j];
      }
    }
  }
}

// in place, by Gauss and Jordan; M is definite
static void invert(int count, double* M) {
  size_t n = (size_t)count;
  for (size_t k = 0; k < n; k++) {
    double pivot = 1 / M[n * k + k];
    M[n * k + k] = 1;
    for (size_t j = 0; j < n; j++) M[n * k + j] *= pivot;
    for (size_t i = 0; i < n; i++) {
      double factor = M[n * i + k];
      if (i == k || factor == 0) continue;
      M[n * i + k] = 0;
      for (size_t j = 0; j < n; j++) M[n * i + j] -= factor * M[n * k + j];
    }
  }
}

static BrnStatus weigh_by_mass(BrnContext* ctx, BrnXpbdTets* tets, double* mass) {
  const BrnNodes* nodes = tets->body->nodes;
  BrnBoneNodes* bones = &tets->bones;
  bones->inverse = brn__new_zero(ctx, (size_t)bones->count * (size_t)bones->count, double);
  if (!bones->inverse) return BRN_NO_MEMORY;
  for (int v = 0; v < tets->body->model->mesh->vertex_count; v++) {
    add_mass(tets, v, mass, bones->inverse);
  }
  invert(bones->count, bones->inverse);
  for (int n = 0; n < nodes->count; n++) {
    size_t v = (size_t)nodes->vertex[n];
    if (nodes->row[n] >= 0) tets->at[4 * v + 3] = 1 / mass[v];
  }
  for (int p = 0; p < bones->count; p++) {
    size_t spot = (size_t)p * (size_t)bones->count + (size_t)p;
    tets->at[4 * (size_t)bones->vertex[p] + 3] = bones->inverse[spot];
  }
  return BRN_OK;
}

BrnStatus brn__tets_weigh(BrnContext* ctx, BrnXpbdTets* tets) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* sum = brn__scratch_zero(ctx, tets->body->model->mesh->vertex_count, double);
  BrnStatus status = sum ? BRN_OK : BRN_NO_MEMORY;
  if (sum && tets->quasi) weigh_by_stiffness(tets, sum);
  if (sum && !tets->quasi) status = weigh_by_mass(ctx, tets, sum);
  brn__scratch_release(ctx, mark);
  return status;
}

void brn__bones_push(const BrnXpbdTets* tets, double s, const double* force) {
  const BrnBoneNodes* bones = &tets->bones;
  size_t count = (size_t)bones->count;
  for (size_t p = 0; p < count; p++) {
    double* x = tets->at + 4 * (size_t)bones->vertex[p];
    if (!bones->inverse) {
      brn__axpy3(x, x, s * x[3], force + 3 * (size_t)bones->vertex[p]);
      continue;
    }
    for (size_t q = 0; q < count; q++) {
      brn__axpy3(x, x, s * bones->inverse[count * p + q], force + 3 * (size_t)bones->vertex[q]);
    }
  }
}
