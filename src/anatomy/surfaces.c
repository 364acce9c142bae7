// SPDX-License-Identifier: Apache-2.0

#include "anatomy/source.h"

#include <string.h>

// Surfaces are kept as they come: what is wrong with them is told, and the mesher goes by winding
// numbers, which forgive holes and crossings.

static BrnStatus read_file(BrnBuild* build, const BrnModelPart* part, const char* file,
                           BrnMesh** out) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  char* path = brn__build_path(build, file);
  BrnStatus status = path ? brn_mesh_read(build->ctx, path, &build->read, out) : BRN_NO_MEMORY;
  brn__scratch_release(build->ctx, mark);
  BRN_TRY(brn__build_at(build, status, "the surface of \"%s\"", part->name));
  if ((*out)->triangle_count > 0) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "the surface of \"%s\": %s has no triangles%s", part->name, file,
                   (*out)->tet_count > 0 ? "; a tet mesh goes to mesh.file, and its parts get labels"
                                         : "");
}

static BrnStatus get_surface(BrnBuild* build, const BrnModelPart* part,
                             const BrnSceneSource* source, BrnMesh** out) {
  if (source->surface) return read_file(build, part, source->surface, out);
  return brn__build_at(build, brn_form_make(build->ctx, source->form, out), "the form of \"%s\"",
                       part->name);
}

static void tell(BrnBuild* build, const BrnModelPart* part, const BrnDiagnosis* diagnosis) {
  for (int i = 0; i < diagnosis->finding_count; i++) {
    const BrnFinding* finding = &diagnosis->finding[i];
    if (finding->severity == BRN_NOTE) continue;
    brn__log(build->ctx, BRN_LOG_WARNING, "the surface of \"%s\": %s; %s", part->name,
             finding->message, finding->cure);
  }
}

static BrnStatus diagnose(BrnBuild* build, const BrnModelPart* part, const BrnMesh* mesh) {
  BrnDiagnosis* diagnosis;
  BRN_TRY(brn__build_at(build, brn_mesh_validate(build->ctx, mesh), "the surface of \"%s\"",
                        part->name));
  BRN_TRY(brn_mesh_diagnose(build->ctx, mesh, &diagnosis));
  tell(build, part, diagnosis);
  brn_diagnosis_destroy(build->ctx, diagnosis);
  return BRN_OK;
}

static BrnStatus add_surface(BrnBuild* build, int p) {
  BrnModelPart* part = &build->model->part[p];
  BrnModelSurface* surface = &build->model->surface[build->model->surface_count];
  part->surface = build->model->surface_count++;
  surface->name = brn__strdup(build->ctx, part->name);
  if (!surface->name) return BRN_NO_MEMORY;
  BRN_TRY(get_surface(build, part, brn__part_source(build, p), &surface->mesh));
  return diagnose(build, part, surface->mesh);
}

BrnStatus brn__read_surfaces(BrnBuild* build) {
  int count = build->model->part_count;
  build->model->surface = brn__new_zero(build->ctx, count, BrnModelSurface);
  if (!build->model->surface) return BRN_NO_MEMORY;
  for (int p = 0; p < count; p++) {
    brn__build_progress(build, "surfaces", (double)p / count);
    BRN_TRY(add_surface(build, p));
  }
  return BRN_OK;
}
