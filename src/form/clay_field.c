// SPDX-License-Identifier: Apache-2.0
//
// How far a point is from the clay: distances to its pieces, which melt together where they are
// near.

#include "form/clay.h"

#include "core/vec.h"

#include <math.h>
#include <stdio.h>

enum { PER_SPAN = 16 };

// fmin() and fmax() are calls, and this room spends its time here
static inline double least_of(double a, double b) { return a < b ? a : b; }
static inline double most_of(double a, double b) { return a > b ? a : b; }

// ----------------------------------------------------------------------------------------- paths

// About the distance to an ellipsoid with its centre at 0: the level |p/r| - 1 over the length of
// its gradient, which is right to first order at the surface and grows as the distance far away.
static double ellipsoid(double x, double y, double z, const double r[3]) {
  double u = x / r[0], v = y / r[1], w = z / r[2];
  double level = sqrt(u * u + v * v + w * w);
  double slope = sqrt(u / r[0] * u / r[0] + v / r[1] * v / r[1] + w / r[2] * w / r[2]);
  return slope > 0 ? level * (level - 1) / slope : -fmin(r[0], fmin(r[1], r[2]));
}

// Distance to the section around a foot on the centre line. Between the ends an offset that is not
// quite across the line, because that is a chain of short pieces, is taken as if it were.
static double section_distance(const BrnStationAt* a, const BrnStationAt* b, double u, bool end,
                               const double* offset) {
  double xa[3], ya[3];
  for (int k = 0; k < 3; k++) {
    xa[k] = a->x[k] + u * (b->x[k] - a->x[k]);
    ya[k] = a->y[k] + u * (b->y[k] - a->y[k]);
  }
  double x = brn__dot3(offset, xa), y = brn__dot3(offset, ya), z = 0;
  double r[3] = {a->half[0] + u * (b->half[0] - a->half[0]),
                 a->half[1] + u * (b->half[1] - a->half[1]), 0};
  r[2] = (r[0] + r[1]) / 2;
  double in_plane = x * x + y * y, all = brn__dot3(offset, offset);
  if (end) {
    z = sqrt(fmax(0, all - in_plane));
  } else if (in_plane > 0) {
    double stretch = sqrt(all / in_plane);
    x *= stretch, y *= stretch;
  }
  return ellipsoid(x, y, z, r);
}

// A place on the centre line, seen from a point.
typedef struct Foot {
  int piece;
  double u, square; // share of the piece; squared distance
  double offset[3];
} Foot;

static inline Foot foot_on(const BrnCurve* curve, int piece, const double* place) {
  const BrnStationAt *a = &curve->at[piece], *b = a + 1;
  double along[3];
  Foot foot = {.piece = piece};
  brn__sub3(along, b->place, a->place);
  brn__sub3(foot.offset, place, a->place);
  double u = brn__dot3(foot.offset, along) / brn__dot3(along, along);
  foot.u = u < 0 ? 0 : u > 1 ? 1 : u; // not fmin and fmax: they are calls, and this is the hot spot
  brn__axpy3(foot.offset, foot.offset, -foot.u, along);
  foot.square = brn__dot3(foot.offset, foot.offset);
  return foot;
}

static double foot_distance(const BrnCurve* curve, const Foot* foot) {
  bool end = !curve->closed && ((foot->piece == 0 && foot->u == 0) ||
                                (foot->piece == curve->count - 2 && foot->u == 1));
  const BrnStationAt* a = &curve->at[foot->piece];
  return section_distance(a, a + 1, foot->u, end, foot->offset);
}

// Squared distance to a piece. Beyond the ends there is none; a closed path goes on there.
static double square_at(const BrnCurve* curve, int piece, const double* place) {
  int pieces = curve->count - 1;
  if (piece < 0 || piece >= pieces) {
    if (!curve->closed) return INFINITY;
    piece = piece < 0 ? piece + pieces : piece - pieces;
  }
  return foot_on(curve, piece, place).square;
}

// The smallest over the feet that are nearer than those beside them: where a path comes close to
// itself the arms are joined instead of cut half way.
static double pieces_distance(const BrnCurve* curve, int begin, int end, const double* place) {
  double least = INFINITY, before = square_at(curve, begin - 1, place);
  double here = square_at(curve, begin, place);
  for (int i = begin; i < end; i++) {
    double next = square_at(curve, i + 1, place);
    if (here <= before && here <= next) {
      Foot foot = foot_on(curve, i, place);
      double d = foot_distance(curve, &foot);
      least = d < least ? d : least;
    }
    before = here;
    here = next;
  }
  return least;
}

// Only chunks that may come nearer than the nearest one surely is are looked into.
static double path_distance(const BrnClayLump* lump, const double* place) {
  const BrnCurve* curve = &lump->curve;
  int pieces = curve->count - 1, chunks = (pieces + BRN_CLAY_CHUNK - 1) / BRN_CLAY_CHUNK;
  double bound = INFINITY, least = INFINITY;
  for (int c = 0; c < chunks; c++) {
    const BrnClayChunk* chunk = &lump->chunk[c];
    double far = brn__distance3(place, chunk->centre) + chunk->radius - chunk->least;
    bound = least_of(bound, far);
  }
  for (int c = 0; c < chunks; c++) {
    const BrnClayChunk* chunk = &lump->chunk[c];
    double near = brn__distance3(place, chunk->centre) - chunk->radius - chunk->most;
    if (near > bound) continue;
    int begin = c * BRN_CLAY_CHUNK, end = begin + BRN_CLAY_CHUNK;
    least = least_of(least, pieces_distance(curve, begin, end < pieces ? end : pieces, place));
  }
  return least < INFINITY ? least : pieces_distance(curve, 0, pieces, place);
}

static double ball_distance(const BrnStationAt* at, const double* place) {
  double offset[3];
  brn__sub3(offset, place, at->place);
  return section_distance(at, at, 0, true, offset);
}

// ---------------------------------------------------------------------------------------- blocks

static double block_distance(const BrnClayLump* lump, const double* place) {
  double offset[3], p[3], outside[3], deepest = -INFINITY;
  brn__sub3(offset, place, lump->centre);
  brn__mul3(p, lump->turn, offset);
  for (int a = 0; a < 3; a++) {
    double beyond = fabs(p[a]) - (lump->half[a] - lump->round);
    outside[a] = fmax(0, beyond);
    deepest = fmax(deepest, beyond);
  }
  return fmin(deepest, 0) + brn__norm3(outside) - lump->round;
}

// ------------------------------------------------------------------------------------- together

static double box_distance(const BrnClayLump* lump, const double* p) {
  double d[3];
  for (int a = 0; a < 3; a++) {
    d[a] = most_of(0, most_of(lump->low[a] - p[a], p[a] - lump->high[a]));
  }
  return brn__norm3(d);
}

// smaller of the two, rounded off by a parabola where they are about the same
static double melt(double a, double b, double blend) {
  double near = most_of(0, blend - fabs(a - b));
  return least_of(a, b) - (near > 0 ? near * near / (4 * blend) : 0);
}

// Too far away to make a difference? `d` is the distance to what is there.
static bool is_out_of_reach(const BrnClayLump* lump, double d, const double* place) {
  double away = box_distance(lump, place);
  if (!lump->carve) return away > d + 2 * lump->blend;
  return away > 0 && away > 2 * lump->blend - d;
}

static double lump_distance(const BrnClayLump* lump, const double* place) {
  if (lump->curve.count == 0) return block_distance(lump, place);
  if (lump->curve.count == 1) return ball_distance(&lump->curve.at[0], place);
  return path_distance(lump, place);
}

double brn__clay_distance(const BrnClay* clay, const double* place) {
  double d = lump_distance(&clay->lump[0], place);
  for (int i = 1; i < clay->count; i++) {
    const BrnClayLump* lump = &clay->lump[i];
    if (is_out_of_reach(lump, d, place)) continue;
    double own = lump_distance(lump, place);
    d = lump->carve ? -melt(-d, own, lump->blend) : melt(d, own, lump->blend);
  }
  return d;
}

// ------------------------------------------------------------------------------------- preparing

static void grow_box(double* low, double* high, const double* place, const double* r) {
  for (int a = 0; a < 3; a++) {
    low[a] = fmin(low[a], place[a] - r[a]);
    high[a] = fmax(high[a], place[a] + r[a]);
  }
}

static void box_path(BrnClayLump* lump) {
  for (int i = 0; i < lump->curve.count; i++) {
    const BrnStationAt* at = &lump->curve.at[i];
    bool end = !lump->curve.closed && (i == 0 || i == lump->curve.count - 1);
    double cap = end ? (at->half[0] + at->half[1]) / 2 : 0, r[3];
    for (int a = 0; a < 3; a++) {
      r[a] = hypot(hypot(at->half[0] * at->x[a], at->half[1] * at->y[a]), cap * at->ahead[a]);
    }
    grow_box(lump->low, lump->high, at->place, r);
  }
}

static BrnClayChunk chunk_of(const BrnCurve* curve, int begin, int end) {
  BrnClayChunk chunk = {.least = INFINITY};
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = begin; i <= end; i++) {
    const BrnStationAt* at = &curve->at[i];
    grow_box(low, high, at->place, (double[3]){0, 0, 0});
    chunk.least = fmin(chunk.least, fmin(at->half[0], at->half[1]));
    chunk.most = fmax(chunk.most, fmax(at->half[0], at->half[1]));
  }
  for (int a = 0; a < 3; a++) chunk.centre[a] = (low[a] + high[a]) / 2;
  for (int i = begin; i <= end; i++) {
    chunk.radius = fmax(chunk.radius, brn__distance3(chunk.centre, curve->at[i].place));
  }
  return chunk;
}

static BrnStatus cut_chunks(BrnContext* ctx, BrnClayLump* lump) {
  int pieces = lump->curve.count - 1, chunks = (pieces + BRN_CLAY_CHUNK - 1) / BRN_CLAY_CHUNK;
  lump->chunk = brn__scratch(ctx, chunks + 1, BrnClayChunk);
  if (!lump->chunk) return BRN_NO_MEMORY;
  for (int c = 0; c < chunks; c++) {
    int begin = c * BRN_CLAY_CHUNK, end = begin + BRN_CLAY_CHUNK;
    lump->chunk[c] = chunk_of(&lump->curve, begin, end < pieces ? end : pieces);
  }
  return BRN_OK;
}

static void box_block(BrnClayLump* lump) {
  double r[3];
  for (int a = 0; a < 3; a++) {
    r[a] = fabs(lump->turn[a]) * lump->half[0] + fabs(lump->turn[3 + a]) * lump->half[1] +
           fabs(lump->turn[6 + a]) * lump->half[2];
  }
  grow_box(lump->low, lump->high, lump->centre, r);
}

// transposed rotation by axis times angle (Rodrigues)
static void inverse_turn(const double* turn, double* out) {
  double axis[3], angle;
  brn__scale3(axis, 3.14159265358979323846 / 180, turn);
  angle = brn__normalize3(axis);
  double c = cos(angle), s = sin(angle);
  const double cross[9] = {0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out[3 * j + i] = (i == j) * c + (1 - c) * axis[i] * axis[j] + s * cross[3 * i + j];
    }
  }
}

static BrnStatus prepare_lump(BrnContext* ctx, const BrnFormDef* def, int index, BrnClayLump* out) {
  const BrnFormLump* lump = &def->clay[index];
  *out = (BrnClayLump){.carve = lump->carve, .round = lump->round};
  out->blend = isnan(lump->blend) ? def->blend : lump->blend;
  for (int a = 0; a < 3; a++) out->low[a] = INFINITY, out->high[a] = -INFINITY;
  if (lump->path.point_count > 0) {
    char name[32];
    snprintf(name, sizeof name, "clay[%d]", index);
    bool straight = lump->path.point_count == 2 && lump->path.twist == 0;
    BRN_TRY(brn__curve_make(ctx, &lump->path, straight ? 1 : PER_SPAN, name, &out->curve));
    BRN_TRY(cut_chunks(ctx, out));
    box_path(out);
  } else {
    brn__copy3(out->centre, lump->centre);
    brn__copy3(out->half, lump->half);
    inverse_turn(lump->turn, out->turn);
    box_block(out);
  }
  return BRN_OK;
}

BrnStatus brn__clay_prepare(BrnContext* ctx, const BrnFormDef* def, BrnClay* out) {
  *out = (BrnClay){.count = def->clay_count};
  out->lump = brn__scratch(ctx, out->count, BrnClayLump);
  if (!out->lump) return BRN_NO_MEMORY;
  for (int a = 0; a < 3; a++) out->low[a] = INFINITY, out->high[a] = -INFINITY;
  for (int i = 0; i < out->count; i++) {
    BrnClayLump* lump = &out->lump[i];
    BRN_TRY(prepare_lump(ctx, def, i, lump));
    double swell = i > 0 ? lump->blend / 4 : 0;
    for (int a = 0; a < 3 && !lump->carve; a++) {
      out->low[a] = fmin(out->low[a], lump->low[a] - swell);
      out->high[a] = fmax(out->high[a], lump->high[a] + swell);
    }
  }
  return BRN_OK;
}
