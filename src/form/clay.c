// SPDX-License-Identifier: Apache-2.0

#include "form/clay.h"

#include "core/vec.h"
#include "form/relax.h"

#include <math.h>
#include <string.h>

// --------------------------------------------------------------------------------------- quads

static double corner_angle(const double* at, const double* p, const double* q) {
  double a[3], b[3], n[3];
  brn__sub3(a, p, at);
  brn__sub3(b, q, at);
  brn__cross3(n, a, b);
  return atan2(brn__norm3(n), brn__dot3(a, b));
}

static double least_angle(const double* a, const double* b, const double* c) {
  return fmin(corner_angle(a, b, c), fmin(corner_angle(b, c, a), corner_angle(c, a, b)));
}

// Which diagonal leaves the better triangles: 0 from corner 0, 1 from corner 1.
static int better_diagonal(const double* const p[4]) {
  double zero = fmin(least_angle(p[0], p[1], p[2]), least_angle(p[0], p[2], p[3]));
  double one = fmin(least_angle(p[1], p[2], p[3]), least_angle(p[1], p[3], p[0]));
  return one > zero;
}

static BrnStatus cut_quads(BrnContext* ctx, const BrnNet* net, BrnMesh** out) {
  BRN_TRY(brn_mesh_create(ctx, net->vertex_count, 2 * net->quad_count, 0, out));
  memcpy((*out)->position, net->position, 3 * (size_t)net->vertex_count * sizeof(double));
  for (int q = 0; q < net->quad_count; q++) {
    const int* quad = net->quad + 4 * (size_t)q;
    const double* p[4];
    for (int k = 0; k < 4; k++) p[k] = net->position + 3 * (size_t)quad[k];
    int from = better_diagonal(p);
    int* triangle = (*out)->triangle + 6 * (size_t)q;
    for (int t = 0; t < 2; t++) {
      triangle[3 * t] = quad[from];
      triangle[3 * t + 1] = quad[(from + 1 + t) % 4];
      triangle[3 * t + 2] = quad[(from + 2 + t) % 4];
    }
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- checks

static BrnStatus check_crossings(BrnContext* ctx, const BrnMesh* mesh) {
  int *crossing, count;
  BRN_TRY(brn_mesh_self_intersections(ctx, mesh, &crossing, &count));
  int first = count > 0 ? crossing[0] : 0;
  brn_free(ctx, crossing);
  if (count == 0) return BRN_OK;
  const double* place = mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)first];
  return brn__fail(ctx, BRN_INVALID,
                   "form: the clay is too fine for its triangles at (%.4g, %.4g, %.4g m); raise "
                   "detail, or thicken what is thin there",
                   place[0], place[1], place[2]);
}

static BrnStatus shape(BrnContext* ctx, const BrnClay* clay, BrnNet* net, BrnMesh** out) {
  if (net->quad_count == 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: everything was carved away; nothing is left of the "
                     "clay, or it is thinner than a triangle: raise detail");
  }
  BRN_TRY(brn__net_relax(ctx, clay, net));
  BRN_TRY(cut_quads(ctx, net, out));
  return check_crossings(ctx, *out);
}

BrnStatus brn__form_clay(BrnContext* ctx, const BrnFormDef* def, BrnMesh** out) {
  BrnClay clay;
  BRN_TRY(brn__clay_prepare(ctx, def, &clay));
  double side = 0;
  for (int a = 0; a < 3; a++) side = fmax(side, clay.high[a] - clay.low[a]);
  BrnNet net;
  BrnStatus status = brn__net_make(ctx, &clay, side / def->detail, &net);
  if (status == BRN_OK) status = shape(ctx, &clay, &net, out);
  brn__net_free(ctx, &net);
  if (status != BRN_OK) brn_mesh_destroy(ctx, *out), *out = NULL;
  return status;
}
