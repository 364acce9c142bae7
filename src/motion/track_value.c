// SPDX-License-Identifier: Apache-2.0

#include "motion/track.h"

#include "core/core.h"
#include "core/vec.h"
#include "motion/rotation.h"

#include <string.h>

// A piece between two keys runs over s in [0, 1]. Numbers go straight or along the cubic of Hermite
// with the slopes of track_slopes.c. Rotations do the same in the space of rotation vectors about
// the first key:
//
//   q(s) = q0 exp(h(s)),   h(0) = 0,   h(1) = log(q0^-1 q1),
//
// where h is straight (slerp) or such a cubic, with end slopes that give the wanted angular
// velocities. This does not depend on the frame that the rotations are given in:
//
// F. C. Park, B. Ravani. Smooth invariant interpolation of rotations. 1997

void brn__track_difference(const BrnTrack* track, int k, double* out) {
  const double* from = track->value + (size_t)track->width * (size_t)k;
  const double* to = from + track->width;
  if (track->kind == BRN_TRACK_ROTATION) {
    double between[4];
    brn_rotation_invert(from, between);
    brn_rotation_multiply(between, to, between);
    brn_rotation_log(between, out);
    return;
  }
  for (int c = 0; c < track->width; c++) out[c] = to[c] - from[c];
}

// -------------------------------------------------------------------------------------------- time

double brn_repeat_time(BrnRepeat repeat, double first, double last, double time, int* direction) {
  BRN_ASSERT(isfinite(time) && first <= last);
  int unused;
  if (!direction) direction = &unused;
  double span = last - first;
  *direction = time >= first && time < last;
  if (*direction == 1) return time; // to the bit: a key's own time finds that key
  if (repeat == BRN_REPEAT_HOLD || !(span > 0)) return fmin(fmax(time, first), last);
  double period = repeat == BRN_REPEAT_PING_PONG ? 2 * span : span;
  double into = fmod(time - first, period);
  if (into < 0) into += period;
  if (into >= period) into = 0; // a tiny negative number was rounded up
  *direction = repeat == BRN_REPEAT_PING_PONG && into >= span ? -1 : 1;
  if (*direction < 0) into = period - into;
  return fmin(first + into, last);
}

// the last key at or (with `before`) before a time that is not before the first one
static int find_key(const BrnTrack* track, double time, bool before) {
  int low = 0, high = track->key_count; // the key is in [low, high)
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    double key = track->time[middle];
    if (before ? key < time : key <= time) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// ------------------------------------------------------------------------------------------ pieces

typedef struct Piece {
  BrnKeyShape shape;
  int key;
  double s, length;                       // where in the piece, and how long it is in seconds
  double difference[3], start[3], end[3]; // end slopes, per piece
} Piece;

static void open_piece(const BrnTrack* track, int k, double time, Piece* piece) {
  size_t width = (size_t)track->rate_width;
  piece->shape = track->shape[k];
  piece->key = k;
  piece->length = track->time[k + 1] - track->time[k];
  piece->s = (time - track->time[k]) / piece->length;
  brn__track_difference(track, k, piece->difference);
  for (size_t c = 0; c < width; c++) {
    piece->start[c] = piece->length * track->slope[width * (size_t)k + c];
    piece->end[c] = piece->length * track->slope[width * (size_t)(k + 1) + c];
  }
  if (track->kind == BRN_TRACK_ROTATION) {
    brn__rotation_rate_inverse(piece->difference, piece->end, piece->end);
  }
}

// how far component c has come since the first key
static double progress(const Piece* piece, int c) {
  double s = piece->s, d = piece->difference[c];
  if (piece->shape == BRN_KEY_STEP) return 0;
  if (piece->shape == BRN_KEY_LINEAR) return s * d;
  return s * s * (3 - 2 * s) * d + s * (1 - s) * ((1 - s) * piece->start[c] - s * piece->end[c]);
}

static double speed(const Piece* piece, int c) {
  double s = piece->s, d = piece->difference[c];
  if (piece->shape == BRN_KEY_STEP) return 0;
  if (piece->shape == BRN_KEY_LINEAR) return d / piece->length;
  double sum = 6 * s * (1 - s) * d + (1 - s) * (1 - 3 * s) * piece->start[c] +
               s * (3 * s - 2) * piece->end[c];
  return sum / piece->length;
}

static void turn_of(const BrnTrack* track, const Piece* piece, double* turn, double* q) {
  for (int c = 0; c < 3; c++) turn[c] = progress(piece, c);
  double step[4];
  brn_rotation_exp(turn, step);
  brn_rotation_multiply(track->value + 4 * (size_t)piece->key, step, q);
}

// rounding must not carry an activation past its keys
static double between(double value, double a, double b) {
  return fmin(fmax(value, fmin(a, b)), fmax(a, b));
}

// ----------------------------------------------------------------------------------------- asking

void brn_track_value(const BrnTrack* track, double time, double* out) {
  BRN_ASSERT(track && out);
  int last = track->key_count - 1;
  time = brn_repeat_time(track->repeat, track->time[0], track->time[last], time, NULL);
  int k = find_key(track, time, false);
  const double* key = track->value + (size_t)track->width * (size_t)k;
  memcpy(out, key, sizeof(double) * (size_t)track->width);
  if (k == last || time == track->time[k]) return;
  Piece piece;
  open_piece(track, k, time, &piece);
  if (track->kind == BRN_TRACK_ROTATION) {
    double turn[3];
    turn_of(track, &piece, turn, out);
    return;
  }
  for (int c = 0; c < track->width; c++) {
    out[c] = between(key[c] + progress(&piece, c), key[c], key[c + track->width]);
  }
}

void brn_track_velocity(const BrnTrack* track, double time, double* out) {
  BRN_ASSERT(track && out);
  int last = track->key_count - 1, direction;
  time = brn_repeat_time(track->repeat, track->time[0], track->time[last], time, &direction);
  memset(out, 0, sizeof(double) * (size_t)track->rate_width);
  if (direction == 0) return;
  int k = find_key(track, time, direction < 0);
  Piece piece;
  open_piece(track, k < last ? k : last - 1, time, &piece);
  double rate[3];
  for (int c = 0; c < track->rate_width; c++) rate[c] = direction * speed(&piece, c);
  if (track->kind == BRN_TRACK_ROTATION) {
    double turn[3], q[4];
    turn_of(track, &piece, turn, q);
    brn__rotation_rate(turn, rate, rate);
    brn_rotation_apply(q, rate, rate);
  }
  memcpy(out, rate, sizeof(double) * (size_t)track->rate_width);
}
