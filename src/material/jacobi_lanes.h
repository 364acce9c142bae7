// SPDX-License-Identifier: Apache-2.0
//
// Eigenvalues of small symmetric matrices on lanes, by cyclic Jacobi rotations. A lane that is done
// is left alone while its neighbours go on, so that its bits do not depend on them.

#pragma once

#include "core/lanes.h"

// rotates rows and columns p and q of A so that A_pq becomes zero, in the lanes that are busy
BRN_LANE_INLINE void brn__jacobi_rotate(BrnLanes* A, BrnLanes* V, int n, int p, int q,
                                        BrnMask busy) {
  BrnLanes pp = A[n * p + p], qq = A[n * q + q], pq = A[n * p + q], zero = brn__lanes_set(0);
  BrnLanes difference = qq - pp;
  BrnLanes root = brn__lanes_sqrt(difference * difference + 4 * (pq * pq));
  BrnLanes size = brn__lanes_abs(difference) + root + 1e-280;
  BrnLanes t = brn__lanes_select(busy, 2 * pq / brn__lanes_copysign(size, difference), zero);
  BrnLanes c = 1 / brn__lanes_sqrt(1 + t * t), s = t * c;
  for (int k = 0; k < n; k++) {
    BrnLanes vp = V[n * k + p], vq = V[n * k + q];
    V[n * k + p] = c * vp - s * vq;
    V[n * k + q] = s * vp + c * vq;
    if (k == p || k == q) continue;
    BrnLanes kp = A[n * k + p], kq = A[n * k + q];
    A[n * k + p] = A[n * p + k] = c * kp - s * kq;
    A[n * k + q] = A[n * q + k] = s * kp + c * kq;
  }
  A[n * p + p] = pp - t * pq;
  A[n * q + q] = qq + t * pq;
  A[n * p + q] = A[n * q + p] = brn__lanes_select(busy, zero, pq);
}

// lanes whose entries off the diagonal still matter: they change eigenvalues by about their square
// over the gap, and vectors in proportion
BRN_LANE_INLINE BrnMask brn__jacobi_busy(const BrnLanes* A, int n) {
  BrnLanes all = brn__lanes_set(0), off = brn__lanes_set(0);
  for (int i = 0; i < n * n; i++) {
    all += A[i] * A[i];
    if (i % (n + 1) != 0) off += A[i] * A[i];
  }
  return brn__lanes_less(1e-31 * all, off);
}

/// A = V diag(A) V^T: the eigenvalues are left on the diagonal of A, the vectors are columns of V.
/// A is stored in full.
BRN_LANE_INLINE void brn__jacobi_lanes(BrnLanes* A, BrnLanes* V, int n, int most_sweeps) {
  for (int i = 0; i < n * n; i++) V[i] = brn__lanes_set(i % (n + 1) == 0);
  BrnMask busy = brn__jacobi_busy(A, n);
  for (int sweep = 0; sweep < most_sweeps && brn__mask_any(busy); sweep++) {
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) brn__jacobi_rotate(A, V, n, p, q, busy);
    }
    busy &= brn__jacobi_busy(A, n);
  }
}
