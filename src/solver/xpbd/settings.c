// SPDX-License-Identifier: Apache-2.0
//
// Which bodies xpbd moves.

#include "solver/xpbd/settings.h"
#include "scene/tables.h"

#define S BrnXpbdSettings

static const BrnField fields[] = {
    BRN_CHOICE("xpbd_body", body, "auto surface tets",
               .help = "xpbd: what moves; auto: surfaces, where every muscle has one"),
    {0},
};

const BrnInlineTable brn__xpbd_settings = {.size = sizeof(S), .fields = fields};
