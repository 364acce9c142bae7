// SPDX-License-Identifier: Apache-2.0
//
// The next key of a track after a time, whatever the track does beyond its ends.

#include "motion/track.h"

#include <math.h>

// the first key after a time, when the keys begin at `start`, or run backwards from there
static double next_from(const BrnTrack* track, double start, bool backwards, double after) {
  int last = track->key_count - 1;
  for (int i = 0; i <= last; i++) {
    double way =
        backwards ? track->time[last] - track->time[last - i] : track->time[i] - track->time[0];
    if (start + way > after) return start + way;
  }
  return INFINITY;
}

double brn__track_next_key(const BrnTrack* track, double time) {
  double first = track->time[0], span = track->time[track->key_count - 1] - first;
  double after = time + 1e-12 * fmax(1, fabs(time)); // a key that is as good as now is past
  if (track->repeat == BRN_REPEAT_HOLD || !(span > 0)) {
    return next_from(track, first, false, after);
  }
  double round = floor((time - first) / span), next = INFINITY;
  for (int i = 0; i < 2 && isinf(next); i++, round++) {
    bool backwards = track->repeat == BRN_REPEAT_PING_PONG && fmod(fabs(round), 2) == 1;
    next = next_from(track, first + round * span, backwards, after);
  }
  return next;
}
