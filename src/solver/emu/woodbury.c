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
//   M = sum_i Gamma_i^T N_i Gamma_i,   N = W - alpha W H^-1 W,   Gamma = G Phi
//
// The direction goes down where all H_i and M are definite; where they are not, the stiffness is
// made so and all is done again.

#include "solver/emu/patches.h"
#include "sparse/blas.h"
#include "sparse/foreign.h"

#include <string.h>

enum { GRAIN = 16 };

typedef struct Work {
  BrnEmu* e;
  bool project;
  const BrnStrain* v; // to be applied to
  BrnStrain* out;
} Work;

// ------------------------------------------------------------------------------------ tets, blocks

// g = V P + alpha W (F - G q), (9) and (10)
static void fill_gradient(const BrnEmu* e, int b, const BrnMaterialOut* out) {
  const BrnBatch* batch = &e->body->elements->batch[b];
  BrnStrain weighed;
  brn__metric_apply(&e->metric[b], e->gap[b], weighed);
  for (int k = 0; k < 9; k++) {
    for (int i = 0; i < BRN_LANES; i++) {
      double pull = e->alpha * weighed[k][i];
      e->g[b][k][i] = batch->volume[i] > 0 ? batch->volume[i] * out->stress[k][i] + pull : 0;
    }
  }
}

// the stiffness of lanes that are not definite is projected
static int invert(BrnEmu* e, int b, bool project) {
  const BrnElements* elements = e->body->elements;
  const BrnBatch* batch = &elements->batch[b];
  BrnMaterialOut out;
  brn__batch_evaluate(elements, batch, e->F[b], e->body->input->activation,
                      project ? BRN_WANT_DEFINITE : BRN_WANT_STIFFNESS, &out);
  fill_gradient(e, b, &out);
  int bad =
      BRN_LANE_PICK(brn__emu_invert)(batch, out.stiffness, &e->metric[b], e->alpha, e->inverse[b]);
  if (bad == 0) return 0;
  BRN_LANE_PICK(brn__stiffness_project)(out.stiffness);
  return BRN_LANE_PICK(brn__emu_invert)(batch, out.stiffness, &e->metric[b], e->alpha,
                                        e->inverse[b]);
}

static void invert_terms(void* user, int begin, int end, double* sum) {
  const Work* work = user;
  BrnEmu* e = work->e;
  for (int b = begin; b < end; b++) {
    sum[0] += invert(e, b, work->project) != 0;
    BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], e->g[b], e->x[b]);
    if (e->z) brn__patches_slope(e, b);
  }
}

// ----------------------------------------------------------------------------------------- reduced

static int first_batch(const BrnEmu* e, int chunk) {
  return (int)((int64_t)e->body->elements->batch_count * chunk / e->basis->chunk_count);
}

static void reduce_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  BrnEmu* e = work->e;
  BrnEmuReduced* basis = e->basis;
  for (int c = begin; c < end; c++) {
    double* part = basis->part + (size_t)c * basis->part_size;
    double* room = basis->room + (size_t)c * 96 * (size_t)basis->stride;
    memset(part, 0, sizeof(double) * basis->part_size);
    for (int b = first_batch(e, c); b < first_batch(e, c + 1); b++) {
      BRN_LANE_PICK(brn__emu_reduce)
      (&e->body->elements->batch[b], e->inverse[b], &e->metric[b], e->alpha,
       (const double* const*)basis->point, basis->stride, room, part);
    }
    if (e->z) brn__patches_reduce(e, c, part);
  }
}

// b = Phi^T G^T W v
static void project_chunks(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  BrnEmu* e = work->e;
  BrnEmuReduced* basis = e->basis;
  size_t blocks = 6 * (size_t)basis->stride * (size_t)basis->stride;
  for (int c = begin; c < end; c++) {
    double* b = basis->part + (size_t)c * basis->part_size + blocks;
    memset(b, 0, 3 * sizeof(double) * (size_t)basis->stride);
    for (int i = first_batch(e, c); i < first_batch(e, c + 1); i++) {
      BrnStrain weighed;
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
    const double* part = basis->part + (size_t)c * basis->part_size;
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

static bool factor(BrnEmuReduced* basis) {
  int rank = 3 * basis->count, info, entered = brn__foreign_enter();
  dpotrf_("U", &rank, basis->M, &rank, &info, 1);
  brn__foreign_leave(entered);
  return info == 0;
}

static bool reduce(BrnContext* ctx, Work* work) {
  BrnEmuReduced* basis = work->e->basis;
  brn__parallel_for(ctx, basis->chunk_count, 1, reduce_chunks, work);
  add_parts(basis, 0, 6 * (size_t)basis->stride * (size_t)basis->stride);
  lay_out(basis);
  return factor(basis);
}

// basis->b = M^-1 Phi^T G^T W v
static void solve_reduced(BrnContext* ctx, BrnEmu* e, const BrnStrain* v) {
  BrnEmuReduced* basis = e->basis;
  Work work = {.e = e, .v = v};
  int rank = 3 * basis->count, one = 1, info;
  size_t blocks = 6 * (size_t)basis->stride * (size_t)basis->stride;
  brn__parallel_for(ctx, basis->chunk_count, 1, project_chunks, &work);
  add_parts(basis, blocks, basis->part_size);
  for (int i = 0; i < rank; i++) {
    basis->b[i] = basis->whole[blocks + (size_t)(i / basis->count * basis->stride) +
                               (size_t)(i % basis->count)];
  }
  int entered = brn__foreign_enter();
  dpotrs_("U", &rank, &one, basis->M, &rank, basis->b, &rank, &info, 1);
  brn__foreign_leave(entered);
}

// ---------------------------------------------------------------------------------------- the
// whole

bool brn__woodbury_prepare(BrnContext* ctx, BrnEmu* e, bool project, BrnStepReport* report) {
  Work work = {.e = e, .project = project};
  BrnNewton* n = e->body;
  double bad, begin = brn__seconds();
  if (n->averages) brn__averages_measure_strains(ctx, n->averages, n->elements, e->F);
  brn__parallel_sum(ctx, n->elements->batch_count, 1, invert_terms, &work, &bad);
  if (e->z) brn__patches_join(ctx, e);
  double middle = brn__seconds();
  bool good = bad == 0 && (!e->basis || reduce(ctx, &work));
  report->seconds.elements += middle - begin;
  report->seconds.assembly += brn__seconds() - middle;
  return good;
}

// points = Phi b
static void move_points(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnEmu* e = user;
  const BrnEmuReduced* basis = e->basis;
  for (int p = begin; p < end; p++) {
    for (int c = 0; c < 3; c++) {
      const double* mode = basis->point[c] + (size_t)p * (size_t)basis->stride;
      double sum = 0;
      for (int m = 0; m < basis->count; m++) sum += mode[m] * basis->b[c * basis->count + m];
      e->body->x[3 * (size_t)p + (size_t)c] = sum;
    }
  }
}

// out = x + alpha H^-1 W G Phi b, x being out; but for patches
static void spread_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  BrnEmu* e = work->e;
  for (int b = begin; b < end; b++) {
    BrnStrain G, weighed, back;
    BRN_LANE_PICK(brn__batch_strain)(&e->body->elements->batch[b], e->body->x, G);
    brn__metric_apply(&e->metric[b], G, weighed);
    BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], weighed, back);
    if (e->z) memcpy(e->trial[b], weighed, sizeof weighed);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      work->out[b][k / BRN_LANES][k % BRN_LANES] += e->alpha * back[k / BRN_LANES][k % BRN_LANES];
    }
  }
}

static void spread(BrnContext* ctx, BrnEmu* e, BrnStrain* out) {
  Work work = {.e = e, .out = out};
  brn__parallel_for(ctx, e->body->nodes->point_count, 256, move_points, e);
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, spread_batches, &work);
  if (e->z) brn__patches_correct(ctx, e, e->alpha, e->trial, out);
}

static void scale_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  for (int b = begin; b < end; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      work->out[b][k / BRN_LANES][k % BRN_LANES] = -work->v[b][k / BRN_LANES][k % BRN_LANES];
    }
  }
}

double brn__woodbury_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  Work work = {.e = e, .v = e->d, .out = e->d};
  double begin = brn__seconds();
  memcpy(e->d, e->x, sizeof(BrnStrain) * (size_t)e->body->elements->batch_count);
  if (e->basis) {
    solve_reduced(ctx, e, e->x);
    spread(ctx, e, e->d);
  }
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, scale_batches, &work);
  double slope = brn__strain_dot(ctx, e, e->g, e->d);
  report->seconds.solve += brn__seconds() - begin;
  return slope;
}

static void invert_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  for (int b = begin; b < end; b++) {
    BrnStrain out;
    BRN_LANE_PICK(brn__squares_apply)(work->e->inverse[b], work->v[b], out);
    memcpy(work->out[b], out, sizeof out);
  }
}

// v may be out, so patches look at it first
void brn__woodbury_apply(BrnContext* ctx, BrnEmu* e, const BrnStrain* v, BrnStrain* out) {
  Work work = {.e = e, .v = v, .out = out};
  size_t size = sizeof(BrnStrain) * (size_t)e->body->elements->batch_count;
  if (e->z) memcpy(e->trial, v, size);
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, invert_batches, &work);
  if (e->z) brn__patches_correct(ctx, e, 1, e->trial, out);
  if (!e->basis) return;
  solve_reduced(ctx, e, out);
  spread(ctx, e, out);
}
