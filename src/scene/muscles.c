// SPDX-License-Identifier: Apache-2.0
//
// Muscles, their motor units, and what both have.

#include "scene/tables.h"

#define S BrnSceneAttachment

static void attachment_defaults(void* record) {
  S* attachment = record;
  attachment->within = NAN;
  attachment->fuse = NAN;
}

static const BrnField attachment_fields[] = {
    BRN_TEXTS("bones", bone, .fallback = "whichever bone is near",
              .help = "names of bones, or of tendons"),
    BRN_DOUBLE("within", within, 0, INFINITY, .unit = "m",
               .fallback = "half an edge of the mesh there", .help = "contact distance"),
    BRN_TEXT("select", select, .help = "a selection: these vertices instead of those near a bone"),
    BRN_DOUBLE("fuse", fuse, 0, INFINITY, .unit = "m", .fallback = "as mesh.fuse",
               .help = "a gap to the bone up to this is filled"),
    {0},
};

const BrnRecord brn__attachment_record = {
    .name = "attachment",
    .help = "Where a muscle holds on to bones or tendons",
    .size = sizeof(S),
    .fields = attachment_fields,
    .defaults = attachment_defaults,
    .shorthand = "bones",
};

#undef S
#define S BrnSceneSpline

static void spline_defaults(void* record) {
  S* spline = record;
  for (int i = 0; i < 3; i++) spline->degree[i] = 3;
}

static const BrnField spline_fields[] = {
    {.name = "count",
     .type = BRN_FIELD_COUNTS,
     .offset = BRN_AT(count),
     .width = 3,
     .low = 2,
     .high = 100000,
     .required = true,
     .help = "control points along u, v and w"},
    {.name = "degree",
     .type = BRN_FIELD_COUNTS,
     .offset = BRN_AT(degree),
     .width = 3,
     .low = 1,
     .high = 5,
     .help = "degrees along u, v and w"},
    BRN_ROWS("control", control, 3, .least_rows = 8, .unit = "m", .turns = true, .required = true,
             .help = "control points; w runs fastest, then v"),
    {0},
};

const BrnRecord brn__spline_record = {
    .name = "spline",
    .help = "A B-spline solid; fibres run along its u",
    .size = sizeof(S),
    .fields = spline_fields,
    .defaults = spline_defaults,
};

#undef S
#define S BrnSceneFibres

static void fibres_defaults(void* record) {
  S* fibres = record;
  brn__absent3(fibres->axis);
  fibres->angle = 20;
}

static const BrnField fibres_fields[] = {
    BRN_CHOICE("from", from, "laplace pennate constant spline file",
               .help = "how the directions are found"),
    BRN_DIRECTION("axis", axis, .help = "constant: the direction everywhere"),
    BRN_DOUBLE("angle", angle, 0, 89, .unit = "degrees",
               .help = "pennate: turn away from the aponeurosis"),
    BRN_TEXT("aponeurosis", aponeurosis, .help = "pennate: a selection"),
    BRN_OPTION("plane", plane, brn__plane_record, .help = "pennate: or a flat aponeurosis"),
    BRN_OPTION("spline", spline, brn__spline_record, .help = "spline: the solid"),
    BRN_TEXT("file", file, .fallback = "mesh.file or mesh.shape itself",
             .help = "file: a mesh with a vector per tet"),
    BRN_TEXT("array", array, .fallback = "\"fibre\"", .help = "file: name of the tet array"),
    {0},
};

const BrnRecord brn__fibres_record = {
    .name = "fibres",
    .help = "Directions of the muscle fibres",
    .size = sizeof(S),
    .fields = fibres_fields,
    .defaults = fibres_defaults,
};

#undef S
#define S BrnSceneTendons

static void tendons_defaults(void* record) { ((S*)record)->share = 0.3; }

static const BrnField tendons_fields[] = {
    BRN_CHOICE("by", by, "none fraction distance section map", .help = "how tendon is told"),
    BRN_DOUBLE("origin", origin, 0, INFINITY, .help = "tendon at the origin: fraction or length"),
    BRN_DOUBLE("insertion", insertion, 0, INFINITY,
               .help = "tendon at the insertion: fraction or length"),
    BRN_DOUBLE("share", share, 0, 1,
               .help = "section: tendon is where it is thinner than this share of the widest"),
    BRN_DOUBLE("blend", blend, 0, INFINITY, .help = "width of the soft change, as `by` measures"),
    BRN_OPTION("map", map, brn__map_record, .help = "map: 1 is tendon"),
    BRN_TEXT("material", material, .fallback = "\"tendon\"", .help = "material of the tendon"),
    {0},
};

const BrnRecord brn__tendons_record = {
    .name = "tendons",
    .help = "Which part of a muscle is tendon",
    .size = sizeof(S),
    .fields = tendons_fields,
    .defaults = tendons_defaults,
};

#undef S
#define S BrnSceneUnit

static void unit_defaults(void* record) { ((S*)record)->tension = NAN; }

#define AS_MUSCLE .fallback = "as the muscle's"

static const BrnField unit_fields[] = {
    BRN_SOURCE_ROWS,
    BRN_TEXT("region", region, .help = "or a selection within the muscle's tets"),
    BRN_OPTION("origin", origin, brn__attachment_record, AS_MUSCLE, .help = "where it comes from"),
    BRN_OPTION("insertion", insertion, brn__attachment_record, AS_MUSCLE,
               .help = "where it leads to"),
    BRN_OPTION("fibres", fibres, brn__fibres_record, AS_MUSCLE, .help = "directions of fibres"),
    BRN_OPTION("tendons", tendons, brn__tendons_record, AS_MUSCLE, .help = "what of it is tendon"),
    BRN_PART_OF("activation", activation, brn__activation_record, AS_MUSCLE,
                .help = "how active it is"),
    BRN_TEXT("signal", signal, AS_MUSCLE, .help = "a signal, added to `activation`"),
    BRN_DOUBLE("tension", tension, 0, 1e12, .unit = "Pa", AS_MUSCLE,
               .help = "of fully active fibres"),
    {0},
};

const BrnRecord brn__unit_record = {
    .name = "unit",
    .help = "A motor unit: a region of a muscle with fibres and an activation of its own",
    .size = sizeof(S),
    .fields = unit_fields,
    .defaults = unit_defaults,
};

#undef S
#define S BrnSceneFlesh

static void flesh_defaults(void* record) {
  S* flesh = record;
  flesh->spacing = flesh->damping = NAN;
  flesh->volume_ratio = 1;
  flesh->stiffness[0] = 5e5, flesh->stiffness[1] = 5e7;
  flesh->across = 1;
  flesh->contact = true;
}

static const BrnField flesh_fields[] = {
    BRN_TEXT("roots", roots, .fallback = "a ring around the middle",
             .help = "selection of the vertices that the inner structure grows from"),
    BRN_DOUBLE("spacing", spacing, BRN_ABOVE_ZERO, INFINITY, .unit = "m",
               .fallback = "an eighth of the length, or the mean radius",
               .help = "of the inner points, at most"),
    BRN_DOUBLE("rest_activation", rest_activation, 0, 0.95, .help = "how active it is at rest"),
    BRN_DOUBLE("volume_ratio", volume_ratio, 0.1, 10, .help = "volume when fully active over rest"),
    BRN_ROWS("volume_curve", volume_curve, 2, .least_rows = 2, .low = 0, .high = 1,
             .fallback = "a straight line", .help = "rows of activation and share of the gain"),
    BRN_VECTOR("stiffness", stiffness, 2, .low = BRN_ABOVE_ZERO, .high = INFINITY, .unit = "N/m",
               .help = "along fibres, relaxed and active"),
    BRN_DOUBLE("across", across, BRN_ABOVE_ZERO, INFINITY, .unit = "N/m",
               .help = "stiffness across fibres, as at 96 steps a second"),
    BRN_DOUBLE("follow", follow, 0, 1,
               .help = "how much of the length that its bones give it is its own: 1, and it is "
                       "neither taut nor crumpled when they move"),
    BRN_INT("iterations", iterations, 0, 1e6, .help = "at most; 0: the solver's"),
    BRN_DOUBLE("damping", damping, 0, INFINITY, .unit = "1/s", .fallback = "the solver's",
               .help = "of velocities"),
    BRN_DOUBLE("thickness", thickness, 0, INFINITY, .unit = "m",
               .help = "distance kept to what it touches"),
    BRN_BOOL("contact", contact, .help = "does it touch others?"),
    {0},
};

const BrnRecord brn__flesh_record = {
    .name = "flesh",
    .help = "How a muscle behaves as a surface with an inner structure, in bodies of surfaces",
    .size = sizeof(S),
    .fields = flesh_fields,
    .defaults = flesh_defaults,
};

#undef S
#define S BrnSceneMuscle

static void muscle_defaults(void* record) {
  S* muscle = record;
  muscle->activation.value = 0;
  muscle->rise = 0.015;
  muscle->fall = 0.06;
  muscle->initial_activation = muscle->dynamics_smooth = NAN;
  muscle->tension = NAN;
}

static const BrnField muscle_fields[] = {
    BRN_SOURCE_ROWS,
    BRN_OPTION("origin", origin, brn__attachment_record, .fallback = "the bones near it",
               .help = "where it comes from"),
    BRN_OPTION("insertion", insertion, brn__attachment_record, .fallback = "the bones near it",
               .help = "where it leads to"),
    BRN_PART_OF("fibres", fibres, brn__fibres_record, .help = "directions of fibres"),
    BRN_PART_OF("tendons", tendons, brn__tendons_record, .help = "what of it is tendon"),
    BRN_MAP("units", unit, brn__unit_record, .fallback = "it is one unit", .help = "motor units"),
    BRN_PART_OF("activation", activation, brn__activation_record, .help = "how active it is"),
    BRN_DOUBLE("tension", tension, 0, 1e12, .unit = "Pa",
               .fallback = "the material's, or 300000 where it has no active fibres",
               .help = "of fully active fibres"),
    BRN_CHOICE("touching", touching, BRN_TOUCHINGS, .help = "what happens where parts touch"),
    BRN_PART_OF("flesh", flesh, brn__flesh_record, .help = "how it behaves as a surface"),
    BRN_TEXT("signal", signal, .help = "a signal, added to `activation`"),
    BRN_DOUBLE("rise", rise, 0, INFINITY, .unit = "s",
               .help = "time constant of activation that follows up, by a signal or `dynamics`"),
    BRN_DOUBLE("fall", fall, 0, INFINITY, .unit = "s", .help = "and down"),
    BRN_CHOICE("dynamics", dynamics, BRN_DYNAMICS,
               .help = "not none: `activation` and `signal` are excitations, which the activation "
                       "follows"),
    BRN_DOUBLE("least_activation", least_activation, 0, 0.99,
               .help = "with dynamics: the activation does not fall below it"),
    BRN_DOUBLE("initial_activation", initial_activation, 0, 1,
               .fallback = "the excitation at the first frame",
               .help = "with dynamics: activation at the first frame"),
    BRN_DOUBLE("dynamics_smooth", dynamics_smooth, 0, 1e6, .fallback = "0.1; mujoco: 0",
               .help = "degroote: b of tanh b(e - a); mujoco: width of the change of constants"),
    BRN_TEXT("material", material, .fallback = "\"muscle\"", .help = "name of a material"),
    {0},
};

const BrnRecord brn__muscle_record = {
    .name = "muscle",
    .help = "A muscle, with its tendons",
    .size = sizeof(S),
    .fields = muscle_fields,
    .defaults = muscle_defaults,
};
