// SPDX-License-Identifier: Apache-2.0

#include "export/usda.h"

// The tets as one UsdGeomTetMesh, which conforms across parts, with a subset of tets for each part.
// A tet of positive volume is right-handed in USD's sense, too: the change of axes is no mirror.

enum { DEPTH = 2 }; // of what is in the solid: /run/solid

static void write_tuples(BrnSink* sink, const char* declared, const int* index, size_t count,
                         size_t width) {
  brn__usda_indent(sink, DEPTH);
  brn__sink_printf(sink, "%s = [", declared);
  for (size_t i = 0; i < count * width; i++) {
    brn__sink_text(sink, i % width ? ", " : i ? ", (" : "(");
    brn__sink_int(sink, index[i]);
    if (i % width == width - 1) brn__sink_bytes(sink, ")", 1);
  }
  brn__sink_text(sink, "]\n");
}

// in vertices of the mesh
static BrnStatus write_surface(BrnUsda* usda) {
  const BrnMesh* mesh = usda->job->replay->mesh;
  BrnSurface* surface;
  BRN_TRY(brn_mesh_boundary(usda->ctx, mesh, &surface));
  int* corner = surface->mesh->triangle;
  size_t count = (size_t)surface->mesh->triangle_count;
  for (size_t i = 0; i < 3 * count; i++) corner[i] = surface->vertex[corner[i]];
  write_tuples(usda->sink, "int3[] surfaceFaceVertexIndices", corner, count, 3);
  brn_surface_destroy(usda->ctx, surface);
  return BRN_OK;
}

static void write_subset(BrnUsda* usda, int p) {
  BrnSink* sink = usda->sink;
  const BrnMesh* mesh = usda->job->replay->mesh;
  const BrnReplayPart* part = brn__export_part(usda->job, p);
  bool first = true;
  brn__sink_printf(
      sink, "\n        def GeomSubset \"%s\" (\n            displayName = ", usda->material[p]);
  brn__usda_string(sink, part->name);
  brn__sink_text(sink, "\n            prepend apiSchemas = [\"MaterialBindingAPI\"]\n        )\n"
                       "        {\n            uniform token elementType = \"tetrahedron\"\n"
                       "            uniform token familyName = \"materialBind\"\n"
                       "            int[] indices = [");
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label[t] != part->label) continue;
    if (!first) brn__sink_bytes(sink, ", ", 2);
    brn__sink_int(sink, t);
    first = false;
  }
  brn__sink_printf(sink, "]\n            rel material:binding = </%s/materials/%s>\n        }\n",
                   usda->root, usda->material[p]);
}

BrnStatus brn__usda_write_solid(BrnUsda* usda) {
  const BrnMesh* mesh = usda->job->replay->mesh;
  BrnSink* sink = usda->sink;
  const BrnUsdaBody* body = &usda->body[usda->body_count - 1];
  brn__sink_text(sink, "\n    def TetMesh \"solid\"\n    {\n"
                       "        uniform token orientation = \"rightHanded\"\n"
                       "        uniform token purpose = \"guide\"\n");
  write_tuples(sink, "int4[] tetVertexIndices", mesh->tet, (size_t)mesh->tet_count, 4);
  BRN_TRY(write_surface(usda));
  brn__usda_points(usda, body, DEPTH);
  for (int p = 0; mesh->tet_label && p < usda->job->part_count; p++) write_subset(usda, p);
  brn__sink_text(sink, "    }\n");
  return BRN_OK;
}
