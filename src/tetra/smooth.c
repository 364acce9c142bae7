// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "tetra/edit.h"

#include <math.h>

// The quality of the worst tet of a vertex is a function with creases, so it is climbed by trying
// steps: away from the face opposite to the vertex in the worst tet, towards the middle of the
// neighbours, along the axes. A vertex on interfaces takes the part of a step that is along them,
// and is then put back onto them.

static int held_by(const BrnMeshEdit* edit, int vertex) {
  const int* on = edit->work->on + BRN_MAX_ON * (size_t)vertex;
  int count = 0;
  while (count < BRN_MAX_ON && on[count] >= 0) count++;
  return count;
}

static double mean_edge(const BrnMeshEdit* edit, int vertex, double* middle) {
  const int* star = brn__edit_star(edit, vertex);
  const double* p = brn__work_at(edit->work, vertex);
  double sum = 0, weight = 3.0 * edit->count[vertex];
  middle[0] = middle[1] = middle[2] = 0;
  for (int i = 0; i < edit->count[vertex]; i++) {
    const int* corner = brn__edit_tet(edit, star[i]);
    for (int k = 0; k < 4; k++) {
      if (corner[k] == vertex) continue;
      const double* q = brn__work_at(edit->work, corner[k]);
      sum += brn__distance3(p, q);
      brn__axpy3(middle, middle, 1 / weight, q);
    }
  }
  return sum / weight;
}

// One interface after the other, a few times. Gives up where the claim jumps (at a hole, say).
static bool hold(const BrnMeshEdit* edit, int vertex, double* p, double reach) {
  const int* on = edit->work->on + BRN_MAX_ON * (size_t)vertex;
  int held = held_by(edit, vertex);
  double from[3], lift = held == 1 ? edit->lift[vertex] : 0, miss = 0;
  brn__copy3(from, p);
  for (int round = 0; round < 4; round++) {
    miss = 0;
    for (int i = 0; i < held; i++) {
      double g[3], f = brn__rules_claim(edit->rules, on[i], p, g) + lift;
      double square = brn__dot3(g, g);
      miss = fmax(miss, fabs(f));
      if (square > 0.01 && fabs(f) > 1e-3 * reach) brn__axpy3(p, p, -f / square, g);
    }
    if (miss <= 0.01 * reach) break;
  }
  return miss <= 0.02 * reach && brn__distance3(p, from) <= reach;
}

// keeps the part of a step that is along the interfaces
static void project(double* step, double normal[][3], int held) {
  for (int i = 0; i < held; i++) brn__axpy3(step, step, -brn__dot3(step, normal[i]), normal[i]);
}

static void find_normals(const BrnMeshEdit* edit, int vertex, int held, double normal[][3]) {
  const int* on = edit->work->on + BRN_MAX_ON * (size_t)vertex;
  for (int i = 0; i < held; i++) {
    brn__rules_claim(edit->rules, on[i], brn__work_at(edit->work, vertex), normal[i]);
    if (i == 1) brn__axpy3(normal[1], normal[1], -brn__dot3(normal[0], normal[1]), normal[0]);
    brn__normalize3(normal[i]);
  }
}

// away from the opposite face of the worst tet
static void worst_way(const BrnMeshEdit* edit, int vertex, double* way) {
  const int* star = brn__edit_star(edit, vertex);
  const int* worst = brn__edit_tet(edit, star[0]);
  double least = INFINITY;
  for (int i = 0; i < edit->count[vertex]; i++) {
    double quality = brn__edit_measure_tet(edit, star[i]);
    if (quality >= least) continue;
    least = quality;
    worst = brn__edit_tet(edit, star[i]);
  }
  int k = 0;
  while (worst[k] != vertex) k++;
  brn__triangle_normal(way, brn__work_at(edit->work, worst[brn_tet_face[k][0]]),
                       brn__work_at(edit->work, worst[brn_tet_face[k][1]]),
                       brn__work_at(edit->work, worst[brn_tet_face[k][2]]));
  brn__scale3(way, -1, way);
  brn__normalize3(way);
}

enum { WAYS = 9 };

// tries the ways with shorter and shorter steps; leaves the vertex at the best place
static double climb(BrnMeshEdit* edit, int vertex, double normal[][3], int held, double edge,
                    const double* middle, double best) {
  double* p = brn__work_at(edit->work, vertex);
  double step = 0.25 * edge;
  for (int round = 0; round < 6; round++) {
    double from[3], found[3], way[WAYS][3] = {{0}}, better = best;
    brn__copy3(from, p);
    // as the worst tet gets better, against that, to the middle of the neighbours, along the axes
    worst_way(edit, vertex, way[0]);
    brn__scale3(way[1], -1, way[0]);
    brn__sub3(way[2], middle, p);
    brn__scale3(way[2], 1 / edge, way[2]);
    for (int i = 0; i < 6; i++) way[3 + i][i / 2] = i % 2 ? -1 : 1;
    for (int i = 0; i < WAYS; i++) {
      // vertices on interfaces stay on them
      project(way[i], normal, held);
      if (brn__dot3(way[i], way[i]) < 1e-4) continue;
      brn__axpy3(p, from, step, way[i]);
      double quality = brn__edit_star_quality(edit, vertex, better);
      if (quality <= better) continue;
      better = quality;
      brn__copy3(found, p);
    }
    brn__copy3(p, better > best ? found : from);
    if (better <= best + 1e-3) step *= 0.4;
    best = better;
  }
  return best;
}

bool brn__smooth(BrnMeshEdit* edit, int vertex) {
  int held = edit->bold ? 0 : held_by(edit, vertex);
  if (edit->count[vertex] == 0 || edit->rim[vertex] || held >= 3) return false;
  double *p = brn__work_at(edit->work, vertex), before[3], middle[3], normal[2][3];
  double old = brn__edit_star_quality(edit, vertex, -1);
  double edge = mean_edge(edit, vertex, middle);
  brn__copy3(before, p);
  find_normals(edit, vertex, held, normal);
  double best = climb(edit, vertex, normal, held, edge, middle, old);
  bool done = best > old + 1e-6;
  if (done && held > 0) {
    done =
        hold(edit, vertex, p, 0.3 * edge) && brn__edit_star_quality(edit, vertex, old) > old + 1e-6;
  }
  if (!done) brn__copy3(p, before);
  if (done) brn__edit_measure_star(edit, vertex);
  return done;
}

bool brn__settle(BrnMeshEdit* edit, int vertex, double least) {
  int held = held_by(edit, vertex);
  if (edit->count[vertex] == 0 || edit->rim[vertex] || held == 0) return false;
  double *p = brn__work_at(edit->work, vertex), before[3], goal[3], middle[3];
  double edge = mean_edge(edit, vertex, middle);
  brn__copy3(before, p);
  brn__copy3(goal, p);
  if (!hold(edit, vertex, goal, 0.5 * edge) || brn__distance3(goal, p) < 1e-3 * edge) return false;
  double old = fmin(brn__edit_star_quality(edit, vertex, -1), least);
  for (double share = 1; share > 0.2; share /= 2) { // as far as the tets allow
    for (int a = 0; a < 3; a++) p[a] = before[a] + share * (goal[a] - before[a]);
    if (brn__edit_star_quality(edit, vertex, old) < old) continue;
    brn__edit_measure_star(edit, vertex);
    return true;
  }
  brn__copy3(p, before);
  return false;
}
