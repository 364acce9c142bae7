// SPDX-License-Identifier: Apache-2.0
//
// The defaults of forms, paths and lumps.

#include "form/form.h"

#include <math.h>

BrnFormPath brn_form_path_default(void) { return (BrnFormPath){.point = NULL}; }

BrnFormLump brn_form_lump_default(void) {
  return (BrnFormLump){.path = brn_form_path_default(), .blend = NAN};
}

BrnFormDef brn_form_def_default(void) {
  return (BrnFormDef){
      .sweep = brn_form_path_default(),
      .power = 2,
      .blunt = 1,
      .detail = 64,
      .cookie = BRN_COOKIE,
  };
}
