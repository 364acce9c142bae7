// SPDX-License-Identifier: Apache-2.0
//
// From the scene's units and axes to metres, Y up. Lengths and directions are told by the tables;
// what is left are letters that name axes, and tendons measured by distance.

#include "scene/tables.h"

static const struct {
  const char* name;
  double metres;
} units[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}}; // as BRN_UNITS
enum { UNITS = sizeof units / sizeof *units };

// Rows of the turn that brings the up-axis to y: the same as brn_mesh_to_si().
static const double axes_of_up[3][9] = {
    {0, -1, 0, 1, 0, 0, 0, 0, 1}, // x
    {1, 0, 0, 0, 1, 0, 0, 0, 1},  // y
    {1, 0, 0, 0, 0, 1, 0, -1, 0}, // z
};

// the axis, from 0, that an axis of the scene becomes, but for its sign
static int turned_axis(const double axes[9], int axis) {
  for (int i = 0; i < 3; i++) {
    if (axes[3 * i + axis] != 0) return i;
  }
  return axis;
}

static void turn_letters(char* letters, const double axes[9]) {
  for (; letters && *letters; letters++) {
    if (*letters >= 'x' && *letters <= 'z') *letters = "xyz"[turned_axis(axes, *letters - 'x')];
  }
}

static void turn_mirror(const BrnSceneSource* source, const double axes[9]) {
  BrnFormDef* form = source->form;
  if (form && form->mirror >= 1 && form->mirror <= 3) {
    form->mirror = 1 + turned_axis(axes, form->mirror - 1);
  }
}

static void scale_tendons(BrnSceneTendons* tendons, double scale) {
  if (!tendons || tendons->by != BRN_TENDON_DISTANCE) return;
  tendons->origin *= scale;
  tendons->insertion *= scale;
  tendons->blend *= scale;
}

static void convert_muscle(BrnSceneMuscle* muscle, double scale, const double axes[9]) {
  turn_mirror(&muscle->source, axes);
  scale_tendons(&muscle->tendons, scale);
  for (int i = 0; i < muscle->unit_count; i++) {
    turn_mirror(&muscle->unit[i].source, axes);
    scale_tendons(muscle->unit[i].tendons, scale);
  }
}

double brn__unit_metres(int unit) {
  BRN_ASSERT(unit >= 0 && unit < UNITS);
  return units[unit].metres;
}

const char* brn__unit_name(int unit) {
  BRN_ASSERT(unit >= 0 && unit < UNITS);
  return units[unit].name;
}

double brn__scene_metres(const BrnScene* scene) {
  BRN_ASSERT(scene);
  return brn__unit_metres(scene->units) * scene->scale;
}

const double* brn__scene_axes(const BrnScene* scene) {
  BRN_ASSERT(scene && scene->up >= 0 && scene->up < 3);
  return axes_of_up[scene->up];
}

void brn_scene_to_si(BrnScene* scene) {
  double scale = brn__scene_metres(scene);
  const double* axes = brn__scene_axes(scene);
  brn__record_convert(&brn__scene_record, scene, scale, axes);
  for (int i = 0; i < scene->bone_count; i++) turn_mirror(&scene->bone[i].source, axes);
  for (int i = 0; i < scene->tendon_count; i++) turn_mirror(&scene->tendon[i].source, axes);
  for (int i = 0; i < scene->soft_count; i++) turn_mirror(&scene->soft[i].source, axes);
  for (int i = 0; i < scene->muscle_count; i++) convert_muscle(&scene->muscle[i], scale, axes);
  for (int i = 0; i < scene->support_count; i++) turn_letters(scene->support[i].axes, axes);
  scene->units = 0;
  scene->up = 1;
  scene->scale = 1;
}
