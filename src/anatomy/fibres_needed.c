// SPDX-License-Identifier: Apache-2.0
//
// Muscles and tendons of their own kind (Blemker's, Teran's) are nothing without fibres.

#include "anatomy/pieces.h"
#include "core/vec.h"
#include "material/material.h"

static bool needs_fibres(const BrnModel* model, int material) {
  const BrnMaterialTermOps* ops = brn__term_find(model->material_list[material].kind);
  return ops && ops->uses_fibre;
}

static BrnStatus refuse(BrnBuild* build, int tet, int material) {
  const BrnModel* model = build->model;
  const BrnModelPart* part = &model->part[brn__part_of_tet(model->mesh, tet)];
  const char* cure = part->kind == BRN_PART_TENDON
                         ? "; say where the tendon leads by \"from\" and \"to\""
                     : part->kind == BRN_PART_SOFT ? "; say where it leads by \"from\" and \"to\""
                                                   : "; give it another material";
  return brn__fail(build->ctx, BRN_INVALID, "materials.%s: %s needs fibres, but \"%s\" has none%s",
                   model->material_list[material].name, model->material_list[material].kind,
                   part->name, cure);
}

BrnStatus brn__build_check_fibres(BrnBuild* build) {
  const BrnModel* model = build->model;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (brn__norm3(model->fibre + 3 * (size_t)t) > 0) continue;
    if (needs_fibres(model, model->material[t])) return refuse(build, t, model->material[t]);
  }
  return BRN_OK;
}
