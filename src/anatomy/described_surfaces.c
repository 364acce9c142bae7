// SPDX-License-Identifier: Apache-2.0
//
// What a body of surfaces has: flesh, ties and the envelope of the skeleton.

#include "anatomy/described.h"

#include "motion/described.h"

// ------------------------------------------------------------------------------------------- flesh

#define S BrnModelFlesh

static const BrnMember flesh_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(part, .indexes = "model.part_count"),
    BRN_MEMBER(unit, .indexes = "model.unit_count", .absent = "it is never active"),
    BRN_MEMBER(surface, .indexes = "model.surface_count"),
    BRN_MEMBER(first, .indexes = "model.mesh.vertex_count", .run = "vertex_count",
               .doc = "its run of vertices of the mesh"),
    BRN_MEMBER(vertex_count),
    BRN_MEMBER(first_triangle, .indexes = "model.mesh.triangle_count", .run = "triangle_count",
               .doc = "its run of triangles of the mesh"),
    BRN_MEMBER(triangle_count),
    BRN_MEMBER(first_inner, .indexes = "model.mesh.vertex_count", .run = "inner_count",
               .doc = "its run of inner points, vertices of the mesh too"),
    BRN_MEMBER(inner_count),
    BRN_MEMBER_ARRAY(parent, "inner_count", 1, .indexes = "inner_count", .absent = "a root",
                     .doc = "of the inner points"),
    BRN_MEMBER_ARRAY(inner, "vertex_count", 1, .indexes = "inner_count",
                     .doc = "inner point of each vertex"),
    BRN_MEMBER(root_count),
    BRN_MEMBER_ARRAY(root, "root_count", 1, .indexes = "vertex_count",
                     .doc = "vertices that the inner points grew from"),
    BRN_MEMBER_ARRAY(fibre, "point_count", 3,
                     .doc = "unit vectors at the vertices, then at the inner points, at rest"),
    BRN_MEMBER(edge_count),
    BRN_MEMBER(diagonal_count, .doc = "counted in edge_count, too"),
    BRN_MEMBER_ARRAY(edge, "edge_count", 2, .indexes = "model.mesh.vertex_count",
                     .doc = "of the surface, then diagonals of quads that are no edges"),
    BRN_MEMBER(length, .unit = "m", .doc = "from end to end at rest"),
    BRN_MEMBER(volume, .unit = "m^3", .doc = "0: the surface is open, and none is kept"),
    BRN_MEMBER(rest_activation),
    BRN_MEMBER(volume_ratio),
    BRN_MEMBER_ONE(volume_curve, brn__track_description, .optional = true,
                   .doc = "share of the gain by activation; none: a straight line"),
    BRN_MEMBER_NUMBERS(stiffness, .unit = "N/m"),
    BRN_MEMBER(across, .unit = "N/m"),
    BRN_MEMBER(follow, .doc = "share of the length that bones give it that is its own"),
    BRN_MEMBER(iterations, .doc = "0: the solver's"),
    BRN_MEMBER(damping, .unit = "1/s", .absent = "the solver's"),
    BRN_MEMBER(thickness, .unit = "m"),
    BRN_MEMBER(contact),
    {0},
};

static int64_t point_count(const BrnScope* scope) {
  const BrnModelFlesh* flesh = scope->record;
  return (int64_t)flesh->vertex_count + flesh->inner_count;
}

static const BrnCountRule flesh_counts[] = {{"point_count", point_count}, {0}};

static const long long most_steps = 100000000; // a muscle has some hundred inner points

// parents come to a root at last: as many steps as there are points would be a ring
static bool parents_end(const BrnModelFlesh* flesh) {
  long long all = 0;
  for (int i = 0; i < flesh->inner_count; i++) {
    int at = i;
    for (int steps = 0; at >= i; steps++) { // those before i are known to end
      if (steps > flesh->inner_count || all++ > most_steps) return false;
      at = flesh->parent[at];
    }
  }
  return true;
}

static const char* flesh_flaw(const BrnScope* scope) {
  const BrnModelFlesh* flesh = scope->record;
  const BrnModelSurface* surface = &brn__model_around(scope)->surface[flesh->surface];
  bool same = surface->first == flesh->first &&
              surface->mesh->vertex_count == flesh->vertex_count &&
              surface->mesh->triangle_count == flesh->triangle_count;
  if (!same) return "it is not where its surface is";
  if (flesh->diagonal_count < 0 || flesh->diagonal_count > flesh->edge_count) {
    return "there are more diagonals than edges";
  }
  if (flesh->iterations < 0) return "iterations are negative";
  return parents_end(flesh) ? NULL : "the inner points are a ring";
}

const BrnDescription brn__flesh_description = {.name = "flesh",
                                               .size = sizeof(BrnModelFlesh),
                                               .members = flesh_members,
                                               .counts = flesh_counts,
                                               .flaw = flesh_flaw};

// --------------------------------------------------------------------------------------- contacts

#undef S
#define S BrnModelContact

static const BrnMember contact_members[] = {
    BRN_MEMBER_NUMBERS(part, .indexes = "model.part_count"),
    BRN_MEMBER(kind, .choices = "slide none"),
    BRN_MEMBER(friction, .doc = "Coulomb's coefficient"),
    {0},
};

const BrnDescription brn__contact_rule_description = {
    .name = "contact", .size = sizeof(S), .members = contact_members};

// ------------------------------------------------------------------------------------------ fascia

#undef S
#define S BrnModelFascia

static const BrnMember fascia_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(flesh, .indexes = "model.flesh_count"),
    BRN_MEMBER(count, .doc = "ties"),
    BRN_MEMBER_ARRAY(vertex, "count", 1, .indexes = "model.mesh.vertex_count", .doc = "ascending"),
    BRN_MEMBER_ARRAY(weight, "count", 3, .doc = "slide, soft, hard (Romeo et al. 2018)"),
    BRN_MEMBER(target_count),
    BRN_MEMBER_ARRAY(target, "target_count", 1, .indexes = "model.surface_count",
                     .doc = "surfaces that it may slide on"),
    BRN_MEMBER_ARRAY(surface, "count", 1, .indexes = "model.surface_count",
                     .doc = "with the closest point"),
    BRN_MEMBER_ARRAY(triangle, "count", 1, .doc = "of that surface's mesh"),
    BRN_MEMBER_ARRAY(barycentric, "count", 3, .doc = "of the closest point in it"),
    BRN_MEMBER_ARRAY(distance, "count", 1, .unit = "m", .doc = "from it"),
    BRN_MEMBER_ARRAY(offset, "count", 3, .unit = "m",
                     .doc = "from it, in the frame of the triangle"),
    BRN_MEMBER_ARRAY(side, "count", 1, .doc = "1: in front of the triangle, -1: behind"),
    BRN_MEMBER(least, .unit = "m", .doc = "distance that is kept in any case"),
    BRN_MEMBER(stiffness, .doc = "share of a correction that is made in an iteration"),
    {0},
};

static const char* fascia_flaw(const BrnScope* scope) {
  const BrnModelFascia* fascia = scope->record;
  const BrnModelSurface* surface = brn__model_around(scope)->surface;
  for (int i = 0; i < fascia->count; i++) {
    int end = surface[fascia->surface[i]].mesh->triangle_count;
    if (!brn__all_in(&fascia->triangle[i], 1, 0, end)) return "a tie is to no triangle";
  }
  return NULL;
}

const BrnDescription brn__fascia_description = {
    .name = "fascia", .size = sizeof(S), .members = fascia_members, .flaw = fascia_flaw};

// ---------------------------------------------------------------------------------------- envelope

#undef S
#define S BrnModelEnvelope

static const BrnMember envelope_members[] = {
    BRN_MEMBER(surface, .indexes = "model.surface_count", .absent = "there is none"),
    BRN_MEMBER_ARRAY(bone, "point_count", 4, .indexes = "model.bone_count", .absent = "none",
                     .doc = "that each vertex of the surface follows"),
    BRN_MEMBER_ARRAY(weight, "point_count", 4, .doc = "add up to 1"),
    {0},
};

// a model without surfaces has no envelope either, whatever it says
static int64_t envelope_point_count(const BrnScope* scope) {
  const BrnModel* model = brn__model_around(scope);
  int surface = model->envelope.surface;
  bool there = model->surface && surface >= 0 && surface < model->surface_count;
  return there && model->surface[surface].mesh ? model->surface[surface].mesh->vertex_count : 0;
}

static const BrnCountRule envelope_counts[] = {{"point_count", envelope_point_count}, {0}};

const BrnDescription brn__envelope_description = {
    .name = "envelope", .size = sizeof(S), .members = envelope_members, .counts = envelope_counts};
