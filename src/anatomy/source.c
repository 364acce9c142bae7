// SPDX-License-Identifier: Apache-2.0

#include "anatomy/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A tet mesh from elsewhere: its labels become parts. Labels are called by their name, or else by
// their number; a mesh without labels is all of label 0.

typedef struct Labels {
  BrnBuild* build;
  const BrnMesh* mesh;
  int* id; // ascending             (count)
  int* tet_count;
  int* part; // that claimed it; -1: none
  int count;
} Labels;

// ------------------------------------------------------------------------------------- the labels

static int label_of(const BrnMesh* mesh, int tet) {
  return mesh->tet_label ? mesh->tet_label[tet] : 0;
}

static int index_of(const Labels* labels, int id) {
  int low = 0, high = labels->count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (labels->id[middle] < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < labels->count && labels->id[low] == id ? low : -1;
}

static BrnStatus list_labels(Labels* labels) {
  BrnContext* ctx = labels->build->ctx;
  BRN_TRY(brn_mesh_labels(ctx, labels->mesh, BRN_ON_TET, &labels->id, &labels->count));
  if (labels->count == 0) {
    labels->id = brn__new_zero(ctx, 1, int);
    if (!labels->id) return BRN_NO_MEMORY;
    labels->count = 1;
  }
  labels->tet_count = brn__new_zero(ctx, labels->count, int);
  labels->part = brn__new(ctx, labels->count, int);
  if (!labels->tet_count || !labels->part) return BRN_NO_MEMORY;
  for (int i = 0; i < labels->count; i++) labels->part[i] = -1;
  for (int t = 0; t < labels->mesh->tet_count; t++) {
    labels->tet_count[index_of(labels, label_of(labels->mesh, t))]++;
  }
  return BRN_OK;
}

static void free_labels(Labels* labels) {
  brn__free(labels->build->ctx, labels->id);
  brn__free(labels->build->ctx, labels->tet_count);
  brn__free(labels->build->ctx, labels->part);
}

// "3 biceps (1200 tets), 4 (17 tets)": those without a part, or all
static void describe(const Labels* labels, bool free_only, char* text, size_t size) {
  size_t used = 0;
  int shown = 0, more = 0;
  text[0] = 0;
  for (int i = 0; i < labels->count; i++) {
    if (free_only && labels->part[i] >= 0) continue;
    if (shown == 12 || used + 80 > size) {
      more++;
      continue;
    }
    const char* name = brn_mesh_label_name(labels->mesh, BRN_ON_TET, labels->id[i]);
    int wrote = snprintf(text + used, size - used, "%s%d%s%.40s (%d tets)", shown++ ? ", " : "",
                         labels->id[i], name ? " " : "", name ? name : "", labels->tet_count[i]);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
  if (more) snprintf(text + used, size - used, " and %d more", more);
}

// ------------------------------------------------------------------------------------ claiming

static int find_by_name(const Labels* labels, const char* name) {
  for (int i = 0; i < labels->count; i++) {
    const char* own = brn_mesh_label_name(labels->mesh, BRN_ON_TET, labels->id[i]);
    if (own && strcmp(own, name) == 0) return i;
  }
  return -1;
}

static int find_label(const Labels* labels, const char* text) {
  int found = find_by_name(labels, text);
  if (found >= 0) return found;
  char* end;
  long id = strtol(text, &end, 10);
  bool number = end != text && *end == 0 && id >= INT32_MIN && id <= INT32_MAX;
  return number ? index_of(labels, (int)id) : -1;
}

static BrnStatus claim(Labels* labels, int p, const char* text) {
  BrnContext* ctx = labels->build->ctx;
  const BrnModelPart* part = labels->build->model->part;
  int i = find_label(labels, text);
  if (i < 0) {
    char there[700];
    describe(labels, false, there, sizeof there);
    return brn__fail(ctx, BRN_INVALID, "\"%s\": no tet has the label \"%s\"; there are %s",
                     part[p].name, text, there);
  }
  if (labels->part[i] == p) {
    return brn__fail(ctx, BRN_INVALID, "\"%s\" names the label \"%s\" twice; once is enough",
                     part[p].name, text);
  }
  if (labels->part[i] >= 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "the label \"%s\" is taken by \"%s\" and by \"%s\"; give it to one of them",
                     text, part[labels->part[i]].name, part[p].name);
  }
  labels->part[i] = p;
  return BRN_OK;
}

static BrnStatus claim_all(Labels* labels) {
  BrnBuild* build = labels->build;
  for (int p = 0; p < build->model->part_count; p++) {
    const BrnSceneSource* source = brn__part_source(build, p);
    for (int i = 0; i < source->label_count; i++) BRN_TRY(claim(labels, p, source->label[i]));
  }
  for (int i = 0; i < labels->count; i++) {
    if (labels->part[i] >= 0) continue;
    char unclaimed[700];
    describe(labels, true, unclaimed, sizeof unclaimed);
    return brn__fail(build->ctx, BRN_INVALID,
                     "no part takes these labels of the mesh: %s; name them in the `labels` of a "
                     "bone, muscle or tendon",
                     unclaimed);
  }
  return BRN_OK;
}

static BrnStatus share_out(Labels* labels) {
  BrnBuild* build = labels->build;
  BRN_TRY(list_labels(labels));
  BRN_TRY(claim_all(labels));
  build->source_part = brn__new(build->ctx, labels->mesh->tet_count, int);
  if (!build->source_part) return BRN_NO_MEMORY;
  for (int t = 0; t < labels->mesh->tet_count; t++) {
    build->source_part[t] = labels->part[index_of(labels, label_of(labels->mesh, t))];
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- reading

static BrnStatus get_mesh(BrnBuild* build) {
  const BrnSceneMesh* mesh = &build->scene->mesh;
  if (mesh->shape) {
    return brn__build_at(build, brn_shape_make(build->ctx, mesh->shape, &build->source),
                         "mesh.shape");
  }
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  char* path = brn__build_path(build, mesh->file);
  BrnStatus status =
      path ? brn_mesh_read(build->ctx, path, &build->read, &build->source) : BRN_NO_MEMORY;
  brn__scratch_release(build->ctx, mark);
  BRN_TRY(brn__build_at(build, status, "mesh.file"));
  if (build->source->tet_count > 0) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "mesh.file: %s has no tets; a surface goes to the `surface` of a part",
                   mesh->file);
}

BrnStatus brn__read_source(BrnBuild* build) {
  BRN_TRY(get_mesh(build));
  BRN_TRY(brn__build_at(build, brn_mesh_validate(build->ctx, build->source), "mesh"));
  Labels labels = {.build = build, .mesh = build->source};
  BrnStatus status = share_out(&labels);
  free_labels(&labels);
  return status;
}
