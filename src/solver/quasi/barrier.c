// SPDX-License-Identifier: Apache-2.0
//
// Energies with a barrier, which grow without end as a tet is crushed, stop a line search as soon
// as one tet is about to turn inside out, though the others could go on. So bcqn takes from a
// direction d what would invert tets (Zhu, Bridson and Kaufman 2018). With C = dJ/dx, to first
// order
//
//   J + C p >= 0,   p = d + C^T f,   0 <= f,   f > 0 only where J + C p = 0
//
// the forces f being found by some rounds of damped projected Jacobi iteration. After that steps
// begin well before the first tet is flat. Materials that are defined for all F need none of it.

#include "core/vec.h"
#include "solver/quasi/quasi.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, ROUNDS = 20, BISECTIONS = 40 };

#define DAMPING 0.5
#define SMALL 1e-6    // a share of a volume
#define SLOWER 1e-3   // of what is wrong, a round: then it is not worth another
#define FROM_FLAT 0.5 // of the way to the first flat tet

static double square(double x) { return x * x; }

static void cofactor_of(const double* F, double* out) {
  brn__cross3(out, F + 3, F + 6);
  brn__cross3(out + 3, F + 6, F);
  brn__cross3(out + 6, F, F + 3);
}

static bool inverts(const BrnMaterial* material) {
  for (int t = 0; material && t < material->term_count; t++) {
    if (!material->term[t].ops->inverts) return false;
  }
  return true;
}

BrnStatus brn__barrier_create(BrnContext* ctx, BrnQuasi* q) {
  bool barrier = false;
  for (int m = 0; m < q->body->elements->mix_count; m++) {
    const BrnMaterialMix* mix = &q->body->elements->mix[m];
    if (!inverts(mix->material[0]) || !inverts(mix->material[1])) barrier = true;
  }
  if (!barrier || !q->blended) return BRN_OK;
  q->force = brn__new_zero(ctx, q->body->elements->batch_count, BrnEight);
  q->room = brn__new_zero(ctx, q->body->elements->batch_count, BrnEight);
  q->diagonal = brn__new_zero(ctx, q->body->elements->batch_count, BrnEight);
  q->F = brn__new_zero(ctx, q->body->elements->batch_count, BrnDeformation);
  q->dF = brn__new_zero(ctx, q->body->elements->batch_count, BrnDeformation);
  q->slope = brn__new_zero(ctx, q->body->elements->batch_count, BrnDeformation);
  bool all = q->force && q->room && q->diagonal && q->F && q->dF && q->slope;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

// ---------------------------------------------------------------------------------------- C, C^T f

static void lane_of(const BrnDeformation T, int lane, double out[9]) {
  for (int p = 0; p < 9; p++) out[p] = T[p][lane];
}

// a soft tet?
static bool is_there(const BrnBatch* batch, int lane) { return batch->tet[lane] >= 0; }

// q->slope = dJ/dF at q->F, and the diagonal of C C^T, as if nothing were given
static void linearize(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnQuasi* q = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &q->body->elements->batch[b];
    double one[BRN_LANES], force[12 * BRN_LANES];
    for (int i = 0; i < BRN_LANES; i++) {
      double F[9], cofactor[9];
      lane_of(q->F[b], i, F);
      cofactor_of(F, cofactor);
      for (int p = 0; p < 9; p++) q->slope[b][p][i] = cofactor[p];
      one[i] = is_there(batch, i);
    }
    BRN_LANE_PICK(brn__batch_forces)(batch, one, q->slope[b], force);
    for (int i = 0; i < BRN_LANES; i++) {
      q->diagonal[b][i] = 0;
      for (int k = 0; k < 12; k++) q->diagonal[b][i] += square(force[12 * i + k]);
    }
  }
}

// of the batch: J + C p, p being what q->dF was measured of
static void room_of(const BrnQuasi* q, int b, bool with_J, double* out) {
  for (int i = 0; i < BRN_LANES; i++) {
    double F[9], dF[9], slope[9];
    lane_of(q->F[b], i, F);
    lane_of(q->dF[b], i, dF);
    lane_of(q->slope[b], i, slope);
    out[i] = with_J ? brn__det3(F) : 0;
    for (int p = 0; p < 9; p++) out[i] += slope[p] * dF[p];
    if (!is_there(&q->body->elements->batch[b], i)) out[i] = 1;
  }
}

static void push_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnQuasi* q = user;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__batch_forces)
    (&q->body->elements->batch[b], q->force[b], q->slope[b],
     q->body->force + 12 * BRN_LANES * (size_t)b);
  }
}

// q->dF of rows
static void measure_rows(BrnContext* ctx, BrnQuasi* q, const double* rows) {
  brn__nodes_spread_rows(q->body->nodes, rows, q->move);
  brn__body_measure(ctx, q->body, q->move, q->dF);
}

// -------------------------------------------------------------------------------------- the filter

// how wrong the forces are: the square of what Fischer and Burmeister's function says
static double round_of_jacobi(BrnQuasi* q) {
  double wrong = 0;
  for (int b = 0; b < q->body->elements->batch_count; b++) {
    double extra[BRN_LANES];
    room_of(q, b, false, extra);
    for (int i = 0; i < BRN_LANES; i++) {
      if (!is_there(&q->body->elements->batch[b], i) || !(q->diagonal[b][i] > 0)) continue;
      double left = q->room[b][i] + extra[i], f = q->force[b][i] * q->diagonal[b][i];
      wrong += square(f + left - sqrt(f * f + left * left));
      q->force[b][i] = fmax(0, f - DAMPING * left) / q->diagonal[b][i];
    }
  }
  return sqrt(wrong);
}

// q->side = C^T f
static void pull(BrnContext* ctx, BrnQuasi* q) {
  brn__parallel_for(ctx, q->body->elements->batch_count, GRAIN, push_batches, q);
  brn__gather_forces(ctx, q->body->gather, q->body->force, q->side);
}

// does the direction invert a tet, as far as J is linear?
static bool begin(BrnContext* ctx, BrnQuasi* q) {
  double least = 1;
  brn__body_measure(ctx, q->body, q->body->y, q->F);
  measure_rows(ctx, q, q->descent.d);
  brn__parallel_for(ctx, q->body->elements->batch_count, GRAIN, linearize, q);
  memset(q->force, 0, sizeof(BrnEight) * (size_t)q->body->elements->batch_count);
  for (int b = 0; b < q->body->elements->batch_count; b++) {
    room_of(q, b, true, q->room[b]);
    for (int i = 0; i < BRN_LANES; i++) least = fmin(least, q->room[b][i]);
  }
  return least < 0;
}

double brn__barrier_filter(BrnContext* ctx, BrnQuasi* q, double slope) {
  int size = 3 * q->body->nodes->row_count;
  double before = INFINITY;
  if (!q->force || !begin(ctx, q)) return slope;
  memset(q->side, 0, sizeof(double) * (size_t)size);
  for (int k = 0; k < ROUNDS; k++) {
    measure_rows(ctx, q, q->side);
    double wrong = round_of_jacobi(q);
    pull(ctx, q);
    if (wrong < SMALL || fabs(before - wrong) < SLOWER * wrong) break;
    before = wrong;
  }
  memcpy(q->product, q->descent.d, sizeof(double) * (size_t)size);
  for (int i = 0; i < size; i++) q->descent.d[i] += q->side[i];
  if (q->body->rigid) brn__quasi_keep_rigid(q);
  double filtered = brn__body_dot(ctx, size, q->body->g, q->descent.d);
  if (filtered < 0) return filtered;
  memcpy(q->descent.d, q->product, sizeof(double) * (size_t)size); // it would not go down
  return slope;
}

// ---------------------------------------------------------------------------------- the first step

static double cubic(const double c[4], double s) {
  return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

// det(F + s dF) by powers of s
static void expand(const double F[9], const double dF[9], double c[4]) {
  double a[9], b[9];
  cofactor_of(F, a);
  cofactor_of(dF, b);
  c[0] = brn__det3(F), c[1] = c[2] = 0, c[3] = brn__det3(dF);
  for (int p = 0; p < 9; p++) c[1] += a[p] * dF[p], c[2] += b[p] * F[p];
}

// where the slope of the cubic changes its sign in (0, 1), ascending, after 0 and before 1
static int turns_of(const double c[4], double out[4]) {
  double a = 3 * c[3], b = c[2], d = b * b - a * c[1];
  int count = 0;
  out[count++] = 0;
  if (d > 0) {
    double w = -(b + copysign(sqrt(d), b)), root[2] = {w / a, c[1] / w};
    for (int k = 0; k < 2; k++) {
      double s = root[0] < root[1] ? root[k] : root[1 - k];
      if (s > 0 && s < 1) out[count++] = s; // not where it is NAN
    }
  }
  out[count++] = 1;
  return count;
}

// the first s in (0, 1] where it is zero; 2: there is none
static double first_zero(const double c[4]) {
  double turn[4];
  int count = turns_of(c, turn);
  for (int k = 1; k < count; k++) {
    double low = turn[k - 1], high = turn[k];
    if (cubic(c, high) > 0) continue;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      *(cubic(c, middle) > 0 ? &low : &high) = middle;
    }
    return low;
  }
  return 2;
}

static void find_zeros(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnQuasi* q = user;
  for (int b = begin; b < end; b++) {
    double least = 2;
    for (int i = 0; i < BRN_LANES; i++) {
      double F[9], dF[9], c[4];
      if (!is_there(&q->body->elements->batch[b], i)) continue;
      lane_of(q->F[b], i, F);
      lane_of(q->dF[b], i, dF);
      expand(F, dF, c);
      if (c[0] > 0) least = fmin(least, first_zero(c));
    }
    q->room[b][0] = least;
  }
}

double brn__barrier_first_step(BrnContext* ctx, BrnQuasi* q) {
  double least = 2;
  if (!q->force) return 1;
  brn__body_measure(ctx, q->body, q->body->y, q->F);
  measure_rows(ctx, q, q->descent.d);
  brn__parallel_for(ctx, q->body->elements->batch_count, GRAIN, find_zeros, q);
  for (int b = 0; b < q->body->elements->batch_count; b++) least = fmin(least, q->room[b][0]);
  return least > 1 ? 1 : FROM_FLAT * least;
}
