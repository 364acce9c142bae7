// SPDX-License-Identifier: Apache-2.0
//
// A form of clay as a solid, and its surface.

#include "form/clay.h"

#include "form/form.h"
#include "form/solid.h"

#include <math.h>

static double distance(const void* clay, const double* place) {
  return brn__clay_distance(clay, place);
}

static BrnSolid as_solid(const BrnClay* clay) {
  BrnSolid solid = {.distance = distance, .user = clay};
  for (int a = 0; a < 3; a++) solid.low[a] = clay->low[a], solid.high[a] = clay->high[a];
  solid.name = "form: the clay";
  solid.cure = "raise detail";
  solid.empty = "form: everything was carved away; nothing is left of the clay, or it is thinner "
                "than a triangle: raise detail";
  return solid;
}

BrnStatus brn__form_clay(BrnContext* ctx, const BrnFormDef* def, BrnMesh** out) {
  BrnClay clay;
  BRN_TRY(brn__clay_prepare(ctx, def, &clay));
  double side = 0;
  for (int a = 0; a < 3; a++) side = fmax(side, clay.high[a] - clay.low[a]);
  BRN_TRY(brn__form_check_place(ctx, clay.low, clay.high, side));
  BrnSolid solid = as_solid(&clay);
  return brn__solid_surface(ctx, &solid, side / def->detail, out);
}
