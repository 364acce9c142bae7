// SPDX-License-Identifier: Apache-2.0
//
// Loads: forces, tractions and pressures on what is selected.

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <string.h>

// the boundary of the mesh, and what of it is loaded
typedef struct Loaded {
  const BrnMesh* mesh;
  const BrnSurface* boundary;
  bool* in;     // chosen vertices of the mesh                          (vertex_count)
  double* area; // a third of the loaded faces around each vertex, m^2   (vertex_count)
  double total; // m^2
  int face_count;
} Loaded;

static void corners_of(const BrnSurface* boundary, int f, int corner[3]) {
  for (int k = 0; k < 3; k++) {
    corner[k] = boundary->vertex[boundary->mesh->triangle[3 * (size_t)f + k]];
  }
}

static bool is_loaded(const Loaded* l, int f, int corner[3]) {
  corners_of(l->boundary, f, corner);
  return l->in[corner[0]] && l->in[corner[1]] && l->in[corner[2]];
}

static void measure(Loaded* l) {
  double centroid[3];
  int corner[3];
  for (int f = 0; f < l->boundary->mesh->triangle_count; f++) {
    if (!is_loaded(l, f, corner)) continue;
    double area = brn__face_area(l->mesh, corner, centroid);
    l->face_count++;
    l->total += area;
    for (int k = 0; k < 3; k++) l->area[corner[k]] += area / 3;
  }
}

static BrnStatus list_faces(BrnContext* ctx, const Loaded* l, BrnModelLoad* out) {
  int corner[3];
  out->face = brn__new(ctx, 3 * (size_t)l->face_count, int);
  if (!out->face) return BRN_NO_MEMORY;
  for (int f = 0; f < l->boundary->mesh->triangle_count; f++) {
    if (!is_loaded(l, f, corner)) continue;
    memcpy(out->face + 3 * (size_t)out->face_count++, corner, sizeof corner);
  }
  return BRN_OK;
}

// Vertices of the loaded faces; without faces all that were chosen.
static BrnStatus list_vertices(BrnContext* ctx, Loaded* l, BrnModelLoad* out) {
  BrnVertexList list;
  for (int v = 0; v < l->mesh->vertex_count && l->face_count > 0; v++) l->in[v] = l->area[v] > 0;
  BRN_TRY(brn__list_marked(ctx, l->in, l->mesh->vertex_count, &list));
  out->vertex = list.vertex;
  out->vertex_count = list.count;
  return BRN_OK;
}

// a force is shared by area, or evenly where there is none; a traction goes by area as it is
static BrnStatus spread(BrnContext* ctx, const Loaded* l, const double* vector, BrnModelLoad* out) {
  out->force = brn__new(ctx, 3 * (size_t)out->vertex_count, double);
  if (!out->force) return BRN_NO_MEMORY;
  for (int i = 0; i < out->vertex_count; i++) {
    double share = l->area[out->vertex[i]];
    if (out->kind == BRN_LOAD_FORCE) {
      share = l->face_count > 0 ? share / l->total : 1.0 / out->vertex_count;
    }
    brn__scale3(out->force + 3 * (size_t)i, share, vector);
  }
  return BRN_OK;
}

const char* brn__load_no_face(const BrnSceneLoad* load) {
  return load->kind == BRN_LOAD_TRACTION
             ? "no face of the mesh's boundary has its three vertices in it, and a traction needs "
               "faces; widen the selection"
             : "no face of the mesh's boundary has its three vertices in it, and a pressure needs "
               "faces; widen the selection";
}

static BrnStatus apply(BrnBuild* build, const BrnSceneLoad* load, Loaded* l, BrnModelLoad* out) {
  BrnContext* ctx = build->ctx;
  measure(l);
  if (load->kind != BRN_LOAD_FORCE && l->face_count == 0) {
    return brn__fail(ctx, BRN_INVALID, "loads.%s.on: %s", load->name, brn__load_no_face(load));
  }
  if (load->kind != BRN_LOAD_FORCE) BRN_TRY(list_faces(ctx, l, out));
  BRN_TRY(list_vertices(ctx, l, out));
  if (load->kind != BRN_LOAD_PRESSURE) return spread(ctx, l, load->vector, out);
  out->pressure = load->pressure;
  return BRN_OK;
}

static BrnStatus select_and_apply(BrnBuild* build, const BrnSceneLoad* load,
                                  const BrnSurface* boundary, BrnModelLoad* out) {
  BrnContext* ctx = build->ctx;
  const BrnMesh* mesh = build->model->mesh;
  BrnVertexList list;
  Loaded l = {.mesh = mesh,
              .boundary = boundary,
              .in = brn__scratch_zero(ctx, mesh->vertex_count, bool),
              .area = brn__scratch_zero(ctx, mesh->vertex_count, double)};
  if (!l.in || !l.area) return BRN_NO_MEMORY;
  BRN_TRY(brn__select_all(build, load->on, load->on_count, &list));
  for (int i = 0; i < list.count; i++) l.in[list.vertex[i]] = true;
  brn__free(ctx, list.vertex);
  return apply(build, load, &l, out);
}

static BrnStatus make_load(BrnBuild* build, const BrnSceneLoad* load, const BrnSurface* boundary,
                           BrnModelLoad* out) {
  BrnWhere where = brn__where("loads.%s.scale", load->name);
  BrnSceneValue scale = load->scale;
  if (scale.key_count == 0 && isnan(scale.value)) scale.value = 1;
  out->kind = load->kind;
  out->name = brn__strdup(build->ctx, load->name);
  if (!out->name) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = select_and_apply(build, load, boundary, out);
  brn__scratch_release(build->ctx, mark);
  BRN_TRY(status);
  return brn__build_track(build, where.text, BRN_TRACK_SCALAR, &scale, 1, &out->scale);
}

BrnStatus brn__build_loads(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnScene* scene = build->scene;
  BrnSurface* boundary;
  BrnStatus status = BRN_OK;
  if (scene->load_count == 0) return BRN_OK;
  model->load = brn__new_zero(build->ctx, scene->load_count, BrnModelLoad);
  if (!model->load) return BRN_NO_MEMORY;
  BRN_TRY(brn_mesh_boundary(build->ctx, model->mesh, &boundary));
  for (int i = 0; i < scene->load_count && status == BRN_OK; i++) {
    model->load_count = i + 1; // a half-made one is freed with the model
    status = make_load(build, &scene->load[i], boundary, &model->load[i]);
  }
  brn_surface_destroy(build->ctx, boundary);
  return status;
}
