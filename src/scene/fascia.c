// SPDX-License-Identifier: Apache-2.0
//
// What holds muscles together: fascia, and the envelope of the skeleton.

#include "scene/tables.h"

#define S BrnSceneFascia

static void fascia_defaults(void* record) {
  S* fascia = record;
  fascia->slide = 1;
  fascia->within = NAN;
  fascia->facing = 60;
  fascia->stiffness = 0.5;
}

static const BrnField fascia_fields[] = {
    BRN_CHOICE("kind", kind, "deep superficial all", .help = "which vertices it holds"),
    BRN_TEXTS("muscles", muscle, .fallback = "all", .help = "names, with * and ?"),
    BRN_TEXTS("targets", target, .fallback = "all but itself",
              .help = "names of bones and muscles, with * and ?, or \"envelope\""),
    BRN_DOUBLE("slide", slide, 0, 1, .help = "weight of sliding along the nearest target"),
    BRN_DOUBLE("soft", soft, 0, 1, .help = "weight of keeping the distance to a point"),
    BRN_DOUBLE("hard", hard, 0, 1, .help = "weight of keeping the place"),
    BRN_OPTION("slide_map", slide_map, brn__map_record, .help = "painted, times the weight"),
    BRN_OPTION("soft_map", soft_map, brn__map_record, .help = "painted, times the weight"),
    BRN_OPTION("hard_map", hard_map, brn__map_record, .help = "painted, times the weight"),
    BRN_TEXT("select", select, .fallback = "all", .help = "selection of vertices"),
    BRN_DOUBLE("within", within, 0, INFINITY, .unit = "m",
               .fallback = "0.015 for deep, 0.08 for others", .help = "reach"),
    BRN_DOUBLE("facing", facing, 0, 180, .unit = "degrees",
               .help = "deep: normals oppose each other within this angle"),
    BRN_DOUBLE("distance", distance, 0, INFINITY, .unit = "m",
               .help = "least distance to the target, whatever it was at rest"),
    BRN_DOUBLE("stiffness", stiffness, 0, 1,
               .help = "share of a correction that is made in an iteration"),
    {0},
};

const BrnRecord brn__fascia_record = {
    .name = "fascia",
    .help = "Ties from muscles to surfaces around them, in bodies of surfaces",
    .size = sizeof(S),
    .fields = fascia_fields,
    .defaults = fascia_defaults,
};

#undef S
#define S BrnSceneEnvelope

static void envelope_defaults(void* record) {
  S* envelope = record;
  envelope->offset = envelope->close = NAN; // lengths of the scene have no default of their own
  envelope->triangles = 10000;
}

static const BrnField envelope_fields[] = {
    BRN_TEXT("surface", surface, .fallback = "made around the bones",
             .help = "triangle mesh file, relative to the scene"),
    BRN_TEXTS("bones", bone, .fallback = "all", .help = "names, with * and ?"),
    BRN_DOUBLE("offset", offset, 0, INFINITY, .unit = "m", .fallback = "2 mm",
               .help = "distance from the bones"),
    BRN_DOUBLE("close", close, 0, INFINITY, .unit = "m", .fallback = "10 mm",
               .help = "gaps between bones up to this are bridged"),
    BRN_INT("triangles", triangles, 100, 1e7, .help = "wanted; what comes is near"),
    {0},
};

const BrnRecord brn__envelope_record = {
    .name = "envelope",
    .help = "One continuous surface around the bones, that muscles slide on",
    .size = sizeof(S),
    .fields = envelope_fields,
    .defaults = envelope_defaults,
};
