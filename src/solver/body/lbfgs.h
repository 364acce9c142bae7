// SPDX-License-Identifier: Apache-2.0
//
// The inverse of a stiffness by limited memory (Nocedal 1980): a first guess of it, corrected by
// the last few pairs of a step s and of z, what the stiffness makes of it,
//
//   H_k+1 = (I - rho s z^T) H_k (I - rho z s^T) + rho s s^T,   rho = 1 / s.z
//
// so that H z = s for the last pair. It is definite as long as all s.z are positive.
//
//   memcpy(v, g, ...);
//   brn__lbfgs_descend(ctx, &memory, v);   // from the newest pair to the oldest
//   ... v = H_0 v ...
//   brn__lbfgs_ascend(ctx, &memory, v);    // and back: v = H g

#pragma once

#include "core/core.h"

typedef double BrnDotFn(BrnContext* ctx, const void* user, const double* a, const double* b);

typedef struct BrnLbfgs {
  size_t size;   ///< numbers of a vector
  int most;      ///< pairs that are kept
  int count;     ///< pairs that there are
  int next;      ///< where the next pair goes
  double least;  ///< s.z over |s| |z|, below which it is round-off
  BrnDotFn* dot; ///< a . b
  const void* user;
  double* s;     ///< steps                                                (most x size)
  double* z;     ///< what the stiffness makes of them                     (most x size)
  double* rho;   ///< 1 / s.z                                              (most)
  double* share; ///< of the pairs, in the direction                       (most)
} BrnLbfgs;

/// `size`, `most`, `least`, `dot` and `user` are there.
BrnStatus brn__lbfgs_create(BrnContext* ctx, BrnLbfgs* memory);
void brn__lbfgs_destroy(BrnContext* ctx, BrnLbfgs* memory);
void brn__lbfgs_forget(BrnLbfgs* memory);

/// s and z of a pair: age 0 is the newest, -1 the room for the next one.
double* brn__lbfgs_step(const BrnLbfgs* memory, int age);
double* brn__lbfgs_change(const BrnLbfgs* memory, int age);
/// Keeps the next pair, unless the stiffness is not positive along its step.
void brn__lbfgs_keep(BrnContext* ctx, BrnLbfgs* memory);

void brn__lbfgs_descend(BrnContext* ctx, BrnLbfgs* memory, double* v);
void brn__lbfgs_ascend(BrnContext* ctx, BrnLbfgs* memory, double* v);

/// out = a x + b y
void brn__combine(BrnContext* ctx, size_t count, double a, const double* x, double b,
                  const double* y, double* out);
