// SPDX-License-Identifier: Apache-2.0
//
// The triangles of a picture, part by part: what each looks like, its skin with normals, values and
// fibres, and what is cut.

#include "render/scenery.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ values

static const BrnReplayValue error_value = {
    .name = "error",
    .title = "distance to the other run",
    .unit = "m",
    .on = BRN_ON_VERTEX,
    .natural = {NAN, NAN},
    .middle = NAN,
};

static BrnStatus find_error(BrnScenery* g) {
  if (!g->def->other) {
    return brn__fail(g->ctx, BRN_INVALID, "colours by error need a second run to compare with");
  }
  g->color.about = &error_value;
  g->color.value = brn__new(g->ctx, brn__scenery_vertex_count(g), double);
  if (!g->color.value) return BRN_NO_MEMORY;
  return brn_replay_distance(g->replay, g->index, g->def->other, g->color.value);
}

static bool has_value(const BrnReplay* replay, const char* name) {
  for (int i = 0; i < replay->value_count; i++) {
    if (strcmp(replay->value[i].name, name) == 0) return true;
  }
  return false;
}

static BrnStatus find_values(BrnScenery* g) {
  const char* name = g->def->color_by;
  if (name && strcmp(name, "error") == 0) {
    BRN_TRY(find_error(g));
  } else if (name) {
    BRN_TRY(brn_replay_values(g->replay, g->index, name, &g->color));
  }
  if (!has_value(g->replay, "activation")) return BRN_OK;
  return brn_replay_values(g->replay, g->index, "activation", &g->activation);
}

// ------------------------------------------------------------------------------------------- looks

static BrnLook look_of(const BrnScenery* g, int part) {
  BrnReplayKind kind = g->replay->part[part].kind;
  BrnLook look = {.group = part, .opacity = g->opacity[part], .gloss = 0.30f, .shine = 38};
  look.soft = kind == BRN_REPLAY_MUSCLE;
  look.grain = kind == BRN_REPLAY_MUSCLE && !g->color.value ? 1 : 0;
  if (kind == BRN_REPLAY_BONE) look.gloss = 0.07f, look.shine = 9;
  if (kind == BRN_REPLAY_TENDON) look.gloss = 0.42f, look.shine = 70;
  if (kind == BRN_REPLAY_OTHER) look.gloss = 0.16f, look.shine = 24;
  look.valued = brn__scenery_is_valued(g, part);
  return look;
}

static BrnStatus add_looks(const BrnScenery* g) {
  for (int p = 0; p < g->replay->part_count; p++) {
    g->look[p] = -1;
    if (g->opacity[p] == 0) continue;
    BRN_TRY(brn__soup_add_look(g->ctx, g->soup, look_of(g, p), &g->look[p]));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- skins

typedef struct SkinArrays {
  double *point, *rest;       // (points x 3)
  double* fibre;              // (points x 3); zero: none
  double *value, *activation; // (points)
} SkinArrays;

static BrnStatus find_skin_arrays(const BrnScenery* g, int part, SkinArrays* a) {
  const BrnSkin* skin = &g->replay->part[part].skin;
  size_t count = (size_t)skin->rider.point_count;
  a->point = brn__scratch(g->ctx, 3 * count, double);
  a->rest = brn__scratch(g->ctx, 3 * count, double);
  a->fibre = brn__scratch_zero(g->ctx, 3 * count, double);
  a->value = brn__scratch_zero(g->ctx, count, double);
  a->activation = brn__scratch_zero(g->ctx, count, double);
  if (!a->point || !a->rest || !a->fibre || !a->value || !a->activation) return BRN_NO_MEMORY;
  brn_riders_apply(g->ctx, &skin->rider, g->position, a->point);
  brn_riders_apply(g->ctx, &skin->rider, g->replay->mesh->position, a->rest);
  if (brn__scenery_is_valued(g, part)) {
    BRN_TRY(brn_skin_values(g->replay, part, &g->color, a->value));
  }
  if (g->replay->model && look_of(g, part).grain > 0) {
    BRN_TRY(brn__scenery_directions(g, part, a->fibre));
  }
  if (g->activation.value && g->replay->part[part].kind == BRN_REPLAY_MUSCLE) {
    BRN_TRY(brn_skin_values(g->replay, part, &g->activation, a->activation));
  }
  return BRN_OK;
}

static void add_skin_vertices(const BrnScenery* g, int part, const SkinArrays* a) {
  const BrnSkin* skin = &g->replay->part[part].skin;
  for (int i = 0; i < skin->rider.point_count; i++) {
    BrnSoupVertex v = {.value = (float)a->value[i]};
    v.tendon = skin->tendon ? (float)skin->tendon[i] : 0;
    if (g->replay->part[part].kind == BRN_REPLAY_TENDON) v.tendon = 1;
    brn__copy3(v.point, a->point + 3 * (size_t)i);
    for (size_t k = 0; k < 3; k++) {
      v.rest[k] = (float)a->rest[3 * (size_t)i + k];
      v.fibre[k] = (float)a->fibre[3 * (size_t)i + k];
    }
    brn__scenery_color(g, part, v.tendon, a->activation[i], v.color);
    brn__soup_add_vertex(g->soup, &v);
  }
}

// edges between triangles of one polygon, which are a fan, are not drawn
static unsigned wire_edges(const BrnSkin* skin, int t) {
  if (!skin->polygon) return BRN_ALL_EDGES;
  bool first = t == 0 || skin->polygon[t - 1] != skin->polygon[t];
  bool last = t + 1 == skin->triangle_count || skin->polygon[t + 1] != skin->polygon[t];
  return (first ? 1u : 0u) | 2u | (last ? 4u : 0u);
}

static void add_skin_triangles(const BrnScenery* g, int part, int first_vertex) {
  const BrnSkin* skin = &g->replay->part[part].skin;
  for (int t = 0; t < skin->triangle_count; t++) {
    BrnSoupTriangle triangle = {.look = g->look[part], .edges = wire_edges(skin, t)};
    for (int c = 0; c < 3; c++) {
      triangle.corner[c] = first_vertex + skin->triangle[3 * (size_t)t + (size_t)c];
    }
    if (g->def->flat) brn__soup_flatten(g->soup, &triangle);
    brn__soup_add_triangle(g->soup, &triangle);
  }
}

static BrnStatus add_skin(const BrnScenery* g, int part) {
  const BrnSkin* skin = &g->replay->part[part].skin;
  BrnScratchMark mark = brn__scratch_mark(g->ctx);
  SkinArrays arrays;
  BrnStatus status = find_skin_arrays(g, part, &arrays);
  if (status == BRN_OK) {
    status = brn__soup_reserve(g->ctx, g->soup, (size_t)skin->rider.point_count,
                               (size_t)skin->triangle_count);
  }
  if (status == BRN_OK) {
    int first_vertex = g->soup->vertex_count, first = g->soup->triangle_count;
    add_skin_vertices(g, part, &arrays);
    add_skin_triangles(g, part, first_vertex);
    if (!g->def->flat) status = brn__soup_smooth(g->ctx, g->soup, first);
  }
  brn__scratch_release(g->ctx, mark);
  return status;
}

// surfaces have no tets that could be taken away whole
static bool is_whole(const BrnScenery* g) {
  return g->def->cut_whole && g->replay->mesh->tet_count > 0;
}

static BrnStatus add_skins(const BrnScenery* g) {
  if (g->def->cut && is_whole(g)) return brn__scenery_crinkles(g);
  for (int p = 0; p < g->replay->part_count; p++) {
    if (g->look[p] >= 0) BRN_TRY(add_skin(g, p));
  }
  return brn__soup_drop_doubles(g->ctx, g->soup);
}

// ---------------------------------------------------------------------------------------- together

static BrnStatus gather_cut(const BrnScenery* g) {
  const BrnPictureDef* def = g->def;
  if (!def->cut || is_whole(g)) return BRN_OK;
  if (!(brn__norm3(def->cut_normal) > 0)) {
    return brn__fail(g->ctx, BRN_INVALID, "the normal of the cut plane has no length");
  }
  BRN_TRY(brn__soup_clip(g->ctx, g->soup, def->cut_point, def->cut_normal));
  return brn__scenery_sections(g);
}

static BrnStatus gather_all(BrnScenery* g, double low[3], double high[3]) {
  BRN_TRY(brn_replay_positions(g->replay, g->index, g->position));
  BRN_TRY(brn_replay_bounds(g->replay, g->position, low, high));
  g->radius = brn__distance3(low, high) / 2;
  BRN_TRY(brn__scenery_opacity(g));
  BRN_TRY(find_values(g));
  BRN_TRY(add_looks(g));
  BRN_TRY(add_skins(g));
  if (g->def->fibres > 0) BRN_TRY(brn__scenery_fibres(g));
  if (g->def->flow > 0) BRN_TRY(brn__scenery_flow(g));
  BRN_TRY(gather_cut(g));
  if (g->def->inner) BRN_TRY(brn__scenery_inner(g));
  if (g->def->action) BRN_TRY(brn__scenery_action(g));
  return g->def->joints ? brn__scenery_joints(g) : BRN_OK;
}

BrnStatus brn__scenery(BrnContext* ctx, BrnReplay* replay, int index, const BrnPictureDef* def,
                       BrnSoup* soup, const BrnReplayValue** about, double low[3], double high[3]) {
  BrnScenery g = {.ctx = ctx, .replay = replay, .index = index, .def = def, .soup = soup};
  size_t parts = (size_t)replay->part_count;
  g.position = brn__new(ctx, 3 * (size_t)brn__scenery_vertex_count(&g), double);
  g.opacity = brn__new(ctx, parts, float);
  g.look = brn__new(ctx, parts, int);
  BrnStatus status = BRN_NO_MEMORY;
  if (g.position && g.opacity && g.look) status = gather_all(&g, low, high);
  *about = g.color.about;
  brn_values_free(ctx, &g.color);
  brn_values_free(ctx, &g.activation);
  brn__free(ctx, g.position);
  brn__free(ctx, g.opacity);
  brn__free(ctx, g.look);
  if (status != BRN_OK) brn__soup_free(ctx, soup);
  return status;
}
