// SPDX-License-Identifier: Apache-2.0
//
// Selections: from the criteria of a scene to vertices or tets.

#include "anatomy/select.h"

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <stdio.h>
#include <string.h>

static BrnStatus select_named(BrnSelector* s, const char* name, bool* out);

// -------------------------------------------------------------------------------------- selector

static BrnStatus place_tets(BrnSelector* s) {
  const BrnMesh* mesh = s->build->model->mesh;
  double* place = brn__scratch(s->build->ctx, 3 * (size_t)mesh->tet_count, double);
  if (!place) return BRN_NO_MEMORY;
  for (int t = 0; t < mesh->tet_count; t++) {
    double* c = place + 3 * (size_t)t;
    c[0] = c[1] = c[2] = 0;
    for (int k = 0; k < 4; k++) {
      brn__axpy3(c, c, 0.25, mesh->position + 3 * (size_t)mesh->tet[4 * (size_t)t + k]);
    }
  }
  s->place = place;
  return BRN_OK;
}

static BrnStatus open_selector(BrnBuild* build, bool tets, BrnSelector* s) {
  const BrnMesh* mesh = build->model->mesh;
  *s = (BrnSelector){.build = build, .tets = tets};
  s->count = tets ? mesh->tet_count : mesh->vertex_count;
  s->place = mesh->position;
  s->result = brn__scratch_zero(build->ctx, build->scene->selection_count, bool*);
  if (!s->result) return BRN_NO_MEMORY;
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  s->slack = 1e-9 * brn__distance3(low, high);
  return tets ? place_tets(s) : BRN_OK;
}

static void mark_parts(const BrnSelector* s, const bool* part, bool* out) {
  const BrnMesh* mesh = s->build->model->mesh;
  if (!s->tets) {
    brn__part_vertices(s->build, part, out);
    return;
  }
  for (int t = 0; t < mesh->tet_count; t++) out[t] = part[brn__part_of_tet(mesh, t)];
}

// -------------------------------------------------------------------------------------- criteria

static bool any_left(const BrnSelecting* s) {
  return memchr(s->in, 1, (size_t)s->selector->count) != NULL;
}

static const char* item_name(const BrnSelector* s) { return s->tets ? "tet" : "vertex"; }

// at least one of other selections
static BrnStatus select_any(BrnSelecting* s) {
  BrnSelector* selector = s->selector;
  const BrnSceneSelection* selection = s->selection;
  bool* out = brn__scratch_zero(selector->build->ctx, selector->count, bool);
  if (!out) return BRN_NO_MEMORY;
  for (int i = 0; i < selection->any_count; i++) {
    BRN_TRY(select_named(selector, selection->any[i], out));
  }
  for (int i = 0; i < selector->count; i++) s->in[i] = s->in[i] && out[i];
  return BRN_OK;
}

typedef struct Criterion {
  const char* name;
  bool given;
  BrnSelectFn* keep;
} Criterion;

BrnEmptyText brn__select_empty(const char* criterion, const char* item, double miss) {
  BrnEmptyText out;
  int used = snprintf(out.text, sizeof out.text, "\"%s\" leaves no %s", criterion, item);
  if (isfinite(miss)) {
    snprintf(out.text + used, sizeof out.text - (size_t)used,
             "; the nearest %s is %s outside of it", item, BRN_LENGTH(miss));
  }
  return out;
}

static BrnStatus fail_empty(const BrnSelecting* s, const char* criterion) {
  return brn__fail(s->selector->build->ctx, BRN_INVALID, "selections.%s: %s", s->selection->name,
                   brn__select_empty(criterion, item_name(s->selector), s->miss).text);
}

// Cheap criteria come first. The first one that leaves nothing ends the round; it is an error
// unless the selection is inverted.
static BrnStatus apply_criteria(BrnSelecting* s) {
  const BrnSceneSelection* def = s->selection;
  const Criterion criteria[] = {
      {"nearest", def->nearest_count > 0, brn__select_nearest},
      {"vertices", def->vertex_count > 0, brn__select_vertex},
      {"box", def->box_count > 0, brn__select_box},
      {"plane", def->plane != NULL, brn__select_plane},
      {"sphere", def->sphere != NULL, brn__select_sphere},
      {"any", def->any_count > 0, select_any},
      {"map", def->map != NULL, brn__select_map},
      {"near", def->near != NULL, brn__select_near},
  };
  for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++) {
    if (!criteria[i].given) continue;
    s->miss = INFINITY;
    BRN_TRY(criteria[i].keep(s));
    if (any_left(s)) continue;
    return def->invert ? BRN_OK : fail_empty(s, criteria[i].name);
  }
  return BRN_OK;
}

// what the parts have beside what the criteria left
static BrnStatus invert(BrnSelecting* s, const bool* whole) {
  for (int i = 0; i < s->selector->count; i++) s->in[i] = whole[i] && !s->in[i];
  if (any_left(s)) return BRN_OK;
  return brn__fail(s->selector->build->ctx, BRN_INVALID,
                   "selections.%s: \"invert\" leaves no %s: everything else that is given holds "
                   "for all of them",
                   s->selection->name, item_name(s->selector));
}

// -------------------------------------------------------------------------------- one selection

static void find_parts(const BrnBuild* build, const BrnSceneSelection* def, bool* part) {
  for (int p = 0; p < build->model->part_count; p++) part[p] = def->part_count == 0;
  for (int i = 0; i < def->part_count; i++) brn__build_find_part(build, def->part[i], part);
}

static BrnStatus evaluate(BrnSelector* selector, const BrnSceneSelection* def, bool* out) {
  BrnContext* ctx = selector->build->ctx;
  size_t count = (size_t)selector->count;
  bool* part = brn__scratch(ctx, selector->build->model->part_count, bool);
  bool* whole = brn__scratch_zero(ctx, count, bool);
  bool* base = brn__scratch(ctx, count, bool);
  if (!part || !whole || !base) return BRN_NO_MEMORY;
  find_parts(selector->build, def, part);
  mark_parts(selector, part, whole);
  BrnSelecting s = {.selector = selector, .selection = def, .part = part, .in = out};
  memcpy(out, whole, count);
  if (def->surface) BRN_TRY(brn__select_surface(&s));
  memcpy(base, out, count);
  s.base = base;
  BRN_TRY(apply_criteria(&s));
  return def->invert ? invert(&s, whole) : BRN_OK;
}

// each selection is worked out once, however often it is named; there are no circles
static BrnStatus select_index(BrnSelector* s, int index) {
  if (s->result[index]) return BRN_OK;
  BrnContext* ctx = s->build->ctx;
  bool* result = brn__scratch_zero(ctx, s->count, bool);
  if (!result) return BRN_NO_MEMORY;
  BRN_TRY(evaluate(s, &s->build->scene->selection[index], result));
  s->result[index] = result;
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- names

static BrnStatus select_part(BrnSelector* s, const char* name, bool* out) {
  BrnContext* ctx = s->build->ctx;
  bool* part = brn__scratch_zero(ctx, s->build->model->part_count, bool);
  bool* in = brn__scratch_zero(ctx, s->count, bool);
  if (!part || !in) return BRN_NO_MEMORY;
  brn__build_find_part(s->build, name, part);
  mark_parts(s, part, in);
  for (int i = 0; i < s->count; i++) out[i] = out[i] || in[i];
  return BRN_OK;
}

// adds what a name stands for; selections come before parts
static BrnStatus select_named(BrnSelector* s, const char* name, bool* out) {
  const BrnScene* scene = s->build->scene;
  for (int i = 0; i < scene->selection_count; i++) {
    if (strcmp(scene->selection[i].name, name) != 0) continue;
    BRN_TRY(select_index(s, i));
    for (int k = 0; k < s->count; k++) out[k] = out[k] || s->result[i][k];
    return BRN_OK;
  }
  return select_part(s, name, out);
}

BrnStatus brn__build_select(BrnBuild* build, const char* name, BrnVertexList* out) {
  BrnContext* ctx = build->ctx;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnSelector s;
  *out = (BrnVertexList){0};
  bool* in = brn__scratch_zero(ctx, build->model->mesh->vertex_count, bool);
  BrnStatus status = in ? open_selector(build, false, &s) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = select_named(&s, name, in);
  if (status == BRN_OK) status = brn__list_marked(ctx, in, s.count, out);
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__build_select_tets(BrnBuild* build, const char* name, bool* out) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnSelector s;
  memset(out, 0, (size_t)build->model->mesh->tet_count);
  BrnStatus status = open_selector(build, true, &s);
  if (status == BRN_OK) status = select_named(&s, name, out);
  brn__scratch_release(build->ctx, mark);
  return status;
}
