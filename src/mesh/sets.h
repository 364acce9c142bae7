// SPDX-License-Identifier: Apache-2.0
//
// Disjoint sets over [0, count), as a forest in an array. The root of a set is its smallest member,
// so the sets do not depend on the order in which they were united.

#pragma once

/// Every item becomes a set of its own.
static inline void brn__sets_begin(int* set, int count) {
  for (int i = 0; i < count; i++) set[i] = i;
}

/// Smallest member of the set of an item. Shortens the path it walks.
static inline int brn__sets_root(int* set, int item) {
  while (set[item] != item) {
    set[item] = set[set[item]];
    item = set[item];
  }
  return item;
}

static inline void brn__sets_unite(int* set, int a, int b) {
  a = brn__sets_root(set, a);
  b = brn__sets_root(set, b);
  if (a < b) set[b] = a;
  if (b < a) set[a] = b;
}
