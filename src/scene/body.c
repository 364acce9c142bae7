// SPDX-License-Identifier: Apache-2.0
//
// The rest of a body: the mesh, bones, passive tendons, joints, materials, supports and loads.

#include "scene/tables.h"

#include "core/record_open.h"
#include "material/material.h"

#define S BrnSceneMesh

static void mesh_defaults(void* record) {
  S* mesh = record;
  mesh->tets = 100000;
  mesh->size = NAN;
  mesh->thickness = 1;
  mesh->thin_levels = 3;
  mesh->passes = 16;
  mesh->touching = BRN_TOUCHING_FUSED;
}

static const BrnField mesh_fields[] = {
    BRN_TEXT("file", file, .help = "a tet mesh from elsewhere, relative to the scene"),
    BRN_OPTION("shape", shape, brn__shape_record, .help = "or one of our test bodies"),
    BRN_INT("tets", tets, 100, 2e7, .help = "from surfaces: tets wanted; what comes is near"),
    BRN_DOUBLE("size", size, BRN_ABOVE_ZERO, INFINITY, .unit = "m", .fallback = "from `tets`",
               .help = "or the edge length at the surfaces"),
    BRN_DOUBLE("thickness", thickness, 0, 16, .help = "edges across a thin place"),
    BRN_INT("thin_levels", thin_levels, 0, 8, .help = "how often edges may be halved for that"),
    BRN_INT("passes", passes, 0, 1000, .help = "rounds of improvement"),
    BRN_CHOICE("touching", touching, BRN_TOUCHINGS,
               .help = "muscles with each other and with bones, where they touch"),
    BRN_DOUBLE("fuse", fuse, 0, INFINITY, .unit = "m",
               .help = "gaps up to this are filled at attachments"),
    {0},
};

const BrnRecord brn__mesh_record = {
    .name = "mesh",
    .help = "Where the tets come from, and how many",
    .size = sizeof(S),
    .fields = mesh_fields,
    .defaults = mesh_defaults,
};

#undef S
#define S BrnSceneBone

static const BrnField bone_fields[] = {
    BRN_SOURCE_ROWS,
    BRN_TEXT("material", material, .fallback = "\"bone\"", .help = "name of a material"),
    BRN_BOOL("fixed", fixed, .help = "held where it is"),
    BRN_OPTION("motion", motion, brn__motion_record, .help = "scripted motion"),
    {0},
};

const BrnRecord brn__bone_record = {
    .name = "bone",
    .help = "A bone: it does not bend",
    .size = sizeof(S),
    .fields = bone_fields,
};

#undef S
#define S BrnSceneTendon

static void tendon_defaults(void* record) { ((S*)record)->within = NAN; }

static const BrnField tendon_fields[] = {
    BRN_SOURCE_ROWS,
    BRN_TEXTS("from", from, .help = "parts it comes from: fibres run from there"),
    BRN_TEXTS("to", to, .help = "parts it leads to; without both there are no fibres"),
    BRN_DOUBLE("within", within, 0, INFINITY, .unit = "m",
               .fallback = "half an edge of the mesh there",
               .help = "contact distance to `from` and `to`"),
    BRN_TEXT("material", material, .fallback = "\"tendon\"", .help = "name of a material"),
    {0},
};

// the same struct, as what building does with them is the same
static const BrnField soft_fields[] = {
    BRN_SOURCE_ROWS,
    BRN_TEXT("material", material, .fallback = "\"fat\"", .help = "name of a material"),
    BRN_TEXTS("from", from,
              .help = "parts it comes from, where it has fibres: they run from there"),
    BRN_TEXTS("to", to, .help = "parts it leads to; without both there are no fibres"),
    BRN_DOUBLE("within", within, 0, INFINITY, .unit = "m",
               .fallback = "half an edge of the mesh there",
               .help = "contact distance to `from` and `to`"),
    {0},
};

const BrnRecord brn__soft_record = {
    .name = "soft",
    .help = "A passive part of any material: fat, a pad, a block of rubber",
    .size = sizeof(S),
    .fields = soft_fields,
    .defaults = tendon_defaults,
};

const BrnRecord brn__tendon_record = {
    .name = "tendon",
    .help = "A tendon, ligament or other passive tissue with tets of its own",
    .size = sizeof(S),
    .fields = tendon_fields,
    .defaults = tendon_defaults,
};

#undef S
#define S BrnSceneJoint

static void joint_defaults(void* record) {
  S* joint = record;
  brn__absent3(joint->point);
  brn__absent3(joint->axis);
  joint->limits[0] = -180, joint->limits[1] = 180;
  joint->swing = 180;
  joint->within = NAN;
}

static const BrnField joint_fields[] = {
    BRN_CHOICE("type", type, "ball hinge weld", .required = true, .help = "how it moves"),
    BRN_TEXTS("bones", bone, .required = true, .help = "parent and child"),
    BRN_POINT("point", point, .fallback = "from the fit", .help = "centre of the joint"),
    BRN_DIRECTION("axis", axis, .fallback = "from the fit",
                  .help = "hinge: the child turns about it by the right hand"),
    BRN_VECTOR("limits", limits, 2, .low = -180, .high = 180, .unit = "degrees",
               .help = "hinge: least and largest angle from the rest pose"),
    BRN_DOUBLE("swing", swing, 0, 180, .unit = "degrees",
               .help = "ball: largest angle away from the rest pose"),
    BRN_CHOICE("fit", fit, "none sphere cylinder", .help = "finds point and axis from the bones"),
    BRN_DOUBLE("within", within, 0, INFINITY, .unit = "m", .fallback = "twice the smallest gap",
               .help = "fit: how far apart facing surfaces may be"),
    BRN_PART_OF("angle", angle, brn__value_record, .fallback = "free",
                .help = "hinge: scripted angle, degrees"),
    {0},
};

const BrnRecord brn__joint_record = {
    .name = "joint",
    .help = "A joint between two bones",
    .size = sizeof(S),
    .fields = joint_fields,
    .defaults = joint_defaults,
};

#undef S
#define S BrnSceneMaterial

static void material_defaults(void* record) {
  S* material = record;
  material->density = material->young = material->poisson = NAN;
}

#define AS_LIKE .fallback = "as `like`"

static const BrnField material_fields[] = {
    BRN_TEXT("like", like, .fallback = "ours of the same name",
             .help = "another material, or ours: muscle, tendon, bone, fat, skin, rubber"),
    BRN_TEXT("model", model, AS_LIKE, .choices = brn__body_names + 1,
             .help = "law between stretch and stress"),
    BRN_DOUBLE("density", density, BRN_ABOVE_ZERO, INFINITY, .unit = "kg/m^3", AS_LIKE,
               .help = "mass by volume"),
    BRN_DOUBLE("young", young, 1e-3, 1e15, .unit = "Pa", AS_LIKE, .help = "Young's modulus"),
    BRN_DOUBLE("poisson", poisson, -0.999, 0.499999, AS_LIKE, .help = "Poisson's ratio"),
    {.name = "parameters",
     .type = BRN_FIELD_OPEN,
     BRN_AT_LIST(parameter),
     .record = &brn__parameter_record,
     .group = brn__term_group,
     .fallback = "as `like`, or the model's",
     .help = "the parameters of the model and of the fibre terms"},
    {0},
};

const BrnRecord brn__material_record = {
    .name = "material",
    .help = "A material; what is not given is as in `like`",
    .size = sizeof(S),
    .fields = material_fields,
    .defaults = material_defaults,
};

#undef S
#define S BrnSceneSupport

static const BrnField support_fields[] = {
    BRN_TEXTS("on", on, .required = true, .help = "selections or parts"),
    BRN_TEXT("axes", axes, .fallback = "\"xyz\"", .help = "which coordinates are held: \"y\", ..."),
    BRN_OPTION("motion", motion, brn__motion_record, .fallback = "held in place",
               .help = "scripted motion"),
    {0},
};

const BrnRecord brn__support_record = {
    .name = "support",
    .help = "Vertices held in place, or moved as a script says",
    .size = sizeof(S),
    .fields = support_fields,
};

#undef S
#define S BrnSceneLoad

static void load_defaults(void* record) {
  S* load = record;
  brn__absent3(load->vector);
  load->pressure = NAN;
  load->scale.value = 1;
}

static const BrnField load_fields[] = {
    BRN_TEXTS("on", on, .required = true, .help = "selections or parts"),
    BRN_CHOICE("kind", kind, "force traction pressure", .help = "what pushes"),
    BRN_DIRECTION("vector", vector, .help = "force on all of it together, N; or traction, Pa"),
    BRN_DOUBLE("pressure", pressure, 0, 0, .unit = "Pa", .help = "against the surface"),
    BRN_PART_OF("scale", scale, brn__value_record, .help = "times this"),
    {0},
};

const BrnRecord brn__load_record = {
    .name = "load",
    .help = "A force, a traction or a pressure",
    .size = sizeof(S),
    .fields = load_fields,
    .defaults = load_defaults,
};
