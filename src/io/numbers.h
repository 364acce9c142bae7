// SPDX-License-Identifier: Apache-2.0
//
// The number types of files as bytes. In memory all numbers are doubles.

#pragma once

#include "brawn/mesh.h"

#include <string.h>

int brn__number_size(BrnNumber number);
bool brn__machine_is_big_endian(void);

/// What becomes of a value in that type: without its fraction in an integer, clamped to its range.
double brn__number_held(BrnNumber number, double value);

/// Numbers one behind the other, which need no alignment. swap: in the other byte order than this
/// machine's.
void brn__numbers_decode(const unsigned char* at, BrnNumber number, bool swap, size_t count,
                         double* out);
/// The same the other way: each as the type holds it.
void brn__numbers_encode(unsigned char* at, BrnNumber number, bool swap, size_t count,
                         const double* value);
/// One number.
double brn__number_decode(const unsigned char* at, BrnNumber number, bool swap);
void brn__number_encode(unsigned char* at, BrnNumber number, double value, bool swap);
/// Bits, eight to a byte, the highest first.
void brn__bits_decode(const unsigned char* at, size_t count, double* out);

static inline void brn__copy_swapped(void* to, const void* from, size_t size, bool swap) {
  memcpy(to, from, size);
  if (!swap) return;
  unsigned char* byte = to;
  for (size_t i = 0; i < size / 2; i++) {
    unsigned char other = byte[i];
    byte[i] = byte[size - 1 - i];
    byte[size - 1 - i] = other;
  }
}
