// SPDX-License-Identifier: Apache-2.0
//
// Colours of parts: tissue, tendon, activation, and values by a colour map.

#include "render/scenery.h"

#include "render/light.h"

#include <math.h>
#include <string.h>

enum { PART_COLORS = 20 }; // of the map "part"

bool brn__scenery_is_valued(const BrnScenery* g, int part) {
  if (!g->color.value || strcmp(g->color.about->name, "part") == 0) return false;
  return !g->color.about->soft || g->replay->part[part].kind != BRN_REPLAY_BONE;
}

static void part_of_map(const BrnScenery* g, int part, double* out) {
  const char* map = g->def->map ? g->def->map : "part";
  brn_color_map(map, (part % PART_COLORS + 0.5) / PART_COLORS, out);
}

// a + s (b - a)
static void blend(double* a, double s, const double* b) {
  for (int k = 0; k < 3; k++) a[k] += s * (b[k] - a[k]);
}

// Muscles at work are redder and fuller in colour; tendon is pale. In linear light.
void brn__scenery_color(const BrnScenery* g, int part, double tendon, double activation,
                        float out[3]) {
  static const double active[3] = {0.48, 0.010, 0.008}, pale[3] = {0.82, 0.74, 0.60};
  const BrnReplayPart* about = &g->replay->part[part];
  double color[3];
  for (int k = 0; k < 3; k++) color[k] = about->color[k];
  bool by_part = g->color.value && strcmp(g->color.about->name, "part") == 0;
  if (by_part) part_of_map(g, part, color);
  for (int k = 0; k < 3; k++) color[k] = brn__to_linear(color[k]);
  if (about->kind == BRN_REPLAY_MUSCLE && !by_part) {
    blend(color, 0.8 * fmin(fmax(activation, 0), 1), active);
    blend(color, fmin(fmax(tendon, 0), 1), pale);
  }
  for (int k = 0; k < 3; k++) out[k] = (float)color[k];
}

// --------------------------------------------------------------------------- numbers at vertices

// Numbers at the vertices of the mesh that a part has; those of tets are means over its tets.
// value: of tets or vertices; NULL: all are 0. count: tets of the part around each vertex.
static void take_means(const BrnScenery* g, int part, BrnDomain on, const double* value, int* count,
                       double* out) {
  const BrnMesh* mesh = g->replay->mesh;
  int label = g->replay->part[part].label;
  memset(count, 0, sizeof *count * (size_t)mesh->vertex_count);
  memset(out, 0, sizeof *out * (size_t)mesh->vertex_count);
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label && mesh->tet_label[t] != label) continue;
    for (int c = 0; c < 4; c++) {
      int v = mesh->tet[4 * (size_t)t + (size_t)c];
      count[v]++;
      if (value) out[v] += value[on == BRN_ON_TET ? t : v];
    }
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (count[v] > 0) out[v] /= count[v];
  }
  for (int v = 0; mesh->tet_count == 0 && on == BRN_ON_VERTEX && v < mesh->vertex_count; v++) {
    count[v] = 1; // of a body of surfaces: as they are
    out[v] = value ? value[v] : 0;
  }
}

BrnStatus brn__scenery_paint_create(const BrnScenery* g, BrnPaint* paint) {
  size_t count = (size_t)brn__scenery_vertex_count(g);
  paint->count = brn__scratch(g->ctx, count, int);
  paint->tendon = brn__scratch(g->ctx, count, double);
  paint->activation = brn__scratch(g->ctx, count, double);
  paint->value = brn__scratch(g->ctx, count, double);
  bool all = paint->count && paint->tendon && paint->activation && paint->value;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

void brn__scenery_paint_part(const BrnScenery* g, int part, BrnPaint* paint) {
  const BrnModel* model = g->replay->model;
  const BrnValues *active = &g->activation, *color = &g->color;
  take_means(g, part, BRN_ON_TET, model ? model->tendon : NULL, paint->count, paint->tendon);
  take_means(g, part, active->value ? active->about->on : BRN_ON_TET, active->value, paint->count,
             paint->activation);
  take_means(g, part, color->value ? color->about->on : BRN_ON_TET, color->value, paint->count,
             paint->value);
}

BrnSoupVertex brn__scenery_paint_vertex(const BrnScenery* g, int part, const BrnPaint* paint,
                                        int vertex) {
  BrnSoupVertex out = {.tendon = (float)paint->tendon[vertex],
                       .value = (float)paint->value[vertex]};
  for (int k = 0; k < 3; k++) out.point[k] = g->position[3 * (size_t)vertex + (size_t)k];
  brn__scenery_color(g, part, paint->tendon[vertex], paint->activation[vertex], out.color);
  return out;
}
