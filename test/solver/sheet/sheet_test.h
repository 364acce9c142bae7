// SPDX-License-Identifier: Apache-2.0
//
// Bodies of surfaces for tests, made by hand: fusiform muscles side by side, each with an inner
// structure, its ends held by two bones of its own.
//
//   SheetShape shape = sheet_shape();
//   Rig rig = {.ctx = test_context()};
//   rig.model = sheet_model(rig.ctx, &shape, 1);
//   sheet_begin(&rig, &def);
//   sheet_frame(&rig, 1.0 / 24); // sets the time and steps; rig.input is yours otherwise

#pragma once

#include "solver/solver_test.h"

/// A spindle along x, from `at` on. By default that of our notes: 20 cm, 254 vertices, 504
/// triangles, 756 edges, 11 inner points.
typedef struct SheetShape {
  int rings;                  // 4 n + 1
  int sides;                  // of a ring
  double length, thick, thin; // m; radius in the middle and at the ends
  double at[3];               // where it begins, m
  double turn;                // about z, radians
  double apart;               // from one muscle to the next along z, m
  bool bones;                 // hold the ends, each a box
  bool quads;                 // both diagonals of a quad
} SheetShape;

static inline SheetShape sheet_shape(void) {
  return (SheetShape){
      .rings = 21, .sides = 12, .length = 0.2, .thick = 0.02, .thin = 0.005, .apart = 0.05};
}

static inline int sheet_vertices(const SheetShape* s) { return s->rings * s->sides + 2; }
static inline int sheet_triangles(const SheetShape* s) { return 2 * s->rings * s->sides; }
static inline int sheet_inner(const SheetShape* s) { return s->rings / 2 + 1; }

// from a place along the spindle to the world
static inline void sheet_place(const SheetShape* s, int muscle, const double local[3],
                               double out[3]) {
  double c = cos(s->turn), n = sin(s->turn);
  out[0] = s->at[0] + c * local[0] - n * local[1];
  out[1] = s->at[1] + n * local[0] + c * local[1];
  out[2] = s->at[2] + local[2] + muscle * s->apart;
}

// ---------------------------------------------------------------------------------------- surfaces

// rings, then the two tips, which lie in the planes of the first and the last ring
static inline void sheet_spindle(const SheetShape* s, int muscle, BrnMesh* mesh) {
  int n = s->sides, tip = s->rings * n, *t = mesh->triangle;
  for (int v = 0; v < tip + 2; v++) {
    int ring = v < tip ? v / n : (v - tip) * (s->rings - 1);
    double u = ring / (s->rings - 1.0), angle = 2 * M_PI * (v % n) / n;
    double r = v < tip ? s->thin + (s->thick - s->thin) * sin(M_PI * u) : 0;
    double local[3] = {u * s->length, r * cos(angle), r * sin(angle)};
    sheet_place(s, muscle, local, mesh->position + 3 * v);
  }
  for (int q = 0; q < (s->rings - 1) * n; q++, t += 6) {
    int a = q, b = q - q % n + (q + 1) % n, c = b + n, d = a + n;
    t[0] = a, t[1] = b, t[2] = c, t[3] = a, t[4] = c, t[5] = d;
  }
  for (int k = 0; k < n; k++, t += 6) {
    int last = tip - n, next = (k + 1) % n;
    t[0] = tip, t[1] = next, t[2] = k;
    t[3] = tip + 1, t[4] = last + k, t[5] = last + next;
  }
}

// a box around the end of the spindle
static inline void sheet_box(const SheetShape* s, int muscle, bool end, BrnMesh* mesh) {
  static const int corner[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  double half = 2 * s->thin, from = end ? s->length : -2 * half;
  for (int v = 0; v < 8; v++) {
    double local[3] = {from + (v & 1) * 2 * half, v & 2 ? half : -half, v & 4 ? half : -half};
    sheet_place(s, muscle, local, mesh->position + 3 * v);
  }
  memcpy(mesh->triangle, corner, sizeof corner);
}

// ------------------------------------------------------------------------------------------- flesh

static inline int sheet_compare_edges(const void* a, const void* b) {
  const int *p = a, *q = b;
  return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

static inline void sheet_add_edge(int* edge, int* count, int a, int b) {
  edge[2 * *count] = a < b ? a : b;
  edge[2 * *count + 1] = a < b ? b : a;
  ++*count;
}

static inline void sheet_edges(BrnContext* ctx, const SheetShape* s, const BrnMesh* mesh,
                               BrnModelFlesh* flesh) {
  int count = 0, kept = 0;
  flesh->edge = brn__new(ctx, 8 * (size_t)flesh->triangle_count, int);
  for (int t = 0; t < flesh->triangle_count; t++) {
    const int* v = mesh->triangle + 3 * (flesh->first_triangle + t);
    for (int k = 0; k < 3; k++) sheet_add_edge(flesh->edge, &count, v[k], v[(k + 1) % 3]);
  }
  qsort(flesh->edge, (size_t)count, 2 * sizeof(int), sheet_compare_edges);
  for (int i = 0; i < count; i++) {
    if (i > 0 && sheet_compare_edges(flesh->edge + 2 * i, flesh->edge + 2 * i - 2) == 0) continue;
    memmove(flesh->edge + 2 * kept++, flesh->edge + 2 * i, 2 * sizeof(int));
  }
  for (int q = 0; s->quads && q < (s->rings - 1) * s->sides; q++, flesh->diagonal_count++) {
    int b = q - q % s->sides + (q + 1) % s->sides, d = q + s->sides;
    sheet_add_edge(flesh->edge, &kept, flesh->first + b, flesh->first + d);
  }
  flesh->edge_count = kept;
}

// points in the middle of every other ring, the root among them; a ring between two belongs to the
// one that is nearer to the root
static inline void sheet_structure(BrnContext* ctx, const SheetShape* s, int muscle, BrnMesh* mesh,
                                   BrnModelFlesh* flesh) {
  int root = s->rings / 4, n = flesh->inner_count;
  flesh->parent = brn__new(ctx, n, int);
  flesh->inner = brn__new(ctx, flesh->vertex_count, int);
  for (int i = 0; i < n; i++) {
    double local[3] = {s->length * i / (n - 1), 0, 0};
    sheet_place(s, muscle, local, mesh->position + 3 * (flesh->first_inner + i));
    flesh->parent[i] = i < root ? i + 1 : i > root ? i - 1 : -1;
  }
  for (int v = 0; v < flesh->vertex_count; v++) {
    int ring = v / s->sides, tip = v - s->rings * s->sides;
    flesh->inner[v] = tip >= 0 ? tip * (n - 1) : ring < 2 * root ? (ring + 1) / 2 : ring / 2;
  }
}

// towards the root, along the surface where that leaves a tenth of it
static inline void sheet_fibres(BrnContext* ctx, const SheetShape* s, const BrnMesh* mesh,
                                BrnModelFlesh* flesh) {
  int points = flesh->vertex_count + flesh->inner_count;
  double* normal = calloc(3 * (size_t)points, sizeof(double));
  for (int k = 0; k < 3 * flesh->triangle_count; k++) {
    const int* v = mesh->triangle + 3 * (flesh->first_triangle + k / 3);
    double n[3], *sum = normal + 3 * (v[k % 3] - flesh->first);
    brn__triangle_normal(n, mesh->position + 3 * v[0], mesh->position + 3 * v[1],
                         mesh->position + 3 * v[2]);
    brn__add3(sum, sum, n);
  }
  flesh->fibre = brn__new(ctx, 3 * (size_t)points, double);
  for (int i = 0; i < points; i++) {
    int inner = i < flesh->vertex_count ? flesh->inner[i] : i - flesh->vertex_count;
    double sign = inner < s->rings / 4 ? 1 : -1, *n = normal + 3 * i;
    double f[3] = {sign * cos(s->turn), sign * sin(s->turn), 0}, along[3];
    brn__normalize3(n);
    brn__axpy3(along, f, -brn__dot3(f, n), n);
    if (brn__norm3(along) > 0.1) brn__copy3(f, along);
    brn__normalize3(f);
    brn__copy3(flesh->fibre + 3 * i, f);
  }
  free(normal);
}

static inline double sheet_volume(const BrnMesh* mesh, const BrnModelFlesh* flesh,
                                  const double* position) {
  double sum = 0;
  for (int t = 0; t < flesh->triangle_count; t++) {
    const int* v = mesh->triangle + 3 * (flesh->first_triangle + t);
    double n[3];
    brn__cross3(n, position + 3 * v[1], position + 3 * v[2]);
    sum += brn__dot3(position + 3 * v[0], n) / 6;
  }
  return sum;
}

static inline void sheet_muscle(BrnContext* ctx, const SheetShape* s, int muscle, BrnMesh* mesh,
                                BrnModelFlesh* flesh) {
  sheet_edges(ctx, s, mesh, flesh);
  sheet_structure(ctx, s, muscle, mesh, flesh);
  sheet_fibres(ctx, s, mesh, flesh);
  flesh->length = s->length;
  flesh->volume = sheet_volume(mesh, flesh, mesh->position);
  flesh->volume_ratio = 1;
  flesh->stiffness[0] = 5e5, flesh->stiffness[1] = 5e7, flesh->across = 1;
  flesh->damping = NAN;
  flesh->contact = true;
}

// ------------------------------------------------------------------------------------------- model

static inline char* sheet_name(BrnContext* ctx, const char* what, int index) {
  char name[40];
  snprintf(name, sizeof name, "%s%d", what, index);
  return brn__strdup(ctx, name);
}

static inline BrnTrack* sheet_ramp(BrnContext* ctx, double end) {
  double time[2] = {0, 1}, value[2] = {0, end};
  BrnTrackDef def = brn_track_def_default(BRN_TRACK_ACTIVATION);
  BrnTrack* track;
  def.key_count = 2, def.time = time, def.value = value, def.all_shape = BRN_KEY_LINEAR;
  ENSURE_OK(ctx, brn_track_create(ctx, &def, &track));
  return track;
}

// parts with their surfaces: bones first, two for each muscle
static inline void sheet_parts(BrnContext* ctx, const SheetShape* s, int muscles, BrnModel* model) {
  int bones = s->bones ? 2 * muscles : 0;
  model->part_count = model->surface_count = bones + muscles;
  model->part = brn__new_zero(ctx, model->part_count, BrnModelPart);
  model->surface = brn__new_zero(ctx, model->part_count, BrnModelSurface);
  for (int p = 0, first = 0; p < model->part_count; p++) {
    bool bone = p < bones;
    BrnModelSurface* surface = &model->surface[p];
    model->part[p] = (BrnModelPart){.kind = bone ? BRN_PART_BONE : BRN_PART_MUSCLE,
                                    .owner = bone ? p : p - bones,
                                    .label = p + 1,
                                    .surface = p};
    model->part[p].name = sheet_name(ctx, bone ? "bone" : "muscle", model->part[p].owner);
    surface->name = brn__strdup(ctx, model->part[p].name);
    ENSURE_OK(ctx, brn_mesh_create(ctx, bone ? 8 : sheet_vertices(s),
                                   bone ? 12 : sheet_triangles(s), 0, &surface->mesh));
    surface->first = first;
    first += surface->mesh->vertex_count;
    if (bone) {
      sheet_box(s, p / 2, p % 2, surface->mesh);
    } else {
      sheet_spindle(s, p - bones, surface->mesh);
    }
  }
}

// all surfaces in one mesh, and room for the inner points
static inline void sheet_join(BrnContext* ctx, const SheetShape* s, int muscles, BrnModel* model) {
  int vertices = muscles * sheet_inner(s), triangles = 0;
  for (int p = 0; p < model->part_count; p++) {
    vertices += model->surface[p].mesh->vertex_count;
    triangles += model->surface[p].mesh->triangle_count;
  }
  ENSURE_OK(ctx, brn_mesh_create(ctx, vertices, triangles, 0, &model->mesh));
  model->mesh->triangle_label = brn__new(ctx, triangles, int);
  for (int p = 0, t = 0; p < model->part_count; p++) {
    const BrnModelSurface* surface = &model->surface[p];
    memcpy(model->mesh->position + 3 * surface->first, surface->mesh->position,
           3 * sizeof(double) * (size_t)surface->mesh->vertex_count);
    for (int k = 0; k < surface->mesh->triangle_count; k++, t++) {
      model->mesh->triangle_label[t] = p + 1;
      for (int c = 0; c < 3; c++) {
        model->mesh->triangle[3 * t + c] = surface->first + surface->mesh->triangle[3 * k + c];
      }
    }
  }
}

static inline void sheet_bones(BrnContext* ctx, const SheetShape* s, int muscles, BrnModel* model) {
  model->vertex_bone = brn__new(ctx, model->mesh->vertex_count, int);
  model->mass = brn__new_zero(ctx, model->mesh->vertex_count, double);
  for (int v = 0; v < model->mesh->vertex_count; v++) model->vertex_bone[v] = -1;
  if (!s->bones) return;
  model->bone_count = 2 * muscles;
  model->bone = brn__new_zero(ctx, model->bone_count, BrnModelBone);
  for (int b = 0; b < model->bone_count; b++) {
    BrnModelBone* bone = &model->bone[b];
    *bone = (BrnModelBone){.part = b, .vertex_count = 8, .fixed = true, .motion = -1, .mass = 1};
    bone->name = sheet_name(ctx, "bone", b);
    bone->vertex = brn__new(ctx, 8, int);
    for (int k = 0; k < 8; k++) {
      bone->vertex[k] = model->surface[b].first + k;
      model->vertex_bone[bone->vertex[k]] = b;
    }
  }
}

static inline void sheet_attach(BrnContext* ctx, const SheetShape* s, int muscles,
                                BrnModel* model) {
  if (!s->bones) return;
  model->attachment_count = 2 * muscles;
  model->attachment = brn__new_zero(ctx, model->attachment_count, BrnModelAttachment);
  for (int b = 0; b < 2 * muscles; b++) {
    BrnModelAttachment* attachment = &model->attachment[b];
    int n = s->sides, first = model->flesh[b / 2].first;
    *attachment = (BrnModelAttachment){.unit = b / 2, .part = b, .bone = b, .vertex_count = n + 1};
    attachment->name = sheet_name(ctx, "end", b);
    attachment->vertex = brn__new(ctx, n + 1, int);
    attachment->holder = brn__new(ctx, n + 1, int);
    for (int k = 0; k <= n; k++) {
      int ring = b % 2 ? (s->rings - 1) * n : 0;
      attachment->vertex[k] = first + (k < n ? ring + k : s->rings * n + b % 2);
      attachment->holder[k] = b;
    }
  }
}

static inline void sheet_muscles(BrnContext* ctx, const SheetShape* s, int muscles,
                                 BrnModel* model) {
  int bones = model->bone_count, inner = model->mesh->vertex_count - muscles * sheet_inner(s);
  model->muscle_count = model->unit_count = model->flesh_count = muscles;
  model->muscle = brn__new_zero(ctx, muscles, BrnModelMuscle);
  model->unit_list = brn__new_zero(ctx, muscles, BrnModelUnit);
  model->flesh = brn__new_zero(ctx, muscles, BrnModelFlesh);
  for (int m = 0; m < muscles; m++) {
    BrnModelFlesh* flesh = &model->flesh[m];
    model->muscle[m] = (BrnModelMuscle){sheet_name(ctx, "muscle", m), m, 1};
    model->unit_list[m] = (BrnModelUnit){.name = sheet_name(ctx, "muscle", m), .muscle = m};
    model->unit_list[m].activation = sheet_ramp(ctx, 0.4);
    model->unit_list[m].signal = -1;
    *flesh = (BrnModelFlesh){.part = bones + m, .unit = m, .surface = bones + m};
    flesh->name = sheet_name(ctx, "muscle", m);
    flesh->first = model->surface[bones + m].first;
    flesh->vertex_count = sheet_vertices(s);
    flesh->first_triangle = 12 * bones + m * sheet_triangles(s);
    flesh->triangle_count = sheet_triangles(s);
    flesh->first_inner = inner + m * sheet_inner(s);
    flesh->inner_count = sheet_inner(s);
    sheet_muscle(ctx, s, m, model->mesh, flesh);
  }
}

static inline BrnModel* sheet_model(BrnContext* ctx, const SheetShape* s, int muscles) {
  BrnModel* model = brn__new_zero(ctx, 1, BrnModel);
  model->name = brn__strdup(ctx, "spindles");
  model->envelope.surface = -1;
  model->solver = brn_solver_def_default();
  brn_solver_def_choose(&model->solver, "xpbd");
  model->frames = (BrnSceneFrames){.first = 1, .last = 48, .per_second = 24};
  sheet_parts(ctx, s, muscles, model);
  sheet_join(ctx, s, muscles, model);
  sheet_bones(ctx, s, muscles, model);
  sheet_muscles(ctx, s, muscles, model);
  sheet_attach(ctx, s, muscles, model);
  ENSURE_OK(ctx, brn__model_hang(ctx, NULL, model));
  return model;
}

// --------------------------------------------------------------------------------------------- rig

/// xpbd without damping, contact and gravity.
static inline BrnSolverDef sheet_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "xpbd");
  xpbd_put(&def, contact, false);
  xpbd_put(&def, damping, 0);
  return def;
}

static inline void sheet_begin(Rig* rig, const BrnSolverDef* def) {
  rig_solver(rig, def);
  rig->input->time = 0;
  for (int u = 0; u < rig->model->unit_count; u++) rig->input->activation[u] = 0;
}

/// A body of `muscles` spindles, ready to be stepped.
static inline Rig sheet_rig(const SheetShape* shape, int muscles, const BrnSolverDef* def,
                            int workers) {
  Rig rig = {.ctx = test_context_with(workers)};
  rig.model = sheet_model(rig.ctx, shape, muscles);
  sheet_begin(&rig, def);
  return rig;
}

static inline void sheet_frame(Rig* rig, double seconds) {
  rig->input->time += seconds;
  rig_step(rig);
}

/// The input that comes next has the same activation everywhere.
static inline void sheet_activate(Rig* rig, double activation) {
  for (int u = 0; u < rig->model->unit_count; u++) rig->input->activation[u] = activation;
}

/// From tip to tip of a muscle, over that at rest.
static inline double sheet_length(const Rig* rig, int muscle) {
  int tip = rig->model->flesh[muscle].first + rig->model->flesh[muscle].vertex_count - 2;
  return brn__distance3(rig_now(rig, tip), rig_now(rig, tip + 1)) /
         brn__distance3(rig_rest(rig, tip), rig_rest(rig, tip + 1));
}

/// Mean radius of the middle ring, over that at rest.
static inline double sheet_radius(const Rig* rig, const SheetShape* s, int muscle) {
  double mean[3] = {0}, sum = 0;
  int first = rig->model->flesh[muscle].first + s->rings / 2 * s->sides;
  for (int k = 0; k < s->sides; k++)
    brn__axpy3(mean, mean, 1.0 / s->sides, rig_now(rig, first + k));
  for (int k = 0; k < s->sides; k++) sum += brn__distance3(mean, rig_now(rig, first + k));
  return sum / s->sides / s->thick;
}

/// Volume over that at rest.
static inline double sheet_volume_ratio(const Rig* rig, int muscle) {
  const BrnModelFlesh* flesh = &rig->model->flesh[muscle];
  return sheet_volume(rig->model->mesh, flesh, rig->state->position) / flesh->volume;
}

static inline bool sheet_is_finite(const Rig* rig) {
  for (int i = 0; i < 3 * rig->state->vertex_count; i++) {
    if (!isfinite(rig->state->position[i]) || !isfinite(rig->state->velocity[i])) return false;
  }
  return true;
}
