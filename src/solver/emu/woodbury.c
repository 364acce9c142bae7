// SPDX-License-Identifier: Apache-2.0
//
// The direction of the paper. With B = Phi^T G^T W for a basis Phi of positions, the Hessian is
// taken as H - alpha B^T (Phi^T L Phi)^-1 B (14), whose inverse is (17)
//
//   H^-1 + alpha H^-1 B^T M^-1 B H^-1,   M = Phi^T L Phi - alpha B H^-1 B^T
//
// (with a minus; the text below (17) prints a plus). As a difference M loses its digits when alpha
// is large, so it is summed over the tets from blocks that have none,
//
//   M = sum_i Gamma_i^T N_i Gamma_i,   N = W - alpha W H^-1 W = V K H^-1 W,   Gamma = G Phi
//
// The direction goes down where all H_i and M are definite; where they are not, the stiffness is
// made so and all is done again.

#include "solver/emu/pairs.h"
#include "solver/emu/patches.h"
#include "sparse/blas.h"
#include "sparse/foreign.h"

#include <stdatomic.h>
#include <string.h>

enum { GRAIN = 16 };

#define FIRST_SHARE 1e-10 // of the diagonal of M: bones that swing freely have no stiffness

typedef struct Work {
  BrnEmu* e;
  bool project;
  atomic_int bad;          // batches whose blocks are not definite
  const BrnDeformation* v; // to be applied to
  BrnDeformation* out;
} Work;

// ------------------------------------------------------------------------------------ tets, blocks

// g, and H^-1; the stiffness of lanes that are not definite is projected
static bool invert(BrnEmu* e, int b, bool project, BrnMaterialOut* out) {
  const BrnElements* elements = e->body->elements;
  const BrnBatch* batch = &elements->batch[b];
  const BrnMetric* metric = &e->metric[b];
  brn__batch_evaluate(elements, batch, e->F[b], e->body->input->activation,
                      project ? BRN_WANT_DEFINITE : BRN_WANT_STIFFNESS, out);
  BRN_LANE_PICK(brn__emu_gradient)(batch, metric, out->stress, e->gap[b], e->alpha, e->g[b]);
  int bad = BRN_LANE_PICK(brn__emu_invert)(batch, out->stiffness, metric, e->alpha, e->inverse[b]);
  if (bad == 0) return true;
  BRN_LANE_PICK(brn__stiffness_project)(out->stiffness);
  return !BRN_LANE_PICK(brn__emu_invert)(batch, out->stiffness, metric, e->alpha, e->inverse[b]);
}

// all that a batch has to do with H, while it is in the cache
static void take_batch(Work* work, int b, double* load) {
  BrnEmu* e = work->e;
  BrnMaterialOut out;
  if (!invert(e, b, work->project, &out)) work->bad++;
  BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], e->g[b], 1, e->x[b]);
  if (e->z) brn__patches_slope(e, b);
  const BrnBatch* batch = &e->body->elements->batch[b];
  if (e->exact) {
    BRN_LANE_PICK(brn__emu_couple)
    (batch, out.stiffness, e->inverse[b], &e->metric[b], e->couple[b]);
  }
  if (!load) return;
  BrnSquares N;
  BrnDeformation weighed;
  BRN_LANE_PICK(brn__emu_couple)(batch, out.stiffness, e->inverse[b], &e->metric[b], N);
  brn__metric_apply(&e->metric[b], e->x[b], weighed);
  BRN_LANE_PICK(brn__pairs_add)(batch, N, e->basis->pairs->place[b], e->basis->pairs->block);
  BRN_LANE_PICK(brn__emu_project)
  (batch, weighed, (const double* const*)e->basis->point, e->basis->stride, load);
}

static void take_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  for (int b = begin; b < end; b++) take_batch(user, b, NULL);
}

// ----------------------------------------------------------------------------------------- reduced

static size_t size_of_blocks(const BrnEmuReduced* basis) {
  return 6 * (size_t)basis->stride * (size_t)basis->stride;
}

static double* part_of(const BrnEmuReduced* basis, int chunk) {
  return basis->part + (size_t)chunk * basis->part_size;
}

static void take_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  Work* work = user;
  BrnEmuReduced* basis = work->e->basis;
  for (int c = begin; c < end; c++) {
    double* part = part_of(basis, c);
    memset(part, 0, sizeof(double) * basis->part_size);
    brn__pairs_begin(basis->pairs, c);
    for (int b = brn__emu_first_batch(work->e, c); b < brn__emu_first_batch(work->e, c + 1); b++) {
      take_batch(work, b, part + size_of_blocks(basis));
    }
    brn__pairs_reduce(work->e, basis->pairs, c, part);
  }
}

static void join_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  Work* work = user;
  for (int c = begin; c < end; c++) {
    brn__patches_reduce(work->e, c, part_of(work->e->basis, c));
  }
}

// b = Phi^T G^T W v
static void project_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  BrnEmu* e = work->e;
  BrnEmuReduced* basis = e->basis;
  for (int c = begin; c < end; c++) {
    double* b = part_of(basis, c) + size_of_blocks(basis);
    memset(b, 0, 3 * sizeof(double) * (size_t)basis->stride);
    for (int i = brn__emu_first_batch(e, c); i < brn__emu_first_batch(e, c + 1); i++) {
      BrnDeformation weighed;
      brn__metric_apply(&e->metric[i], work->v[i], weighed);
      BRN_LANE_PICK(brn__emu_project)
      (&e->body->elements->batch[i], weighed, (const double* const*)basis->point, basis->stride, b);
    }
  }
}

// in the order of the chunks: the same bits with any number of workers
static void add_parts(BrnEmuReduced* basis, size_t begin, size_t end) {
  memcpy(basis->whole + begin, basis->part + begin, sizeof(double) * (end - begin));
  for (int c = 1; c < basis->chunk_count; c++) {
    const double* part = part_of(basis, c);
    for (size_t k = begin; k < end; k++) basis->whole[k] += part[k];
  }
}

// the upper triangle, column by column
static void lay_out(BrnEmuReduced* basis) {
  int n = basis->count, stride = basis->stride;
  const double* block = basis->whole;
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++, block += (size_t)stride * (size_t)stride) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          size_t row = (size_t)(c * n + i), column = (size_t)(d * n + j);
          basis->M[column * 3 * (size_t)n + row] = block[(size_t)i * (size_t)stride + (size_t)j];
        }
      }
    }
  }
}

// Where coordinates are held, there can be modes that move nothing; and each diagonal grows a
// little where motions without stiffness are to be done with.
static void make_firm(BrnEmuReduced* basis, double share) {
  size_t rank = 3 * (size_t)basis->count;
  for (size_t i = 0; i < rank; i++) {
    double* diagonal = &basis->M[i * (rank + 1)];
    *diagonal = *diagonal == 0 ? 1 : (1 + share) * *diagonal;
  }
}

static bool factor(BrnEmuReduced* basis, double share) {
  int rank = 3 * basis->count, info, entered = brn__foreign_enter();
  lay_out(basis);
  make_firm(basis, share);
  dpotrf_("U", &rank, basis->M, &rank, &info, 1);
  brn__foreign_leave(entered);
  return info == 0;
}

// b = M^-1 b, in its place in the whole
static void solve(BrnEmuReduced* basis) {
  double* b = basis->whole + size_of_blocks(basis);
  int rank = 3 * basis->count, one = 1, info, entered = brn__foreign_enter();
  for (int i = 0; i < rank; i++) {
    basis->b[i] = b[i / basis->count * basis->stride + i % basis->count];
  }
  dpotrs_("U", &rank, &one, basis->M, &rank, basis->b, &rank, &info, 1);
  for (int i = 0; i < rank; i++) {
    b[i / basis->count * basis->stride + i % basis->count] = basis->b[i];
  }
  brn__foreign_leave(entered);
}

// ----------------------------------------------------------------------------------------- prepare

static bool factor_sum(BrnContext* ctx, Work* work) {
  BrnEmuReduced* basis = work->e->basis;
  if (work->e->z) brn__parallel_for(ctx, basis->chunk_count, 1, join_chunks, work);
  add_parts(basis, 0, basis->part_size);
  if (factor(basis, 0)) return true;
  for (double share = FIRST_SHARE; work->project && share < 1e-2; share *= 100) {
    if (factor(basis, share)) return true;
  }
  return false;
}

bool brn__woodbury_prepare(BrnContext* ctx, BrnEmu* e, bool project, BrnStepReport* report) {
  Work work = {.e = e, .project = project};
  BrnBody* body = e->body;
  double begin = brn__seconds();
  brn__terms_prepare(ctx, body, e->F);
  // exact steps need the blocks of the tets alone; others the reduced matrix and its factor
  bool reduce = e->basis && !e->exact;
  if (reduce) {
    brn__parallel_for(ctx, e->basis->chunk_count, 1, take_chunks, &work);
  } else {
    brn__parallel_for(ctx, body->elements->batch_count, GRAIN, take_batches, &work);
  }
  if (e->z) brn__patches_join(ctx, e);
  double middle = brn__seconds();
  bool good = work.bad == 0 && (!reduce || factor_sum(ctx, &work));
  report->seconds.elements += middle - begin;
  report->seconds.assembly += brn__seconds() - middle;
  return good;
}

// --------------------------------------------------------------------------------------- direction

// points = Phi b
static void move_points(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnEmu* e = user;
  const BrnEmuReduced* basis = e->basis;
  BRN_LANE_PICK(brn__modes_move)
  ((const double* const*)basis->point, basis->stride, basis->whole + size_of_blocks(basis), begin,
   end, e->body->x);
}

// d = -H^-1 (g + alpha W G x), but for patches, which want to see what H^-1 is applied to
static void follow_terms(void* user, int begin, int end, double* sum) {
  BrnEmu* e = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    BrnDeformation v;
    BRN_LANE_PICK(brn__batch_deformation)(batch, e->body->x, v);
    BRN_LANE_PICK(brn__emu_push)(&e->metric[b], e->g[b], e->alpha, v);
    BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], v, -1, e->d[b]);
    sum[0] += BRN_LANE_PICK(brn__deformation_product)(batch, e->g[b], e->d[b]);
    if (e->z) memcpy(e->trial[b], v, sizeof v);
  }
}

double brn__woodbury_follow(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  double slope, begin = brn__seconds();
  brn__parallel_sum(ctx, e->body->elements->batch_count, 1, follow_terms, e, &slope);
  if (e->z) {
    brn__patches_correct(ctx, e, -1, e->trial, e->d);
    slope = brn__deformation_dot(ctx, e, e->g, e->d);
  }
  report->seconds.solve += brn__seconds() - begin;
  return slope;
}

double brn__woodbury_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  double begin = brn__seconds();
  size_t points = 3 * (size_t)e->body->nodes->point_count;
  if (e->basis) {
    solve(e->basis);
    brn__parallel_for(ctx, e->body->nodes->point_count, 256, move_points, e);
  } else {
    memset(e->body->x, 0, sizeof(double) * points);
  }
  report->seconds.solve += brn__seconds() - begin;
  return brn__woodbury_follow(ctx, e, report);
}

// ------------------------------------------------------------------------------------- any product

static void invert_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  for (int b = begin; b < end; b++) {
    BrnDeformation out;
    BRN_LANE_PICK(brn__squares_apply)(work->e->inverse[b], work->v[b], 1, out);
    memcpy(work->out[b], out, sizeof out);
  }
}

// out += alpha H^-1 W G x, but for patches
static void spread_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  BrnEmu* e = work->e;
  for (int b = begin; b < end; b++) {
    BrnDeformation G, back;
    BRN_LANE_PICK(brn__batch_deformation)(&e->body->elements->batch[b], e->body->x, G);
    brn__metric_apply(&e->metric[b], G, G);
    BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], G, 1, back);
    BRN_LANE_PICK(brn__deformation_move)(work->out[b], e->alpha, back, work->out[b]);
    if (e->z) memcpy(e->trial[b], G, sizeof G);
  }
}

// v may be out, so patches look at it first
void brn__woodbury_apply(BrnContext* ctx, BrnEmu* e, const BrnDeformation* v, BrnDeformation* out) {
  Work work = {.e = e, .v = v, .out = out}, onto = {.e = e, .v = out};
  int batches = e->body->elements->batch_count;
  if (e->z) memcpy(e->trial, v, sizeof(BrnDeformation) * (size_t)batches);
  brn__parallel_for(ctx, batches, GRAIN, invert_batches, &work);
  if (e->z) brn__patches_correct(ctx, e, 1, e->trial, out);
  if (!e->basis || e->exact) return;
  brn__parallel_for(ctx, e->basis->chunk_count, 1, project_chunks, &onto);
  add_parts(e->basis, size_of_blocks(e->basis), e->basis->part_size);
  solve(e->basis);
  brn__parallel_for(ctx, e->body->nodes->point_count, 256, move_points, e);
  brn__parallel_for(ctx, batches, GRAIN, spread_batches, &work);
  if (e->z) brn__patches_correct(ctx, e, e->alpha, e->trial, out);
}
