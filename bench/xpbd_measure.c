// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- shape

static double volume_of(const BrnMesh* mesh, const double* position, const BrnModelFlesh* flesh) {
  double sum = 0;
  for (int t = 0; t < flesh->triangle_count; t++) {
    const int* c = mesh->triangle + 3 * (size_t)(flesh->first_triangle + t);
    double n[3];
    brn__cross3(n, position + 3 * (size_t)c[1], position + 3 * (size_t)c[2]);
    sum += brn__dot3(position + 3 * (size_t)c[0], n) / 6;
  }
  return sum;
}

static double length_of(const double* position, const BrnModelFlesh* flesh) {
  double low = INFINITY, high = -INFINITY;
  for (int v = flesh->first; v < flesh->first + flesh->vertex_count; v++) {
    low = fmin(low, position[3 * (size_t)v]);
    high = fmax(high, position[3 * (size_t)v]);
  }
  return high - low;
}

// mean distance from their own middle of the vertices that are in the middle at rest
static double radius_of(const double* rest, const double* position, const BrnModelFlesh* flesh) {
  double length = length_of(rest, flesh), low = INFINITY, centre[3] = {0, 0, 0}, sum = 0;
  int count = 0;
  for (int v = flesh->first; v < flesh->first + flesh->vertex_count; v++) {
    low = fmin(low, rest[3 * (size_t)v]);
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int v = flesh->first; v < flesh->first + flesh->vertex_count; v++) {
      if (fabs(rest[3 * (size_t)v] - low - length / 2) > 1e-6 * length) continue;
      const double* p = position + 3 * (size_t)v;
      if (pass == 0) {
        brn__add3(centre, centre, p);
        count++;
      } else {
        sum += brn__distance3(p, centre);
      }
    }
    if (pass == 0 && count > 0) brn__scale3(centre, 1.0 / count, centre);
  }
  return count > 0 ? sum / count : 0;
}

XpbdShape xpbd_shape(const BrnModel* model, const double* position, int index) {
  const BrnModelFlesh* flesh = &model->flesh[index];
  const double* rest = model->mesh->position;
  return (XpbdShape){length_of(position, flesh) / length_of(rest, flesh),
                     radius_of(rest, position, flesh) / radius_of(rest, rest, flesh),
                     volume_of(model->mesh, position, flesh) / volume_of(model->mesh, rest, flesh)};
}

// ----------------------------------------------------------------------------------------- creases

typedef struct Side {
  int low, high, triangle;
} Side;

static int compare_sides(const void* a, const void* b) {
  const Side *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  return p->high != q->high ? (p->high < q->high ? -1 : 1) : p->triangle - q->triangle;
}

static void normal_of(const BrnMesh* mesh, const double* position, int t, double* out) {
  const int* c = mesh->triangle + 3 * (size_t)t;
  double u[3], v[3];
  brn__sub3(u, position + 3 * (size_t)c[1], position + 3 * (size_t)c[0]);
  brn__sub3(v, position + 3 * (size_t)c[2], position + 3 * (size_t)c[0]);
  brn__cross3(out, u, v);
}

static int list_sides(const BrnMesh* mesh, const BrnModelFlesh* flesh, Side* side) {
  int count = 0;
  for (int t = flesh->first_triangle; t < flesh->first_triangle + flesh->triangle_count; t++) {
    for (int k = 0; k < 3; k++) {
      int a = mesh->triangle[3 * (size_t)t + k], b = mesh->triangle[3 * (size_t)t + (k + 1) % 3];
      side[count++] = (Side){a < b ? a : b, a < b ? b : a, t};
    }
  }
  qsort(side, (size_t)count, sizeof *side, compare_sides);
  return count;
}

// the angle between two faces, 180 degrees where the surface is flat
static double angle_between(const BrnMesh* mesh, const double* position, int s, int t) {
  double m[3], n[3], cross[3];
  normal_of(mesh, position, s, m);
  normal_of(mesh, position, t, n);
  brn__cross3(cross, m, n);
  return 180 - atan2(brn__norm3(cross), brn__dot3(m, n)) * 180 / 3.14159265358979323846;
}

static int count_inverted(const BrnMesh* mesh, const double* position, const BrnModelFlesh* flesh) {
  double* sum = calloc(3 * (size_t)mesh->vertex_count, sizeof *sum);
  int inverted = 0;
  for (int pass = 0; pass < 2 && sum; pass++) {
    for (int t = flesh->first_triangle; t < flesh->first_triangle + flesh->triangle_count; t++) {
      const int* c = mesh->triangle + 3 * (size_t)t;
      double n[3], mean[3] = {0, 0, 0};
      normal_of(mesh, position, t, n);
      for (int k = 0; k < 3; k++) {
        double* at = sum + 3 * (size_t)c[k];
        if (pass == 0) brn__add3(at, at, n);
        brn__add3(mean, mean, at);
      }
      inverted += pass == 1 && brn__dot3(n, mean) < 0;
    }
  }
  free(sum);
  return inverted;
}

// @return triangles with a sharp edge
static int add_creases(const BrnMesh* mesh, const double* position, const BrnModelFlesh* flesh,
                       XpbdCreases* out) {
  int sharp = 0, count = 0;
  Side* side = malloc(3 * (size_t)flesh->triangle_count * sizeof *side);
  bool* is_sharp = calloc((size_t)flesh->triangle_count, sizeof *is_sharp);
  if (side && is_sharp) count = list_sides(mesh, flesh, side);
  for (int i = 0; i + 1 < count; i++) {
    if (side[i].low != side[i + 1].low || side[i].high != side[i + 1].high) continue;
    int s = side[i].triangle, t = side[i + 1].triangle;
    double angle = angle_between(mesh, position, s, t);
    out->worst = fmin(out->worst, angle);
    if (angle < 30)
      is_sharp[s - flesh->first_triangle] = is_sharp[t - flesh->first_triangle] = true;
  }
  for (int t = 0; t < flesh->triangle_count && count > 0; t++) sharp += is_sharp[t];
  free(side);
  free(is_sharp);
  out->inverted += count_inverted(mesh, position, flesh);
  return sharp;
}

XpbdCreases xpbd_creases(const BrnModel* model, const double* position, int flesh) {
  XpbdCreases out = {.worst = 180};
  int triangles = 0, sharp = 0;
  for (int f = 0; f < model->flesh_count; f++) {
    if (flesh >= 0 && f != flesh) continue;
    sharp += add_creases(model->mesh, position, &model->flesh[f], &out);
    triangles += model->flesh[f].triangle_count;
  }
  out.sharp = triangles > 0 ? (double)sharp / triangles : 0;
  return out;
}

// ------------------------------------------------------------------------------------------ counts

XpbdCounts xpbd_counts(const BrnModel* model) {
  XpbdCounts counts = {.volumes = model->flesh_count};
  for (int f = 0; f < model->flesh_count; f++) {
    const BrnModelFlesh* flesh = &model->flesh[f];
    counts.mesh += flesh->edge_count;
    counts.inner += flesh->vertex_count;
    for (int i = 0; i < flesh->inner_count; i++) counts.inner += flesh->parent[i] >= 0;
  }
  counts.ties = brn_model_tie_count(model);
  return counts;
}

bool xpbd_is_finite(const BrnState* state) {
  for (size_t i = 0; i < 3 * (size_t)state->vertex_count; i++) {
    if (!isfinite(state->position[i])) return false;
  }
  return true;
}
