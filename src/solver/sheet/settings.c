// SPDX-License-Identifier: Apache-2.0
//
// Keys of bodies of surfaces. They are told by the name that people know the method by.

#include "solver/sheet/settings.h"
#include "scene/tables.h"

#define S BrnSheetSettings

static void defaults(void* def) {
  S* settings = def;
  settings->volume = 3;
  settings->contact = true;
}

static const BrnField fields[] = {
    BRN_INT("xpbd_volume", volume, 0, 100,
            .help = "xpbd: Newton steps for the volume at the end of a sub-step"),
    BRN_BOOL("xpbd_contact", contact, .help = "xpbd: muscles touch muscles and bones"),
    BRN_CHOICE("xpbd_preset", preset, "brawn romeo2018",
               .help = "xpbd: romeo2018 is what Romeo et al. 2018 print, for comparison"),
    {0},
};

const BrnInlineTable brn__sheet_settings = {
    .size = sizeof(S),
    .fields = fields,
    .defaults = defaults,
};
