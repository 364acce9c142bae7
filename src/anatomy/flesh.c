// SPDX-License-Identifier: Apache-2.0
//
// Flesh of a body of surfaces: the inner structure of each muscle (Romeo et al. 2018, section 3),
// the edges that hold its surface, and what it is like.

#include "anatomy/pieces.h"
#include "core/vec.h"
#include "mesh/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- settings

static const BrnSceneFlesh* settings_of(const BrnBuild* build, const BrnModelPart* part) {
  return part->kind == BRN_PART_MUSCLE ? &build->scene->muscle[part->owner].flesh : NULL;
}

static BrnStatus make_curve(BrnBuild* build, const BrnSceneFlesh* def, const char* where,
                            BrnTrack** out) {
  if (def->volume_curve_count == 0) return BRN_OK;
  BrnSceneValue value = {.key = def->volume_curve, .key_count = def->volume_curve_count};
  value.curve = BRN_CURVE_SMOOTH;
  return brn__build_track(build, where, BRN_TRACK_SCALAR, &value, 1, out);
}

// A sheet with two sides, or one that was modelled without a thickness: next to a ball of the same
// area, whose volume is 0.094 area^1.5, it holds nothing.
static bool is_flat(const BrnSurfaceReport* report) {
  return !(fabs(report->volume) > 1e-6 * report->area * sqrt(report->area));
}

// Only a closed surface has a volume that can be kept.
static BrnStatus take_volume(BrnBuild* build, BrnModelFlesh* flesh) {
  BrnSurfaceReport report;
  const BrnMesh* mesh = build->model->surface[flesh->surface].mesh;
  BRN_TRY(brn_surface_report(build->ctx, mesh, false, &report));
  if (!report.closed) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "\"%s\": its surface is open (%d edges of one triangle), so its volume is not kept; "
             "close the holes, and join vertices that lie on each other",
             flesh->name, report.boundary_edge_count);
  } else if (is_flat(&report)) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "\"%s\": its surface is flat, so it has no volume to keep; give it a thickness",
             flesh->name);
  } else {
    flesh->volume = build->model->part[flesh->part].volume;
  }
  return BRN_OK;
}

static BrnStatus take_settings(BrnBuild* build, BrnModelFlesh* flesh) {
  const BrnModelPart* part = &build->model->part[flesh->part];
  const BrnSceneFlesh* def = settings_of(build, part);
  flesh->volume_ratio = 1;
  flesh->stiffness[0] = flesh->stiffness[1] = flesh->across = 5e7; // a tendon hardly gives
  flesh->damping = NAN;
  flesh->contact = true;
  if (!def) return BRN_OK;
  flesh->rest_activation = def->rest_activation;
  flesh->volume_ratio = def->volume_ratio;
  memcpy(flesh->stiffness, def->stiffness, sizeof flesh->stiffness);
  flesh->across = def->across;
  flesh->follow = def->follow;
  flesh->iterations = def->iterations;
  flesh->damping = def->damping;
  flesh->thickness = def->thickness;
  flesh->contact = def->contact;
  BrnWhere where = brn__where("muscles.%s.flesh.volume_curve", part->name);
  return make_curve(build, def, where.text, &flesh->volume_curve);
}

BrnStatus brn__build_flesh(BrnBuild* build) {
  for (int f = 0; f < build->model->flesh_count; f++) {
    BRN_TRY(take_settings(build, &build->model->flesh[f]));
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------- inner structure

// vertices of an attachment, as the surface counts them
static BrnStatus end_of(BrnBuild* build, const BrnModelFlesh* flesh, int attachment,
                        BrnVertexSet* out) {
  *out = (BrnVertexSet){0};
  if (attachment < 0) return BRN_OK;
  const BrnModelAttachment* from = &build->model->attachment[attachment];
  int* vertex = brn__scratch(build->ctx, from->vertex_count, int);
  if (!vertex) return BRN_NO_MEMORY;
  for (int i = 0; i < from->vertex_count; i++) vertex[i] = from->vertex[i] - flesh->first;
  *out = (BrnVertexSet){vertex, from->vertex_count};
  return BRN_OK;
}

static BrnStatus propose_roots(BrnBuild* build, const BrnModelFlesh* flesh, int** root,
                               int* count) {
  const BrnModel* model = build->model;
  const BrnMesh* mesh = model->surface[flesh->surface].mesh;
  BrnVertexSet ends[2] = {{0}};
  if (flesh->unit >= 0) {
    BRN_TRY(end_of(build, flesh, model->unit_list[flesh->unit].origin, &ends[0]));
    BRN_TRY(end_of(build, flesh, model->unit_list[flesh->unit].insertion, &ends[1]));
  }
  bool both = ends[0].count > 0 && ends[1].count > 0;
  return brn_inner_propose_roots(build->ctx, mesh, both ? &ends[0] : NULL, both ? &ends[1] : NULL,
                                 root, count);
}

static BrnStatus pick_roots(BrnBuild* build, const BrnModelFlesh* flesh, const char* name,
                            int** root, int* count) {
  BrnVertexList list;
  BrnWhere where = brn__where("muscles.%s.flesh.roots", flesh->name);
  BRN_TRY(brn__build_select(build, name, &list));
  *root = list.vertex;
  *count = 0;
  for (int i = 0; i < list.count; i++) {
    int v = list.vertex[i] - flesh->first;
    if (v >= 0 && v < flesh->vertex_count) (*root)[(*count)++] = v;
  }
  if (*count > 0 && *count < flesh->vertex_count) return BRN_OK;
  if (*count > 0) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: the selection \"%s\" has all vertices of the muscle, so nothing is left "
                     "to grow to; take a ring around its belly, or leave `roots` out",
                     where.text, name);
  }
  return brn__fail(build->ctx, BRN_INVALID,
                   "%s: the selection \"%s\" has no vertex of the muscle; name its `parts`",
                   where.text, name);
}

// Inner points are at most an eighth of the length apart, and not farther than a muscle is thick:
// else links that lean would tie it in between them, when it swells, like a string of sausages.
static double usual_spacing(const BrnModelPart* part, const BrnInner* inner) {
  static const double pi = 3.14159265358979323846;
  double length = brn_inner_length(inner), radius = sqrt(part->volume / (pi * length));
  return fmin(length / 8, fmax(radius, length / 24));
}

static BrnStatus grow_from(BrnBuild* build, const BrnModelFlesh* flesh, BrnInnerDef* def,
                           BrnInner** out) {
  const BrnModelPart* part = &build->model->part[flesh->part];
  const BrnMesh* mesh = build->model->surface[flesh->surface].mesh;
  const BrnSceneFlesh* given = settings_of(build, part);
  if (given && !isnan(given->spacing)) def->spacing = given->spacing;
  BRN_TRY(brn_inner_create(build->ctx, mesh, def, out));
  if (def->spacing > 0 || !(brn_inner_length(*out) > 0) || !(part->volume > 0)) return BRN_OK;
  def->spacing = usual_spacing(part, *out);
  brn_inner_destroy(build->ctx, *out);
  *out = NULL;
  return brn_inner_create(build->ctx, mesh, def, out);
}

static BrnStatus grow(BrnBuild* build, BrnModelFlesh* flesh, BrnInner** out) {
  const BrnModelPart* part = &build->model->part[flesh->part];
  const BrnSceneFlesh* def = settings_of(build, part);
  int* root = NULL;
  int count = 0;
  BrnStatus status = def && def->roots ? pick_roots(build, flesh, def->roots, &root, &count)
                                       : propose_roots(build, flesh, &root, &count);
  if (status == BRN_OK) {
    BrnInnerDef inner = brn_inner_def_default();
    inner.root = root;
    inner.root_count = count;
    status = grow_from(build, flesh, &inner, out);
  }
  flesh->root = root;
  flesh->root_count = root ? count : 0;
  return brn__build_at(build, status, "the inner structure of \"%s\"", part->name);
}

// the points join the mesh behind all others
static BrnStatus join_inner(BrnBuild* build, const BrnInner* inner, BrnModelFlesh* flesh) {
  BrnMesh* mesh = build->model->mesh;
  BrnContext* ctx = build->ctx;
  size_t count = (size_t)inner->count, all = count + (size_t)flesh->vertex_count;
  flesh->first_inner = mesh->vertex_count;
  BRN_TRY(brn__grow_block(ctx, &mesh->position, (size_t)mesh->vertex_count + count,
                          3 * sizeof(double)));
  memcpy(mesh->position + 3 * (size_t)mesh->vertex_count, inner->position,
         3 * sizeof(double) * count);
  mesh->vertex_count += inner->count;
  flesh->inner_count = inner->count;
  flesh->length = brn_inner_length(inner);
  flesh->parent = brn__new(ctx, count, int);
  flesh->inner = brn__new(ctx, flesh->vertex_count, int);
  flesh->fibre = brn__new(ctx, 3 * all, double);
  if (!flesh->parent || !flesh->inner || !flesh->fibre) return BRN_NO_MEMORY;
  memcpy(flesh->parent, inner->parent, sizeof(int) * count);
  memcpy(flesh->inner, inner->of_vertex, sizeof(int) * (size_t)flesh->vertex_count);
  memcpy(flesh->fibre, inner->fibre, 3 * sizeof(double) * all);
  return BRN_OK;
}

static BrnStatus make_inner(BrnBuild* build, BrnModelFlesh* flesh) {
  BrnInner* inner = NULL;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = grow(build, flesh, &inner);
  if (status == BRN_OK) status = join_inner(build, inner, flesh);
  brn_inner_destroy(build->ctx, inner);
  brn__scratch_release(build->ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------- edges

static int compare_pairs(const void* a, const void* b) {
  const int *p = a, *q = b;
  return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

static void put_pair(int* pair, int a, int b) { pair[0] = a < b ? a : b, pair[1] = a < b ? b : a; }

// Triangle t and the next one are the two halves a b c, a c d of a quad.
static bool is_quad(const BrnMesh* mesh, int t) {
  if (!mesh->polygon || t + 1 >= mesh->triangle_count) return false;
  int id = mesh->polygon[t];
  bool alone = (t == 0 || mesh->polygon[t - 1] != id) &&
               (t + 2 >= mesh->triangle_count || mesh->polygon[t + 2] != id);
  return alone && mesh->polygon[t + 1] == id;
}

// Edges of triangles, where one half of each quad's diagonals is among; the other halves follow.
static int list_pairs(const BrnMesh* mesh, int first, int* pair, int* diagonal, int* diagonals) {
  int count = 0;
  *diagonals = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* c = mesh->triangle + 3 * (size_t)t;
    for (int k = 0; k < 3; k++) {
      if (c[k] == c[(k + 1) % 3]) continue;
      put_pair(pair + 2 * (size_t)count++, first + c[k], first + c[(k + 1) % 3]);
    }
    if (is_quad(mesh, t) && c[1] != c[5]) {
      put_pair(diagonal + 2 * (size_t)(*diagonals)++, first + c[1], first + c[5]);
    }
  }
  qsort(pair, (size_t)count, 2 * sizeof(int), compare_pairs);
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (i > 0 && compare_pairs(pair + 2 * (size_t)i, pair + 2 * (size_t)(i - 1)) == 0) continue;
    memmove(pair + 2 * (size_t)kept++, pair + 2 * (size_t)i, 2 * sizeof(int));
  }
  return kept;
}

static BrnStatus make_edges(BrnBuild* build, BrnModelFlesh* flesh) {
  const BrnMesh* mesh = build->model->surface[flesh->surface].mesh;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  int* pair = brn__scratch(build->ctx, 6 * (size_t)mesh->triangle_count, int);
  int* diagonal = brn__scratch(build->ctx, 2 * (size_t)mesh->triangle_count, int);
  BrnStatus status = BRN_NO_MEMORY;
  if (pair && diagonal) {
    int edges = list_pairs(mesh, flesh->first, pair, diagonal, &flesh->diagonal_count);
    flesh->edge_count = edges + flesh->diagonal_count;
    flesh->edge = brn__new(build->ctx, 2 * (size_t)flesh->edge_count, int);
    if (flesh->edge) {
      status = BRN_OK;
      memcpy(flesh->edge, pair, 2 * sizeof(int) * (size_t)edges);
      memcpy(flesh->edge + 2 * (size_t)edges, diagonal,
             2 * sizeof(int) * (size_t)flesh->diagonal_count);
    }
  }
  brn__scratch_release(build->ctx, mark);
  return status;
}

// ---------------------------------------------------------------------------------- line of action

static int nearest_inner(const BrnModel* model, const BrnModelFlesh* flesh, const double* point) {
  int nearest = 0;
  double best = INFINITY;
  for (int i = 0; i < flesh->inner_count; i++) {
    const double* p = model->mesh->position + 3 * (size_t)(flesh->first_inner + i);
    double distance = brn__distance3(p, point);
    if (distance < best) best = distance, nearest = i;
  }
  return nearest;
}

static int farthest_inner(const BrnModel* model, const BrnModelFlesh* flesh, int from) {
  int farthest = from;
  double best = -1;
  const double* p = model->mesh->position + 3 * (size_t)(flesh->first_inner + from);
  for (int i = 0; i < flesh->inner_count; i++) {
    double distance =
        brn__distance3(model->mesh->position + 3 * (size_t)(flesh->first_inner + i), p);
    if (distance > best) best = distance, farthest = i;
  }
  return farthest;
}

// from one inner point up to where the ways meet, and down to the other one
static int walk(const BrnModelFlesh* flesh, int from, int to, int* path) {
  int up = 0, down = 0;
  int* tail = path + flesh->inner_count + 1;
  for (int i = from; i >= 0; i = flesh->parent[i]) path[up++] = i;
  for (int i = to; i >= 0; i = flesh->parent[i]) tail[down++] = i;
  while (up > 1 && down > 1 && path[up - 2] == tail[down - 2]) up--, down--; // common beginning
  if (path[up - 1] == tail[down - 1]) down--;
  while (down > 0) path[up++] = tail[--down];
  return up;
}

static BrnStatus make_line(BrnBuild* build, const BrnModelFlesh* flesh, const int* path, int count,
                           BrnModelUnit* unit) {
  BrnContext* ctx = build->ctx;
  unit->line = brn__new(ctx, 3 * (size_t)count, double);
  unit->line_weight = brn__new_zero(ctx, 4 * (size_t)count, double);
  unit->line_vertex = brn__new(ctx, 4 * (size_t)count, int);
  if (!unit->line || !unit->line_weight || !unit->line_vertex) return BRN_NO_MEMORY;
  unit->line_count = count;
  for (int i = 0; i < count; i++) {
    int vertex = flesh->first_inner + path[i];
    brn__copy3(unit->line + 3 * (size_t)i, build->model->mesh->position + 3 * (size_t)vertex);
    for (int k = 0; k < 4; k++) unit->line_vertex[4 * (size_t)i + k] = vertex;
    unit->line_weight[4 * (size_t)i] = 1;
    if (i == 0) continue;
    unit->length += brn__distance3(unit->line + 3 * (size_t)i, unit->line + 3 * (size_t)(i - 1));
  }
  unit->fibre_length = unit->length;
  unit->area = unit->length > 0 ? unit->volume / unit->length : 0;
  return BRN_OK;
}

// the way through the inner structure between the ends, or between its two farthest points
static BrnStatus draw_line(BrnBuild* build, const BrnModelFlesh* flesh) {
  BrnModel* model = build->model;
  BrnModelUnit* unit = &model->unit_list[flesh->unit];
  unit->volume = model->part[flesh->part].volume;
  int far = farthest_inner(model, flesh, farthest_inner(model, flesh, 0));
  int end[2] = {far, farthest_inner(model, flesh, far)};
  if (unit->origin >= 0) {
    end[0] = nearest_inner(model, flesh, model->attachment[unit->origin].centre);
    if (unit->insertion < 0) end[1] = farthest_inner(model, flesh, end[0]);
  }
  if (unit->insertion >= 0) {
    end[1] = nearest_inner(model, flesh, model->attachment[unit->insertion].centre);
    if (unit->origin < 0) end[0] = farthest_inner(model, flesh, end[1]);
  }
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  int* path = brn__scratch(build->ctx, 2 * (size_t)flesh->inner_count + 2, int);
  BrnStatus status = BRN_NO_MEMORY;
  if (path) status = make_line(build, flesh, path, walk(flesh, end[0], end[1], path), unit);
  brn__scratch_release(build->ctx, mark);
  return status;
}

// ---------------------------------------------------------------------------------------- the step

static BrnStatus make_flesh(BrnBuild* build, int p, int first_triangle, BrnModelFlesh* flesh) {
  const BrnModel* model = build->model;
  const BrnModelPart* part = &model->part[p];
  const BrnModelSurface* surface = &model->surface[part->surface];
  *flesh = (BrnModelFlesh){.part = p, .unit = -1, .surface = part->surface};
  flesh->first = surface->first;
  flesh->vertex_count = surface->mesh->vertex_count;
  flesh->first_triangle = first_triangle;
  flesh->triangle_count = surface->mesh->triangle_count;
  if (part->kind == BRN_PART_MUSCLE) {
    int own = build->part_unit[p] < 0 ? 0 : build->part_unit[p];
    flesh->unit = model->muscle[part->owner].first_unit + own;
  }
  flesh->name = brn__strdup(build->ctx, part->name);
  if (!flesh->name) return BRN_NO_MEMORY;
  BRN_TRY(take_volume(build, flesh));
  BRN_TRY(make_inner(build, flesh));
  BRN_TRY(make_edges(build, flesh));
  return flesh->unit >= 0 ? draw_line(build, flesh) : BRN_OK;
}

// no vertex was taken apart
static BrnStatus note_originals(BrnBuild* build) {
  BrnModel* model = build->model;
  model->original = brn__new(build->ctx, model->mesh->vertex_count, int);
  if (!model->original) return BRN_NO_MEMORY;
  for (int v = 0; v < model->mesh->vertex_count; v++) model->original[v] = v;
  return BRN_OK;
}

BrnStatus brn__build_inner(BrnBuild* build) {
  BrnModel* model = build->model;
  int first_triangle = 0;
  model->flesh = brn__new_zero(build->ctx, model->part_count, BrnModelFlesh);
  if (!model->flesh) return BRN_NO_MEMORY;
  for (int p = 0; p < model->part_count; p++) {
    brn__build_progress(build, "inner structure", (double)p / model->part_count);
    if (model->part[p].kind != BRN_PART_BONE) {
      BrnModelFlesh* flesh = &model->flesh[model->flesh_count++];
      BRN_TRY(make_flesh(build, p, first_triangle, flesh));
    }
    first_triangle += model->surface[model->part[p].surface].mesh->triangle_count;
  }
  return note_originals(build);
}
