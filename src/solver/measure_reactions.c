// SPDX-License-Identifier: Apache-2.0
//
// What holds the body. Held coordinates of flesh are in balance with their support. Bones make a
// tree (skeleton.h), from those whose motion is given along the joints: what a joint carries is all
// that acts on the bones beyond it. In a ring of joints balance is not enough; there the method
// must tell the forces of the joints that close it.

#include "core/vec.h"
#include "solver/measure.h"

#include <string.h>

void brn__measure_acting(const BrnMeasuring* m, int v, double out[3]) {
  size_t at = 3 * (size_t)v;
  brn__add3(out, m->out.force + at, m->seen.load + at);
  brn__add3(out, out, m->seen.inertia + at);
}

// --------------------------------------------------------------------------------------- supports

static void mean_of(const BrnState* state, const BrnModelSupport* support, double out[3]) {
  memset(out, 0, 3 * sizeof(double));
  for (int i = 0; i < support->vertex_count; i++) {
    brn__axpy3(out, out, 1.0 / support->vertex_count,
               state->position + 3 * (size_t)support->vertex[i]);
  }
}

static void measure_support(BrnMeasuring* m, const BrnModelSupport* support, const BrnWrench* bones,
                            BrnWrench* out) {
  *out = (BrnWrench){0};
  mean_of(m->state, support, out->about);
  brn__wrench_add(out, bones->about, bones->force);
  brn__add3(out->moment, out->moment, bones->moment);
  for (int i = 0; i < support->vertex_count; i++) {
    int v = support->vertex[i];
    double f[3], held[3] = {0};
    if (m->seen.carrier[v] >= 0) continue; // its bone holds it, or is held
    brn__measure_acting(m, v, f);
    for (int a = 0; a < 3; a++) {
      if (!support->axis[a] || m->taken[v] >> a & 1) continue;
      m->taken[v] |= (uint8_t)(1 << a);
      held[a] = -f[a];
    }
    brn__wrench_add(out, m->state->position + 3 * (size_t)v, held);
  }
}

// Where several hold a coordinate the last one says where it is, and takes the force.
void brn__measure_supports(BrnMeasuring* m) {
  memset(m->taken, 0, (size_t)m->out.vertex_count);
  for (int s = m->model->support_count - 1; s >= 0; s--) {
    measure_support(m, &m->model->support[s], &m->seen.support[s], &m->out.support[s]);
  }
}

// ----------------------------------------------------------------------------------------- totals

static void add_at(double total[6], double sign, const double x[3], const double f[3]) {
  double moment[3];
  brn__cross3(moment, x, f);
  brn__axpy3(total, total, sign, f);
  brn__axpy3(total + 3, total + 3, sign, moment);
}

static void add_ring(BrnMeasuring* m, int j) {
  const BrnModelJoint* joint = &m->model->joint[j];
  const BrnWrench* ring = &m->seen.ring[j];
  double *child = m->total + 6 * (size_t)joint->child,
         *parent = m->total + 6 * (size_t)joint->parent;
  add_at(child, 1, ring->about, ring->force);
  brn__add3(child + 3, child + 3, ring->moment);
  add_at(parent, -1, ring->about, ring->force);
  brn__sub3(parent + 3, parent + 3, ring->moment);
}

static void sum_up(BrnMeasuring* m) {
  memset(m->total, 0, 6 * sizeof(double) * (size_t)m->model->bone_count);
  for (int v = 0; v < m->out.vertex_count; v++) {
    double f[3];
    int bone = m->seen.carrier[v];
    if (bone < 0) continue;
    brn__measure_acting(m, v, f);
    add_at(m->total + 6 * (size_t)bone, 1, m->state->position + 3 * (size_t)v, f);
  }
  for (int j = 0; j < m->model->joint_count; j++) {
    if (m->model->skeleton->closes[j]) add_ring(m, j);
  }
}

// -------------------------------------------------------------------------------------- reactions

// sign times a total, about the point of the wrench
static void set_wrench(BrnWrench* wrench, double sign, const double total[6]) {
  double moved[3];
  brn__cross3(moved, wrench->about, total);
  brn__scale3(wrench->force, sign, total);
  brn__sub3(wrench->moment, total + 3, moved);
  brn__scale3(wrench->moment, sign, wrench->moment);
}

static void react(BrnMeasuring* m, int bone) {
  const BrnSkeleton* skeleton = m->model->skeleton;
  const double* total = m->total + 6 * (size_t)bone;
  int j = skeleton->via[bone], on = skeleton->parent[bone];
  if (j >= 0) {
    set_wrench(&m->out.joint[j].reaction, m->model->joint[j].child == bone ? -1 : 1, total);
    for (size_t i = 0; i < 6; i++) m->total[6 * (size_t)on + i] += total[i];
  } else if (brn_skeleton_is_given(skeleton, bone)) {
    set_wrench(&m->out.bone[bone].hold, -1, total);
  }
}

static void tell_ring(BrnMeasuring* m, int j) {
  double total[6] = {0};
  const BrnWrench* ring = &m->seen.ring[j];
  add_at(total, 1, ring->about, ring->force);
  brn__add3(total + 3, total + 3, ring->moment);
  set_wrench(&m->out.joint[j].reaction, 1, total);
}

void brn__measure_reactions(BrnMeasuring* m) {
  const BrnSkeleton* skeleton = m->model->skeleton;
  sum_up(m);
  for (int b = 0; b < m->model->bone_count; b++) {
    brn__copy3(m->out.bone[b].hold.about, m->out.bone[b].flesh.about);
  }
  for (int i = skeleton->bone_count - 1; i >= 0; i--) react(m, skeleton->order[i]);
  for (int j = 0; j < m->model->joint_count; j++) {
    if (skeleton->closes[j]) tell_ring(m, j);
  }
}
