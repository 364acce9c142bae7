// SPDX-License-Identifier: Apache-2.0
//
// A skin in USD text: its faces, its material, and what changes with time.

#include "export/color.h"
#include "export/usda.h"
#include "io/polygon.h"

#include <math.h>

enum { DEPTH = 3 }; // of what is in a mesh: /run/muscles/biceps

// ------------------------------------------------------------------------------------------- faces

static void write_counts(BrnSink* sink, const BrnMesh* mesh) {
  BrnPolygon p = brn__polygon_first(mesh);
  brn__usda_indent(sink, DEPTH);
  brn__sink_text(sink, "int[] faceVertexCounts = [");
  for (bool first = true; p.corner_count; p = brn__polygon_next(mesh, p), first = false) {
    if (!first) brn__sink_bytes(sink, ", ", 2);
    brn__sink_int(sink, p.corner_count);
  }
  brn__sink_text(sink, "]\n");
}

static void write_corners(BrnSink* sink, const BrnMesh* mesh) {
  BrnPolygon p = brn__polygon_first(mesh);
  bool first = true;
  brn__usda_indent(sink, DEPTH);
  brn__sink_text(sink, "int[] faceVertexIndices = [");
  for (; p.corner_count; p = brn__polygon_next(mesh, p)) {
    for (int i = 0; i < p.corner_count; i++, first = false) {
      if (!first) brn__sink_bytes(sink, ", ", 2);
      brn__sink_int(sink, brn__polygon_corner(mesh, p, i));
    }
  }
  brn__sink_text(sink, "]\n");
}

static void write_faces(BrnSink* sink, const BrnSkin* skin) {
  const BrnMesh mesh = {.vertex_count = skin->rider.point_count,
                        .triangle_count = skin->triangle_count,
                        .triangle = skin->triangle,
                        .polygon = skin->polygon};
  write_counts(sink, &mesh);
  write_corners(sink, &mesh);
}

// ------------------------------------------------------------------------------------------ values

// Normals are for shading: three digits are enough, and keep files short.
static void write_thousandth(BrnSink* sink, int value) {
  if (value < 0) brn__sink_bytes(sink, "-", 1);
  value = value < 0 ? -value : value;
  char text[8] = {(char)('0' + value / 1000), '.', (char)('0' + value / 100 % 10),
                  (char)('0' + value / 10 % 10), (char)('0' + value % 10)};
  size_t length = value % 1000 == 0 ? 1 : 5;
  while (length > 1 && text[length - 1] == '0') length--;
  brn__sink_bytes(sink, text, length);
}

static void write_normals(BrnSink* sink, const BrnUsdaBody* body, int sample) {
  size_t count = (size_t)body->point_count;
  const int16_t* normal = body->normal + 3 * count * (size_t)sample;
  brn__sink_bytes(sink, "[", 1);
  for (size_t i = 0; i < 3 * count; i++) {
    brn__sink_text(sink, i % 3 ? ", " : i ? ", (" : "(");
    write_thousandth(sink, normal[i]);
    if (i % 3 == 2) brn__sink_bytes(sink, ")", 1);
  }
  brn__sink_bytes(sink, "]", 1);
}

static void write_activation(BrnSink* sink, const BrnUsdaBody* body, int sample) {
  size_t count = (size_t)body->point_count;
  brn__sink_bytes(sink, "[", 1);
  for (size_t i = 0; i < count; i++) {
    if (i) brn__sink_bytes(sink, ", ", 2);
    brn__usda_float(sink, body->activation[count * (size_t)sample + i]);
  }
  brn__sink_bytes(sink, "]", 1);
}

static void write_one_activation(BrnSink* sink, const BrnUsdaBody* body, int sample) {
  brn__sink_bytes(sink, "[", 1);
  brn__usda_float(sink, body->activation[(size_t)body->point_count * (size_t)sample]);
  brn__sink_bytes(sink, "]", 1);
}

// is a muscle as active everywhere?
static bool is_even(const BrnUsda* usda, const BrnUsdaBody* body) {
  size_t count = (size_t)body->point_count;
  for (size_t k = 0; k <= (size_t)usda->job->frame_count; k++) {
    const float* row = body->activation + count * k;
    for (size_t i = 1; i < count; i++) {
      if (fabsf(row[i] - row[0]) > 1e-6f) return false;
    }
  }
  return true;
}

static void write_activations(BrnUsda* usda, const BrnUsdaBody* body) {
  if (!body->activation || body->point_count == 0) return;
  bool even = is_even(usda, body);
  brn__usda_attribute(usda, body, DEPTH, "float[] primvars:activation",
                      even ? "interpolation = \"constant\"" : "interpolation = \"vertex\"", true,
                      even ? write_one_activation : write_activation);
}

static void write_tendon(BrnSink* sink, const BrnSkin* skin) {
  bool any = false;
  for (int i = 0; skin->tendon && i < skin->rider.point_count; i++)
    any = any || skin->tendon[i] > 0;
  if (!any) return;
  brn__usda_indent(sink, DEPTH);
  brn__sink_text(sink, "float[] primvars:tendon = [");
  for (int i = 0; i < skin->rider.point_count; i++) {
    if (i) brn__sink_bytes(sink, ", ", 2);
    brn__sink_digits(sink, skin->tendon[i], 4);
  }
  brn__sink_text(sink, "] (\n                interpolation = \"vertex\"\n            )\n");
}

// ------------------------------------------------------------------------------------------- looks

static void write_color(BrnSink* sink, const BrnReplayPart* part) {
  double linear[3];
  brn__color_linear(part->color, linear);
  float color[3] = {(float)linear[0], (float)linear[1], (float)linear[2]};
  brn__usda_triple(sink, color);
}

static void write_looks(BrnUsda* usda, int p) {
  BrnSink* sink = usda->sink;
  brn__usda_indent(sink, DEPTH);
  brn__sink_text(sink, "color3f[] primvars:displayColor = [");
  write_color(sink, brn__export_part(usda->job, p));
  brn__sink_text(sink, "] (\n                interpolation = \"constant\"\n            )\n");
  brn__usda_indent(sink, DEPTH);
  brn__sink_printf(sink, "rel material:binding = </%s/materials/%s>\n", usda->root,
                   usda->material[p]);
}

void brn__usda_write_material(BrnUsda* usda, int p) {
  BrnSink* sink = usda->sink;
  const BrnReplayPart* part = brn__export_part(usda->job, p);
  brn__sink_printf(sink,
                   "\n        def Material \"%s\"\n        {\n"
                   "            token outputs:surface.connect = "
                   "</%s/materials/%s/preview.outputs:surface>\n\n"
                   "            def Shader \"preview\"\n            {\n"
                   "                uniform token info:id = \"UsdPreviewSurface\"\n"
                   "                color3f inputs:diffuseColor = ",
                   usda->material[p], usda->root, usda->material[p]);
  write_color(sink, part);
  brn__sink_text(sink, "\n                float inputs:metallic = 0\n"
                       "                float inputs:roughness = ");
  brn__sink_double(sink, brn__color_roughness(part->kind));
  brn__sink_text(sink, "\n                token outputs:surface\n            }\n        }\n");
}

// -------------------------------------------------------------------------------------------- prim

void brn__usda_write_mesh(BrnUsda* usda, int p) {
  BrnSink* sink = usda->sink;
  const BrnReplayPart* part = brn__export_part(usda->job, p);
  const BrnUsdaBody* body = &usda->body[p];
  brn__sink_printf(sink, "\n        def Mesh \"%s\" (\n            displayName = ", usda->prim[p]);
  brn__usda_string(sink, part->name);
  brn__sink_text(sink, "\n            prepend apiSchemas = [\"MaterialBindingAPI\"]\n        )\n"
                       "        {\n");
  brn__sink_text(sink, "            uniform token subdivisionScheme = \"none\"\n"
                       "            uniform token orientation = \"rightHanded\"\n");
  write_faces(sink, &part->skin);
  brn__usda_points(usda, body, DEPTH);
  brn__usda_attribute(usda, body, DEPTH, "normal3f[] normals", "interpolation = \"vertex\"",
                      body->moves, write_normals);
  write_activations(usda, body);
  write_tendon(sink, &part->skin);
  write_looks(usda, p);
  brn__sink_text(sink, "        }\n");
}
