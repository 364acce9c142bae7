// SPDX-License-Identifier: Apache-2.0
//
// The model, in the order of its file: what a member counts comes after its count.

#include "anatomy/described.h"

#include "mesh/described.h"
#include "motion/described.h"
#include "scene/methods.h"
#include "scene/tables.h"
#include "skeleton/described.h"

// ------------------------------------------------------------------------------------------- parts

#define S BrnModelPart

static const BrnMember part_members[] = {
    BRN_MEMBER_TEXT(name, .doc = "of the bone, muscle, tendon or soft part; \"biceps.long\""),
    BRN_MEMBER(kind, .choices = "bone muscle tendon soft"),
    BRN_MEMBER(owner, .doc = "the bone, muscle, tendon or soft part in its list"),
    BRN_MEMBER(label, .indexes = "model.part_count", .from = 1, .doc = "of its tets"),
    BRN_MEMBER(surface, .indexes = "model.surface_count", .absent = "it came as tets",
               .doc = "that it was given as"),
    BRN_MEMBER(tet_count),
    BRN_MEMBER(component_count, .doc = "pieces that do not touch"),
    BRN_MEMBER(volume, .unit = "m^3"),
    BRN_MEMBER(min_angle, .unit = "deg", .doc = "smallest dihedral angle"),
    BRN_MEMBER(max_angle, .unit = "deg", .doc = "largest dihedral angle"),
    {0},
};

// lists of tendons and soft parts are the scene's alone
static const char* part_flaw(const BrnScope* scope) {
  const BrnModelPart* part = scope->record;
  const BrnModel* model = brn__model_around(scope);
  bool owned = part->owner >= 0;
  if (part->kind == BRN_PART_BONE) owned = owned && part->owner < model->bone_count;
  if (part->kind == BRN_PART_MUSCLE) owned = owned && part->owner < model->muscle_count;
  if (part->label != scope->index + 1) return "a part has the label of another";
  return owned ? NULL : "a part belongs to nothing";
}

static const BrnDescription part_description = {
    .name = "part", .size = sizeof(S), .members = part_members, .flaw = part_flaw};

#undef S
#define S BrnModelBone

static const BrnMember bone_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(part, .indexes = "model.part_count"),
    BRN_MEMBER(vertex_count),
    BRN_MEMBER_ARRAY(vertex, "vertex_count", 1, .indexes = "model.mesh.vertex_count",
                     .doc = "all vertices of its tets, ascending; soft parts may share them"),
    BRN_MEMBER(mass, .unit = "kg"),
    BRN_MEMBER_NUMBERS(centre, .unit = "m", .doc = "of mass"),
    BRN_MEMBER_NUMBERS(inertia, .unit = "kg m^2", .doc = "about the centre"),
    BRN_MEMBER(fixed),
    BRN_MEMBER(motion, .indexes = "model.motion_count", .absent = "it is not scripted",
               .doc = "that it is scripted by"),
    {0},
};

static const char* bone_flaw(const BrnScope* scope) {
  return ((const BrnModelBone*)scope->record)->vertex_count > 0 ? NULL : "a bone has no vertices";
}

static const BrnDescription bone_description = {
    .name = "bone", .size = sizeof(S), .members = bone_members, .flaw = bone_flaw};

#undef S
#define S BrnModelJoint

static const BrnMember joint_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(type, .choices = "ball hinge weld"),
    BRN_MEMBER(parent, .indexes = "model.bone_count"),
    BRN_MEMBER(child, .indexes = "model.bone_count"),
    BRN_MEMBER_NUMBERS(point, .unit = "m"),
    BRN_MEMBER_NUMBERS(axis, .absent = "it is no hinge", .doc = "unit vector of a hinge"),
    BRN_MEMBER_NUMBERS(limits, .unit = "rad", .doc = "of a hinge"),
    BRN_MEMBER(swing, .unit = "rad", .doc = "of a ball"),
    BRN_MEMBER(fit_error, .unit = "m", .absent = "it was not fitted",
               .doc = "root mean square distance of the fitted surfaces"),
    BRN_MEMBER_ONE(angle, brn__track_description, .unit = "rad", .optional = true,
                   .doc = "scripted"),
    {0},
};

static const BrnDescription joint_description = {
    .name = "joint", .size = sizeof(S), .members = joint_members};

// ----------------------------------------------------------------------------------------- muscles

#undef S
#define S BrnModelMuscle

static const BrnMember muscle_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(first_unit, .indexes = "model.unit_count", .run = "unit_count",
               .doc = "its run of the unit list"),
    BRN_MEMBER(unit_count),
    {0},
};

static const BrnDescription muscle_description = {
    .name = "muscle", .size = sizeof(S), .members = muscle_members};

#undef S
#define S BrnModelUnit

static const BrnMember unit_members[] = {
    BRN_MEMBER_TEXT(name, .doc = "\"triceps\", or \"biceps.long\""),
    BRN_MEMBER(muscle, .indexes = "model.muscle_count"),
    BRN_MEMBER(tet_count),
    BRN_MEMBER_ARRAY(tet, "tet_count", 1, .indexes = "model.mesh.tet_count", .doc = "ascending"),
    BRN_MEMBER(origin, .indexes = "model.attachment_count", .absent = "none"),
    BRN_MEMBER(insertion, .indexes = "model.attachment_count", .absent = "none"),
    BRN_MEMBER(tension, .unit = "Pa", .doc = "of fully active fibres"),
    BRN_MEMBER(own_tension, .doc = "it is the scene's, and goes before that of the material"),
    BRN_MEMBER_ONE(activation, brn__track_description, .optional = true, .doc = "0 to 1"),
    BRN_MEMBER(signal, .indexes = "model.signal_count", .absent = "none",
               .doc = "added to the track"),
    BRN_MEMBER(rise, .unit = "s", .doc = "time constant of activation that follows"),
    BRN_MEMBER(fall, .unit = "s", .doc = "the same on the way down"),
    BRN_MEMBER(dynamics, .choices = BRN_DYNAMICS, .doc = "not none: track and signal excite"),
    BRN_MEMBER(least_activation, .doc = "that it does not fall below"),
    BRN_MEMBER(initial_activation, .absent = "the excitation there", .doc = "at the first frame"),
    BRN_MEMBER(dynamics_smooth, .absent = "as published"),
    BRN_MEMBER(volume, .unit = "m^3"),
    BRN_MEMBER(length, .unit = "m", .doc = "of the line of action at rest"),
    BRN_MEMBER(fibre_length, .unit = "m", .doc = "mean of the traced fibres without tendon"),
    BRN_MEMBER(area, .unit = "m^2",
               .doc = "physiological cross-section: muscle volume over fibre length"),
    BRN_MEMBER(pennation, .unit = "deg", .doc = "mean angle between fibres and line of action"),
    BRN_MEMBER(line_count),
    BRN_MEMBER_ARRAY(line, "line_count", 3, .unit = "m",
                     .doc = "line of action from origin to insertion"),
    BRN_MEMBER_ARRAY(line_weight, "line_count", 4,
                     .doc = "each of its points as a mean of 4 vertices: weights"),
    BRN_MEMBER_ARRAY(line_vertex, "line_count", 4, .indexes = "model.mesh.vertex_count",
                     .doc = "and vertices"),
    BRN_MEMBER_ARRAY(potential, "tet_count", 1, .optional = true,
                     .doc = "-1 at the origin to 1 at the insertion, mean over each tet"),
    BRN_MEMBER(flat_count, .doc = "tets whose fibre was filled in from neighbours"),
    {0},
};

static const BrnDescription unit_description = {
    .name = "unit", .size = sizeof(S), .members = unit_members};

#undef S
#define S BrnModelAttachment

static const BrnMember attachment_members[] = {
    BRN_MEMBER_TEXT(name, .doc = "\"biceps origin\""),
    BRN_MEMBER(unit, .indexes = "model.unit_count", .absent = "it is of a tendon"),
    BRN_MEMBER(part, .indexes = "model.part_count", .absent = "none: a selection in the air",
               .doc = "bone or tendon it holds on to, where most of it lies"),
    BRN_MEMBER(bone, .indexes = "model.bone_count", .absent = "that is none"),
    BRN_MEMBER(vertex_count),
    BRN_MEMBER_ARRAY(vertex, "vertex_count", 1, .indexes = "model.mesh.vertex_count",
                     .doc = "ascending"),
    BRN_MEMBER_ARRAY(holder, "vertex_count", 1, .indexes = "model.part_count", .absent = "none",
                     .doc = "part that each holds on to, for there may be two"),
    BRN_MEMBER(area, .unit = "m^2", .doc = "of its faces"),
    BRN_MEMBER_NUMBERS(centre, .unit = "m", .doc = "of its faces"),
    BRN_MEMBER(gap, .unit = "m", .doc = "largest distance to the bone"),
    {0},
};

static const BrnDescription attachment_description = {
    .name = "attachment", .size = sizeof(S), .members = attachment_members};

// --------------------------------------------------------------------------------------- materials

#undef S
#define S BrnParameter

static const BrnMember parameter_members[] = {
    BRN_MEMBER_TEXT(key, .doc = "\"hill.tension\""),
    BRN_MEMBER_TEXT(text, .doc = "its value, if it is no table"),
    BRN_MEMBER(row_count),
    BRN_MEMBER_ARRAY(row, "row_count", 2, .optional = true, .doc = "the table"),
    {0},
};

static const char* parameter_flaw(const BrnScope* scope) {
  const BrnParameter* p = scope->record;
  bool whole = p->key && (p->text || (p->row && p->row_count > 0));
  return whole ? NULL : "a parameter has no value";
}

static const BrnDescription parameter_description = {
    .name = "parameter", .size = sizeof(S), .members = parameter_members, .flaw = parameter_flaw};

#undef S
#define S BrnModelMaterial

static const BrnMember material_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER_TEXT(kind, .doc = "of the body: \"stable_neo_hookean\""),
    BRN_MEMBER(density, .unit = "kg/m^3", .doc = "0: not known, where nothing weighs"),
    BRN_MEMBER(young, .unit = "Pa", .doc = "of the isotropic solid that is nearest to it at rest"),
    BRN_MEMBER(poisson, .doc = "of that too"),
    BRN_MEMBER(parameter_count),
    BRN_MEMBER_LIST(parameter, "parameter_count", parameter_description,
                    .doc = "all that brn_material_set() needs"),
    {0},
};

static const char* material_flaw(const BrnScope* scope) {
  return ((const BrnModelMaterial*)scope->record)->kind ? NULL : "a material has no kind";
}

static const BrnDescription material_description = {
    .name = "material", .size = sizeof(S), .members = material_members, .flaw = material_flaw};

// ------------------------------------------------------------------------------ supports and loads

#undef S
#define S BrnModelSupport

static const BrnMember support_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(vertex_count),
    BRN_MEMBER_ARRAY(vertex, "vertex_count", 1, .indexes = "model.mesh.vertex_count",
                     .doc = "ascending"),
    BRN_MEMBER_NUMBERS(axis, .doc = "which coordinates are held"),
    BRN_MEMBER(motion, .indexes = "model.motion_count", .absent = "they stay"),
    {0},
};

static const BrnDescription support_description = {
    .name = "support", .size = sizeof(S), .members = support_members};

#undef S
#define S BrnModelLoad

static const BrnMember load_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(kind, .choices = "force traction pressure"),
    BRN_MEMBER(vertex_count),
    BRN_MEMBER_ARRAY(vertex, "vertex_count", 1, .indexes = "model.mesh.vertex_count",
                     .doc = "ascending"),
    BRN_MEMBER_ARRAY(force, "vertex_count", 3, .unit = "N", .optional = true,
                     .doc = "at scale 1; of forces and tractions"),
    BRN_MEMBER(face_count),
    BRN_MEMBER_ARRAY(face, "face_count", 3, .indexes = "model.mesh.vertex_count",
                     .doc = "boundary triangles, facing out; of tractions and pressures"),
    BRN_MEMBER(pressure, .unit = "Pa", .doc = "follows the faces"),
    BRN_MEMBER_ONE(scale, brn__track_description, .optional = true),
    {0},
};

static const BrnDescription load_description = {
    .name = "load", .size = sizeof(S), .members = load_members};

// ---------------------------------------------------------------------------------------- surfaces

#undef S
#define S BrnModelSurface

static const BrnMember surface_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER_ONE(mesh, brn__mesh_description,
                   .doc = "as it came: same vertices in the same order, but SI and Y up"),
    BRN_MEMBER_ONE(embedding, brn__embedding_description, .optional = true,
                   .doc = "in the tets of the model, if there are any"),
    BRN_MEMBER(first, .indexes = "model.mesh.vertex_count", .run = "mesh.vertex_count",
               .absent = "it rides on tets", .doc = "its run of the vertices of the model's mesh"),
    BRN_MEMBER(outside_count, .doc = "vertices outside of all tets but not inside of other parts"),
    BRN_MEMBER(max_outside, .unit = "m", .doc = "how far the farthest is outside"),
    {0},
};

static const char* surface_flaw(const BrnScope* scope) {
  const BrnModelSurface* surface = scope->record;
  const BrnEmbedding* embedding = surface->embedding;
  if ((surface->first == -1) != (embedding != NULL)) return "a surface rides on nothing";
  if (!embedding) return NULL;
  if (embedding->point_count != surface->mesh->vertex_count) {
    return "a surface has other vertices than its embedding";
  }
  int tets = brn__model_around(scope)->mesh->tet_count;
  return brn__all_in(embedding->tet, embedding->point_count, 0, tets)
             ? NULL
             : "a surface rides on tets that are not there";
}

static const BrnDescription surface_description = {
    .name = "surface", .size = sizeof(S), .members = surface_members, .flaw = surface_flaw};

// --------------------------------------------------------------------------------- the whole model

static const char* solver_flaw(const BrnScope* scope) {
  const BrnSolverDef* def = scope->record;
  return brn__method_find(def->method) ? NULL : "there is no such method";
}

static const BrnDescription solver_description = {.name = "solver",
                                                  .size = sizeof(BrnSolverDef),
                                                  .fields = brn__solver_fields,
                                                  .flaw = solver_flaw};
static const BrnDescription frames_description = {
    .name = "frames", .size = sizeof(BrnSceneFrames), .fields = brn__frames_fields};

#undef S
#define S BrnModel

static const BrnMember model_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(hash, .doc = "of everything it was built from"),
    BRN_MEMBER_ONE(mesh, brn__mesh_description, .doc = "positions, tets, labels with names"),
    BRN_MEMBER_ARRAY(fibre, "mesh.tet_count", 3, .doc = "unit vectors; zero where there are none"),
    BRN_MEMBER_ARRAY(tendon, "mesh.tet_count", 1, .doc = "0 muscle to 1 tendon; bones 0"),
    BRN_MEMBER_ARRAY(unit, "mesh.tet_count", 1, .indexes = "unit_count", .absent = "none"),
    BRN_MEMBER_ARRAY(material, "mesh.tet_count", 1, .indexes = "material_count",
                     .doc = "at tendon 0"),
    BRN_MEMBER_ARRAY(tendon_material, "mesh.tet_count", 1, .indexes = "material_count",
                     .doc = "at tendon 1"),
    BRN_MEMBER_ARRAY(volume, "mesh.tet_count", 1, .unit = "m^3"),
    BRN_MEMBER_ARRAY(mass, "mesh.vertex_count", 1, .unit = "kg", .doc = "lumped"),
    BRN_MEMBER_ARRAY(vertex_bone, "mesh.vertex_count", 1, .indexes = "bone_count",
                     .absent = "it is free",
                     .doc = "bone that carries the vertex; where bones meet the lower one"),
    BRN_MEMBER_ARRAY(original, "mesh.vertex_count", 1,
                     .doc = "vertex before touching parts were taken apart"),
    BRN_MEMBER(part_count),
    BRN_MEMBER_LIST(part, "part_count", part_description, .doc = "what has a label in the mesh"),
    BRN_MEMBER(bone_count),
    BRN_MEMBER_LIST(bone, "bone_count", bone_description),
    BRN_MEMBER(muscle_count),
    BRN_MEMBER_LIST(muscle, "muscle_count", muscle_description),
    BRN_MEMBER(unit_count),
    BRN_MEMBER_LIST(unit_list, "unit_count", unit_description, .doc = "motor units"),
    BRN_MEMBER(attachment_count),
    BRN_MEMBER_LIST(attachment, "attachment_count", attachment_description,
                    .doc = "vertices of soft parts that bones carry"),
    BRN_MEMBER(joint_count),
    BRN_MEMBER_LIST(joint, "joint_count", joint_description),
    BRN_MEMBER(material_count),
    BRN_MEMBER_LIST(material_list, "material_count", material_description,
                    .doc = "with everything filled in"),
    BRN_MEMBER(motion_count),
    BRN_MEMBER_LIST(motion, "motion_count", brn__motion_description,
                    .doc = "scripted rigid motions from the rest pose"),
    BRN_MEMBER(clip_count),
    BRN_MEMBER_LIST(clip, "clip_count", brn__model_clip_description, .doc = "motion capture"),
    BRN_MEMBER(support_count),
    BRN_MEMBER_LIST(support, "support_count", support_description),
    BRN_MEMBER(load_count),
    BRN_MEMBER_LIST(load, "load_count", load_description),
    BRN_MEMBER(surface_count),
    BRN_MEMBER_LIST(surface, "surface_count", surface_description,
                    .doc = "as they were given; they ride on the tets, or are the body itself"),
    BRN_MEMBER(flesh_count),
    BRN_MEMBER_LIST(flesh, "flesh_count", brn__flesh_description,
                    .doc = "none: the body is made of tets"),
    BRN_MEMBER(fascia_count),
    BRN_MEMBER_LIST(fascia, "fascia_count", brn__fascia_description,
                    .doc = "ties between surfaces"),
    BRN_MEMBER_STRUCT(envelope, brn__envelope_description, .doc = "of the skeleton"),
    BRN_MEMBER(sensor_count),
    BRN_MEMBER_LIST(sensor, "sensor_count", brn__sensor_description),
    BRN_MEMBER(signal_count),
    BRN_MEMBER_LIST(signal, "signal_count", brn__signal_description),
    BRN_MEMBER(probe_count),
    BRN_MEMBER_LIST(probe, "probe_count", brn__probe_description),
    BRN_MEMBER(contact_count),
    BRN_MEMBER_LIST(contact, "contact_count", brn__contact_rule_description,
                    .doc = "pairs of parts; those that are not there slide"),
    BRN_MEMBER_ONE(skeleton, brn__skeleton_description,
                   .doc = "of the bones and joints, by their numbers in the lists"),
    BRN_MEMBER_NUMBERS(gravity, .unit = "m/s^2"),
    BRN_MEMBER_STRUCT(solver, solver_description, .doc = "how the scene is solved"),
    BRN_MEMBER_STRUCT(frames, frames_description, .doc = "the range of frames"),
    {0},
};

// in front of the plane of a section: 4 tet + corner
static int64_t corner_count(const BrnScope* scope) {
  const BrnModel* model = scope->record;
  return model->mesh ? 4 * (int64_t)model->mesh->tet_count : 0;
}

static const BrnCountRule model_counts[] = {{"tet_corner_count", corner_count}, {0}};

static const char* model_flaw(const BrnScope* scope) {
  const BrnModel* model = scope->record;
  const BrnMesh* mesh = model->mesh;
  if (mesh->tet_count > 0 && !mesh->tet_label) return "the tets have no labels";
  if (!brn__all_in(mesh->tet_label, mesh->tet_count, 1, model->part_count + 1)) {
    return "a tet has a label that no part has";
  }
  // a body of tets has no flesh, and one without tets has nothing that tets are needed for
  bool one_kind = model->flesh_count > 0 ? mesh->tet_count == 0 : model->fascia_count == 0;
  if (!one_kind) return "the body is made of tets and of surfaces";
  const BrnSkeleton* skeleton = model->skeleton;
  bool hangs = skeleton && skeleton->bone_count == model->bone_count &&
               skeleton->joint_count == model->joint_count;
  if (!hangs) return "its skeleton is of other bones and joints";
  return model->frames.per_second > 0 ? NULL : "the rate of frames is not above 0";
}

const BrnDescription brn__model_description = {.name = "model",
                                               .size = sizeof(BrnModel),
                                               .members = model_members,
                                               .counts = model_counts,
                                               .flaw = model_flaw};

BrnScope brn__model_scope(const BrnModel* model) {
  return (BrnScope){.type = &brn__model_description, .record = (void*)model};
}

void brn_model_members(const BrnModel* model, BrnMemberFn* fn, void* user) {
  BRN_ASSERT(model && fn);
  BrnScope scope = brn__model_scope(model);
  brn__described_views(&scope, fn, user);
}
