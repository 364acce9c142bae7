// SPDX-License-Identifier: Apache-2.0

#include "anatomy/make_material.h"
#include "anatomy/pieces.h"

#include <math.h>

// How hard the fibres of every unit pull, and when: tension, activation, and how it follows.

static const double usual_tension = 3e5; // Pa

// what the unit, the muscle or its material says
static BrnStatus set_tension(BrnBuild* build, const BrnSceneMuscle* muscle,
                             const BrnSceneUnit* unit, BrnModelUnit* out) {
  int index;
  BrnMaterial* material;
  out->tension = unit && !isnan(unit->tension) ? unit->tension : muscle->tension;
  out->own_tension = !isnan(out->tension);
  if (out->own_tension) return BRN_OK;
  const char* name = muscle->material ? muscle->material : "muscle";
  BRN_TRY(brn__build_find_material(build, "materials", name, &index));
  BRN_TRY(brn__material_of(build->ctx, &build->model->material_list[index], &material));
  double own = brn__material_tension(material);
  out->tension = isnan(own) ? usual_tension : own;
  brn_material_destroy(build->ctx, material);
  return BRN_OK;
}

static void set_dynamics(const BrnSceneMuscle* muscle, BrnModelUnit* out) {
  out->rise = muscle->rise, out->fall = muscle->fall;
  out->dynamics = muscle->dynamics;
  out->least_activation = muscle->least_activation;
  out->initial_activation = muscle->initial_activation;
  out->dynamics_smooth = muscle->dynamics_smooth;
}

// unit NULL: the muscle is one unit
// of the unit, or else of the muscle
static BrnSceneValue value_of(const BrnSceneMuscle* muscle, const BrnSceneUnit* unit) {
  BrnSceneValue value = muscle->activation;
  if (unit && (unit->activation.key_count > 0 || !isnan(unit->activation.value))) {
    value = unit->activation;
  }
  if (value.key_count == 0 && isnan(value.value)) value.value = 0;
  return value;
}

static BrnStatus activate(BrnBuild* build, const BrnSceneMuscle* muscle, const BrnSceneUnit* unit,
                          BrnModelUnit* out) {
  BrnSceneValue value = value_of(muscle, unit);
  BrnWhere where = brn__where("muscles.%s%s%s.activation", muscle->name, unit ? ".units." : "",
                              unit ? unit->name : "");
  set_dynamics(muscle, out);
  BRN_TRY(set_tension(build, muscle, unit, out));
  return brn__build_track(build, where.text, BRN_TRACK_ACTIVATION, &value, 1, &out->activation);
}

BrnStatus brn__build_activations(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int u = 0; u < model->unit_count; u++) {
    BrnModelUnit* unit = &model->unit_list[u];
    const BrnSceneMuscle* muscle = &build->scene->muscle[unit->muscle];
    int own = u - model->muscle[unit->muscle].first_unit;
    BRN_TRY(activate(build, muscle, muscle->unit_count > 0 ? &muscle->unit[own] : NULL, unit));
  }
  return build->surfaces ? BRN_OK : brn__build_check_fibres(build);
}
