// SPDX-License-Identifier: Apache-2.0
//
// Bodies swept out by a disc that moves along an axis. A shape says where the axis runs, how wide
// the disc is at each place, and what its segments are called; the sweep does the rest:
//
//   stations   places s on the axis where a disc of vertices stands, closer where it is narrower
//   layers     between two stations; a prism over each triangle of the disc
//   tets       three per prism, cut by the colours of the disc (disc.h)
//
// Bone blocks are wider than the tendon that enters them: their discs have more rings, and the
// rings inside are those of the tendon, so the mesh conforms.

#pragma once

#include "shape/disc.h"
#include "shape/plan.h"

/// A stretch of the axis between two planes that the mesh keeps.
typedef struct BrnSegment {
  double length;         // m
  int left, right, core; // labels; core 0: the core is as its sides
  bool wide;             // a bone block, with the outer rings
  bool bare;             // without fibres
  bool oblique;          // its fibres are turned, except in the core
  bool slit;             // left and right do not share vertices inside
  int least;             // layers it must have; 0 is 1
} BrnSegment;

/// Half widths of the disc at a station, m.
typedef struct BrnSection {
  double x, z;           // of the outermost ring (of a wide disc: the outermost inside)
  double core_x, core_z; // of the core, when there is one: shares of x and z ...
  double core;           // ... which it has to this degree; 0: as its rings have it
  double wide;           // of the outermost ring of a wide disc
  double slit;           // width of the slit
} BrnSection;

/// Where the disc stands: u and v of the disc go along x and z; x cross z is the way ahead.
typedef struct BrnDiscPose {
  double origin[3], x[3], z[3];
} BrnDiscPose;

typedef struct BrnSweep BrnSweep;
struct BrnSweep {
  const BrnShapeDef* def;
  double start; // s of the first station; segments follow from there
  bool closed;  // the last layer ends at the first station
  int segment_count;
  BrnSegment segment[BRN_SEGMENT_LIMIT];
  double core; // share of the rings that are core; 0: none
  void (*section)(const BrnSweep* sweep, double s, BrnSection* out);
  void (*frame)(const BrnSweep* sweep, double s, BrnDiscPose* out);
  // turns a fibre of an oblique segment from the axis
  void (*turn)(const BrnSweep* sweep, bool right, double* fibre);
};

/// Adds a segment unless its length is 0.
void brn__sweep_add(BrnSweep* sweep, const BrnSegment* segment);

/// How fine the sweep becomes with that many tets.
BrnStatus brn__sweep_plan(BrnContext* ctx, const BrnSweep* sweep, int tets, BrnShapePlan* out);

/// One mesh of several sweeps that do not touch, with labels and fibres.
BrnStatus brn__sweep_mesh(BrnContext* ctx, const BrnSweep* sweeps, const BrnShapePlan* plans,
                          int count, BrnMesh** out);

/// A mesh of one sweep.
BrnStatus brn__sweep_make(BrnContext* ctx, const BrnSweep* sweep, BrnMesh** out);
