// SPDX-License-Identifier: Apache-2.0
//
// Small things that the steps of a build share: names and their spelling, which vertices belong to
// which part, faces between parts.

#pragma once

#include "anatomy/build.h"

// --------------------------------------------------------------------------------------- names

/// Collects the known names while a word is looked for, to say the nearest one in the message.
typedef struct BrnSpelling {
  const char* word;
  char nearest[64];
  char known[200]; // the first of them: "humerus, ulna"
} BrnSpelling;

void brn__spelling_offer(BrnSpelling* spelling, const char* name);
/// Fails with `where: there is no <kind> "word"; did you mean "other"?`, or what there is.
BrnStatus brn__spelling_fail(BrnBuild* build, const char* where, const char* kind,
                             const BrnSpelling* spelling);

/// Does a pattern with * and ?, or the plural of its kind ("muscles"), mean the part?
bool brn__part_matches(const char* pattern, const BrnModelPart* part);

/// A length as people say it: "3.2 mm", "1.4 m".
typedef struct BrnLengthText {
  char text[32];
} BrnLengthText;
BrnLengthText brn__length_text(double metres);
#define BRN_LENGTH(metres) brn__length_text(metres).text

/// A path for messages: "muscles.biceps.origin".
typedef struct BrnWhere {
  char text[200];
} BrnWhere;
BrnWhere brn__where(const char* format, ...) BRN_PRINTF(1, 2);

// ------------------------------------------------------------------------- looks and makes alike

/// What is wrong with a load that needs faces and has none.
const char* brn__load_no_face(const BrnSceneLoad* load);

/// "leaves no vertex", and how near the nearest was.
/// @param miss m; INFINITY: nobody knows
typedef struct BrnEmptyText {
  char text[160];
} BrnEmptyText;
BrnEmptyText brn__select_empty(const char* criterion, const char* item, double miss);

/// Edge of the mesh to be cut from the surfaces, m.
double brn__expected_edge(const BrnBuild* build);

// --------------------------------------------------------------------------------------- parts

/// Every tet of the built mesh has a part.
static inline int brn__part_of_tet(const BrnMesh* mesh, int tet) {
  BRN_DEBUG_ASSERT(mesh->tet_label[tet] > 0);
  return mesh->tet_label[tet] - 1;
}

/// Tendons and soft parts: both are a BrnSceneTendon, and are built alike.
static inline bool brn__is_passive(BrnPartKind kind) {
  return kind == BRN_PART_TENDON || kind == BRN_PART_SOFT;
}

static inline const BrnSceneTendon* brn__passive_of(const BrnScene* scene,
                                                    const BrnModelPart* part) {
  return part->kind == BRN_PART_SOFT ? &scene->soft[part->owner] : &scene->tendon[part->owner];
}

/// The list of the scene that it is in.
static inline const char* brn__passive_list(BrnPartKind kind) {
  return kind == BRN_PART_SOFT ? "soft" : "tendons";
}

/// Its material where none is given.
static inline const char* brn__passive_material(BrnPartKind kind) {
  return kind == BRN_PART_SOFT ? "fat" : "tendon";
}

/// Marks the vertices of the tets of some parts.
/// @param part flags (part_count)
/// @param out (vertex_count); what is marked stays so
void brn__part_vertices(const BrnBuild* build, const bool* part, bool* out);

/// Part of a bone; every bone has one.
int brn__bone_part(const BrnBuild* build, int bone);

/// Box around the vertices of a part.
void brn__part_bounds(const BrnBuild* build, int part, double low[3], double high[3]);

/// The vertex of the source that each vertex of the mesh was.
/// @param out caller's, (vertex_count); -1: none
void brn__source_vertices(const BrnBuild* build, int* out);

/// Faces of tets with another part, or nothing, on the other side.
typedef struct BrnPartFaces {
  int count;
  int* tet;    // behind the face; NULL: there are no tets        (count)
  int* part;   // whose face it is                                (count)
  int* corner; // counter-clockwise from outside                   (count x 3)
} BrnPartFaces;
/// @param out from scratch: lives until the caller's mark is released
BrnStatus brn__part_faces(BrnBuild* build, BrnPartFaces* out);

/// Area of a face of the mesh, m^2, and its centroid.
double brn__face_area(const BrnMesh* mesh, const int corner[3], double centroid[3]);

/// Vertices of any of some selections or parts.
/// @param on names (on_count)
BrnStatus brn__select_all(BrnBuild* build, char** on, int on_count, BrnVertexList* out);

/// Ascending list of what is marked.
BrnStatus brn__list_marked(BrnContext* ctx, const bool* mark, int count, BrnVertexList* out);
