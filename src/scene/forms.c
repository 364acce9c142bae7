// SPDX-License-Identifier: Apache-2.0
//
// Bodies made from a few numbers: forms (form.h) and test shapes (shape.h).

#include "scene/tables.h"
#include "shape/shape.h"

// the same rows for a path, and for a lump that has one in it
#define PATH_ROWS(in)                                                                              \
  BRN_ROWS("points", in point, 3, .least_rows = 1, .unit = "m", .turns = true,                     \
           .help = "the path runs through these; a single one is a ball"),                         \
      BRN_ROWS("widths", in width, 2, .least_rows = 1, .low = BRN_ABOVE_ZERO, .high = INFINITY,    \
               .uniform = true, .unit = "m",                                                       \
               .help =                                                                             \
                   "half widths along `wide` and across it, or one for both: a row per point, "    \
                   "or one row for all"),                                                          \
      BRN_DIRECTION("wide", in wide, .help = "direction of the first half width; 0, 0, 0: any"),   \
      BRN_DOUBLE("twist", in twist, 0, 0, .unit = "degrees",                                       \
                 .help = "turn of the section from the first point to the last"),                  \
      BRN_BOOL("closed", in closed, .help = "the last point leads to the first")

#define S BrnFormPath

static void path_defaults(void* record) { *(S*)record = brn_form_path_default(); }

static const BrnField path_fields[] = {PATH_ROWS(), {0}};

const BrnRecord brn__form_path_record = {
    .name = "path",
    .help = "A smooth path through points, with a width at each of them",
    .size = sizeof(S),
    .fields = path_fields,
    .defaults = path_defaults,
};

#undef S
#define S BrnFormLump

static void lump_defaults(void* record) { *(S*)record = brn_form_lump_default(); }

static const BrnField lump_fields[] = {
    PATH_ROWS(path.),
    BRN_POINT("centre", centre, .help = "centre of a block"),
    BRN_VECTOR("half", half, 3, .low = 0, .high = INFINITY, .unit = "m", .turns = true,
               .extent = true, .help = "half extents of a block; 0, 0, 0: no block"),
    BRN_DIRECTION("turn", turn, .help = "rotation of the block: axis times degrees"),
    BRN_DOUBLE("round", round, 0, INFINITY, .unit = "m", .help = "radius of the block's edges"),
    BRN_DOUBLE("blend", blend, 0, INFINITY, .unit = "m", .fallback = "as the form's",
               .help = "how far it melts into what was there"),
    BRN_BOOL("carve", carve, .help = "takes away instead of adding"),
    {0},
};

const BrnRecord brn__lump_record = {
    .name = "lump",
    .help = "One lump of clay: a path with widths, or a block",
    .size = sizeof(S),
    .fields = lump_fields,
    .defaults = lump_defaults,
};

#undef S
#define S BrnFormDef

static void form_defaults(void* record) { *(S*)record = brn_form_def_default(); }

static const BrnField form_fields[] = {
    BRN_PART_OF("sweep", sweep, brn__form_path_record,
                .help = "a flattened round section along a path"),
    BRN_DOUBLE("power", power, 1, 16, .help = "p of the sweep's section |x|^p + |y|^p = 1"),
    BRN_DOUBLE("blunt", blunt, 0, 1, .help = "ends of the sweep: 0 flat, 1 a half ellipsoid"),
    BRN_LIST("clay", clay, brn__lump_record,
             .help = "or lumps that melt into each other, in order"),
    BRN_DOUBLE("blend", blend, 0, INFINITY, .unit = "m", .help = "how far lumps melt"),
    BRN_CHOICE("mirror", mirror, "none x y z", .help = "negates that coordinate of everything"),
    BRN_INT("detail", detail, 4, 512,
            .help = "edges along the longest side; at least 8, with quads 4"),
    BRN_BOOL("quads", quads, .help = "the sweep is made of quads, each cut into two triangles"),
    {0},
};

const BrnRecord brn__form_record = {
    .name = "form",
    .help = "A closed surface made from a few numbers: a sweep, or clay",
    .size = sizeof(S),
    .fields = form_fields,
    .defaults = form_defaults,
};

#undef S

static void shape_defaults(void* record) {
  *(BrnShapeDef*)record = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
}

static void shape_refine(void* record) {
  BrnShapeDef* def = record;
  *def = brn_shape_def_default(def->shape);
}

const BrnRecord brn__shape_record = {
    .name = "shape",
    .help = "One of our test bodies; the defaults hang on the shape",
    .size = sizeof(BrnShapeDef),
    .fields = brn__shape_fields,
    .defaults = shape_defaults,
    .refine = shape_refine,
    .shorthand = "shape",
};
