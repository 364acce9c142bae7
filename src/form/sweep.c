// SPDX-License-Identifier: Apache-2.0
//
// A sweep is rows: rings along the tube, rings on the caps, and a ridge or a point at either end.
// Each ring has as many vertices as its length asks for, and strips of triangles join neighbours.

#include "form/strip.h"

#include "core/vec.h"
#include "form/ring.h"

#include <math.h>

enum {
  PER_SPAN = 32,    // stations from point to point
  CAP_SAMPLES = 32, // of a cap, to measure it
  AROUND = 12,      // least vertices of a section
  POLE = 6,         // least vertices of a ring on a cap
  MOST_VERTICES = 2000000,
};

static const double quad_long = 1.4, quad_longest = 4;   // length of quads over their width: where
                                                         // the tube is widest, and where it is thin
static const double row_height = 0.86602540378443864676; // of triangles with equal edges, in edges

typedef struct Tube {
  const BrnFormDef* def;
  BrnCurve curve;
  double edge; // m
  int around;  // vertices of every ring, with quads; else 0
  BrnStrips strips;
} Tube;

// --------------------------------------------------------------------------------------- checks

// how far the section reaches towards a direction in its plane, given by its x and y
static double reach(const BrnStationAt* at, double power, double x, double y) {
  double ax = fabs(at->half[0] * x), ay = fabs(at->half[1] * y);
  if (power < 1.01) return fmax(ax, ay);
  double dual = power / (power - 1);
  return pow(pow(ax, dual) + pow(ay, dual), 1 / dual);
}

// Where the section reaches beyond the centre of curvature the surface turns inside out.
static BrnStatus check_bends(BrnContext* ctx, const Tube* tube) {
  for (int i = 0; i < tube->curve.count; i++) {
    const BrnStationAt* at = &tube->curve.at[i];
    double bend = brn__norm3(at->bend);
    double x = brn__dot3(at->bend, at->x), y = brn__dot3(at->bend, at->y);
    double turns = reach(at, tube->def->power, x, y);
    if (turns < 0.98) continue;
    if (!isfinite(turns)) {
      return brn__fail(ctx, BRN_INVALID,
                       "form: the sweep turns back on itself at sweep.points[%d]; move that point "
                       "aside, or leave it out",
                       at->point);
    }
    return brn__fail(
        ctx, BRN_INVALID,
        "form: the sweep bends too sharply at sweep.points[%d]: with a radius of %.3g "
        "m, while its section reaches %.3g m that way; make it narrower there, or move "
        "the points apart",
        at->point, 1 / bend, turns / bend);
  }
  return BRN_OK;
}

static int nearest_point(const BrnFormPath* path, const double* place) {
  int nearest = 0;
  double least = INFINITY;
  for (int i = 0; i < path->point_count; i++) {
    double distance = brn__distance3(path->point + 3 * (size_t)i, place);
    if (distance < least) least = distance, nearest = i;
  }
  return nearest;
}

// Tubes that run into themselves elsewhere are found in the triangles.
static BrnStatus check_crossings(BrnContext* ctx, const Tube* tube, const BrnMesh* mesh) {
  int *crossing, count;
  BRN_TRY(brn_mesh_self_intersections(ctx, mesh, &crossing, &count));
  int first = count > 0 ? crossing[0] : 0;
  brn_free(ctx, crossing);
  if (count == 0) return BRN_OK;
  const double* place = mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)first];
  return brn__fail(ctx, BRN_INVALID,
                   "form: the sweep runs into itself near sweep.points[%d] (%.4g, %.4g, %.4g m); "
                   "make it narrower there, or move the points apart",
                   nearest_point(&tube->def->sweep, place), place[0], place[1], place[2]);
}

// ------------------------------------------------------------------------------------ measuring

static double mean_half(const BrnStationAt* at) { return (at->half[0] + at->half[1]) / 2; }

// The longest side of the box around the sweep gives the edge its length.
static BrnStatus measure_box(BrnContext* ctx, Tube* tube) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  int last = tube->curve.count - 1;
  for (int i = 0; i <= last; i++) {
    const BrnStationAt* at = &tube->curve.at[i];
    bool end = !tube->curve.closed && (i == 0 || i == last);
    double cap = end ? tube->def->blunt * mean_half(at) : 0;
    for (int a = 0; a < 3; a++) {
      double r = hypot(hypot(at->half[0] * at->x[a], at->half[1] * at->y[a]), cap * at->ahead[a]);
      low[a] = fmin(low[a], at->place[a] - r);
      high[a] = fmax(high[a], at->place[a] + r);
    }
  }
  double side = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));
  tube->edge = side / tube->def->detail;
  return brn__form_check_place(ctx, low, high, side);
}

static BrnRing section(const Tube* tube, const BrnStationAt* at) {
  return (BrnRing){.at = *at, .power = tube->def->power, .full = 1};
}

// Edges where the tube is thin are shorter than elsewhere.
static double edge_at(const Tube* tube, const BrnStationAt* at) {
  BrnRing ring = section(tube, at);
  if (tube->around > 0) {
    return fmin(tube->edge, quad_longest * brn__ring_length(&ring) / tube->around);
  }
  double thin = 4 * fmin(at->half[0], at->half[1]);
  return fmin(tube->edge, fmin(thin, brn__ring_length(&ring) / AROUND));
}

// mean distance of two rings
static double ring_distance(const BrnRing* a, const BrnRing* b) {
  static const double quarter = 1.57079632679489661923;
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    double p[3], q[3];
    brn__ring_point(a, k * quarter, p);
    brn__ring_point(b, k * quarter, q);
    sum += brn__distance3(p, q);
  }
  return sum / 4;
}

// --------------------------------------------------------------------------------------- counts

// Numbers of a file are believed only as long as what they ask for can be made: so many rings, or
// vertices of one, of `each` vertices at least.
static BrnStatus count_of(BrnContext* ctx, const Tube* tube, double wanted, int each,
                          const BrnStationAt* at, int* out) {
  bool fits = wanted * each <= MOST_VERTICES - tube->strips.vertex_count; // not if it is NAN
  *out = fits ? (int)wanted : 0;
  if (fits) return BRN_OK;
  int row = tube->def->sweep.width_count == 1 ? 0 : at->point;
  return brn__fail(ctx, BRN_INVALID,
                   "form: the sweep would have more than %d vertices; at sweep.widths[%d] it is "
                   "%.3g by %.3g m, and triangles must be as fine as it is thin: make the two "
                   "widths more alike, or lower detail",
                   MOST_VERTICES, row, 2 * at->half[0], 2 * at->half[1]);
}

// ----------------------------------------------------------------------------------------- rows

static BrnStatus add_ring(BrnContext* ctx, Tube* tube, const BrnRing* ring, double edge,
                          int least) {
  int count;
  double wanted = round(brn__ring_length(ring) / edge);
  if (wanted < least) wanted = least;
  BRN_TRY(count_of(ctx, tube, tube->around ? tube->around : wanted, 1, &ring->at, &count));
  bool between = tube->around > 0 || tube->strips.row_count % 2 == 1; // rings alternate
  double* place;
  BRN_TRY(brn__strips_add_ring(ctx, &tube->strips, count, &place));
  brn__ring_spread(ring, count, between ? 0.5 : 0, place);
  return BRN_OK;
}

// Metric up to each station, in rows.
static BrnStatus measure_body(BrnContext* ctx, const Tube* tube, double** out) {
  int count = tube->curve.count;
  double* rows = brn__scratch(ctx, count, double);
  if (!rows) return BRN_NO_MEMORY;
  rows[0] = 0;
  double height = tube->around > 0 ? 1 : row_height;
  double edge = edge_at(tube, &tube->curve.at[0]);
  for (int i = 1; i < count; i++) {
    BrnRing a = section(tube, &tube->curve.at[i - 1]), b = section(tube, &tube->curve.at[i]);
    double next = edge_at(tube, &tube->curve.at[i]);
    rows[i] = rows[i - 1] + ring_distance(&a, &b) / (height * (edge + next) / 2);
    edge = next;
  }
  *out = rows;
  return BRN_OK;
}

// whose half widths are most unlike each other: that is where the triangles are finest
static const BrnStationAt* most_uneven(const Tube* tube) {
  const BrnStationAt* worst = &tube->curve.at[0];
  for (int i = 1; i < tube->curve.count; i++) {
    const BrnStationAt* at = &tube->curve.at[i];
    if (fmin(at->half[0], at->half[1]) < fmin(worst->half[0], worst->half[1])) worst = at;
  }
  return worst;
}

static BrnStatus add_body(BrnContext* ctx, Tube* tube) {
  double* rows;
  BRN_TRY(measure_body(ctx, tube, &rows));
  int last = tube->curve.count - 1, count, least = tube->curve.closed ? 6 : last > 0;
  double total = rows[last];
  double wanted = total < least ? least : round(total);
  BRN_TRY(count_of(ctx, tube, wanted, AROUND / 2, most_uneven(tube), &count));
  if (tube->curve.closed) count += count % 2; // rings alternate
  for (int i = 0, k = 0; i <= (tube->curve.closed ? count - 1 : count); i++) {
    double want = count > 0 ? total * i / count : 0;
    while (k < last - 1 && rows[k + 1] < want) k++;
    double u = count > 0 ? (want - rows[k]) / (rows[k + 1] - rows[k]) : 0;
    const BrnStationAt* at = &tube->curve.at[k];
    double s = count > 0 ? at->s + u * (at[1].s - at->s) : 0;
    BrnStationAt here = i == count ? tube->curve.at[last] : brn__curve_at(&tube->curve, s);
    BrnRing ring = section(tube, &here);
    BRN_TRY(add_ring(ctx, tube, &ring, edge_at(tube, &here), AROUND));
  }
  return BRN_OK;
}

// Rings of the cap by their share of the way from the rim to the ridge, at the end of the path.
static BrnRing cap_ring(const Tube* tube, bool start, double share) {
  static const double quarter = 1.57079632679489661923;
  const BrnStationAt* at = &tube->curve.at[start ? 0 : tube->curve.count - 1];
  BrnRing ring = section(tube, at);
  double spare = fabs(at->half[0] - at->half[1]);
  ring.depth = (start ? -1 : 1) * tube->def->blunt * mean_half(at);
  ring.ridge = spare < edge_at(tube, at) / 2 ? 0 : spare;
  ring.full = share == 0             ? 1
              : share == 1           ? 0
              : tube->def->blunt > 0 ? cos(quarter * share)
                                     : 1 - share;
  return ring;
}

static BrnStatus add_ridge(BrnContext* ctx, Tube* tube, const BrnRing* ring, double edge) {
  int steps;
  double* place;
  BRN_TRY(count_of(ctx, tube, round(2 * ring->ridge / edge), 1, &ring->at, &steps));
  BRN_TRY(brn__strips_add_ridge(ctx, &tube->strips, steps, &place));
  for (int i = 0; i <= steps; i++) {
    brn__ring_ridge(ring, steps > 0 ? 1 - 2.0 * i / steps : 0, place + 3 * (size_t)i);
  }
  return BRN_OK;
}

// Running distance over the cap, from the rim.
static void measure_cap(const Tube* tube, bool start, double arc[CAP_SAMPLES + 1]) {
  BrnRing before = cap_ring(tube, start, 0);
  arc[0] = 0;
  for (int i = 1; i <= CAP_SAMPLES; i++) {
    BrnRing ring = cap_ring(tube, start, (double)i / CAP_SAMPLES);
    arc[i] = arc[i - 1] + ring_distance(&before, &ring);
    before = ring;
  }
}

static double share_at(const double arc[CAP_SAMPLES + 1], double want) {
  int k = 0;
  while (k < CAP_SAMPLES - 1 && arc[k + 1] < want) k++;
  return (k + (want - arc[k]) / (arc[k + 1] - arc[k])) / CAP_SAMPLES;
}

// from the rim inwards at the last point, from the ridge outwards at the first; without the rim
static BrnStatus add_cap(BrnContext* ctx, Tube* tube, bool start) {
  double arc[CAP_SAMPLES + 1];
  const BrnStationAt* at = &tube->curve.at[start ? 0 : tube->curve.count - 1];
  double edge = edge_at(tube, at);
  int rows;
  measure_cap(tube, start, arc);
  double wanted = round(arc[CAP_SAMPLES] / (row_height * edge));
  BRN_TRY(count_of(ctx, tube, wanted < 2 ? 2 : wanted, POLE, at, &rows));
  BrnRing end = cap_ring(tube, start, 1);
  if (start) BRN_TRY(add_ridge(ctx, tube, &end, edge));
  for (int i = 1; i < rows; i++) {
    int row = start ? rows - i : i;
    BrnRing ring = cap_ring(tube, start, share_at(arc, arc[CAP_SAMPLES] * row / rows));
    BRN_TRY(add_ring(ctx, tube, &ring, edge, POLE));
  }
  return start ? BRN_OK : add_ridge(ctx, tube, &end, edge);
}

// ---------------------------------------------------------------------------------------- quads

// A multiple of four, so that strips can close the ends: as the widest section asks for.
static BrnStatus count_around(BrnContext* ctx, Tube* tube) {
  double longest = 0;
  int fours;
  for (int i = 0; i < tube->curve.count; i++) {
    BrnRing ring = section(tube, &tube->curve.at[i]);
    longest = fmax(longest, brn__ring_length(&ring));
  }
  double wanted = round(quad_long * longest / (4 * tube->edge));
  BRN_TRY(count_of(ctx, tube, wanted < 2 ? 2 : wanted, 4, &tube->curve.at[0], &fours));
  tube->around = 4 * fours;
  return BRN_OK;
}

// A round end is cut off where a strip of quads can close it well.
static BrnStatus add_quad_cap(BrnContext* ctx, Tube* tube, bool start) {
  static const double cut = 0.62; // of the way from the rim to the ridge
  double arc[CAP_SAMPLES + 1];
  const BrnStationAt* at = &tube->curve.at[start ? 0 : tube->curve.count - 1];
  double edge = edge_at(tube, at);
  int rows;
  if (tube->def->blunt == 0) return BRN_OK;
  measure_cap(tube, start, arc);
  double most = cut * arc[CAP_SAMPLES], wanted = round(most / edge);
  BRN_TRY(count_of(ctx, tube, wanted < 1 ? 1 : wanted, tube->around, at, &rows));
  for (int i = 1; i <= rows; i++) {
    int row = start ? rows + 1 - i : i;
    BrnRing ring = cap_ring(tube, start, share_at(arc, most * row / rows));
    BRN_TRY(add_ring(ctx, tube, &ring, edge, AROUND));
  }
  return BRN_OK;
}

static BrnStatus join_quads(BrnContext* ctx, const Tube* tube, BrnMesh** out) {
  const BrnFormPath* path = &tube->def->sweep;
  bool half_turn = fmod(fabs(path->twist), 360) == 180;
  BrnRing first = section(tube, &tube->curve.at[0]);
  BrnRing last = section(tube, &tube->curve.at[tube->curve.count - 1]);
  int major[2] = {brn__ring_major(&first), brn__ring_major(&last)};
  return brn__strips_quads(ctx, &tube->strips, path->closed ? NULL : major,
                           half_turn ? tube->around / 2 : 0, out);
}

BrnStatus brn__form_sweep(BrnContext* ctx, const BrnFormDef* def, BrnMesh** out) {
  Tube tube = {.def = def};
  BRN_TRY(brn__curve_make(ctx, &def->sweep, PER_SPAN, "sweep", &tube.curve));
  BRN_TRY(check_bends(ctx, &tube));
  BRN_TRY(measure_box(ctx, &tube));
  if (def->quads) BRN_TRY(count_around(ctx, &tube));
  bool open = !def->sweep.closed;
  BrnStatus (*cap)(BrnContext*, Tube*, bool) = def->quads ? add_quad_cap : add_cap;
  BrnStatus status = open ? cap(ctx, &tube, true) : BRN_OK;
  if (status == BRN_OK) status = add_body(ctx, &tube);
  if (status == BRN_OK && open) status = cap(ctx, &tube, false);
  if (status == BRN_OK && def->quads) status = join_quads(ctx, &tube, out);
  if (status == BRN_OK && !def->quads) status = brn__strips_mesh(ctx, &tube.strips, !open, out);
  brn__strips_free(ctx, &tube.strips);
  if (status == BRN_OK) status = check_crossings(ctx, &tube, *out);
  if (status != BRN_OK) brn_mesh_destroy(ctx, *out), *out = NULL;
  return status;
}
