// SPDX-License-Identifier: Apache-2.0

#include "anatomy/sources.h"

#include <stdlib.h>
#include <string.h>

// The labels of a tet mesh from elsewhere become parts. Labels are called by their name, or else by
// their number; a mesh without labels is all of label 0.

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
static bool has_misspelt(const BrnBuild* build, const int* label, int count) {
  for (int i = 0; i < build->listed_count; i++) {
    const BrnSceneSource* source = build->listed[i].source;
    for (int k = 0; k < source->label_count; k++) {
      bool known = false;
      for (int l = 0; l < count; l++) known |= is_label(build->source, label[l], source->label[k]);
      if (!known) return true;
    }
  }
  return false;
}

static void check_label(BrnBuild* build, int label, bool misspelt) {
  const BrnListedPart* first = NULL;
  const char* name = brn_mesh_label_name(build->source, BRN_ON_TET, label);
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* part = &build->listed[i];
    for (int k = 0; k < part->source->label_count; k++) {
      if (!is_label(build->source, label, part->source->label[k])) continue;
      brn__at(build, "%s.labels", brn__check_place(build, part).text);
      if (first) {
        brn__say(build, BRN_ERROR, "\"%s\" is taken by \"%s\" already; name it once",
                 part->source->label[k], first->name);
      }
      first = part;
    }
  }
  if (first || misspelt) return;
  brn__at(build, "mesh");
  brn__say(build, BRN_ERROR,
           "no part takes the label %d%s%s; name it in the \"labels\" of a bone, muscle or "
           "tendon",
           label, name ? " " : "", name ? name : "");
}

void brn__check_labels(BrnBuild* build) {
  int *label = NULL, count = 0;
  if (!build->source || build->source->tet_count == 0) return;
  if (!build->source->tet_label) {
    check_label(build, 0, false);
    return;
  }
  BrnStatus status = brn_mesh_labels(build->ctx, build->source, BRN_ON_TET, &label, &count);
  if (status != BRN_OK) build->status = status;
  bool misspelt = status == BRN_OK && has_misspelt(build, label, count);
  for (int i = 0; status == BRN_OK && i < count; i++) check_label(build, label[i], misspelt);
  brn_free(build->ctx, label);
}

// ---------------------------------------------------------------------------------------- sharing

// the part of a label; labels that nobody takes are an error by now
static int part_of(const BrnBuild* build, int label) {
  int part = 0;
  for (int i = 0; i < build->listed_count; i++) {
    const BrnSceneSource* source = build->listed[i].source;
    for (int k = 0; k < source->label_count; k++) {
      if (is_label(build->source, label, source->label[k])) return part;
    }
    part += source->label_count > 0;
  }
  BRN_ASSERT(!"a label without a part");
  return -1;
}

BrnStatus brn__share_out_labels(BrnBuild* build) {
  const BrnMesh* mesh = build->source;
  build->source_part = brn__new(build->ctx, mesh->tet_count, int);
  if (!build->source_part) return BRN_NO_MEMORY;
  for (int t = 0; t < mesh->tet_count; t++) {
    int label = mesh->tet_label ? mesh->tet_label[t] : 0;
    bool same = t > 0 && mesh->tet_label && mesh->tet_label[t - 1] == label;
    build->source_part[t] =
        same || (t > 0 && !mesh->tet_label) ? build->source_part[t - 1] : part_of(build, label);
  }
  return BRN_OK;
}
