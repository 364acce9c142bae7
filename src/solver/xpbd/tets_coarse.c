// SPDX-License-Identifier: Apache-2.0
//
// Steps of free bones with the flesh that hangs on them. Iterations from tet to tet take very long
// to tell a bone that a muscle pulls at it: all of the muscle must have moved before. So once in a
// quasi-static sub-step the nodes z of free bones take a Newton step of the whole body's energy
// while all flesh follows,
//
//   x += Phi dz,   (Phi^T K Phi) dz = Phi^T (forces)
//
// where Phi is harmonic in the flesh, with its stiffness, from 1 at a node to 0 at the other ones
// and at all that is given: tendons go with their bone, and muscles stretch.

#include "core/vec.h"
#include "solver/xpbd/tets.h"

#include <math.h>
#include <string.h>

enum { CHUNKS = 16, CG_ITERATIONS = 400 };

#define CG_TOLERANCE 1e-4
#define NO_WEIGHT 1e-6 // of gradients of Phi, over the largest of the tet's

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

void brn__tets_coarse_free(BrnContext* ctx, BrnCoarse* coarse) {
  brn__free(ctx, coarse->phi);
  brn__free(ctx, coarse->start);
  brn__free(ctx, coarse->node);
  brn__free(ctx, coarse->gamma);
  brn__free(ctx, coarse->chunk);
  brn__free(ctx, coarse->step);
}

// ---------------------------------------------------------------------------------- harmonic weights
// Three at a time, as the coordinates of a vector at each node, by conjugate gradients.

typedef struct Harmonic {
  BrnContext* ctx;
  BrnNewton* body;
  const int* rank; // of rows among the bones' nodes; -1: of flesh                (row_count)
  double *u;       // nodes                                                      (node_count x 3)
  double *r, *p, *Lp, *diagonal; // rows                                         (row_count x 3)
} Harmonic;

// rows of L u; those of bones are 0
static void apply(Harmonic* h, const double* rows, double* out) {
  BrnNewton* body = h->body;
  const BrnNodes* nodes = body->nodes;
  for (int r = 0; r < nodes->row_count; r++) {
    brn__copy3(h->u + 3 * (size_t)nodes->row_node[r], rows + 3 * (size_t)r);
  }
  brn__nodes_to_points(h->ctx, nodes, h->u, body->x);
  for (int b = 0; b < body->elements->batch_count; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    double weight[BRN_LANES];
    BrnStrain F;
    for (int i = 0; i < BRN_LANES; i++) weight[i] = batch->tet[i] < 0 ? 0 : batch->shear[i];
    BRN_LANE_PICK(brn__batch_strain)(batch, body->x, F);
    BRN_LANE_PICK(brn__batch_forces)
    (batch, weight, (const double(*)[BRN_LANES])F, body->force + 12 * BRN_LANES * (size_t)b);
  }
  brn__gather_forces(h->ctx, body->gather, body->force, out);
  for (int r = 0; r < nodes->row_count; r++) {
    if (h->rank[r] >= 0) memset(out + 3 * (size_t)r, 0, 3 * sizeof(double));
  }
}

static void find_diagonal(Harmonic* h) {
  BrnNewton* body = h->body;
  const BrnGather* gather = body->gather;
  memset(h->diagonal, 0, sizeof(double) * (size_t)gather->row_count);
  for (int e = 0; e < gather->element_count; e++) {
    const BrnBatch* batch = &body->elements->batch[e / BRN_LANES];
    int lane = e % BRN_LANES;
    if (batch->tet[lane] < 0) continue;
    for (int k = gather->entry_start[e]; k < gather->entry_start[e + 1]; k++) {
      int a = gather->entry_corner[k];
      double sum = 0, w = gather->entry_weight[k];
      for (int i = 0; i < 3; i++) {
        double g = a > 0 ? batch->gradient[3 * a - 3 + i][lane]
                         : batch->gradient[i][lane] + batch->gradient[3 + i][lane] +
                               batch->gradient[6 + i][lane];
        sum += g * g;
      }
      h->diagonal[gather->entry_row[k]] += w * w * sum * batch->shear[lane];
    }
  }
}

static void dot(const Harmonic* h, const double* a, const double* b, bool scaled, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = 0;
  for (int r = 0; r < h->body->nodes->row_count; r++) {
    double s = scaled ? (h->diagonal[r] > 0 ? 1 / h->diagonal[r] : 0) : 1;
    for (size_t i = 0; i < 3; i++) out[i] += s * a[3 * (size_t)r + i] * b[3 * (size_t)r + i];
  }
}

// from the values at bones' rows in `phi`
static void relax(Harmonic* h, double* phi) {
  int rows = h->body->nodes->row_count;
  double rho[3], first[3], next[3], curve[3];
  apply(h, phi, h->r);
  for (int i = 0; i < 3 * rows; i++) h->r[i] = -h->r[i];
  dot(h, h->r, h->r, true, rho);
  brn__copy3(first, rho);
  memset(h->p, 0, 3 * sizeof(double) * (size_t)rows);
  double beta[3] = {0};
  for (int k = 0; k < CG_ITERATIONS; k++) {
    for (int i = 0; i < 3 * rows; i++) {
      double s = h->diagonal[i / 3] > 0 ? 1 / h->diagonal[i / 3] : 0;
      h->p[i] = s * h->r[i] + beta[i % 3] * h->p[i];
    }
    apply(h, h->p, h->Lp);
    dot(h, h->p, h->Lp, false, curve);
    bool more = false;
    for (int i = 0; i < 3; i++) {
      more = more || rho[i] > CG_TOLERANCE * CG_TOLERANCE * first[i];
      curve[i] = curve[i] > 0 ? rho[i] / curve[i] : 0;
    }
    if (!more) break;
    for (int i = 0; i < 3 * rows; i++) {
      phi[i] += curve[i % 3] * h->p[i];
      h->r[i] -= curve[i % 3] * h->Lp[i];
    }
    dot(h, h->r, h->r, true, next);
    for (int i = 0; i < 3; i++) beta[i] = rho[i] > 0 ? next[i] / rho[i] : 0;
    brn__copy3(rho, next);
  }
}

static void spread(BrnXpbdTets* tets, Harmonic* h, double* three) {
  BrnCoarse* coarse = &tets->coarse;
  const BrnNodes* nodes = tets->body->nodes;
  find_diagonal(h);
  memset(h->u, 0, 3 * sizeof(double) * (size_t)nodes->count);
  for (int first = 0; first < coarse->count; first += 3) {
    memset(three, 0, 3 * sizeof(double) * (size_t)nodes->row_count);
    for (int r = 0; r < nodes->row_count; r++) {
      int i = h->rank[r] - first;
      if (i >= 0 && i < 3) three[3 * (size_t)r + (size_t)i] = 1;
    }
    relax(h, three);
    for (int r = 0; r < nodes->row_count; r++) {
      double* to = coarse->phi + (size_t)coarse->count * (size_t)nodes->vertex[nodes->row_node[r]];
      for (int i = first; i < first + 3 && i < coarse->count; i++) {
        to[i] = three[3 * (size_t)r + (size_t)(i - first)];
      }
    }
  }
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
  const BrnNodes* nodes = tets->body->nodes;
  size_t rows = 3 * (size_t)nodes->row_count, size = 3 * (size_t)coarse->count;
  int* rank = brn__scratch(ctx, nodes->row_count, int);
  Harmonic h = {.ctx = ctx, .body = tets->body, .rank = rank};
  h.u = brn__scratch(ctx, 3 * (size_t)nodes->count, double);
  h.r = brn__scratch(ctx, rows, double);
  h.p = brn__scratch(ctx, rows, double);
  h.Lp = brn__scratch(ctx, rows, double);
  h.diagonal = brn__scratch(ctx, rows, double);
  double* three = brn__scratch(ctx, rows, double);
  coarse->room = (void*)brn__scratch(ctx, size, double);
  coarse->phi = brn__new_zero(
      ctx, (size_t)coarse->count * (size_t)tets->body->model->mesh->vertex_count, double);
  coarse->chunk = brn__new(ctx, CHUNKS * (size * size + size), double);
  coarse->step = brn__new(ctx, size, double);
  if (!rank || !h.u || !h.r || !h.p || !h.Lp || !h.diagonal || !three || !coarse->room ||
      !coarse->phi || !coarse->chunk || !coarse->step) {
    return BRN_NO_MEMORY;
  }
  for (int r = 0; r < nodes->row_count; r++) {
    rank[r] = tets->bones.rank[nodes->vertex[nodes->row_node[r]]];
  }
  spread(tets, &h, three);
  return list_tets(ctx, tets);
}

BrnStatus brn__tets_coarse_create(BrnContext* ctx, BrnXpbdTets* tets) {
  if (!tets->quasi || tets->bones.count == 0) return BRN_OK;
  tets->coarse.count = tets->bones.count;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = make(ctx, tets);
  brn__scratch_release(ctx, mark);
  tets->coarse.room = NULL;
  return status;
}

// ------------------------------------------------------------------------------------ a Newton step

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

typedef struct Sum {
  BrnXpbdTets* tets;
} Sum;

static void add_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnXpbdTets* tets = ((Sum*)user)->tets;
  const BrnElements* elements = tets->body->elements;
  size_t size = 3 * (size_t)tets->coarse.count, length = size * size + size;
  for (int c = begin; c < end; c++) {
    double* H = tets->coarse.chunk + length * (size_t)c;
    int first = (int)((long long)elements->batch_count * c / CHUNKS);
    int last = (int)((long long)elements->batch_count * (c + 1) / CHUNKS);
    memset(H, 0, sizeof(double) * length);
    for (int b = first; b < last; b++) {
      const int* start = tets->coarse.start + BRN_LANES * (size_t)b;
      if (start[0] == start[BRN_LANES]) continue;
      BrnStrain F;
      BrnMaterialOut out;
      BRN_LANE_PICK(brn__batch_strain)(&elements->batch[b], tets->body->x, F);
      brn__tets_evaluate(tets, b, (const double(*)[BRN_LANES])F, BRN_WANT_DEFINITE, &out);
      for (int i = 0; i < BRN_LANES; i++) add_tet(tets, BRN_LANES * b + i, &out, H, H + size * size);
    }
  }
}

static void add_loads(const BrnXpbdTets* tets, double* g) {
  const BrnNodes* nodes = tets->body->nodes;
  int count = tets->coarse.count;
  for (int n = 0; n < nodes->count; n++) {
    if (nodes->row[n] < 0) continue;
    const double* phi = tets->coarse.phi + (size_t)count * (size_t)nodes->vertex[n];
    for (int i = 0; i < count; i++) {
      brn__axpy3(g + 3 * (size_t)i, g + 3 * (size_t)i, phi[i], tets->body->dead + 3 * (size_t)n);
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

static void follow(BrnXpbdTets* tets, const double* z) {
  const BrnNodes* nodes = tets->body->nodes;
  int count = tets->coarse.count;
  for (int n = 0; n < nodes->count; n++) {
    if (nodes->row[n] < 0) continue;
    double* x = tets->at + 4 * (size_t)nodes->vertex[n];
    const double* phi = tets->coarse.phi + (size_t)count * (size_t)nodes->vertex[n];
    for (int i = 0; i < count; i++) brn__axpy3(x, x, phi[i], z + 3 * (size_t)i);
  }
}

void brn__tets_coarse_step(BrnContext* ctx, BrnXpbdTets* tets) {
  BrnCoarse* coarse = &tets->coarse;
  size_t size = 3 * (size_t)coarse->count, length = size * size + size;
  if (coarse->count == 0) return;
  Sum sum = {tets};
  brn__parallel_for(ctx, CHUNKS, 1, add_chunks, &sum);
  double *H = coarse->chunk, *z = H + size * size;
  for (size_t c = 1; c < CHUNKS; c++) {
    for (size_t i = 0; i < length; i++) H[i] += coarse->chunk[length * c + i];
  }
  add_loads(tets, z);
  solve(size, H, z);
  follow(tets, z);
}
