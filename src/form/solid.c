// SPDX-License-Identifier: Apache-2.0
//
// The surface of a solid: grid, net, evening out; quads are cut along the better diagonal, and what
// is tangled goes back to where the net had it.

#include "form/solid.h"

#include "core/vec.h"
#include "form/relax.h"

#include <math.h>
#include <string.h>

// four places at the corners of a tetrahedron
double brn__solid_gradient(const BrnSolid* solid, const double* place, double step,
                           double* gradient) {
  static const double corner[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  double sum = 0;
  gradient[0] = gradient[1] = gradient[2] = 0;
  for (int k = 0; k < 4; k++) {
    double p[3];
    brn__axpy3(p, place, step, corner[k]);
    double d = solid->distance(solid->user, p);
    brn__axpy3(gradient, gradient, d / (4 * step), corner[k]);
    sum += d;
  }
  return sum / 4;
}

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

static void cut_quad(const BrnNet* net, int q, int* triangle) {
  const int* quad = net->quad + 4 * (size_t)q;
  const double* p[4];
  for (int k = 0; k < 4; k++) p[k] = net->position + 3 * (size_t)quad[k];
  int from = better_diagonal(p);
  for (int t = 0; t < 2; t++) {
    triangle[3 * t] = quad[from];
    triangle[3 * t + 1] = quad[(from + 1 + t) % 4];
    triangle[3 * t + 2] = quad[(from + 2 + t) % 4];
  }
}

static void cut_quads(const BrnNet* net, BrnMesh* mesh) {
  memcpy(mesh->position, net->position, 3 * (size_t)net->vertex_count * sizeof(double));
  for (int q = 0; q < net->quad_count; q++) cut_quad(net, q, mesh->triangle + 6 * (size_t)q);
}

// -------------------------------------------------------------------------------------- crossings

// Where the solid is finer than its cells, vertices that went to its surface may have passed each
// other. They go back to where the net had them, and if that does not help, to the middle of their
// cells: quads between those are faces of the grid, which do not cross.
static void step_back(BrnNet* net, uint8_t* steps, int vertex) {
  if (steps[vertex] == 2) return;
  const double* from = steps[vertex]++ == 0 ? net->raw : net->centre;
  brn__copy3(net->position + 3 * (size_t)vertex, from + 3 * (size_t)vertex);
}

static BrnStatus untangle_once(BrnContext* ctx, BrnNet* net, BrnMesh* mesh, uint8_t* steps,
                               int* count) {
  int* crossing;
  BRN_TRY(brn_mesh_self_intersections(ctx, mesh, &crossing, count));
  for (int i = 0; i < 3 * *count; i++) {
    int vertex = mesh->triangle[3 * (size_t)crossing[i / 3] + i % 3];
    const double* now = net->position + 3 * (size_t)vertex;
    // once a round: whoever has moved in this one is not where the mesh has it
    if (memcmp(now, mesh->position + 3 * (size_t)vertex, 3 * sizeof(double)) != 0) continue;
    step_back(net, steps, vertex);
  }
  brn_free(ctx, crossing);
  cut_quads(net, mesh);
  return BRN_OK;
}

static BrnStatus untangle(BrnContext* ctx, const BrnSolid* solid, BrnNet* net, BrnMesh* mesh) {
  uint8_t* steps = brn__scratch_zero(ctx, net->vertex_count, uint8_t);
  if (!steps) return BRN_NO_MEMORY;
  int count = 1;
  for (int round = 0; count > 0 && round < 40; round++) {
    BRN_TRY(untangle_once(ctx, net, mesh, steps, &count));
  }
  if (count == 0) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "%s is finer than its triangles, and %d of them cross; %s, or thicken what is "
                   "thin",
                   solid->name, count, solid->cure);
}

static BrnStatus shape(BrnContext* ctx, const BrnSolid* solid, BrnNet* net, BrnMesh** out) {
  if (net->quad_count == 0) return brn__fail(ctx, BRN_INVALID, "%s", solid->empty);
  BRN_TRY(brn__net_relax(ctx, solid, net));
  BRN_TRY(brn_mesh_create(ctx, net->vertex_count, 2 * net->quad_count, 0, out));
  cut_quads(net, *out);
  return untangle(ctx, solid, net, *out);
}

BrnStatus brn__solid_refuse(BrnContext* ctx, const BrnSolid* solid) {
  return brn__fail(ctx, BRN_INVALID,
                   "%s has sizes so unlike each other that no grid holds both; make the thin parts "
                   "thicker, or the large ones smaller",
                   solid->name);
}

BrnStatus brn__solid_surface(BrnContext* ctx, const BrnSolid* solid, double cell, BrnMesh** out) {
  BrnNet net;
  *out = NULL;
  BrnStatus status = brn__net_make(ctx, solid, cell, &net);
  if (status == BRN_OK) status = shape(ctx, solid, &net, out);
  brn__net_free(ctx, &net);
  if (status != BRN_OK) brn_mesh_destroy(ctx, *out), *out = NULL;
  return status;
}

BrnStatus brn__solid_count(BrnContext* ctx, const BrnSolid* solid, double cell, int* out) {
  BrnNet net;
  BrnStatus status = brn__net_make(ctx, solid, cell, &net);
  *out = 2 * net.quad_count;
  brn__net_free(ctx, &net);
  return status;
}
