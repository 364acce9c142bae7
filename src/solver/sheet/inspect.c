// SPDX-License-Identifier: Apache-2.0
//
// What is told of a state: who carries what. Surfaces have no stress: their constraints are not a
// material's.

#include "solver/sheet/sheet.h"

#include <string.h>

BrnStatus brn__sheet_inspect(BrnContext* ctx, void* method, const BrnState* state,
                             BrnInspection* out) {
  (void)ctx, (void)state;
  const BrnSheet* sheet = method;
  memcpy(out->carrier, sheet->points.bone, sizeof(int) * (size_t)sheet->model->mesh->vertex_count);
  return BRN_OK;
}
