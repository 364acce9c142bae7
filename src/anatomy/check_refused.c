// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "anatomy/check.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What building refuses as soon as it sees it, told before anything is built: labels that nobody
// takes or two do, surfaces that are there twice, materials that lack a number, splines, and
// scripted joints that are no tree.

void brn__check_plane(BrnCheck* check, const BrnScenePlane* plane) {
  if (!plane || brn__norm3(plane->normal) > 0) return;
  brn__check_say(check, BRN_ERROR, "the \"normal\" of the plane has no length; give a direction");
}

// ----------------------------------------------------------------------------------------- labels

static bool is_label(const BrnMesh* mesh, int label, const char* text) {
  const char* name = brn_mesh_label_name(mesh, BRN_ON_TET, label);
  if (name && strcmp(name, text) == 0) return true;
  for (int i = 0; i < mesh->label_count; i++) { // a name comes before a number
    if (mesh->label[i].on == BRN_ON_TET && strcmp(mesh->label[i].name, text) == 0) return false;
  }
  char* end;
  long number = strtol(text, &end, 10);
  return end != text && *end == 0 && number == label;
}

// A name that is no label has been told already, and most likely means the one that is left over.
static bool has_misspelt(const BrnCheck* check, const int* label, int count) {
  for (int i = 0; i < check->part_count; i++) {
    const BrnSceneSource* source = check->part[i].source;
    for (int k = 0; k < source->label_count; k++) {
      bool known = false;
      for (int l = 0; l < count; l++) known |= is_label(check->tets, label[l], source->label[k]);
      if (!known) return true;
    }
  }
  return false;
}

static void check_label(BrnCheck* check, int label, bool misspelt) {
  const BrnCheckPart* first = NULL;
  const char* name = brn_mesh_label_name(check->tets, BRN_ON_TET, label);
  for (int i = 0; i < check->part_count; i++) {
    const BrnCheckPart* part = &check->part[i];
    for (int k = 0; k < part->source->label_count; k++) {
      if (!is_label(check->tets, label, part->source->label[k])) continue;
      brn__check_at(check, "%s.labels", brn__check_place(check, part).text);
      if (first) {
        brn__check_say(check, BRN_ERROR, "\"%s\" is taken by \"%s\" already; name it once",
                       part->source->label[k], first->name);
      }
      first = part;
    }
  }
  if (first || misspelt) return;
  brn__check_at(check, "mesh");
  brn__check_say(check, BRN_ERROR,
                 "no part takes the label %d%s%s; name it in the \"labels\" of a bone, muscle or "
                 "tendon",
                 label, name ? " " : "", name ? name : "");
}

static void check_labels(BrnCheck* check) {
  int *label = NULL, count = 0;
  if (!check->tets || check->tets->tet_count == 0) return;
  if (!check->tets->tet_label) {
    check_label(check, 0, false);
    return;
  }
  BrnStatus status = brn_mesh_labels(check->ctx, check->tets, BRN_ON_TET, &label, &count);
  if (status != BRN_OK) check->status = status;
  bool misspelt = status == BRN_OK && has_misspelt(check, label, count);
  for (int i = 0; status == BRN_OK && i < count; i++) check_label(check, label[i], misspelt);
  brn_free(check->ctx, label);
}

// --------------------------------------------------------------------------------------- surfaces

static void check_twins(BrnCheck* check) {
  for (int i = 0; i < check->part_count; i++) {
    const char* file = check->part[i].source->surface;
    for (int k = 0; file && k < i; k++) {
      const char* other = check->part[k].source->surface;
      if (!other || strcmp(file, other) != 0) continue;
      brn__check_at(check, "%s.surface", brn__check_place(check, &check->part[i]).text);
      brn__check_say(check, BRN_ERROR, "\"%s\" is the surface of \"%s\" too; leave one of them out",
                     file, check->part[k].name);
      break;
    }
  }
}

// -------------------------------------------------------------------------------------- materials

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
static void tell_material(BrnCheck* check, const char* name, BrnStatus status) {
  char where[512], text[1024];
  if (status == BRN_OK) return;
  const char* message = brn_last_error(check->ctx);
  const char* end = strstr(message, ": ");
  snprintf(where, sizeof where, "materials.%s", name);
  size_t length = strlen(where);
  bool placed = end && strncmp(message, "materials.", 10) == 0;
  bool own = placed && strncmp(message, where, length) == 0 &&
             (message[length] == '.' || message[length] == ':');
  if (status == BRN_NO_MEMORY || !placed) {
    brn__check_at(check, "%s", where);
    brn__check_failure(check, status);
  } else if (own) {
    snprintf(text, sizeof text, "%s", end + 2);
    brn__check_at(check, "%.*s", (int)(end - message), message);
    brn__check_say(check, BRN_ERROR, "%s", text);
  }
}

static void check_materials(BrnCheck* check) {
  const BrnScene* s = check->scene;
  BrnBuild build = {.ctx = check->ctx, .scene = s};
  build.model = brn__new_zero(check->ctx, 1, BrnModel);
  if (!build.model) check->status = BRN_NO_MEMORY;
  for (int i = 0; i < s->material_count && check->status == BRN_OK; i++) {
    if (!is_known(s, &s->material[i])) continue;
    tell_material(check, s->material[i].name, brn__build_add_material(&build, &s->material[i]));
  }
  brn_model_destroy(check->ctx, build.model);
}

// ---------------------------------------------------------------------------------------- splines

static void check_spline(BrnCheck* check, const BrnSceneFibres* fibres) {
  if (!fibres || fibres->from != BRN_FIBRES_SPLINE || !fibres->spline) return;
  const BrnSceneSpline* s = fibres->spline;
  double points = (double)s->count[0] * s->count[1] * s->count[2];
  if (points != s->control_count) {
    brn__check_say(check, BRN_ERROR, "it has %d control points, but %d x %d x %d are told",
                   s->control_count, s->count[0], s->count[1], s->count[2]);
  }
  for (int i = 0; i < 3; i++) {
    if (s->count[i] > s->degree[i]) continue;
    brn__check_say(check, BRN_ERROR,
                   "%d control points along %c are too few for degree %d; give %d, or a lower "
                   "\"degree\"",
                   s->count[i], "uvw"[i], s -> degree[i], s -> degree[i] + 1);
  }
}

static void check_splines(BrnCheck* check) {
  for (int i = 0; i < check->scene->muscle_count; i++) {
    const BrnSceneMuscle* muscle = &check->scene->muscle[i];
    brn__check_at(check, "muscles.%s.fibres.spline", muscle->name);
    check_spline(check, &muscle->fibres);
    for (int u = 0; u < muscle->unit_count; u++) {
      brn__check_at(check, "muscles.%s.units.%s.fibres.spline", muscle->name, muscle->unit[u].name);
      check_spline(check, muscle->unit[u].fibres);
    }
  }
}

// ----------------------------------------------------------------------------------------- joints

static bool is_scripted(const BrnSceneJoint* joint) {
  bool given = joint->angle.key_count > 0 || !isnan(joint->angle.value);
  return given && joint->bone_count == 2;
}

static const BrnSceneJoint* joint_above(const BrnScene* s, const char* bone, int before) {
  for (int i = 0; i < before; i++) {
    const BrnSceneJoint* joint = &s->joint[i];
    if (is_scripted(joint) && strcmp(joint->bone[1], bone) == 0) return joint;
  }
  return NULL;
}

// scripted joints are a tree; those before this one are
static void check_tree(BrnCheck* check, int index) {
  const BrnScene* s = check->scene;
  const BrnSceneJoint *joint = &s->joint[index], *above;
  if (!is_scripted(joint) || strcmp(joint->bone[0], joint->bone[1]) == 0) return;
  brn__check_at(check, "joints.%s.angle", joint->name);
  if ((above = joint_above(s, joint->bone[1], index))) {
    brn__check_say(check, BRN_ERROR,
                   "\"%s\" is already turned by \"%s\"; leave one of the angles out",
                   joint->bone[1], above->name);
    return;
  }
  const char* bone = joint->bone[0];
  for (int step = 0; step < index && (above = joint_above(s, bone, index)); step++) {
    bone = above->bone[0];
    if (strcmp(bone, joint->bone[1]) != 0) continue;
    brn__check_say(check, BRN_ERROR,
                   "\"%s\" would turn itself, through \"%s\"; leave one angle of the circle out",
                   bone, above->name);
    return;
  }
}

void brn__check_refused(BrnCheck* check) {
  check_labels(check);
  check_twins(check);
  check_materials(check);
  check_splines(check);
  for (int i = 0; i < check->scene->joint_count; i++) check_tree(check, i);
}
