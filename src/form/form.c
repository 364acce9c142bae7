// SPDX-License-Identifier: Apache-2.0
//
// A form from its def: swept or of clay, mirrored if asked for.

#include "form/form.h"

static void mirror(BrnMesh* mesh, int axis) {
  for (int v = 0; v < mesh->vertex_count; v++) {
    double* x = mesh->position + 3 * (size_t)v + axis;
    *x = -*x;
  }
  brn_mesh_flip(mesh);
}

BrnStatus brn_form_make(BrnContext* ctx, const BrnFormDef* def, BrnMesh** out) {
  BRN_ASSERT(ctx && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(brn__form_check(ctx, def));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status =
      def->clay_count > 0 ? brn__form_clay(ctx, def, out) : brn__form_sweep(ctx, def, out);
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK && def->mirror != 0) mirror(*out, def->mirror - 1);
  return status;
}
