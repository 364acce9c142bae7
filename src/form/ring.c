// SPDX-License-Identifier: Apache-2.0

#include "form/ring.h"

#include "core/vec.h"

#include <math.h>

// A cap is the half ellipsoid z = depth sqrt(1 - |x/a|^p - |y/b|^p) over the last section. Scaled
// copies of that section would crowd at the pole of a flat one. So the rings shrink by as much on
// all sides, to a ridge instead of a pole, and are lifted onto the ellipsoid.

static const double tau = 6.28318530717958647693;

int brn__ring_major(const BrnRing* ring) { return ring->at.half[0] >= ring->at.half[1] ? 0 : 1; }

static double height(const BrnRing* ring, double x, double y) {
  if (ring->depth == 0) return 0;
  double p = ring->power;
  double inside = pow(fabs(x / ring->at.half[0]), p) + pow(fabs(y / ring->at.half[1]), p);
  return ring->depth * sqrt(fmax(0, 1 - inside));
}

static void lift(const BrnRing* ring, double x, double y, double* out) {
  brn__axpy3(out, ring->at.place, x, ring->at.x);
  brn__axpy3(out, out, y, ring->at.y);
  brn__axpy3(out, out, height(ring, x, y), ring->at.ahead);
}

void brn__ring_point(const BrnRing* ring, double angle, double* out) {
  double half[2] = {ring->at.half[0] * ring->full, ring->at.half[1] * ring->full};
  half[brn__ring_major(ring)] += ring->ridge * (1 - ring->full);
  double p = ring->power, c = cos(angle), s = sin(angle);
  double out_to = p == 2 ? 1 : pow(pow(fabs(c), p) + pow(fabs(s), p), -1 / p);
  double x = half[0] * out_to * c, y = half[1] * out_to * s;
  if (ring->full == 1) { // exactly the section, whatever the rounding
    brn__axpy3(out, ring->at.place, x, ring->at.x);
    brn__axpy3(out, out, y, ring->at.y);
  } else {
    lift(ring, x, y, out);
  }
}

void brn__ring_ridge(const BrnRing* ring, double where, double* out) {
  double x = where * ring->ridge;
  if (brn__ring_major(ring) == 0)
    lift(ring, x, 0, out);
  else
    lift(ring, 0, x, out);
}

static void sample(const BrnRing* ring, double out[BRN_RING_SAMPLES + 1][3]) {
  for (int i = 0; i < BRN_RING_SAMPLES; i++) {
    brn__ring_point(ring, tau * i / BRN_RING_SAMPLES, out[i]);
  }
  brn__copy3(out[BRN_RING_SAMPLES], out[0]);
}

double brn__ring_length(const BrnRing* ring) {
  double p[BRN_RING_SAMPLES + 1][3], length = 0;
  sample(ring, p);
  for (int i = 0; i < BRN_RING_SAMPLES; i++) length += brn__distance3(p[i], p[i + 1]);
  return length;
}

static double angle_between(const double* a, const double* b, const double* c) {
  double ab[3], bc[3], n[3];
  brn__sub3(ab, b, a);
  brn__sub3(bc, c, b);
  brn__cross3(n, ab, bc);
  return atan2(brn__norm3(n), brn__dot3(ab, bc));
}

// Running share of the points up to each sample: of the length, and of how far the ring has turned.
static void running_share(const BrnRing* ring, double turning, double share[BRN_RING_SAMPLES + 1]) {
  enum { N = BRN_RING_SAMPLES };
  double p[N + 1][3], length = 0, turned = 0, step[N], turn[N + 1];
  sample(ring, p);
  for (int i = 0; i < N; i++) {
    length += step[i] = brn__distance3(p[i], p[i + 1]);
    turned += turn[i] = angle_between(p[(i + N - 1) % N], p[i], p[i + 1]);
  }
  turn[N] = turn[0];
  share[0] = 0;
  for (int i = 0; i < N; i++) {
    share[i + 1] = share[i] + (1 - turning) * step[i] / length +
                   turning * (turn[i] + turn[i + 1]) / (2 * turned);
  }
}

void brn__ring_spread(const BrnRing* ring, int count, double shift, double* out) {
  double share[BRN_RING_SAMPLES + 1];
  running_share(ring, fmin(0.25, 4.0 / count), share);
  int k = 0;
  for (int i = 0; i < count; i++) {
    double want = (i + shift) / count;
    while (k < BRN_RING_SAMPLES - 1 && share[k + 1] <= want) k++;
    double u = (want - share[k]) / (share[k + 1] - share[k]);
    brn__ring_point(ring, tau * (k + u) / BRN_RING_SAMPLES, out + 3 * (size_t)i);
  }
}
