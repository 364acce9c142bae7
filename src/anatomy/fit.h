// SPDX-License-Identifier: Apache-2.0
//
// Spheres and cylinders through points, by least squares of the distances.

#pragma once

#include "brawn/base.h"

/// Points of a surface with normals that face out.
typedef struct BrnFitPoints {
  int count;
  const double* point;  // m                                            (count x 3)
  const double* normal; // unit vectors                                 (count x 3)
} BrnFitPoints;

/// A sphere about a point, or a cylinder about the line through it.
typedef struct BrnRound {
  double point[3]; // of a cylinder: nearest to the centroid of the patch
  double axis[3];  // unit vector; zero for a sphere
  double radius;
  double error;  // root mean square distance of the points
  double convex; // 1: all normals point away from the middle, -1: all to it
} BrnRound;

/// False when the points do not tell: too few, or as good as flat.
bool brn__fit_sphere(const BrnFitPoints* patch, BrnRound* out);
/// @param axis NULL: fitted too, turned so that its largest component is positive
bool brn__fit_cylinder(const BrnFitPoints* patch, const double* axis, BrnRound* out);
