// SPDX-License-Identifier: Apache-2.0
//
// Friction of a point on the surface that it presses on, after Coulomb, by an energy. With u what
// the point has slid by along the surface since the beginning of the part, and the pressure P as it
// was when the plane was taken:
//
//   mu A P f(|u|),   f(y) = y^2 / e - y^3 / (3 e^2)   for y < e,   y - e / 3 beyond
//
// so it sticks but for a creep of less than e, and drags with mu A P beyond. The stiffness is
// definite as it is. P follows from iteration to iteration, as planes do; when forces balance it is
// the pressure there is.

#include "core/vec.h"
#include "solver/body/contact.h"

#include <math.h>

enum { POINTS = 4 };

typedef struct Slip {
  double u[3], way; // m
  double slope;     // f'
  double curvature; // f'', 1/m
  double energy;    // f, m
} Slip;

static Slip slip_of(const BrnContactPlane* plane, const double* x) {
  Slip slip = {.u = {-plane->from[0], -plane->from[1], -plane->from[2]}};
  for (int i = 0; i < POINTS; i++) {
    brn__axpy3(slip.u, slip.u, plane->weight[i], x + 3 * (size_t)plane->vertex[i]);
  }
  brn__axpy3(slip.u, slip.u, -brn__dot3(slip.u, plane->normal), plane->normal);
  double y = slip.way = brn__norm3(slip.u), e = plane->creep;
  bool sticks = y < e;
  slip.slope = sticks ? (2 - y / e) * y / e : 1;
  slip.curvature = sticks ? 2 * (1 - y / e) / e : 0;
  slip.energy = sticks ? (1 - y / (3 * e)) * y * y / e : y - e / 3;
  return slip;
}

double brn__contact_slip(const BrnContactPlane* plane, const double* x) {
  return slip_of(plane, x).way;
}

double brn__contact_friction_energy(const BrnContactPlane* plane, const double* x) {
  return plane->drag > 0 ? plane->drag * slip_of(plane, x).energy : 0;
}

// drag (f'/y (1 - n n^T - u u^T / y^2) + f'' u u^T / y^2), in two directions across the normal
static void add_stiffness(BrnContext* ctx, BrnBody* body, const BrnContactPlane* plane,
                          const Slip* slip) {
  double C[2][POINTS][3], along[3], across[3];
  brn__across3(plane->normal, along, across);
  if (slip->way > 0) {
    brn__scale3(along, 1 / slip->way, slip->u);
    brn__cross3(across, plane->normal, along);
  }
  for (int p = 0; p < POINTS; p++) {
    brn__scale3(C[0][p], plane->weight[p], along);
    brn__scale3(C[1][p], plane->weight[p], across);
  }
  double least = slip->way > 0 ? slip->slope / slip->way : slip->curvature;
  double M[4] = {plane->drag * slip->curvature, 0, 0, plane->drag * least};
  brn__body_add_piece(ctx, body, POINTS, plane->vertex, 2, &C[0][0][0], M);
}

void brn__contact_add_friction(const BrnContactPlane* plane, const double* x, double f[3]) {
  Slip slip = slip_of(plane, x);
  if (plane->drag > 0 && slip.way > 0) {
    brn__axpy3(f, f, -plane->drag * slip.slope / slip.way, slip.u);
  }
}

void brn__contact_friction_stiffness(BrnContext* ctx, const BrnContactPlane* plane, BrnBody* body) {
  if (!(plane->drag > 0)) return;
  Slip slip = slip_of(plane, body->x);
  add_stiffness(ctx, body, plane, &slip);
}
