// SPDX-License-Identifier: Apache-2.0
//
// Numbers as text and back, the same in every locale.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Room for any number that is printed here.
enum { BRN_DECIMAL_SIZE = 32 };

/// Prints the shortest decimal that reads back as the same number; among those, the nearest to it.
/// "0.1", "-0", "1e-7", "nan", "-inf". No zero is put at the end.
/// @return characters
size_t brn__double_print(double value, char text[BRN_DECIMAL_SIZE]);
size_t brn__float_print(float value, char text[BRN_DECIMAL_SIZE]);
size_t brn__integer_print(int64_t value, char text[BRN_DECIMAL_SIZE]);

/// Reads a decimal: the nearest double, infinity when it is too large. Also "nan", "inf" and
/// "infinity" in any case, Fortran's "1d5", and "1.#QNAN" and its like from old Windows programs.
/// False when the text is anything else; blanks around the number are.
bool brn__double_parse(const char* text, size_t length, double* out);
/// The nearest float, which is not always the one nearest to the nearest double.
bool brn__float_parse(const char* text, size_t length, float* out);
