// SPDX-License-Identifier: Apache-2.0
//
// What keeps surfaces from folding onto themselves.
//
// Nothing resists bending (Romeo et al. 2018 leave it out on purpose, so that muscles bulge), and
// nothing holds back a triangle that turns over: where a tendon bends sharply at its insertion, or
// flesh is pushed together, faces fold onto each other and stay so, as each edge has its length. To
// turn a triangle over, a vertex has to cross the side across it, and leaves the middle of its
// neighbours by nearly an edge on the way. So it may not stray from there by more than a part of
// that, or a little more than at rest:
//
//   C = |x - sum x_j / n| - slack <= 0
//
// Its forces sum up to zero and pull along one line, so momentum and angular momentum stay. Few
// vertices come near to their slack: those are listed once a sub-step, the others forgotten.

#include "solver/xpbd/fleshes.h"

#include "core/vec.h"

#include <math.h>

#define SLACK 0.5   // of the edges around a vertex
#define AT_REST 1.3 // or of its way at rest
#define SLENDER 2   // of the shortest edge around: where triangles are slender, that counts
#define WATCH 0.8   // of the slack, from which on a vertex is listed

// ------------------------------------------------------------------------------------- preparation

void brn__creases_free(BrnContext* ctx, BrnCreases* creases) {
  brn__free(ctx, creases->ring);
  brn__free(ctx, creases->near);
  brn__free(ctx, creases->watched);
  *creases = (BrnCreases){0};
}

static void count_edges(const BrnModelFlesh* flesh, int edge_count, BrnCreases* out) {
  for (int e = 0; e < 2 * edge_count; e++) out->ring[flesh->edge[e] - flesh->first].count++;
  for (int v = 0, first = 0; v < flesh->vertex_count; v++) {
    out->ring[v].vertex = flesh->first + v;
    out->ring[v].first = first;
    first += out->ring[v].count;
    out->ring[v].count = 0;
  }
}

static void list_neighbours(const BrnModelFlesh* flesh, int edge_count, BrnCreases* out) {
  for (int e = 0; e < 2 * edge_count; e++) {
    BrnRing* ring = &out->ring[flesh->edge[e] - flesh->first];
    out->near[ring->first + ring->count++] = flesh->edge[e ^ 1];
  }
}

// from the middle of the neighbours to the vertex
static void find_way(const BrnCreases* creases, const BrnRing* ring, const double* at,
                     double out[3]) {
  double sum[3] = {0};
  for (int i = ring->first; i < ring->first + ring->count; i++) {
    brn__add3(sum, sum, at + 4 * (size_t)creases->near[i]);
  }
  brn__axpy3(out, at + 4 * (size_t)ring->vertex, -1.0 / ring->count, sum);
}

static void set_slack(const BrnCreases* creases, BrnRing* ring, const double* at) {
  double way[3], sum = 0, shortest = INFINITY;
  const double* x = at + 4 * (size_t)ring->vertex;
  if (ring->count == 0) return;
  for (int i = ring->first; i < ring->first + ring->count; i++) {
    double length = brn__distance3(x, at + 4 * (size_t)creases->near[i]);
    sum += length;
    shortest = fmin(shortest, length);
  }
  find_way(creases, ring, at, way);
  double usual = SLACK * fmin(sum / ring->count, SLENDER * shortest);
  ring->slack = fmax(usual, AT_REST * brn__norm3(way));
}

BrnStatus brn__creases_create(BrnContext* ctx, const BrnXpbd* xpbd, int flesh, BrnCreases* out) {
  const BrnModelFlesh* model = &xpbd->model->flesh[flesh];
  int edge_count = model->edge_count - model->diagonal_count;
  out->count = model->vertex_count;
  out->ring = brn__new_zero(ctx, out->count, BrnRing);
  out->near = brn__new(ctx, 2 * (size_t)edge_count, int);
  out->watched = brn__new(ctx, out->count, int);
  if (!out->ring || !out->near || !out->watched) return BRN_NO_MEMORY;
  count_edges(model, edge_count, out);
  list_neighbours(model, edge_count, out);
  for (int v = 0; v < out->count; v++) set_slack(out, &out->ring[v], xpbd->points.at);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- iterating

void brn__creases_find(BrnCreases* creases, const double* at) {
  creases->watched_count = 0;
  for (int v = 0; v < creases->count; v++) {
    const BrnRing* ring = &creases->ring[v];
    double way[3], limit = WATCH * ring->slack;
    if (ring->count == 0) continue;
    find_way(creases, ring, at, way);
    if (brn__dot3(way, way) > limit * limit) creases->watched[creases->watched_count++] = v;
  }
}

static void pull_in(const BrnCreases* creases, const BrnRing* ring, double* at) {
  double way[3], *x = at + 4 * (size_t)ring->vertex, part = 1.0 / ring->count, weight = x[3];
  find_way(creases, ring, at, way);
  double wrong = brn__normalize3(way) - ring->slack;
  if (!(wrong > 0)) return;
  for (int i = ring->first; i < ring->first + ring->count; i++) {
    weight += part * part * at[4 * (size_t)creases->near[i] + 3];
  }
  if (!(weight > 0)) return;
  double s = wrong / weight;
  brn__axpy3(x, x, -s * x[3], way);
  for (int i = ring->first; i < ring->first + ring->count; i++) {
    double* y = at + 4 * (size_t)creases->near[i];
    brn__axpy3(y, y, s * part * y[3], way);
  }
}

void brn__creases_project(const BrnCreases* creases, double* at) {
  for (int i = 0; i < creases->watched_count; i++) {
    pull_in(creases, &creases->ring[creases->watched[i]], at);
  }
}
