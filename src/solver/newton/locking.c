// SPDX-License-Identifier: Apache-2.0

#include "solver/newton/averages.h"

#include <math.h>

#define NEARLY_INCOMPRESSIBLE 0.45 // Poisson's ratio that locks visibly

static bool needs_cure(const BrnModelMaterial* material) {
  return material->poisson > NEARLY_INCOMPRESSIBLE;
}

static BrnBulk bulk_of(const BrnModel* model, BrnLockingCure cure, const BrnMake* make, int which) {
  const BrnBulk none = {BRN_BULK_NONE, 0};
  if (cure == BRN_LOCKING_OFF || !make->material[which]) return none;
  const BrnModelMaterial* material = &model->material_list[make->index[which]];
  BrnBulk bulk = brn__material_bulk(make->material[which]);
  bool wanted = cure == BRN_LOCKING_ON || needs_cure(material);
  bulk.modulus = fmin(brn__material_lambda(material), bulk.modulus);
  return wanted && bulk.law != BRN_BULK_NONE && bulk.modulus > 0 ? bulk : none;
}

BrnBulk brn__locking_bulk(const BrnModel* model, BrnLockingCure cure, const BrnMake* make,
                          double w) {
  BrnBulk first = bulk_of(model, cure, make, 0), second = bulk_of(model, cure, make, 1);
  if (!make->material[1]) return first;
  if (first.law != second.law && first.law && second.law) return (BrnBulk){BRN_BULK_NONE, 0};
  BrnBulkLaw law = first.law ? first.law : second.law;
  return (BrnBulk){law, (1 - w) * first.modulus + w * second.modulus};
}

static void tell(BrnContext* ctx, const BrnModelMaterial* material, BrnLockingCure cure,
                 BrnBulk bulk) {
  if (bulk.law != BRN_BULK_NONE || !needs_cure(material)) return;
  brn__log(
      ctx, cure == BRN_LOCKING_ON ? BRN_LOG_WARNING : BRN_LOG_INFO,
      "material \"%s\": its tets stay plain and lock, as the energy of its model has no part "
      "of the volume alone; \"stable_neo_hookean\" and \"mooney_rivlin\" have one (solver.locking)",
      material->name);
}

void brn__locking_tell(BrnContext* ctx, const BrnModel* model, BrnLockingCure cure,
                       const BrnElements* elements) {
  int last = -1;
  for (int b = 0; b < elements->batch_count && cure != BRN_LOCKING_OFF; b++) {
    const BrnMake* make = &elements->make[elements->batch[b].make];
    if (elements->batch[b].tet[0] < 0 || make->index[0] == last) continue;
    last = make->index[0];
    tell(ctx, &model->material_list[last], cure, brn__material_bulk(make->material[0]));
  }
}
