// SPDX-License-Identifier: Apache-2.0
//
// Closed surfaces modelled from a few numbers: bones, muscles and actuators without a scanner.
//
// A sweep runs a flattened round section along a smooth path: muscles, tendons, tubes. Clay is
// strokes of it, blocks, and places where it is carved away, all melting into each other: bones.
//
// The same def gives the same bytes on every run, with any number of workers.

#pragma once

#include "brawn/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A smooth path through points, with a width at each of them.
typedef struct BrnFormPath {
  double* point;   ///< m                                                     (point_count x 3)
  int point_count; ///< at least 1; a single point is a ball
  double* width;   ///< half widths of the section, m: along `wide` and across it; as many rows as
                   ///< points, or one for all                                (width_count x 2)
  int width_count;
  double wide[3]; ///< direction of the first half width; {0, 0, 0}: any (default)
  double twist;   ///< degrees that the section turns by from the first point to the last
  bool closed;    ///< does the last point lead to the first?
} BrnFormPath;

/// One lump of clay: a path, or a block.
typedef struct BrnFormLump {
  BrnFormPath path; ///< used when it has points
  double centre[3]; ///< of a block, m
  double half[3];   ///< half extents of a block, m; {0, 0, 0}: no block
  double turn[3];   ///< rotation of the block: axis times angle, degrees
  double round;     ///< radius of the block's edges, m
  double blend;     ///< how far it melts into what was there, m; NAN: as the form's
  bool carve;       ///< takes away instead of adding
} BrnFormLump;

/// Parameters of a form. Initialise with brn_form_def_default().
typedef struct BrnFormDef {
  BrnFormPath sweep; ///< used when it has points; then there must be no clay
  double power;      ///< of the sweep's section |x|^p + |y|^p = 1; 2 (default): ellipse
  double blunt;      ///< roundness of the sweep's ends: 0 flat, 1 (default) a half ellipsoid
  BrnFormLump* clay; ///< in their order                                        (clay_count)
  int clay_count;
  double blend; ///< how far lumps melt into each other, m; default 0
  int mirror;   ///< 0 none (default), 1 x, 2 y, 3 z: negates that coordinate of everything
  int detail;   ///< triangle edges along the longest side of the form; 8 (with quads 4) to 512,
                ///< default 64
  bool quads;   ///< the sweep is made of quads: rings of one count, cut into triangles in pairs
                ///< (BrnMesh.polygon); default false
  int cookie;   ///< set by brn_form_def_default(); leave it alone
} BrnFormDef;

BRN_API BrnFormDef brn_form_def_default(void);
BRN_API BrnFormPath brn_form_path_default(void);
BRN_API BrnFormLump brn_form_lump_default(void);

/// Makes the surface: closed, manifold, facing out, without crossing triangles.
/// @return BRN_INVALID for a def that cannot work: *out is NULL and brn_last_error() names the
/// member and the cure
BRN_API BrnStatus brn_form_make(BrnContext* ctx, const BrnFormDef* def, BrnMesh** out);

#ifdef __cplusplus
}
#endif
