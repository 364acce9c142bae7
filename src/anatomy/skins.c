// SPDX-License-Identifier: Apache-2.0
//
// A body of surfaces: the mesh is the vertices and triangles of all surfaces, one after another.

#include "anatomy/pieces.h"
#include "core/vec.h"
#include "mesh/mesh.h"
#include "scene/methods.h"

#include <string.h>

// --------------------------------------------------------------------------------------- which way

static bool has_surface(const BrnSceneSource* source) { return source->surface || source->form; }

static bool muscle_has_surfaces(const BrnSceneMuscle* muscle) {
  bool own = has_surface(&muscle->source);
  for (int u = 0; u < muscle->unit_count; u++) {
    if (!has_surface(&muscle->unit[u].source)) return false; // a region of it
  }
  return own || muscle->unit_count > 0;
}

const char* brn__scene_part_without_surface(const BrnScene* scene) {
  for (int i = 0; i < scene->bone_count; i++) {
    if (!has_surface(&scene->bone[i].source)) return scene->bone[i].name;
  }
  for (int i = 0; i < scene->tendon_count; i++) {
    if (!has_surface(&scene->tendon[i].source)) return scene->tendon[i].name;
  }
  for (int i = 0; i < scene->soft_count; i++) {
    if (!has_surface(&scene->soft[i].source)) return scene->soft[i].name;
  }
  for (int i = 0; i < scene->muscle_count; i++) {
    if (!muscle_has_surfaces(&scene->muscle[i])) return scene->muscle[i].name;
  }
  return NULL;
}

static bool has_flesh(const BrnScene* scene) {
  return scene->muscle_count + scene->tendon_count + scene->soft_count > 0;
}

bool brn__scene_wants_surfaces(const BrnScene* scene) {
  BrnBodyKind body = brn__solver_body(&scene->solver);
  if (body != BRN_BODY_EITHER) return body == BRN_BODY_SURFACES;
  return has_flesh(scene) && !brn__scene_part_without_surface(scene);
}

// ---------------------------------------------------------------------------------------- assembly

// Signed; of an open surface about what it would hold if its holes were closed from the middle.
static double volume_of(const BrnMesh* mesh) {
  double sum = 0, middle[3] = {0};
  for (int v = 0; v < mesh->vertex_count; v++) {
    brn__axpy3(middle, middle, 1.0 / mesh->vertex_count, mesh->position + 3 * (size_t)v);
  }
  for (int t = 0; t < mesh->triangle_count; t++) {
    double corner[3][3], normal[3];
    for (int k = 0; k < 3; k++) {
      brn__sub3(corner[k], mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)t + k], middle);
    }
    brn__cross3(normal, corner[0], corner[1]);
    sum += brn__dot3(normal, corner[2]) / 6;
  }
  return sum;
}

static BrnStatus check_surface(BrnBuild* build, const BrnModelPart* part) {
  const BrnMesh* mesh = build->model->surface[part->surface].mesh;
  if (mesh->triangle_count > 0) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID, "\"%s\": its surface has no triangles", part->name);
}

static BrnStatus measure_part(BrnBuild* build, BrnModelPart* part) {
  BrnMesh* mesh = build->model->surface[part->surface].mesh;
  BrnSurfaceReport report;
  BRN_TRY(check_surface(build, part));
  BRN_TRY(brn_surface_report(build->ctx, mesh, false, &report));
  part->component_count = report.component_count;
  double volume = volume_of(mesh);
  if (volume < 0) {
    brn__log(build->ctx, BRN_LOG_WARNING, "\"%s\": its surface faces in; it is turned around",
             part->name);
    brn_mesh_flip(mesh);
  }
  part->volume = fabs(volume);
  return BRN_OK;
}

static int label_of(const BrnModel* model, int surface) {
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].surface == surface) return model->part[p].label;
  }
  return 0; // the envelope
}

static void append(BrnModel* model, int s, int* vertex, int* triangle) {
  BrnModelSurface* surface = &model->surface[s];
  const BrnMesh* from = surface->mesh;
  BrnMesh* to = model->mesh;
  int label = label_of(model, s);
  surface->first = *vertex;
  memcpy(to->position + 3 * (size_t)*vertex, from->position,
         3 * sizeof(double) * (size_t)from->vertex_count);
  for (int t = 0; t < from->triangle_count; t++) {
    for (int k = 0; k < 3; k++) {
      to->triangle[3 * (size_t)(*triangle + t) + k] = *vertex + from->triangle[3 * (size_t)t + k];
    }
    to->triangle_label[*triangle + t] = label;
  }
  *vertex += from->vertex_count;
  *triangle += from->triangle_count;
}

static BrnStatus name_labels(BrnBuild* build) {
  const BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    BRN_TRY(brn_mesh_name_label(build->ctx, model->mesh, BRN_ON_TRIANGLE, part->label, part->name));
  }
  return BRN_OK;
}

static BrnStatus assemble(BrnBuild* build) {
  BrnModel* model = build->model;
  int vertices = 0, triangles = 0;
  for (int s = 0; s < model->surface_count; s++) {
    vertices += model->surface[s].mesh->vertex_count;
    triangles += model->surface[s].mesh->triangle_count;
  }
  BRN_TRY(brn_mesh_create(build->ctx, vertices, triangles, 0, &model->mesh));
  model->mesh->triangle_label = brn__new_zero(build->ctx, triangles, int);
  if (!model->mesh->triangle_label) return BRN_NO_MEMORY;
  vertices = triangles = 0;
  for (int s = 0; s < model->surface_count; s++) append(model, s, &vertices, &triangles);
  return name_labels(build);
}

BrnStatus brn__build_skins(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].surface < 0) {
      char cure[100];
      brn__solver_body_cure(&build->scene->solver, BRN_BODY_TETS, cure, sizeof cure);
      return brn__fail(
          build->ctx, BRN_INVALID,
          "\"%s\" has no surface, but the solver moves surfaces; give it a `surface` or "
          "a `form`, or %s",
          model->part[p].name, cure);
    }
    BRN_TRY(measure_part(build, &model->part[p]));
  }
  return assemble(build);
}
