// SPDX-License-Identifier: Apache-2.0
//
// A body of surfaces, made by hand: two bones and two muscles, each a box, an envelope around the
// first bone, ties from one muscle to the other, a hinge, a sensor and a signal.
//
//   bone   x -0.1 to 0     m   x 0 to 0.2, y -0.02 to 0.02, three inner points in a row
//   tip    x 0.2 to 0.3    n   x 0 to 0.2, y  0.05 to 0.07, one inner point

#pragma once

#include "anatomy/build.h"
#include "anatomy/model_test.h"
#include "brawn/solver.h"
#include "core/core.h"

enum { BODY_PARTS = 4, BODY_SURFACES = 5, BOX_EDGES = 18 };

static inline char* body_text(BrnContext* ctx, const char* text) {
  char* copy = brn__strdup(ctx, text);
  ENSURE(copy != NULL);
  return copy;
}

/// Corner i + 2 j + 4 k is low or high in x, y, z.
static inline BrnMesh* body_box(BrnContext* ctx, const double low[3], const double high[3]) {
  static const int face[12][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                                  {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 8, 12, 0, &mesh));
  memcpy(mesh->triangle, face, sizeof face);
  for (int v = 0; v < 8; v++) {
    for (int k = 0; k < 3; k++) mesh->position[3 * v + k] = v >> k & 1 ? high[k] : low[k];
  }
  return mesh;
}

static inline void body_add_surface(BrnContext* ctx, BrnModel* model, const char* name,
                                    const double low[3], const double high[3]) {
  BrnModelSurface* surface = &model->surface[model->surface_count];
  *surface = (BrnModelSurface){.name = body_text(ctx, name), .first = 8 * model->surface_count++};
  surface->mesh = body_box(ctx, low, high);
}

static inline void body_make_surfaces(BrnContext* ctx, BrnModel* model) {
  static const struct {
    const char* name;
    double low[3], high[3];
  } box[BODY_SURFACES] = {{"bone", {-0.1, -0.05, -0.05}, {0, 0.05, 0.05}},
                          {"tip", {0.2, -0.05, -0.05}, {0.3, 0.05, 0.05}},
                          {"m", {0, -0.02, -0.02}, {0.2, 0.02, 0.02}},
                          {"n", {0, 0.05, -0.02}, {0.2, 0.07, 0.02}},
                          {"envelope", {-0.12, -0.07, -0.07}, {0.02, 0.07, 0.07}}};
  model->surface = brn__new_zero(ctx, BODY_SURFACES, BrnModelSurface);
  for (int i = 0; i < BODY_SURFACES; i++) {
    body_add_surface(ctx, model, box[i].name, box[i].low, box[i].high);
  }
}

/// All surfaces one after another, and four inner points.
static inline void body_make_mesh(BrnContext* ctx, BrnModel* model) {
  static const double inner[4][3] = {{0.05, 0, 0}, {0.1, 0, 0}, {0.15, 0, 0}, {0.1, 0.06, 0}};
  int vertices = 8 * BODY_SURFACES + 4, triangles = 12 * BODY_SURFACES;
  ENSURE_OK(ctx, brn_mesh_create(ctx, vertices, triangles, 0, &model->mesh));
  model->mesh->triangle_label = brn__new_zero(ctx, triangles, int);
  for (int s = 0; s < BODY_SURFACES; s++) {
    const BrnMesh* from = model->surface[s].mesh;
    memcpy(model->mesh->position + 24 * s, from->position, 24 * sizeof(double));
    for (int i = 0; i < 36; i++) model->mesh->triangle[36 * s + i] = 8 * s + from->triangle[i];
    for (int t = 0; t < 12; t++) {
      model->mesh->triangle_label[12 * s + t] = s < BODY_PARTS ? s + 1 : 0;
    }
    if (s == BODY_PARTS) continue;
    ENSURE_OK(
        ctx, brn_mesh_name_label(ctx, model->mesh, BRN_ON_TRIANGLE, s + 1, model->surface[s].name));
  }
  memcpy(model->mesh->position + 24 * BODY_SURFACES, inner, sizeof inner);
  model->mass = brn__new_zero(ctx, vertices, double);
  model->vertex_bone = brn__new(ctx, vertices, int);
  model->original = brn__new(ctx, vertices, int);
  for (int v = 0; v < vertices; v++) {
    model->vertex_bone[v] = v < 16 ? v / 8 : -1;
    model->original[v] = v;
    model->mass[v] = v < 16 ? 0 : 0.01;
  }
}

static inline void body_make_parts(BrnContext* ctx, BrnModel* model) {
  model->part = brn__new_zero(ctx, BODY_PARTS, BrnModelPart);
  model->part_count = BODY_PARTS;
  for (int p = 0; p < BODY_PARTS; p++) {
    model->part[p] = (BrnModelPart){.name = body_text(ctx, model->surface[p].name),
                                    .kind = p < 2 ? BRN_PART_BONE : BRN_PART_MUSCLE,
                                    .owner = p % 2,
                                    .label = p + 1,
                                    .surface = p,
                                    .component_count = 1,
                                    .volume = p < 2    ? 1e-3
                                              : p == 2 ? 3.2e-4
                                                       : 1.6e-4};
  }
}

static inline void body_make_bones(BrnContext* ctx, BrnModel* model) {
  model->bone = brn__new_zero(ctx, 2, BrnModelBone);
  model->bone_count = 2;
  for (int b = 0; b < 2; b++) {
    BrnModelBone* bone = &model->bone[b];
    *bone = (BrnModelBone){.name = body_text(ctx, b ? "tip" : "bone"), .part = b, .motion = -1};
    bone->fixed = true;
    bone->mass = 1;
    bone->centre[0] = b ? 0.25 : -0.05;
    bone->vertex = brn__new(ctx, 8, int);
    bone->vertex_count = 8;
    for (int i = 0; i < 8; i++) bone->vertex[i] = 8 * b + i;
  }
  model->joint = brn__new_zero(ctx, 1, BrnModelJoint);
  model->joint_count = 1;
  model->joint[0] = (BrnModelJoint){.name = body_text(ctx, "hinge"),
                                    .type = BRN_JOINT_HINGE,
                                    .child = 1,
                                    .point = {0.2, 0, 0},
                                    .axis = {0, 0, 1},
                                    .limits = {-3, 3},
                                    .fit_error = NAN};
}

static inline void body_make_attachment(BrnContext* ctx, BrnModel* model) {
  static const int at[4] = {16, 18, 20, 22};
  model->attachment = brn__new_zero(ctx, 1, BrnModelAttachment);
  model->attachment_count = 1;
  BrnModelAttachment* out = &model->attachment[0];
  *out = (BrnModelAttachment){.name = body_text(ctx, "m origin"), .vertex_count = 4, .area = 1e-3};
  out->vertex = brn__new(ctx, 4, int);
  out->holder = brn__new_zero(ctx, 4, int);
  memcpy(out->vertex, at, sizeof at);
}

static inline void body_make_line(BrnContext* ctx, BrnModel* model, int unit, const int* vertex,
                                  int count) {
  BrnModelUnit* out = &model->unit_list[unit];
  out->line_count = count;
  out->line = brn__new(ctx, 3 * count, double);
  out->line_weight = brn__new_zero(ctx, 4 * count, double);
  out->line_vertex = brn__new(ctx, 4 * count, int);
  for (int i = 0; i < count; i++) {
    memcpy(out->line + 3 * i, model->mesh->position + 3 * vertex[i], 3 * sizeof(double));
    for (int k = 0; k < 4; k++) out->line_vertex[4 * i + k] = vertex[i];
    out->line_weight[4 * i] = 1;
  }
}

static inline void body_make_units(BrnContext* ctx, BrnModel* model) {
  static const int through[3] = {40, 41, 42}, along[2] = {24, 25};
  model->muscle = brn__new_zero(ctx, 2, BrnModelMuscle);
  model->unit_list = brn__new_zero(ctx, 2, BrnModelUnit);
  model->muscle_count = model->unit_count = 2;
  for (int u = 0; u < 2; u++) {
    const char* name = u ? "n" : "m";
    model->muscle[u] = (BrnModelMuscle){body_text(ctx, name), u, 1};
    model->unit_list[u] = (BrnModelUnit){.name = body_text(ctx, name),
                                         .muscle = u,
                                         .origin = u ? -1 : 0,
                                         .insertion = -1,
                                         .signal = u ? 0 : -1,
                                         .volume = u ? 1.6e-4 : 3.2e-4,
                                         .length = u ? 0.2 : 0.1};
  }
  body_make_line(ctx, model, 0, through, 3);
  body_make_line(ctx, model, 1, along, 2);
}

static inline void body_make_edges(BrnContext* ctx, const BrnModel* model, BrnModelFlesh* flesh) {
  flesh->edge = brn__new(ctx, 2 * BOX_EDGES, int);
  for (int t = 0; t < 12; t++) {
    const int* corner = model->surface[flesh->surface].mesh->triangle + 3 * t;
    for (int k = 0; k < 3; k++) {
      int a = corner[k], b = corner[(k + 1) % 3];
      if (a > b) continue; // the other triangle has it
      flesh->edge[2 * flesh->edge_count] = flesh->first + a;
      flesh->edge[2 * flesh->edge_count++ + 1] = flesh->first + b;
    }
  }
  ENSURE_INT(flesh->edge_count, BOX_EDGES);
}

static inline void body_make_flesh(BrnContext* ctx, BrnModel* model) {
  model->flesh = brn__new_zero(ctx, 2, BrnModelFlesh);
  model->flesh_count = 2;
  for (int i = 0; i < 2; i++) {
    BrnModelFlesh* flesh = &model->flesh[i];
    *flesh = (BrnModelFlesh){.name = body_text(ctx, i ? "n" : "m"), .part = 2 + i, .unit = i};
    flesh->surface = 2 + i;
    flesh->first = 16 + 8 * i;
    flesh->vertex_count = 8;
    flesh->first_triangle = 24 + 12 * i;
    flesh->triangle_count = 12;
    flesh->first_inner = i ? 43 : 40;
    flesh->inner_count = i ? 1 : 3;
    flesh->parent = brn__new(ctx, 3, int);
    flesh->inner = brn__new_zero(ctx, 8, int);
    flesh->fibre = brn__new_zero(ctx, 3 * 11, double);
    for (int k = 0; k < 11; k++) flesh->fibre[3 * k] = 1;
    for (int k = 0; k < 3; k++) flesh->parent[k] = i == 1 || k == 1 ? -1 : 1;
    for (int v = 0; i == 0 && v < 8; v++) flesh->inner[v] = v & 1 ? 2 : 0;
    body_make_edges(ctx, model, flesh);
    flesh->length = 0.2;
    flesh->volume = i ? 1.6e-4 : 3.2e-4;
    flesh->volume_ratio = 1;
    flesh->stiffness[0] = flesh->stiffness[1] = flesh->across = 5e5;
    flesh->damping = NAN;
    flesh->contact = true;
  }
}

/// Two ties from the underside of n to the upper side of m.
static inline void body_make_fascia(BrnContext* ctx, BrnModel* model) {
  model->fascia = brn__new_zero(ctx, 1, BrnModelFascia);
  model->fascia_count = 1;
  BrnModelFascia* fascia = &model->fascia[0];
  *fascia = (BrnModelFascia){.name = body_text(ctx, "deep"), .flesh = 1, .count = 2};
  fascia->target_count = 1;
  fascia->stiffness = 0.5;
  fascia->vertex = brn__new(ctx, 2, int);
  fascia->weight = brn__new_zero(ctx, 6, double);
  fascia->target = brn__new(ctx, 1, int);
  fascia->surface = brn__new(ctx, 2, int);
  fascia->triangle = brn__new(ctx, 2, int);
  fascia->barycentric = brn__new_zero(ctx, 6, double);
  fascia->distance = brn__new(ctx, 2, double);
  fascia->offset = brn__new_zero(ctx, 6, double);
  fascia->side = brn__new(ctx, 2, double);
  fascia->target[0] = 2;
  for (int i = 0; i < 2; i++) {
    fascia->vertex[i] = 24 + i;
    fascia->weight[3 * i] = 1;
    fascia->surface[i] = 2;
    fascia->triangle[i] = 6 + i;
    fascia->barycentric[3 * i] = 1;
    fascia->distance[i] = fascia->offset[3 * i + 2] = 0.03;
    fascia->side[i] = 1;
  }
}

static inline void body_make_rest(BrnContext* ctx, BrnModel* model) {
  model->envelope.surface = 4;
  model->envelope.bone = brn__new(ctx, 32, int);
  model->envelope.weight = brn__new_zero(ctx, 32, double);
  for (int i = 0; i < 32; i++) {
    model->envelope.bone[i] = i % 4 ? -1 : 0;
    model->envelope.weight[i] = i % 4 == 0;
  }
  model->sensor = brn__new_zero(ctx, 1, BrnModelSensor);
  model->sensor_count = 1;
  model->sensor[0] = (BrnModelSensor){.name = body_text(ctx, "angle"), .bone = -1, .other = -1};
  model->sensor[0].unit = -1;
  for (int k = 0; k < 3; k++) model->sensor[0].along[k] = NAN;
  model->signal = brn__new_zero(ctx, 1, BrnModelSignal);
  model->signal_count = 1;
  model->signal[0] = (BrnModelSignal){.name = body_text(ctx, "reflex"), .weight = 1};
}

/// Everything of it belongs to the context: brn_model_destroy().
static inline BrnModel* body_make(BrnContext* ctx) {
  BrnModel* model = brn__new_zero(ctx, 1, BrnModel);
  model->name = body_text(ctx, "boxes");
  model->solver = brn_solver_def_default();
  brn_solver_def_choose(&model->solver, "xpbd");
  model->frames = (BrnSceneFrames){.first = 1, .last = 3, .per_second = 24};
  body_make_surfaces(ctx, model);
  body_make_mesh(ctx, model);
  body_make_parts(ctx, model);
  body_make_bones(ctx, model);
  body_make_attachment(ctx, model);
  body_make_units(ctx, model);
  body_make_flesh(ctx, model);
  body_make_fascia(ctx, model);
  body_make_rest(ctx, model);
  ENSURE_OK(ctx, brn__model_hang(ctx, NULL, model));
  return model;
}
