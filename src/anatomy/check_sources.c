// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "brawn/io.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where parts come from: one source each, files that can be read, surfaces that can be used.

static BrnStatus read_si(BrnCheck* check, const char* file, BrnMesh** out) {
  char path[4096];
  BrnReadDef def = brn_read_def_default();
  brn__check_path(check, file, path, sizeof path);
  def.metres_per_unit = check->metres;
  def.up = "xyz"[check->given->up];
  return brn_mesh_read(check->ctx, path, &def, out);
}

// --------------------------------------------------------------------------------------- surfaces

static void say_findings(BrnCheck* check, const BrnDiagnosis* diagnosis) {
  for (int i = 0; i < diagnosis->finding_count; i++) {
    const BrnFinding* f = &diagnosis->finding[i];
    if (f->severity == BRN_NOTE) continue;
    bool turned = strcmp(f->kind, "inverted_tets") == 0; // building mends that
    if (turned)
      brn__check_say(check, BRN_WARNING, "%s; building turns %s", f->message,
                     f->count == 1 ? "it" : "them");
    if (!turned) brn__check_say(check, f->severity, "%s; %s", f->message, f->cure);
  }
}

static void diagnose(BrnCheck* check, const BrnMesh* mesh) {
  BrnDiagnosis* diagnosis;
  BrnStatus status = brn_mesh_diagnose(check->ctx, mesh, &diagnosis);
  if (status != BRN_OK) {
    brn__check_failure(check, status);
    return;
  }
  say_findings(check, diagnosis);
  brn_diagnosis_destroy(check->ctx, diagnosis);
}

static void keep_surface(BrnCheck* check, BrnCheckPart* part, BrnMesh* mesh) {
  if (mesh->triangle_count == 0) {
    brn__check_say(check, BRN_ERROR, "has no triangles; a part needs a closed surface");
    brn_mesh_destroy(check->ctx, mesh);
    return;
  }
  part->mesh = mesh;
  brn_mesh_bounds(mesh, part->low, part->high);
  BrnStatus status = brn_bvh_create(check->ctx, mesh, &part->bvh);
  if (status != BRN_OK) brn__check_failure(check, status);
}

static void check_surface(BrnCheck* check, BrnCheckPart* part, const char* place) {
  BrnMesh* mesh;
  brn__check_at(check, "%s.surface", place);
  if (!brn__check_file(check, part->source->surface)) return;
  BrnStatus status = read_si(check, part->source->surface, &mesh);
  if (status != BRN_OK) {
    brn__check_failure(check, status);
    return;
  }
  if (mesh->triangle_count > 0) diagnose(check, mesh);
  keep_surface(check, part, mesh);
}

static void check_form(BrnCheck* check, BrnCheckPart* part, const char* place) {
  BrnMesh* mesh;
  brn__check_at(check, "%s.form", place);
  BrnStatus status = brn_form_make(check->ctx, part->source->form, &mesh);
  if (status == BRN_OK) {
    keep_surface(check, part, mesh);
  } else {
    brn__check_failure(check, status);
  }
}

// ------------------------------------------------------------------------------------------ labels

// "muscle", or the number of a label that some tet has
static bool has_label(const BrnMesh* mesh, const char* name) {
  for (int i = 0; i < mesh->label_count; i++) {
    if (mesh->label[i].on == BRN_ON_TET && strcmp(mesh->label[i].name, name) == 0) return true;
  }
  char* end;
  long number = strtol(name, &end, 10);
  if (*end || end == name || number < INT_MIN || number > INT_MAX) return false;
  if (!mesh->tet_label) return number == 0; // a mesh without labels is all of label 0
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label[t] == (int)number) return true;
  }
  return false;
}

static void list_labels(BrnCheck* check, BrnCheckWords* words) {
  int *label = NULL, count = 0;
  BrnStatus status = brn_mesh_labels(check->ctx, check->tets, BRN_ON_TET, &label, &count);
  if (status != BRN_OK) check->status = status;
  for (int i = 0; i < count && status == BRN_OK; i++) {
    char number[16];
    const char* name = brn_mesh_label_name(check->tets, BRN_ON_TET, label[i]);
    snprintf(number, sizeof number, "%d", label[i]);
    brn__check_word(check, words, name ? name : number);
  }
  brn_free(check->ctx, label);
}

static void say_unknown_label(BrnCheck* check, const char* name) {
  BrnCheckWords words = {0};
  list_labels(check, &words);
  if (check->status == BRN_OK) {
    brn__check_say(check, BRN_ERROR, "the mesh has no label \"%s\"%s", name,
                   words.size ? brn__check_hint(name, words.text).text
                              : "; its tets have no labels, so all of them are 0");
  }
  brn__free(check->ctx, words.text);
}

static void check_labels(BrnCheck* check, const BrnCheckPart* part, const char* place) {
  const BrnSceneMesh* mesh = &check->scene->mesh;
  brn__check_at(check, "%s.labels", place);
  if (!mesh->file && !mesh->shape) {
    brn__check_say(check, BRN_ERROR,
                   "there is no mesh with labels; give \"mesh\": {\"file\": ...} or a \"shape\"");
  }
  for (int i = 0; check->tets && i < part->source->label_count; i++) {
    const char* name = part->source->label[i];
    if (!has_label(check->tets, name)) say_unknown_label(check, name);
  }
}

// --------------------------------------------------------------------------------- the tet mesh

static void check_tet_file(BrnCheck* check) {
  brn__check_at(check, "mesh.file");
  if (!brn__check_file(check, check->scene->mesh.file)) return;
  BrnStatus status = read_si(check, check->scene->mesh.file, &check->tets);
  if (status != BRN_OK) {
    brn__check_failure(check, status);
  } else if (check->tets->tet_count == 0) {
    brn__check_say(check, BRN_ERROR,
                   "has no tets; surfaces belong to parts: \"bones\": {\"humerus\": {\"surface\": "
                   "...}}");
  } else {
    diagnose(check, check->tets);
  }
}

// labels do not hang on the number of tets
static void check_shape(BrnCheck* check) {
  BrnShapeDef def = *check->scene->mesh.shape;
  brn__check_at(check, "mesh.shape");
  if (def.tets > 2000) def.tets = 2000;
  BrnStatus status = brn_shape_make(check->ctx, &def, &check->tets);
  if (status != BRN_OK) brn__check_failure(check, status);
}

static void check_mesh(BrnCheck* check) {
  const BrnSceneMesh* mesh = &check->scene->mesh;
  if (mesh->file && mesh->shape) {
    brn__check_at(check, "mesh");
    brn__check_say(check, BRN_ERROR, "has both a \"file\" and a \"shape\"; take one away");
  }
  if (mesh->file) check_tet_file(check);
  if (mesh->shape && !mesh->file) check_shape(check);
}

// ------------------------------------------------------------------------------------- each part

// may a part be without tets of its own?
static bool may_be_empty(const BrnCheck* check, const BrnCheckPart* part) {
  if (part->kind != BRN_PART_MUSCLE) return false;
  const BrnSceneMuscle* muscle = &check->scene->muscle[part->owner];
  if (part->unit >= 0) {
    const BrnSceneSource* whole = &muscle->source;
    return whole->surface || whole->form || whole->label_count > 0;
  }
  for (int u = 0; u < muscle->unit_count; u++) {
    const BrnSceneSource* own = &muscle->unit[u].source;
    if (!own->surface && !own->form && own->label_count == 0) return false;
  }
  return muscle->unit_count > 0;
}

static void check_part(BrnCheck* check, BrnCheckPart* part) {
  const BrnSceneSource* source = part->source;
  BrnCheckPlace place = brn__check_place(check, part);
  int count = !!source->surface + !!source->form + (source->label_count > 0);
  brn__check_at(check, "%s", place.text);
  if (count == 0 && !may_be_empty(check, part)) {
    brn__check_say(
        check, BRN_ERROR,
        "is made from nothing; give a \"surface\" (a file), a \"form\", or \"labels\" of "
        "the mesh");
  }
  if (count > 1) {
    brn__check_say(check, BRN_ERROR,
                   "is made from %s things; keep one of \"surface\", \"form\" and \"labels\"",
                   count == 2 ? "two" : "three");
  }
  if (source->surface) {
    check_surface(check, part, place.text);
  } else if (source->form) {
    check_form(check, part, place.text);
  } else if (source->label_count > 0) {
    check_labels(check, part, place.text);
  }
}

static void check_mixture(BrnCheck* check) {
  bool surfaces = false;
  bool whole = check->scene->mesh.file || check->scene->mesh.shape;
  for (int i = 0; i < check->part_count; i++) {
    surfaces |= check->part[i].source->surface || check->part[i].source->form;
  }
  if (!surfaces || !whole) return;
  brn__check_at(check, "mesh");
  brn__check_say(check, BRN_ERROR,
                 "a tet mesh is given, so no part can come from a surface or a form; name its "
                 "\"labels\" in the parts, or take the mesh away");
}

void brn__check_sources(BrnCheck* check) {
  check_mesh(check);
  for (int i = 0; i < check->part_count; i++) check_part(check, &check->part[i]);
  check_mixture(check);
  if (check->part_count == 0) {
    brn__check_at(check, "bones");
    brn__check_say(
        check, BRN_ERROR,
        "the scene has no bones, muscles or tendons; brawn new FOLDER makes a scene from "
        "surfaces");
  }
}
