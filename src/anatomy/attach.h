// SPDX-License-Identifier: Apache-2.0
//
// Contact of soft parts with what they hold on to: bones, and tendons with tets of their own. Both
// are called holders here and go by the index of their part. Only attach*.c include this.

#pragma once

#include "anatomy/pieces.h"

/// One soft part, or unit, after the other looks for its holders.
typedef struct BrnContacts {
  BrnBuild* build;
  double* edge;       // shortest one at each vertex, m                (vertex_count)
  BrnPartFaces faces; // of all parts
  double* box;        // of the parts: low and high                     (part_count x 6)
  // of the soft part at hand:
  bool* tet;  // its tets                                               (tet_count)
  bool* own;  // their vertices                                         (vertex_count)
  bool* skin; // those on the boundary of its parts                     (vertex_count)
} BrnContacts;

/// The vertices of one end.
typedef struct BrnGrip {
  bool* in;         // (vertex_count)
  int* holder;      // nearest one within reach; -1: none                (vertex_count)
  double* distance; // to it, m; INFINITY: none                          (vertex_count)
} BrnGrip;

/// All from scratch.
BrnStatus brn__contacts_open(BrnBuild* build, BrnContacts* out);
BrnStatus brn__grip_take(BrnContacts* c, BrnGrip* out);
void brn__grip_clear(const BrnContacts* c, BrnGrip* grip);
/// Keeps the vertices that have a holder within reach.
void brn__grip_keep_touching(const BrnContacts* c, BrnGrip* grip);
int brn__grip_count(const BrnContacts* c, const BrnGrip* grip);

/// Makes the tets of a unit, or of a part, the soft part at hand.
void brn__contacts_enter_unit(BrnContacts* c, int unit);
void brn__contacts_enter_part(BrnContacts* c, int part);

/// Finds the holder of the candidates that are within reach of one.
/// @param within NAN: half of the shortest edge at the vertex
/// @param holder flags (part_count)
BrnStatus brn__grip_touch(BrnContacts* c, const bool* candidate, const bool* holder, double within,
                          BrnGrip* grip);

/// The holder nearest to the skin, however far; -1: none is flagged.
BrnStatus brn__contacts_nearest(BrnContacts* c, const bool* holder, int* out, double* distance);

/// Adds an attachment to the model.
/// @param unit -1: of a tendon
BrnStatus brn__attachment_add(BrnContacts* c, const char* name, int unit, const BrnGrip* grip,
                              int* out);

/// Adds the attachments of a tendon part to the bones among its `from` and `to`.
/// @param holder working space (part_count)
BrnStatus brn__attach_tendon(BrnContacts* c, int part, BrnGrip* grip, bool* holder);
