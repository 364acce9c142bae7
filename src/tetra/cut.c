// SPDX-License-Identifier: Apache-2.0

#include "tetra/cut.h"

#include "core/vec.h"
#include "tetra/map.h"

#include <math.h>
#include <string.h>

// Isosurface stuffing (Labelle and Shewchuk 2007) for one part after the other. The claim of the
// part is taken at the vertices of the open tets; edges between a claimed and an unclaimed vertex
// are cut where the claim is zero. A cut that is close to a vertex pulls the vertex onto the
// interface instead, so that no piece becomes thin. What is left is cut by templates. The limits
// below are theirs; they keep all angles between 10.8 and 164.8 degrees in the first cut of a
// uniform lattice. Where a later part cuts what an earlier one has cut, there is no such promise,
// and the improvement has to mend it.

static const double near_long = 0.25, near_short = 0.41, near_other = 0.3;

typedef struct Cut {
  BrnContext* ctx;
  const BrnRules* rules;
  BrnWork* work;
  int part;
  uint8_t* used; // by an open tet              (vertex_count)
  int8_t* side;  // 1 claimed, -1 not, 0 on     (vertex_count)
  double* claim; //                             (vertex_count)
  BrnMap edge;   // edges that are cut
  int* end;      // claimed end, other end      (edge.count x 2)
  double* at;    // of the way                  (edge.count)
  int* vertex;   // at the cut; -1: none        (edge.count)
  size_t capacity;
  int* start; // of the tets of each vertex     (vertex_count + 1)
  int* star;  // tets of the vertices
} Cut;

// -------------------------------------------------------------------------------------- the claim

static void claim_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Cut* cut = user;
  for (int v = begin; v < end; v++) {
    if (!cut->used[v]) continue;
    cut->claim[v] = brn__rules_claim(cut->rules, cut->part, brn__work_at(cut->work, v), NULL);
    cut->side[v] = cut->claim[v] > 0 ? 1 : -1;
  }
}

static BrnStatus find_sides(Cut* cut) {
  BrnWork* work = cut->work;
  cut->used = brn__scratch_zero(cut->ctx, work->vertex_count, uint8_t);
  cut->side = brn__scratch_zero(cut->ctx, work->vertex_count, int8_t);
  cut->claim = brn__scratch_zero(cut->ctx, work->vertex_count, double);
  if (!cut->used || !cut->side || !cut->claim) return BRN_NO_MEMORY;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] != BRN_OWNER_OPEN) continue;
    for (int k = 0; k < 4; k++) cut->used[work->tet[4 * (size_t)t + (size_t)k]] = 1;
  }
  brn__parallel_for(cut->ctx, work->vertex_count, 512, claim_range, cut);
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- the edges

static const int tet_edge[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static BrnStatus add_edge(Cut* cut, int a, int b) {
  int number, before = cut->edge.count;
  BRN_TRY(brn__map_put(cut->ctx, &cut->edge, brn__edge_key(a, b), &number));
  if (number < before) return BRN_OK;
  BRN_TRY(brn__grow(cut->ctx, &cut->end, &cut->capacity, 2 * (size_t)number + 2, sizeof(int)));
  cut->end[2 * number] = cut->side[a] > 0 ? a : b;
  cut->end[2 * number + 1] = cut->side[a] > 0 ? b : a;
  return BRN_OK;
}

// Tets of parts before this one are looked at too: an edge is cut in all of its tets or in none.
static BrnStatus find_edges(Cut* cut) {
  const BrnWork* work = cut->work;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] == BRN_OWNER_GONE) continue;
    const int* corner = work->tet + 4 * (size_t)t;
    for (int k = 0; k < 6; k++) {
      int a = corner[tet_edge[k][0]], b = corner[tet_edge[k][1]];
      if (cut->side[a] * cut->side[b] < 0) BRN_TRY(add_edge(cut, a, b));
    }
  }
  return BRN_OK;
}

// Regula falsi with the Illinois safeguard; the claim is nearly linear, and where a surface has a
// hole, and the claim a jump, this still ends at the jump.
static double find_zero(const Cut* cut, int inside, int outside) {
  const double *p = brn__work_at(cut->work, inside), *q = brn__work_at(cut->work, outside);
  double low = 0, high = 1, f_low = cut->claim[inside], f_high = cut->claim[outside], t = 0.5;
  double enough = 0.005 * brn__distance3(p, q);
  for (int i = 0, last = 0; i < 8 && high - low > 0.01; i++) {
    double x[3];
    t = low + (high - low) * fmin(fmax(f_low / (f_low - f_high), 0.02), 0.98);
    for (int a = 0; a < 3; a++) x[a] = p[a] + t * (q[a] - p[a]);
    double f = brn__rules_claim(cut->rules, cut->part, x, NULL);
    if (fabs(f) < enough) break;
    if (f > 0) {
      low = t, f_low = f;
      if (last == 1) f_high /= 2;
      last = 1;
    } else {
      high = t, f_high = f;
      if (last == -1) f_low /= 2;
      last = -1;
    }
  }
  return t;
}

static void zero_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Cut* cut = user;
  for (int e = begin; e < end; e++) {
    cut->at[e] = find_zero(cut, cut->end[2 * e], cut->end[2 * e + 1]);
    cut->vertex[e] = -1;
  }
}

static BrnStatus find_zeros(Cut* cut) {
  cut->at = brn__scratch(cut->ctx, cut->edge.count, double);
  cut->vertex = brn__scratch(cut->ctx, cut->edge.count, int);
  if (!cut->at || !cut->vertex) return BRN_NO_MEMORY;
  brn__parallel_for(cut->ctx, cut->edge.count, 64, zero_range, cut);
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- snapping

static BrnStatus find_stars(Cut* cut) {
  const BrnWork* work = cut->work;
  cut->start = brn__scratch_zero(cut->ctx, (size_t)work->vertex_count + 2, int);
  cut->star = brn__scratch(cut->ctx, 4 * (size_t)work->tet_count, int);
  if (!cut->start || !cut->star) return BRN_NO_MEMORY;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] == BRN_OWNER_GONE) continue;
    for (int k = 0; k < 4; k++) cut->start[work->tet[4 * (size_t)t + (size_t)k] + 2]++;
  }
  for (int v = 0; v < work->vertex_count; v++) cut->start[v + 2] += cut->start[v + 1];
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] == BRN_OWNER_GONE) continue;
    for (int k = 0; k < 4; k++) {
      cut->star[cut->start[work->tet[4 * (size_t)t + (size_t)k] + 1]++] = t;
    }
  }
  return BRN_OK;
}

static double near_limit(const BrnWork* work, int a, int b) {
  const int *p = work->place + 3 * (size_t)a, *q = work->place + 3 * (size_t)b;
  if (p[0] < 0 || q[0] < 0) return near_other;
  int same = (p[0] == q[0]) + (p[1] == q[1]) + (p[2] == q[2]);
  return same == 2 ? near_long : near_short;
}

// is everything that holds a also holding b?
static bool is_held_alike(const BrnWork* work, int a, int b) {
  const int* on = work->on + BRN_MAX_ON * (size_t)a;
  for (int i = 0; i < BRN_MAX_ON; i++) {
    if (on[i] >= 0 && !brn__work_is_on(work, b, on[i])) return false;
  }
  return true;
}

// the cut nearest to a vertex, in shares of its limit; -1: none within it
static int nearest_cut(const Cut* cut, int v, bool* can_move) {
  const BrnWork* work = cut->work;
  double nearest = 1;
  int found = -1;
  for (int i = cut->start[v]; i < cut->start[v + 1]; i++) {
    const int* corner = work->tet + 4 * (size_t)cut->star[i];
    for (int k = 0; k < 4; k++) {
      int w = corner[k];
      if (cut->side[v] * cut->side[w] >= 0) continue;
      int e = brn__map_find(&cut->edge, brn__edge_key(v, w));
      double way = cut->side[v] > 0 ? cut->at[e] : 1 - cut->at[e];
      double share = way / near_limit(work, v, w);
      if (share >= nearest) continue;
      nearest = share;
      found = e;
      *can_move = is_held_alike(work, v, w);
    }
  }
  return found;
}

static void cut_point(const Cut* cut, int e, double* point) {
  const double* p = brn__work_at(cut->work, cut->end[2 * e]);
  const double* q = brn__work_at(cut->work, cut->end[2 * e + 1]);
  for (int a = 0; a < 3; a++) point[a] = p[a] + cut->at[e] * (q[a] - p[a]);
}

// moves a vertex unless that turns one of its tets over or flattens it
static void try_move(const Cut* cut, int v, const double* point) {
  double *p = brn__work_at(cut->work, v), before[3], least[2] = {INFINITY, INFINITY};
  brn__copy3(before, p);
  for (int way = 0; way < 2; way++) {
    for (int i = cut->start[v]; i < cut->start[v + 1]; i++) {
      const int* corner = cut->work->tet + 4 * (size_t)cut->star[i];
      least[way] = fmin(least[way], brn__work_volume(cut->work, corner));
    }
    if (way == 0) brn__copy3(p, point);
  }
  if (least[1] < 0.1 * least[0]) brn__copy3(p, before);
}

static void snap(Cut* cut) {
  int count = cut->work->vertex_count;
  for (int v = 0; v < count; v++) {
    bool can_move = false;
    double point[3];
    if (!cut->used[v] || cut->side[v] == 0) continue;
    int e = nearest_cut(cut, v, &can_move);
    if (e < 0) continue;
    cut_point(cut, e, point);
    if (can_move) try_move(cut, v, point);
    cut->side[v] = 0;
    brn__work_put_on(cut->work, v, cut->part);
  }
}

// -------------------------------------------------------------------------------------- templates

static BrnStatus split_edges(Cut* cut) {
  BrnWork* work = cut->work;
  for (int e = 0; e < cut->edge.count; e++) {
    int a = cut->end[2 * e], b = cut->end[2 * e + 1];
    if (cut->side[a] * cut->side[b] >= 0) continue;
    double point[3];
    cut_point(cut, e, point);
    BRN_TRY(brn__work_add_vertex(cut->ctx, work, point, &cut->vertex[e]));
    brn__work_put_on(work, cut->vertex[e], cut->part);
    for (int i = 0; i < BRN_MAX_ON; i++) { // on what both ends are on
      int on = work->on[BRN_MAX_ON * (size_t)a + (size_t)i];
      if (on >= 0 && brn__work_is_on(work, b, on)) brn__work_put_on(work, cut->vertex[e], on);
    }
  }
  return BRN_OK;
}

static int between(const Cut* cut, int a, int b) {
  return cut->vertex[brn__map_find(&cut->edge, brn__edge_key(a, b))];
}

static BrnStatus add(Cut* cut, int a, int b, int c, int d, int owner) {
  int corner[4] = {a, b, c, d};
  return brn__work_add_tet(cut->ctx, cut->work, corner, owner);
}

// The diagonal of a quad starts at its lowest vertex, whichever side it is seen from.
static BrnStatus add_pyramid(Cut* cut, int apex, const int* quad, int owner) {
  int low = 0;
  for (int i = 1; i < 4; i++) {
    if (quad[i] < quad[low]) low = i;
  }
  const int q[4] = {quad[low], quad[(low + 1) % 4], quad[(low + 2) % 4], quad[(low + 3) % 4]};
  BRN_TRY(add(cut, apex, q[0], q[1], q[2], owner));
  return add(cut, apex, q[0], q[2], q[3], owner);
}

// Triangle 0 1 2 over triangle 3 4 5. All diagonals at the lowest vertex start there: its prism is
// a tet and a pyramid over the quad it is not in.
static BrnStatus add_prism(Cut* cut, const int* v, int owner) {
  int low = 0;
  for (int i = 1; i < 6; i++) {
    if (v[i] < v[low]) low = i;
  }
  int own = low / 3 * 3, far = 3 - own, i = low - own, j = (i + 1) % 3, k = (i + 2) % 3;
  BRN_TRY(add(cut, v[low], v[far], v[far + 1], v[far + 2], owner));
  const int quad[4] = {v[own + j], v[own + k], v[far + k], v[far + j]};
  return add_pyramid(cut, v[low], quad, owner);
}

// One vertex p on its side, others on the other side or on the interface.
static BrnStatus cut_corner(Cut* cut, int p, const int* far, int far_count, const int* on, int mine,
                            int theirs) {
  if (far_count == 1) {
    int m = between(cut, p, far[0]);
    BRN_TRY(add(cut, p, m, on[0], on[1], mine));
    return add(cut, m, far[0], on[0], on[1], theirs);
  }
  int m[3];
  for (int i = 0; i < far_count; i++) m[i] = between(cut, p, far[i]);
  if (far_count == 2) {
    const int quad[4] = {far[0], far[1], m[1], m[0]};
    BRN_TRY(add(cut, p, m[0], m[1], on[0], mine));
    return add_pyramid(cut, on[0], quad, theirs);
  }
  const int prism[6] = {far[0], far[1], far[2], m[0], m[1], m[2]};
  BRN_TRY(add(cut, p, m[0], m[1], m[2], mine));
  return add_prism(cut, prism, theirs);
}

static BrnStatus cut_middle(Cut* cut, const int* in, const int* out, int inside, int outside) {
  int a = between(cut, in[0], out[0]), b = between(cut, in[0], out[1]);
  int c = between(cut, in[1], out[0]), d = between(cut, in[1], out[1]);
  const int inner[6] = {in[0], a, b, in[1], c, d}, outer[6] = {out[0], a, c, out[1], b, d};
  BRN_TRY(add_prism(cut, inner, inside));
  return add_prism(cut, outer, outside);
}

static BrnStatus decide(Cut* cut, int t) {
  BrnWork* work = cut->work;
  int corner[4], sort[3][4], count[3] = {0};
  memcpy(corner, work->tet + 4 * (size_t)t, sizeof corner);
  // corners by their side: outside, on the interface, inside
  for (int k = 0; k < 4; k++) {
    int side = cut->side[corner[k]] + 1;
    sort[side][count[side]++] = corner[k];
  }
  const int *out = sort[0], *on = sort[1], *in = sort[2];
  bool open = work->owner[t] == BRN_OWNER_OPEN;
  int inside = open ? cut->part : work->owner[t], outside = work->owner[t];
  // a tet of an earlier part changes only where this interface goes through it
  if (!open && (count[0] == 0 || count[2] == 0)) return BRN_OK;
  // all corners on the interface: the claim in the middle tells the side
  if (count[1] == 4) {
    double p[3] = {0};
    for (int k = 0; k < 4; k++) brn__axpy3(p, p, 0.25, brn__work_at(work, corner[k]));
    if (brn__rules_claim(cut->rules, cut->part, p, NULL) > 0) work->owner[t] = cut->part;
    return BRN_OK;
  }
  if (count[0] == 0) work->owner[t] = cut->part;
  if (count[0] == 0 || count[2] == 0) return BRN_OK;
  // what is cut goes, and templates take its place: a corner cut off, or a cut through the middle
  work->owner[t] = BRN_OWNER_GONE;
  if (count[2] == 1) {
    return cut_corner(cut, in[0], out, count[0], on, inside, outside);
  }
  if (count[0] == 1) {
    return cut_corner(cut, out[0], in, count[2], on, outside, inside);
  }
  return cut_middle(cut, in, out, inside, outside);
}

static BrnStatus decide_all(Cut* cut) {
  int count = cut->work->tet_count; // not the new ones
  for (int t = 0; t < count; t++) {
    if (cut->work->owner[t] != BRN_OWNER_GONE) BRN_TRY(decide(cut, t));
  }
  return BRN_OK;
}

static BrnStatus run(Cut* cut) {
  BRN_TRY(find_sides(cut));
  BRN_TRY(find_edges(cut));
  BRN_TRY(find_zeros(cut));
  BRN_TRY(find_stars(cut));
  snap(cut);
  BRN_TRY(split_edges(cut));
  return decide_all(cut);
}

BrnStatus brn__cut(BrnContext* ctx, const BrnRules* rules, int part, BrnWork* work) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Cut cut = {.ctx = ctx, .rules = rules, .work = work, .part = part};
  BrnStatus status = run(&cut);
  brn__map_free(ctx, &cut.edge);
  brn__free(ctx, cut.end);
  brn__scratch_release(ctx, mark);
  return status;
}
