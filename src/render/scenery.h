// SPDX-License-Identifier: Apache-2.0
//
// From a frame of a replay to the triangles of its picture.
//
//   scenery.c             the order of things, and skins
//   scenery_looks.c       which parts are shown, and how opaque
//   scenery_colors.c      colours of parts, numbers at the vertices of the mesh
//   scenery_directions.c  which way fibres run on a skin
//   scenery_lines.c       fibres, lines of action, joints
//   scenery_inner.c       inner structure and flow of muscles that are surfaces
//   section.c             what a plane shows of the tets that it cuts
//   crinkle.c             what is left when tets are taken away whole

#pragma once

#include "brawn/render.h"
#include "render/soup.h"

typedef struct BrnScenery {
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
} BrnScenery;

/// The frame's triangles and positions. `color.about` stays valid with the replay.
/// @param about what is coloured by; NULL: nothing
/// @param low, high box around all skins
BrnStatus brn__scenery(BrnContext* ctx, BrnReplay* replay, int index, const BrnPictureDef* def,
                       BrnSoup* soup, const BrnReplayValue** about, double low[3], double high[3]);

BrnStatus brn__scenery_opacity(const BrnScenery* g);

/// Is a part coloured by the value? Bones keep their colour in those of soft parts: nothing happens
/// in them.
bool brn__scenery_is_valued(const BrnScenery* g, int part);
/// Linear light; tendon and activation 0 to 1.
void brn__scenery_color(const BrnScenery* g, int part, double tendon, double activation,
                        float out[3]);
/// Colour, tendon and value of vertices of the mesh, for a part.
typedef struct BrnPaint {
  int* count; // (vertex_count)
  double *tendon, *activation, *value;
} BrnPaint;
BrnStatus brn__scenery_paint_create(const BrnScenery* g, BrnPaint* paint); // from the scratch
void brn__scenery_paint_part(const BrnScenery* g, int part, BrnPaint* paint);
BrnSoupVertex brn__scenery_paint_vertex(const BrnScenery* g, int part, const BrnPaint* paint,
                                        int vertex);

/// Fibres at rest at the points of a part's skin, from the tets of the part around; zero: none.
/// @param out (rider.point_count x 3)
BrnStatus brn__scenery_directions(const BrnScenery* g, int part, double* out);

BrnStatus brn__scenery_fibres(const BrnScenery* g);
BrnStatus brn__scenery_inner(const BrnScenery* g);
BrnStatus brn__scenery_flow(const BrnScenery* g);
BrnStatus brn__scenery_action(const BrnScenery* g);
BrnStatus brn__scenery_joints(const BrnScenery* g);
BrnStatus brn__scenery_sections(const BrnScenery* g);
BrnStatus brn__scenery_crinkles(const BrnScenery* g);

static inline int brn__scenery_vertex_count(const BrnScenery* g) {
  return g->replay->mesh->vertex_count;
}
