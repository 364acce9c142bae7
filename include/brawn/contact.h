// SPDX-License-Identifier: Apache-2.0
//
// Contact between surfaces that move: which points of one are inside of another, or nearer to it
// than they may be.
//
//   BrnContactDef def = brn_contact_def_default();
//   def.surface = surfaces, def.surface_count = 2;
//   BRN_TRY(brn_contact_create(ctx, mesh, &def, &contact));
//   BrnContactSearch search = brn_contact_search_default();
//   search.position = now, search.before = a_moment_ago;
//   BRN_TRY(brn_contact_find(ctx, contact, &search, &touch, &count));
//
// All surfaces are runs of one mesh, as the bodies of surfaces of a model are. The mesh as it comes
// is the rest pose, and what overlaps there may stay as it is: a point that is 3 mm inside of its
// neighbour at rest is in contact when it gets deeper than that.

#pragma once

#include "brawn/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A closed surface that faces out: its run of vertices and of triangles of the mesh. Without
/// triangles it is points alone, which may ask.
typedef struct BrnContactSurface {
  int first, vertex_count;
  int first_triangle, triangle_count;
  bool asks;        ///< do its points look for what they touch?
  bool asked;       ///< may points of others touch it?
  double thickness; ///< distance that is kept, m; of two surfaces the larger one counts
} BrnContactSurface;

/// Parameters. Initialise with brn_contact_def_default().
typedef struct BrnContactDef {
  const BrnContactSurface* surface; ///< (surface_count)
  int surface_count;
  const bool* silent; ///< points that touch nothing; NULL: none                (vertex_count)
  const int* spared;  ///< point and surface that never touch, ascending   (spared_count x 2)
  int spared_count;
  double buried; ///< points that are deeper than this at rest in a surface that does not ask, as a
                 ///< bone, never touch it: they belong inside, m; default 0.003
  int cookie;    ///< set by brn_contact_def_default(); leave it alone
} BrnContactDef;

typedef struct BrnContact BrnContact;

BRN_API BrnContactDef brn_contact_def_default(void);

/// Prepares the surfaces of a mesh, which is read during the call only.
/// @return BRN_INVALID for runs that are out of range, overlap, or do not belong together
BRN_API BrnStatus brn_contact_create(BrnContext* ctx, const BrnMesh* mesh, const BrnContactDef* def,
                                     BrnContact** out);
/// Frees it. NULL is allowed.
BRN_API void brn_contact_destroy(BrnContext* ctx, BrnContact* contact);

/// A point and the place of a surface that it touches, or is about to.
typedef struct BrnTouch {
  int point;        ///< vertex of the mesh
  int surface;      ///< that it touches
  int triangle;     ///< of the mesh
  double weight[3]; ///< of its corners, at the place
  double normal[3]; ///< unit vector out of the surface
  double distance;  ///< along the normal, m; negative: inside
  double least;     ///< that it may have, m: the thickness, or less where it was nearer at rest
} BrnTouch;

/// What is looked for. Initialise with brn_contact_search_default().
typedef struct BrnContactSearch {
  const double* position; ///< m                                              (vertex_count x 3)
  const double* before;   ///< a moment ago: points that have gone through a surface since then are
                          ///< found, however fast; NULL (default): nobody knows (vertex_count x 3)
  double margin;          ///< points that are up to this farther than they must be are told, too,
                          ///< or up to the way they have come, m; default 0.002
  double depth;           ///< points that are deeper than this, and were so before, are left
                          ///< alone, m; default 0.01
  int cookie;             ///< set by brn_contact_search_default(); leave it alone
} BrnContactSearch;

BRN_API BrnContactSearch brn_contact_search_default(void);

/// Finds all contacts: by surface of the point, by the other surface, then by point in an order
/// that is always the same, with the same bits for any number of workers. Takes no memory unless
/// there are more than ever before.
/// @param out valid until the next call                                       (count)
BRN_API BrnStatus brn_contact_find(BrnContext* ctx, BrnContact* contact,
                                   const BrnContactSearch* search, const BrnTouch** out,
                                   int* count);

/// How deep a surface is inside of another one.
typedef struct BrnPenetration {
  int surface, other; ///< points of `surface` are inside of `other`
  int point;          ///< the deepest
  double depth;       ///< more than it had at rest, m
} BrnPenetration;

/// The deepest point of every pair of surfaces that is deeper than it was at rest, ascending. Free
/// *out with brn_free().
/// @param position m                                                        (vertex_count x 3)
BRN_API BrnStatus brn_contact_depths(BrnContext* ctx, BrnContact* contact, const double* position,
                                     BrnPenetration** out, int* count);

#ifdef __cplusplus
}
#endif
