// SPDX-License-Identifier: Apache-2.0

#include "motion/track.h"

#include "core/vec.h"

#include <string.h>

// The velocity at each key that has a smooth side. Where the value stands still on the other side
// (it holds, it is a step, a ping-pong turns, a loop jumps) it is zero. Next to a straight piece it
// is that piece's, and between two smooth ones that of the parabola through three keys. Then it is
// made small enough for the cubics to be monotone between their keys:
//
// F. N. Fritsch, R. E. Carlson. Monotone piecewise cubic interpolation. 1980
//
// Rotations have no such theorem; there the speed is at most three times the mean speed of either
// side, which for turns about one axis is enough (C. de Boor, B. Swartz 1977), and zero where the
// turn reverses.

enum { MOST_RATES = 3 };

typedef struct Side {
  bool moves;              // there is a piece, and no step
  bool smooth;             // or straight
  double length;           // s
  double rate[MOST_RATES]; // mean velocity
} Side;

static void side_of_piece(const BrnTrack* track, int k, Side* side) {
  side->moves = track->shape[k] != BRN_KEY_STEP;
  side->smooth = track->shape[k] == BRN_KEY_SMOOTH;
  side->length = track->time[k + 1] - track->time[k];
  brn__track_difference(track, k, side->rate);
  for (int c = 0; c < track->rate_width; c++) side->rate[c] /= side->length;
}

// does a loop come back to where it began?
static bool is_closed(const BrnTrack* track) {
  const double* last = track->value + (size_t)track->width * (size_t)(track->key_count - 1);
  if (track->repeat != BRN_REPEAT_LOOP) return false;
  bool same = true, opposite = track->kind == BRN_TRACK_ROTATION;
  for (int c = 0; c < track->width; c++) {
    same = same && last[c] == track->value[c];
    opposite = opposite && last[c] == -track->value[c];
  }
  return same || opposite;
}

static void find_sides(const BrnTrack* track, int k, bool closed, Side* left, Side* right) {
  int last = track->key_count - 1;
  *left = *right = (Side){0};
  if (k > 0 || closed) side_of_piece(track, (k > 0 ? k : last) - 1, left);
  if (k < last || closed) side_of_piece(track, k < last ? k : 0, right);
}

static double parabola_slope(const Side* left, const Side* right, int c) {
  double sum = left->length + right->length;
  return (right->length * left->rate[c] + left->length * right->rate[c]) / sum;
}

static double first_slope(const Side* left, const Side* right, int c) {
  if (!left->smooth) return left->rate[c];
  if (!right->smooth) return right->rate[c];
  return parabola_slope(left, right, c);
}

static void slope_of_numbers(const Side* left, const Side* right, int width, double* slope) {
  for (int c = 0; c < width; c++) {
    bool turns = !(left->rate[c] * right->rate[c] > 0);
    slope[c] = turns ? 0 : first_slope(left, right, c);
  }
}

static double most_speed(const Side* side) {
  return side->smooth ? 3 * brn__norm3(side->rate) : INFINITY;
}

static void slope_of_rotation(const Side* left, const Side* right, double* slope) {
  if (!(brn__dot3(left->rate, right->rate) > 0)) return;
  for (int c = 0; c < 3; c++) slope[c] = first_slope(left, right, c);
  double speed = brn__norm3(slope), most = fmin(most_speed(left), most_speed(right));
  if (speed > most) brn__scale3(slope, most / speed, slope);
}

// shrinks the slopes at both ends of a smooth piece into Fritsch and Carlson's circle of radius 3
static void limit_piece(const BrnTrack* track, int k, int c, double* start, double* end) {
  Side side;
  side_of_piece(track, k, &side);
  if (!side.smooth || side.rate[c] == 0) return;
  double reach = hypot(*start, *end), most = 3 * fabs(side.rate[c]);
  if (reach <= most) return;
  *start *= most / reach;
  *end *= most / reach;
}

static void limit_numbers(BrnTrack* track, bool closed) {
  int n = track->key_count, width = track->rate_width;
  for (int c = 0; c < width; c++) {
    double* slope = track->slope + c;
    for (int k = 0; k + 1 < n; k++) {
      limit_piece(track, k, c, &slope[(size_t)width * (size_t)k],
                  &slope[(size_t)width * (size_t)(k + 1)]);
    }
    // both ends of a closed loop are one key; a smaller slope is always in the circle
    double* last = &slope[(size_t)width * (size_t)(n - 1)];
    if (closed) *slope = *last = fabs(*slope) < fabs(*last) ? *slope : *last;
  }
}

void brn__track_find_slopes(BrnTrack* track) {
  int n = track->key_count, width = track->rate_width;
  memset(track->slope, 0, sizeof(double) * (size_t)n * (size_t)width);
  if (n < 2) return;
  bool closed = is_closed(track), rotation = track->kind == BRN_TRACK_ROTATION;
  for (int k = 0; k < n; k++) {
    Side left, right;
    double* slope = track->slope + (size_t)width * (size_t)k;
    find_sides(track, k, closed, &left, &right);
    if (!left.moves || !right.moves) continue;
    if (rotation) slope_of_rotation(&left, &right, slope);
    if (!rotation) slope_of_numbers(&left, &right, width, slope);
  }
  if (!rotation) limit_numbers(track, closed);
}
