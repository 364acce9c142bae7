// SPDX-License-Identifier: Apache-2.0
//
// Bringing equal things together: edges, faces, triangles and tets by their corners, and keys.
// Linear in time, and equal things stay in the order they came in.

#pragma once

#include "core/core.h"

/// Edges (width 2), faces (3) or tets (4) as ascending tuples of corners. The arrays are scratch of
/// the caller's mark.
typedef struct BrnTuples {
  int width, count;
  int* corner; ///< ascending in each tuple                              (count x width)
  int* item;   ///< what the caller calls the tuple                       (count)
  int* order;  ///< tuples by their corners, equal ones as they were added (count)
} BrnTuples;

/// Room for `capacity` tuples, of which there are none yet.
BrnStatus brn__tuples_take(BrnContext* ctx, int width, size_t capacity, BrnTuples* out);

/// Adds a tuple; one with a repeated corner is left out.
/// @return whether it was added
bool brn__tuples_add(BrnTuples* tuples, const int* corner, int item);

/// Fills order. The corners are in [0, vertex_count).
BrnStatus brn__tuples_sort(BrnContext* ctx, BrnTuples* tuples, int vertex_count);

/// Place after the last tuple that equals the one at place `begin` of the order.
int brn__tuples_run_end(const BrnTuples* tuples, int begin);

/// The caller's name for the tuple at a place of the order.
static inline int brn__tuples_item(const BrnTuples* tuples, int place) {
  return tuples->item[tuples->order[place]];
}

/// A key and what it belongs to.
typedef struct BrnKeyed {
  uint64_t key;
  int item;
} BrnKeyed;

/// Sorts by key.
/// @param spare room for count more, garbage afterwards
void brn__keys_sort(BrnKeyed* list, BrnKeyed* spare, int count);
