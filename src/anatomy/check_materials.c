// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Materials are made for a trial: what cannot be made is told.

// what is like something unknown has been told already
static bool is_known(const BrnScene* s, const BrnSceneMaterial* material) {
  static const char* const ours[] = {"muscle", "tendon", "bone", "fat", "skin", "rubber"};
  for (int i = 0; material->like && i < 6; i++) {
    if (strcmp(ours[i], material->like) == 0) return true;
  }
  for (int i = 0; material->like && i < s->material_count; i++) {
    if (strcmp(s->material[i].name, material->like) == 0) return true;
  }
  return !material->like;
}

// The message is "materials.flesh.c1: what is wrong". Where it is about what the material is like,
// it is told there.
static void tell_material(BrnBuild* build, const char* name, BrnStatus status) {
  char where[512], text[1024];
  if (status == BRN_OK) return;
  const char* message = brn_last_error(build->ctx);
  const char* end = strstr(message, ": ");
  snprintf(where, sizeof where, "materials.%s", name);
  size_t length = strlen(where);
  bool placed = end && strncmp(message, "materials.", 10) == 0;
  bool own = placed && strncmp(message, where, length) == 0 &&
             (message[length] == '.' || message[length] == ':');
  if (status == BRN_NO_MEMORY || !placed) {
    brn__at(build, "%s", where);
    brn__say_failure(build, status);
  } else if (own) {
    snprintf(text, sizeof text, "%s", end + 2);
    brn__at(build, "%.*s", (int)(end - message), message);
    brn__say(build, BRN_ERROR, "%s", text);
  }
}

static double find_number(const BrnModelMaterial* material, const char* key) {
  for (int i = 0; i < material->parameter_count; i++) {
    const BrnParameter* p = &material->parameter[i];
    if (p->text && strcmp(p->key, key) == 0) return strtod(p->text, NULL);
  }
  return NAN;
}

// Across a principal stretch l shear meets a modulus in proportion to c1 + c2 l^2: where c1 or c2
// is negative that is gone from some length on, be a bar pulled or pressed.
static void tell_instability(BrnBuild* build, const BrnModelMaterial* material) {
  double c1 = find_number(material, "c1"), c2 = find_number(material, "c2");
  if (!(c1 < 0 || c2 < 0)) return;
  double along = sqrt(-c1 / c2), aside = -c2 / c1;
  brn__at(build, "materials.%s.%s", material->name, c2 < 0 ? "c2" : "c1");
  brn__say(build, BRN_WARNING,
           "is negative, so the material is stable near rest only: pulled to %.3g or pressed to "
           "%.3g of its length it gives way to the side",
           fmax(along, aside), fmin(along, aside));
}

static void try_materials(BrnBuild* build, BrnBuild* trial) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->material_count && build->status == BRN_OK; i++) {
    if (!is_known(s, &s->material[i])) continue;
    tell_material(build, s->material[i].name, brn__build_add_material(trial, &s->material[i]));
  }
  for (int i = 0; i < trial->model->material_count; i++) {
    tell_instability(build, &trial->model->material_list[i]);
  }
}

void brn__check_materials(BrnBuild* build) {
  BrnModel* model = brn__new_zero(build->ctx, 1, BrnModel);
  BrnBuild trial = {.ctx = build->ctx, .scene = build->scene, .model = model};
  brn__check_part_materials(build);
  if (model) try_materials(build, &trial);
  if (!model) build->status = BRN_NO_MEMORY;
  brn_model_destroy(build->ctx, model);
}
