// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/surfaces.h"

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
// Contacts are found once a sub-step, at the predicted positions and with a margin, for what only
// the iterations bring together.

enum { LAST_SWEEPS = 3 };

// Nothing is deeper than this where contact has been kept all the time, m.
static const double DEPTH = 0.006;

typedef struct Contact {
  int vertex, corner[3];
  double weight[3]; // of the corners
  double normal[3];
  double least; // m
} Contact;

struct BrnXpbdContact {
  Contact* list;
  size_t capacity;
  int count;
};

void brn__xpbd_contact_destroy(BrnContext* ctx, BrnXpbdContact* contact) {
  if (!contact) return;
  brn__free(ctx, contact->list);
  brn__free(ctx, contact);
}

BrnStatus brn__xpbd_contact_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdContact** out) {
  *out = NULL;
  if (!xpbd->surfaces || !xpbd->def.xpbd_contact) return BRN_OK;
  BrnXpbdContact* contact = *out = brn__new_zero(ctx, 1, BrnXpbdContact);
  if (!contact) return BRN_NO_MEMORY;
  size_t room = xpbd->surfaces->contact->touch_capacity;
  return brn__grow(ctx, &contact->list, &contact->capacity, room, sizeof(Contact));
}

// ------------------------------------------------------------------------------------------ search

static void take(const BrnXpbd* xpbd, const BrnTouch* touch, Contact* out) {
  const int* corner = xpbd->model->mesh->triangle + 3 * (size_t)touch->triangle;
  *out = (Contact){.vertex = touch->point, .least = touch->least};
  for (int c = 0; c < 3; c++) out->corner[c] = corner[c];
  brn__copy3(out->weight, touch->weight);
  brn__copy3(out->normal, touch->normal);
}

BrnStatus brn__xpbd_contact_begin(BrnContext* ctx, BrnXpbd* xpbd) {
  BrnXpbdContact* contact = xpbd->contact;
  BrnContactSearch search = brn_contact_search_default();
  const BrnTouch* touch;
  contact->count = 0;
  search.position = xpbd->surfaces->position;
  search.before = xpbd->points.start;
  search.depth = DEPTH;
  int count;
  BRN_TRY(brn__contact_find(ctx, xpbd->surfaces->contact, &search, &touch, &count));
  BRN_TRY(brn__grow(ctx, &contact->list, &contact->capacity, (size_t)count, sizeof(Contact)));
  for (int i = 0; i < count; i++) take(xpbd, &touch[i], &contact->list[i]);
  contact->count = count;
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- projection

// how far a point is from where it may be at least, m; negative: too near
static double slack(const double* at, const Contact* contact) {
  double way[3];
  brn__copy3(way, at + 4 * (size_t)contact->vertex);
  for (int c = 0; c < 3; c++) {
    brn__axpy3(way, way, -contact->weight[c], at + 4 * (size_t)contact->corner[c]);
  }
  return brn__dot3(way, contact->normal) - contact->least;
}

static void push_apart(double* at, const Contact* contact, double by) {
  double* p = at + 4 * (size_t)contact->vertex;
  double sum = p[3];
  for (int c = 0; c < 3; c++) {
    sum += at[4 * (size_t)contact->corner[c] + 3] * contact->weight[c] * contact->weight[c];
  }
  if (!(sum > 0)) return;
  double s = by / sum;
  brn__axpy3(p, p, s * p[3], contact->normal);
  for (int c = 0; c < 3; c++) {
    double* corner = at + 4 * (size_t)contact->corner[c];
    brn__axpy3(corner, corner, -s * corner[3] * contact->weight[c], contact->normal);
  }
}

void brn__xpbd_contact_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration) {
  (void)ctx, (void)iteration;
  double* at = xpbd->points.at;
  for (int i = 0; i < xpbd->contact->count; i++) {
    const Contact* contact = &xpbd->contact->list[i];
    double wrong = slack(at, contact);
    if (wrong < 0) push_apart(at, contact, -wrong);
  }
}

void brn__xpbd_contact_end(BrnContext* ctx, BrnXpbd* xpbd) {
  for (int i = 0; i < LAST_SWEEPS; i++) brn__xpbd_contact_project(ctx, xpbd, i);
}

// those of the last sub-step that still hold something, and how deep they are
void brn__xpbd_contact_report(BrnContext* ctx, BrnXpbd* xpbd, BrnStepReport* report) {
  (void)ctx;
  const BrnXpbdContact* contact = xpbd->contact;
  for (int i = 0; i < contact->count; i++) {
    double wrong = slack(xpbd->points.at, &contact->list[i]);
    if (wrong < 1e-5) report->contacts++;
    report->depth = fmax(report->depth, -wrong);
  }
}
