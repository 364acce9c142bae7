// SPDX-License-Identifier: Apache-2.0
//
// The keys of a probe.

#include "scene/tables.h"

#define S BrnSceneProbe

static void probe_defaults(void* record) { brn__absent3(((S*)record)->at); }

static const BrnField probe_fields[] = {
    BRN_POINT("at", at, .help = "a place at rest: the point of the body there, or nearest to it"),
    BRN_TEXT("part", part, .fallback = "any",
             .help = "`at` is a point of this part; a point of a bone may be outside of it"),
    BRN_TEXTS("on", on, .help = "or selections or parts: means, ranges and resultants"),
    BRN_OPTION("section", section, brn__plane_record,
               .help = "the force through this plane, of all or of what `on` selects"),
    BRN_TEXTS("measure", measure,
              .fallback = "position and displacement; of `on` support too; of a section section",
              .help = "some of position, displacement, velocity, range, support, load, flesh, "
                      "section, stress, stretch"),
    {0},
};

const BrnRecord brn__probe_record = {
    .name = "probe",
    .help = "A point, a selection or a plane whose numbers are written to probes.csv",
    .size = sizeof(S),
    .fields = probe_fields,
    .defaults = probe_defaults,
};
