// SPDX-License-Identifier: Apache-2.0

#include "anatomy/source.h"

#include <string.h>

// Surfaces are kept as they come; the mesher mends copies of its own and tells what it found.

static BrnStatus read_file(BrnBuild* build, const BrnModelPart* part, const char* file,
                           BrnMesh** out) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  char* path = brn__build_path(build, file);
  BrnStatus status = path ? brn_mesh_read(build->ctx, path, &build->read, out) : BRN_NO_MEMORY;
  brn__scratch_release(build->ctx, mark);
  BRN_TRY(brn__build_at(build, status, "the surface of \"%s\"", part->name));
  if ((*out)->triangle_count > 0) return BRN_OK;
  return brn__fail(
      build->ctx, BRN_INVALID, "the surface of \"%s\": %s has no triangles%s", part->name, file,
      (*out)->tet_count > 0 ? "; a tet mesh goes to mesh.file, and its parts get labels" : "");
}

static BrnStatus get_surface(BrnBuild* build, const BrnModelPart* part,
                             const BrnSceneSource* source, BrnMesh** out) {
  if (source->surface) return read_file(build, part, source->surface, out);
  return brn__build_at(build, brn_form_make(build->ctx, source->form, out), "the form of \"%s\"",
                       part->name);
}

static BrnStatus add_surface(BrnBuild* build, int p) {
  BrnModelPart* part = &build->model->part[p];
  BrnModelSurface* surface = &build->model->surface[build->model->surface_count];
  part->surface = build->model->surface_count++;
  surface->first = -1;
  surface->name = brn__strdup(build->ctx, part->name);
  if (!surface->name) return BRN_NO_MEMORY;
  BRN_TRY(get_surface(build, part, brn__part_source(build, p), &surface->mesh));
  return brn__build_at(build, brn_mesh_validate(build->ctx, surface->mesh), "the surface of \"%s\"",
                       part->name);
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
