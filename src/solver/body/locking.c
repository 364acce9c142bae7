// SPDX-License-Identifier: Apache-2.0
//
// Which tets share their volume in patches, and by which law: those of nearly incompressible
// solids, or all, where they have a part c u(J) of the volume alone.

#include "solver/body/averages.h"

#include <math.h>

#define NEARLY_INCOMPRESSIBLE 0.45 // Poisson's ratio that locks visibly
#define CRUSHED 0.5                // J of a tet that resists on its own

static bool needs_cure(const BrnModelMaterial* material) {
  return material->poisson > NEARLY_INCOMPRESSIBLE;
}

static BrnBulk bulk_of(const BrnModel* model, BrnLockingCure cure, const BrnMaterialMix* mix,
                       int which) {
  const BrnBulk none = {0};
  if (cure == BRN_LOCKING_OFF || !mix->material[which]) return none;
  const BrnModelMaterial* material = &model->material_list[mix->index[which]];
  BrnBulk bulk = brn__material_bulk(mix->material[which]);
  bool wanted = cure == BRN_LOCKING_ON || needs_cure(material);
  bulk.modulus = fmin(brn__material_lambda(material), bulk.modulus);
  return wanted && bulk.law != BRN_BULK_NONE && bulk.modulus > 0 ? bulk : none;
}

// What patches add goes to both materials of a blend, as a change by one measure.
static bool measure_alike(const BrnMaterialMix* mix) {
  BrnBulk a = brn__material_bulk(mix->material[0]), b = brn__material_bulk(mix->material[1]);
  return a.law != BRN_BULK_NONE && b.law != BRN_BULK_NONE && a.measure == b.measure;
}

BrnBulk brn__locking_bulk(const BrnModel* model, BrnLockingCure cure, const BrnMaterialMix* mix,
                          double w) {
  BrnBulk first = bulk_of(model, cure, mix, 0), second = bulk_of(model, cure, mix, 1);
  if (!mix->material[1]) return first;
  bool two_laws = first.law != second.law && first.law && second.law;
  if (two_laws || !measure_alike(mix)) return (BrnBulk){0};
  BrnBulk either = first.law ? first : second;
  double modulus = (1 - w) * first.modulus + w * second.modulus;
  return (BrnBulk){either.law, modulus, either.measure};
}

// Without the tangent a tet could be turned inside out at the cost of shear alone. Under a uniform
// strain both ways are the same. What is linear in all strains has no need of it, and stays linear.
BrnBulkValue brn__locking_value(BrnBulkLaw law, BrnBulkMeasure measure, double J) {
  if (J >= CRUSHED || measure == BRN_BY_DIAGONAL) return brn__bulk_value(law, J);
  BrnBulkValue u = brn__bulk_value(law, CRUSHED);
  return (BrnBulkValue){u.energy + u.slope * (J - CRUSHED), u.slope, 0};
}

static const BrnModelMaterial* material_of(const BrnModel* model, const BrnMaterialMix* mix,
                                           int which) {
  return &model->material_list[mix->index[which]];
}

// every solid has a part of its volume (test/material/test_bulk.c), two that blend may not have one
static bool is_plain(const BrnModel* model, BrnLockingCure cure, const BrnMaterialMix* mix) {
  if (!mix->material[1]) return false;
  bool needed = needs_cure(material_of(model, mix, 0)) || needs_cure(material_of(model, mix, 1));
  return needed && brn__locking_bulk(model, cure, mix, 0.5).law == BRN_BULK_NONE;
}

static void tell(BrnContext* ctx, const BrnModel* model, BrnLockingCure cure,
                 const BrnMaterialMix* mix) {
  brn__log(ctx, cure == BRN_LOCKING_ON ? BRN_LOG_WARNING : BRN_LOG_INFO,
           "materials \"%s\" and \"%s\": tets in which one blends into the other stay plain and "
           "lock, as volume costs a different curve in each; give both the same model, or two of "
           "those that go together in docs/solver.md (solver.locking)",
           material_of(model, mix, 0)->name, material_of(model, mix, 1)->name);
}

void brn__locking_tell(BrnContext* ctx, const BrnModel* model, BrnLockingCure cure,
                       const BrnElements* elements) {
  int first = -1, second = -1; // units of one material have makes of their own
  for (int b = 0; b < elements->batch_count && cure != BRN_LOCKING_OFF; b++) {
    const BrnMaterialMix* mix = &elements->mix[elements->batch[b].mix];
    if (elements->batch[b].tet[0] < 0) continue;
    if (mix->index[0] == first && mix->index[1] == second) continue;
    first = mix->index[0], second = mix->index[1];
    if (is_plain(model, cure, mix)) tell(ctx, model, cure, mix);
  }
}
