// SPDX-License-Identifier: Apache-2.0
//
// Patches of tets that share their volume (averages.h): which tets are in them, the mean J_p with
// what it changes in the densities of its tets, and the blocks u'' / W_p b b^T, b = W_p dJ_p/dx.

#include "solver/body/averages.h"

#include "core/vec.h"
#include "solver/body/patches.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 64 };

void brn__averages_destroy(BrnContext* ctx, BrnAverages* a) {
  if (!a) return;
  void* blocks[] = {a->start,       a->element, a->modulus,   a->law,  a->measure,   a->weight,
                    a->row_start,   a->row,     a->row_patch, a->spot, a->use_start, a->use,
                    a->place_start, a->place,   a->slope,     a->J,    a->curvature};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) brn__free(ctx, blocks[i]);
  brn__free(ctx, a);
}

// ---------------------------------------------------------------------------------------- creation

typedef struct Source {
  const BrnModel* model;
  const BrnElements* elements;
  BrnBulk* bulk; // of the elements                                         (element_count)
  int* group;    // of the tets                                             (tet_count)
  int* patch;    // of the tets                                             (tet_count)
  int count;     // patches
} Source;

static int tet_of(const BrnElements* elements, int e) {
  return elements->batch[e / BRN_LANES].tet[e % BRN_LANES];
}

// tets of a patch have the same materials
static void choose_tets(const Source* s, BrnLockingCure cure) {
  for (int t = 0; t < s->model->mesh->tet_count; t++) s->group[t] = -1;
  for (int e = 0; e < BRN_LANES * s->elements->batch_count; e++) {
    const BrnBatch* batch = &s->elements->batch[e / BRN_LANES];
    const BrnMaterialMix* mix = &s->elements->mix[batch->mix];
    int t = tet_of(s->elements, e);
    if (t < 0) continue; // bones take no part
    s->bulk[e] = brn__locking_bulk(s->model, cure, mix, batch->tendon[e % BRN_LANES]);
    if (s->bulk[e].modulus <= 0) continue;
    s->group[t] = mix->index[0] * (s->model->material_count + 1) + mix->index[1] + 1;
  }
}

// counting sort
static void list_elements(const Source* s, BrnAverages* a) {
  int* start = a->start;
  for (int t = 0; t < s->model->mesh->tet_count; t++) {
    if (s->patch[t] >= 0) start[s->patch[t] + 1]++;
  }
  for (int p = 0; p < a->count; p++) start[p + 1] += start[p];
  for (int e = 0; e < BRN_LANES * s->elements->batch_count; e++) {
    int t = tet_of(s->elements, e), p = t < 0 ? -1 : s->patch[t];
    if (p < 0) continue;
    a->element[start[p]] = e;
    a->modulus[start[p]++] = s->bulk[e].modulus;
    a->law[p] = s->bulk[e].law;
    a->measure[p] = s->bulk[e].measure;
    a->weight[p] += s->bulk[e].modulus * s->elements->batch[e / BRN_LANES].volume[e % BRN_LANES];
  }
  memmove(start + 1, start, sizeof(int) * (size_t)a->count);
  start[0] = 0;
}

static BrnStatus fill(BrnContext* ctx, const Source* s, const BrnGather* gather, BrnAverages* a) {
  int tets = s->model->mesh->tet_count;
  a->count = s->count;
  a->start = brn__new_zero(ctx, a->count + 1, int);
  a->element = brn__new(ctx, tets, int);
  a->modulus = brn__new(ctx, tets, double);
  a->J = brn__new(ctx, tets, double);
  a->law = brn__new(ctx, a->count, BrnBulkLaw);
  a->measure = brn__new(ctx, a->count, BrnBulkMeasure);
  a->weight = brn__new_zero(ctx, a->count, double);
  a->curvature = brn__new_zero(ctx, a->count, double);
  if (!a->start || !a->element || !a->modulus || !a->J) return BRN_NO_MEMORY;
  if (!a->law || !a->measure || !a->weight || !a->curvature) return BRN_NO_MEMORY;
  list_elements(s, a);
  BRN_TRY(brn__averages_list_rows(ctx, gather, a));
  a->slope = brn__new(ctx, 3 * (size_t)a->row_start[a->count], double);
  return a->slope ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus build(BrnContext* ctx, Source* s, BrnLockingCure cure, const BrnGather* gather,
                       BrnAverages** out) {
  int tets = s->model->mesh->tet_count;
  s->bulk = brn__scratch_zero(ctx, BRN_LANES * s->elements->batch_count, BrnBulk);
  s->group = brn__scratch(ctx, tets, int);
  s->patch = brn__scratch(ctx, tets, int);
  if (!s->bulk || !s->group || !s->patch) return BRN_NO_MEMORY;
  choose_tets(s, cure);
  BRN_TRY(brn__patches_find(ctx, s->model->mesh, s->group, s->patch, &s->count));
  if (s->count == 0) return BRN_OK;
  *out = brn__new_zero(ctx, 1, BrnAverages);
  return *out ? fill(ctx, s, gather, *out) : BRN_NO_MEMORY;
}

BrnStatus brn__averages_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                               const BrnElements* elements, const BrnGather* gather,
                               BrnAverages** out) {
  BRN_ASSERT(ctx && model && def && elements && gather && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Source source = {.model = model, .elements = elements};
  *out = NULL;
  BrnStatus status = build(ctx, &source, def->locking, gather, out);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn__averages_destroy(ctx, *out);
    *out = NULL;
    return status;
  }
  brn__locking_tell(ctx, model, def->locking, elements);
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- volumes

typedef struct Look {
  BrnAverages* averages;
  const BrnElements* elements;
  const BrnGather* gather;
  const double* x; // NULL: F counts
  BrnBlocks* K;
  bool definite;
  const double (*F)[9][BRN_LANES]; // of the batches
  const double* share;             // of the patches; NULL: u'' / W
  double times;                    // that
} Look;

static void corners(const Look* look, int e, const double* x[4]) {
  const BrnBatch* batch = &look->elements->batch[e / BRN_LANES];
  for (int k = 0; k < 4; k++) x[k] = look->x + 3 * (size_t)batch->corner[k][e % BRN_LANES];
}

// of the points, or as it is given
static void deformation_of(const Look* look, int e, double F[9]) {
  const BrnBatch* batch = &look->elements->batch[e / BRN_LANES];
  const double* x[4];
  int lane = e % BRN_LANES;
  if (look->x) corners(look, e, x);
  for (int p = 0; p < 9; p++) {
    F[p] = look->x ? 0 : look->F[e / BRN_LANES][p][lane];
    for (int a = 0; a < 3 && look->x; a++) {
      F[p] += (x[a + 1][p / 3] - x[0][p / 3]) * batch->gradient[3 * a + p % 3][lane];
    }
  }
}

// V J is the volume of the tet as it is now, which points tell without F
static double volume_of(const Look* look, int e, BrnBulkMeasure measure) {
  const double* x[4];
  double F[9];
  if (look->x && measure == BRN_BY_VOLUME) {
    corners(look, e, x);
    return brn__tet_volume(x[0], x[1], x[2], x[3]);
  }
  deformation_of(look, e, F);
  double volume = look->elements->batch[e / BRN_LANES].volume[e % BRN_LANES];
  return (measure == BRN_BY_VOLUME ? brn__det3(F) : brn__bulk_measure(measure, F, NULL)) * volume;
}

static double mean_of(const Look* look, int p) {
  BrnAverages* a = look->averages;
  double sum = 0;
  for (int i = a->start[p]; i < a->start[p + 1]; i++) {
    int e = a->element[i];
    double volume = volume_of(look, e, a->measure[p]);
    a->J[i] = volume / look->elements->batch[e / BRN_LANES].volume[e % BRN_LANES];
    sum += a->modulus[i] * volume;
  }
  return sum / a->weight[p];
}

// c u(J_p) takes the place of c u(J_e)
static void measure_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Look* look = user;
  BrnAverages* a = look->averages;
  for (int p = begin; p < end; p++) {
    BrnBulkValue mean = brn__locking_value(a->law[p], a->measure[p], mean_of(look, p));
    a->curvature[p] = mean.curvature;
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      int e = a->element[i], lane = e % BRN_LANES;
      BrnBatch* batch = &look->elements->batch[e / BRN_LANES];
      BrnBulkValue own = brn__locking_value(a->law[p], a->measure[p], a->J[i]);
      batch->bulk[0][lane] = a->modulus[i] * (mean.energy - own.energy);
      batch->bulk[1][lane] = a->modulus[i] * (mean.slope - own.slope);
      batch->bulk[2][lane] = -a->modulus[i] * own.curvature;
    }
  }
}

void brn__averages_measure(BrnContext* ctx, BrnAverages* averages, BrnElements* elements,
                           const double* x) {
  Look look = {.averages = averages, .elements = elements, .x = x};
  brn__parallel_for(ctx, averages->count, GRAIN, measure_patches, &look);
}

void brn__averages_measure_deformations(BrnContext* ctx, BrnAverages* averages,
                                        BrnElements* elements, const double (*F)[9][BRN_LANES]) {
  Look look = {.averages = averages, .elements = elements, .F = F};
  brn__parallel_for(ctx, averages->count, GRAIN, measure_patches, &look);
}

// --------------------------------------------------------------------------------------- stiffness

// weight times the derivatives of the volume by the corners
static void volume_slopes(const double* const x[4], double weight, double out[4][3]) {
  double edge[4][3];
  for (int k = 1; k < 4; k++) brn__sub3(edge[k], x[k], x[0]);
  for (int i = 0; i < 3; i++) out[0][i] = 0;
  for (int k = 1; k < 4; k++) {
    brn__cross3(out[k], edge[k % 3 + 1], edge[(k + 1) % 3 + 1]);
    brn__scale3(out[k], weight / 6, out[k]);
    brn__sub3(out[0], out[0], out[k]);
  }
}

// the same of what stands for the volume: weight V dJ/dF g
static void measure_slopes(const Look* look, int e, BrnBulkMeasure measure, double weight,
                           double out[4][3]) {
  const BrnBatch* batch = &look->elements->batch[e / BRN_LANES];
  double F[9], T[9], g[3];
  int lane = e % BRN_LANES;
  deformation_of(look, e, F);
  brn__bulk_measure(measure, F, T);
  for (int i = 0; i < 3; i++) out[0][i] = 0;
  for (int k = 1; k < 4; k++) {
    for (int i = 0; i < 3; i++) g[i] = batch->gradient[3 * (k - 1) + i][lane];
    brn__mul3(out[k], T, g);
    brn__scale3(out[k], weight * batch->volume[lane], out[k]);
    brn__sub3(out[0], out[0], out[k]);
  }
}

static void element_slopes(const Look* look, int e, BrnBulkMeasure measure, double weight,
                           double out[4][3]) {
  const double* x[4];
  if (measure != BRN_BY_VOLUME) {
    measure_slopes(look, e, measure, weight, out);
    return;
  }
  corners(look, e, x);
  volume_slopes(x, weight, out);
}

static void slope_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Look* look = user;
  BrnAverages* a = look->averages;
  const BrnGather* gather = look->gather;
  for (int p = begin; p < end; p++) {
    size_t first = 3 * (size_t)a->row_start[p], last = 3 * (size_t)a->row_start[p + 1];
    memset(a->slope + first, 0, sizeof(double) * (last - first));
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      int e = a->element[i];
      // by corner, and from there to the rows that the corner hangs on
      double slope[4][3];
      element_slopes(look, e, a->measure[p], a->modulus[i], slope);
      for (int k = gather->entry_start[e]; k < gather->entry_start[e + 1]; k++) {
        double* to = a->slope + 3 * (size_t)a->spot[k];
        brn__axpy3(to, to, gather->entry_weight[k], slope[gather->entry_corner[k]]);
      }
    }
  }
}

static double factor_of(const Look* look, int p) {
  const BrnAverages* a = look->averages;
  if (look->share) return look->times * look->share[p];
  return (look->definite ? fmax(0, a->curvature[p]) : a->curvature[p]) / a->weight[p];
}

static void add_spot(const Look* look, int spot) {
  const BrnAverages* a = look->averages;
  int p = a->row_patch[spot], begin = a->row_start[p], n = a->row_start[p + 1] - begin;
  const int* place = a->place + a->place_start[p] + (size_t)(spot - begin) * (size_t)n;
  double own[3];
  brn__scale3(own, factor_of(look, p), a->slope + 3 * (size_t)spot);
  for (int j = 0; j < n; j++) {
    const double* other = a->slope + 3 * (size_t)(begin + j);
    double* block = look->K->value + 9 * (size_t)place[j];
    for (int k = 0; k < 9; k++) block[k] += own[k / 3] * other[k % 3];
  }
}

// each row by one worker and in the order of its patches
static void add_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Look* look = user;
  const BrnAverages* a = look->averages;
  for (int r = begin; r < end; r++) {
    for (int u = a->use_start[r]; u < a->use_start[r + 1]; u++) add_spot(look, a->use[u]);
  }
}

void brn__averages_add_stiffness(BrnContext* ctx, BrnAverages* averages,
                                 const BrnElements* elements, const BrnGather* gather,
                                 const double* x, bool definite, BrnBlocks* K) {
  Look look = {.averages = averages,
               .elements = elements,
               .gather = gather,
               .x = x,
               .K = K,
               .definite = definite};
  brn__parallel_for(ctx, averages->count, GRAIN, slope_patches, &look);
  brn__parallel_for(ctx, gather->row_count, GRAIN, add_rows, &look);
}

void brn__averages_add_slopes(BrnContext* ctx, BrnAverages* averages, const BrnGather* gather,
                              double times, const double* share, BrnBlocks* K) {
  Look look = {.averages = averages, .gather = gather, .K = K, .share = share, .times = times};
  brn__parallel_for(ctx, gather->row_count, GRAIN, add_rows, &look);
}
