// SPDX-License-Identifier: Apache-2.0
//
// Steps of the whole body in few shapes (tets_frames.c). Iterations from tet to tet take very long
// to tell a bone that a muscle pulls at it, as all of the muscle must have moved before. So once in
// a quasi-static sub-step the shapes take a step of Newton's method,
//
//   x += Phi dz,   (Phi^T K Phi) dz = Phi^T (forces)
//
// by the stiffness and the forces of all tets.

#include "core/vec.h"
#include "solver/newton/rigid.h"
#include "solver/xpbd/tets.h"

#include <math.h>
#include <string.h>

enum { CHUNKS = 16, HALVINGS = 5, MOST_TETS = 64 };

#define NO_WEIGHT 1e-6 // of gradients of Phi, over the largest of the tet's

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

void brn__tets_coarse_free(BrnContext* ctx, BrnCoarse* coarse) {
  brn__free(ctx, coarse->phi);
  brn__free(ctx, coarse->start);
  brn__free(ctx, coarse->node);
  brn__free(ctx, coarse->gamma);
  brn__free(ctx, coarse->chunk);
  brn__free(ctx, coarse->carried);
}

// ------------------------------------------------------------------------------- gradients, by tet

static size_t list_tet(const BrnXpbdTets* tets, int e, size_t at, bool keep) {
  BrnCoarse* coarse = (BrnCoarse*)&tets->coarse;
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBatch* batch = &tets->body->elements->batch[e / BRN_LANES];
  int lane = e % BRN_LANES;
  double most = 0, (*gamma)[3] = coarse->room;
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
    if (!(brn__norm3(gamma[n]) > NO_WEIGHT * most)) continue;
    if (keep) {
      coarse->node[at] = n;
      brn__copy3(coarse->gamma + 3 * at, gamma[n]);
    }
    at++;
  }
  return at;
}

static BrnStatus list_tets(BrnContext* ctx, BrnXpbdTets* tets) {
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

static BrnStatus make(BrnContext* ctx, BrnXpbdTets* tets) {
  BrnCoarse* coarse = &tets->coarse;
  size_t size = 3 * (size_t)coarse->count;
  coarse->room = (void*)brn__scratch(ctx, size, double);
  coarse->chunk = brn__new(ctx, CHUNKS * (size * size + 2 * size), double);
  if (!coarse->room || !coarse->chunk) return BRN_NO_MEMORY;
  return list_tets(ctx, tets);
}

BrnStatus brn__tets_coarse_create(BrnContext* ctx, BrnXpbdTets* tets) {
  BRN_TRY(brn__tets_frames(ctx, tets));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = make(ctx, tets);
  brn__scratch_release(ctx, mark);
  tets->coarse.room = NULL;
  return status;
}

// ----------------------------------------------------------------------------------- a Newton step

// H += V gamma K gamma of a tet's nodes, lower triangle; g -= V P gamma
static void add_tet(const BrnXpbdTets* tets, int e, const BrnMaterialOut* out, double* H,
                    double* g) {
  const BrnCoarse* coarse = &tets->coarse;
  int lane = e % BRN_LANES;
  size_t size = 3 * (size_t)coarse->count;
  double V = tets->body->elements->batch[e / BRN_LANES].volume[lane], K[9][9];
  int begin = coarse->start[e], end = coarse->start[e + 1];
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      K[p][q] = K[q][p] = V * out->stiffness[BRN_STIFFNESS_AT(p, q)][lane];
    }
  }
  for (int i = begin; i < end; i++) {
    const double* u = coarse->gamma + 3 * (size_t)i;
    size_t row = 3 * (size_t)coarse->node[i];
    double half[3][9];
    for (int a = 0; a < 3; a++) {
      for (int k = 0; k < 3; k++) g[row + (size_t)a] -= V * out->stress[3 * a + k][lane] * u[k];
      for (int q = 0; q < 9; q++) {
        half[a][q] = u[0] * K[3 * a][q] + u[1] * K[3 * a + 1][q] + u[2] * K[3 * a + 2][q];
      }
    }
    for (int j = begin; j <= i; j++) {
      const double* v = coarse->gamma + 3 * (size_t)j;
      size_t column = 3 * (size_t)coarse->node[j];
      for (size_t k = 0; k < 9; k++) {
        H[size * (row + k / 3) + column + k % 3] += brn__dot3(half[k / 3] + 3 * (k % 3), v);
      }
    }
  }
}

// H += curvature of a patch's volume, b b^T with b = sum of cof F gamma over its tets
static void add_patch(const BrnXpbdTets* tets, int p, double* b, double* H) {
  const BrnCoarse* coarse = &tets->coarse;
  const BrnAverages* a = tets->body->averages;
  size_t size = 3 * (size_t)coarse->count;
  double slope[9 * MOST_TETS];
  if (a->start[p + 1] - a->start[p] > MOST_TETS) return; // it is a matter of speed alone
  double curvature = brn__tets_patch_curvature(tets, p, tets->body->x, slope);
  memset(b, 0, sizeof(double) * size);
  for (int i = a->start[p]; i < a->start[p + 1]; i++) {
    const double* T = slope + 9 * (i - a->start[p]);
    for (int k = coarse->start[a->element[i]]; k < coarse->start[a->element[i] + 1]; k++) {
      double* to = b + 3 * (size_t)coarse->node[k];
      for (int r = 0; r < 3; r++) to[r] += brn__dot3(T + 3 * r, coarse->gamma + 3 * (size_t)k);
    }
  }
  for (size_t i = 0; i < size; i++) {
    double s = curvature * b[i];
    for (size_t j = 0; j <= i && s != 0; j++) H[size * i + j] += s * b[j];
  }
}

// batches, then patches, of a chunk; its length
static size_t chunk_length(const BrnCoarse* coarse) {
  size_t size = 3 * (size_t)coarse->count;
  return size * size + 2 * size;
}

static int share_of(int count, int chunk) { return (int)((long long)count * chunk / CHUNKS); }

static void add_batch(const BrnXpbdTets* tets, int b, double* H) {
  const int* start = tets->coarse.start + BRN_LANES * (size_t)b;
  size_t size = 3 * (size_t)tets->coarse.count;
  if (start[0] == start[BRN_LANES]) return;
  BrnStrain F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__batch_strain)(&tets->body->elements->batch[b], tets->body->x, F);
  brn__tets_evaluate_whole(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_DEFINITE, &out);
  for (int i = 0; i < BRN_LANES; i++) add_tet(tets, BRN_LANES * b + i, &out, H, H + size * size);
}

static void add_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnXpbdTets* tets = user;
  int batches = tets->body->elements->batch_count;
  int patches = tets->body->averages ? tets->body->averages->count : 0;
  size_t size = 3 * (size_t)tets->coarse.count, length = chunk_length(&tets->coarse);
  for (int c = begin; c < end; c++) {
    double* H = tets->coarse.chunk + length * (size_t)c;
    memset(H, 0, sizeof(double) * length);
    for (int b = share_of(batches, c); b < share_of(batches, c + 1); b++) add_batch(tets, b, H);
    for (int p = share_of(patches, c); p < share_of(patches, c + 1); p++) {
      add_patch(tets, p, H + size * size + size, H);
    }
  }
}

// g += Phi^T (loads and inertia)
static void add_loads(BrnXpbdTets* tets, double* g) {
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
    for (int i = 0; i < count; i++) {
      if (phi[i] != 0)
        brn__axpy3(g + 3 * (size_t)i, g + 3 * (size_t)i, phi[i], tets->force + 3 * v);
    }
  }
}

// H += mass (phi phi^T), the same for all three axes
static void add_product(const BrnXpbdTets* tets, double mass, size_t u, size_t v, double* H) {
  size_t count = (size_t)tets->coarse.count, size = 3 * count;
  const double *a = tets->coarse.phi + count * u, *b = tets->coarse.phi + count * v;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j <= i && a[i] != 0; j++) {
      double m = mass * a[i] * b[j];
      for (size_t k = 0; k < 3 && m != 0; k++) H[size * (3 * i + k) + 3 * j + k] += m;
    }
  }
}

// H += Phi^T M Phi / h^2
static void add_masses(const BrnXpbdTets* tets, double* H) {
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

// H = C D C^T in place; a direction without stiffness gets no step
static void solve(size_t n, double* H, double* z) {
  double most = 0;
  for (size_t k = 0; k < n; k++) most = fmax(most, H[n * k + k]);
  for (size_t k = 0; k < n; k++) {
    double pivot = H[n * k + k];
    bool none = !(pivot > 1e-13 * most);
    for (size_t i = k + 1; i < n; i++) {
      double factor = none ? 0 : H[n * i + k] / pivot;
      for (size_t j = k + 1; j <= i && factor != 0; j++) H[n * i + j] -= factor * H[n * j + k];
      z[i] -= factor * z[k];
    }
    if (none) z[k] = 0, H[n * k + k] = INFINITY;
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t i = k + 1; i < n; i++) z[k] -= H[n * i + k] * z[i];
    z[k] /= H[n * k + k];
  }
}

// nodes at `share` of the step
static void follow(const BrnXpbdTets* tets, const double* z, double share, double* out) {
  const BrnNodes* nodes = tets->body->nodes;
  int count = tets->coarse.count;
  for (int n = 0; n < nodes->count; n++) {
    double* x = out + 3 * (size_t)n;
    const double* phi = tets->coarse.phi + (size_t)count * (size_t)nodes->vertex[n];
    brn__copy3(x, tets->body->y + 3 * (size_t)n);
    if (nodes->row[n] < 0) continue;
    for (int i = 0; i < count; i++) {
      if (phi[i] != 0) brn__axpy3(x, x, share * phi[i], z + 3 * (size_t)i);
    }
  }
}

double brn__tets_energy(BrnContext* ctx, BrnXpbdTets* tets, const double* y) {
  BrnEnergy energy = brn__newton_energy(ctx, tets->body, y);
  return energy.inside - energy.work + brn__tets_inertia_energy(tets, y);
}

// The step is halved until the energy falls. Materials without an energy take it as it is.
static void search(BrnContext* ctx, BrnXpbdTets* tets, const double* z) {
  BrnNewton* body = tets->body;
  bool blind = body->elements->path_dependent;
  double share = 1, before = brn__tets_energy(ctx, tets, body->y);
  for (int k = 0; k < HALVINGS; k++, share /= 2) {
    follow(tets, z, share, body->trial);
    if (body->rigid) brn__rigid_settle(body, body->trial);
    double now = brn__tets_energy(ctx, tets, body->trial);
    if (blind || now < before) break;
    if (k + 1 == HALVINGS) return;
  }
  for (int n = 0; n < body->nodes->count; n++) {
    if (body->nodes->row[n] < 0) continue;
    brn__copy3(tets->at + 4 * (size_t)body->nodes->vertex[n], body->trial + 3 * (size_t)n);
  }
}

void brn__tets_coarse_step(BrnContext* ctx, BrnXpbdTets* tets) {
  BrnCoarse* coarse = &tets->coarse;
  BrnNewton* body = tets->body;
  size_t size = 3 * (size_t)coarse->count, length = chunk_length(coarse);
  if (coarse->count == 0) return;
  if (body->averages) brn__averages_measure(ctx, body->averages, body->elements, body->x);
  brn__parallel_for(ctx, CHUNKS, 1, add_chunks, tets);
  double *H = coarse->chunk, *z = H + size * size;
  for (size_t c = 1; c < CHUNKS; c++) {
    for (size_t i = 0; i < size * size + size; i++) H[i] += coarse->chunk[length * c + i];
  }
  add_loads(tets, z);
  add_masses(tets, H);
  solve(size, H, z);
  search(ctx, tets, z);
}
