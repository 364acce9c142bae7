// SPDX-License-Identifier: Apache-2.0
//
// What parts do where they touch.

#include "scene/tables.h"

#define S BrnSceneContact

static const BrnField contact_fields[] = {
    BRN_TEXTS("a", a, .fallback = "all",
              .help = "parts by name, with * and ?, or all \"bones\", \"muscles\", "
                      "\"tendons\" or \"soft\" parts"),
    BRN_TEXTS("b", b, .fallback = "all", .help = "what they touch, the same"),
    BRN_CHOICE("kind", kind, "slide none", .help = "none: they go through each other"),
    BRN_DOUBLE("friction", friction, 0, 10, .help = "Coulomb's coefficient"),
    {0},
};

const BrnRecord brn__contact_record = {
    .name = "contact",
    .help = "What two groups of parts do where they touch; the last one that names a pair counts",
    .size = sizeof(S),
    .fields = contact_fields,
};
