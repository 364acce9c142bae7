// SPDX-License-Identifier: Apache-2.0
//
// The shapes that tets_coarse.c moves the body by. Anchors are bones and some points of the flesh,
// far from each other; around each of them the body moves as an affine frame does (Faure et al.
// 2011), and in between frames blend. How far a point is from an anchor is the length of the way
// through the flesh, and shorter through what is much stiffer: a hard tendon is as near to its bone
// as the bone itself. One that is stiff along its fibres alone would rather bend than turn with the
// bone, so it counts as flesh.

#include "core/vec.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

enum {
  TETS_A_FRAME = 50,
  LEAST_FRAMES = 40,
  MOST_FRAMES = 100,
  MOST_SWEEPS = 100,
  MOST_CROSSINGS = 20
};

#define FLESH 50   // what is stiffer than the softest part by less
#define NEAR 1e-12 // anchors at that distance have all of a point

typedef struct Anchors {
  const BrnXpbd* tets;
  int bone_count;   // the first ones are bones; after them comes what is given, then frames
  int frame_count;  //
  int* centre;      // vertices of the frames                                    (FRAMES)
  double* distance; // of the vertices from each anchor                (anchors x vertex_count)
  double* nearest;  // of all of them                                         (vertex_count)
  double reach;     // distance over which anchors blend
  double flesh;     // shear modulus above which ways are shorter, Pa
} Anchors;

// --------------------------------------------------------------------------------------- distances

static bool relax_edge(double* d, int u, int v, double way) {
  bool nearer = d[u] + way < d[v], other = d[v] + way < d[u];
  if (nearer) d[v] = d[u] + way;
  if (other) d[u] = d[v] + way;
  return nearer || other;
}

static bool relax_tet(const Anchors* a, const BrnBatch* batch, int lane, double* d) {
  const double* position = a->tets->body->model->mesh->position;
  double share = fmin(1, a->flesh * batch->volume[lane] / batch->shear[lane]);
  bool any = false;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < i; j++) {
      int u = batch->corner[i][lane], v = batch->corner[j][lane];
      double length = brn__distance3(position + 3 * (size_t)u, position + 3 * (size_t)v);
      any = relax_edge(d, u, v, share * length) || any;
    }
  }
  return any;
}

// from the vertices where it is 0, by sweeps to and fro over all soft tets
static void spread(const Anchors* a, double* d) {
  const BrnElements* elements = a->tets->body->elements;
  int lanes = BRN_LANES * elements->batch_count;
  bool more = true;
  for (int sweep = 0; sweep < MOST_SWEEPS && more; sweep++) {
    more = false;
    for (int k = 0; k < lanes; k++) {
      int e = sweep % 2 == 0 ? k : lanes - 1 - k;
      const BrnBatch* batch = &elements->batch[e / BRN_LANES];
      if (batch->tet[e % BRN_LANES] < 0) continue;
      more = relax_tet(a, batch, e % BRN_LANES, d) || more;
    }
  }
}

static bool is_given(const BrnNodes* nodes, int v) {
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    if (nodes->held[nodes->node[i]] != 7) return false;
  }
  return true;
}

static double* distances_of(const Anchors* a, int anchor) {
  return a->distance + (size_t)a->tets->body->model->mesh->vertex_count * (size_t)anchor;
}

static void take_nearest(const Anchors* a, int anchor) {
  const double* d = distances_of(a, anchor);
  for (int v = 0; v < a->tets->body->model->mesh->vertex_count; v++) {
    a->nearest[v] = fmin(a->nearest[v], d[v]);
  }
}

static void measure_bones(const Anchors* a) {
  const BrnNodes* nodes = a->tets->body->nodes;
  int vertices = a->tets->body->model->mesh->vertex_count;
  for (int b = 0; b <= a->bone_count; b++) {
    double* d = distances_of(a, b);
    for (int v = 0; v < vertices; v++) {
      bool at =
          b < a->bone_count ? nodes->carrier[v] == b : nodes->carrier[v] < 0 && is_given(nodes, v);
      d[v] = at ? 0 : INFINITY;
    }
    spread(a, d);
    take_nearest(a, b);
  }
}

// the node of flesh that is farthest from all anchors so far; -1: all are near
static int farthest(const Anchors* a) {
  const BrnNodes* nodes = a->tets->body->nodes;
  double most = NEAR;
  int best = -1;
  for (int n = 0; n < nodes->count; n++) {
    int v = nodes->vertex[n];
    if (nodes->row[n] < 0 || nodes->carrier[v] >= 0) continue;
    if (a->nearest[v] > most) most = a->nearest[v], best = v;
  }
  return best;
}

static void place_frames(Anchors* a, int most) {
  int vertices = a->tets->body->model->mesh->vertex_count;
  for (; a->frame_count < most; a->frame_count++) {
    int v = farthest(a);
    if (v < 0) break;
    double* d = distances_of(a, a->bone_count + 1 + a->frame_count);
    for (int u = 0; u < vertices; u++) d[u] = INFINITY;
    d[v] = 0;
    a->centre[a->frame_count] = v;
    a->reach = isfinite(a->nearest[v]) ? a->nearest[v] : a->reach;
    spread(a, d);
    take_nearest(a, a->bone_count + 1 + a->frame_count);
  }
}

// ----------------------------------------------------------------------------------------- weights

// share of an anchor at a vertex: 1 where it is, 0 where others are nearer by `reach`
static double share_of(const Anchors* a, int anchor, int v) {
  double behind = distances_of(a, anchor)[v] - a->nearest[v];
  double share = isfinite(behind) ? 1 - behind / a->reach : 0;
  return share > 0 ? share * share : 0;
}

static void add_bone(const Anchors* a, int b, int v, double share, double* phi) {
  const BrnNodes* nodes = a->tets->body->nodes;
  const BrnAffineBone* affine = &nodes->affine[b];
  double beta[4];
  brn__affine_coordinates(affine, a->tets->body->model->mesh->position + 3 * (size_t)v, beta);
  for (int j = 0; j < affine->node_count; j++) {
    int rank = a->tets->bones.rank[nodes->vertex[affine->node[j]]];
    for (int k = 0; k < 4 && rank >= 0; k++) {
      phi[rank] += share * beta[k] * affine->weight[k * affine->node_count + j];
    }
  }
}

static void add_frame(const Anchors* a, int f, int v, double share, double* phi) {
  const double* position = a->tets->body->model->mesh->position;
  double d[3];
  brn__sub3(d, position + 3 * (size_t)v, position + 3 * (size_t)a->centre[f]);
  double* to = phi + a->tets->bones.count + 4 * (size_t)f;
  to[0] = share;
  for (int k = 0; k < 3; k++) to[1 + k] = share * d[k] / a->reach;
}

static void weigh_vertex(const Anchors* a, int v, double* phi) {
  int anchors = a->bone_count + 1 + a->frame_count;
  double sum = 0;
  for (int i = 0; i < anchors; i++) sum += share_of(a, i, v);
  for (int i = 0; i < anchors && sum > 0; i++) {
    double share = share_of(a, i, v) / sum;
    if (share == 0 || i == a->bone_count) continue;
    if (i < a->bone_count) { // known ones have no nodes that move
      add_bone(a, i, v, share, phi);
    } else {
      add_frame(a, i - a->bone_count - 1, v, share, phi);
    }
  }
}

// nodes of bones move by themselves alone
static void weigh(const Anchors* a, BrnCoarse* coarse) {
  const BrnNodes* nodes = a->tets->body->nodes;
  for (int n = 0; n < nodes->count; n++) {
    int v = nodes->vertex[n], rank = a->tets->bones.rank[v];
    double* phi = coarse->phi + (size_t)coarse->count * (size_t)v;
    if (rank >= 0) {
      phi[rank] = 1;
    } else if (nodes->row[n] >= 0) {
      weigh_vertex(a, v, phi);
    }
  }
}

// bones and joints are no way at all
static bool cross_bones(const Anchors* a, double* d) {
  const BrnModel* model = a->tets->body->model;
  bool any = false;
  for (int b = 0; b < model->bone_count; b++) {
    const BrnModelBone* bone = &model->bone[b];
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 1; i < bone->vertex_count; i++) {
        any = relax_edge(d, bone->vertex[0], bone->vertex[i], 0) || any;
      }
    }
  }
  for (int j = 0; j < model->joint_count; j++) {
    const BrnModelBone *p = &model->bone[model->joint[j].parent],
                       *c = &model->bone[model->joint[j].child];
    if (p->vertex_count == 0 || c->vertex_count == 0) continue;
    any = relax_edge(d, p->vertex[0], c->vertex[0], 0) || any;
  }
  return any;
}

// How much of the motion of a bone that is given a vertex goes by: by the inverse square of its
// distance, among all that is given. Free bones go along.
static void weigh_carried(const Anchors* a, BrnCoarse* coarse) {
  const BrnNodes* nodes = a->tets->body->nodes;
  int vertices = a->tets->body->model->mesh->vertex_count;
  for (int v = 0; v < vertices; v++) a->nearest[v] = 0; // the sum of all
  for (int b = 0; b <= a->bone_count; b++) {
    double* d = distances_of(a, b);
    if (b < a->bone_count && !nodes->affine[b].known) continue;
    for (int k = 0; k < MOST_CROSSINGS && cross_bones(a, d); k++) spread(a, d);
    for (int v = 0; v < vertices; v++) {
      double near = fmax(NEAR, d[v]), share = 1 / (near * near);
      a->nearest[v] += share;
      if (b < a->bone_count) coarse->carried[(size_t)a->bone_count * (size_t)v + (size_t)b] = share;
    }
  }
  for (int v = 0; v < vertices; v++) {
    double* to = coarse->carried + (size_t)a->bone_count * (size_t)v;
    for (int b = 0; b < a->bone_count && a->nearest[v] > 0; b++) to[b] /= a->nearest[v];
  }
}

static double softest_of(const BrnElements* elements) {
  double softest = INFINITY;
  for (int e = 0; e < BRN_LANES * elements->batch_count; e++) {
    const BrnBatch* batch = &elements->batch[e / BRN_LANES];
    int lane = e % BRN_LANES;
    if (batch->tet[lane] >= 0) softest = fmin(softest, batch->shear[lane] / batch->volume[lane]);
  }
  return softest;
}

static int frame_count(const BrnElements* elements) {
  int soft = 0;
  for (int e = 0; e < BRN_LANES * elements->batch_count; e++) {
    soft += elements->batch[e / BRN_LANES].tet[e % BRN_LANES] >= 0;
  }
  int count = soft / TETS_A_FRAME;
  return count < LEAST_FRAMES ? LEAST_FRAMES : count > MOST_FRAMES ? MOST_FRAMES : count;
}

static BrnStatus make(BrnContext* ctx, BrnXpbd* tets) {
  BrnCoarse* coarse = &tets->coarse;
  size_t vertices = (size_t)tets->body->model->mesh->vertex_count;
  int most = frame_count(tets->body->elements);
  Anchors a = {.tets = tets, .bone_count = tets->body->nodes->bone_count, .reach = 1};
  size_t anchors = (size_t)a.bone_count + 1 + (size_t)most;
  a.centre = brn__scratch(ctx, most, int);
  a.distance = brn__scratch(ctx, anchors * vertices, double);
  a.nearest = brn__scratch(ctx, vertices, double);
  if (!a.centre || !a.distance || !a.nearest) return BRN_NO_MEMORY;
  for (size_t v = 0; v < vertices; v++) a.nearest[v] = INFINITY;
  a.flesh = FLESH * softest_of(tets->body->elements);
  // distances from bones first; frames are put where all anchors so far are farthest
  measure_bones(&a);
  place_frames(&a, most);
  // bones move by their nodes, frames by four numbers for each coordinate
  coarse->count = tets->bones.count + 4 * a.frame_count;
  coarse->phi = brn__new_zero(ctx, (size_t)coarse->count * vertices, double);
  coarse->carried = brn__new_zero(ctx, (size_t)a.bone_count * vertices, double);
  if (!coarse->phi || !coarse->carried) return BRN_NO_MEMORY;
  weigh(&a, coarse);
  weigh_carried(&a, coarse);
  return BRN_OK;
}

BrnStatus brn__tets_frames(BrnContext* ctx, BrnXpbd* tets) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = make(ctx, tets);
  brn__scratch_release(ctx, mark);
  return status;
}

// -------------------------------------------------------------------------------------- prediction

void brn__tets_carry(BrnXpbd* tets, const BrnPose* before, const BrnPose* now) {
  const BrnNodes* nodes = tets->body->nodes;
  for (int b = 0; b < nodes->bone_count; b++) {
    if (!nodes->affine[b].known || memcmp(&before[b], &now[b], sizeof now[b]) == 0) continue;
    BrnPose back = brn_pose_invert(&before[b]), pose = brn_pose_compose(&now[b], &back);
    for (int n = 0; n < nodes->count; n++) {
      size_t v = (size_t)nodes->vertex[n];
      double to[3], *x = tets->at + 4 * v;
      if (nodes->row[n] < 0) continue;
      brn_pose_apply(&pose, x, to);
      brn__sub3(to, to, x);
      brn__axpy3(x, x, tets->coarse.carried[(size_t)nodes->bone_count * v + (size_t)b], to);
    }
  }
}
