// SPDX-License-Identifier: Apache-2.0
//
// The mesh while it is being improved: every vertex knows its tets, every tet its quality. The
// operations either make the worst tet that they touch better or change nothing.

#pragma once

#include "tetra/work.h"

typedef struct BrnMeshEdit {
  BrnContext* ctx;
  const BrnRules* rules;
  BrnWork* work;
  int *start, *count, *room; // of the tets of each vertex in pool   (vertex_count)
  int* pool;
  size_t pool_used, pool_capacity;
  double* quality; // (tet_count)
  size_t quality_capacity;
  double* lift; // how far above its interface a vertex should be, m (vertex_count)
  bool bold;    // tets that nothing helps may bend the interfaces a little
  uint8_t* rim; // is the vertex where the air ends? It stays.        (vertex_count)
} BrnMeshEdit;

BrnStatus brn__edit_create(BrnContext* ctx, const BrnRules* rules, BrnWork* work, BrnMeshEdit* out);
void brn__edit_destroy(BrnMeshEdit* edit);

/// Replaces tets by others, which must be upright and fill the same room.
BrnStatus brn__edit_replace(BrnMeshEdit* edit, const int* old, int old_count, const int* corner,
                            int new_count, const int* owner);

static inline const int* brn__edit_tet(const BrnMeshEdit* edit, int tet) {
  return edit->work->tet + 4 * (size_t)tet;
}

static inline const int* brn__edit_star(const BrnMeshEdit* edit, int vertex) {
  return edit->pool + edit->start[vertex];
}

static inline bool brn__tet_has(const int* corner, int v) {
  return corner[0] == v || corner[1] == v || corner[2] == v || corner[3] == v;
}

/// The worse of the dihedral angles as a sine, scaled so that 8 and 165 degrees are alike; negative
/// when inverted.
double brn__tet_quality(const double* a, const double* b, const double* c, const double* d);
/// Air may be ten times as bad as a part: it only has to stay upright.
double brn__edit_measure(const BrnMeshEdit* edit, const int* corner, int owner);
static inline double brn__edit_measure_tet(const BrnMeshEdit* edit, int tet) {
  return brn__edit_measure(edit, edit->work->tet + 4 * (size_t)tet, edit->work->owner[tet]);
}

/// Worst quality of the tets of a vertex; stops looking below a limit.
double brn__edit_star_quality(const BrnMeshEdit* edit, int vertex, double limit);

/// Notes the qualities of the tets of a vertex that was moved.
void brn__edit_measure_star(BrnMeshEdit* edit, int vertex);

/// Quality of a tet with no angle below 8 or above 165 degrees.
#define BRN_QUALITY_ENOUGH 0.13917310096006544

// ---------------------------------------------------------------------------------- the operations
// Each returns whether it changed something, in *done.

/// Moves a vertex to where its worst tet is best, along the interfaces that hold it.
bool brn__smooth(BrnMeshEdit* edit, int vertex);

/// Puts a vertex back onto its interfaces, unless a tet suffers.
bool brn__settle(BrnMeshEdit* edit, int vertex, double least);

/// Takes away an edge: the tets around it are replaced by the best ones that do not have it.
BrnStatus brn__remove_edge(BrnMeshEdit* edit, int a, int b, bool* done);

/// Two tets with a common face become three around a new edge.
BrnStatus brn__remove_face(BrnMeshEdit* edit, int tet, int face, bool* done);

/// Gives a tet in an interface to the other side.
bool brn__give_away(BrnMeshEdit* edit, int tet);

/// Pulls vertex a into vertex b.
BrnStatus brn__collapse(BrnMeshEdit* edit, int a, int b, bool* done);
