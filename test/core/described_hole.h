// SPDX-License-Identifier: Apache-2.0
//
// Finds the members of a struct that its description lacks.

#pragma once

#include "core/describe.h"

// a row that covers a byte or comes after it, and nearer than the one before
static inline void take_nearer(const BrnMember* row, size_t at, BrnMember* out) {
  bool nearer = out->size == 0 || row->offset < out->offset;
  if (row->offset + row->size > at && nearer) *out = *row;
}

static inline bool next_row(const BrnDescription* type, size_t at, BrnMember* out) {
  BrnMember row;
  *out = (BrnMember){0};
  for (int i = 0; brn__described_member(type, i, &row); i++) take_nearer(&row, at, out);
  for (int i = 0; type->others && type->others[i].name; i++) {
    take_nearer(&type->others[i], at, out);
  }
  return out->size > 0;
}

// padding is shorter than what it makes room for
static inline size_t alignment(const BrnMember* row) {
  bool narrow = row->hold == BRN_INSIDE && row->type != BRN_ITEM_STRUCT;
  return narrow ? brn__described_item_size(row, 1) : sizeof(void*);
}

/// First byte of a struct that no row has and that is no padding; -1: there is none.
static inline long described_hole(const BrnDescription* type) {
  size_t at = 0;
  BrnMember row = {0};
  for (; next_row(type, at, &row); at = row.offset + row.size) {
    size_t align = alignment(&row), aligned = (at + align - 1) / align * align;
    if (row.offset > aligned) return (long)at;
  }
  return (at + sizeof(void*) - 1) / sizeof(void*) * sizeof(void*) < type->size ? (long)at : -1;
}
