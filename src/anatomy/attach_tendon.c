// SPDX-License-Identifier: Apache-2.0
//
// Tendons, ligaments and soft parts with tets of their own: where bones carry them.

#include "anatomy/attach.h"

#include "anatomy/pieces.h"

#include <string.h>

static BrnStatus attach_tendon_to(BrnContacts* c, BrnGrip* grip, bool* holder,
                                  const BrnModelPart* part, const char* way, const char* name) {
  BrnBuild* build = c->build;
  const BrnSceneTendon* tendon = brn__passive_of(build->scene, part);
  int made, bone = brn__build_find_own_part(build, name);
  if (bone < 0 || build->model->part[bone].kind != BRN_PART_BONE) return BRN_OK;
  memset(holder, 0, (size_t)build->model->part_count);
  holder[bone] = true;
  brn__grip_clear(c, grip);
  BRN_TRY(brn__grip_touch(c, c->skin, holder, tendon->within, grip));
  brn__grip_keep_touching(c, grip);
  if (brn__grip_count(c, grip) == 0) {
    double distance;
    BRN_TRY(brn__contacts_nearest(c, holder, &bone, &distance));
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s \"%s\": it does not touch \"%s\" (%s away; set \"within\")",
                     part->kind == BRN_PART_SOFT ? "soft part" : "tendon", tendon->name, name,
                     BRN_LENGTH(distance));
  }
  BrnWhere full = brn__where("%s %s %s", tendon->name, way, name);
  return brn__attachment_add(c, full.text, -1, grip, &made);
}

BrnStatus brn__attach_tendon(BrnContacts* c, int part, BrnGrip* grip, bool* holder) {
  const BrnModelPart* of = &c->build->model->part[part];
  const BrnSceneTendon* tendon = brn__passive_of(c->build->scene, of);
  brn__contacts_enter_part(c, part);
  for (int i = 0; i < tendon->from_count; i++) {
    BRN_TRY(attach_tendon_to(c, grip, holder, of, "from", tendon->from[i]));
  }
  for (int i = 0; i < tendon->to_count; i++) {
    BRN_TRY(attach_tendon_to(c, grip, holder, of, "to", tendon->to[i]));
  }
  return BRN_OK;
}
