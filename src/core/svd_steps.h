// SPDX-License-Identifier: Apache-2.0
//
// Steps that the twins svd.c and svd_lanes.h have in common, in numbers of the type REAL. Whoever
// includes this says what that is, how names begin, and what takes a sign.

// G, or any multiple of it: diagonal, and off[r] in row p, column q where (p, q, r) is cyclic
typedef struct STEP(Gram) {
  REAL diagonal[3], off[3];
} STEP(Gram);

STEP_INLINE void STEP(gram)(const REAL A[9], STEP(Gram) * G) {
  for (int r = 0; r < 3; r++) {
    int p = (r + 1) % 3, q = (r + 2) % 3;
    G->diagonal[r] = A[r] * A[r] + A[3 + r] * A[3 + r] + A[6 + r] * A[6 + r];
    G->off[r] = A[p] * A[q] + A[3 + p] * A[3 + q] + A[6 + p] * A[6 + q];
  }
}

// h for the symmetric 2 x 2 matrix with difference x of its diagonal and off-diagonal entry z
STEP_INLINE REAL STEP(half_tangent)(REAL x, REAL z) {
  REAL ax = ABS(x), w = ax + BRN_SVD_FIT_A * ABS(z);
  return z * COPYSIGN(w, x) / (2 * (ax * w) + BRN_SVD_FIT_B * (z * z) + BRN_SVD_TINY);
}

// G <- n^2 R^T G R and q <- q r, where r = 1 + h e_r turns p towards q, and n = |r|^2. Leaving n in
// is harmless, as only ratios are used, and saves a division.
STEP_INLINE void STEP(rotate_gram)(STEP(Gram) * G, REAL q4[4], int r) {
  int p = (r + 1) % 3, q = (r + 2) % 3;
  REAL pp = G->diagonal[p], qq = G->diagonal[q], pq = G->off[r];
  REAL pr = G->off[q], qr = G->off[p], x = pp - qq;
  REAL h = STEP(half_tangent)(x, pq), hh = h * h;
  REAL c = 1 - hh, s = h + h, n = 1 + hh;
  REAL cc = c * c, ss = s * s, cs = c * s, cn = c * n, sn = s * n, turn = (cs + cs) * pq;
  G->diagonal[p] = cc * pp + ss * qq + turn;
  G->diagonal[q] = ss * pp + cc * qq - turn;
  G->diagonal[r] *= n * n;
  G->off[r] = (cc - ss) * pq - cs * x;
  G->off[q] = cn * pr + sn * qr;
  G->off[p] = cn * qr - sn * pr;
  REAL* v = q4 + 1;
  REAL w = q4[0], vp = v[p], vq = v[q], vr = v[r];
  q4[0] = w - h * vr;
  v[p] = vp + h * vq;
  v[q] = vq - h * vp;
  v[r] = vr + h * w;
}

// columns v[0..2] of the rotation of a quaternion of any length
STEP_INLINE void STEP(columns)(const REAL q[4], REAL v[3][3]) {
  REAL w = q[0], x = q[1], y = q[2], z = q[3];
  REAL two = 2 / (w * w + x * x + y * y + z * z);
  REAL x2 = x * two, y2 = y * two, z2 = z * two;
  REAL xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, yz = y * z2, zx = z * x2;
  REAL wx = w * x2, wy = w * y2, wz = w * z2;
  v[0][0] = 1 - (yy + zz), v[1][0] = xy - wz, v[2][0] = zx + wy;
  v[0][1] = xy + wz, v[1][1] = 1 - (xx + zz), v[2][1] = yz - wx;
  v[0][2] = zx - wy, v[1][2] = yz + wx, v[2][2] = 1 - (xx + yy);
}

#undef REAL
#undef STEP
#undef STEP_INLINE
#undef ABS
#undef COPYSIGN
