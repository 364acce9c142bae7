// SPDX-License-Identifier: Apache-2.0
//
// The few routines of BLAS and LAPACK that we call ourselves, as Fortran has them: everything by
// address, column by column; the lengths of the letters come last.

#pragma once

#include <stddef.h>

/// B = alpha B A^-1 and its variants, A a triangle.
void dtrsm_(const char* side, const char* upper_lower, const char* transposed,
            const char* unit_diagonal, const int* rows, const int* columns, const double* alpha,
            const double* A, const int* lda, double* B, const int* ldb, size_t, size_t, size_t,
            size_t);

/// A = A^-1, A a triangle.
void dtrtri_(const char* upper_lower, const char* unit_diagonal, const int* n, double* A,
             const int* lda, int* info, size_t, size_t);

/// C = alpha op(A) op(B) + beta C
void dgemm_(const char* transposed_a, const char* transposed_b, const int* rows, const int* columns,
            const int* inner, const double* alpha, const double* A, const int* lda, const double* B,
            const int* ldb, const double* beta, double* C, const int* ldc, size_t, size_t);

/// Eigenvalues, ascending, of a symmetric A, and its eigenvectors in its place.
void dsyev_(const char* vectors, const char* upper_lower, const int* n, double* A, const int* lda,
            double* value, double* work, const int* work_count, int* info, size_t, size_t);

/// A = U^T U, A symmetric and positive definite; info is not 0 when it is not.
void dpotrf_(const char* upper_lower, const int* n, double* A, const int* lda, int* info, size_t);

/// Solves with the factor of dpotrf_.
void dpotrs_(const char* upper_lower, const int* n, const int* columns, const double* A,
             const int* lda, double* B, const int* ldb, int* info, size_t);
