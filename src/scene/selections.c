// SPDX-License-Identifier: Apache-2.0
//
// The keys of selections, and of maps.

#include "scene/tables.h"

#define S BrnScenePlane

static void plane_defaults(void* record) {
  S* plane = record;
  brn__absent3(plane->point);
  brn__absent3(plane->normal);
}

static const BrnField plane_fields[] = {
    BRN_POINT("point", point, .required = true, .help = "a point of the plane"),
    BRN_DIRECTION("normal", normal, .required = true, .help = "points to the side that is meant"),
    {0},
};

const BrnRecord brn__plane_record = {
    .name = "plane",
    .help = "A plane and the side that its normal points to",
    .size = sizeof(S),
    .fields = plane_fields,
    .defaults = plane_defaults,
};

#undef S
#define S BrnSceneSphere

static void sphere_defaults(void* record) {
  S* sphere = record;
  brn__absent3(sphere->centre);
  sphere->radius = NAN;
}

static const BrnField sphere_fields[] = {
    BRN_POINT("centre", centre, .required = true, .help = "centre of the sphere"),
    BRN_DOUBLE("radius", radius, BRN_ABOVE_ZERO, INFINITY, .unit = "m", .required = true,
               .help = "radius of the sphere"),
    {0},
};

const BrnRecord brn__sphere_record = {
    .name = "sphere",
    .help = "A solid sphere",
    .size = sizeof(S),
    .fields = sphere_fields,
    .defaults = sphere_defaults,
};

#undef S
#define S BrnSceneNear

static void near_defaults(void* record) { ((S*)record)->within = NAN; }

static const BrnField near_fields[] = {
    BRN_TEXTS("parts", part, .required = true, .help = "names of bones, muscles, units or tendons"),
    BRN_DOUBLE("within", within, 0, INFINITY, .unit = "m", .required = true,
               .help = "distance to their surfaces"),
    {0},
};

const BrnRecord brn__near_record = {
    .name = "near",
    .help = "Everything within a distance of some parts",
    .size = sizeof(S),
    .fields = near_fields,
    .defaults = near_defaults,
};

#undef S
#define S BrnSceneMap

static void map_defaults(void* record) { ((S*)record)->above = 0.5; }

static const BrnField map_fields[] = {
    BRN_TEXT("part", part, .fallback = "the vertices of mesh.file",
             .help = "whose surface was painted"),
    BRN_TEXT("array", array, .help = "named vertex array in the surface or mesh file"),
    BRN_TEXT("file", file, .help = "or a text file with a number per vertex"),
    BRN_DOUBLE("above", above, 0, 0, .help = "chosen is what has at least this"),
    {0},
};

const BrnRecord brn__map_record = {
    .name = "map",
    .help = "Numbers painted on vertices, from 0 to 1",
    .size = sizeof(S),
    .fields = map_fields,
    .defaults = map_defaults,
    .shorthand = "array",
};

#undef S
#define S BrnSceneSelection

static const BrnField selection_fields[] = {
    BRN_TEXTS("parts", part, .fallback = "all parts",
              .help = "names of bones, muscles, units or tendons"),
    BRN_ROWS("box", box, 3, .least_rows = 2, .most_rows = 2, .unit = "m", .turns = true,
             .help = "two opposite corners of a box"),
    BRN_OPTION("plane", plane, brn__plane_record, .help = "one side of a plane"),
    BRN_OPTION("sphere", sphere, brn__sphere_record, .help = "the inside of a sphere"),
    BRN_OPTION("near", near, brn__near_record, .help = "what is near other parts"),
    BRN_ROWS("nearest", nearest, 3, .unit = "m", .turns = true,
             .help = "points: the vertex of the parts nearest to each"),
    {.name = "vertices",
     .type = BRN_FIELD_INTS,
     BRN_AT_LIST(vertex),
     .low = 0,
     .high = INT32_MAX,
     .help = "numbers from 0: of the surface file of the one part, else of the mesh"},
    BRN_OPTION("map", map, brn__map_record, .help = "what is painted"),
    BRN_TEXTS("any", any, .help = "at least one of these other selections"),
    BRN_BOOL("surface", surface, .help = "only what lies on the boundary of the parts"),
    BRN_BOOL("invert", invert, .help = "everything in the parts but what the rest says"),
    {0},
};

const BrnRecord brn__selection_record = {
    .name = "selection",
    .help = "Vertices of the mesh; everything that is given must hold",
    .size = sizeof(S),
    .fields = selection_fields,
};
