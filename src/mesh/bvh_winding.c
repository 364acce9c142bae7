// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "mesh/bvh.h"

#include <math.h>
#include <string.h>

// The winding number is the sum of the solid angles of all triangles over 4 pi (Jacobson et al.
// 2013). Parts of the surface that are far away for their size are replaced by the first three
// terms of a Taylor series about their centroid c (Barill et al. 2018): with r = c - p,
//
//   4 pi w = N.r / |r|^3  -  3 M(r,r) / |r|^5  +  15/2 S(r,r,r) / |r|^7,
//
//   N = sum of area normals n,   M = sum of n x d,   S = sum of n x d x d,   d = x - c,
//
// the sums being integrals over the triangles. 1/|r| is harmonic, so M and S count only through
// their symmetric traceless parts. Without S the error of flat patches does not cancel: 0.008 on
// average near a smooth surface from two radii on, where all three terms leave 0.0006.
//
// Near parts are summed exactly. The solid angle of a triangle seen from p is twice the argument of
// the complex number z = x + i y of Van Oosterom and Strackee 1983. An arctangent for each would
// cost more than all the rest: instead the z of a lane are multiplied up, which adds their
// arguments, and the turns that get lost when a sum passes pi are counted.

// ------------------------------------------------------------------------------- symmetric tensors

// components of a symmetric 3 x 3 x 3 tensor
static const int component[10][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 0, 1}, {0, 0, 2},
                                     {1, 1, 0}, {1, 1, 2}, {2, 2, 0}, {2, 2, 1}, {0, 1, 2}};

// adds weight times the symmetric part of n x D, for a symmetric matrix D
static void add_symmetric(double* tensor, double weight, const double* n, const double* D) {
  for (int t = 0; t < 10; t++) {
    int i = component[t][0], j = component[t][1], k = component[t][2];
    double sum = n[i] * D[3 * j + k] + n[j] * D[3 * k + i] + n[k] * D[3 * i + j];
    tensor[t] += weight / 3 * sum;
  }
}

// D += weight a a'
static void add_square(double* D, double weight, const double* a) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) D[3 * i + j] += weight * a[i] * a[j];
  }
}

static void remove_trace(double* s) {
  double x = (s[0] + s[5] + s[7]) / 5, y = (s[1] + s[3] + s[8]) / 5, z = (s[2] + s[4] + s[6]) / 5;
  s[0] -= 3 * x, s[1] -= 3 * y, s[2] -= 3 * z;
  s[3] -= y, s[4] -= z, s[5] -= x, s[6] -= z, s[7] -= x, s[8] -= y;
}

// ---------------------------------------------------------------------------------------- moments

typedef struct Part { // moments of any set of triangles, about its own centroid
  double area, centre[3], radius;
  double dipole[3]; // N
  double second[9]; // M
  double third[10]; // S, symmetric part
  double box[6];
} Part;

typedef struct Triangle {
  double corner[3][3], centroid[3], normal[3], area;
} Triangle;

static Triangle triangle_of_lane(const BrnTrianglePack* pack, int lane) {
  Triangle t;
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++) t.corner[c][k] = pack->corner[c][k][lane];
  }
  brn__triangle_normal(t.normal, t.corner[0], t.corner[1], t.corner[2]);
  brn__scale3(t.normal, 0.5, t.normal);
  t.area = brn__norm3(t.normal);
  for (int k = 0; k < 3; k++) {
    t.centroid[k] = (t.corner[0][k] + t.corner[1][k] + t.corner[2][k]) / 3;
  }
  return t;
}

static void add_second(Part* part, const double* normal, const double* offset) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) part->second[3 * i + j] += normal[i] * offset[j];
  }
}

static void add_to_centre(Part* part, double area, const double* centre, const double* dipole) {
  part->area += area;
  brn__axpy3(part->centre, part->centre, area, centre);
  brn__add3(part->dipole, part->dipole, dipole);
}

// a part without area sits in the middle of its box
static void settle_centre(Part* part) {
  for (int k = 0; k < 3; k++) {
    part->centre[k] =
        part->area > 0 ? part->centre[k] / part->area : 0.5 * (part->box[k] + part->box[3 + k]);
  }
}

// the integral of d d' over a triangle is area / 12 (sum over corners of d d' + 9 g g'), g being d
// at the centroid
static void add_triangle(Part* part, const Triangle* t) {
  double offset[3], square[9] = {0};
  for (int c = 0; c < 3; c++) {
    brn__sub3(offset, t->corner[c], part->centre);
    add_square(square, 1.0 / 12, offset);
    part->radius = fmax(part->radius, brn__norm3(offset));
  }
  brn__sub3(offset, t->centroid, part->centre);
  add_square(square, 9.0 / 12, offset);
  add_symmetric(part->third, 1, t->normal, square);
  add_second(part, t->normal, offset);
}

static Part part_of_leaf(const BrnTrianglePack* pack) {
  Part part = {0};
  Triangle triangle[BRN_LANES];
  brn__box_clear(part.box);
  int count = 0;
  for (; count < BRN_LANES && pack->triangle[count] >= 0; count++) {
    Triangle* t = &triangle[count];
    *t = triangle_of_lane(pack, count);
    add_to_centre(&part, t->area, t->centroid, t->normal);
    for (int c = 0; c < 3; c++) brn__box_join_point(part.box, t->corner[c]);
  }
  settle_centre(&part);
  for (int i = 0; i < count; i++) add_triangle(&part, &triangle[i]);
  return part;
}

// moves the moments of a child, by s = its centre - the new centre, and adds them
static void add_child(Part* part, const Part* child) {
  const double* M = child->second;
  double s[3], square[9] = {0}, symmetric[9];
  brn__sub3(s, child->centre, part->centre);
  add_square(square, 1, s);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) symmetric[3 * i + j] = 0.5 * (M[3 * i + j] + M[3 * j + i]);
  }
  for (int k = 0; k < 9; k++) part->second[k] += M[k];
  add_second(part, child->dipole, s);
  for (int k = 0; k < 10; k++) part->third[k] += child->third[k];
  add_symmetric(part->third, 2, s, symmetric);
  add_symmetric(part->third, 1, child->dipole, square);
  part->radius = fmax(part->radius, brn__norm3(s) + child->radius);
}

static double corner_radius(const Part* part) {
  double squared = 0;
  for (int k = 0; k < 3; k++) {
    double d = fmax(part->centre[k] - part->box[k], part->box[3 + k] - part->centre[k]);
    squared += d * d;
  }
  return sqrt(squared);
}

static Part part_of_children(const Part* child, int count) {
  Part part = {0};
  brn__box_clear(part.box);
  for (int i = 0; i < count; i++) {
    add_to_centre(&part, child[i].area, child[i].centre, child[i].dipole);
    brn__box_join(part.box, child[i].box);
  }
  settle_centre(&part);
  for (int i = 0; i < count; i++) add_child(&part, &child[i]);
  part.radius = fmin(part.radius, corner_radius(&part)); // both are bounds
  return part;
}

// The zz, zzx, zzy and zzz components of traceless tensors follow from the others; without them the
// monomials combine to those of BrnMoments.
static void store_lane(BrnMoments* moments, int lane, const Part* part) {
  const double* m = part->second;
  double scale = part->radius > 0 ? 1 / part->radius : 0, trace = (m[0] + m[4] + m[8]) / 3;
  double s[10], second[5] = {m[0] - trace, m[4] - trace, m[1] + m[3], m[5] + m[7], m[2] + m[6]};
  memcpy(s, part->third, sizeof s);
  remove_trace(s);
  double third[7] = {s[0], s[1], 3 * s[3], s[4], 3 * s[5], s[6], 6 * s[9]};
  double one = scale * scale, two = -3 * one * scale, three = 7.5 * one * scale * scale;
  for (int k = 0; k < 3; k++) {
    moments->centre[k][lane] = part->centre[k];
    moments->dipole[k][lane] = (float)(one * part->dipole[k]);
  }
  for (int k = 0; k < 5; k++) moments->quadrupole[k][lane] = (float)(two * second[k]);
  for (int k = 0; k < 7; k++) moments->octupole[k][lane] = (float)(three * third[k]);
  moments->inverse_radius[lane] = scale;
}

static Part part_of_node(BrnBvh* bvh, int index) {
  const BrnTreeNode* node = &bvh->tree.node[index];
  BrnMoments* moments = &bvh->moments[index];
  Part child[BRN_TREE_WIDTH];
  memset(moments, 0, sizeof *moments);
  for (int i = 0; i < node->child_count; i++) {
    int below = node->child[i];
    child[i] = below < 0 ? part_of_leaf(&bvh->pack[~below]) : part_of_node(bvh, below);
    store_lane(moments, i, &child[i]);
  }
  return part_of_children(child, node->child_count);
}

void brn__bvh_update_moments(BrnBvh* bvh) { part_of_node(bvh, 0); }

// ---------------------------------------------------------------------------------------- answers

double brn_bvh_winding(const BrnBvh* bvh, const double point[3]) {
  BRN_ASSERT(bvh && point && bvh->moments_fresh);
  return BRN_LANE_PICK(brn__bvh_four_pi_winding)(bvh, point) / (4 * M_PI);
}

double brn_bvh_signed_distance(const BrnBvh* bvh, const double point[3]) {
  double distance = brn_bvh_closest(bvh, point, INFINITY).distance;
  return brn_bvh_winding(bvh, point) > 0.5 ? -distance : distance;
}
