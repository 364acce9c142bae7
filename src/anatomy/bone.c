// SPDX-License-Identifier: Apache-2.0
//
// What weighs: volumes of tets, masses of vertices, and the bones as rigid bodies.

#include "anatomy/pieces.h"
#include "core/vec.h"

static const double* corner(const BrnMesh* mesh, int t, int k) {
  return mesh->position + 3 * (size_t)mesh->tet[4 * (size_t)t + k];
}

static double density_of(const BrnModel* model, int t) {
  double density = model->material_list[model->material[t]].density;
  if (!model->tendon || !model->tendon_material || model->tendon[t] == 0) return density;
  double tendon = model->material_list[model->tendon_material[t]].density;
  return density + model->tendon[t] * (tendon - density);
}

// Points of a body of surfaces share the mass of their flesh; bones and envelope have none here.
static BrnStatus weigh_flesh(BrnBuild* build) {
  BrnModel* model = build->model;
  model->mass = brn__new_zero(build->ctx, model->mesh->vertex_count, double);
  if (!model->mass) return BRN_NO_MEMORY;
  for (int f = 0; f < model->flesh_count; f++) {
    const BrnModelFlesh* flesh = &model->flesh[f];
    const BrnModelPart* part = &model->part[flesh->part];
    bool passive = brn__is_passive(part->kind);
    const char* name = passive ? brn__passive_of(build->scene, part)->material
                               : build->scene->muscle[part->owner].material;
    const char* usual = passive ? brn__passive_material(part->kind) : "muscle";
    int material;
    BRN_TRY(brn__build_find_material(build, "materials", name ? name : usual, &material));
    double mass = model->material_list[material].density * part->volume;
    int points = flesh->vertex_count + flesh->inner_count;
    for (int i = 0; i < flesh->vertex_count; i++) model->mass[flesh->first + i] = mass / points;
    for (int i = 0; i < flesh->inner_count; i++) {
      model->mass[flesh->first_inner + i] = mass / points;
    }
  }
  return BRN_OK;
}

static BrnStatus weigh(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnMesh* mesh = model->mesh;
  model->volume = brn__new(build->ctx, mesh->tet_count, double);
  model->mass = brn__new_zero(build->ctx, mesh->vertex_count, double);
  if (!model->volume || !model->mass) return BRN_NO_MEMORY;
  for (int t = 0; t < mesh->tet_count; t++) {
    double volume = brn__tet_volume(corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2),
                                    corner(mesh, t, 3));
    if (!(volume > 0)) {
      return brn__fail(build->ctx, BRN_INVALID,
                       "the mesh: tet %d of \"%s\" is inside out or flat; mesh the body anew", t,
                       model->part[brn__part_of_tet(mesh, t)].name);
    }
    model->volume[t] = volume;
    for (int k = 0; k < 4; k++) {
      model->mass[mesh->tet[4 * (size_t)t + k]] += density_of(model, t) * volume / 4;
    }
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------- rigid bodies

// where nothing weighs, and its density is not known, it is that of its volume
static void find_centre(const BrnModel* model, BrnModelBone* bone) {
  const BrnMesh* mesh = model->mesh;
  double volume = 0, middle[3] = {0};
  for (int t = 0; t < mesh->tet_count; t++) {
    if (brn__part_of_tet(mesh, t) != bone->part) continue;
    double mass = density_of(model, t) * model->volume[t];
    bone->mass += mass;
    for (int k = 0; k < 4; k++) {
      brn__axpy3(bone->centre, bone->centre, mass / 4, corner(mesh, t, k));
      brn__axpy3(middle, middle, model->volume[t] / 4, corner(mesh, t, k));
    }
    volume += model->volume[t];
  }
  if (bone->mass > 0) {
    brn__scale3(bone->centre, 1 / bone->mass, bone->centre);
  } else {
    brn__scale3(bone->centre, 1 / volume, middle);
  }
}

// The integral of x x^T over a tet with corners v_k and s = v_0 + ... + v_3 is
// volume / 20 (v_0 v_0^T + ... + v_3 v_3^T + s s^T).
static void add_second_moment(const BrnModel* model, const double* centre, int t, double* C) {
  double weight = density_of(model, t) * model->volume[t] / 20, sum[3] = {0};
  for (int k = 0; k < 5; k++) {
    double v[3];
    if (k < 4) {
      brn__sub3(v, corner(model->mesh, t, k), centre);
      brn__add3(sum, sum, v);
    } else {
      brn__copy3(v, sum);
    }
    for (int i = 0; i < 9; i++) C[i] += weight * v[i / 3] * v[i % 3];
  }
}

static void find_inertia(const BrnModel* model, BrnModelBone* bone) {
  double C[9] = {0};
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (brn__part_of_tet(model->mesh, t) != bone->part) continue;
    add_second_moment(model, bone->centre, t, C);
  }
  double trace = C[0] + C[4] + C[8];
  for (int i = 0; i < 9; i++) bone->inertia[i] = (i % 4 == 0 ? trace : 0) - C[i];
}

// Cones from the middle of the vertices to the triangles of a closed surface add up to its inside.
// The integral of x x^T over such a cone with corners a, b, c and apex 0 is
// volume / 20 (a a^T + b b^T + c c^T + s s^T), s = a + b + c.
static void weigh_surface(const BrnMesh* mesh, double density, BrnModelBone* bone) {
  double apex[3] = {0}, C[9] = {0}, moment[3] = {0};
  for (int v = 0; v < mesh->vertex_count; v++) {
    brn__axpy3(apex, apex, 1.0 / mesh->vertex_count, mesh->position + 3 * (size_t)v);
  }
  for (int t = 0; t < mesh->triangle_count; t++) {
    double corner[4][3] = {{0}}, normal[3];
    for (int k = 0; k < 3; k++) {
      int v = mesh->triangle[3 * (size_t)t + k];
      brn__sub3(corner[k], mesh->position + 3 * (size_t)v, apex);
      brn__add3(corner[3], corner[3], corner[k]);
    }
    brn__cross3(normal, corner[0], corner[1]);
    double mass = density * brn__dot3(normal, corner[2]) / 6;
    bone->mass += mass;
    brn__axpy3(moment, moment, mass / 4, corner[3]);
    for (int i = 0; i < 36; i++) {
      C[i % 9] += mass / 20 * corner[i / 9][i % 9 / 3] * corner[i / 9][i % 3];
    }
  }
  if (!(fabs(bone->mass) > 0)) { // flat: it weighs nothing, but it is somewhere
    brn__copy3(bone->centre, apex);
    return;
  }
  brn__axpy3(bone->centre, apex, 1 / bone->mass, moment);
  double shift[3], trace = 0;
  brn__sub3(shift, bone->centre, apex);
  for (int i = 0; i < 9; i++) C[i] -= bone->mass * shift[i / 3] * shift[i % 3];
  for (int i = 0; i < 3; i++) trace += C[4 * i];
  for (int i = 0; i < 9; i++) bone->inertia[i] = (i % 4 == 0 ? trace : 0) - C[i];
}

static BrnStatus weigh_bone_surface(BrnBuild* build, int index, BrnModelBone* bone) {
  const char* name = build->scene->bone[index].material;
  const BrnModel* model = build->model;
  int material;
  BRN_TRY(brn__build_find_material(build, "materials", name ? name : "bone", &material));
  weigh_surface(model->surface[model->part[bone->part].surface].mesh,
                model->material_list[material].density, bone);
  return BRN_OK;
}

// all vertices of the bone; those that no bone before it has are its own
static BrnStatus list_vertices(BrnBuild* build, int index, BrnModelBone* bone) {
  BrnModel* model = build->model;
  BrnContext* ctx = build->ctx;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  bool* part = brn__scratch_zero(ctx, model->part_count, bool);
  bool* in = brn__scratch_zero(ctx, model->mesh->vertex_count, bool);
  BrnVertexList list = {0};
  BrnStatus status = BRN_NO_MEMORY;
  if (part && in) {
    part[bone->part] = true;
    brn__part_vertices(build, part, in);
    status = brn__list_marked(ctx, in, model->mesh->vertex_count, &list);
  }
  brn__scratch_release(ctx, mark);
  bone->vertex = list.vertex;
  bone->vertex_count = list.count;
  for (int i = 0; i < list.count; i++) {
    int* carrier = &model->vertex_bone[list.vertex[i]];
    if (*carrier < 0) *carrier = index;
  }
  return status;
}

static BrnStatus make_bone(BrnBuild* build, int index, BrnModelBone* bone) {
  *bone = (BrnModelBone){.part = brn__bone_part(build, index), .motion = -1};
  bone->name = brn__strdup(build->ctx, build->scene->bone[index].name);
  return bone->name ? list_vertices(build, index, bone) : BRN_NO_MEMORY;
}

BrnStatus brn__build_bones(BrnBuild* build) {
  BrnModel* model = build->model;
  BrnContext* ctx = build->ctx;
  int count = build->scene->bone_count;
  model->vertex_bone = brn__new(ctx, model->mesh->vertex_count, int);
  if (!model->vertex_bone) return BRN_NO_MEMORY;
  for (int v = 0; v < model->mesh->vertex_count; v++) model->vertex_bone[v] = -1;
  if (count == 0) return BRN_OK;
  model->bone = brn__new_zero(ctx, count, BrnModelBone);
  if (!model->bone) return BRN_NO_MEMORY;
  for (int b = 0; b < count; b++) {
    model->bone_count = b + 1; // a half-made one is freed with the model
    BRN_TRY(make_bone(build, b, &model->bone[b]));
  }
  return BRN_OK;
}

BrnStatus brn__build_masses(BrnBuild* build) {
  BrnModel* model = build->model;
  BRN_TRY(build->surfaces ? weigh_flesh(build) : weigh(build));
  for (int b = 0; b < model->bone_count; b++) {
    BrnModelBone* bone = &model->bone[b];
    bone->fixed = build->scene->bone[b].fixed;
    if (build->surfaces) {
      BRN_TRY(weigh_bone_surface(build, b, bone));
    } else {
      find_centre(model, bone);
      find_inertia(model, bone);
    }
  }
  return BRN_OK;
}
