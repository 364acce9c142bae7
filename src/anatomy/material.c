// SPDX-License-Identifier: Apache-2.0
//
// Materials with everything filled in, and which tet has which. The list holds the materials of the
// scene in their order, then those of ours that are used and not replaced.

#include "anatomy/material.h"
#include "scene/methods.h"

#include <math.h>
#include <string.h>

// -------------------------------------------------------------------------------- one material

// a material of the scene, or one of ours
typedef struct Level {
  const BrnSceneMaterial* material; // NULL: there is none
  const BrnPreset* preset;          // NULL: it is of the scene
} Level;

static const BrnSceneMaterial* find_in_scene(const BrnScene* scene, const char* name) {
  for (int i = 0; i < scene->material_count; i++) {
    if (strcmp(scene->material[i].name, name) == 0) return &scene->material[i];
  }
  return NULL;
}

static BrnStatus fail_unknown(BrnBuild* build, const char* where, const char* name) {
  BrnSpelling spelling = {.word = name};
  for (int i = 0; i < build->scene->material_count; i++) {
    brn__spelling_offer(&spelling, build->scene->material[i].name);
  }
  brn__spelling_offer_presets(&spelling);
  return brn__spelling_fail(build, where, "material", &spelling);
}

// What a material is like: another of the scene, or one of ours; without `like` the one of ours
// that it replaces, if any.
static BrnStatus find_base(BrnBuild* build, const BrnSceneMaterial* material, Level* out) {
  BrnWhere where = brn__where("materials.%s.like", material->name);
  const char* like = material->like ? material->like : material->name;
  bool itself = strcmp(like, material->name) == 0;
  *out = (Level){itself ? NULL : find_in_scene(build->scene, like), NULL};
  if (!out->material) out->preset = brn__material_preset(like);
  if (out->preset) out->material = &out->preset->material;
  if (out->material || !material->like) return BRN_OK;
  if (!itself) return fail_unknown(build, where.text, like);
  return brn__fail(build->ctx, BRN_INVALID, "%s: it is like itself; name another material",
                   where.text);
}

// adds what a material is like, from the first of all on, and itself
static BrnStatus mix(BrnBuild* build, Level level, BrnRecipe* recipe) {
  const char* name = level.material->name;
  Level* chain = brn__scratch(build->ctx, build->scene->material_count + 2, Level);
  int count = 0;
  if (!chain) return BRN_NO_MEMORY;
  while (level.material) {
    if (count > build->scene->material_count) {
      return brn__fail(build->ctx, BRN_INVALID,
                       "materials.%s.like: leads in a circle, through \"%s\"", name,
                       level.material->name);
    }
    chain[count++] = level;
    if (level.preset) break;
    BRN_TRY(find_base(build, level.material, &level));
  }
  while (count-- > 0) {
    BRN_TRY(brn__recipe_add(build->ctx, recipe, chain[count].material, chain[count].preset));
  }
  return BRN_OK;
}

// Does mass matter? Points of position-based methods are moved by the inverse of theirs.
static bool weighs(const BrnScene* scene) {
  if (brn__solver_has_inertia(&scene->solver)) return true;
  for (int i = 0; i < 3; i++) {
    if (scene->gravity[i] != 0) return true; // not given: 9.81 down
  }
  return false;
}

static BrnStatus add(BrnBuild* build, Level level) {
  BrnContext* ctx = build->ctx;
  BrnModel* model = build->model;
  BrnModelMaterial full = {0};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnRecipe* recipe = brn__scratch_zero(ctx, 1, BrnRecipe);
  BrnStatus status = recipe ? BRN_OK : BRN_NO_MEMORY;
  if (recipe) recipe->density = NAN;
  if (status == BRN_OK) status = mix(build, level, recipe);
  if (status == BRN_OK) status = brn__recipe_finish(ctx, recipe, weighs(build->scene), &full);
  brn__scratch_release(ctx, mark);
  BRN_TRY(status);
  size_t needed = (size_t)model->material_count + 1;
  status = brn__grow_block(ctx, &model->material_list, needed, sizeof full);
  if (status == BRN_OK) full.name = brn__strdup(ctx, level.material->name);
  if (!full.name) {
    brn__model_material_free(ctx, &full);
    return BRN_NO_MEMORY;
  }
  model->material_list[model->material_count++] = full;
  return BRN_OK;
}

BrnStatus brn__build_add_material(BrnBuild* build, const BrnSceneMaterial* material) {
  return add(build, (Level){material, NULL});
}

// adds one of ours when it is asked for the first time
BrnStatus brn__build_find_material(BrnBuild* build, const char* where, const char* name, int* out) {
  const BrnModel* model = build->model;
  for (*out = 0; *out < model->material_count; (*out)++) {
    if (strcmp(model->material_list[*out].name, name) == 0) return BRN_OK;
  }
  const BrnPreset* preset = brn__material_preset(name);
  if (!preset) return fail_unknown(build, where, name);
  return add(build, (Level){&preset->material, preset});
}

// ------------------------------------------------------------------------------------------ parts

static BrnStatus find_part_material(BrnBuild* build, const BrnModelPart* part, int* out) {
  const BrnScene* scene = build->scene;
  const char *list = "bones", *usual = "bone", *name = NULL, *owner = NULL;
  if (part->kind == BRN_PART_BONE) {
    owner = scene->bone[part->owner].name;
    name = scene->bone[part->owner].material;
  } else if (part->kind == BRN_PART_MUSCLE) {
    list = "muscles", usual = "muscle";
    owner = scene->muscle[part->owner].name;
    name = scene->muscle[part->owner].material;
  } else {
    list = brn__passive_list(part->kind), usual = brn__passive_material(part->kind);
    owner = brn__passive_of(scene, part)->name;
    name = brn__passive_of(scene, part)->material;
  }
  BrnWhere where = brn__where("%s.%s.material", list, owner);
  return brn__build_find_material(build, where.text, name ? name : usual, out);
}

static BrnStatus fill_tets(BrnBuild* build, const int* of_part) {
  BrnModel* model = build->model;
  model->material = brn__new(build->ctx, model->mesh->tet_count, int);
  if (!model->material) return BRN_NO_MEMORY;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    model->material[t] = of_part[brn__part_of_tet(model->mesh, t)];
  }
  return BRN_OK;
}

// of the unit, or else of the muscle
static const char* tendon_material_of(const BrnSceneMuscle* muscle, const BrnSceneUnit* unit) {
  const char* name = unit && unit->tendons ? unit->tendons->material : muscle->tendons.material;
  return name ? name : "tendon";
}

static BrnStatus find_tendon_material(BrnBuild* build, int u, int* out) {
  const BrnModel* model = build->model;
  const BrnSceneMuscle* muscle = &build->scene->muscle[model->unit_list[u].muscle];
  int own = u - model->muscle[model->unit_list[u].muscle].first_unit;
  const BrnSceneUnit* unit = muscle->unit_count > 0 ? &muscle->unit[own] : NULL;
  BrnWhere where = brn__where("muscles.%s%s%s.tendons.material", muscle->name,
                              unit ? ".units." : "", unit ? unit->name : "");
  return brn__build_find_material(build, where.text, tendon_material_of(muscle, unit), out);
}

static BrnStatus fill_tendons(BrnBuild* build) {
  BrnModel* model = build->model;
  size_t nt = (size_t)model->mesh->tet_count;
  model->tendon_material = brn__new(build->ctx, nt, int);
  if (!model->tendon_material) return BRN_NO_MEMORY;
  memcpy(model->tendon_material, model->material, sizeof(int) * nt);
  for (int u = 0; u < model->unit_count; u++) {
    const BrnModelUnit* unit = &model->unit_list[u];
    int material;
    BRN_TRY(find_tendon_material(build, u, &material));
    for (int i = 0; i < unit->tet_count; i++) model->tendon_material[unit->tet[i]] = material;
  }
  return BRN_OK;
}

static BrnStatus fill_parts(BrnBuild* build) {
  BrnModel* model = build->model;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  int* of_part = brn__scratch(build->ctx, model->part_count, int);
  BrnStatus status = of_part ? BRN_OK : BRN_NO_MEMORY;
  for (int p = 0; p < model->part_count && status == BRN_OK; p++) {
    status = find_part_material(build, &model->part[p], &of_part[p]);
  }
  if (status == BRN_OK) status = fill_tets(build, of_part);
  brn__scratch_release(build->ctx, mark);
  return status;
}

BrnStatus brn__build_materials(BrnBuild* build) {
  for (int i = 0; i < build->scene->material_count; i++) {
    BRN_TRY(brn__build_add_material(build, &build->scene->material[i]));
  }
  BRN_TRY(fill_parts(build));
  return build->surfaces ? BRN_OK : fill_tendons(build);
}
