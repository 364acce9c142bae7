// SPDX-License-Identifier: Apache-2.0
//
// Time that runs. The clock is real time: when drawing is slow, frames are left out; when frames
// are slow to come, it aims at every second one, every third, ... and only waits when even those
// are missing.

export class Clock {
  constructor({ per_second = 24 } = {}) {
    this.per_second = per_second;
    this.speed = 1;
    this.loop = true;
    this.playing = false;
    this.at = 0; // index, with a fraction
    this.direction = 1;
  }

  /// Moves on by seconds of the wall. @param count frames there are
  /// @param ready (index) => is it there?
  /// @return index to show
  advance(seconds, count, ready, stride = 1) {
    if (!this.playing || count < 1) return this.index(count);
    // a tab that slept does not jump
    const step = Math.min(seconds, 0.25) * this.per_second * this.speed * this.direction;
    const next = this.bounded(this.at + step, count);
    const shown = snap(Math.floor(next), stride, count);
    if (ready(shown) || shown === this.index(count)) this.at = next;
    else this.waiting = true;
    return this.index(count, stride);
  }

  bounded(at, count) {
    if (at >= 0 && at < count) return at;
    if (this.loop) return ((at % count) + count) % count;
    this.playing = false;
    return at < 0 ? 0 : count - 1;
  }

  index(count, stride = 1) {
    return count < 1 ? 0 : snap(Math.min(Math.max(Math.floor(this.at), 0), count - 1), stride, count);
  }

  /// Indices that come next, the nearest first.
  ahead(count, many, stride = 1) {
    const out = [];
    const now = this.index(count);
    for (let k = 0; out.length < Math.min(many, count) && k < count; k++) {
      let i = snap(now, stride, count) + k * stride * this.direction;
      if (i < 0 || i >= count) {
        if (!this.loop && this.playing) break;
        i = ((i % count) + count) % count;
      }
      i = snap(i, stride, count);
      if (!out.includes(i)) out.push(i);
    }
    if (!out.includes(now)) out.unshift(now);
    return out;
  }
}

const snap = (i, stride, count) => (stride <= 1 || i === count - 1 ? i : i - (i % stride));

/// Frames to leave out when one takes `seconds` to come.
export function stride_for(seconds, per_second, speed) {
  return Math.min(8, Math.max(1, Math.ceil(seconds * per_second * Math.max(speed, 0.1) * 0.9)));
}
