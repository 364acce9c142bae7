// SPDX-License-Identifier: Apache-2.0
//
// Everything a picture shows, as one list of triangles: skins, sections, tubes.

#pragma once

#include "brawn/replay.h"
#include "core/core.h"

/// How the triangles of one thing look.
typedef struct BrnLook {
  int group;     // triangles of one closed thing: a translucent one is seen where it is entered
  float opacity; // above 0 to 1
  float gloss;   // strength of highlights, and how small they are; tendon has its own
  float shine;
  bool valued; // its colour is that of its values
  bool soft;   // light creeps around its edges a little, as in flesh
  float grain; // strength of streaks along the fibres
} BrnLook;

typedef struct BrnSoupVertex {
  double point[3]; // m
  float color[3];  // linear light
  float tendon;    // 0 to 1
  float value;
  float rest[3]; // where it is at rest, m, and the fibre there; zero: none
  float fibre[3];
} BrnSoupVertex;

/// Bit k of `edges`: the edge from corner k to the next is one of the wire.
typedef struct BrnSoupTriangle {
  int corner[3];
  float normal[3][3]; // of the corners
  int look;
  unsigned edges;
} BrnSoupTriangle;

enum { BRN_ALL_EDGES = 7 };

typedef struct BrnSoup {
  int vertex_count, triangle_count, look_count;
  size_t vertex_capacity, triangle_capacity, look_capacity;
  BrnSoupVertex* vertex;
  BrnSoupTriangle* triangle;
  BrnLook* look;
} BrnSoup;

void brn__soup_free(BrnContext* ctx, BrnSoup* soup);
/// Room for that many more; the counts stay.
BrnStatus brn__soup_reserve(BrnContext* ctx, BrnSoup* soup, size_t vertices, size_t triangles);
BrnStatus brn__soup_add_look(BrnContext* ctx, BrnSoup* soup, BrnLook look, int* index);
/// Adds within what was reserved; the index of the vertex.
int brn__soup_add_vertex(BrnSoup* soup, const BrnSoupVertex* vertex);
void brn__soup_add_triangle(BrnSoup* soup, const BrnSoupTriangle* triangle);

/// Normals of the triangles from `first` on, smooth by the angles at the corners, but not over
/// creases.
BrnStatus brn__soup_smooth(BrnContext* ctx, BrnSoup* soup, int first);
/// The normal of the plane at all corners.
void brn__soup_flatten(const BrnSoup* soup, BrnSoupTriangle* triangle);

/// Of opaque triangles in the same place only the first stays.
BrnStatus brn__soup_drop_doubles(BrnContext* ctx, BrnSoup* soup);

/// Takes away what is on the side of the normal.
BrnStatus brn__soup_clip(BrnContext* ctx, BrnSoup* soup, const double point[3],
                         const double normal[3]);

/// A tube along points, twice the radius wide, open at its ends. The vertices get what
/// `like` has, and of `color` (NULL: none), a row of 3 for each point, their colours; `value`, too.
typedef struct BrnTube {
  const double* point;
  int count;
  double radius;
  int look;
  BrnSoupVertex like;
  const float* color; // (count x 3)
  const float* value; // (count)
} BrnTube;
BrnStatus brn__soup_add_tube(BrnContext* ctx, BrnSoup* soup, const BrnTube* tube);
BrnStatus brn__soup_add_ball(BrnContext* ctx, BrnSoup* soup, const double centre[3], double radius,
                             int look, const BrnSoupVertex* like);
