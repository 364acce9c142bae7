// SPDX-License-Identifier: Apache-2.0
//
// The envelope of a scene becomes a surface of the model: which bones it is around, a surface of
// its own or one from a file, and who carries its vertices.

#include "anatomy/envelope.h"

#include "anatomy/build.h"
#include "core/names.h"

#include <math.h>
#include <string.h>

// Bones that the envelope is around, and where it goes.
typedef struct Choice {
  int count;
  int* bone;               // index of the bone                    (count)
  const BrnMesh** surface; // (count)
} Choice;

// ------------------------------------------------------------------------------------------- bones

static bool is_meant(const BrnSceneEnvelope* def, const char* name) {
  bool meant = def->bone_count == 0;
  for (int i = 0; i < def->bone_count; i++) meant |= brn__name_matches(def->bone[i], name);
  return meant;
}

static BrnStatus choose_bones(BrnBuild* build, Choice* out) {
  const BrnModel* model = build->model;
  *out = (Choice){.bone = brn__scratch(build->ctx, model->part_count, int)};
  out->surface = brn__scratch(build->ctx, model->part_count, const BrnMesh*);
  if (!out->bone || !out->surface) return BRN_NO_MEMORY;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    if (part->kind != BRN_PART_BONE || part->surface < 0) continue;
    if (!is_meant(build->scene->envelope, part->name)) continue;
    out->bone[out->count] = part->owner;
    out->surface[out->count++] = model->surface[part->surface].mesh;
  }
  if (out->count > 0) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "envelope: there is no bone with a surface to go around; leave it out, or give "
                   "the scene bones");
}

// ----------------------------------------------------------------------------------------- surface

static BrnStatus read_surface(BrnBuild* build, const char* file, BrnMesh** out) {
  BrnContext* ctx = build->ctx;
  char* path = brn__build_path(build, file);
  if (!path) return BRN_NO_MEMORY;
  BRN_TRY(brn__build_at(build, brn_mesh_read(ctx, path, &build->read, out), "envelope.surface"));
  if ((*out)->triangle_count == 0) {
    return brn__fail(ctx, BRN_INVALID, "envelope.surface: %s has no triangles", file);
  }
  return brn__build_at(build, brn_mesh_validate(ctx, *out), "envelope.surface");
}

static BrnStatus make_surface(BrnBuild* build, const BrnEnvelopeBones* bones, const Choice* choice,
                              BrnMesh** out) {
  const BrnSceneEnvelope* scene = build->scene->envelope;
  BrnEnvelopeDef def = {.offset = isnan(scene->offset) ? 0.002 : scene->offset,
                        .close = isnan(scene->close) ? 0.01 : scene->close,
                        .triangles = scene->triangles};
  int poking;
  BRN_TRY(brn__envelope_surface(build->ctx, bones, choice->surface, &def, out, &poking));
  if (poking > 0) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "envelope: %d vertices of bones are outside of it; raise envelope.triangles or "
             "envelope.offset",
             poking);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------ to the model

static BrnStatus add_surface(BrnBuild* build, BrnModelSurface** out) {
  BrnModel* model = build->model;
  size_t count = (size_t)model->surface_count + 1;
  BrnModelSurface* list = brn__realloc(build->ctx, model->surface, count, sizeof *list);
  if (!list) return BRN_NO_MEMORY;
  model->surface = list;
  *out = &list[model->surface_count];
  **out = (BrnModelSurface){.first = -1};
  model->envelope.surface = model->surface_count++;
  (*out)->name = brn__strdup(build->ctx, "envelope");
  return (*out)->name ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus bind(BrnBuild* build, const BrnEnvelopeBones* bones, const Choice* choice,
                      const BrnMesh* mesh) {
  BrnModelEnvelope* envelope = &build->model->envelope;
  size_t entries = (size_t)mesh->vertex_count * BRN_ENVELOPE_BONES;
  envelope->bone = brn__new(build->ctx, entries, int);
  envelope->weight = brn__new(build->ctx, entries, double);
  if (!envelope->bone || !envelope->weight) return BRN_NO_MEMORY;
  brn__envelope_bind(build->ctx, bones, mesh, envelope->bone, envelope->weight);
  for (size_t i = 0; i < entries; i++) {
    if (envelope->bone[i] >= 0) envelope->bone[i] = choice->bone[envelope->bone[i]];
  }
  return BRN_OK;
}

static BrnStatus wrap(BrnBuild* build, const Choice* choice, const BrnEnvelopeBones* bones) {
  const char* file = build->scene->envelope->surface;
  BrnModelSurface* surface;
  BRN_TRY(add_surface(build, &surface));
  BRN_TRY(file ? read_surface(build, file, &surface->mesh)
               : make_surface(build, bones, choice, &surface->mesh));
  return bind(build, bones, choice, surface->mesh);
}

BrnStatus brn__build_envelope(BrnBuild* build) {
  BrnContext* ctx = build->ctx;
  build->model->envelope.surface = -1;
  if (!build->scene->envelope) return BRN_OK;
  brn__build_progress(build, "envelope", 0);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Choice choice;
  BrnEnvelopeBones bones = {0};
  BrnStatus status = choose_bones(build, &choice);
  if (status == BRN_OK) {
    status = brn__envelope_bones_create(ctx, choice.surface, choice.count, &bones);
  }
  if (status == BRN_OK) status = wrap(build, &choice, &bones);
  brn__envelope_bones_free(ctx, &bones);
  brn__scratch_release(ctx, mark);
  return status;
}
