// SPDX-License-Identifier: Apache-2.0
//
// Measures inside: what users see, and the working space behind it.
//
//   measure.c            life cycle, and the order of things
//   measure_list.c       which there are
//   measure_tets.c       deformation, stress, forces on vertices, parts
//   measure_muscles.c    units and attachments
//   measure_bones.c      poses, joint angles
//   measure_reactions.c  supports, joints, and what holds bones
//   measure_probes.c     points and selections that the scene asks for
//
// Surfaces measure themselves: solver/sheet/measure.c.

#pragma once

#include "core/core.h"
#include "core/describe.h"
#include "solver/solver.h"

/// What bones are mapped by: x = now + F (X - rest).
typedef struct BrnBoneMap {
  double volume; ///< at rest, m^3
  double F[9];
  double rest[3], now[3]; ///< centroids, m
} BrnBoneMap;

typedef struct BrnMeasuring {
  BrnMeasures out; ///< first, so that the two have one address
  BrnInspection seen;
  BrnBoneMap* map;       ///< (bone_count)
  double* total;         ///< force, and moment about the origin, on a bone and all that hangs on it
                         ///< (bone_count x 6)
  uint8_t* taken;        ///< bit i: a support has taken coordinate i         (vertex_count)
  int* corner_start;     ///< of the attachments                             (attachment_count + 1)
  int* corner;           ///< 4 tet + corner of those that pull at it        (corner_start[last])
  const BrnModel* model; ///< during a call
  const BrnState* state; ///< during a call
} BrnMeasuring;

extern const BrnDescription brn__inspection_description, brn__measuring_description;

/// Of a Cauchy stress xx yy zz xy yz zx.
double brn__von_mises(const double s[6]);

/// Forces of a tet on its corners.
void brn__measure_corners(const BrnMeasuring* m, int tet, double out[4][3]);

void brn__measure_tets(BrnContext* ctx, BrnMeasuring* m);
void brn__measure_forces(BrnMeasuring* m);
void brn__measure_parts(BrnMeasuring* m);
void brn__measure_attachments(BrnMeasuring* m);
void brn__measure_units(BrnMeasuring* m);
void brn__measure_bones(BrnMeasuring* m);
/// Forces of flesh on the bones that carry it.
void brn__measure_pulls(BrnMeasuring* m);
void brn__measure_joints(BrnMeasuring* m);
void brn__measure_supports(BrnMeasuring* m);
void brn__measure_reactions(BrnMeasuring* m);
/// Where points and selections are, and what acts on them and in them.
void brn__measure_places(BrnMeasuring* m);
void brn__measure_probes(BrnMeasuring* m);

/// Everything that acts on a vertex but what holds it.
void brn__measure_acting(const BrnMeasuring* m, int v, double out[3]);

/// Length of the line of action now, m.
double brn__measure_line(const BrnModelUnit* unit, const BrnState* state);

/// Where a point of a bone is now.
void brn__bone_map(const BrnBoneMap* map, const double X[3], double out[3]);

/// Adds the force f at x.
void brn__wrench_add(BrnWrench* wrench, const double x[3], const double f[3]);
