// SPDX-License-Identifier: Apache-2.0

#include "material/material.h"

#include "core/record_open.h"

#include <string.h>

// The kinds of terms: a new one is a row here and a source NAME_lanes.c.

#define BRN_BODY_LIST(ROW)                                                                         \
  ROW(stable_neo_hookean)                                                                          \
  ROW(stable_neo_hookean_log)                                                                      \
  ROW(neo_hookean)                                                                                 \
  ROW(corotated)                                                                                   \
  ROW(st_venant_kirchhoff)                                                                         \
  ROW(linear)                                                                                      \
  ROW(mooney_rivlin)                                                                               \
  ROW(teran_muscle)                                                                                \
  ROW(teran_tendon)                                                                                \
  ROW(blemker_muscle)                                                                              \
  ROW(blemker_tendon)

#define BRN_FIBRE_LIST(ROW)                                                                        \
  ROW(emu_fibre)                                                                                   \
  ROW(hill)                                                                                        \
  ROW(toe_fibre)                                                                                   \
  ROW(active_stress)

#define BRN_TERM_LIST(ROW) BRN_BODY_LIST(ROW) BRN_FIBRE_LIST(ROW)

#define ROW_NAME(name) " " #name
const char brn__body_names[] = BRN_BODY_LIST(ROW_NAME);

#ifdef BRN_LANE_COPIES
enum { COPIES = 3 };
#define ROW_DECLARE(name)                                                                          \
  extern const BrnMaterialTermOps brn__##name##_base, brn__##name##_v3, brn__##name##_v4;
#define ROW_COPIES(name) {&brn__##name##_base, &brn__##name##_v3, &brn__##name##_v4},
static int best_level(void) { return brn__lane_level(); }
#else
enum { COPIES = 1 };
#define ROW_DECLARE(name) extern const BrnMaterialTermOps brn__##name##_base;
#define ROW_COPIES(name) {&brn__##name##_base},
static int best_level(void) { return 0; }
#endif

BRN_TERM_LIST(ROW_DECLARE)
static const BrnMaterialTermOps* const terms[][COPIES] = {BRN_TERM_LIST(ROW_COPIES)};

int brn__term_count(void) { return (int)(sizeof terms / sizeof *terms); }

const BrnMaterialTermOps* brn__term_at(int index, int level) {
  BRN_ASSERT(index >= 0 && index < brn__term_count() && level >= 0 && level < COPIES);
  return terms[index][level];
}

const BrnMaterialTermOps* brn__term_find(const char* name) {
  for (int i = 0; i < brn__term_count(); i++) {
    if (strcmp(terms[i][0]->name, name) == 0) return terms[i][best_level()];
  }
  return NULL;
}

bool brn__term_group(int index, BrnOpenGroup* out) {
  if (index >= brn__term_count()) return false;
  const BrnMaterialTermOps* ops = terms[index][0];
  *out = (BrnOpenGroup){.name = ops->adds ? ops->name : NULL,
                        .owner = ops->name,
                        .help = ops->title,
                        .fields = ops->fields,
                        .defaults = ops->defaults};
  return true;
}

int brn_material_kind_count(void) { return brn__term_count(); }

BrnMaterialKind brn_material_kind(int index) {
  const BrnMaterialTermOps* ops = brn__term_at(index, 0);
  return (BrnMaterialKind){ops->name, ops->title, ops->adds, ops->inverts, ops->uses_fibre};
}
