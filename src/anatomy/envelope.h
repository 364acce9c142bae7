// SPDX-License-Identifier: Apache-2.0
//
// The envelope of a skeleton (Romeo et al. 2018): one closed surface around the bones that follows
// them, for muscles to slide on.
//
//   envelope_bones.c    how far a place is from each bone
//   envelope_surface.c  the surface: a level of the smooth union of the distances
//   envelope_bind.c     which bones each vertex follows
//   envelope.c          from the scene to the model

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

typedef struct BrnEnvelopeBone {
  BrnBvh* bvh;
  double low[3], high[3];
  double radius; // 2 volume / area: that of a long cylinder, m
} BrnEnvelopeBone;

typedef struct BrnEnvelopeBones {
  int count;
  BrnEnvelopeBone* bone;
  double low[3], high[3];
  double area; // of all, m^2
} BrnEnvelopeBones;

/// @param surface of each bone, in the rest pose                               (count)
BrnStatus brn__envelope_bones_create(BrnContext* ctx, const BrnMesh* const* surface, int count,
                                     BrnEnvelopeBones* out);
void brn__envelope_bones_free(BrnContext* ctx, BrnEnvelopeBones* bones);

/// Signed distance from a bone, negative inside; INFINITY: `within` or farther.
double brn__envelope_distance(const BrnEnvelopeBone* bone, const double* place, double within);
/// Signed distances from the two bones that are nearest.
void brn__envelope_nearest_two(const BrnEnvelopeBones* bones, const double* place, double out[2]);

typedef struct BrnEnvelopeDef {
  double offset; // from the bones, m
  double close;  // gaps up to this are bridged, m
  int triangles; // wanted
} BrnEnvelopeDef;

/// @param surface the ones that the bones were made of
/// @param poking vertices of the bones that are outside of it all the same
BrnStatus brn__envelope_surface(BrnContext* ctx, const BrnEnvelopeBones* bones,
                                const BrnMesh* const* surface, const BrnEnvelopeDef* def,
                                BrnMesh** out, int* poking);

enum { BRN_ENVELOPE_BONES = 4 }; // that a vertex follows at most

/// Bones that each vertex follows, nearest first, and weights that add up to 1 and change
/// continuously along the surface.
/// @param bone -1: none                                            (vertex_count x 4)
void brn__envelope_bind(BrnContext* ctx, const BrnEnvelopeBones* bones, const BrnMesh* envelope,
                        int* bone, double* weight);
