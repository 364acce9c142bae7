// SPDX-License-Identifier: Apache-2.0
//
// The Woodbury direction against the system that it solves, written out as a dense matrix.

#include "emu_test.h"
#include "sparse/blas.h"
#include "sparse/foreign.h"

// Numbers of F are in the order batch, number, lane.
typedef struct Dense {
  int size;   // of A
  int rank;   // of the modes
  double* A;  // H - alpha B^T (Phi^T L Phi)^-1 B                      (size x size)
  double* WG; // B^T: weighed gradients of the modes, mode by mode     (rank x size)
  double* L;  // factor of Phi^T L Phi                                 (rank x rank)
} Dense;

static int number_of(int b, int k, int lane) { return (9 * b + k) * BRN_LANES + lane; }

// gradient of mode m of coordinate c in a tet
static void mode_gradient(const BrnEmu* e, const BrnBatch* batch, int lane, int c, int m,
                          double out[3]) {
  const double* mode = e->basis->point[c];
  double at[4];
  for (int a = 0; a < 4; a++) at[a] = mode[batch->corner[a][lane] * e->basis->stride + m];
  for (int k = 0; k < 3; k++) {
    out[k] = 0;
    for (int a = 1; a < 4; a++) out[k] += batch->gradient[3 * (a - 1) + k][lane] * (at[a] - at[0]);
  }
}

static double metric_at(const BrnMetric* metric, int k, int l, int lane) {
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  return metric->a[at[k][l]][lane];
}

// WG, and Phi^T L Phi by gradients times weighed gradients
static void fill_modes(const BrnEmu* e, Dense* dense) {
  int count = e->basis->count;
  double* G = calloc((size_t)dense->rank * (size_t)dense->size, sizeof(double));
  for (int i = 0; i < e->body->elements->batch_count * BRN_LANES; i++) {
    int b = i / BRN_LANES, lane = i % BRN_LANES;
    const BrnBatch* batch = &e->body->elements->batch[b];
    for (int r = 0; r < dense->rank && batch->volume[lane] > 0; r++) {
      double grad[3];
      mode_gradient(e, batch, lane, r / count, r % count, grad);
      for (int k = 0; k < 3; k++) {
        int at = number_of(b, 3 * (r / count) + k, lane);
        G[r * dense->size + at] = grad[k];
        for (int l = 0; l < 3; l++) {
          dense->WG[r * dense->size + at] += metric_at(&e->metric[b], k, l, lane) * grad[l];
        }
      }
    }
  }
  dgemm_("T", "N", &dense->rank, &dense->rank, &dense->size, &(double){1}, G, &dense->size,
         dense->WG, &dense->size, &(double){0}, dense->L, &dense->rank, 1, 1);
  free(G);
}

// H, lanes without a tet being 1
static void fill_blocks(const BrnEmu* e, Dense* dense) {
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    BrnMaterialOut out;
    brn__batch_evaluate(e->body->elements, batch, e->F[b], e->body->input->activation,
                        BRN_WANT_STIFFNESS, &out);
    for (int k = 0; k < 81 * BRN_LANES; k++) {
      int lane = k % BRN_LANES, p = k / BRN_LANES / 9, q = k / BRN_LANES % 9;
      double h =
          batch->volume[lane] * out.stiffness[BRN_STIFFNESS_AT(p < q ? p : q, p < q ? q : p)][lane];
      if (p / 3 == q / 3) h += e->alpha * metric_at(&e->metric[b], p % 3, q % 3, lane);
      if (!(batch->volume[lane] > 0)) h = p == q;
      dense
          ->A[(size_t)number_of(b, p, lane) * (size_t)dense->size + (size_t)number_of(b, q, lane)] =
          h;
    }
  }
}

static Dense dense_make(const BrnEmu* e) {
  Dense dense = {.size = 72 * e->body->elements->batch_count, .rank = 3 * e->basis->count};
  size_t size = (size_t)dense.size, rank = (size_t)dense.rank;
  double* half = malloc(sizeof(double) * rank * size);
  double minus = -e->alpha, one = 1;
  int info;
  dense.A = calloc(size * size, sizeof(double));
  dense.WG = calloc(rank * size, sizeof(double));
  dense.L = calloc(rank * rank, sizeof(double));
  fill_modes(e, &dense);
  fill_blocks(e, &dense);
  dpotrf_("U", &dense.rank, dense.L, &dense.rank, &info, 1);
  ENSURE_INT(info, 0);
  memcpy(half, dense.WG, sizeof(double) * rank * size);
  dtrsm_("R", "U", "N", "N", &dense.size, &dense.rank, &one, dense.L, &dense.rank, half,
         &dense.size, 1, 1, 1, 1);
  dgemm_("N", "T", &dense.size, &dense.size, &dense.rank, &minus, half, &dense.size, half,
         &dense.size, &one, dense.A, &dense.size, 1, 1);
  free(half);
  return dense;
}

static void dense_free(Dense* dense) {
  free(dense->A);
  free(dense->WG);
  free(dense->L);
}

// |a - b| over |b|
static double distance(const double* a, const double* b, int count) {
  double sum = 0, size = 0;
  for (int i = 0; i < count; i++) {
    sum += (a[i] - b[i]) * (a[i] - b[i]);
    size += b[i] * b[i];
  }
  ENSURE(size > 0);
  return sqrt(sum / size);
}

static const char* const bar = HANGING_BAR("240", "", ", 'gravity': [3, -9.81, 2]");

// A little too large, where all tets are definite, and not quite fitting together.
static BrnEmu* on_the_way(Rig* rig) {
  TestRandom random = {11};
  BrnEmu* e = emu_begin(rig);
  emu_add(e, e->F, 0.01, e->F, e->F);
  emu_add_random(e, &random, 1e-3, e->F);
  brn__acap_solve(rig->ctx, e);
  return e;
}

static void direction_is_that_of_the_dense_system(void** unused) {
  (void)unused;
  for (int k = 0; k < 7; k++) {
    BrnSolverDef def = emu_def();
    def.locking = BRN_LOCKING_OFF;
    emu_put(&def, alpha, ((double[]){1e-2, 1, 1e2, 1e4, 1e6, 1e-1, 1e4}[k]));
    if (k > 4) emu_put(&def, weights, k == 5 ? BRN_EMU_UNIT : BRN_EMU_CENTROID);
    Rig rig = emu_with(bar, &def, 2);
    BrnEmu* e = on_the_way(&rig);
    ENSURE(rig.model->mesh->tet_count > 200 && e->basis->count == 16);
    ENSURE(brn__woodbury_prepare(rig.ctx, e, false, &rig.report));
    double slope = brn__woodbury_direction(rig.ctx, e, &rig.report);
    Dense dense = dense_make(e);
    double* x = malloc(sizeof(double) * (size_t)dense.size);
    int one = 1, info;
    for (int i = 0; i < dense.size; i++) x[i] = -((const double*)e->g)[i];
    dpotrf_("U", &dense.size, dense.A, &dense.size, &info, 1);
    ENSURE_INT(info, 0);
    dpotrs_("U", &dense.size, &one, dense.A, &dense.size, x, &dense.size, &info, 1);
    ENSURE_NEAR(distance((const double*)e->d, x, dense.size), 0, 1e-8);
    ENSURE(slope < 0);
    ENSURE_NEAR(brn__deformation_dot(rig.ctx, e, e->g, e->d) / slope, 1, 1e-14);
    brn__woodbury_apply(rig.ctx, e, e->g, e->x);
    for (int i = 0; i < dense.size; i++) x[i] = -x[i];
    ENSURE_NEAR(distance((const double*)e->x, x, dense.size), 0, 1e-8);
    free(x);
    dense_free(&dense);
    rig_done(&rig);
  }
}

// ----------------------------------------------------------------------------------------- patches

// out = d of V P along e->d by differences of fourth order; continuity stays as it is
static void stiffness_along(Rig* rig, BrnEmu* e, BrnDeformation* out) {
  static const double weight[4] = {-1.0 / 12, 8.0 / 12, -8.0 / 12, 1.0 / 12},
                      at[4] = {2, 1, -1, -2};
  BrnDeformation *F = emu_deformations(rig), *d = emu_deformations(rig);
  double h = 1e-4 / emu_size(rig, e, e->d);
  memcpy(F, e->F, emu_bytes(e));
  memcpy(d, e->d, emu_bytes(e));
  memset(out, 0, emu_bytes(e));
  for (int k = 0; k < 4; k++) {
    emu_add(e, F, at[k] * h, d, e->F);
    ENSURE(brn__woodbury_prepare(rig->ctx, e, false, &rig->report));
    emu_add(e, out, weight[k] / h, e->g, out);
  }
  memcpy(e->F, F, emu_bytes(e));
  memcpy(e->d, d, emu_bytes(e));
  brn__free(rig->ctx, F);
  brn__free(rig->ctx, d);
}

// out += alpha W d - alpha B^T (Phi^T L Phi)^-1 B d
static void add_continuity(const BrnEmu* e, const Dense* dense, const BrnDeformation* d,
                           double* out) {
  double* b = calloc((size_t)dense->rank, sizeof(double));
  int one = 1, info;
  for (int i = 0; i < e->body->elements->batch_count; i++) {
    BrnDeformation weighed;
    brn__metric_apply(&e->metric[i], d[i], weighed);
    for (int k = 0; k < 72; k++) out[72 * i + k] += e->alpha * ((const double*)weighed)[k];
  }
  for (int r = 0; r < dense->rank; r++) {
    for (int i = 0; i < dense->size; i++)
      b[r] += dense->WG[r * dense->size + i] * ((const double*)d)[i];
  }
  dpotrs_("U", &dense->rank, &one, dense->L, &dense->rank, b, &dense->rank, &info, 1);
  for (int r = 0; r < dense->rank; r++) {
    for (int i = 0; i < dense->size; i++)
      out[i] -= e->alpha * b[r] * dense->WG[r * dense->size + i];
  }
  free(b);
}

// tets that share their volumes: what the direction solves, by the gradient itself
static void patches_are_in_the_direction(void** unused) {
  (void)unused;
  static const char* const solids[] = {"'model': 'corotated'", "'model': 'st_venant_kirchhoff'",
                                       "'model': 'linear'"};
  for (int k = 0; k < 7; k++) {
    BrnSolverDef def = emu_def();
    def.locking = BRN_LOCKING_ON;
    emu_put(&def, alpha, ((double[]){0.1, 10, 1e3, 1e5, 10, 10, 10}[k]));
    Rig rig = emu_with(k < 4 ? bar : with_keys(bar, solids[k - 4]), &def, 2);
    BrnEmu* e = on_the_way(&rig);
    BrnDeformation *g = emu_deformations(&rig), *out = emu_deformations(&rig);
    ENSURE(e->body->averages && e->body->averages->count > 3);
    Dense dense = dense_make(e);
    ENSURE(brn__woodbury_prepare(rig.ctx, e, false, &rig.report));
    brn__woodbury_direction(rig.ctx, e, &rig.report);
    memcpy(g, e->g, emu_bytes(e));
    memcpy(out, e->g, emu_bytes(e));
    brn__woodbury_apply(rig.ctx, e, out, out);
    emu_add(e, out, 2, e->d, out);
    ENSURE_NEAR(distance((double*)out, (double*)e->d, dense.size), 0, 1e-12);
    stiffness_along(&rig, e, out);
    add_continuity(e, &dense, e->d, (double*)out);
    emu_add(e, out, 2, g, out);
    ENSURE_NEAR(distance((double*)out, (double*)g, dense.size), 0, 1e-9);
    brn__free(rig.ctx, g);
    brn__free(rig.ctx, out);
    dense_free(&dense);
    rig_done(&rig);
  }
}

// ------------------------------------------------------------------------------------ small matrix

// X = (V K + alpha W)^-1 V K of a tet, which no large alpha spoils                     (9 x 9)
static void softened(const BrnEmu* e, int b, int lane, const BrnMaterialOut* out, double X[81]) {
  double H[81], volume = e->body->elements->batch[b].volume[lane];
  int nine = 9, info;
  for (int k = 0; k < 81; k++) {
    int p = k / 9, q = k % 9, least = p < q ? p : q, most = p < q ? q : p;
    H[k] = X[k] = volume * out->stiffness[BRN_STIFFNESS_AT(least, most)][lane];
    if (p / 3 == q / 3) H[k] += e->alpha * metric_at(&e->metric[b], p % 3, q % 3, lane);
  }
  dpotrf_("U", &nine, H, &nine, &info, 1);
  ENSURE_INT(info, 0);
  dpotrs_("U", &nine, &nine, H, &nine, X, &nine, &info, 1);
}

// M = sum of (W G Phi)^T H^-1 V K G Phi                                              (rank x rank)
static void add_reduced(const BrnEmu* e, const Dense* dense, int b, int lane,
                        const BrnMaterialOut* out, double* M) {
  int count = e->basis->count;
  double X[81];
  softened(e, b, lane, out, X);
  for (int s = 0; s < dense->rank; s++) {
    double grad[3], image[9] = {0};
    mode_gradient(e, &e->body->elements->batch[b], lane, s / count, s % count, grad);
    for (int k = 0; k < 27; k++)
      image[k / 3] += X[9 * (3 * (s / count) + k % 3) + k / 3] * grad[k % 3];
    for (int r = 0; r < dense->rank; r++) {
      for (int k = 0; k < 3; k++) {
        int p = 3 * (r / count) + k;
        M[r * dense->rank + s] += dense->WG[r * dense->size + number_of(b, p, lane)] * image[p];
      }
    }
  }
}

// The difference of (17) would leave M with 3 digits in the end.
static void small_matrix_keeps_its_digits(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = emu_def();
    def.locking = BRN_LOCKING_OFF;
    emu_put(&def, alpha, ((double[]){1, 1e6, 1e12}[k]));
    Rig rig = emu_with(bar, &def, 2);
    BrnEmu* e = on_the_way(&rig);
    Dense dense = dense_make(e);
    int rank = dense.rank;
    double *M = calloc((size_t)(rank * rank), sizeof(double)), worst = 0;
    for (int b = 0; b < e->body->elements->batch_count; b++) {
      BrnMaterialOut out;
      brn__batch_evaluate(e->body->elements, &e->body->elements->batch[b], e->F[b],
                          e->body->input->activation, BRN_WANT_STIFFNESS, &out);
      for (int i = 0; i < BRN_LANES; i++) {
        if (e->body->elements->batch[b].volume[i] > 0) add_reduced(e, &dense, b, i, &out, M);
      }
    }
    ENSURE(brn__woodbury_prepare(rig.ctx, e, false, &rig.report));
    for (int i = 0; i < rank * rank; i++) {
      const double *left = e->basis->M + i / rank * rank, *right = e->basis->M + i % rank * rank;
      double size = sqrt(M[i / rank * (rank + 1)] * M[i % rank * (rank + 1)]), product = 0;
      for (int j = 0; j <= i / rank && j <= i % rank; j++) product += left[j] * right[j];
      worst = fmax(worst, fabs(product - M[i]) / size);
      ENSURE_NEAR(M[i] / size, M[i % rank * rank + i / rank] / size, 1e-9); // it is symmetric
    }
    ENSURE_NEAR(worst, 0, 1e-9);
    free(M);
    dense_free(&dense);
    rig_done(&rig);
  }
}

// BLAS without threads of its own, as Brawn uses it
static int enter(void** state) {
  static int entered;
  entered = brn__foreign_enter();
  *state = &entered;
  return 0;
}

static int leave(void** state) {
  brn__foreign_leave(*(int*)*state);
  return 0;
}

// the direction, which is made in one sweep, is minus the product of the same inverse with g
static void direction_is_a_product_with_the_gradient(void** unused) {
  (void)unused;
  for (int k = 0; k < 4; k++) {
    BrnSolverDef def = emu_woodbury_def(k % 2 ? BRN_LOCKING_AUTO : BRN_LOCKING_OFF, k < 2 ? 48 : 0);
    Rig rig = rig_with(SPINDLE("600", "[0, 0, 0]", "", ""), &def, 2);
    BrnEmu* e = emu_shaken(&rig);
    double slope = brn__woodbury_direction(rig.ctx, e, &rig.report), most = 0;
    ENSURE_NEAR(slope / brn__deformation_dot(rig.ctx, e, e->g, e->d), 1, 1e-12);
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

TEST_MAIN(cmocka_unit_test_setup_teardown(direction_is_that_of_the_dense_system, enter, leave),
          cmocka_unit_test_setup_teardown(patches_are_in_the_direction, enter, leave),
          cmocka_unit_test_setup_teardown(small_matrix_keeps_its_digits, enter, leave),
          cmocka_unit_test(direction_is_a_product_with_the_gradient))
