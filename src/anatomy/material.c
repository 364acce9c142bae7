// SPDX-License-Identifier: Apache-2.0
//
// Materials with everything filled in, and which tet has which. The list holds the materials of the
// scene in their order, then those of ours that are used and not replaced.

#include "anatomy/material.h"

#include <math.h>
#include <string.h>

// -------------------------------------------------------------------------------- one material

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

static void take_if_missing(double* value, double other) {
  if (isnan(*value)) *value = other;
}

static void take_missing(BrnSceneMaterial* out, const BrnSceneMaterial* from) {
  if (out->model < 0) out->model = from->model;
  take_if_missing(&out->density, from->density);
  take_if_missing(&out->young, from->young);
  take_if_missing(&out->poisson, from->poisson);
  take_if_missing(&out->c10, from->c10);
  take_if_missing(&out->c01, from->c01);
  take_if_missing(&out->bulk, from->bulk);
}

// What a material is like: another of the scene, or one of ours; without `like` the one of ours
// that it replaces, if any.
static BrnStatus find_base(BrnBuild* build, const BrnSceneMaterial* material,
                           const BrnSceneMaterial** out) {
  BrnWhere where = brn__where("materials.%s.like", material->name);
  const char* like = material->like ? material->like : material->name;
  bool itself = strcmp(like, material->name) == 0;
  *out = itself ? NULL : find_in_scene(build->scene, like);
  if (!*out) *out = brn__material_preset(like);
  if (*out || !material->like) return BRN_OK;
  if (!itself) return fail_unknown(build, where.text, like);
  return brn__fail(build->ctx, BRN_INVALID, "%s: it is like itself; name another material",
                   where.text);
}

static BrnStatus follow_likes(BrnBuild* build, const BrnSceneMaterial* material,
                              BrnSceneMaterial* out) {
  const BrnSceneMaterial* base = material;
  *out = *material;
  for (int steps = 0; base; steps++) {
    if (steps > build->scene->material_count) {
      return brn__fail(build->ctx, BRN_INVALID,
                       "materials.%s.like: leads in a circle, through \"%s\"", material->name,
                       base->name);
    }
    take_missing(out, base);
    BRN_TRY(find_base(build, base, &base));
    if (base && base == brn__material_preset(base->name)) {
      take_missing(out, base);
      break;
    }
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- constants

// Either pair of constants gives the other, equal at small strains: shear modulus 2 (c10 + c01).
static void derive(BrnSceneMaterial* m) {
  bool elastic = !isnan(m->young) && !isnan(m->poisson);
  bool mooney = !isnan(m->c10) && !isnan(m->bulk);
  if (!isnan(m->c10)) take_if_missing(&m->c01, 0);
  if (elastic) {
    double shear = m->young / (2 * (1 + m->poisson));
    take_if_missing(&m->c01, 0);
    take_if_missing(&m->c10, shear / 2 - m->c01);
    take_if_missing(&m->bulk, m->young / (3 * (1 - 2 * m->poisson)));
  } else if (mooney) {
    double shear = 2 * (m->c10 + m->c01);
    take_if_missing(&m->young, 9 * m->bulk * shear / (3 * m->bulk + shear));
    take_if_missing(&m->poisson, (3 * m->bulk - 2 * shear) / (2 * (3 * m->bulk + shear)));
  }
}

static BrnStatus check(BrnBuild* build, const BrnSceneMaterial* m) {
  const struct {
    const char* name;
    double value;
    bool good;
    const char* expected;
  } facts[] = {
      {"density", m->density, m->density > 0, "above 0 kg/m^3"},
      {"young", m->young, m->young > 0, "above 0 Pa"},
      {"poisson", m->poisson, m->poisson > -1 && m->poisson < 0.5, "above -1 and below 0.5"},
      {"c10", m->c10, m->c10 + m->c01 > 0, "such that c10 + c01 is above 0 Pa"},
      {"c01", m->c01, isfinite(m->c01), "a number"},
      {"bulk", m->bulk, m->bulk > 0, "above 0 Pa"},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    if (facts[i].good && isfinite(facts[i].value)) continue;
    if (isnan(facts[i].value)) {
      return brn__fail(build->ctx, BRN_INVALID,
                       "materials.%s: needs \"%s\", or \"like\": one of muscle, tendon, bone, fat, "
                       "skin, rubber",
                       m->name, facts[i].name);
    }
    return brn__fail(build->ctx, BRN_INVALID, "materials.%s.%s: is %g, but must be %s", m->name,
                     facts[i].name, facts[i].value, facts[i].expected);
  }
  return BRN_OK;
}

BrnStatus brn__build_add_material(BrnBuild* build, const BrnSceneMaterial* material) {
  BrnModel* model = build->model;
  BrnSceneMaterial full;
  BRN_TRY(follow_likes(build, material, &full));
  derive(&full);
  BRN_TRY(check(build, &full));
  BRN_TRY(brn__grow_block(build->ctx, &model->material_list, (size_t)model->material_count + 1,
                          sizeof *model->material_list));
  char* name = brn__strdup(build->ctx, material->name);
  if (!name) return BRN_NO_MEMORY;
  model->material_list[model->material_count++] = (BrnModelMaterial){
      .name = name,
      .model = full.model < 0 ? BRN_MODEL_NEO_HOOKEAN : (BrnMaterialModel)full.model,
      .density = full.density,
      .young = full.young,
      .poisson = full.poisson,
      .c10 = full.c10,
      .c01 = full.c01,
      .bulk = full.bulk};
  return BRN_OK;
}

// adds one of ours when it is asked for the first time
BrnStatus brn__build_find_material(BrnBuild* build, const char* where, const char* name, int* out) {
  const BrnModel* model = build->model;
  for (*out = 0; *out < model->material_count; (*out)++) {
    if (strcmp(model->material_list[*out].name, name) == 0) return BRN_OK;
  }
  const BrnSceneMaterial* preset = brn__material_preset(name);
  return preset ? brn__build_add_material(build, preset) : fail_unknown(build, where, name);
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
    list = "tendons", usual = "tendon";
    owner = scene->tendon[part->owner].name;
    name = scene->tendon[part->owner].material;
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

BrnStatus brn__build_materials(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int i = 0; i < build->scene->material_count; i++) {
    BRN_TRY(brn__build_add_material(build, &build->scene->material[i]));
  }
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
