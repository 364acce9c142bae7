// SPDX-License-Identifier: Apache-2.0
//
// Which vertices of a soft part touch which holders, and how far the others are: by shared
// vertices, by distances to surfaces, and, where nothing is wanted but the nearest, however far.

#include "anatomy/attach.h"
#include "core/vec.h"

#include <string.h>

// A gap below half of the shortest edge is one that the mesh cannot tell. The mean edge would reach
// to the next layer of vertices where tets are flat.
static void find_shortest_edges(const BrnMesh* mesh, double* out) {
  for (int v = 0; v < mesh->vertex_count; v++) out[v] = INFINITY;
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* v = mesh->tet + 4 * (size_t)t;
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < k; i++) {
        double length =
            brn__distance3(mesh->position + 3 * (size_t)v[i], mesh->position + 3 * (size_t)v[k]);
        out[v[i]] = fmin(out[v[i]], length);
        out[v[k]] = fmin(out[v[k]], length);
      }
    }
  }
  for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) { // of a body of surfaces
    const int* t = mesh->triangle + i / 3 * 3;
    int a = t[i % 3], b = t[(i + 1) % 3];
    double length = brn__distance3(mesh->position + 3 * (size_t)a, mesh->position + 3 * (size_t)b);
    if (length > 0) out[a] = fmin(out[a], length), out[b] = fmin(out[b], length);
  }
}

BrnStatus brn__contacts_open(BrnBuild* build, BrnContacts* out) {
  BrnContext* ctx = build->ctx;
  const BrnMesh* mesh = build->model->mesh;
  int parts = build->model->part_count;
  *out = (BrnContacts){.build = build,
                       .edge = brn__scratch(ctx, mesh->vertex_count, double),
                       .box = brn__scratch(ctx, 6 * (size_t)parts, double),
                       .tet = brn__scratch(ctx, mesh->tet_count, bool),
                       .own = brn__scratch(ctx, mesh->vertex_count, bool),
                       .skin = brn__scratch(ctx, mesh->vertex_count, bool)};
  if (!out->edge || !out->box || !out->tet || !out->own || !out->skin) return BRN_NO_MEMORY;
  for (int p = 0; p < parts; p++) {
    double* box = out->box + 6 * (size_t)p;
    brn__part_bounds(build, p, box, box + 3);
  }
  find_shortest_edges(mesh, out->edge);
  return brn__part_faces(build, &out->faces);
}

BrnStatus brn__grip_take(BrnContacts* c, BrnGrip* out) {
  BrnContext* ctx = c->build->ctx;
  int count = c->build->model->mesh->vertex_count;
  *out = (BrnGrip){.in = brn__scratch(ctx, count, bool),
                   .holder = brn__scratch(ctx, count, int),
                   .distance = brn__scratch(ctx, count, double)};
  return out->in && out->holder && out->distance ? BRN_OK : BRN_NO_MEMORY;
}

void brn__grip_clear(const BrnContacts* c, BrnGrip* grip) {
  for (int v = 0; v < c->build->model->mesh->vertex_count; v++) {
    grip->in[v] = false;
    grip->holder[v] = -1;
    grip->distance[v] = INFINITY;
  }
}

void brn__grip_keep_touching(const BrnContacts* c, BrnGrip* grip) {
  for (int v = 0; v < c->build->model->mesh->vertex_count; v++) grip->in[v] = grip->holder[v] >= 0;
}

int brn__grip_count(const BrnContacts* c, const BrnGrip* grip) {
  int count = 0;
  for (int v = 0; v < c->build->model->mesh->vertex_count; v++) count += grip->in[v];
  return count;
}

// ------------------------------------------------------------------------- the soft part at hand

// c->tet is filled; parts of these tets give the boundary
static void mark_vertices(BrnContacts* c) {
  const BrnMesh* mesh = c->build->model->mesh;
  memset(c->own, 0, (size_t)mesh->vertex_count);
  memset(c->skin, 0, (size_t)mesh->vertex_count);
  for (int t = 0; t < mesh->tet_count; t++) {
    for (int k = 0; k < 4 && c->tet[t]; k++) c->own[mesh->tet[4 * (size_t)t + k]] = true;
  }
}

static void mark_skin_of_part(BrnContacts* c, int part) {
  for (int f = 0; f < c->faces.count; f++) {
    if (c->faces.part[f] != part) continue;
    for (int k = 0; k < 3; k++) {
      int v = c->faces.corner[3 * (size_t)f + k];
      c->skin[v] = c->own[v];
    }
  }
}

// where there are no tets
static void enter_surface(BrnContacts* c, int part) {
  const BrnModel* model = c->build->model;
  const BrnModelSurface* surface = &model->surface[model->part[part].surface];
  memset(c->own, 0, (size_t)model->mesh->vertex_count);
  memset(c->skin, 0, (size_t)model->mesh->vertex_count);
  memset(c->own + surface->first, 1, (size_t)surface->mesh->vertex_count);
  mark_skin_of_part(c, part);
}

void brn__contacts_enter_unit(BrnContacts* c, int unit) {
  const BrnModel* model = c->build->model;
  if (c->build->surfaces) {
    enter_surface(c, brn__unit_part(c->build, unit));
    return;
  }
  const BrnModelUnit* list = &model->unit_list[unit];
  memset(c->tet, 0, (size_t)model->mesh->tet_count);
  for (int i = 0; i < list->tet_count; i++) c->tet[list->tet[i]] = true;
  mark_vertices(c);
  int last = -1; // tets of a part mostly follow each other
  for (int i = 0; i < list->tet_count; i++) {
    int part = brn__part_of_tet(model->mesh, list->tet[i]);
    if (part != last) mark_skin_of_part(c, part);
    last = part;
  }
}

void brn__contacts_enter_part(BrnContacts* c, int part) {
  const BrnMesh* mesh = c->build->model->mesh;
  if (c->build->surfaces) {
    enter_surface(c, part);
    return;
  }
  for (int t = 0; t < mesh->tet_count; t++) c->tet[t] = brn__part_of_tet(mesh, t) == part;
  mark_vertices(c);
  mark_skin_of_part(c, part);
}

// -------------------------------------------------------------------------------------- distances

// the candidates as a list of points, with the box around them
typedef struct Points {
  int count;
  int* vertex;
  double* place;
  double low[3], high[3];
  double reach; // largest
  BrnSurfacePoint* found;
} Points;

static double reach_at(const BrnContacts* c, int vertex, double within) {
  return isnan(within) ? c->edge[vertex] / 2 : within;
}

static BrnStatus take_points(BrnContacts* c, const bool* candidate, double within, Points* out) {
  BrnContext* ctx = c->build->ctx;
  const BrnMesh* mesh = c->build->model->mesh;
  size_t n = 0;
  for (int v = 0; v < mesh->vertex_count; v++) n += candidate[v];
  *out = (Points){.vertex = brn__scratch(ctx, n, int),
                  .place = brn__scratch(ctx, 3 * n, double),
                  .low = {INFINITY, INFINITY, INFINITY},
                  .high = {-INFINITY, -INFINITY, -INFINITY},
                  .found = brn__scratch(ctx, n, BrnSurfacePoint)};
  if (!out->vertex || !out->place || !out->found) return BRN_NO_MEMORY;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (!candidate[v]) continue;
    const double* p = mesh->position + 3 * (size_t)v;
    brn__copy3(out->place + 3 * (size_t)out->count, p);
    out->vertex[out->count++] = v;
    out->reach = fmax(out->reach, reach_at(c, v, within));
    for (int i = 0; i < 3; i++) {
      out->low[i] = fmin(out->low[i], p[i]);
      out->high[i] = fmax(out->high[i], p[i]);
    }
  }
  return BRN_OK;
}

static bool boxes_meet(const double* box, const Points* points) {
  for (int i = 0; i < 3; i++) {
    if (box[i] > points->high[i] + points->reach) return false;
    if (box[3 + i] < points->low[i] - points->reach) return false;
  }
  return true;
}

static bool in_box(const double* p, const double* box) {
  for (int i = 0; i < 3; i++) {
    if (p[i] < box[i] || p[i] > box[3 + i]) return false;
  }
  return true;
}

// Distance of a candidate: 0 for shared vertices, where only rounding is left, and inside.
static double settle(const BrnContacts* c, const BrnBvh* bvh, const double* box, Points* points,
                     int i) {
  const double* p = points->place + 3 * (size_t)i;
  double distance = points->found[i].triangle < 0 ? INFINITY : points->found[i].distance;
  if (distance <= 1e-9 * c->edge[points->vertex[i]]) return 0;
  return in_box(p, box) && brn_bvh_winding(bvh, p) > 0.5 ? 0 : distance;
}

static BrnStatus touch_holder(BrnContacts* c, int holder, double within, Points* points,
                              BrnGrip* grip) {
  const double* box = c->box + 6 * (size_t)holder;
  const BrnBvh* bvh;
  if (!boxes_meet(box, points)) return BRN_OK;
  BRN_TRY(brn__build_part_bvh(c->build, holder, &bvh));
  double reach = points->reach * (1 + 1e-9);
  brn_bvh_closest_batch(c->build->ctx, bvh, points->place, points->count, reach, points->found);
  for (int i = 0; i < points->count; i++) {
    int v = points->vertex[i];
    double distance = settle(c, bvh, box, points, i);
    if (distance > reach_at(c, v, within) * (1 + 1e-9)) continue;
    if (distance >= grip->distance[v]) continue;
    grip->distance[v] = distance;
    grip->holder[v] = holder;
  }
  return BRN_OK;
}

BrnStatus brn__grip_touch(BrnContacts* c, const bool* candidate, const bool* holder, double within,
                          BrnGrip* grip) {
  BrnScratchMark mark = brn__scratch_mark(c->build->ctx);
  Points points;
  BrnStatus status = take_points(c, candidate, within, &points);
  for (int p = 0; p < c->build->model->part_count && status == BRN_OK; p++) {
    if (holder[p]) status = touch_holder(c, p, within, &points, grip);
  }
  brn__scratch_release(c->build->ctx, mark);
  return status;
}

BrnStatus brn__contacts_nearest(BrnContacts* c, const bool* holder, int* out, double* distance) {
  const BrnMesh* mesh = c->build->model->mesh;
  *out = -1;
  *distance = INFINITY;
  for (int p = 0; p < c->build->model->part_count; p++) {
    const BrnBvh* bvh;
    if (!holder[p]) continue;
    BRN_TRY(brn__build_part_bvh(c->build, p, &bvh));
    for (int v = 0; v < mesh->vertex_count; v++) {
      if (!c->skin[v]) continue;
      BrnSurfacePoint at = brn_bvh_closest(bvh, mesh->position + 3 * (size_t)v, *distance);
      if (at.triangle >= 0 && at.distance < *distance) *distance = at.distance, *out = p;
    }
  }
  return BRN_OK;
}
