// SPDX-License-Identifier: Apache-2.0
//
// The part of an energy that depends on the volume alone.

#include "material/material.h"

#include <math.h>

BrnBulk brn__material_bulk(const BrnMaterial* material) {
  BRN_ASSERT(material->ready);
  const BrnMaterialTerm* body = &material->term[0];
  BrnBulkLaw law = body->prepared.bulk_law;
  if (law == BRN_BULK_NONE) return (BrnBulk){0};
  return (BrnBulk){law, body->prepared.constant[body->ops->bulk_constant], body->ops->bulk_measure};
}

BrnBulkValue brn__bulk_value(BrnBulkLaw law, double J) {
  if (law == BRN_BULK_SQUARE) return (BrnBulkValue){0.5 * (J - 1) * (J - 1), J - 1, 1};
  if (law == BRN_BULK_NONE) return (BrnBulkValue){0, 0, 0};
  if (!(J > 0)) return (BrnBulkValue){0, 0, 0};
  double x = log(J);
  if (law == BRN_BULK_SIMO) {
    return (BrnBulkValue){0.25 * ((J - 1) * (J + 1) - 2 * x), 0.5 * (J - 1 / J),
                          0.5 + 0.5 / (J * J)};
  }
  return (BrnBulkValue){0.5 * x * x, x / J, (1 - x) / (J * J)};
}
