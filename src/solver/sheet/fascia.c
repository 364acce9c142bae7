// SPDX-License-Identifier: Apache-2.0

#include "solver/sheet/fascia.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>

// Romeo et al. 2018, section 4.4. A point p is tied to a place q of a surface, at a distance d:
//
//   slide   q is the nearest place of all targets      goal q + d n
//   soft    q is the nearest place at rest, moved      goal q + d (p - q) / |p - q|
//   hard    the same q, with the frame B of its face   goal q + B o
//
// and goes towards sum w (goal - p), (14), with the weights of (11) to (13). n and (p - q) are on
// the side of the surface where p was at rest. All goals are found before anything moves, so the
// order does not matter. A surface that moves itself comes half of the way.

enum { GRAIN = 1024 };

// What an iteration takes back of a slide at most, before its weight, m. The closest place of a
// thin muscle may change over to its other side, and a whole correction would throw the point
// there. Who asks for all of it (weight and stiffness 1, towards what does not give) gets it.
static const double LARGEST = 0.002;

// ------------------------------------------------------------------------------------- preparation

void brn__sheet_fascia_destroy(BrnContext* ctx, BrnSheetFascia* fascia) {
  if (!fascia) return;
  void* block[] = {
      fascia->number, fascia->fascia,     fascia->first, fascia->strength, fascia->distance,
      fascia->least,  fascia->correction, fascia->slide, fascia->hold,     fascia->row,
      fascia};
  for (size_t i = 0; i < sizeof block / sizeof *block; i++) brn__free(ctx, block[i]);
}

typedef struct Key {
  int vertex, number, fascia, item;
} Key;

static int compare_keys(const void* a, const void* b) {
  const Key *p = a, *q = b;
  if (p->vertex != q->vertex) return p->vertex < q->vertex ? -1 : 1;
  return (p->number > q->number) - (p->number < q->number);
}

// ties of all fascias, by vertex
static void list_ties(const BrnModel* model, Key* key) {
  int number = 0;
  for (int f = 0; f < model->fascia_count; f++) {
    const BrnModelFascia* from = &model->fascia[f];
    for (int i = 0; i < from->count; i++, number++) {
      key[number] = (Key){from->vertex[i], number, f, i};
    }
  }
  qsort(key, (size_t)number, sizeof *key, compare_keys);
}

// what all ties of a vertex would correct in one iteration
static double whole(const BrnModel* model, const Key* key, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    const BrnModelFascia* from = &model->fascia[key[i].fascia];
    const double* w = from->weight + 3 * (size_t)key[i].item;
    sum += from->stiffness * (w[0] + w[1] + w[2]);
  }
  return sum;
}

static void take_hold(const BrnSheet* sheet, BrnSheetFascia* fascia, int tie, const Key* key,
                      double scale) {
  const BrnModelFascia* from = &sheet->model->fascia[key->fascia];
  size_t i = (size_t)key->item;
  const double* w = from->weight + 3 * i;
  if (!(w[1] > 0) && !(w[2] > 0)) return;
  BrnSheetHold* hold = &fascia->hold[fascia->hold_count++];
  *hold = (BrnSheetHold){.tie = tie, .vertex = key->vertex, .side = from->side[i]};
  const int* corner = sheet->model->mesh->triangle + 3 * (size_t)fascia->first[tie];
  for (int c = 0; c < 3; c++) hold->corner[c] = corner[c];
  brn__copy3(hold->weight, from->barycentric + 3 * i);
  brn__copy3(hold->offset, from->offset + 3 * i);
  hold->length = fmax(from->distance[i], from->least);
  double far = brn__norm3(hold->offset);
  if (far < from->least && far > 0) brn__scale3(hold->offset, from->least / far, hold->offset);
  if (!(far > 0)) hold->offset[2] = hold->side * from->least;
  double share = sheet->surfaces->moves[from->surface[i]] ? 0.5 : 1;
  for (int k = 0; k < 2; k++) hold->share[k] = share * scale * from->stiffness * w[1 + k];
}

static void take_tie(const BrnSheet* sheet, BrnSheetFascia* fascia, int tie, const Key* key,
                     double scale) {
  const BrnModelFascia* from = &sheet->model->fascia[key->fascia];
  size_t i = (size_t)key->item;
  const BrnContactSurface* target = &sheet->surfaces->contact->surface[from->surface[i]];
  double length = fmax(from->distance[i], from->least);
  fascia->number[tie] = key->number;
  fascia->fascia[tie] = key->fascia;
  fascia->first[tie] = target->first_triangle + from->triangle[i];
  fascia->strength[tie] = scale * from->stiffness * from->weight[3 * i];
  fascia->distance[tie] = from->side[i] * length;
  fascia->least[tie] = from->side[i] > 0 ? length : from->least;
  fascia->slide[tie] = (BrnSlide){.vertex = key->vertex};
  take_hold(sheet, fascia, tie, key, scale);
}

static void take_rows(const BrnSheet* sheet, const Key* key, BrnSheetFascia* fascia) {
  for (int tie = 0; tie < fascia->count;) {
    int end = tie + 1;
    while (end < fascia->count && key[end].vertex == key[tie].vertex) end++;
    // many ties of one point must not correct more than is wrong
    double scale = 1 / fmax(1, whole(sheet->model, key + tie, end - tie));
    fascia->row[fascia->row_count++] = tie;
    for (; tie < end; tie++) take_tie(sheet, fascia, tie, &key[tie], scale);
  }
  fascia->row[fascia->row_count] = fascia->count;
}

static BrnStatus fill(BrnContext* ctx, const BrnSheet* sheet, Key* key, BrnSheetFascia* fascia) {
  int count = fascia->count;
  fascia->number = brn__new(ctx, count, int);
  fascia->fascia = brn__new(ctx, count, int);
  fascia->first = brn__new(ctx, count, int);
  fascia->strength = brn__new(ctx, count, double);
  fascia->distance = brn__new(ctx, count, double);
  fascia->least = brn__new(ctx, count, double);
  fascia->correction = brn__new_zero(ctx, 3 * (size_t)count, double);
  fascia->slide = brn__new(ctx, count, BrnSlide);
  fascia->hold = brn__new(ctx, count, BrnSheetHold);
  fascia->row = brn__new(ctx, count + 1, int);
  if (!key || !fascia->number || !fascia->fascia || !fascia->first || !fascia->strength ||
      !fascia->distance || !fascia->least || !fascia->correction || !fascia->slide ||
      !fascia->hold || !fascia->row) {
    return BRN_NO_MEMORY;
  }
  list_ties(sheet->model, key);
  take_rows(sheet, key, fascia);
  return BRN_OK;
}

BrnStatus brn__sheet_fascia_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetFascia** out) {
  *out = NULL;
  int count = brn_model_tie_count(sheet->model);
  if (count == 0) return BRN_OK;
  BrnSheetFascia* fascia = *out = brn__new_zero(ctx, 1, BrnSheetFascia);
  if (!fascia) return BRN_NO_MEMORY;
  fascia->count = count;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = fill(ctx, sheet, brn__scratch(ctx, count, Key), fascia);
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------- goals

// p - q, q being the place between the moved corners
static void offset_from_place(const BrnSheetPoints* points, int vertex, const int corner[3],
                              const double weight[3], double offset[3]) {
  brn__copy3(offset, points->at + 4 * (size_t)vertex);
  for (int c = 0; c < 3; c++)
    brn__axpy3(offset, offset, -weight[c], points->at + 4 * (size_t)corner[c]);
}

static void correct_slide(const BrnSheetPoints* points, const BrnSlide* slide, double* out) {
  double offset[3];
  offset_from_place(points, slide->vertex, slide->corner, slide->weight, offset);
  double wrong = slide->length - brn__dot3(offset, slide->normal);
  if (slide->share < 1) wrong = fmax(-LARGEST, fmin(LARGEST, wrong));
  brn__scale3(out, slide->share * wrong, slide->normal);
}

// A way that leads through the surface is mirrored at it: to the side that the point was on at
// rest.
static void correct_soft(const BrnSheetHold* hold, const double offset[3], double* out) {
  double across = brn__dot3(offset, hold->normal), goal[3], back[3];
  brn__copy3(goal, offset);
  if (across * hold->side < 0) brn__axpy3(goal, offset, -2 * across, hold->normal);
  double far = brn__norm3(goal);
  if (far > 0) {
    brn__scale3(goal, hold->length / far, goal);
  } else {
    brn__scale3(goal, hold->side * hold->length, hold->normal);
  }
  brn__sub3(back, goal, offset);
  brn__axpy3(out, out, hold->share[0], back);
}

// frame of the face: along its first edge, across it, and out
static void correct_hard(const BrnSheetPoints* points, const BrnSheetHold* hold,
                         const double offset[3], double* out) {
  const double* a = points->at + 4 * (size_t)hold->corner[0];
  const double* b = points->at + 4 * (size_t)hold->corner[1];
  const double* c = points->at + 4 * (size_t)hold->corner[2];
  double along[3], across[3], normal[3], back[3];
  brn__sub3(along, b, a);
  brn__triangle_normal(normal, a, b, c);
  brn__normalize3(along);
  brn__normalize3(normal);
  brn__cross3(across, normal, along);
  for (int k = 0; k < 3; k++) {
    back[k] = hold->offset[0] * along[k] + hold->offset[1] * across[k] +
              hold->offset[2] * normal[k] - offset[k];
  }
  brn__axpy3(out, out, hold->share[1], back);
}

static void slide_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  const BrnSheetFascia* fascia = sheet->fascia;
  for (int i = begin; i < end; i++) {
    correct_slide(&sheet->points, &fascia->slide[i], fascia->correction + 3 * (size_t)i);
  }
}

static void hold_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  for (int i = begin; i < end; i++) {
    const BrnSheetHold* hold = &sheet->fascia->hold[i];
    double* correction = sheet->fascia->correction + 3 * (size_t)hold->tie;
    double offset[3];
    offset_from_place(&sheet->points, hold->vertex, hold->corner, hold->weight, offset);
    if (hold->share[0] > 0) correct_soft(hold, offset, correction);
    if (hold->share[1] > 0) correct_hard(&sheet->points, hold, offset, correction);
  }
}

static void apply_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  const BrnSheetFascia* fascia = sheet->fascia;
  for (int r = begin; r < end; r++) {
    double* at = sheet->points.at + 4 * (size_t)fascia->slide[fascia->row[r]].vertex;
    if (!(at[3] > 0)) continue;
    for (int i = fascia->row[r]; i < fascia->row[r + 1]; i++) {
      brn__add3(at, at, fascia->correction + 3 * (size_t)i);
    }
  }
}

void brn__sheet_fascia_project(BrnContext* ctx, BrnSheet* sheet, int iteration) {
  (void)iteration;
  const BrnSheetFascia* fascia = sheet->fascia;
  brn__parallel_job(ctx, fascia->count, GRAIN, slide_range, sheet, 0);
  if (fascia->hold_count) brn__parallel_job(ctx, fascia->hold_count, GRAIN, hold_range, sheet, 0);
  brn__parallel_job(ctx, fascia->row_count, GRAIN, apply_range, sheet, 0);
}

// ---------------------------------------------------------------------------------------- sub-step

static void turn_holds(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  for (int i = begin; i < end; i++) {
    BrnSheetHold* hold = &sheet->fascia->hold[i];
    brn__contact_normal(sheet->surfaces->contact, sheet->fascia->first[hold->tie], hold->weight,
                        hold->normal);
  }
}

void brn__sheet_fascia_begin(BrnContext* ctx, BrnSheet* sheet, BrnState* state) {
  brn__parallel_job(ctx, sheet->fascia->hold_count, GRAIN, turn_holds, sheet, 0);
  brn__sheet_fascia_search(ctx, sheet, state);
}
