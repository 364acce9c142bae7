// SPDX-License-Identifier: Apache-2.0

#include "anatomy/bridges.h"

#include "anatomy/pieces.h"

#include <math.h>
#include <stdio.h>

// Attachments whose gaps are to be filled: from the part of each unit to the bones that its
// attachments name, and from tendons to what they come from and lead to.

// the pair once, with the wider of two gaps
static BrnStatus add(BrnContext* ctx, BrnBridges* bridges, int a, int b, double gap) {
  if (a == b || !(gap > 0)) return BRN_OK;
  for (int i = 0; i < bridges->count; i++) {
    BrnTetraBridge* bridge = &bridges->bridge[i];
    if (bridge->a != a || bridge->b != b) continue;
    bridge->gap = fmax(bridge->gap, gap);
    return BRN_OK;
  }
  size_t needed = (size_t)bridges->count + 1;
  BRN_TRY(brn__grow(ctx, &bridges->bridge, &bridges->capacity, needed, sizeof *bridges->bridge));
  bridges->bridge[bridges->count++] = (BrnTetraBridge){a, b, gap};
  return BRN_OK;
}

// bones are the first parts, in their order
static BrnStatus add_attachment(BrnBuild* build, BrnBridges* bridges, int part,
                                const BrnSceneAttachment* attachment) {
  if (!attachment) return BRN_OK;
  double gap = isnan(attachment->fuse) ? build->scene->mesh.fuse : attachment->fuse;
  if (!(gap > 0)) return BRN_OK;
  for (int i = 0; i < attachment->bone_count; i++) {
    int holder = brn__build_find_own_part(build, attachment->bone[i]);
    BRN_ASSERT(holder >= 0);
    BRN_TRY(add(build->ctx, bridges, part, holder, gap));
  }
  for (int i = 0; attachment->bone_count == 0 && i < build->scene->bone_count; i++) {
    BRN_TRY(add(build->ctx, bridges, part, i, gap));
  }
  return BRN_OK;
}

static BrnStatus add_ends(BrnBuild* build, BrnBridges* bridges, int part,
                          const BrnSceneAttachment* origin, const BrnSceneAttachment* insertion) {
  BRN_TRY(add_attachment(build, bridges, part, origin));
  return add_attachment(build, bridges, part, insertion);
}

static BrnStatus add_muscle(BrnBuild* build, BrnBridges* bridges, int part) {
  const BrnSceneMuscle* muscle = &build->scene->muscle[build->model->part[part].owner];
  BRN_TRY(add_ends(build, bridges, part, muscle->origin, muscle->insertion));
  for (int i = 0; i < muscle->unit_count; i++) {
    const BrnSceneUnit* unit = &muscle->unit[i];
    int own = build->part_unit[part];
    if (own >= 0 && own != i) continue;
    BRN_TRY(add_ends(build, bridges, part, unit->origin, unit->insertion));
  }
  return BRN_OK;
}

static BrnStatus add_tendon_ends(BrnBuild* build, BrnBridges* bridges, int part, char** name,
                                 int count, bool* flags) {
  int parts = build->model->part_count;
  for (int i = 0; i < count; i++) {
    for (int p = 0; p < parts; p++) flags[p] = false;
    brn__build_find_part(build, name[i], flags);
    for (int p = 0; p < parts; p++) {
      if (flags[p]) BRN_TRY(add(build->ctx, bridges, part, p, build->scene->mesh.fuse));
    }
  }
  return BRN_OK;
}

static BrnStatus add_tendon(BrnBuild* build, BrnBridges* bridges, int part, bool* flags) {
  const BrnSceneTendon* tendon = brn__passive_of(build->scene, &build->model->part[part]);
  BRN_TRY(add_tendon_ends(build, bridges, part, tendon->from, tendon->from_count, flags));
  return add_tendon_ends(build, bridges, part, tendon->to, tendon->to_count, flags);
}

BrnStatus brn__bridges_find(BrnBuild* build, BrnBridges* out) {
  *out = (BrnBridges){0};
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  bool* flags = brn__scratch(build->ctx, build->model->part_count, bool);
  BrnStatus status = flags ? BRN_OK : BRN_NO_MEMORY;
  for (int p = 0; p < build->model->part_count && status == BRN_OK; p++) {
    BrnPartKind kind = build->model->part[p].kind;
    if (kind == BRN_PART_MUSCLE) status = add_muscle(build, out, p);
    if (brn__is_passive(kind)) status = add_tendon(build, out, p, flags);
  }
  brn__scratch_release(build->ctx, mark);
  return status;
}

void brn__bridges_free(BrnContext* ctx, BrnBridges* bridges) { brn__free(ctx, bridges->bridge); }
