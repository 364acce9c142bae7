// SPDX-License-Identifier: Apache-2.0
//
// The outside of an envelope: the union of the bones, wider by a distance, without cavities, as a
// surface.

#include "anatomy/envelope.h"

#include "core/vec.h"
#include "form/solid.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- union

typedef struct Union {
  const BrnEnvelopeBones* bones;
  double offset;
  double blend; // two bones at the same distance swell by a quarter of it, m
} Union;

// The smooth least of two (a parabola where they differ by less than the blend), of the nearest two
// alone: many bones at one place do not swell more than two.
static double union_distance(const void* user, const double* place) {
  const Union* all = user;
  double d[2];
  brn__envelope_nearest_two(all->bones, place, d);
  double h = fmax(all->blend - (d[1] - d[0]), 0);
  return d[0] - (all->blend > 0 ? h * h / (4 * all->blend) : 0) - all->offset;
}

// Half way across a gap of `close` the swelling and the offset just meet: close / 2 = blend / 4 +
// offset.
static BrnSolid solid_of(Union* all, const BrnEnvelopeBones* bones, const BrnEnvelopeDef* def) {
  *all = (Union){bones, def->offset, fmax(2 * def->close - 4 * def->offset, 0)};
  BrnSolid solid = {.distance = union_distance, .user = all};
  double out = def->offset + all->blend / 4;
  for (int a = 0; a < 3; a++) {
    solid.low[a] = bones->low[a] - out;
    solid.high[a] = bones->high[a] + out;
  }
  solid.name = "envelope: it";
  solid.cure = "raise envelope.triangles";
  solid.empty = "envelope: the bones are thinner than its triangles: raise envelope.triangles";
  return solid;
}

// A net of cells c has about 3 area / c^2 triangles. What it has is counted, and the size mended;
// bones along the axes make the count jump, so the best of a few is taken.
static BrnStatus choose_cell(BrnContext* ctx, const BrnSolid* solid, double area, int wanted,
                             double* out) {
  double side = 0, cell = sqrt(3 * area / wanted), best = INFINITY;
  for (int a = 0; a < 3; a++) side = fmax(side, solid->high[a] - solid->low[a]);
  for (int round = 0; round < 4 && best > log(1.05); round++) {
    int count;
    cell = fmin(fmax(cell, side / 1000), side / 4);
    BRN_TRY(brn__solid_count(ctx, solid, cell, &count));
    double ratio = count > 0 ? (double)count / wanted : 0.25;
    if (fabs(log(ratio)) < best) {
      best = fabs(log(ratio));
      *out = cell;
    }
    cell *= fmin(fmax(pow(ratio, 0.4), 0.5), 2);
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- cavities

// The first vertex of each component stands for it.
static int component_of(int* leader, int vertex) {
  while (leader[vertex] != vertex) vertex = leader[vertex] = leader[leader[vertex]];
  return vertex;
}

static void join(int* leader, int a, int b) {
  a = component_of(leader, a), b = component_of(leader, b);
  leader[a > b ? a : b] = a < b ? a : b;
}

static double cone_volume(const BrnMesh* mesh, const int* corner) {
  const double* p[3];
  double n[3];
  for (int k = 0; k < 3; k++) p[k] = mesh->position + 3 * (size_t)corner[k];
  brn__cross3(n, p[1], p[2]);
  return brn__dot3(p[0], n) / 6;
}

// Walls of cavities face into them: their volume is negative.
static BrnStatus drop_cavities(BrnContext* ctx, BrnMesh* mesh) {
  int* leader = brn__scratch(ctx, mesh->vertex_count, int);
  double* volume = brn__scratch_zero(ctx, mesh->vertex_count, double);
  if (!leader || !volume) return BRN_NO_MEMORY;
  for (int v = 0; v < mesh->vertex_count; v++) leader[v] = v;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* corner = mesh->triangle + 3 * (size_t)t;
    join(leader, corner[0], corner[1]);
    join(leader, corner[0], corner[2]);
  }
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* corner = mesh->triangle + 3 * (size_t)t;
    volume[component_of(leader, corner[0])] += cone_volume(mesh, corner);
  }
  int kept = 0, dropped;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* corner = mesh->triangle + 3 * (size_t)t;
    if (volume[component_of(leader, corner[0])] <= 0) continue;
    memmove(mesh->triangle + 3 * (size_t)kept++, corner, 3 * sizeof *corner);
  }
  mesh->triangle_count = kept;
  return brn_mesh_drop_orphans(ctx, mesh, &dropped);
}

// ----------------------------------------------------------------------------------------- bulging

// Flat triangles cut corners: where a bone comes out, or is nearer than `margin`, the corners of
// the triangle next to it move out.
typedef struct Bulge {
  BrnMesh* mesh;
  double margin, most;
  double* push;   // (vertex_count)
  double* normal; // (vertex_count x 3)
  int poking;     // vertices of bones that are outside
} Bulge;

static void ask(Bulge* bulge, const BrnBvh* bvh, const double* place) {
  double d = brn_bvh_signed_distance(bvh, place), need = d + bulge->margin;
  if (need <= 0) return;
  bulge->poking += d > 0;
  BrnSurfacePoint near = brn_bvh_closest(bvh, place, INFINITY);
  for (int k = 0; k < 3; k++) {
    double* push = bulge->push + bulge->mesh->triangle[3 * (size_t)near.triangle + k];
    *push = fmax(*push, fmin(need, bulge->most));
  }
}

static void sum_normals(Bulge* bulge) {
  const BrnMesh* mesh = bulge->mesh;
  memset(bulge->normal, 0, 3 * (size_t)mesh->vertex_count * sizeof(double));
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* corner = mesh->triangle + 3 * (size_t)t;
    const double* p[3];
    double u[3], v[3], n[3];
    for (int k = 0; k < 3; k++) p[k] = mesh->position + 3 * (size_t)corner[k];
    brn__sub3(u, p[1], p[0]);
    brn__sub3(v, p[2], p[0]);
    brn__cross3(n, u, v);
    for (int k = 0; k < 3; k++) {
      double* sum = bulge->normal + 3 * (size_t)corner[k];
      brn__add3(sum, sum, n);
    }
  }
}

static void move_out(Bulge* bulge) {
  sum_normals(bulge);
  for (int v = 0; v < bulge->mesh->vertex_count; v++) {
    double *normal = bulge->normal + 3 * (size_t)v, *p = bulge->mesh->position + 3 * (size_t)v;
    brn__normalize3(normal);
    brn__axpy3(p, p, bulge->push[v], normal);
  }
}

static BrnStatus look(BrnContext* ctx, Bulge* bulge, const BrnMesh* const* surface, int count) {
  BrnBvh* bvh;
  BRN_TRY(brn_bvh_create(ctx, bulge->mesh, &bvh));
  memset(bulge->push, 0, (size_t)bulge->mesh->vertex_count * sizeof(double));
  bulge->poking = 0;
  for (int b = 0; b < count; b++) {
    for (int v = 0; v < surface[b]->vertex_count; v++) {
      ask(bulge, bvh, surface[b]->position + 3 * (size_t)v);
    }
  }
  brn_bvh_destroy(ctx, bvh);
  return BRN_OK;
}

static BrnStatus cover(BrnContext* ctx, const BrnMesh* const* surface, int count, double cell,
                       const BrnEnvelopeDef* def, BrnMesh* mesh, int* poking) {
  Bulge bulge = {.mesh = mesh, .margin = def->offset / 4, .most = cell / 3};
  bulge.push = brn__scratch(ctx, mesh->vertex_count, double);
  bulge.normal = brn__scratch(ctx, 3 * (size_t)mesh->vertex_count, double);
  if (!bulge.push || !bulge.normal) return BRN_NO_MEMORY;
  for (int round = 0; round < 6; round++) {
    BRN_TRY(look(ctx, &bulge, surface, count));
    move_out(&bulge);
  }
  BRN_TRY(look(ctx, &bulge, surface, count));
  *poking = bulge.poking;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- the surface

static BrnStatus make(BrnContext* ctx, const BrnEnvelopeBones* bones, const BrnMesh* const* surface,
                      const BrnEnvelopeDef* def, BrnMesh** out, int* poking) {
  Union all;
  double cell = 0;
  BrnSolid solid = solid_of(&all, bones, def);
  BRN_TRY(choose_cell(ctx, &solid, bones->area, def->triangles, &cell));
  BRN_TRY(brn__solid_surface(ctx, &solid, cell, out));
  BRN_TRY(drop_cavities(ctx, *out));
  return cover(ctx, surface, bones->count, cell, def, *out, poking);
}

BrnStatus brn__envelope_surface(BrnContext* ctx, const BrnEnvelopeBones* bones,
                                const BrnMesh* const* surface, const BrnEnvelopeDef* def,
                                BrnMesh** out, int* poking) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  *out = NULL;
  BrnStatus status = make(ctx, bones, surface, def, out, poking);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) brn_mesh_destroy(ctx, *out), *out = NULL;
  return status;
}
