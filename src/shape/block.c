// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "shape/grid.h"

#include <math.h>

// A box whose inner vertices are shaken, so that a method which is exact on regular grids only is
// found out. Each vertex moves by a random vector of its own; where that makes a tet bad, the
// corners of the tet move half as far, until none is. Vertices that do not move at all have good
// tets, so this ends.

enum { HALVINGS = 8, GRAIN = 4096 };

static void defaults(BrnShapeDef* def) {
  def->length = 0.1;
  def->width = 0.1;
}

// uniform in [-1, 1): splitmix64 (Steele, Lea and Flood 2014) of the seed and a counter
static double random_at(int seed, uint64_t counter) {
  uint64_t z = (uint64_t)seed * 0xd1342543de82ef95u + (counter + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double)(z >> 11) * 0x1p-52 - 1;
}

// The smallest sine of the six dihedral angles: sin = 3 V |e| / (2 A B) on edge e between faces of
// area A and B. Negative when the tet is inverted.
static double worst_sine(const BrnMesh* mesh, const double* position, int tet) {
  static const int face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}; // opposite to corner
  const int* corner = mesh->tet + 4 * (size_t)tet;
  const double* p[4];
  double area[4], worst = INFINITY;
  for (int i = 0; i < 4; i++) p[i] = position + 3 * (size_t)corner[i];
  for (int i = 0; i < 4; i++) {
    double normal[3];
    brn__triangle_normal(normal, p[face[i][0]], p[face[i][1]], p[face[i][2]]);
    area[i] = brn__norm3(normal) / 2;
  }
  double volume = brn__tet_volume(p[0], p[1], p[2], p[3]);
  for (int a = 0; a < 4; a++) {
    for (int b = a + 1; b < 4; b++) { // the edge between the other two corners
      int c = a == 0 ? (b == 1 ? 2 : 1) : 0, d = 6 - a - b - c;
      double sine = 1.5 * volume * brn__distance3(p[c], p[d]) / (area[a] * area[b]);
      worst = fmin(worst, sine);
    }
  }
  return worst;
}

typedef struct Shake {
  BrnMesh* mesh;
  const double* still; // positions before the shake          (vertex_count x 3)
  const double* move;  // full displacements                   (vertex_count x 3)
  uint8_t* halved;     // how often; HALVINGS: stands still    (vertex_count)
  uint8_t* bad;        // is the tet?                          (tet_count)
  double bound;        // on the sine
} Shake;

static void set_vertices(void* user, int begin, int end, int worker) {
  (void)worker;
  const Shake* shake = user;
  for (int v = begin; v < end; v++) {
    double scale = shake->halved[v] >= HALVINGS ? 0 : ldexp(1, -shake->halved[v]);
    size_t at = 3 * (size_t)v;
    brn__axpy3(shake->mesh->position + at, shake->still + at, scale, shake->move + at);
  }
}

static void find_bad(void* user, int begin, int end, int worker) {
  (void)worker;
  const Shake* shake = user;
  for (int t = begin; t < end; t++) {
    shake->bad[t] = worst_sine(shake->mesh, shake->mesh->position, t) < shake->bound;
  }
}

static bool calm_bad(const Shake* shake) {
  bool any = false;
  for (int t = 0; t < shake->mesh->tet_count; t++) {
    if (!shake->bad[t]) continue;
    for (int i = 0; i < 4; i++) {
      uint8_t* halved = &shake->halved[shake->mesh->tet[4 * (size_t)t + (size_t)i]];
      if (*halved < HALVINGS) (*halved)++, any = true;
    }
  }
  return any;
}

// displacements of the inner vertices, in parts of their cell
static void draw(const BrnShapeDef* def, const int cells[3], double* move) {
  double size[3] = {def->width / cells[0], def->length / cells[1], def->width / cells[2]};
  uint64_t v = 0;
  for (int k = 0; k <= cells[2]; k++) {
    for (int j = 0; j <= cells[1]; j++) {
      for (int i = 0; i <= cells[0]; i++, v++) {
        bool inner = i > 0 && j > 0 && k > 0 && i < cells[0] && j < cells[1] && k < cells[2];
        for (uint64_t d = 0; inner && d < 3; d++) {
          move[3 * v + d] = def->jitter * size[d] * random_at(def->seed, 3 * v + d);
        }
      }
    }
  }
}

static BrnStatus shake_vertices(BrnContext* ctx, const BrnShapeDef* def, const int cells[3],
                                BrnMesh* mesh) {
  double* still = brn__scratch(ctx, 3 * (size_t)mesh->vertex_count, double);
  double* move = brn__scratch_zero(ctx, 3 * (size_t)mesh->vertex_count, double);
  Shake shake = {.mesh = mesh, .still = still, .move = move};
  shake.halved = brn__scratch_zero(ctx, mesh->vertex_count, uint8_t);
  shake.bad = brn__scratch(ctx, mesh->tet_count, uint8_t);
  if (!still || !move || !shake.halved || !shake.bad) return BRN_NO_MEMORY;
  for (int v = 0; v < mesh->vertex_count; v++) {
    brn__copy3(still + 3 * (size_t)v, mesh->position + 3 * (size_t)v);
  }
  draw(def, cells, move);
  shake.bound = fmin(sin(0.25), worst_sine(mesh, still, 0) / 2); // 14 degrees; all cells are alike
  do {
    brn__parallel_for(ctx, mesh->vertex_count, GRAIN, set_vertices, &shake);
    brn__parallel_for(ctx, mesh->tet_count, GRAIN, find_bad, &shake);
  } while (calm_bad(&shake));
  return BRN_OK;
}

static BrnStatus make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BrnGrid grid = {.def = def, .top = def->length};
  brn__grid_add(&grid, def->length, BRN_LABEL_MUSCLE, false);
  int cells[3];
  BRN_TRY(brn__grid_make(ctx, &grid, cells, out));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = shake_vertices(ctx, def, cells, *out);
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK) return BRN_OK;
  brn_mesh_destroy(ctx, *out);
  *out = NULL;
  return status;
}

const BrnShapeKind brn__shape_block = {
    .name = "block",
    .title = "a box of muscle with jittered inner vertices",
    .uses = "length width jitter seed",
    .defaults = defaults,
    .make = make,
};
