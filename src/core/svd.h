// SPDX-License-Identifier: Apache-2.0
//
// Singular values and polar decomposition of 3 x 3 matrices, rotation-safe.
//
//   F = U diag(s) V^T    U and V are rotations, s0 >= s1 >= |s2|, and s2 < 0 where det F < 0
//   F = R S              R = U V^T is a rotation, S = V diag(s) V^T is symmetric
//
// So the sign of a reflection goes to the smallest singular value, where an inverted element wants
// it: R is the rotation nearest to F. All errors are below 1e-13 of s0, for any finite F: repeated
// values, any rank, entries near the limits of a double. Entries that are not finite give NaN in s.
//
// svd.c is the reference, one matrix at a time. svd_lanes.h does eight at once in structure of
// arrays, for kernels that work on lanes; it gives the same bits.

#pragma once

/// All row-major. Outputs do not overlap F.
void brn__svd3(const double F[9], double U[9], double s[3], double V[9]);

/// S is stored in full, and symmetric to the bit.
void brn__polar3(const double F[9], double R[9], double S[9]);

// ------------------------------------------------------------------------- shared by the two twins

/// The tangent of half the angle of a Jacobi rotation is fitted by h = z (x + a z) / (2 x (x + a z)
/// + b z^2); see svd.c.
#define BRN_SVD_FIT_A 1.66
#define BRN_SVD_FIT_B 4.06
/// Keeps 0 / 0 out; far below any square that matters, as matrices are scaled first.
#define BRN_SVD_TINY 1e-280
/// Columns count as orthogonal when what their product adds to the result is below 4e-14 of s0.
#define BRN_SVD_SETTLED 1.6e-27
/// A column that keeps less than this of its square when it is made orthogonal again is noise.
#define BRN_SVD_NOISE 1e-4
/// A squared length that is zero for all purposes, and still far above BRN_SVD_TINY.
#define BRN_SVD_ZERO 1e-260

enum {
  BRN_SVD_SWEEPS = 4,        // of the Gram matrix: leaves one matrix in a hundred to be settled
  BRN_SVD_SETTLE_SWEEPS = 16 // of the columns: two have always done
};
