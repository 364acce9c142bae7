// SPDX-License-Identifier: Apache-2.0

#include "anatomy/sources.h"

#include "brawn/io.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where parts come from: one source each, files that can be read, surfaces that can be used.

static BrnStatus read_si(BrnBuild* build, const char* file, BrnMesh** out) {
  char path[4096];
  brn__check_path(build, file, path, sizeof path);
  return brn_mesh_read(build->ctx, path, &build->read, out);
}

// --------------------------------------------------------------------------------------- surfaces

static void say_findings(BrnBuild* build, const BrnDiagnosis* diagnosis) {
  for (int i = 0; i < diagnosis->finding_count; i++) {
    const BrnFinding* f = &diagnosis->finding[i];
    if (f->severity == BRN_NOTE) continue;
    bool turned = strcmp(f->kind, "inverted_tets") == 0; // building mends that
    if (turned)
      brn__say(build, BRN_WARNING, "%s; building turns %s", f->message,
               f->count == 1 ? "it" : "them");
    if (!turned) brn__say(build, f->severity, "%s; %s", f->message, f->cure);
  }
}

static void diagnose(BrnBuild* build, const BrnMesh* mesh) {
  BrnDiagnosis* diagnosis;
  BrnStatus status = brn_mesh_diagnose(build->ctx, mesh, &diagnosis);
  if (status != BRN_OK) {
    brn__say_failure(build, status);
    return;
  }
  say_findings(build, diagnosis);
  brn_diagnosis_destroy(build->ctx, diagnosis);
}

static void keep_surface(BrnBuild* build, BrnListedPart* part, BrnMesh* mesh) {
  if (mesh->triangle_count > 0) {
    part->mesh = mesh, part->own = true;
    brn__say_failure(build, brn_mesh_validate(build->ctx, mesh));
    return;
  }
  brn__say(build, BRN_ERROR, "has no triangles; a part needs a closed surface%s",
           mesh->tet_count > 0 ? "; a tet mesh goes to mesh.file, and its parts get labels" : "");
  brn_mesh_destroy(build->ctx, mesh);
}

static void check_surface(BrnBuild* build, BrnListedPart* part, const char* place) {
  BrnMesh* mesh;
  brn__at(build, "%s.surface", place);
  if (!brn__check_file(build, part->source->surface)) return;
  BrnStatus status = read_si(build, part->source->surface, &mesh);
  if (status != BRN_OK) {
    brn__say_failure(build, status);
    return;
  }
  if (mesh->triangle_count > 0) diagnose(build, mesh);
  keep_surface(build, part, mesh);
}

static void check_form(BrnBuild* build, BrnListedPart* part, const char* place) {
  BrnMesh* mesh;
  brn__at(build, "%s.form", place);
  BrnStatus status = brn_form_make(build->ctx, part->source->form, &mesh);
  if (status == BRN_OK) {
    keep_surface(build, part, mesh);
  } else {
    brn__say_failure(build, status);
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

static void list_labels(BrnBuild* build, BrnCheckWords* words) {
  int *label = NULL, count = 0;
  BrnStatus status = brn_mesh_labels(build->ctx, build->source, BRN_ON_TET, &label, &count);
  if (status != BRN_OK) build->status = status;
  for (int i = 0; i < count && status == BRN_OK; i++) {
    char number[16];
    const char* name = brn_mesh_label_name(build->source, BRN_ON_TET, label[i]);
    snprintf(number, sizeof number, "%d", label[i]);
    brn__check_word(build, words, name ? name : number);
  }
  brn_free(build->ctx, label);
}

static void say_unknown_label(BrnBuild* build, const char* name) {
  BrnCheckWords words = {0};
  list_labels(build, &words);
  if (build->status == BRN_OK) {
    brn__say(build, BRN_ERROR, "the mesh has no label \"%s\"%s", name,
             words.size ? brn__check_hint(name, words.text).text
                        : "; its tets have no labels, so all of them are 0");
  }
  brn__free(build->ctx, words.text);
}

static void check_labels(BrnBuild* build, const BrnListedPart* part, const char* place) {
  const BrnSceneMesh* mesh = &build->scene->mesh;
  brn__at(build, "%s.labels", place);
  if (!mesh->file && !mesh->shape) {
    brn__say(build, BRN_ERROR,
             "there is no mesh with labels; give \"mesh\": {\"file\": ...} or a \"shape\"");
  }
  for (int i = 0; build->source && i < part->source->label_count; i++) {
    const char* name = part->source->label[i];
    if (!has_label(build->source, name)) say_unknown_label(build, name);
  }
}

// --------------------------------------------------------------------------------- the tet mesh

static void check_tet_file(BrnBuild* build) {
  brn__at(build, "mesh.file");
  if (!brn__check_file(build, build->scene->mesh.file)) return;
  BrnStatus status = read_si(build, build->scene->mesh.file, &build->source);
  if (status != BRN_OK) {
    brn__say_failure(build, status);
  } else if (build->source->tet_count == 0) {
    brn__say(build, BRN_ERROR,
             "has no tets; surfaces belong to parts: \"bones\": {\"humerus\": {\"surface\": "
             "...}}");
  } else {
    diagnose(build, build->source);
  }
}

enum { QUICK = 50000 }; // tets that a check makes

// labels do not hang on the number of tets
static void check_shape(BrnBuild* build) {
  BrnShapeDef def = *build->scene->mesh.shape;
  brn__at(build, "mesh.shape");
  build->coarse = build->checks && def.tets > QUICK;
  if (build->coarse) def.tets = 2000;
  BrnStatus status = brn_shape_make(build->ctx, &def, &build->source);
  if (status != BRN_OK) brn__say_failure(build, status);
}

static void check_mesh(BrnBuild* build) {
  const BrnSceneMesh* mesh = &build->scene->mesh;
  if (mesh->file && mesh->shape) {
    brn__at(build, "mesh");
    brn__say(build, BRN_ERROR, "has both a \"file\" and a \"shape\"; take one away");
  }
  if (mesh->file) check_tet_file(build);
  if (mesh->shape && !mesh->file) check_shape(build);
}

static void check_twins(BrnBuild* build) {
  for (int i = 0; i < build->listed_count; i++) {
    const char* file = build->listed[i].source->surface;
    for (int k = 0; file && k < i; k++) {
      const char* other = build->listed[k].source->surface;
      if (!other || strcmp(file, other) != 0) continue;
      brn__at(build, "%s.surface", brn__check_place(build, &build->listed[i]).text);
      brn__say(build, BRN_ERROR, "\"%s\" is the surface of \"%s\" too; leave one of them out", file,
               build->listed[k].name);
      break;
    }
  }
}

// ------------------------------------------------------------------------------------- each part

// may a part be without tets of its own?
static bool may_be_empty(const BrnBuild* build, const BrnListedPart* part) {
  if (part->kind != BRN_PART_MUSCLE) return false;
  const BrnSceneMuscle* muscle = &build->scene->muscle[part->owner];
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

static void check_region(BrnBuild* build, const BrnListedPart* part) {
  if (part->unit < 0 || !build->scene->muscle[part->owner].unit[part->unit].region) return;
  brn__say(build, BRN_ERROR, "has a region and tets of its own; give it one of the two");
}

static void check_part(BrnBuild* build, BrnListedPart* part) {
  const BrnSceneSource* source = part->source;
  BrnCheckPlace place = brn__check_place(build, part);
  int count = !!source->surface + !!source->form + (source->label_count > 0);
  brn__at(build, "%s", place.text);
  if (count == 0 && !may_be_empty(build, part)) {
    brn__say(build, BRN_ERROR,
             "is made from nothing; give a \"surface\" (a file), a \"form\", or \"labels\" of "
             "the mesh");
  }
  if (count > 0) check_region(build, part);
  if (count > 1) {
    brn__say(build, BRN_ERROR,
             "is made from %s things; keep one of \"surface\", \"form\" and \"labels\"",
             count == 2 ? "two" : "three");
  }
  if (source->surface) {
    check_surface(build, part, place.text);
  } else if (source->form) {
    check_form(build, part, place.text);
  } else if (source->label_count > 0) {
    check_labels(build, part, place.text);
  }
}

static void check_mixture(BrnBuild* build) {
  bool surfaces = false;
  bool whole = build->scene->mesh.file || build->scene->mesh.shape;
  for (int i = 0; i < build->listed_count; i++) {
    surfaces |= build->listed[i].source->surface || build->listed[i].source->form;
  }
  if (!surfaces || !whole) return;
  brn__at(build, "mesh");
  brn__say(build, BRN_ERROR,
           "a tet mesh is given, so no part can come from a surface or a form; name its "
           "\"labels\" in the parts, or take the mesh away");
}

void brn__read_sources(BrnBuild* build) {
  check_mesh(build);
  for (int i = 0; i < build->listed_count; i++) check_part(build, &build->listed[i]);
  check_mixture(build);
  check_twins(build);
  brn__check_labels(build);
  if (build->listed_count == 0) {
    brn__at(build, "bones");
    brn__say(build, BRN_ERROR,
             "the scene has no bones, muscles or tendons; brawn new FOLDER makes a scene from "
             "surfaces");
  }
  build->bad_surfaces = brn__error_count(build) > 0;
}
