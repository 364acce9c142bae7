// SPDX-License-Identifier: Apache-2.0
//
// The inside of a BrnContact: surfaces that move, each with a tree, and what is asked of them.
//
//   contact.c  making it
//   rest.c     distances at rest, below which nothing is pushed apart
//   move.c     surfaces brought to new positions: trees, boxes
//   normal.c   which side of a surface a point is on
//   motion.c   how surfaces have moved as rigid bodies
//   pairs.c    which groups of points are near which surface
//   find.c     contacts of points
//   through.c  points that have gone through a surface
//   walk.c     the closest place, from one that was it a moment ago
//   keep.c     contacts from moment to moment
//   depths.c   the deepest penetrations

#pragma once

#include "brawn/contact.h"
#include "core/core.h"
#include "mesh/mesh.h"

enum { BRN_CONTACT_GROUP = 8 };  // points that are looked at together
enum { BRN_CONTACT_NEAR = 8 };   // surfaces around a group that are remembered
enum { BRN_CONTACT_MEMORY = 4 }; // contacts of a point that are saved

/// Points of a surface that are near each other.
typedef struct BrnContactGroup {
  int surface;
  int count;
  int point[BRN_CONTACT_GROUP];
} BrnContactGroup;

/// The motion of a surface between two moments: x goes to `to` + turn (x - from).
typedef struct BrnContactMotion {
  double turn[9], from[3], to[3];
  double off;  // largest distance of a vertex from where this takes it, m
  double most; // largest way of a vertex, m
} BrnContactMotion;

/// A group of points that may be near a surface.
typedef struct BrnContactItem {
  int group, surface;
  double path; // bound of how far its points have come, seen from the surface, m
} BrnContactItem;

/// How much nearer points of a group may have come to a surface since the two were searched.
typedef struct BrnContactApproach {
  int surface;
  int moment;  // when it was counted last; if that was not the last moment, nobody knows
  double come; // m
} BrnContactApproach;

struct BrnContact {
  int vertex_count, triangle_count, surface_count, group_count;
  BrnContactSurface* surface; //                                                   (surface_count)
  BrnBvh** bvh;               // triangles from 0, vertices from 0                 (surface_count)
  int* triangle;              // corners                                     (triangle_count x 3)
  BrnAdjacency* around;       // triangles around each vertex
  BrnContactGroup* group;     // by surface                                          (group_count)
  int* group_start;           // of each surface                               (surface_count + 1)

  // What a point may have to a surface that it was nearer to than the thickness at rest: rows by
  // point, ascending by surface. -INFINITY: it never touches.
  int* rest_start;   //                                                        (vertex_count + 1)
  int* rest_surface; // (rest_start[vertex_count])
  double* rest;      // signed distance at rest, m

  // as they were moved last
  const double* position;   // of the caller
  double* box;              // of each surface                                 (surface_count x 6)
  double* group_box;        //                                                   (group_count x 6)
  BrnContactMotion* motion; //                                                     (surface_count)

  double* path; // bounds of how far points of a surface have come, seen from another, m; NAN: the
                // two are far apart                               (surface_count x surface_count)

  // lists that grow
  size_t item_capacity, slot_capacity, touch_capacity;
  BrnContactItem* item; // (item_count)
  int item_count;
  BrnTouch* slot;  // BRN_CONTACT_GROUP for each item
  int* slot_count; // of each item
  BrnTouch* touch;

  bool spread; // are all positions memory of the context, so that its processes can do a share?

  // what is kept from moment to moment, keep.c
  int moment;                   // counts them
  BrnContactApproach* approach; // by group, BRN_CONTACT_NEAR of each
  int* group_of;  // group of each point; -1: none                             (vertex_count)
  int* owner;     // surface of each point; -1: none                                (vertex_count)
  int* stamp;     // scratch of a merge                                             (vertex_count)
  int stamp_last; // the last one that was used
  int* tally;     // scratch of loading                                       (surface_count + 1)
  size_t kept_capacity, next_capacity;
  BrnTouch *kept, *next; // the list, and the one that is being made
  int kept_count;
};

/// brn__parallel_job() for what is asked of the surfaces.
void brn__contact_job(BrnContext* ctx, const BrnContact* contact, int count, int grain,
                      BrnRangeFn* fn, void* job, size_t size);

// ------------------------------------------------------------------------------------------- rest

BrnStatus brn__contact_rest(BrnContext* ctx, BrnContact* contact, const BrnContactDef* def);

/// Signed distance at rest where it was below the thickness of the pair; otherwise INFINITY.
double brn__contact_rest_distance(const BrnContact* contact, int point, int surface);

// ------------------------------------------------------------------------------------------- move

/// Brings trees and boxes to new positions, which must stay until the next call.
void brn__contact_move(BrnContext* ctx, BrnContact* contact, const double* position);

/// How each surface has moved since `before`.
void brn__contact_motions(BrnContext* ctx, BrnContact* contact, const double* before);
void brn__contact_carry(const BrnContactMotion* motion, const double* x, double* out);

// ----------------------------------------------------------------------------------------- places

/// A place of a surface near a point.
typedef struct BrnContactPlace {
  int triangle; // of the mesh; -1: none
  double weight[3];
  double point[3];
  double normal[3]; // out of the surface, towards the point or away from it; unit
  double distance;  // signed
  bool doubtful;    // the normal says inside, rays say outside
} BrnContactPlace;

/// The closest place of a surface, with the side that the point is on.
/// @param patch of its tree that is asked; NULL: the whole
BrnContactPlace brn__contact_closest(const BrnContact* contact, int surface,
                                     const BrnBvhPatch* patch, const double* point, double reach);

/// The place of a triangle with these weights, which is the closest to the point around there; the
/// side is that of its normal.
BrnContactPlace brn__contact_place(const BrnContact* contact, int triangle, const double weight[3],
                                   const double* point);

/// The closest place around, on a walk from a triangle that was closest a moment ago; triangle -1:
/// there is none.
BrnContactPlace brn__contact_walk(const BrnContact* contact, int triangle, const double* point);

/// Weights of the place of one triangle that is closest to a point, and its squared distance, m^2.
double brn__contact_in_triangle(const BrnContact* contact, int triangle, const double* point,
                                double weight[3]);

/// Normal of the face, edge or corner that the weights stand for: a sum over the faces around it,
/// by their angles (Baerentzen and Aanaes 2005). Its sign is right for all points whose closest
/// place this is. Unit; zero where all faces around are degenerate.
void brn__contact_normal(const BrnContact* contact, int triangle, const double weight[3],
                         double out[3]);

/// The place where a point has gone into a surface on its way from `start`, if it has; both as seen
/// from the surface as it is now.
/// @param slack how far inside the start may be, m
/// @param place the closest, triangle -1: none is near; becomes that place
bool brn__contact_through(const BrnContact* contact, int surface, const double* start,
                          const double* point, double slack, BrnContactPlace* place);

// ------------------------------------------------------------------------------------------ pairs

/// Groups of points within `reach` of the box of a surface, or that may have passed it: fills
/// contact->item, by surface of the points, other surface, and group.
/// @param due only groups whose points have come nearer to the surface by half of the margin since
/// they were searched there last
BrnStatus brn__contact_pairs(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                             bool due);

// ------------------------------------------------------------------------------------------- find

/// brn_contact_find() for surfaces that were moved to where they are before: search->position is
/// not read.
/// @param due as in brn__contact_pairs()
BrnStatus brn__contact_look(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                            bool due, const BrnTouch** out, int* count);

// ------------------------------------------------------------------------------------------- keep

/// The contacts of one moment after another, for surfaces that were moved to where they are before:
/// as brn__contact_look(), but what is known is followed, and only groups that are due are
/// searched. `before` of the search is the last moment.
BrnStatus brn__contact_keep(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                            const BrnTouch** out, int* count);
/// All contacts as they are found anew, whatever was known of them; they are what is followed next.
BrnStatus brn__contact_renew(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                             const BrnTouch** out, int* count);
/// The next moment begins with what was saved, and everything is due.
/// @param touch triangles, up to BRN_CONTACT_MEMORY of each vertex; -1, or nonsense: none
BrnStatus brn__contact_load(BrnContext* ctx, BrnContact* contact, const int* touch);
/// The nearest ones of each vertex.
void brn__contact_save(const BrnContact* contact, int* touch);
