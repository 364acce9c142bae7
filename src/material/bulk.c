// SPDX-License-Identifier: Apache-2.0

#include "material/material.h"

#include <math.h>

BrnBulk brn__material_bulk(const BrnMaterial* material) {
  BRN_ASSERT(material->ready);
  const BrnTerm* body = &material->term[0];
  if (body->ops->bulk_law == BRN_BULK_NONE) return (BrnBulk){BRN_BULK_NONE, 0};
  return (BrnBulk){body->ops->bulk_law, body->prepared.constant[body->ops->bulk_constant]};
}

BrnBulkValue brn__bulk_value(BrnBulkLaw law, double J) {
  if (law == BRN_BULK_SQUARE) return (BrnBulkValue){0.5 * (J - 1) * (J - 1), J - 1, 1};
  if (law == BRN_BULK_NONE) return (BrnBulkValue){0, 0, 0};
  if (!(J > 0)) return (BrnBulkValue){0, 0, 0};
  double x = log(J);
  return (BrnBulkValue){0.5 * x * x, x / J, (1 - x) / (J * J)};
}
