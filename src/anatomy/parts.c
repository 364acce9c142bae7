// SPDX-License-Identifier: Apache-2.0

#include "anatomy/source.h"

#include <stdio.h>
#include <string.h>

// Which parts there are, and where each one's tets come from: a surface in a file, a form of our
// own, or labels of a tet mesh. All parts of a scene come from surfaces, or all from labels.

// -------------------------------------------------------------------------------------- listing

typedef struct Listing {
  BrnBuild* build;
  int capacity;
  int surface_count, label_count; // parts of each kind
  const char* first_surface;      // name of the first one; NULL: none
  const char* first_label;
} Listing;

static BrnStatus fail_source(Listing* listing, const char* where, int given) {
  return brn__fail(listing->build->ctx, BRN_INVALID,
                   "%s: it has %s; give it exactly one of `surface`, `form` and `labels`", where,
                   given == 0 ? "no tets to be made of" : "more than one source");
}

static int source_count(const BrnSceneSource* source) {
  return (source->surface != NULL) + (source->form != NULL) + (source->label_count > 0);
}

static void count_source(Listing* listing, const BrnSceneSource* source, const char* name) {
  if (source->label_count > 0) {
    listing->label_count++;
    if (!listing->first_label) listing->first_label = name;
  } else {
    listing->surface_count++;
    if (!listing->first_surface) listing->first_surface = name;
  }
}

static BrnStatus add_part(Listing* listing, BrnPartKind kind, int owner, int unit,
                          const BrnSceneSource* source, const char* where, const char* name) {
  BrnBuild* build = listing->build;
  BrnModel* model = build->model;
  int given = source_count(source);
  if (given != 1) return fail_source(listing, where, given);
  for (int p = 0; p < model->part_count; p++) {
    if (strcmp(model->part[p].name, name) != 0) continue;
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: there is another part called \"%s\"; rename one of them", where, name);
  }
  BRN_ASSERT(model->part_count < listing->capacity);
  BrnModelPart* part = &model->part[model->part_count];
  *part = (BrnModelPart){.kind = kind, .owner = owner, .surface = -1};
  part->label = model->part_count + 1;
  part->name = brn__strdup(build->ctx, name);
  if (!part->name) return BRN_NO_MEMORY;
  build->part_unit[model->part_count++] = unit;
  count_source(listing, source, part->name);
  return BRN_OK;
}

static BrnStatus list_units(Listing* listing, int m) {
  const BrnSceneMuscle* muscle = &listing->build->scene->muscle[m];
  bool own = source_count(&muscle->source) > 0;
  for (int i = 0; i < muscle->unit_count; i++) {
    const BrnSceneUnit* unit = &muscle->unit[i];
    char where[256], name[256];
    snprintf(where, sizeof where, "muscles.%s.units.%s", muscle->name, unit->name);
    snprintf(name, sizeof name, "%s.%s", muscle->name, unit->name);
    int given = source_count(&unit->source);
    if (given > 0 && unit->region) {
      return brn__fail(listing->build->ctx, BRN_INVALID,
                       "%s: it has a region and tets of its own; give it one of the two", where);
    }
    if (given == 0 && own) continue;
    BRN_TRY(add_part(listing, BRN_PART_MUSCLE, m, i, &unit->source, where, name));
  }
  return BRN_OK;
}

static BrnStatus list_muscle(Listing* listing, int m) {
  const BrnSceneMuscle* muscle = &listing->build->scene->muscle[m];
  char where[256];
  snprintf(where, sizeof where, "muscles.%s", muscle->name);
  if (source_count(&muscle->source) > 0 || muscle->unit_count == 0) {
    BRN_TRY(add_part(listing, BRN_PART_MUSCLE, m, -1, &muscle->source, where, muscle->name));
  }
  return list_units(listing, m);
}

static BrnStatus list_all(Listing* listing) {
  const BrnScene* scene = listing->build->scene;
  char where[256];
  for (int i = 0; i < scene->bone_count; i++) {
    const BrnSceneBone* bone = &scene->bone[i];
    snprintf(where, sizeof where, "bones.%s", bone->name);
    BRN_TRY(add_part(listing, BRN_PART_BONE, i, -1, &bone->source, where, bone->name));
  }
  for (int i = 0; i < scene->muscle_count; i++) BRN_TRY(list_muscle(listing, i));
  for (int i = 0; i < scene->tendon_count; i++) {
    const BrnSceneTendon* tendon = &scene->tendon[i];
    snprintf(where, sizeof where, "tendons.%s", tendon->name);
    BRN_TRY(add_part(listing, BRN_PART_TENDON, i, -1, &tendon->source, where, tendon->name));
  }
  return BRN_OK;
}

static BrnStatus make_room(Listing* listing) {
  BrnBuild* build = listing->build;
  const BrnScene* scene = build->scene;
  int count = scene->bone_count + scene->muscle_count + scene->tendon_count;
  for (int i = 0; i < scene->muscle_count; i++) count += scene->muscle[i].unit_count;
  listing->capacity = count;
  if (count == 0) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "the scene has no parts; give it bones, muscles or tendons");
  }
  build->model->part = brn__new_zero(build->ctx, count, BrnModelPart);
  build->part_unit = brn__new(build->ctx, count, int);
  build->part_bvh = brn__new_zero(build->ctx, count, BrnBvh*);
  return build->model->part && build->part_unit && build->part_bvh ? BRN_OK : BRN_NO_MEMORY;
}

const BrnSceneSource* brn__part_source(const BrnBuild* build, int part) {
  const BrnScene* scene = build->scene;
  const BrnModelPart* p = &build->model->part[part];
  if (p->kind == BRN_PART_BONE) return &scene->bone[p->owner].source;
  if (p->kind == BRN_PART_TENDON) return &scene->tendon[p->owner].source;
  const BrnSceneMuscle* muscle = &scene->muscle[p->owner];
  int unit = build->part_unit[part];
  return unit < 0 ? &muscle->source : &muscle->unit[unit].source;
}

// ----------------------------------------------------------------------------------- the two ways

// what parts say must go with what the mesh says
static BrnStatus check_ways(const Listing* listing) {
  BrnContext* ctx = listing->build->ctx;
  const BrnSceneMesh* mesh = &listing->build->scene->mesh;
  bool given = mesh->file || mesh->shape;
  if (mesh->file && mesh->shape) {
    return brn__fail(ctx, BRN_INVALID, "mesh: it has a file and a shape; give it one of the two");
  }
  if (listing->surface_count > 0 && listing->label_count > 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "\"%s\" has a surface and \"%s\" has labels; give all parts surfaces, or mesh "
                     "them before and give all parts labels",
                     listing->first_surface, listing->first_label);
  }
  if (listing->label_count > 0 && !given) {
    return brn__fail(ctx, BRN_INVALID,
                     "\"%s\" takes labels, but there is no tet mesh; give mesh.file or mesh.shape",
                     listing->first_label);
  }
  if (listing->surface_count > 0 && given) {
    return brn__fail(ctx, BRN_INVALID,
                     "mesh.%s is given, but \"%s\" has a surface; give the parts labels of that "
                     "mesh, or leave it out",
                     mesh->file ? "file" : "shape", listing->first_surface);
  }
  return BRN_OK;
}

BrnStatus brn__build_parts(BrnBuild* build) {
  Listing listing = {.build = build};
  BRN_TRY(make_room(&listing));
  BRN_TRY(list_all(&listing));
  BRN_TRY(check_ways(&listing));
  return listing.label_count > 0 ? brn__read_source(build) : brn__read_surfaces(build);
}
