// SPDX-License-Identifier: Apache-2.0
//
// The work of emu on eight tets against plain sums of long doubles, and its sweeps over a body.

#include "solver/emu/pairs.h"
#include "solver/emu/patches.h"
#include "solver_test.h"

enum { POINTS = 21, WIDEST = 24 };

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

typedef long double Dense[9][9];

// Eight tets, of which `empty` is none, between points that have modes.
typedef struct Eight {
  BrnBatch batch;
  BrnMetric metric;
  BrnSquares K;
  double alpha;
  double* mode[3]; // (POINTS x WIDEST)
} Eight;

static void set_metric(TestRandom* random, bool scalar, int lane, BrnMetric* metric) {
  double r[9], w = test_random(random, 0.5, 2);
  for (int k = 0; k < 9; k++) r[k] = scalar ? 0 : test_random(random, -1, 1);
  for (int k = 0, p = 0; p < 3; p++) {
    for (int q = p; q < 3; q++, k++) {
      metric->a[k][lane] = p == q ? w : 0;
      for (int m = 0; m < 3; m++) metric->a[k][lane] += r[3 * p + m] * r[3 * q + m];
    }
  }
}

// positive definite
static void set_stiffness(TestRandom* random, int lane, BrnSquares K) {
  double r[9][9];
  for (int k = 0; k < 81; k++) r[k / 9][k % 9] = test_random(random, -1, 1);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      double sum = p == q;
      for (int m = 0; m < 9; m++) sum += r[p][m] * r[q][m];
      K[AT(p, q)][lane] = sum;
    }
  }
}

static Eight* eight(bool scalar, bool shared, int empty) {
  TestRandom random = {7};
  Eight* t = aligned_alloc(64, (sizeof(Eight) + 63) / 64 * 64);
  memset(t, 0, sizeof *t);
  for (int i = 0; i < BRN_LANES; i++) {
    for (int a = 0; a < 4; a++) t->batch.corner[a][i] = (5 * i + 4 * a) % POINTS;
    set_stiffness(&random, i, t->K);
    if (i == empty) continue;
    for (int k = 0; k < 9; k++) t->batch.gradient[k][i] = test_random(&random, -2, 2);
    t->batch.volume[i] = test_random(&random, 0.5, 1.5);
    set_metric(&random, scalar, i, &t->metric);
  }
  t->alpha = 10;
  for (int c = 0; c < 3; c++) {
    if (c > 0 && shared) {
      t->mode[c] = t->mode[0];
      continue;
    }
    t->mode[c] = aligned_alloc(64, sizeof(double) * POINTS * WIDEST);
    for (int k = 0; k < POINTS * WIDEST; k++) t->mode[c][k] = test_random(&random, -1, 1);
  }
  return t;
}

static void done(Eight* t) {
  for (int c = 2; c >= 0; c--) {
    if (c == 0 || t->mode[c] != t->mode[0]) free(t->mode[c]);
  }
  free(t);
}

// ------------------------------------------------------------------------------------ dense blocks

static void plain_metric(const Eight* t, int lane, Dense W) {
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < 9; q++) {
      W[p][q] = p / 3 == q / 3 ? (long double)t->metric.a[at[p % 3][q % 3]][lane] : 0;
    }
  }
}

static void plain_block(const Eight* t, int lane, Dense H) {
  Dense W;
  plain_metric(t, lane, W);
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < 9; q++) {
      H[p][q] = (long double)t->batch.volume[lane] * t->K[AT(p, q)][lane] + t->alpha * W[p][q];
      if (!(t->batch.volume[lane] > 0)) H[p][q] = p == q;
    }
  }
}

// Gauss and Jordan, with pivots
static void invert_plainly(int n, long double* a, long double* out) {
  for (int k = 0; k < n * n; k++) out[k] = k / n == k % n;
  for (int c = 0; c < n; c++) {
    int best = c;
    for (int r = c; r < n; r++) best = fabsl(a[r * n + c]) > fabsl(a[best * n + c]) ? r : best;
    for (int k = 0; k < n; k++) {
      long double x = a[c * n + k], y = out[c * n + k];
      a[c * n + k] = a[best * n + k], a[best * n + k] = x;
      out[c * n + k] = out[best * n + k], out[best * n + k] = y;
    }
    long double scale = 1 / a[c * n + c];
    for (int k = 0; k < n; k++) a[c * n + k] *= scale, out[c * n + k] *= scale;
    for (int r = 0; r < n; r++) {
      long double share = a[r * n + c];
      for (int k = 0; k < n && r != c; k++) {
        a[r * n + k] -= share * a[c * n + k], out[r * n + k] -= share * out[c * n + k];
      }
    }
  }
}

static void multiply(const Dense a, const Dense b, Dense out) {
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < 9; q++) {
      out[p][q] = 0;
      for (int m = 0; m < 9; m++) out[p][q] += a[p][m] * b[m][q];
    }
  }
}

// V K H^-1 W
static void plain_coupling(const Eight* t, int lane, Dense N) {
  Dense H, inverse, W, K, half;
  plain_block(t, lane, H);
  invert_plainly(9, &H[0][0], &inverse[0][0]);
  plain_metric(t, lane, W);
  for (int k = 0; k < 81; k++) {
    K[k / 9][k % 9] = (long double)t->batch.volume[lane] * t->K[AT(k / 9, k % 9)][lane];
  }
  multiply(K, inverse, half);
  multiply(half, W, N);
}

static int invert(const Eight* t, BrnSquares inverse) {
  return BRN_LANE_PICK(brn__emu_invert)(&t->batch, t->K, &t->metric, t->alpha, inverse);
}

static void ensure_inverse(const Eight* t, int lane, BrnSquares found) {
  Dense H, inverse;
  plain_block(t, lane, H);
  invert_plainly(9, &H[0][0], &inverse[0][0]);
  for (int k = 0; k < 81; k++) {
    ENSURE_NEAR(found[AT(k / 9, k % 9)][lane], (double)inverse[k / 9][k % 9], 1e-14);
  }
}

static void inverse_is_that_of_the_whole_block(void** unused) {
  (void)unused;
  for (int scalar = 0; scalar < 2; scalar++) {
    Eight* t = eight(scalar, true, -1);
    BrnSquares inverse;
    ENSURE_INT(invert(t, inverse), 0);
    for (int i = 0; i < BRN_LANES; i++) ensure_inverse(t, i, inverse);
    done(t);
  }
}

static void lanes_that_are_not_definite_are_named(void** unused) {
  (void)unused;
  Eight* t = eight(true, true, -1);
  BrnSquares inverse;
  t->K[AT(8, 8)][2] = t->K[AT(0, 0)][5] = -100;
  ENSURE_INT(invert(t, inverse), 1 << 2 | 1 << 5);
  for (int i = 0; i < BRN_LANES; i++) {
    if (i != 2 && i != 5) ensure_inverse(t, i, inverse);
  }
  t->K[AT(4, 4)][7] = NAN;
  ENSURE_INT(invert(t, inverse), 1 << 2 | 1 << 5 | 1 << 7);
  done(t);
}

static void lane_without_a_tet_has_the_identity(void** unused) {
  (void)unused;
  Eight* t = eight(false, true, 3);
  BrnSquares inverse, N;
  ENSURE_INT(invert(t, inverse), 0);
  BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, N);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      ENSURE(inverse[AT(p, q)][3] == (p == q));
      ENSURE(N[AT(p, q)][3] == 0);
    }
  }
  ensure_inverse(t, 4, inverse);
  done(t);
}

static void coupling_is_the_difference_of_the_paper(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    Eight* t = eight(k, true, -1);
    BrnSquares inverse, N;
    invert(t, inverse);
    BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, N);
    for (int i = 0; i < BRN_LANES; i++) {
      Dense W, H, back, half, whole;
      plain_metric(t, i, W);
      plain_block(t, i, H);
      invert_plainly(9, &H[0][0], &back[0][0]);
      multiply(W, back, half);
      multiply(half, W, whole);
      for (int p = 0; p < 81; p++) {
        long double expected = W[p / 9][p % 9] - t->alpha * whole[p / 9][p % 9];
        ENSURE_NEAR(N[AT(p / 9, p % 9)][i], (double)expected, 1e-14);
      }
    }
    done(t);
  }
}

// relative to the largest entry of all; as W - alpha W H^-1 W it would be 1e-3 at 1e12
static void coupling_keeps_its_digits_at_any_alpha(void** unused) {
  (void)unused;
  static const double alpha[] = {1e-6, 1, 1e4, 1e8, 1e12};
  for (int k = 0; k < 10; k++) {
    Eight* t = eight(k % 2, true, -1);
    BrnSquares inverse, N;
    t->alpha = alpha[k / 2];
    ENSURE_INT(invert(t, inverse), 0);
    BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, N);
    for (int i = 0; i < BRN_LANES; i++) {
      Dense expected;
      double most = 0;
      plain_coupling(t, i, expected);
      for (int p = 0; p < 81; p++) most = fmax(most, (double)fabsl(expected[p / 9][p % 9]));
      for (int p = 0; p < 81; p++) {
        double x = N[AT(p / 9, p % 9)][i];
        ENSURE_NEAR(x / most, (double)expected[p / 9][p % 9] / most, 2e-14);
      }
    }
    done(t);
  }
}

static void square_is_applied_whole(void** unused) {
  (void)unused;
  Eight* t = eight(true, true, -1);
  TestRandom random = {3};
  BrnStrain v, out;
  for (int k = 0; k < 72; k++) v[k / 8][k % 8] = test_random(&random, -1, 1);
  BRN_LANE_PICK(brn__squares_apply)(t->K, v, -2, out);
  for (int k = 0; k < 72; k++) {
    long double sum = 0;
    for (int q = 0; q < 9; q++) sum += (long double)t->K[AT(k / 8, q)][k % 8] * v[q][k % 8];
    ENSURE_NEAR(out[k / 8][k % 8], (double)(-2 * sum), 1e-13);
  }
  BRN_LANE_PICK(brn__squares_apply)(t->K, v, -2, v);
  ENSURE(memcmp(v, out, sizeof v) == 0);
  done(t);
}

// --------------------------------------------------------------------------------------- reduction

// gradient along k of mode s, of coordinate c in a tet
static long double plain_gradient(const Eight* t, int lane, int c, int k, int stride, int s) {
  long double sum = 0;
  for (int a = 1; a < 4; a++) {
    const double *to = t->mode[c] + t->batch.corner[a][lane] * stride,
                 *from = t->mode[c] + t->batch.corner[0][lane] * stride;
    sum += ((long double)to[s] - from[s]) * t->batch.gradient[3 * (a - 1) + k][lane];
  }
  return sum;
}

typedef struct Sums {
  BrnSquares N;
  BrnStrain x;
  double part[6 * WIDEST * WIDEST + 3 * WIDEST];
  double room[96 * WIDEST];
} Sums;

// A body of eight tets.
typedef struct Small {
  BrnEmu e;
  BrnBody body;
  BrnElements elements;
  BrnNodes nodes;
  BrnEmuReduced basis;
} Small;

static void make_small(Eight* t, int stride, double* room, Small* small) {
  *small = (Small){.elements = {.batch_count = 1, .batch = &t->batch},
                   .nodes = {.point_count = POINTS},
                   .basis = {.stride = stride, .chunk_count = 1, .room = room}};
  memcpy(small->basis.point, t->mode, sizeof t->mode);
  small->body.elements = &small->elements;
  small->body.nodes = &small->nodes;
  small->e.body = &small->body;
  small->e.basis = &small->basis;
}

static void reduce(Eight* t, int stride, double start, Sums* s) {
  BrnSquares inverse;
  TestRandom random = {9};
  Small small;
  BrnPairs* pairs;
  BrnContext* ctx = test_context();
  const double* const* point = (const double* const*)t->mode;
  for (int k = 0; k < 72; k++) s->x[k / 8][k % 8] = test_random(&random, -1, 1);
  for (int k = 0; k < 6 * stride * stride + 3 * stride; k++) s->part[k] = start;
  ENSURE_INT(invert(t, inverse), 0);
  BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, s->N);
  make_small(t, stride, s->room, &small);
  ENSURE_OK(ctx, brn__pairs_create(ctx, &small.e, &pairs));
  brn__pairs_begin(pairs, 0);
  BRN_LANE_PICK(brn__pairs_add)(&t->batch, s->N, pairs->place[0], pairs->block);
  brn__pairs_reduce(&small.e, pairs, 0, s->part);
  BRN_LANE_PICK(brn__emu_project)(&t->batch, s->x, point, stride, s->part + 6 * stride * stride);
  brn__pairs_destroy(ctx, pairs);
  test_context_done(ctx);
}

static long double plain_entry(const Eight* t, Dense N[BRN_LANES], int c, int d, int stride, int i,
                               int j) {
  long double sum = 0;
  for (int lane = 0; lane < BRN_LANES; lane++) {
    for (int k = 0; k < 9; k++) {
      sum += plain_gradient(t, lane, c, k / 3, stride, i) * N[lane][3 * c + k / 3][3 * d + k % 3] *
             plain_gradient(t, lane, d, k % 3, stride, j);
    }
  }
  return sum;
}

static void ensure_sums(Eight* t, int stride, double tolerance) {
  Sums* s = aligned_alloc(64, (sizeof(Sums) + 63) / 64 * 64);
  Dense N[BRN_LANES];
  const double* block = s->part;
  double most = 0;
  reduce(t, stride, 0.25, s);
  for (int i = 0; i < BRN_LANES; i++) {
    plain_coupling(t, i, N[i]);
    for (int k = 0; k < 81; k++) most = fmax(most, (double)fabsl(N[i][k / 9][k % 9]));
  }
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++, block += stride * stride) {
      for (int k = 0; k < stride * stride; k++) {
        int i = k / stride, j = k % stride;
        if (c == d && i > j) continue;
        ENSURE_NEAR((block[k] - 0.25) / most, (double)plain_entry(t, N, c, d, stride, i, j) / most,
                    tolerance);
      }
    }
  }
  for (int k = 0; k < 3 * stride; k++) {
    long double sum = 0.25L;
    for (int r = 0; r < 24; r++) {
      sum += plain_gradient(t, r / 3, k / stride, r % 3, stride, k % stride) *
             s->x[3 * (k / stride) + r % 3][r / 3];
    }
    ENSURE_NEAR(block[k], (double)sum, 1e-13);
  }
  free(s);
}

static void sums_are_those_of_the_plain_product(void** unused) {
  (void)unused;
  for (int k = 0; k < 12; k++) {
    Eight* t = eight(k % 2, k / 2 % 2, k < 4 ? 6 : -1);
    ensure_sums(t, 8 * (k / 4 + 1), 1e-12);
    done(t);
  }
}

// M of (17) as a difference loses 1e-11, 1e-7 and 1e-3 of itself here
static void reduced_matrix_keeps_its_digits(void** unused) {
  (void)unused;
  static const double alpha[] = {1e4, 1e8, 1e12};
  for (int k = 0; k < 3; k++) {
    Eight* t = eight(true, true, -1);
    Sums* s = aligned_alloc(64, (sizeof(Sums) + 63) / 64 * 64);
    Dense N[BRN_LANES];
    t->alpha = alpha[k];
    for (int i = 0; i < BRN_LANES; i++) plain_coupling(t, i, N[i]);
    reduce(t, 16, 0, s);
    for (int i = 0; i < 16; i++) {
      long double expected = plain_entry(t, N, 0, 0, 16, i, i);
      ENSURE_NEAR(s->part[17 * i] / (double)expected, 1, 1e-13);
    }
    free(s);
    done(t);
  }
}

// ----------------------------------------------------------------------------------------- strains

static void strains_are_weighed_and_summed(void** unused) {
  (void)unused;
  Eight* t = eight(false, true, 1);
  TestRandom random = {5};
  BrnStrain d, gap, G, stress, g, push, rate;
  double sum[2] = {1, 2};
  long double first = 1, second = 2, product = 0;
  for (int k = 0; k < 72; k++) {
    double* to[] = {&d[k / 8][k % 8], &gap[k / 8][k % 8], &G[k / 8][k % 8], &stress[k / 8][k % 8]};
    for (int i = 0; i < 4; i++) *to[i] = test_random(&random, -1, 1);
  }
  memcpy(rate, G, sizeof G);
  BRN_LANE_PICK(brn__emu_rate)(&t->metric, d, gap, rate, sum);
  BRN_LANE_PICK(brn__emu_gradient)(&t->batch, &t->metric, stress, gap, 3, g);
  memcpy(push, G, sizeof G);
  BRN_LANE_PICK(brn__emu_push)(&t->metric, d, 3, push);
  for (int i = 0; i < BRN_LANES; i++) {
    Dense W;
    plain_metric(t, i, W);
    for (int p = 0; p < 9; p++) {
      long double moved = 0, held = 0, pushed = 0;
      for (int q = 0; q < 9; q++) {
        moved += W[p][q] * (d[q][i] - G[q][i]);
        held += W[p][q] * gap[q][i];
        pushed += W[p][q] * G[q][i];
      }
      ENSURE_NEAR(rate[p][i], d[p][i] - G[p][i], 1e-15);
      double own = i == 1 ? 0 : (double)(t->batch.volume[i] * stress[p][i] + 3 * held);
      ENSURE_NEAR(g[p][i], own, 1e-13);
      ENSURE_NEAR(push[p][i], (double)(d[p][i] + 3 * pushed), 1e-13);
      first += gap[p][i] * moved;
      second += (d[p][i] - G[p][i]) * moved;
      product += i == 1 ? 0 : d[p][i] * gap[p][i];
    }
  }
  ENSURE_NEAR(sum[0], (double)first, 1e-12);
  ENSURE_NEAR(sum[1], (double)second, 1e-12);
  ENSURE_NEAR(BRN_LANE_PICK(brn__strain_product)(&t->batch, d, gap), (double)product, 1e-13);
  done(t);
}

#ifdef BRN_LANE_COPIES

static void copies_give_the_same_bits(void** unused) {
  (void)unused;
  Eight* t = eight(false, false, 2);
  Sums* s = aligned_alloc(64, (sizeof(Sums) + 63) / 64 * 64);
  BrnSquares one, other;
  reduce(t, 16, 0, s);
  invert(t, one);
  brn__emu_invert_base(&t->batch, t->K, &t->metric, t->alpha, other);
  ENSURE(memcmp(one, other, sizeof one) == 0);
  brn__emu_couple_base(&t->batch, t->K, one, &t->metric, other);
  ENSURE(memcmp(s->N, other, sizeof other) == 0);
  free(s);
  done(t);
}

#endif

// ----------------------------------------------------------------------------------------- patches

static BrnSolverDef emu_def(BrnLockingCure locking, int modes) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "emu");
  emu_put(&def, step, BRN_EMU_WOODBURY);
  def.locking = locking;
  emu_put(&def, modes, modes);
  return def;
}

static BrnEmu* begin(Rig* rig) {
  BrnEmu* e = rig->solver->method;
  TestRandom random = {11};
  rig->body = e->body;
  rig_load(rig);
  brn__body_measure(rig->ctx, rig->body, rig->body->y, e->F);
  for (int b = 0; b < rig->body->elements->batch_count; b++) {
    for (int k = 0; k < 72; k++) e->F[b][k / 8][k % 8] += test_random(&random, -0.05, 0.05);
  }
  brn__acap_solve(rig->ctx, e);
  ENSURE(brn__woodbury_prepare(rig->ctx, e, true, &rig->report));
  return e;
}

// c V dJ/dF
static void plain_slope(const BrnEmu* e, int element, double modulus, long double* out) {
  int b = element / BRN_LANES, lane = element % BRN_LANES;
  double f[9], up[9], down[9];
  for (int k = 0; k < 9; k++) f[k] = e->F[b][k][lane];
  for (int k = 0; k < 9; k++) {
    memcpy(up, f, sizeof f), memcpy(down, f, sizeof f);
    up[k] += 0.5, down[k] -= 0.5; // J is linear in each
    out[k] = (long double)modulus * e->body->elements->batch[b].volume[lane] *
             (brn__det3(up) - brn__det3(down));
  }
}

// x of a patch's tets, from the whole block of the patch
static void ensure_patch(const BrnEmu* e, int p) {
  const BrnAverages* a = e->body->averages;
  int count = a->start[p + 1] - a->start[p], n = 9 * count;
  long double* H = calloc((size_t)(n * n), sizeof *H);
  long double* inverse = malloc(sizeof *H * (size_t)(n * n));
  long double* b = malloc(sizeof *b * (size_t)n);
  ENSURE(a->curvature[p] > 0);
  for (int i = 0; i < count; i++) {
    int element = a->element[a->start[p] + i], lane = element % BRN_LANES;
    long double own[81], back[81];
    plain_slope(e, element, a->modulus[a->start[p] + i], b + 9 * i);
    for (int k = 0; k < 81; k++) own[k] = e->inverse[element / BRN_LANES][AT(k / 9, k % 9)][lane];
    invert_plainly(9, own, back);
    for (int k = 0; k < 81; k++) H[(9 * i + k / 9) * n + 9 * i + k % 9] = back[k];
  }
  for (int k = 0; k < n * n; k++) H[k] += a->curvature[p] / a->weight[p] * b[k / n] * b[k % n];
  invert_plainly(n, H, inverse);
  for (int k = 0; k < n; k++) {
    long double sum = 0;
    for (int m = 0; m < n; m++) {
      int element = a->element[a->start[p] + m / 9];
      sum += inverse[k * n + m] * e->g[element / BRN_LANES][m % 9][element % BRN_LANES];
    }
    int element = a->element[a->start[p] + k / 9];
    ENSURE_NEAR(e->x[element / BRN_LANES][k % 9][element % BRN_LANES], (double)sum,
                1e-9 * (1 + fabs((double)sum)));
  }
  free(H);
  free(inverse);
  free(b);
}

static void patches_are_inverted_whole(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_LOCKING_AUTO, 0);
  Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
  BrnEmu* e = begin(&rig);
  ENSURE(rig.body->averages && rig.body->averages->count > 4);
  for (int p = 0; p < rig.body->averages->count; p += 3) ensure_patch(e, p);
  rig_done(&rig);
}

// b is that of H^-1 g, patches included
static void patches_have_their_share_of_the_load(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_LOCKING_AUTO, 48);
  Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
  BrnEmu* e = begin(&rig);
  int stride = e->basis->stride;
  double b[3 * WIDEST] = {0}, most = 0;
  for (int k = 0; k < rig.body->elements->batch_count; k++) {
    BrnStrain weighed;
    brn__metric_apply(&e->metric[k], e->x[k], weighed);
    BRN_LANE_PICK(brn__emu_project)
    (&rig.body->elements->batch[k], weighed, (const double* const*)e->basis->point, stride, b);
  }
  for (int k = 0; k < 3 * stride; k++) most = fmax(most, fabs(b[k]));
  for (int k = 0; k < 3 * stride; k++) {
    ENSURE_NEAR(e->basis->whole[6 * stride * stride + k] / most, b[k] / most, 1e-12);
  }
  rig_done(&rig);
}

// points = Phi v
static void move_points(const BrnEmu* e, const double* v) {
  const BrnEmuReduced* basis = e->basis;
  for (int k = 0; k < 3 * e->body->nodes->point_count; k++) {
    const double* mode = basis->point[k % 3] + (k / 3) * basis->stride;
    e->body->x[k] = 0;
    for (int m = 0; m < basis->count; m++) {
      e->body->x[k] += mode[m] * v[k % 3 * basis->count + m];
    }
  }
}

// v.M v
static double plain_form(const BrnEmu* e, const double* v) {
  int count = e->basis->count, stride = e->basis->stride;
  const double* block = e->basis->whole;
  double sum = 0;
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++, block += stride * stride) {
      for (int k = 0; k < count * count; k++) {
        int i = k / count, j = k % count;
        if (c == d && i > j) continue;
        double twice = c == d && i == j ? 1 : 2;
        sum += twice * v[c * count + i] * block[i * stride + j] * v[d * count + j];
      }
    }
  }
  return sum;
}

// M of (17): v.M v = |G Phi v|_W^2 - alpha t.H^-1 t, t = W G Phi v
static void reduced_matrix_is_that_of_the_whole(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = emu_def(k ? BRN_LOCKING_AUTO : BRN_LOCKING_OFF, 48);
    Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
    BrnEmu* e = begin(&rig);
    TestRandom random = {13};
    double v[48], straight = 0;
    ENSURE_INT(3 * e->basis->count, 48);
    for (int i = 0; i < 48; i++) v[i] = test_random(&random, -1, 1);
    move_points(e, v);
    for (int b = 0; b < rig.body->elements->batch_count; b++) {
      const BrnBatch* batch = &rig.body->elements->batch[b];
      BRN_LANE_PICK(brn__batch_strain)(batch, rig.body->x, e->d[b]);
      brn__metric_apply(&e->metric[b], e->d[b], e->trial[b]);
      straight += BRN_LANE_PICK(brn__strain_product)(batch, e->d[b], e->trial[b]);
      BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], e->trial[b], 1, e->d[b]);
    }
    if (e->z) brn__patches_correct(rig.ctx, e, 1, e->trial, e->d);
    double form = straight - e->alpha * brn__strain_dot(rig.ctx, e, e->trial, e->d);
    ENSURE(form > 0);
    ENSURE_NEAR(plain_form(e, v) / form, 1, 1e-9);
    rig_done(&rig);
  }
}

// the direction, which is made in one sweep, is minus the product of the same inverse with g
static void direction_is_a_product_with_the_gradient(void** unused) {
  (void)unused;
  for (int k = 0; k < 4; k++) {
    BrnSolverDef def = emu_def(k % 2 ? BRN_LOCKING_AUTO : BRN_LOCKING_OFF, k < 2 ? 48 : 0);
    Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
    BrnEmu* e = begin(&rig);
    double slope = brn__woodbury_direction(rig.ctx, e, &rig.report), most = 0;
    ENSURE_NEAR(slope / brn__strain_dot(rig.ctx, e, e->g, e->d), 1, 1e-12);
    ENSURE(slope < 0);
    brn__woodbury_apply(rig.ctx, e, e->g, e->x);
    int size = 72 * rig.body->elements->batch_count;
    const double *d = (const double*)e->d, *x = (const double*)e->x;
    for (int i = 0; i < size; i++) most = fmax(most, fabs(d[i]));
    for (int i = 0; i < size; i++) {
      int b = i / 72;
      if (!(rig.body->elements->batch[b].volume[i % 8] > 0)) continue;
      ENSURE_NEAR(d[i] / most, -x[i] / most, 1e-11);
    }
    rig_done(&rig);
  }
}

// ------------------------------------------------------------------------------------ whole sweeps

static void workers_give_the_same_bits(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    double* shape = NULL;
    BrnSolverDef def = emu_def(k ? BRN_LOCKING_AUTO : BRN_LOCKING_OFF, 48);
    for (int workers = 1; workers <= 3; workers++) {
      Rig rig = rig_with(SPINDLE("2000", "[0, -9.81, 0]", "", ""), &def, workers);
      size_t size = 3 * sizeof(double) * (size_t)rig.state->vertex_count;
      ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.2, rig.state, rig.input));
      rig_step(&rig);
      if (!shape) {
        shape = malloc(size);
        memcpy(shape, rig.state->position, size);
      }
      ENSURE(memcmp(shape, rig.state->position, size) == 0);
      rig_done(&rig);
    }
    free(shape);
  }
}

static void step_takes_no_memory(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = emu_def(k ? BRN_LOCKING_AUTO : BRN_LOCKING_OFF, 48);
    Rig rig = rig_with(SPINDLE("1000", "[0, -9.81, 0]", "", ""), &def, 2);
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.1, rig.state, rig.input));
    rig_step(&rig);
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.2, rig.state, rig.input));
    brn_fail_allocation(rig.ctx, 0);
    rig_step(&rig);
    brn_fail_allocation(rig.ctx, -1);
    rig_done(&rig);
  }
}

// the energy that is carried along the trials is that of the end
static void energy_is_that_of_the_last_trial(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_LOCKING_OFF, 48);
  Rig rig = rig_with(SPINDLE("1000", "[0, -9.81, 0]", "", ""), &def, 2);
  BrnEmu* e = begin(&rig);
  ENSURE_OK(rig.ctx, brn__emu_minimize(rig.ctx, e, 12, 1e-12, &rig.report));
  double energy = rig.report.energy;
  brn__acap_solve(rig.ctx, e);
  ENSURE_NEAR(energy / brn__emu_total(brn__emu_energy(rig.ctx, e)), 1, 1e-11);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(inverse_is_that_of_the_whole_block),
          cmocka_unit_test(lanes_that_are_not_definite_are_named),
          cmocka_unit_test(lane_without_a_tet_has_the_identity),
          cmocka_unit_test(coupling_is_the_difference_of_the_paper),
          cmocka_unit_test(coupling_keeps_its_digits_at_any_alpha),
          cmocka_unit_test(square_is_applied_whole),
          cmocka_unit_test(sums_are_those_of_the_plain_product),
          cmocka_unit_test(reduced_matrix_keeps_its_digits),
          cmocka_unit_test(strains_are_weighed_and_summed),
#ifdef BRN_LANE_COPIES
          cmocka_unit_test(copies_give_the_same_bits),
#endif
          cmocka_unit_test(patches_are_inverted_whole),
          cmocka_unit_test(patches_have_their_share_of_the_load),
          cmocka_unit_test(reduced_matrix_is_that_of_the_whole),
          cmocka_unit_test(direction_is_a_product_with_the_gradient),
          cmocka_unit_test(workers_give_the_same_bits), cmocka_unit_test(step_takes_no_memory),
          cmocka_unit_test(energy_is_that_of_the_last_trial))
