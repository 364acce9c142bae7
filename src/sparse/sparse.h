// SPDX-License-Identifier: Apache-2.0
//
// Sparse symmetric matrices and conjugate gradients.
//
//   BrnCsr* K;
//   BRN_TRY(brn__csr_laplacian(ctx, mesh, &K));          // once per mesh
//   brn__csr_pin(K, pinned, u, b);                       // hold some unknowns
//   BRN_TRY(brn__incomplete_create(ctx, K, &M));         // once per matrix
//   BRN_TRY(brn__pcg(ctx, &op, b, u, &limits, &report)); // K u = b

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

// --------------------------------------------------------------------------------------- matrix

/// A symmetric matrix with all its entries, row by row; every row has its diagonal.
typedef struct BrnCsr {
  int row_count;
  int* start;    ///< (row_count + 1)
  int* column;   ///< ascending in each row   (start[row_count])
  double* value; ///< (start[row_count])
} BrnCsr;

/// The pattern of a mesh: an entry where two vertices share an edge, and the diagonal. Values are
/// 0.
BrnStatus brn__csr_from_mesh(BrnContext* ctx, const BrnMesh* mesh, BrnCsr** out);
void brn__csr_destroy(BrnContext* ctx, BrnCsr* K);

/// Place of an entry in column and value; -1: it is not in the pattern.
int brn__csr_find(const BrnCsr* K, int row, int column);

/// y = K x; y is not x
void brn__csr_multiply(BrnContext* ctx, const BrnCsr* K, const double* x, double* y);

/// Holds the unknowns with pinned[i] at x[i]: their share moves to the right side b, and row and
/// column i are cleared but for the diagonal, with b[i] to match. K stays symmetric.
void brn__csr_pin(BrnCsr* K, const uint8_t* pinned, const double* x, double* b);

/// The rows and columns with kept[i], in their order: what is left when the others are held.
BrnStatus brn__csr_keep(BrnContext* ctx, const BrnCsr* K, const uint8_t* kept, BrnCsr** out);

/// K_ij = sum over tets of volume grad(w_i) . grad(w_j), with w_i the linear weight of vertex i.
/// Tets without volume add nothing.
BrnStatus brn__csr_laplacian(BrnContext* ctx, const BrnMesh* mesh, BrnCsr** out);

// ------------------------------------------------------------------------------- preconditioner

/// An incomplete Cholesky factor: M = L L^T has the entries of K where K has entries.
typedef struct BrnIncomplete {
  int row_count;
  int* start;    ///< of the rows of L, the diagonal last in each  (row_count + 1)
  int* column;   //                                                (start[row_count])
  double* value; //                                                (start[row_count])
  double shift;  ///< share of the diagonal that had to be added
} BrnIncomplete;

/// @return BRN_INVALID when a diagonal entry of K is not positive; the message names the row
BrnStatus brn__incomplete_create(BrnContext* ctx, const BrnCsr* K, BrnIncomplete** out);
void brn__incomplete_destroy(BrnContext* ctx, BrnIncomplete* M);

/// z = M^-1 r; z may be r
void brn__incomplete_solve(const BrnIncomplete* M, const double* r, double* z);

// --------------------------------------------------------------------------- conjugate gradients

/// A symmetric positive definite operator, and an approximate inverse that is one too.
typedef struct BrnLinear {
  int count;
  void (*apply)(BrnContext* ctx, const void* user, const double* x, double* y); ///< y = K x
  void (*precondition)(BrnContext* ctx, const void* user, const double* r,
                       double* z); ///< z ~ K^-1 r
  const void* user;
} BrnLinear;

typedef struct BrnPcgLimits {
  double tolerance;   ///< residual that ends the iteration
  int max_iterations; ///< 0: four times the unknowns
} BrnPcgLimits;

typedef struct BrnPcgReport {
  BrnOutcome outcome; ///< BRN_BROKE_DOWN: not positive, or not a number
  int iterations;
  double residual;         ///< as the recurrence has it
  double left;             ///< |b - K x| / |b|, likewise, where the residual is another one
  bool negative_curvature; ///< p.Kp <= 0 was met: K is not positive definite
} BrnPcgReport;

/// Solves K x = b from the x given; the residual is |b - K x| / |b|. Takes scratch, four vectors:
/// once it has run, it runs without an allocation.
BrnStatus brn__pcg(BrnContext* ctx, const BrnLinear* op, const double* b, double* x,
                   const BrnPcgLimits* limits, BrnPcgReport* report);

/// The same for a truncated Newton step, where K may be indefinite (Steihaug 1983). x starts at
/// zero, whatever it was. The residual is sqrt(r.M^-1 r / b.M^-1 b), which does not depend on units
/// and on the scale of rows. Where the curvature is negative it ends with the x so far, and with
/// M^-1 b if that is zero: a direction of descent either way.
BrnStatus brn__pcg_newton(BrnContext* ctx, const BrnLinear* op, const double* b, double* x,
                          const BrnPcgLimits* limits, BrnPcgReport* report);

/// K x = b with the incomplete factor of K.
BrnStatus brn__pcg_solve(BrnContext* ctx, const BrnCsr* K, const double* b, double* x,
                         const BrnPcgLimits* limits, BrnPcgReport* report);
