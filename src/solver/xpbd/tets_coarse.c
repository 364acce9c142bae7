// SPDX-License-Identifier: Apache-2.0
//
// Steps of the whole body in few shapes (tets_frames.c). Iterations from tet to tet take very long
// to tell a bone that a muscle pulls at it, as all of the muscle must have moved before. So bones
// stay where they are while tets move, and once in a sub-step the shapes take a step of Newton's
// method,
//
//   x += Phi dz,   (Phi^T K Phi) dz = Phi^T (forces)
//
// by the stiffness and the forces of all tets, as rigid bones and all that holds them allow it
// (tets_reduce.c).

#include "core/vec.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

enum { CHUNKS = 16, HALVINGS = 5, MOST_TETS = 64 };

#define NO_WEIGHT 1e-12 // of gradients of Phi, over the largest of the tet's

void brn__tets_coarse_free(BrnContext* ctx, BrnCoarse* coarse) {
  brn__free(ctx, coarse->phi);
  brn__free(ctx, coarse->start);
  brn__free(ctx, coarse->node);
  brn__free(ctx, coarse->gamma);
  brn__free(ctx, coarse->pair);
  brn__free(ctx, coarse->slot);
  brn__free(ctx, coarse->chunk);
  brn__free(ctx, coarse->carried);
  brn__tets_reduce_free(ctx, coarse);
}

// ------------------------------------------------------------------------------- gradients, by tet

static size_t list_tet(const BrnXpbd* tets, int e, size_t at, bool keep) {
  BrnCoarse* coarse = (BrnCoarse*)&tets->coarse;
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  int lane = e % BRN_LANES;
  double most = 0, (*gamma)[3] = coarse->room;
  // gamma_n = sum over corners a and their nodes i of w_i phi_n(i) g_a: F = sum_n u_n gamma_n^T
  memset(gamma, 0, 3 * sizeof(double) * (size_t)coarse->count);
  for (int a = 0; a < 4 && batch->volume[lane] > 0; a++) {
    int point = batch->corner[a][lane];
    double g[3];
    for (int k = 0; k < 3; k++) {
      g[k] = a > 0 ? batch->gradient[3 * a - 3 + k][lane]
                   : -batch->gradient[k][lane] - batch->gradient[3 + k][lane] -
                         batch->gradient[6 + k][lane];
    }
    most = fmax(most, brn__norm3(g));
    for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
      const double* phi =
          coarse->phi + (size_t)coarse->count * (size_t)nodes->vertex[nodes->node[i]];
      for (int n = 0; n < coarse->count; n++) {
        brn__axpy3(gamma[n], gamma[n], nodes->weight[i] * phi[n], g);
      }
    }
  }
  for (int n = 0; n < coarse->count; n++) {
    // most shapes do not reach a tet: those are left out
    if (!(brn__norm3(gamma[n]) > NO_WEIGHT * most)) continue;
    if (keep) {
      coarse->node[at] = n;
      brn__copy3(coarse->gamma + 3 * at, gamma[n]);
    }
    at++;
  }
  return at;
}

static BrnStatus list_tets(BrnContext* ctx, BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  int lanes = BRN_LANES * tets->body->elements->batch_count;
  size_t most = 0;
  for (int e = 0; e < lanes; e++) most = list_tet(tets, e, most, false);
  if (most > INT32_MAX) return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large");
  coarse->start = brn__new(ctx, lanes + 1, int);
  coarse->node = brn__new(ctx, most, int);
  coarse->gamma = brn__new(ctx, 3 * most, double);
  if (!coarse->start || !coarse->node || !coarse->gamma) return BRN_NO_MEMORY;
  coarse->start[0] = 0;
  for (int e = 0; e < lanes; e++) {
    coarse->start[e + 1] = (int)list_tet(tets, e, (size_t)coarse->start[e], true);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ blocks

// All pairs of a list of nodes.
static void mark(BrnCoarse* coarse, const int* node, int count) {
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      if (node[j] > node[i]) continue;
      coarse->slot[(size_t)coarse->count * (size_t)node[i] + (size_t)node[j]] = 0;
    }
  }
}

// adds the nodes of a tet to those of a list
static int join(const BrnCoarse* coarse, int e, int* list, int count) {
  for (int i = coarse->start[e]; i < coarse->start[e + 1]; i++) {
    int k = 0;
    while (k < count && list[k] != coarse->node[i]) k++;
    if (k == count) list[count++] = coarse->node[i];
  }
  return count;
}

// nodes that move a vertex have masses in common
static int list_vertex(const BrnCoarse* coarse, int v, int* list) {
  const double* phi = coarse->phi + (size_t)coarse->count * (size_t)v;
  int count = 0;
  for (int n = 0; n < coarse->count; n++) {
    if (phi[n] != 0) list[count++] = n;
  }
  return count;
}

static void mark_all(BrnXpbd* tets, int* list) {
  BrnCoarse* coarse = &tets->coarse;
  const BrnAverages* a = tets->body->averages;
  const BrnNodes* nodes = tets->body->nodes;
  // shapes meet in tets, in patches, in nodes with a weight of their own, and all bones with each
  // other
  for (int e = 0; e < BRN_LANES * tets->body->elements->batch_count; e++) {
    mark(coarse, list, join(coarse, e, list, 0));
  }
  for (int p = 0; a && p < a->count; p++) {
    int count = 0;
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      count = join(coarse, a->element[i], list, count);
    }
    mark(coarse, list, count);
  }
  for (int n = 0; n < nodes->count; n++) {
    if (nodes->row[n] >= 0) mark(coarse, list, list_vertex(coarse, nodes->vertex[n], list));
  }
  for (int n = 0; n < tets->bones.count; n++) list[n] = n;
  mark(coarse, list, tets->bones.count);
}

static BrnStatus list_blocks(BrnContext* ctx, BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  size_t count = (size_t)coarse->count;
  int* list = brn__scratch(ctx, count, int);
  coarse->slot = brn__new(ctx, count * count, int);
  if (!list || !coarse->slot) return BRN_NO_MEMORY;
  for (size_t i = 0; i < count * count; i++) coarse->slot[i] = -1;
  mark_all(tets, list);
  for (size_t i = 0; i < count * count; i++) {
    if (coarse->slot[i] == 0) coarse->slot[i] = coarse->block_count++;
  }
  coarse->pair = brn__new(ctx, 2 * (size_t)coarse->block_count, int);
  if (!coarse->pair) return BRN_NO_MEMORY;
  for (size_t i = 0; i < count * count; i++) {
    if (coarse->slot[i] < 0) continue;
    coarse->pair[2 * coarse->slot[i]] = (int)(i / count);
    coarse->pair[2 * coarse->slot[i] + 1] = (int)(i % count);
  }
  return BRN_OK;
}

// blocks, forces, and the slope of a patch
static size_t chunk_length(const BrnCoarse* coarse) {
  return 9 * (size_t)coarse->block_count + 6 * (size_t)coarse->count;
}

static BrnStatus make(BrnContext* ctx, BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  coarse->room = (void*)brn__scratch(ctx, 3 * (size_t)coarse->count, double);
  if (!coarse->room) return BRN_NO_MEMORY;
  BRN_TRY(list_tets(ctx, tets));
  BRN_TRY(list_blocks(ctx, tets));
  coarse->chunk = brn__new(ctx, CHUNKS * chunk_length(coarse), double);
  if (!coarse->chunk) return BRN_NO_MEMORY;
  return brn__tets_reduce_create(ctx, tets);
}

BrnStatus brn__tets_coarse_create(BrnContext* ctx, BrnXpbd* tets) {
  BRN_TRY(brn__tets_frames(ctx, tets));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = make(ctx, tets);
  brn__scratch_release(ctx, mark);
  tets->coarse.room = NULL;
  return status;
}

// ----------------------------------------------------------------------------------- a Newton step

static double* block_of(const BrnCoarse* coarse, double* H, int row, int column) {
  size_t slot = (size_t)coarse->slot[(size_t)coarse->count * (size_t)row + (size_t)column];
  return H + 9 * slot;
}

// H += V gamma K gamma of a tet's nodes, which ascend; g -= V P gamma
static void add_tet(const BrnXpbd* tets, int e, const BrnMaterialOut* out, double* H, double* g) {
  const BrnCoarse* coarse = &tets->coarse;
  int lane = e % BRN_LANES;
  double V = tets->body->elements->batch[e / BRN_LANES].volume[lane], K[9][9];
  int begin = coarse->start[e], end = coarse->start[e + 1];
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      K[p][q] = K[q][p] = V * out->stiffness[BRN_STIFFNESS_AT(p, q)][lane];
    }
  }
  for (int i = begin; i < end; i++) {
    const double* u = coarse->gamma + 3 * (size_t)i;
    double half[3][9], *f = g + 3 * (size_t)coarse->node[i];
    for (int a = 0; a < 3; a++) {
      for (int k = 0; k < 3; k++) f[a] -= V * out->stress[3 * a + k][lane] * u[k];
      for (int q = 0; q < 9; q++) {
        half[a][q] = u[0] * K[3 * a][q] + u[1] * K[3 * a + 1][q] + u[2] * K[3 * a + 2][q];
      }
    }
    for (int j = begin; j <= i; j++) {
      const double* v = coarse->gamma + 3 * (size_t)j;
      double* block = block_of(coarse, H, coarse->node[i], coarse->node[j]);
      for (int k = 0; k < 9; k++) block[k] += brn__dot3(half[k / 3] + 3 * (k % 3), v);
    }
  }
}

// Coordinates that are given do not move: what tets do to them is taken out of g.
static void spare_held(const BrnXpbd* tets, int e, const BrnMaterialOut* out, double* g) {
  const BrnCoarse* coarse = &tets->coarse;
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  int lane = e % BRN_LANES;
  for (int c = 0; c < 4; c++) {
    int v = batch->corner[c][lane], node = nodes->node[nodes->start[v]];
    if (batch->tet[lane] < 0 || nodes->held[node] == 0 || nodes->vertex[node] != v) continue;
    const double* phi = coarse->phi + (size_t)coarse->count * (size_t)v;
    for (int a = 0; a < 3; a++) {
      double f = 0;
      for (int k = 0; k < 3 && nodes->held[node] >> a & 1; k++) {
        double first =
            -batch->gradient[k][lane] - batch->gradient[3 + k][lane] - batch->gradient[6 + k][lane];
        double slope = c > 0 ? batch->gradient[3 * c - 3 + k][lane] : first;
        f += batch->volume[lane] * out->stress[3 * a + k][lane] * slope;
      }
      for (int n = 0; n < coarse->count && f != 0; n++) g[3 * n + a] += phi[n] * f;
    }
  }
}

// b = sum of cof F gamma over the tets of a patch
static void add_slopes(const BrnXpbd* tets, int p, const double* slope, double* b) {
  const BrnCoarse* coarse = &tets->coarse;
  const BrnAverages* a = tets->body->averages;
  for (int i = a->start[p]; i < a->start[p + 1]; i++) {
    const double* T = slope + 9 * (i - a->start[p]);
    for (int k = coarse->start[a->element[i]]; k < coarse->start[a->element[i] + 1]; k++) {
      double* to = b + 3 * (size_t)coarse->node[k];
      for (int r = 0; r < 3; r++) to[r] += brn__dot3(T + 3 * r, coarse->gamma + 3 * (size_t)k);
    }
  }
}

// H += curvature of a patch's volume, b b^T
static void add_patch(const BrnXpbd* tets, int p, double* b, double* H) {
  const BrnCoarse* coarse = &tets->coarse;
  const BrnAverages* a = tets->body->averages;
  double slope[9 * MOST_TETS];
  if (a->start[p + 1] - a->start[p] > MOST_TETS) return; // it is a matter of speed alone
  double curvature = brn__tets_patch_curvature(tets, p, tets->body->x, slope);
  memset(b, 0, 3 * sizeof(double) * (size_t)coarse->count);
  add_slopes(tets, p, slope, b);
  for (int n = 0; n < coarse->count; n++) {
    const double* u = b + 3 * (size_t)n;
    if (u[0] == 0 && u[1] == 0 && u[2] == 0) continue;
    for (int m = 0; m <= n; m++) {
      const double* v = b + 3 * (size_t)m;
      if (v[0] == 0 && v[1] == 0 && v[2] == 0) continue;
      double* block = block_of(coarse, H, n, m);
      for (int k = 0; k < 9; k++) block[k] += curvature * u[k / 3] * v[k % 3];
    }
  }
}

static int share_of(int count, int chunk) { return (int)((long long)count * chunk / CHUNKS); }

static void add_batch(const BrnXpbd* tets, int b, double* H) {
  const int* start = tets->coarse.start + BRN_LANES * (size_t)b;
  size_t blocks = 9 * (size_t)tets->coarse.block_count;
  if (start[0] == start[BRN_LANES] || tets->body->elements->batch[b].tet[0] < 0) return;
  BrnDeformation F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__batch_deformation)(&tets->body->elements->batch[b], tets->body->x, F);
  brn__tets_evaluate_whole(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_DEFINITE, &out);
  for (int i = 0; i < BRN_LANES; i++) {
    add_tet(tets, BRN_LANES * b + i, &out, H, H + blocks);
    if (tets->held_count > 0) spare_held(tets, BRN_LANES * b + i, &out, H + blocks);
  }
}

static void add_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnXpbd* tets = user;
  int batches = tets->body->elements->batch_count;
  int patches = tets->body->averages ? tets->body->averages->count : 0;
  size_t length = chunk_length(&tets->coarse);
  for (int c = begin; c < end; c++) {
    double* H = tets->coarse.chunk + length * (size_t)c;
    memset(H, 0, sizeof(double) * length);
    for (int b = share_of(batches, c); b < share_of(batches, c + 1); b++) add_batch(tets, b, H);
    for (int p = share_of(patches, c); p < share_of(patches, c + 1); p++) {
      add_patch(tets, p, H + length - 3 * (size_t)tets->coarse.count, H);
    }
  }
}

// g += Phi^T (loads and inertia)
static void add_loads(BrnXpbd* tets, double* g) {
  const BrnNodes* nodes = tets->body->nodes;
  int count = tets->coarse.count;
  for (int n = 0; n < nodes->count; n++) {
    brn__copy3(tets->force + 3 * (size_t)nodes->vertex[n], tets->body->dead + 3 * (size_t)n);
  }
  brn__tets_add_inertia(tets, tets->force);
  for (int n = 0; n < nodes->count; n++) {
    if (nodes->row[n] < 0) continue;
    size_t v = (size_t)nodes->vertex[n];
    const double* phi = tets->coarse.phi + (size_t)count * v;
    for (int a = 0; a < 3; a++) {
      if (nodes->held[n] >> a & 1) tets->force[3 * v + (size_t)a] = 0;
    }
    for (int i = 0; i < count; i++) {
      if (phi[i] != 0)
        brn__axpy3(g + 3 * (size_t)i, g + 3 * (size_t)i, phi[i], tets->force + 3 * v);
    }
  }
}

// H += mass (phi phi^T), the same for all three axes
static void add_product(const BrnXpbd* tets, double mass, size_t u, size_t v, double* H) {
  size_t count = (size_t)tets->coarse.count;
  const double *a = tets->coarse.phi + count * u, *b = tets->coarse.phi + count * v;
  for (int i = 0; i < (int)count; i++) {
    for (int j = 0; j <= i && a[i] != 0; j++) {
      double m = mass * a[i] * b[j];
      if (m == 0) continue;
      double* block = block_of(&tets->coarse, H, i, j);
      for (int k = 0; k < 9; k += 4) block[k] += m;
    }
  }
}

// H += Phi^T M Phi / h^2
static void add_masses(const BrnXpbd* tets, double* H) {
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBoneNodes* bones = &tets->bones;
  for (int n = 0; n < nodes->count && tets->mass; n++) {
    size_t v = (size_t)nodes->vertex[n];
    if (nodes->row[n] < 0) continue;
    if (bones->rank[v] < 0) add_product(tets, tets->per_square * tets->mass[v], v, v, H);
    for (int p = 0; p < bones->count && bones->rank[v] >= 0; p++) {
      double m = bones->mass[(size_t)bones->rank[v] * (size_t)bones->count + (size_t)p];
      add_product(tets, tets->per_square * m, v, (size_t)bones->vertex[p], H);
    }
  }
}

// nodes at `share` of the step; flesh goes with bones as they are in the end, rigid and held
static void follow(BrnXpbd* tets, const double* z, double share, double* out) {
  const BrnNodes* nodes = tets->body->nodes;
  int count = tets->coarse.count;
  for (int n = 0; n < nodes->count; n++) {
    double way[3] = {0}, *x = out + 3 * (size_t)n;
    const double* phi = tets->coarse.phi + (size_t)count * (size_t)nodes->vertex[n];
    for (int i = 0; i < count && nodes->row[n] >= 0; i++) {
      if (phi[i] != 0) brn__axpy3(way, way, share * phi[i], z + 3 * (size_t)i);
    }
    for (int a = 0; a < 3; a++) {
      bool given = nodes->held[n] >> a & 1;
      x[a] = tets->body->y[3 * (size_t)n + (size_t)a] + (given ? 0 : way[a]);
    }
  }
  brn__tets_settle(tets, out);
}

double brn__tets_energy(BrnContext* ctx, BrnXpbd* tets, const double* y) {
  BrnEnergy energy = brn__body_energy(ctx, tets->body, y);
  return energy.inside - energy.work + brn__tets_inertia_energy(tets, y);
}

// The step is halved until the energy falls. Materials without an energy take it as it is.
static void search(BrnContext* ctx, BrnXpbd* tets, const double* z) {
  BrnBody* body = tets->body;
  bool blind = body->elements->path_dependent;
  double share = 1, before = brn__tets_energy(ctx, tets, body->y);
  for (int k = 0; k < HALVINGS; k++, share /= 2) {
    follow(tets, z, share, tets->trial);
    double now = brn__tets_energy(ctx, tets, tets->trial);
    if (blind || now < before) break;
    if (k + 1 == HALVINGS) return;
  }
  for (int n = 0; n < body->nodes->count; n++) {
    if (body->nodes->row[n] < 0) continue;
    brn__copy3(tets->at + 4 * (size_t)body->nodes->vertex[n], tets->trial + 3 * (size_t)n);
  }
}

// forces in the shapes, after their stiffness
static double* assemble(BrnContext* ctx, BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  BrnBody* body = tets->body;
  size_t blocks = 9 * (size_t)coarse->block_count, length = chunk_length(coarse);
  brn__terms_prepare(ctx, body, NULL);
  brn__parallel_for(ctx, CHUNKS, 1, add_chunks, tets);
  double *H = coarse->chunk, *z = H + blocks;
  for (size_t c = 1; c < CHUNKS; c++) {
    const double* from = coarse->chunk + length * c;
    for (size_t i = 0; i < blocks + 3 * (size_t)coarse->count; i++) H[i] += from[i];
  }
  add_loads(tets, z);
  add_masses(tets, H);
  return z;
}

void brn__tets_coarse_step(BrnContext* ctx, BrnXpbd* tets) {
  if (tets->coarse.count == 0) return;
  double* z = assemble(ctx, tets);
  brn__tets_reduce(tets, tets->coarse.chunk, z);
  search(ctx, tets, z);
}
