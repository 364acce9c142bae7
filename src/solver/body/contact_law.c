// SPDX-License-Identifier: Apache-2.0
//
// Pressure over the gap of a plane (contact.h), its energy, its forces on the point and on the
// three corners of the triangle, and its stiffness.

#include "solver/body/contact.h"

#include "core/vec.h"

#include <string.h>

double brn__contact_gap(const BrnContactPlane* plane, const double* x) {
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += plane->weight[i] * brn__dot3(plane->normal, x + 3 * (size_t)plane->vertex[i]);
  }
  return sum - plane->rest;
}

typedef struct Law {
  double pressure; // Pa
  double fall;     // of it with the gap, Pa/m
  double energy;   // what is left of it to the gap where it begins, J/m^2
} Law;

static Law law_at(const BrnContactPlane* plane, double gap) {
  double k = plane->stiffness, e = plane->onset, s = plane->multiplier - k * gap - e;
  if (s <= -e) return (Law){0};
  if (s >= e) return (Law){s, k, (s * s / 2 + e * e / 6) / k};
  double t = s + e;
  return (Law){t * t / (4 * e), k * t / (2 * e), t * t * t / (12 * e) / k};
}

double brn__contact_pressure(const BrnContactPlane* plane, double gap) {
  return law_at(plane, gap).pressure;
}

double brn__body_contact_energy(const BrnBodyContact* c, const double* x) {
  double sum = 0;
  for (int i = 0; i < c->count; i++) {
    const BrnContactPlane* plane = &c->plane[i];
    sum += plane->area * law_at(plane, brn__contact_gap(plane, x)).energy;
    sum += brn__contact_friction_energy(plane, x);
  }
  return sum;
}

// --------------------------------------------------------------------------------------- stiffness

enum { FORMS = 10, POINTS = 4 };

// phi'' C C^T, C = weight n, and what the turn of the triangle adds under the force A P:
//
//   A P sum_i ( r_i t_i^T + t_i r_i^T ),   r_i . x = turn_i . (p - q),   t_i . x = n . x_i
//
// and, as the normal turns by m_i with the place, where the surface is curved:
//
//   -A P / 2 sum_i ( m_i r_i^T + r_i m_i^T ),   m_i . x = curve_i . (p - q)
//
// which is neither definite nor needed where a definite matrix is wanted. Without the last one
// points that slide over round flesh come nearer to where they end by a third an iteration.
static void add_stiffness(BrnContext* ctx, BrnBody* body, const BrnContactPlane* plane, Law law,
                          bool definite) {
  double C[FORMS][POINTS][3] = {{{0}}}, M[FORMS * FORMS] = {0};
  int forms = definite ? 1 : FORMS;
  for (int p = 0; p < POINTS; p++) brn__axpy3(C[0][p], C[0][p], plane->weight[p], plane->normal);
  M[0] = plane->area * law.fall;
  for (int i = 0; i < 3 && !definite; i++) {
    int r = 1 + 3 * i, t = 2 + 3 * i, m = 3 + 3 * i;
    for (int p = 0; p < POINTS; p++) {
      brn__axpy3(C[r][p], C[r][p], plane->weight[p], plane->turn[i]);
      brn__axpy3(C[m][p], C[m][p], plane->weight[p], plane->curve[i]);
    }
    brn__copy3(C[t][1 + i], plane->normal);
    M[FORMS * r + t] = M[FORMS * t + r] = plane->area * law.pressure;
    M[FORMS * r + m] = M[FORMS * m + r] = -plane->area * law.pressure / 2;
  }
  brn__body_add_piece(ctx, body, POINTS, plane->vertex, forms, &C[0][0][0], M);
}

void brn__contact_force(const BrnContactPlane* plane, const double* x, double f[3]) {
  double pressure = brn__contact_pressure(plane, brn__contact_gap(plane, x));
  brn__scale3(f, plane->area * pressure, plane->normal);
  brn__contact_add_friction(plane, x, f);
}

static void push(const BrnContactPlane* plane, BrnBody* body) {
  double f[3], part[3];
  brn__contact_force(plane, body->x, f);
  for (int p = 0; p < POINTS; p++) {
    brn__scale3(part, -plane->weight[p], f); // the gradient is its opposite
    brn__body_push(body, plane->vertex[p], part);
  }
}

void brn__body_contact_evaluate(BrnContext* ctx, const BrnBodyContact* c, BrnBody* body,
                                BrnWant want) {
  for (int i = 0; i < c->count; i++) {
    const BrnContactPlane* plane = &c->plane[i];
    double gap = brn__contact_gap(plane, body->x);
    Law law = law_at(plane, gap);
    // the first direction of a part is to know of what touches and does not press yet
    if (c->fresh && gap < plane->onset / plane->stiffness) law.fall = plane->stiffness;
    if (law.pressure > 0 || plane->drag > 0) push(plane, body);
    if (want < BRN_WANT_STIFFNESS) continue;
    if (law.fall > 0) add_stiffness(ctx, body, plane, law, want == BRN_WANT_DEFINITE);
    brn__contact_friction_stiffness(ctx, plane, body);
  }
}
