// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "core/svd.h"
#include "core/vec.h"

#include <math.h>

// Points are followed as seen from the surface that they may go through, so that what flies along
// with it does not count as motion. The rigid motion that comes nearest to that of the surface is
// the rotation in the polar decomposition of sum (y - mean y) (x - mean x)^T.

void brn__contact_carry(const BrnContactMotion* motion, const double* x, double* out) {
  double d[3], turned[3];
  brn__sub3(d, x, motion->from);
  brn__mul3(turned, motion->turn, d);
  brn__add3(out, motion->to, turned);
}

static void mean(const double* position, int count, double* out) {
  out[0] = out[1] = out[2] = 0;
  for (int v = 0; v < count; v++) brn__add3(out, out, position + 3 * (size_t)v);
  if (count > 0) brn__scale3(out, 1.0 / count, out);
}

static void fit(const double* before, const double* now, int count, BrnContactMotion* out) {
  double sum[9] = {0}, stretch[9];
  mean(before, count, out->from);
  mean(now, count, out->to);
  for (int v = 0; v < count; v++) {
    double x[3], y[3];
    brn__sub3(x, before + 3 * (size_t)v, out->from);
    brn__sub3(y, now + 3 * (size_t)v, out->to);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) sum[3 * i + j] += y[i] * x[j];
    }
  }
  brn__polar3(sum, out->turn, stretch);
  out->off = out->most = 0;
  for (int v = 0; v < count; v++) {
    double at[3];
    brn__contact_carry(out, before + 3 * (size_t)v, at);
    out->off = fmax(out->off, brn__distance3(at, now + 3 * (size_t)v));
    out->most = fmax(out->most, brn__distance3(before + 3 * (size_t)v, now + 3 * (size_t)v));
  }
}

typedef struct Motions {
  BrnContact* contact;
  const double* before;
} Motions;

static void fit_surfaces(void* user, int begin, int end, int worker) {
  (void)worker;
  Motions* motions = user;
  BrnContact* contact = motions->contact;
  for (int s = begin; s < end; s++) {
    const BrnContactSurface* surface = &contact->surface[s];
    size_t first = 3 * (size_t)surface->first;
    fit(motions->before + first, contact->position + first, surface->vertex_count,
        &contact->motion[s]);
  }
}

void brn__contact_motions(BrnContext* ctx, BrnContact* contact, const double* before) {
  Motions motions = {contact, before};
  brn__contact_job(ctx, contact, contact->surface_count, 1, fit_surfaces, &motions, sizeof motions);
}
