// SPDX-License-Identifier: Apache-2.0
//
// Contact of the parts of a body of tets, flesh on flesh and flesh on bone, as a term.
//
// A point p of one surface and the place q = sum w_i x_i of another one that is nearest to it, with
// the normal n there, have the gap
//
//   g = n . (p - q - d) - g0,   g0 = min(thickness, gap at rest)
//
// so that what overlaps or touches at rest is free of force. d bends the triangle into a patch that
// joins its neighbours without a kink. With the area A that the point stands for, the stiffness k
// of what is behind both surfaces, and s = m - k g - e:
//
//   phi' = -A P,   P = 0 (s <= -e),  (s + e)^2 / (4 e),  s (s >= e)
//
// The pressure P begins at g = 0, softly over a width of 2 e / k. m is a multiplier (Hestenes
// 1969): 0 at first; once the shape is nearly found it is the pressure, and what is left of the
// depth goes. Where both surfaces ask, each does with half of its area.
//
// Places and normals are taken anew before each iteration and stay as they are in it, so that what
// is searched along a line is convex. How a triangle turns under the force is in the stiffness.
//
//   contact_planes.c  places, normals and patches: the planes that points are held in front of
//   contact_law.c     pressure, energy, forces, stiffness
//   contact_friction.c  what drags
//   contact_term.c    the operations: when they are sought, when they hold

#pragma once

#include "anatomy/outside.h"
#include "solver/body/body.h"

/// A point in front of a place, as it is held in an iteration.
typedef struct BrnContactPlane {
  int point, surface; ///< of the outside
  int triangle;       ///< of the outside
  int vertex[4];      ///< of the model: the point, the corners of the triangle
  double weight[4];   ///< 1, and minus those of the place in its triangle
  double normal[3];   ///< unit vector out of the surface
  double turn[3][3];  ///< gradients of the place's weights, 1/m; 0 at edges and corners
  double curve[3][3]; ///< what the normal turns by with each weight
  double least;       ///< g0, m
  double rest;        ///< g0 + n . d, m
  double area;        ///< m^2
  double stiffness;   ///< k, Pa/m
  double onset;       ///< e, Pa
  double drag;        ///< mu A P: what friction is at most, N; 0: there is none
  double creep;       ///< e: what sticks has slid by less, m
  double from[3];     ///< the point less the place at the beginning of the part, m
  bool presses;       ///< where it was taken
  bool mute;          ///< it does not press, but is told of
  bool followed;      ///< there is a newer one of the same point and surface
  double off[3];      ///< how far the weights of the iteration before were from those found now
  double multiplier;  ///< m, Pa
} BrnContactPlane;

/// What a point may have to a surface that it overlaps at rest.
typedef struct BrnContactRest {
  int surface, next; ///< the next one of the same point; -1: none
  double gap;        ///< m; below 0
} BrnContactRest;

typedef struct BrnBodyContact {
  const BrnModel* model;
  int* rule_of; ///< of each two parts in model->contact; -1: none       (part_count x part_count)
  BrnOutside* outside;
  BrnContact* search;
  double* start;             ///< points of the outside where a part begins, m   (point_count x 3)
  double *position, *before; ///< points of the outside, now and a moment ago, m  (point_count x 3)
  double* rest_normal;       ///< of the triangles at rest                     (triangle_count x 3)
  int* first_rest;           ///< of each point; -1: none                             (point_count)
  BrnContactRest* at_rest;
  size_t rest_capacity;
  int* none;     ///< a memory of contacts that has none                (of the search)
  double margin; ///< what is nearer than this is followed, m
  BrnContactPlane *plane, *last; ///< the list (count), and the one before
  int count, last_count;
  size_t capacity, last_capacity;
  int* first; ///< plane of a point in the list before; -1: none                      (point_count)
  int* next;  ///< the next one of the same point                                   (last_capacity)
  size_t next_capacity;
  double* move;     ///< of the nodes, and of the points, along a step, m
  bool known;       ///< has this part of a step looked at a shape before?
  bool fresh;       ///< is this the first iteration of a part?
  bool steady;      ///< is the shape nearly found, so that places stay?
  int steady_looks; ///< since then
  int pass;         ///< how often the multipliers have grown in this part
} BrnBodyContact;

// ------------------------------------------------------------------------------------------ planes

BrnStatus brn__body_contact_create(BrnContext* ctx, const BrnBody* body, BrnBodyContact** out);
void brn__body_contact_destroy(BrnContext* ctx, BrnBodyContact* c);
/// Nothing is known of any shape; slip is counted from the points x of the body.
BrnStatus brn__body_contact_forget(BrnContext* ctx, BrnBodyContact* c, const double* x);
/// Planes at the points x of the body; multipliers go along.
BrnStatus brn__body_contact_look(BrnContext* ctx, BrnBodyContact* c, const double* x);

// --------------------------------------------------------------------------------------------- law

/// g at the points x of the body, m.
double brn__contact_gap(const BrnContactPlane* plane, const double* x);
/// P, Pa.
double brn__contact_pressure(const BrnContactPlane* plane, double gap);
/// What a point has slid by, m.
double brn__contact_slip(const BrnContactPlane* plane, const double* x);
double brn__contact_friction_energy(const BrnContactPlane* plane, const double* x);
/// Adds what drags at the point, N.
void brn__contact_add_friction(const BrnContactPlane* plane, const double* x, double f[3]);
void brn__contact_friction_stiffness(BrnContext* ctx, const BrnContactPlane* plane, BrnBody* body);
/// All of the force on the point, N. The corners of the triangle share its opposite by -weight.
void brn__contact_force(const BrnContactPlane* plane, const double* x, double f[3]);
/// At the points x of the body, J.
double brn__body_contact_energy(const BrnBodyContact* c, const double* x);
/// Adds to the gradient, and to the stiffness when it is wanted.
void brn__body_contact_evaluate(BrnContext* ctx, const BrnBodyContact* c, BrnBody* body,
                                BrnWant want);
