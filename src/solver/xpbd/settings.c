// SPDX-License-Identifier: Apache-2.0
//
// The keys of xpbd in scenes, for tets and for surfaces.

#include "solver/xpbd/settings.h"
#include "scene/tables.h"

#define S BrnXpbdSettings

static void defaults(void* def) {
  S* settings = def;
  settings->substeps = 10;
  settings->damping = 1;
  settings->inertia = settings->contact = true;
  settings->volume = 3;
}

static const BrnField fields[] = {
    BRN_CHOICE("xpbd_body", body, "auto surface tets",
               .help = "xpbd: what moves; auto: surfaces, where every muscle has one"),
    BRN_INT("xpbd_substeps", substeps, 1, 10000, .help = "xpbd: of a frame"),
    BRN_DOUBLE("xpbd_damping", damping, 0, INFINITY, .unit = "1/s", .help = "xpbd: of velocities"),
    BRN_BOOL("xpbd_inertia", inertia, .help = "xpbd: off forgets velocities at once"),
    BRN_INT("xpbd_volume", volume, 0, 100,
            .help = "xpbd: Newton steps for the volume at the end of a sub-step"),
    BRN_BOOL("xpbd_contact", contact, .help = "xpbd: muscles touch muscles and bones"),
    BRN_CHOICE("xpbd_preset", preset, "brawn romeo2018",
               .help = "xpbd: romeo2018 is what Romeo et al. 2018 print, for comparison"),
    {0},
};

const BrnInlineTable brn__xpbd_settings = {
    .size = sizeof(S),
    .fields = fields,
    .defaults = defaults,
};

BrnBodyKind brn__xpbd_body(const BrnSolverDef* def) {
  static const BrnBodyKind kinds[] = {[BRN_XPBD_AUTO] = BRN_BODY_EITHER,
                                      [BRN_XPBD_SURFACE] = BRN_BODY_SURFACES,
                                      [BRN_XPBD_TETS] = BRN_BODY_TETS};
  return kinds[brn__xpbd_settings_of(def).body];
}
