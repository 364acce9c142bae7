// SPDX-License-Identifier: Apache-2.0
//
// What the scene says of parts that touch: rules between groups become one for each pair of parts.
// The last rule that names a pair counts; pairs that none names are not listed: they slide.

#include "anatomy/check.h"
#include "anatomy/pieces.h"

static bool names_part(char* const* pattern, int count, const BrnModelPart* part) {
  for (int i = 0; i < count; i++) {
    if (brn__part_matches(pattern[i], part)) return true;
  }
  return count == 0;
}

// -------------------------------------------------------------------------------------- the checks

static bool is_known(const BrnBuild* build, const char* pattern) {
  for (int p = 0; p < build->model->part_count; p++) {
    if (brn__part_matches(pattern, &build->model->part[p])) return true;
  }
  return false;
}

static void check_names(BrnBuild* build, const BrnSceneContact* rule, const char* key,
                        char* const* pattern, int count) {
  brn__at(build, "contacts.%s.%s", rule->name, key);
  for (int i = 0; i < count; i++) {
    if (!is_known(build, pattern[i])) brn__check_name(build, BRN_CHECK_PART, pattern[i]);
  }
}

void brn__check_contacts(BrnBuild* build) {
  const BrnScene* scene = build->scene;
  for (int i = 0; i < scene->contact_count; i++) {
    const BrnSceneContact* rule = &scene->contact[i];
    check_names(build, rule, "a", rule->a, rule->a_count);
    check_names(build, rule, "b", rule->b, rule->b_count);
  }
  if (scene->contact_count > 0 && !scene->solver.contact) {
    brn__at(build, "contacts");
    brn__say(build, BRN_WARNING,
             "nothing touches, as solver.contact is false; set \"solver\": {\"contact\": true}");
  }
}

// -------------------------------------------------------------------------------------- the model

static const BrnSceneContact* rule_between(const BrnScene* scene, const BrnModelPart* one,
                                           const BrnModelPart* other) {
  for (int i = scene->contact_count - 1; i >= 0; i--) {
    const BrnSceneContact* rule = &scene->contact[i];
    bool there =
        names_part(rule->a, rule->a_count, one) && names_part(rule->b, rule->b_count, other);
    bool back =
        names_part(rule->a, rule->a_count, other) && names_part(rule->b, rule->b_count, one);
    if (there || back) return rule;
  }
  return NULL;
}

BrnStatus brn__build_contacts(BrnBuild* build) {
  BrnModel* model = build->model;
  int parts = model->part_count;
  if (build->scene->contact_count == 0) return BRN_OK;
  model->contact = brn__new_zero(build->ctx, (size_t)parts * (size_t)parts, BrnModelContact);
  if (!model->contact) return BRN_NO_MEMORY;
  for (int p = 0; p < parts * parts; p++) {
    int one = p / parts, other = p % parts;
    const BrnSceneContact* rule =
        one < other ? rule_between(build->scene, &model->part[one], &model->part[other]) : NULL;
    if (!rule) continue;
    BrnModelContact* out = &model->contact[model->contact_count++];
    *out = (BrnModelContact){.part = {one, other}, .kind = rule->kind, .friction = rule->friction};
  }
  return BRN_OK;
}
