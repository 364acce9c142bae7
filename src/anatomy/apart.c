// SPDX-License-Identifier: Apache-2.0

#include "anatomy/pieces.h"

#include <stdio.h>
#include <string.h>

// Touching parts that are to slide get vertices of their own. Attachments stay joined: their
// vertices are single before and after, so that their lists need no change.

typedef struct Cuts {
  bool* cut; // between parts a and b                              (part_count x part_count)
  int count;
} Cuts;

static bool is_cut(void* user, int a, int b) {
  const Cuts* cuts = user;
  return cuts->cut[(size_t)(a - 1) * (size_t)cuts->count + (size_t)(b - 1)];
}

// ---------------------------------------------------------------------------------- which are cut

// does the part want to be apart from others?
static bool slides(const BrnBuild* build, const BrnModelPart* part) {
  if (part->kind == BRN_PART_MUSCLE) {
    return brn__build_touching(build->scene, part->owner) == BRN_TOUCHING_APART;
  }
  return brn__is_passive(part->kind) && build->scene->mesh.touching == BRN_TOUCHING_APART;
}

// Where a coarse mesh has closed the gap of a joint, a vertex of both bones would go with one of
// them and tear the tets of the other.
static bool are_bones_apart(const BrnBuild* build, const BrnModelPart* a, const BrnModelPart* b) {
  bool two_bones = a->kind == BRN_PART_BONE && b->kind == BRN_PART_BONE;
  return two_bones && build->scene->mesh.touching == BRN_TOUCHING_APART;
}

static bool are_apart(const BrnBuild* build, const BrnModelPart* a, const BrnModelPart* b) {
  if (are_bones_apart(build, a, b)) return true;
  bool one_muscle =
      a->kind == BRN_PART_MUSCLE && b->kind == BRN_PART_MUSCLE && a->owner == b->owner;
  return !one_muscle && (slides(build, a) || slides(build, b));
}

static void set(Cuts* cuts, int a, int b, bool value) {
  size_t n = (size_t)cuts->count;
  cuts->cut[(size_t)a * n + (size_t)b] = cuts->cut[(size_t)b * n + (size_t)a] = value;
}

// a tendon grows into what it comes from and leads to
static void join_tendon(BrnBuild* build, Cuts* cuts, int p, bool* flags) {
  const BrnModelPart* part = &build->model->part[p];
  const BrnSceneTendon* tendon = brn__passive_of(build->scene, part);
  for (int i = 0; i < tendon->from_count + tendon->to_count; i++) {
    bool from = i < tendon->from_count;
    const char* name = from ? tendon->from[i] : tendon->to[i - tendon->from_count];
    memset(flags, 0, sizeof(bool) * (size_t)cuts->count);
    brn__build_find_part(build, name, flags);
    for (int q = 0; q < cuts->count; q++) {
      if (flags[q]) set(cuts, p, q, false);
    }
  }
}

static BrnStatus plan(BrnBuild* build, Cuts* cuts) {
  const BrnModel* model = build->model;
  for (int a = 0; a < cuts->count; a++) {
    for (int b = 0; b < a; b++) set(cuts, a, b, are_apart(build, &model->part[a], &model->part[b]));
  }
  bool* flags = brn__scratch(build->ctx, cuts->count, bool);
  if (!flags) return BRN_NO_MEMORY;
  for (int p = 0; p < cuts->count; p++) {
    if (brn__is_passive(model->part[p].kind)) join_tendon(build, cuts, p, flags);
  }
  return BRN_OK;
}

static bool any(const Cuts* cuts) {
  for (size_t i = 0; i < (size_t)cuts->count * (size_t)cuts->count; i++) {
    if (cuts->cut[i]) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------------ the cutting

static BrnStatus keep_all(BrnBuild* build) {
  BrnModel* model = build->model;
  model->original = brn__new(build->ctx, model->mesh->vertex_count, int);
  if (!model->original) return BRN_NO_MEMORY;
  for (int v = 0; v < model->mesh->vertex_count; v++) model->original[v] = v;
  return BRN_OK;
}

static int* list_attached(BrnBuild* build, int* count) {
  const BrnModel* model = build->model;
  size_t total = 0;
  for (int a = 0; a < model->attachment_count; a++) {
    total += (size_t)model->attachment[a].vertex_count;
  }
  int* joined = brn__scratch(build->ctx, total + 1, int);
  *count = 0;
  for (int a = 0; joined && a < model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &model->attachment[a];
    for (int i = 0; i < attachment->vertex_count; i++) joined[(*count)++] = attachment->vertex[i];
  }
  return joined;
}

static BrnStatus split(BrnBuild* build, Cuts* cuts) {
  BrnMesh* mesh;
  BrnSplitDef def = {.is_cut = is_cut, .user = cuts};
  def.joined = list_attached(build, &def.joined_count);
  if (!def.joined) return BRN_NO_MEMORY;
  BrnModel* model = build->model;
  BRN_TRY(brn_mesh_split_interfaces(build->ctx, model->mesh, &def, &mesh, &model->original));
  brn_mesh_destroy(build->ctx, model->mesh);
  model->mesh = mesh;
  return BRN_OK;
}

BrnStatus brn__build_apart(BrnBuild* build) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  size_t n = (size_t)build->model->part_count;
  Cuts cuts = {.count = build->model->part_count};
  cuts.cut = brn__scratch_zero(build->ctx, n * n, bool);
  BrnStatus status = cuts.cut ? plan(build, &cuts) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = any(&cuts) ? split(build, &cuts) : keep_all(build);
  brn__scratch_release(build->ctx, mark);
  return status;
}
