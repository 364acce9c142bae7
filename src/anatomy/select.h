// SPDX-License-Identifier: Apache-2.0
//
// The inside of selections. A selector goes over vertices or over tets, each item at one place: a
// tet at its centroid. Every criterion is a function that unmarks what does not hold.

#pragma once

#include "anatomy/build.h"

typedef struct BrnSelector {
  BrnBuild* build;
  bool tets;           // else vertices
  int count;           // of items
  const double* place; // of each item                              (count x 3)
  double slack;        // lengths below this are rounding
  bool** result;       // of the selections that were asked for; NULL: not yet  (selection_count)
} BrnSelector;

/// What a criterion works on.
typedef struct BrnSelecting {
  BrnSelector* selector;
  const BrnSceneSelection* selection;
  const bool* part; // the parts that it names, or all               (part_count)
  const bool* base; // items of these parts, and on their boundary if asked for (count)
  bool* in;         // items for which everything so far holds       (count)
  double miss;      // how far the nearest one was outside, m; INFINITY: nobody knows
} BrnSelecting;

typedef BrnStatus BrnSelectFn(BrnSelecting* s);

// by place
BrnSelectFn brn__select_box, brn__select_plane, brn__select_sphere, brn__select_near;
// by vertex
BrnSelectFn brn__select_surface, brn__select_nearest, brn__select_vertex, brn__select_map;
