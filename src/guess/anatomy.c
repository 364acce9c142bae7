// SPDX-License-Identifier: Apache-2.0

#include "guess/guess.h"

#include "core/vec.h"

#include <math.h>

// What holds on to what. The ends of a muscle are its outermost tenth along its longest principal
// axis; the bone that the vertices there come nearest to is what it holds on to, if it is within a
// few millimetres. Of muscles that textbooks know only the bones they name are asked.

static const double end_share = 0.08;   // of the length: what counts as an end
static const double tip_share = 0.04;   // what a sphere around a free end holds
static const double reach = 0.004;      // m: a gap that may be tissue nobody has drawn
static const double known_reach = 0.02; // m: the same for a bone that the textbook names
static const double joint_reach = 0.006;

enum { SAMPLES = 3000 };

// ------------------------------------------------------------------------------------------- axis

// the direction in which the vertices are spread most, by repeated multiplication
static void longest_axis(const BrnMesh* mesh, double* mean, double* axis) {
  double m[9] = {0}, next[3];
  for (int k = 0; k < 3; k++) mean[k] = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    brn__axpy3(mean, mean, 1.0 / mesh->vertex_count, mesh->position + 3 * (size_t)v);
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    double d[3];
    brn__sub3(d, mesh->position + 3 * (size_t)v, mean);
    for (int i = 0; i < 9; i++) m[i] += d[i / 3] * d[i % 3];
  }
  axis[0] = 0.6, axis[1] = 0.64, axis[2] = 0.48;
  for (int i = 0; i < 200; i++) {
    brn__mul3(next, m, axis);
    if (brn__normalize3(next) == 0) return;
    brn__copy3(axis, next);
  }
}

static double along(const double* point, const double* mean, const double* axis) {
  double d[3];
  brn__sub3(d, point, mean);
  return brn__dot3(d, axis);
}

// ------------------------------------------------------------------------------------------- ends

typedef struct Search {
  const BrnGuess* guess;
  const BrnGuessPart* part;
  const BrnGuessKnown* known; // NULL: no textbook has it
  double mean[3], axis[3];
  double low, high; // of the vertices along the axis
} Search;

// how far a vertex is from an end, as a share of the length
static double share_from_end(const Search* s, int vertex, int end) {
  double at = along(s->part->mesh->position + 3 * (size_t)vertex, s->mean, s->axis);
  return (end == 0 ? at - s->low : s->high - at) / (s->high - s->low);
}

static void place_end(const Search* s, int end, BrnGuessEnd* out) {
  const BrnMesh* mesh = s->part->mesh;
  int count = 0;
  *out = (BrnGuessEnd){
      .part = -1, .into = -1, .nearest = -1, .gap = INFINITY, .nearest_gap = INFINITY};
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (share_from_end(s, v, end) > tip_share) continue;
    brn__add3(out->point, out->point, mesh->position + 3 * (size_t)v);
    count++;
  }
  brn__scale3(out->point, 1.0 / fmax(count, 1), out->point);
  out->radius = tip_share / 2 * s->part->length;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (share_from_end(s, v, end) > tip_share) continue;
    out->radius = fmax(out->radius, brn__distance3(out->point, mesh->position + 3 * (size_t)v));
  }
}

// smallest gap between the vertices of an end and another part
static double end_gap(const Search* s, int end, const BrnGuessPart* other) {
  const BrnMesh* mesh = s->part->mesh;
  double gap = INFINITY;
  for (int v = 0; v < mesh->vertex_count && gap > 0; v++) {
    if (share_from_end(s, v, end) > end_share) continue;
    const double* point = mesh->position + 3 * (size_t)v;
    BrnSurfacePoint near = brn_bvh_closest(other->bvh, point, gap);
    if (near.triangle < 0) continue;
    gap = near.distance;
    if (brn_bvh_winding(other->bvh, point) > 0.5) gap = 0;
  }
  return gap;
}

// tendons hold on to muscles, too
static bool may_hold(const BrnGuessPart* part, const BrnGuessPart* other) {
  if (part == other || other->guess.kind == BRN_PART_TENDON) return false;
  return part->guess.kind == BRN_PART_TENDON || other->guess.kind == BRN_PART_BONE;
}

// the nearest of the parts that may hold it and, with a table, whose name is in it
static int find_nearest(const Search* s, int end, const char* table, double* gap) {
  const BrnGuess* guess = s->guess;
  int best = -1;
  *gap = INFINITY;
  for (int i = 0; i < guess->part_count; i++) {
    const BrnGuessPart* other = &guess->part[i];
    if (!may_hold(s->part, other) || (table && !brn__guess_has(table, other->name))) continue;
    double own = end_gap(s, end, other);
    if (own < *gap) best = i, *gap = own;
  }
  return best;
}

static int find_touching(const Search* s, int end, BrnPartKind kind) {
  for (int i = 0; i < s->guess->part_count; i++) {
    const BrnGuessPart* other = &s->guess->part[i];
    if (other == s->part || other->guess.kind != kind) continue;
    if (end_gap(s, end, other) * s->guess->metres < reach / 4) return i;
  }
  return -1;
}

// A bone that is near; a tendon that touches; a bone of the textbook that is not so near. Without
// all of these an insertion may go on in another muscle, while an origin hangs on something.
// role: 0 origin, 1 insertion
static void find_hold(const Search* s, int end, int role, BrnGuessEnd* out) {
  const BrnGuessKnown* known = s->known;
  double gap;
  place_end(s, end, out);
  out->nearest = find_nearest(s, end, NULL, &out->nearest_gap);
  int part = find_nearest(s, end, known ? known->bones[role] : NULL, &gap);
  bool near = part >= 0 && gap * s->guess->metres <= reach;
  if (!near) out->into = find_touching(s, end, BRN_PART_TENDON);
  near |= out->into < 0 && known && part >= 0 && gap * s->guess->metres <= known_reach;
  if (near) {
    out->part = part;
    out->gap = gap;
  } else if (out->into < 0) {
    if (known && part < 0) out->missing = known->called[role];
    if (role == 1) out->into = find_touching(s, end, BRN_PART_MUSCLE);
  }
}

// how far the two ends are from the bones of the textbook, when the origin is at that end
static double misfit(const Search* s, int origin) {
  double sum = 0, gap;
  for (int role = 0; role < 2; role++) {
    int end = role == 0 ? origin : 1 - origin;
    if (find_nearest(s, end, s->known->bones[role], &gap) >= 0) sum += gap;
  }
  return sum;
}

// The origin is the end that the textbook says; or the higher one; or, when they lie level, the one
// on the larger bone.
static int find_origin(const Search* s) {
  const BrnGuess* guess = s->guess;
  BrnGuessEnd end[2];
  double gap;
  int bone[2];
  if (s->known) {
    double first = misfit(s, 0), second = misfit(s, 1);
    if (fabs(first - second) > 0.05 * s->part->length) return first < second ? 0 : 1;
  }
  for (int e = 0; e < 2; e++) {
    place_end(s, e, &end[e]);
    bone[e] = find_nearest(s, e, NULL, &gap);
  }
  double rise = end[1].point[guess->up] - end[0].point[guess->up];
  if (fabs(rise) > 0.2 * s->part->length || bone[0] < 0 || bone[1] < 0) return rise > 0;
  return guess->part[bone[1]].volume > guess->part[bone[0]].volume;
}

static void find_ends(const BrnGuess* guess, BrnGuessPart* part) {
  Search s = {.guess = guess, .part = part, .low = INFINITY, .high = -INFINITY};
  if (part->guess.kind == BRN_PART_MUSCLE) s.known = brn__guess_known(part->name);
  longest_axis(part->mesh, s.mean, s.axis);
  for (int v = 0; v < part->mesh->vertex_count; v++) {
    double at = along(part->mesh->position + 3 * (size_t)v, s.mean, s.axis);
    s.low = fmin(s.low, at);
    s.high = fmax(s.high, at);
  }
  part->length = s.high - s.low;
  int origin = find_origin(&s);
  find_hold(&s, origin, 0, &part->end[0]);
  find_hold(&s, 1 - origin, 1, &part->end[1]);
}

// ------------------------------------------------------------------------------------------ bones

static double gap_between(const BrnGuessPart* a, const BrnGuessPart* b, double most) {
  double gap = most;
  int step = 1 + a->mesh->vertex_count / SAMPLES;
  bool found = false;
  for (int v = 0; v < a->mesh->vertex_count; v += step) {
    BrnSurfacePoint near = brn_bvh_closest(b->bvh, a->mesh->position + 3 * (size_t)v, gap);
    if (near.triangle < 0) continue;
    gap = near.distance;
    found = true;
  }
  return found ? gap : INFINITY;
}

// shoulders and hips are balls; elbows, knees, ankles and fingers mostly turn about one axis
static BrnJointType type_of(const BrnGuessPart* a, const BrnGuessPart* b) {
  return a->guess.trunk != b->guess.trunk ? BRN_JOINT_BALL : BRN_JOINT_HINGE;
}

static double height(const BrnGuess* guess, int part) {
  return guess->part[part].low[guess->up] + guess->part[part].high[guess->up];
}

static BrnStatus find_joints(BrnGuess* guess) {
  for (int i = 0; i < guess->part_count; i++) {
    for (int k = 0; k < i; k++) {
      BrnGuessPart *a = &guess->part[k], *b = &guess->part[i];
      if (a->guess.kind != BRN_PART_BONE || b->guess.kind != BRN_PART_BONE) continue;
      double most = joint_reach / guess->metres;
      double gap = fmin(gap_between(a, b, most), gap_between(b, a, most));
      if (!(gap < most)) continue;
      BRN_TRY(brn__grow_block(guess->ctx, &guess->joint, (size_t)guess->joint_count + 1,
                              sizeof *guess->joint));
      bool upper = height(guess, k) >= height(guess, i);
      guess->joint[guess->joint_count++] =
          (BrnGuessJoint){{upper ? k : i, upper ? i : k}, gap, type_of(a, b)};
    }
  }
  return BRN_OK;
}

// bones of the trunk; without them the highest of the large ones
static void find_fixed(BrnGuess* guess) {
  double largest = 0;
  int best = -1;
  bool trunk = false;
  for (int i = 0; i < guess->part_count; i++) {
    BrnGuessPart* part = &guess->part[i];
    if (part->guess.kind != BRN_PART_BONE) continue;
    largest = fmax(largest, part->volume);
    part->fixed = part->guess.trunk;
    trunk |= part->fixed;
  }
  for (int i = 0; i < guess->part_count && !trunk; i++) {
    const BrnGuessPart* part = &guess->part[i];
    if (part->guess.kind != BRN_PART_BONE || part->volume < largest / 4) continue;
    if (best < 0 || height(guess, i) > height(guess, best)) best = i;
  }
  if (best >= 0) guess->part[best].fixed = true;
}

BrnStatus brn__guess_anatomy(BrnGuess* guess) {
  for (int i = 0; i < guess->part_count; i++) {
    if (guess->part[i].guess.kind != BRN_PART_BONE) find_ends(guess, &guess->part[i]);
  }
  find_fixed(guess);
  return find_joints(guess);
}
