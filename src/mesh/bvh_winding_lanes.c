// SPDX-License-Identifier: Apache-2.0

#include "mesh/bvh.h"

#include <math.h>

// The formulas are in bvh_winding.c.

// ------------------------------------------------------------------------------------ far and near

// An angle is in (-pi, pi]. The sum of two positive ones that comes out negative, or as zero from
// two obtuse ones, lost a turn; the sum of two negative ones that comes out positive gained one.

typedef struct Turn { // product of complex numbers in each lane, and full turns lost in it
  BrnLanes x, y, lost;
} Turn;

BRN_LANE_INLINE BrnMask is_positive(BrnLanes x, BrnLanes y) {
  BrnLanes zero = brn__lanes_set(0);
  return brn__lanes_less(zero, y) | (brn__lanes_at_most(zero, y) & brn__lanes_less(x, zero));
}

BRN_LANE_INLINE void turn_by(Turn* turn, BrnLanes x, BrnLanes y) {
  BrnLanes zero = brn__lanes_set(0), one = brn__lanes_set(1);
  BrnLanes px = turn->x * x - turn->y * y, py = turn->x * y + turn->y * x;
  BrnMask obtuse = brn__lanes_less(turn->x, zero) & brn__lanes_less(x, zero);
  BrnMask up = is_positive(turn->x, turn->y) & is_positive(x, y) &
               (brn__lanes_less(py, zero) | (brn__lanes_at_most(py, zero) & obtuse));
  BrnMask down = brn__lanes_less(turn->y, zero) & brn__lanes_less(y, zero) & is_positive(px, py);
  turn->lost += (BrnLanes)(up & (BrnMask)one) - (BrnLanes)(down & (BrnMask)one);
  // keep the size near one; a zero (the point is a corner of the triangle) turns by nothing
  BrnLanes size = brn__lanes_max(brn__lanes_abs(px), brn__lanes_abs(py));
  BrnLanes inverse = brn__lanes_inverse_scale(size);
  BrnMask some = brn__lanes_less(zero, size);
  turn->x = brn__lanes_select(some, px * inverse, turn->x);
  turn->y = brn__lanes_select(some, py * inverse, turn->y);
}

// the lanes multiplied up in their turn, each step in all lanes alike: one arctangent in all
BRN_LANE_INLINE double total_angle(const Turn* turn) {
  Turn total = {brn__lanes_set(turn->x[0]), brn__lanes_set(turn->y[0]), brn__lanes_set(0)};
  double lost = turn->lost[0];
  for (int lane = 1; lane < BRN_LANES; lane++) {
    turn_by(&total, brn__lanes_set(turn->x[lane]), brn__lanes_set(turn->y[lane]));
    lost += turn->lost[lane];
  }
  return atan2(total.y[0] + 0.0, total.x[0]) + 2 * M_PI * (lost + total.lost[0]);
}

BRN_LANE_INLINE BrnLanes dot(const BrnLanes* a, const BrnLanes* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

BRN_LANE_INLINE BrnLanes length(const BrnLanes* a) {
  BrnLanes squared = dot(a, a);
  return squared * brn__lanes_inverse_root(squared, 4);
}

BRN_LANE_INLINE void turn_by_pack(Turn* turn, const BrnTrianglePack* pack, const double* point) {
  BrnLanes r[3][3];
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++) r[c][k] = brn__lanes_load(pack->corner[c][k]) - point[k];
  }
  BrnLanes a = length(r[0]), b = length(r[1]), c = length(r[2]);
  BrnLanes y = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) +
               r[0][1] * (r[1][2] * r[2][0] - r[1][0] * r[2][2]) +
               r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
  BrnLanes x = a * b * c + dot(r[0], r[1]) * c + dot(r[1], r[2]) * a + dot(r[2], r[0]) * b;
  turn_by(turn, x, y);
}

BRN_LANE_INLINE BrnLanes monomials(const double (*coefficient)[BRN_LANES], const BrnLanes* r,
                                   int count) {
  BrnLanes sum = brn__lanes_load(coefficient[0]) * r[0];
  for (int k = 1; k < count; k++) sum += brn__lanes_load(coefficient[k]) * r[k];
  return sum;
}

// 4 pi times the winding number of the children that are far, and which those are
BRN_LANE_INLINE BrnLanes far_sum(const BrnMoments* m, const double* point, BrnMask* far) {
  BrnLanes r[3];
  for (int k = 0; k < 3; k++) r[k] = brn__lanes_load(m->centre[k]) - point[k];
  BrnLanes x = r[0], y = r[1], z = r[2], xx = x * x, yy = y * y, zz = z * z;
  BrnLanes rr = xx + yy + zz;
  *far = brn__lanes_less(brn__lanes_load(m->reach), rr);
  BrnLanes second[6] = {xx, yy, zz, x * y, y * z, z * x};
  BrnLanes third[10] = {xx * x, yy * y, zz * z, xx * y, xx * z,
                        yy * x, yy * z, zz * x, zz * y, second[3] * z};
  BrnLanes dipole = monomials(m->dipole, r, 3);
  BrnLanes quadrupole = monomials(m->quadrupole, second, 6);
  BrnLanes octupole = monomials(m->octupole, third, 10);
  BrnLanes root = brn__lanes_inverse_root(rr, 3),
           over = root * root; // good to 1e-10: the series is not
  BrnLanes sum = (dipole + (quadrupole + octupole * over) * over) * over * root;
  return brn__lanes_select(*far, sum, brn__lanes_set(0));
}

double BRN_LANE_NAME(brn__bvh_four_pi_winding)(const BrnBvh* bvh, const double* point) {
  Turn turn = {brn__lanes_set(1), brn__lanes_set(0), brn__lanes_set(0)};
  BrnLanes far_total = brn__lanes_set(0);
  int stack[BRN_TREE_STACK];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    int child = stack[--top];
    if (child < 0) {
      turn_by_pack(&turn, &bvh->pack[~child], point);
      continue;
    }
    const BrnTreeNode* node = &bvh->tree.node[child];
    BrnMask far;
    far_total += far_sum(&bvh->moments[child], point, &far);
    for (int i = node->child_count - 1; i >= 0; i--) {
      if (!far[i]) stack[top++] = node->child[i];
    }
  }
  double total = 0;
  for (int lane = 0; lane < BRN_LANES; lane++) total += far_total[lane];
  return total + 2 * total_angle(&turn); // an argument is half a solid angle
}
