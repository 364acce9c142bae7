// SPDX-License-Identifier: Apache-2.0

#include "mesh/bvh.h"

#include <math.h>

// The formulas are in bvh_winding.c.

// a point this near to an edge, for the size of the triangle, is on it
static const double ON_EDGE = 1e-12;

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
  // keep the size near one
  BrnLanes size = brn__lanes_max(brn__lanes_abs(px), brn__lanes_abs(py));
  BrnLanes inverse = brn__lanes_inverse_scale(size);
  turn->x = px * inverse, turn->y = py * inverse;
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

BRN_LANE_INLINE BrnLanes length(const BrnLanes* a) { return brn__lanes_sqrt(dot(a, a)); }

BRN_LANE_INLINE void turn_by_pack(Turn* turn, const BrnTrianglePack* pack, const double* point) {
  BrnLanes r[3][3];
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++) r[c][k] = brn__lanes_load(pack->corner[c][k]) - point[k];
  }
  BrnLanes a = length(r[0]), b = length(r[1]), c = length(r[2]);
  BrnLanes y = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) +
               r[0][1] * (r[1][2] * r[2][0] - r[1][0] * r[2][2]) +
               r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
  BrnLanes abc = a * b * c;
  BrnLanes x = abc + dot(r[0], r[1]) * c + dot(r[1], r[2]) * a + dot(r[2], r[0]) * b;
  // When the point is on an edge or a corner both vanish and rounding would choose the angle, for
  // each triangle another one. They turn by nothing: the answer is that of the others.
  BrnLanes size = brn__lanes_max(brn__lanes_abs(x), brn__lanes_abs(y));
  BrnMask clear = brn__lanes_less(ON_EDGE * abc, size);
  x = brn__lanes_select(clear, x, brn__lanes_set(1));
  y = brn__lanes_select(clear, y, brn__lanes_set(0));
  turn_by(turn, x, y);
}

BRN_LANE_INLINE BrnLanes combine(const float (*coefficient)[BRN_LANES], const BrnLanes* x,
                                 int count) {
  BrnLanes sum = brn__lanes_load_floats(coefficient[0]) * x[0];
  for (int k = 1; k < count; k++) sum += brn__lanes_load_floats(coefficient[k]) * x[k];
  return sum;
}

// 4 pi times the winding number of the children that are far, and which those are
BRN_LANE_INLINE BrnLanes far_sum(const BrnMoments* m, const double* point, BrnMask* far) {
  BrnLanes scale = brn__lanes_load(m->inverse_radius), r[3];
  for (int k = 0; k < 3; k++) r[k] = (brn__lanes_load(m->centre[k]) - point[k]) * scale;
  BrnLanes x = r[0], y = r[1], z = r[2], xx = x * x, yy = y * y, zz = z * z;
  BrnLanes rr = xx + yy + zz, xz = xx - zz, yz = yy - zz;
  *far = brn__lanes_less(brn__lanes_set(BRN_WINDING_REACH * BRN_WINDING_REACH), rr);
  BrnLanes second[5] = {xz, yz, x * y, y * z, z * x};
  BrnLanes third[7] = {x * (xz - 2 * zz), y * (yz - 2 * zz), y * xz, z * (3 * xx - zz), x * yz,
                       z * (3 * yy - zz), second[2] * z};
  BrnLanes dipole = combine(m->dipole, r, 3);
  BrnLanes quadrupole = combine(m->quadrupole, second, 5);
  BrnLanes octupole = combine(m->octupole, third, 7);
  BrnLanes over = 1 / rr;
  BrnLanes sum = (dipole + (quadrupole + octupole * over) * over) * over * brn__lanes_sqrt(over);
  return brn__lanes_select(*far, sum, brn__lanes_set(0));
}

enum { QUEUE = 512, LEAVES = 256 };

// What is too near for its moments. Nodes wait in a queue rather than on a stack: the next one is
// then known long before the last one is done, and the processor works on several at once. When the
// queue has run full, which takes a degenerate surface, the rest is done from its end like a stack.
typedef struct Near {
  int node[QUEUE + BRN_TREE_STACK], head, tail;
  int leaf[LEAVES + BRN_TREE_WIDTH], leaf_count;
} Near;

// Every child is written to both lists, and counts in at most one: whether it is near is as good
// as random, and a branch on it would be guessed wrong half the time.
BRN_LANE_INLINE void push_near(Near* near, const BrnTreeNode* node, BrnMask far) {
  int64_t is_far[BRN_LANES];
  __builtin_memcpy(is_far, &far, sizeof far);
  for (int i = 0; i < node->child_count; i++) {
    int child = node->child[i], is_near = 1 + (int)is_far[i], is_leaf = child < 0;
    near->node[near->tail] = child;
    near->tail += is_near & !is_leaf;
    near->leaf[near->leaf_count] = ~child;
    near->leaf_count += is_near & is_leaf;
  }
}

BRN_LANE_INLINE void turn_by_leaves(Turn* turn, Near* near, const BrnBvh* bvh,
                                    const double* point) {
  for (int i = 0; i < near->leaf_count; i++) turn_by_pack(turn, &bvh->pack[near->leaf[i]], point);
  near->leaf_count = 0;
}

double BRN_LANE_NAME(brn__bvh_four_pi_winding)(const BrnBvh* bvh, const double* point) {
  Turn turn = {brn__lanes_set(1), brn__lanes_set(0), brn__lanes_set(0)};
  BrnLanes far_total = brn__lanes_set(0);
  Near near;
  near.node[0] = 0, near.head = 0, near.tail = 1, near.leaf_count = 0;
  while (near.head < near.tail) {
    int index = near.tail < QUEUE ? near.node[near.head++] : near.node[--near.tail];
    BrnMask far;
    far_total += far_sum(&bvh->moments[index], point, &far);
    push_near(&near, &bvh->tree.node[index], far);
    if (near.leaf_count > LEAVES) turn_by_leaves(&turn, &near, bvh, point);
  }
  turn_by_leaves(&turn, &near, bvh, point);
  double total = 0;
  for (int lane = 0; lane < BRN_LANES; lane++) total += far_total[lane];
  return total + 2 * total_angle(&turn); // an argument is half a solid angle
}
