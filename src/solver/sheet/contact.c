// SPDX-License-Identifier: Apache-2.0

#include "solver/sheet/surfaces.h"

#include "core/vec.h"

#include <math.h>

// A point p that touches a place q of a surface keeps a distance d along the normal n there:
//
//   C = n . (p - q) - d >= 0,   q = sum b_c p_c over the corners of the triangle
//
// without compliance. n stays as it was found for the sub-step, so C is linear and its gradient
// adds up to zero: p goes by w n and the corners by -w_c b_c n times -C / (w + sum w_c b_c^2), and
// no momentum comes or goes. What bones carry has w = 0 and stays. Nothing acts along the surface:
// muscles slide on each other without friction.
//
// Contacts are found at the predicted positions and with a margin, for what only the iterations
// bring together; they are kept from sub-step to sub-step of a frame.
//
// What is inside already at the beginning of a sub-step is brought out slowly, and its way counts
// as no velocity: bones press muscles into each other faster than flesh can get out of the way, and
// all of it at once would make them burst. The iterations then only keep it from getting deeper.

enum { LAST_SWEEPS = 3, RECOVER_SWEEPS = 3, TIDY_ROUNDS = 8, TIDY_SWEEPS = 4 };

static const double MARGIN = 0.004; // as deep, too, new contacts are looked for, m
static const double RECOVERY = 0.3; // speed of getting out, m/s
static const double TIDY_DEPTH = 0.03, TIDY_AGAIN = 0.02, TIDY_MARGIN = 0.001; // m
static const double TIDY = 0.0005; // deeper than this is not tidy, m
static const double MANY = 0.05;   // share of all contacts

typedef struct Contact {
  int vertex, corner[3];
  double weight[3]; // of the corners
  double normal[3];
  double least; // m
  double goal;  // of C: 0, or how deep it may be at the end of the sub-step, m
} Contact;

struct BrnSheetContact {
  Contact* list;
  size_t capacity;
  int count;
};

void brn__sheet_contact_destroy(BrnContext* ctx, BrnSheetContact* contact) {
  if (!contact) return;
  brn__free(ctx, contact->list);
  brn__free(ctx, contact);
}

BrnStatus brn__sheet_contact_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetContact** out) {
  *out = NULL;
  if (!sheet->surfaces || !sheet->set.contact) return BRN_OK;
  BrnSheetContact* contact = *out = brn__new_zero(ctx, 1, BrnSheetContact);
  if (!contact) return BRN_NO_MEMORY;
  size_t room = sheet->surfaces->contact->touch_capacity;
  return brn__grow(ctx, &contact->list, &contact->capacity, room, sizeof(Contact));
}

// ------------------------------------------------------------------------------------------ search

static void take(const BrnSheet* sheet, const BrnTouch* touch, Contact* out) {
  const int* corner = sheet->model->mesh->triangle + 3 * (size_t)touch->triangle;
  *out = (Contact){.vertex = touch->point, .least = touch->least};
  for (int c = 0; c < 3; c++) out->corner[c] = corner[c];
  brn__copy3(out->weight, touch->weight);
  brn__copy3(out->normal, touch->normal);
}

static BrnStatus take_all(BrnContext* ctx, BrnSheet* sheet, const BrnTouch* touch, int count) {
  BrnSheetContact* contact = sheet->contact;
  BRN_TRY(brn__grow(ctx, &contact->list, &contact->capacity, (size_t)count, sizeof(Contact)));
  for (int i = 0; i < count; i++) take(sheet, &touch[i], &contact->list[i]);
  contact->count = count;
  return BRN_OK;
}

static BrnStatus find(BrnContext* ctx, BrnSheet* sheet, const BrnState* state) {
  BrnSheetContact* contact = sheet->contact;
  BrnContactSearch search = brn_contact_search_default();
  const BrnTouch* touch;
  contact->count = 0;
  search.position = sheet->surfaces->position;
  search.before = sheet->points.start;
  search.depth = search.margin = MARGIN;
  int count;
  if (sheet->now.index == 0) {
    BRN_TRY(
        brn__contact_load(ctx, sheet->surfaces->contact, brn__state_own(state, BRN_SHEET_TOUCH)));
  }
  BRN_TRY(brn__contact_keep(ctx, sheet->surfaces->contact, &search, &touch, &count));
  return take_all(ctx, sheet, touch, count);
}

// -------------------------------------------------------------------------------------- projection

// how far a point is from where it may be at least, m; negative: too near
// @param x positions in rows of `width`
static double slack(const double* x, size_t width, const Contact* contact) {
  double offset[3];
  brn__copy3(offset, x + width * (size_t)contact->vertex);
  for (int c = 0; c < 3; c++) {
    brn__axpy3(offset, offset, -contact->weight[c], x + width * (size_t)contact->corner[c]);
  }
  return brn__dot3(offset, contact->normal) - contact->least;
}

// How much the multiplier has to be for a way of 1: a place beside a corner that moves, between two
// that do not, would move that corner by many times the way; it may go by all of it at most.
static double share_of(const double* at, const Contact* contact) {
  double sum = at[4 * (size_t)contact->vertex + 3], largest = 0;
  for (int c = 0; c < 3; c++) {
    double w = at[4 * (size_t)contact->corner[c] + 3] * contact->weight[c];
    sum += w * contact->weight[c];
    largest = fmax(largest, w);
  }
  sum = fmax(sum, largest);
  return sum > 0 ? 1 / sum : 0;
}

static void push(double* x, size_t width, const double* at, const Contact* contact, double lambda) {
  size_t v = (size_t)contact->vertex;
  brn__axpy3(x + width * v, x + width * v, lambda * at[4 * v + 3], contact->normal);
  for (int c = 0; c < 3; c++) {
    size_t corner = (size_t)contact->corner[c];
    double w = at[4 * corner + 3] * contact->weight[c];
    brn__axpy3(x + width * corner, x + width * corner, -lambda * w, contact->normal);
  }
}

void brn__sheet_contact_project(BrnContext* ctx, BrnSheet* sheet, int iteration) {
  (void)ctx, (void)iteration;
  double* at = sheet->points.at;
  for (int i = 0; i < sheet->contact->count; i++) {
    const Contact* contact = &sheet->contact->list[i];
    double wrong = slack(at, 4, contact) - contact->goal;
    if (wrong < 0) push(at, 4, at, contact, -wrong * share_of(at, contact));
  }
}

void brn__sheet_contact_end(BrnContext* ctx, BrnSheet* sheet) {
  for (int i = 0; i < LAST_SWEEPS; i++) brn__sheet_contact_project(ctx, sheet, i);
}

// ---------------------------------------------------------------------------------------- recovery

static void recover(BrnSheet* sheet) {
  const BrnSheetContact* list = sheet->contact;
  double *at = sheet->points.at, *start = sheet->points.start, offset = RECOVERY * sheet->now.h;
  for (int i = 0; i < list->count; i++) {
    list->list[i].goal = fmin(0, slack(start, 3, &list->list[i]) + offset);
  }
  for (int i = 0; i < RECOVER_SWEEPS * list->count; i++) {
    const Contact* contact = &list->list[i % list->count];
    double wrong = slack(start, 3, contact) - contact->goal;
    if (!(wrong < 0)) continue;
    double lambda = -wrong * share_of(at, contact);
    push(start, 3, at, contact, lambda);
    push(at, 4, at, contact, lambda);
  }
}

BrnStatus brn__sheet_contact_begin(BrnContext* ctx, BrnSheet* sheet, BrnState* state) {
  BRN_TRY(find(ctx, sheet, state));
  recover(sheet);
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- tidying

// how many are inside of another
static int count_inside(const BrnTouch* touch, int count) {
  int inside = 0;
  for (int i = 0; i < count; i++) inside += touch[i].least - touch[i].distance > TIDY;
  return inside;
}

// Where many thin tendons cross, one is pierced now and then, and who follows a contact then pushes
// to a side that is lost. So at the end of a frame all surfaces are looked at anew, and whatever is
// inside of another goes out by the nearest way, in a few rounds; these ways are no velocities.
BrnStatus brn__sheet_contact_tidy(BrnContext* ctx, BrnSheet* sheet, BrnState* state) {
  BrnContactSearch search = brn_contact_search_default();
  const BrnTouch* touch;
  int count;
  search.margin = TIDY_MARGIN;
  for (int i = 0; i <= TIDY_ROUNDS; i++) {
    search.depth = i == 0 ? TIDY_DEPTH : TIDY_AGAIN;
    brn__sheet_surfaces_move(ctx, sheet);
    BRN_TRY(brn__contact_renew(ctx, sheet->surfaces->contact, &search, &touch, &count));
    BRN_TRY(take_all(ctx, sheet, touch, count));
    int inside = count_inside(touch, count);
    // a body that is inside of itself all over has worse to worry about than looks
    if (i == TIDY_ROUNDS || inside == 0 || (i > 0 && inside > MANY * count)) break;
    for (int k = 0; k < TIDY_SWEEPS; k++) brn__sheet_contact_project(ctx, sheet, k);
    brn__muscles_fill(ctx, sheet);
  }
  brn__contact_save(sheet->surfaces->contact, brn__state_own(state, BRN_SHEET_TOUCH));
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ report

// those of the last sub-step that still hold something, and how deep they are
void brn__sheet_contact_report(BrnContext* ctx, BrnSheet* sheet, BrnStepReport* report) {
  (void)ctx;
  const BrnSheetContact* contact = sheet->contact;
  for (int i = 0; i < contact->count; i++) {
    double wrong = slack(sheet->points.at, 4, &contact->list[i]);
    if (wrong < 1e-5) report->own[BRN_SHEET_TELLS_CONTACTS]++;
    double* depth = &report->own[BRN_SHEET_TELLS_DEPTH];
    *depth = fmax(*depth, -wrong);
  }
}
