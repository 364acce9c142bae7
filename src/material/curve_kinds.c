// SPDX-License-Identifier: Apache-2.0
//
// The kinds of curves that a scene can name.

#include "material/curve.h"

#define ROW(id, label, words, origin) {label, words, origin},

static const BrnCurveKind active[] = {BRN_ACTIVE_LIST(ROW, ROW)};
static const BrnCurveKind passive[] = {BRN_PASSIVE_LIST(ROW, ROW)};
static const BrnCurveKind velocity[] = {BRN_VELOCITY_LIST(ROW, ROW)};

const BrnCurveKind* brn__curve_kinds(BrnCurveFamily family, int* count) {
  static const struct {
    const BrnCurveKind* kind;
    int count;
  } families[BRN_CURVE_FAMILIES] = {
      [BRN_CURVES_ACTIVE] = {active, sizeof active / sizeof *active},
      [BRN_CURVES_PASSIVE] = {passive, sizeof passive / sizeof *passive},
      [BRN_CURVES_VELOCITY] = {velocity, sizeof velocity / sizeof *velocity},
  };
  *count = families[family].count;
  return families[family].kind;
}
