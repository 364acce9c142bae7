// SPDX-License-Identifier: Apache-2.0
//
// Pressure follows the faces: a third of p A n pushes at each corner of a face, A n being half the
// cross product N = (b - a) x (c - a) of its edges as they are now. It is renewed in each iteration
// of Newton's method, with its stiffness:
//
//   dN/da = [c - b]x,  dN/db = [a - c]x,  dN/dc = [b - a]x
//
// where [v]x is the matrix of the cross product with v. The symmetric part is taken, which is all
// there is on closed surfaces and on those whose rims do not move (Hibbitt 1979).

#include "core/vec.h"
#include "solver/body/body.h"

/// A face as it is at n->x.
typedef struct Face {
  const int* point;
  double opposite[3][3]; // the edge opposite of each corner, in turn
  double sixth;          // of the pressure, Pa
} Face;

static Face face_at(const BrnModelLoad* load, int index, double scale, const double* x) {
  Face face = {.point = load->face + 3 * (size_t)index, .sixth = scale * load->pressure / 6};
  for (int k = 0; k < 3; k++) {
    brn__sub3(face.opposite[k], x + 3 * (size_t)face.point[(k + 2) % 3],
              x + 3 * (size_t)face.point[(k + 1) % 3]);
  }
  return face;
}

typedef void FaceFn(BrnBody* body, const Face* face);

static void for_each_face(BrnBody* body, FaceFn* fn) {
  for (int l = 0; l < body->model->load_count; l++) {
    const BrnModelLoad* load = &body->model->load[l];
    if (load->kind != BRN_LOAD_PRESSURE || body->input->load[l] == 0) continue;
    for (int i = 0; i < load->face_count; i++) {
      Face face = face_at(load, i, body->input->load[l], body->x);
      fn(body, &face);
    }
  }
}

bool brn__body_has_pressure(const BrnBody* body) {
  for (int l = 0; l < body->model->load_count; l++) {
    if (body->model->load[l].kind == BRN_LOAD_PRESSURE && body->input->load[l] != 0) return true;
  }
  return false;
}

// faces face out, pressure pushes in
static void add_force(BrnBody* body, const Face* face) {
  double normal[3];
  brn__cross3(normal, face->opposite[0], face->opposite[1]);
  for (int k = 0; k < 3; k++) {
    double* f = body->point_force + 3 * (size_t)face->point[k];
    brn__axpy3(f, f, -face->sixth, normal);
  }
}

void brn__body_add_pressure(BrnBody* body) { for_each_face(body, add_force); }

// --------------------------------------------------------------------------------------- stiffness

// the block of two rows, by bisection; a face is one of a tet, so there is one
static double* block_at(const BrnBlocks* K, int row, int column) {
  int low = K->start[row], high = K->start[row + 1] - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (K->column[middle] < column) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  BRN_ASSERT(K->column[low] == column);
  return K->value + 9 * (size_t)low;
}

// block += s [v]x
static void add_cross(double* block, double s, const double* v) {
  block[1] -= s * v[2], block[2] += s * v[1], block[5] -= s * v[0];
  block[3] += s * v[2], block[6] -= s * v[1], block[7] += s * v[0];
}

// all corners get the same force, which changes with corner j by its opposite edge
static void add_pair(BrnBody* body, const Face* face, int k, int j) {
  const BrnNodes* nodes = body->nodes;
  int p = face->point[k], q = face->point[j];
  double edge[3];
  brn__sub3(edge, face->opposite[j], face->opposite[k]);
  for (int a = nodes->start[p]; a < nodes->start[p + 1]; a++) {
    int row = nodes->row[nodes->node[a]];
    for (int b = nodes->start[q]; b < nodes->start[q + 1] && row >= 0; b++) {
      int column = nodes->row[nodes->node[b]];
      if (column < 0) continue;
      double weight = face->sixth / 2 * nodes->weight[a] * nodes->weight[b];
      add_cross(block_at(body->K, row, column), weight, edge);
    }
  }
}

static void add_stiffness(BrnBody* body, const Face* face) {
  for (int k = 0; k < 3; k++) {
    add_pair(body, face, k, (k + 1) % 3);
    add_pair(body, face, k, (k + 2) % 3);
  }
}

void brn__body_add_pressure_stiffness(BrnBody* body) { for_each_face(body, add_stiffness); }
