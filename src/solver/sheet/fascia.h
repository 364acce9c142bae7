// SPDX-License-Identifier: Apache-2.0
//
// Ties of fascia, by the vertices that they hold.

#pragma once

#include "solver/sheet/surfaces.h"

/// A tie slides: its point keeps its distance to the nearest place of the targets. Until the next
/// search the surface is taken as flat there.
typedef struct BrnSlide {
  int corner[3]; // of the triangle that has the place
  int vertex;
  double weight[3]; // of the corners
  double normal[3]; // out of the surface, at the search
  double length;    // wanted along the normal, m
  double share;     // of the correction that is made
} BrnSlide;

/// A tie holds on to one place: soft ones keep the distance to it, hard ones the place beside it.
typedef struct BrnSheetHold {
  int tie; // of the list
  int corner[3];
  int vertex;
  double weight[3]; // of the corners
  double normal[3]; // out of the surface, at the beginning of the sub-step
  double length, side;
  double offset[3]; // in the frame of the triangle, m
  double share[2];  // of the corrections that are made: soft, hard
} BrnSheetHold;

struct BrnSheetFascia {
  int count, hold_count;
  int* number;        // of each tie in the model, fascias one after another       (count)
  int* fascia;        // of each tie                                               (count)
  int* first;         // triangle of each tie at rest                              (count)
  double* strength;   // share of a slide before it is known what it slides on     (count)
  double* distance;   // along the normal at rest, with its sign, and the least kept (count)
  double* least;      // kept where it slides on another surface than at rest      (count)
  double* correction; // m                                                        (count x 3)
  BrnSlide* slide;    //                                                           (count)
  BrnSheetHold* hold; //                                                           (hold_count)
  int row_count;
  int* row; // ties of one vertex: row[i] up to row[i + 1]                        (row_count + 1)
};

/// Looks for the place that each tie slides on.
void brn__sheet_fascia_search(BrnContext* ctx, BrnSheet* sheet, BrnState* state);
