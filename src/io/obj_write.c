// SPDX-License-Identifier: Apache-2.0
//
// OBJ: vertices with their colours, and faces in groups.

#include "io/obj.h"

#include "io/polygon.h"

#include <string.h>

static const BrnArray* find_colour(BrnContext* ctx, const BrnMesh* mesh) {
  const BrnArray* colour = brn_mesh_find_array(mesh, "colour", BRN_ON_VERTEX);
  if (colour && colour->components != 3) colour = NULL;
  int rest = mesh->array_count - (colour != NULL);
  if (rest > 0) {
    brn__log(ctx, BRN_LOG_WARNING,
             "%d arrays left out: OBJ holds only \"colour\" (3 numbers a vertex)", rest);
  }
  return colour;
}

static void write_vertices(BrnSink* sink, const BrnMesh* mesh, const BrnArray* colour) {
  for (size_t v = 0; v < (size_t)mesh->vertex_count; v++) {
    brn__sink_text(sink, "v");
    for (size_t i = 0; i < (colour ? 6 : 3); i++) {
      brn__sink_text(sink, " ");
      brn__sink_double(sink, i < 3 ? mesh->position[3 * v + i] : colour->value[3 * v + i - 3]);
    }
    brn__sink_text(sink, "\n");
  }
}

// "g" alone goes back to label 0
static void write_group(BrnSink* sink, const BrnMesh* mesh, int label) {
  const char* name = brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, label);
  brn__sink_text(sink, "g");
  if (label != 0 || name) {
    brn__sink_text(sink, " ");
    brn__sink_label(sink, mesh, BRN_ON_TRIANGLE, label);
  }
  size_t length = name ? strlen(name) : 0;
  while (length > 0 && name[length - 1] == ' ') length--;                // as readers trim lines
  if (length > 0 && name[length - 1] == '\\') brn__sink_text(sink, "_"); // or the line would go on
  brn__sink_text(sink, "\n");
}

static void write_faces(BrnSink* sink, const BrnMesh* mesh) {
  int label = 0;
  BrnPolygon p = brn__polygon_first(mesh);
  for (; p.corner_count; p = brn__polygon_next(mesh, p)) {
    int own = mesh->triangle_label ? mesh->triangle_label[p.first_triangle] : 0;
    bool first_named = p.first_triangle == 0 && mesh->triangle_label &&
                       brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, own);
    if (own != label || first_named) write_group(sink, mesh, own);
    label = own;
    brn__sink_text(sink, "f");
    for (int i = 0; i < p.corner_count; i++) {
      brn__sink_text(sink, " ");
      brn__sink_int(sink, (int64_t)brn__polygon_corner(mesh, p, i) + 1);
    }
    brn__sink_text(sink, "\n");
  }
}

BrnStatus brn__obj_write(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                         BrnSink* sink) {
  (void)def; // there is one encoding
  write_vertices(sink, mesh, find_colour(ctx, mesh));
  write_faces(sink, mesh);
  return BRN_OK;
}
