// SPDX-License-Identifier: Apache-2.0
//
// Members of meshes and embeddings, and what may be wrong with them.

#include "mesh/described.h"

// ------------------------------------------------------------------------------------------ meshes

#define S BrnArray

static const BrnMember array_members[] = {
    BRN_MEMBER_TEXT(name, .doc = "one of a kind on its domain"),
    BRN_MEMBER(on, .doc = "0: vertices, 2: triangles, 3: tets"),
    BRN_MEMBER(components, .doc = "numbers per item, at least 1"),
    BRN_MEMBER(number, .choices = "f64 f32 i8 u8 i16 u16 i32 u32 i64 u64",
               .doc = "kept from the file it came from, so that it goes back as it was"),
    BRN_MEMBER_ARRAY(value, "item_count", 1, .per = "components", .absent = "as it came",
                     .doc = "numbers on vertices, triangles or tets"),
    {0},
};

static int64_t item_count(const BrnScope* scope) {
  const BrnArray* array = scope->record;
  return scope->around ? brn_mesh_item_count(scope->around->record, array->on) : 0;
}

static const BrnCountRule array_counts[] = {{"item_count", item_count}, {0}};

static const char* array_flaw(const BrnScope* scope) {
  const BrnArray* array = scope->record;
  if (!array->name) return "an array has no name";
  return array->components < 1 ? "an array has no components" : NULL;
}

static const BrnDescription array_description = {.name = "array",
                                                 .size = sizeof(BrnArray),
                                                 .members = array_members,
                                                 .counts = array_counts,
                                                 .flaw = array_flaw};

#undef S
#define S BrnLabel

static const BrnMember label_members[] = {
    BRN_MEMBER(on, .doc = "2: triangles, 3: tets"),
    BRN_MEMBER(id, .doc = "the label"),
    BRN_MEMBER_TEXT(name, .doc = "its name"),
    {0},
};

static const char* label_flaw(const BrnScope* scope) {
  return ((const BrnLabel*)scope->record)->name ? NULL : "a label has no name";
}

static const BrnDescription label_description = {
    .name = "label", .size = sizeof(BrnLabel), .members = label_members, .flaw = label_flaw};

#undef S
#define S BrnMesh

static const BrnMember mesh_members[] = {
    BRN_MEMBER(vertex_count),
    BRN_MEMBER(triangle_count),
    BRN_MEMBER(tet_count),
    BRN_MEMBER_ARRAY(position, "vertex_count", 3, .unit = "m", .doc = "of the vertices"),
    BRN_MEMBER_ARRAY(triangle, "triangle_count", 3, .indexes = "vertex_count",
                     .doc = "corners, counter-clockwise from outside"),
    BRN_MEMBER_ARRAY(tet, "tet_count", 4, .indexes = "vertex_count",
                     .doc = "corners a b c d; upright: (b-a) x (c-a) . (d-a) > 0"),
    BRN_MEMBER_ARRAY(triangle_label, "triangle_count", 1, .optional = true, .doc = "any number"),
    BRN_MEMBER_ARRAY(tet_label, "tet_count", 1, .optional = true, .doc = "any number"),
    BRN_MEMBER_TEXT(label_array, .doc = "name of the labels in files with named arrays"),
    BRN_MEMBER(label_count),
    BRN_MEMBER_LIST(label, "label_count", label_description, .doc = "names of labels"),
    BRN_MEMBER_ARRAY(polygon, "triangle_count", 1, .optional = true,
                     .doc = "that each triangle was cut from"),
    BRN_MEMBER(array_count),
    BRN_MEMBER_LIST(array, "array_count", array_description, .doc = "named arrays"),
    {0},
};

const BrnDescription brn__mesh_description = {
    .name = "mesh", .size = sizeof(BrnMesh), .members = mesh_members};

// -------------------------------------------------------------------------------------- embeddings

#undef S
#define S BrnEmbedding

static const BrnMember embedding_members[] = {
    BRN_MEMBER(point_count),
    BRN_MEMBER_ARRAY(tet, "point_count", 1, .doc = "that each point is a sum of the corners of"),
    BRN_MEMBER_ARRAY(weight, "point_count", 4,
                     .doc = "of the corners; they add up to 1, and are negative outside"),
    BRN_MEMBER_ARRAY(distance, "point_count", 1, .unit = "m", .doc = "to the tets at rest"),
    BRN_MEMBER(outside_count, .doc = "points outside of all tets"),
    BRN_MEMBER(max_distance, .unit = "m", .doc = "of the farthest of them"),
    {0},
};

const BrnDescription brn__embedding_description = {
    .name = "embedding", .size = sizeof(BrnEmbedding), .members = embedding_members};
