// SPDX-License-Identifier: Apache-2.0
//
// What bodies of surfaces keep in states from step to step.

#include "anatomy/described.h"
#include "solver/sheet/sheet.h"

#include "contact/contact.h"

static int64_t tie_count(const BrnScope* scope) {
  return brn_model_tie_count(brn__model_around(scope));
}

// of a body that has none of these surfaces none
static int64_t point_count(const BrnScope* scope) {
  const BrnModel* model = brn__model_around(scope);
  return model->flesh_count > 0 ? model->mesh->vertex_count : 0;
}

const BrnMember brn__sheet_keeps[] = {
    {.name = BRN_SHEET_TARGET,
     .type = BRN_ITEM_INT,
     .hold = BRN_ARRAY,
     .count = "tie_count",
     .items = tie_count,
     .width = 1,
     .indexes = "model.mesh.triangle_count",
     .absent = "none yet",
     .doc = "xpbd: triangle that each tie slides on, fascia after fascia"},
    {.name = BRN_SHEET_TOUCH,
     .type = BRN_ITEM_INT,
     .hold = BRN_ARRAY,
     .count = "point_count",
     .items = point_count,
     .width = BRN_CONTACT_MEMORY,
     .indexes = "model.mesh.triangle_count",
     .absent = "none",
     .doc = "xpbd: triangles of other surfaces that each point touches"},
    {0},
};
