// SPDX-License-Identifier: Apache-2.0

#include "tetra/lattice.h"

#include "tetra/map.h"

#include <string.h>

// Vertices are the corners and the centres of the leaves. Between two leaves of one size, the line
// from centre to centre makes a tet with each edge of their common face (two, when smaller leaves
// have put a vertex into the middle of the edge): four tets of the body-centred cubic lattice. A
// face of a leaf with four smaller ones behind it is cut into eight triangles around its middle,
// each of which makes a tet with the centre on either side.
//
// F. Labelle, J. R. Shewchuk. Isosurface stuffing: fast tetrahedral meshes with good dihedral
// angles. 2007

typedef struct Lattice {
  BrnContext* ctx;
  const BrnOctree* tree;
  BrnWork* work;
  BrnMap map; // of vertices by their place
} Lattice;

static uint64_t key_of(const int* place) {
  return (uint64_t)place[0] | (uint64_t)place[1] << 21 | (uint64_t)place[2] << 42;
}

static BrnStatus add_vertex(Lattice* lattice, const int* place) {
  int vertex, added;
  BRN_TRY(brn__map_put(lattice->ctx, &lattice->map, key_of(place), &vertex));
  if (vertex < lattice->work->vertex_count) return BRN_OK;
  double p[3];
  for (int a = 0; a < 3; a++) {
    p[a] = lattice->tree->origin[a] + place[a] * (lattice->tree->unit / 2);
  }
  BRN_TRY(brn__work_add_vertex(lattice->ctx, lattice->work, p, &added));
  memcpy(lattice->work->place + 3 * (size_t)added, place, sizeof(int) * 3);
  return BRN_OK;
}

static int find(const Lattice* lattice, const int* place) {
  return brn__map_find(&lattice->map, key_of(place));
}

static void centre_of(const BrnCell* cell, int* place) {
  for (int a = 0; a < 3; a++) place[a] = 2 * cell->corner[a] + brn__cell_side(cell);
}

static BrnStatus add_cell_vertices(Lattice* lattice, const BrnCell* cell) {
  int side = brn__cell_side(cell), place[3];
  for (int i = 0; i < 8; i++) {
    for (int a = 0; a < 3; a++) place[a] = 2 * (cell->corner[a] + (i >> a & 1) * side);
    BRN_TRY(add_vertex(lattice, place));
  }
  centre_of(cell, place);
  return add_vertex(lattice, place);
}

// ------------------------------------------------------------------------------------------- faces

typedef struct Face {
  int corner[4][3]; // places around it
  int middle[4][3]; // of its edges
  int centre[3];
} Face;

static Face face_of(const BrnCell* cell, int axis, int way) {
  static const int around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  Face face;
  int side = brn__cell_side(cell), b = (axis + 1) % 3, c = (axis + 2) % 3;
  for (int i = 0; i < 4; i++) {
    face.corner[i][axis] = 2 * (cell->corner[axis] + (way > 0 ? side : 0));
    face.corner[i][b] = 2 * (cell->corner[b] + around[i][0] * side);
    face.corner[i][c] = 2 * (cell->corner[c] + around[i][1] * side);
  }
  for (int a = 0; a < 3; a++) {
    for (int i = 0; i < 4; i++) {
      face.middle[i][a] = (face.corner[i][a] + face.corner[(i + 1) % 4][a]) / 2;
    }
    face.centre[a] = (face.corner[0][a] + face.corner[2][a]) / 2;
  }
  return face;
}

static BrnStatus add_tet(Lattice* lattice, int a, int b, int c, int d) {
  int corner[4] = {a, b, c, d};
  return brn__work_add_tet(lattice->ctx, lattice->work, corner, BRN_OWNER_OPEN);
}

static BrnStatus fill_between_equals(Lattice* lattice, const Face* face, int here, int there) {
  for (int i = 0; i < 4; i++) {
    int a = find(lattice, face->corner[i]), b = find(lattice, face->corner[(i + 1) % 4]);
    int middle = find(lattice, face->middle[i]);
    if (middle < 0) {
      BRN_TRY(add_tet(lattice, here, there, a, b));
    } else {
      BRN_TRY(add_tet(lattice, here, there, a, middle));
      BRN_TRY(add_tet(lattice, here, there, middle, b));
    }
  }
  return BRN_OK;
}

static BrnStatus fill_to_smaller(Lattice* lattice, const Face* face, int here) {
  int centre = find(lattice, face->centre);
  for (int i = 0; i < 4; i++) {
    int a = find(lattice, face->corner[i]), b = find(lattice, face->corner[(i + 1) % 4]);
    int middle = find(lattice, face->middle[i]);
    BRN_TRY(add_tet(lattice, here, centre, a, middle));
    BRN_TRY(add_tet(lattice, here, centre, middle, b));
  }
  return BRN_OK;
}

// the diagonal runs from the middle of the larger face to its corner
static BrnStatus fill_to_larger(Lattice* lattice, const Face* face, const Face* larger, int here) {
  for (int i = 0; i < 4; i++) {
    if (memcmp(face->corner[i], larger->centre, sizeof larger->centre) != 0) continue;
    int v[4];
    for (int k = 0; k < 4; k++) v[k] = find(lattice, face->corner[(i + k) % 4]);
    BRN_TRY(add_tet(lattice, here, v[0], v[1], v[2]));
    BRN_TRY(add_tet(lattice, here, v[0], v[2], v[3]));
  }
  return BRN_OK;
}

static BrnStatus fill_face(Lattice* lattice, const BrnCell* cell, int axis, int way) {
  const BrnOctree* tree = lattice->tree;
  int side = brn__cell_side(cell), place[3], centre[3];
  for (int a = 0; a < 3; a++) place[a] = cell->corner[a] + side / 2;
  place[axis] = way > 0 ? cell->corner[axis] + side : cell->corner[axis] - 1;
  int leaf = brn__octree_leaf(tree, place);
  if (leaf < 0) return BRN_OK;
  const BrnCell* other = &tree->cell[leaf];
  Face face = face_of(cell, axis, way);
  centre_of(cell, centre);
  int here = find(lattice, centre);
  if (other->level > cell->level) return fill_to_smaller(lattice, &face, here);
  if (other->level < cell->level) {
    Face larger = face_of(other, axis, -way);
    return fill_to_larger(lattice, &face, &larger, here);
  }
  if (way < 0) return BRN_OK; // done from the other side
  centre_of(other, centre);
  return fill_between_equals(lattice, &face, here, find(lattice, centre));
}

static BrnStatus fill(Lattice* lattice) {
  const BrnOctree* tree = lattice->tree;
  for (int i = 0; i < tree->cell_count; i++) {
    if (tree->cell[i].child < 0) BRN_TRY(add_cell_vertices(lattice, &tree->cell[i]));
  }
  for (int i = 0; i < tree->cell_count; i++) {
    if (tree->cell[i].child >= 0) continue;
    for (int axis = 0; axis < 3; axis++) {
      BRN_TRY(fill_face(lattice, &tree->cell[i], axis, -1));
      BRN_TRY(fill_face(lattice, &tree->cell[i], axis, 1));
    }
  }
  return BRN_OK;
}

BrnStatus brn__lattice_make(BrnContext* ctx, const BrnOctree* tree, BrnWork* out) {
  Lattice lattice = {.ctx = ctx, .tree = tree, .work = out};
  BrnStatus status = fill(&lattice);
  brn__map_free(ctx, &lattice.map);
  return status;
}
