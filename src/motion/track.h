// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/motion.h"

struct BrnTrack {
  BrnTrackKind kind;
  BrnRepeat repeat;
  int key_count;
  int width;          // numbers of a value
  int rate_width;     // numbers of a velocity
  double* time;       // s                                           (key_count)
  double* value;      // rotations: of unit length, each in the half space of the one before
                      //                                             (key_count x width)
  double* slope;      // velocity at a key, for its smooth sides; rotations: in the turning frame
                      //                                             (key_count x rate_width)
  BrnKeyShape* shape; // from a key to the next                      (key_count)
};

/// Numbers of a value and of a velocity.
int brn__track_width(BrnTrackKind kind);
int brn__track_rate_width(BrnTrackKind kind);

/// What the value does between key k and the next: the difference, for rotations the rotation
/// vector in the frame of key k.
void brn__track_difference(const BrnTrack* track, int k, double* out);

/// The time of the first key after a time, repeats included; INFINITY: there is none.
double brn__track_next_key(const BrnTrack* track, double time);

/// Fills the slopes.
void brn__track_find_slopes(BrnTrack* track);
