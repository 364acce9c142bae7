// SPDX-License-Identifier: Apache-2.0
//
// From a frame of a replay to the triangles of its picture.
//
//   gather.c        the order of things, and skins
//   gather_looks.c  which parts are shown, and how opaque
//   gather_colors.c colours of parts, numbers at the vertices of the mesh
//   gather_directions.c  which way fibres run on a skin
//   gather_lines.c  fibres, lines of action, joints
//   section.c       what a plane shows of the tets that it cuts
//   crinkle.c       what is left when tets are taken away whole

#pragma once

#include "brawn/render.h"
#include "render/soup.h"

typedef struct BrnGather {
  BrnContext* ctx;
  BrnReplay* replay;
  int index;
  const BrnPictureDef* def;
  double* position;     // of the mesh in the frame                 (vertex_count x 3)
  float* opacity;       // of the parts; 0: not shown               (part_count)
  int* look;            // of the parts in the soup; -1: not shown   (part_count)
  BrnValues color;      // to colour by; value NULL: nothing
  BrnValues activation; // value NULL: not known
  double radius;        // of the sphere around it all, m
  BrnSoup* soup;
} BrnGather;

/// The frame's triangles and positions. `color.about` stays valid with the replay.
/// @param about what is coloured by; NULL: nothing
/// @param low, high box around all skins
BrnStatus brn__gather(BrnContext* ctx, BrnReplay* replay, int index, const BrnPictureDef* def,
                      BrnSoup* soup, const BrnReplayValue** about, double low[3], double high[3]);

BrnStatus brn__gather_opacity(const BrnGather* g);

/// Is a part coloured by the value? Bones keep their colour in values of tets: nothing happens in
/// them.
bool brn__gather_is_valued(const BrnGather* g, int part);
/// Linear light; tendon and activation 0 to 1.
void brn__gather_color(const BrnGather* g, int part, double tendon, double activation,
                       float out[3]);
/// Numbers at the vertices of the mesh that a part has; those of tets are means over its tets.
/// @param value of tets or vertices; NULL: all are 0
/// @param count tets of the part around each vertex, (vertex_count)
/// @param out   (vertex_count)
void brn__gather_means(const BrnGather* g, int part, BrnDomain on, const double* value, int* count,
                       double* out);
/// Colour, tendon and value of vertices of the mesh, for a part.
typedef struct BrnPaint {
  int* count; // (vertex_count)
  double *tendon, *activation, *value;
} BrnPaint;
BrnStatus brn__gather_paint_create(const BrnGather* g, BrnPaint* paint); // from the scratch
void brn__gather_paint_part(const BrnGather* g, int part, BrnPaint* paint);
BrnSoupVertex brn__gather_paint_vertex(const BrnGather* g, int part, const BrnPaint* paint,
                                       int vertex);

/// Fibres at rest at the points of a part's skin, from the tets of the part around; zero: none.
/// @param out (rider.point_count x 3)
BrnStatus brn__gather_directions(const BrnGather* g, int part, double* out);

BrnStatus brn__gather_fibres(const BrnGather* g);
BrnStatus brn__gather_action(const BrnGather* g);
BrnStatus brn__gather_joints(const BrnGather* g);
BrnStatus brn__gather_sections(const BrnGather* g);
BrnStatus brn__gather_crinkles(const BrnGather* g);

static inline int brn__gather_vertex_count(const BrnGather* g) {
  return g->replay->mesh->vertex_count;
}
