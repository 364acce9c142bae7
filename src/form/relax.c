// SPDX-License-Identifier: Apache-2.0
//
// Vertices of a net: to the mean of their neighbours, and back to the surface along the gradient of
// the distance.

#include "form/relax.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 12, EXACT_ROUNDS = 2 };

typedef struct Relax {
  const BrnSolid* solid;
  BrnNet* net;
  double* sum;    // of the neighbours                 (vertex_count x 3)
  double* normal; // of the net, with its area         (vertex_count x 3)
  int* count;     // of neighbours                     (vertex_count)
  bool exact;
} Relax;

static void gather(Relax* r) {
  size_t n = (size_t)r->net->vertex_count;
  memset(r->sum, 0, 3 * n * sizeof *r->sum);
  memset(r->normal, 0, 3 * n * sizeof *r->normal);
  memset(r->count, 0, n * sizeof *r->count);
  for (int q = 0; q < r->net->quad_count; q++) {
    const int* quad = r->net->quad + 4 * (size_t)q;
    const double* p[4];
    double d[3], e[3], cross[3];
    for (int k = 0; k < 4; k++) p[k] = r->net->position + 3 * (size_t)quad[k];
    brn__sub3(d, p[2], p[0]);
    brn__sub3(e, p[3], p[1]);
    brn__cross3(cross, d, e);
    for (int k = 0; k < 4; k++) {
      size_t v = 3 * (size_t)quad[k];
      brn__add3(r->sum + v, r->sum + v, p[(k + 1) % 4]);
      brn__add3(r->sum + v, r->sum + v, p[(k + 3) % 4]);
      brn__add3(r->normal + v, r->normal + v, cross);
      r->count[quad[k]] += 2;
    }
  }
}

static void project(const Relax* r, double* p, const double* normal) {
  double d, direction[3];
  if (r->exact) {
    d = brn__solid_gradient(r->solid, p, 0.02 * r->net->cell, direction);
    double square = brn__dot3(direction, direction);
    if (square < 1e-4) return;
    brn__scale3(direction, 1 / square, direction);
  } else {
    d = r->solid->distance(r->solid->user, p);
    brn__copy3(direction, normal);
  }
  double length = fabs(d) * brn__norm3(direction), most = 0.4 * r->net->cell;
  brn__axpy3(p, p, length > most ? -d * most / length : -d, direction);
}

static void move(void* user, int begin, int end, int worker) {
  (void)worker;
  const Relax* r = user;
  for (int v = begin; v < end; v++) {
    double *p = r->net->position + 3 * (size_t)v, *normal = r->normal + 3 * (size_t)v, d[3];
    brn__normalize3(normal);
    brn__scale3(d, 1.0 / r->count[v], r->sum + 3 * (size_t)v);
    brn__sub3(d, d, p);
    brn__axpy3(d, d, -brn__dot3(d, normal), normal);
    if (!r->exact) brn__axpy3(p, p, 0.6, d);
    project(r, p, normal);
  }
}

BrnStatus brn__net_relax(BrnContext* ctx, const BrnSolid* solid, BrnNet* net) {
  Relax r = {.solid = solid, .net = net};
  r.sum = brn__scratch(ctx, 3 * (size_t)net->vertex_count, double);
  r.normal = brn__scratch(ctx, 3 * (size_t)net->vertex_count, double);
  r.count = brn__scratch(ctx, net->vertex_count, int);
  if (!r.sum || !r.normal || !r.count) return BRN_NO_MEMORY;
  for (int round = 0; round < ROUNDS + EXACT_ROUNDS; round++) {
    r.exact = round >= ROUNDS;
    gather(&r);
    brn__parallel_for(ctx, net->vertex_count, 256, move, &r);
  }
  return BRN_OK;
}
