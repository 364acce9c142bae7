// SPDX-License-Identifier: Apache-2.0
//
// Unknowns by elimination (nodes.h): who carries each vertex, which nodes there are and which of
// their coordinates are given, and the weights of all points in them, x = S y.

#include "solver/body/nodes.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 1024, ALL_AXES = 7 };

// weights below this are round-off of the barycentric coordinates
#define NO_WEIGHT 1e-14

int brn__tet_bone(const BrnModel* model, int tet) {
  const BrnModelPart* part = &model->part[model->mesh->tet_label[tet] - 1];
  return part->kind == BRN_PART_BONE ? part->owner : -1;
}

void brn__nodes_destroy(BrnContext* ctx, BrnNodes* nodes) {
  if (!nodes) return;
  for (int b = 0; b < nodes->bone_count && nodes->affine; b++) {
    brn__free(ctx, nodes->affine[b].node);
    brn__free(ctx, nodes->affine[b].weight);
  }
  brn__free(ctx, nodes->vertex);
  brn__free(ctx, nodes->held);
  brn__free(ctx, nodes->row);
  brn__free(ctx, nodes->row_node);
  brn__free(ctx, nodes->start);
  brn__free(ctx, nodes->node);
  brn__free(ctx, nodes->weight);
  brn__free(ctx, nodes->carrier);
  brn__free(ctx, nodes->ride);
  brn__free(ctx, nodes->ride_weight);
  brn__free(ctx, nodes->affine);
  brn__free(ctx, nodes);
}

// ---------------------------------------------------------------------------------------- carriers

// -1: the part is none, or no part at all
static int bone_of(const BrnModel* model, int part) {
  return part >= 0 && model->part[part].kind == BRN_PART_BONE ? model->part[part].owner : -1;
}

// bones carry their own vertices, and what is attached to them across a gap
static void find_carriers(const BrnModel* model, BrnNodes* nodes) {
  memcpy(nodes->carrier, model->vertex_bone, sizeof(int) * (size_t)model->mesh->vertex_count);
  for (int v = 0; v < model->mesh->vertex_count; v++) nodes->ride[v] = -1;
  for (int a = 0; a < model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &model->attachment[a];
    for (int i = 0; i < attachment->vertex_count; i++) {
      int* carrier = &nodes->carrier[attachment->vertex[i]];
      if (*carrier < 0) *carrier = bone_of(model, attachment->holder[i]);
    }
  }
}

// -------------------------------------------------------------------------------------- soft nodes

// a vertex of no soft tet stays where it is
static void add_soft_nodes(const BrnModel* model, BrnNodes* nodes, int* node_of) {
  for (int v = 0; v < model->mesh->vertex_count; v++) node_of[v] = -1;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    bool soft = brn__tet_bone(model, t) < 0;
    for (int k = 0; k < 4 && soft; k++) node_of[model->mesh->tet[4 * (size_t)t + k]] = 0;
  }
  for (int v = 0; v < model->mesh->vertex_count; v++) {
    bool used = node_of[v] == 0;
    node_of[v] = -1;
    if (nodes->carrier[v] >= 0 || nodes->ride[v] >= 0) continue;
    nodes->vertex[nodes->count] = v;
    nodes->held[nodes->count] = used ? 0 : ALL_AXES;
    node_of[v] = nodes->count++;
  }
}

// what bones and tets carry is held by constraints
static void hold_supports(const BrnModel* model, const int* node_of, BrnNodes* nodes) {
  for (int s = 0; s < model->support_count; s++) {
    const BrnModelSupport* support = &model->support[s];
    for (int i = 0; i < support->vertex_count; i++) {
      int node = node_of[support->vertex[i]];
      for (int a = 0; a < 3 && node >= 0; a++) {
        if (support->axis[a]) nodes->held[node] |= (uint8_t)(1 << a);
      }
    }
  }
}

// ------------------------------------------------------------------------------------------ points

// control points of free bones come after the vertices
static void number_points(const BrnModel* model, BrnNodes* nodes) {
  nodes->point_count = model->mesh->vertex_count;
  for (int b = 0; b < nodes->bone_count; b++) {
    if (nodes->affine[b].known) continue;
    nodes->affine[b].first_point = nodes->point_count;
    nodes->point_count += 4;
  }
}

static size_t vertex_weights(const BrnModel* model, const BrnNodes* nodes, int v) {
  int bone = nodes->carrier[v], tet = nodes->ride[v];
  if (bone >= 0) return (size_t)nodes->affine[bone].node_count;
  if (tet < 0) return 1;
  size_t sum = 0;
  for (int k = 0; k < 4; k++) {
    sum += vertex_weights(model, nodes, model->mesh->tet[4 * (size_t)tet + k]);
  }
  return sum;
}

static size_t most_weights(const BrnModel* model, const BrnNodes* nodes) {
  size_t most = 0;
  for (int v = 0; v < model->mesh->vertex_count; v++) most += vertex_weights(model, nodes, v);
  for (int b = 0; b < nodes->bone_count; b++) most += 4 * (size_t)nodes->affine[b].node_count;
  return most;
}

// adds to the weight of a node that the point, which begins at `start`, has already
static int put(BrnNodes* nodes, int start, int at, int node, double weight) {
  for (int i = start; i < at; i++) {
    if (nodes->node[i] != node) continue;
    nodes->weight[i] += weight;
    return at;
  }
  nodes->node[at] = node;
  nodes->weight[at] = weight;
  return at + 1;
}

static int put_carried(BrnNodes* nodes, int start, int at, const BrnAffineBone* affine,
                       const double beta[4], double share) {
  int n = affine->node_count;
  for (int j = 0; j < n; j++) {
    double w = 0;
    for (int k = 0; k < 4; k++) w += beta[k] * affine->weight[k * n + j];
    if (fabs(w) > NO_WEIGHT) at = put(nodes, start, at, affine->node[j], share * w);
  }
  return at;
}

// a vertex that is a node has weight 1 exactly
static int put_vertex(const BrnModel* model, const int* node_of, BrnNodes* nodes, int start, int at,
                      int v, double share) {
  double beta[4];
  if (node_of[v] >= 0) return put(nodes, start, at, node_of[v], share);
  if (nodes->carrier[v] < 0) {
    for (size_t k = 0; k < 4; k++) {
      int corner = model->mesh->tet[4 * (size_t)nodes->ride[v] + k];
      double weight = share * nodes->ride_weight[4 * (size_t)v + k];
      at = put_vertex(model, node_of, nodes, start, at, corner, weight);
    }
    return at;
  }
  const BrnAffineBone* affine = &nodes->affine[nodes->carrier[v]];
  brn__affine_coordinates(affine, model->mesh->position + 3 * (size_t)v, beta);
  return put_carried(nodes, start, at, affine, beta, share);
}

static void fill_points(const BrnModel* model, const int* node_of, BrnNodes* nodes) {
  int at = 0, vertex_count = model->mesh->vertex_count;
  for (int v = 0; v < vertex_count; v++) {
    nodes->start[v] = at;
    at = put_vertex(model, node_of, nodes, at, at, v, 1);
  }
  for (int b = 0; b < nodes->bone_count; b++) {
    const BrnAffineBone* affine = &nodes->affine[b];
    for (int k = 0; k < 4 && affine->first_point >= 0; k++) {
      double beta[4] = {k == 0, k == 1, k == 2, k == 3};
      nodes->start[affine->first_point + k] = at;
      at = put_carried(nodes, at, at, affine, beta, 1);
    }
  }
  nodes->start[nodes->point_count] = at;
}

static void number_rows(BrnNodes* nodes) {
  for (int n = 0; n < nodes->count; n++) {
    nodes->row[n] = nodes->held[n] == ALL_AXES ? -1 : nodes->row_count;
    if (nodes->row[n] >= 0) nodes->row_node[nodes->row_count++] = n;
  }
}

// ---------------------------------------------------------------------------------------- creation

static BrnStatus make_points(BrnContext* ctx, const BrnModel* model, int* node_of,
                             BrnNodes* nodes) {
  add_soft_nodes(model, nodes, node_of);
  hold_supports(model, node_of, nodes);
  for (int n = 0; n < nodes->count; n++) node_of[nodes->vertex[n]] = n;
  number_points(model, nodes);
  size_t most = most_weights(model, nodes);
  if (most > INT32_MAX) return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large");
  nodes->start = brn__new(ctx, nodes->point_count + 1, int);
  nodes->node = brn__new(ctx, most, int);
  nodes->weight = brn__new(ctx, most, double);
  if (!nodes->start || !nodes->node || !nodes->weight) return BRN_NO_MEMORY;
  fill_points(model, node_of, nodes);
  number_rows(nodes);
  return BRN_OK;
}

static BrnStatus make_nodes(BrnContext* ctx, const BrnModel* model, int* node_of, BrnNodes* nodes) {
  size_t most = (size_t)model->mesh->vertex_count + 4 * (size_t)model->bone_count;
  nodes->vertex = brn__new(ctx, most, int);
  nodes->held = brn__new(ctx, most, uint8_t);
  nodes->row = brn__new(ctx, most, int);
  nodes->row_node = brn__new(ctx, most, int);
  nodes->carrier = brn__new(ctx, model->mesh->vertex_count, int);
  nodes->ride = brn__new(ctx, model->mesh->vertex_count, int);
  nodes->affine = brn__new_zero(ctx, model->bone_count, BrnAffineBone);
  if (!nodes->vertex || !nodes->held || !nodes->row || !nodes->row_node || !nodes->carrier ||
      !nodes->ride || !nodes->affine) {
    return BRN_NO_MEMORY;
  }
  nodes->bone_count = model->bone_count;
  nodes->order = model->skeleton->order;
  find_carriers(model, nodes);
  BRN_TRY(brn__riders_find(ctx, model, nodes));
  BRN_TRY(brn__affine_create(ctx, model, nodes));
  return make_points(ctx, model, node_of, nodes);
}

BrnStatus brn__nodes_create(BrnContext* ctx, const BrnModel* model, BrnNodes** out) {
  BRN_ASSERT(ctx && model && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* node_of = brn__scratch(ctx, model->mesh->vertex_count, int);
  BrnNodes* nodes = brn__new_zero(ctx, 1, BrnNodes);
  BrnStatus status = BRN_NO_MEMORY;
  if (node_of && nodes) status = make_nodes(ctx, model, node_of, nodes);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn__nodes_destroy(ctx, nodes);
    nodes = NULL;
  }
  *out = nodes;
  return status;
}

// --------------------------------------------------------------------------------------- the map

typedef struct Map {
  const BrnNodes* nodes;
  const double* y;
  double* x;
} Map;

static void map_points(void* user, int begin, int end, int worker) {
  (void)worker;
  const Map* map = user;
  const BrnNodes* nodes = map->nodes;
  for (int p = begin; p < end; p++) {
    double sum[3] = {0};
    for (int i = nodes->start[p]; i < nodes->start[p + 1]; i++) {
      brn__axpy3(sum, sum, nodes->weight[i], map->y + 3 * (size_t)nodes->node[i]);
    }
    brn__copy3(map->x + 3 * (size_t)p, sum);
  }
}

void brn__nodes_to_points(BrnContext* ctx, const BrnNodes* nodes, const double* y, double* x) {
  Map map = {nodes, y, x};
  brn__parallel_for(ctx, nodes->point_count, GRAIN, map_points, &map);
}

void brn__nodes_add_forces(const BrnNodes* nodes, const double* force, double* out) {
  for (int p = 0; p < nodes->point_count; p++) {
    for (int i = nodes->start[p]; i < nodes->start[p + 1]; i++) {
      double* to = out + 3 * (size_t)nodes->node[i];
      brn__axpy3(to, to, nodes->weight[i], force + 3 * (size_t)p);
    }
  }
}

void brn__nodes_spread_rows(const BrnNodes* nodes, const double* rows, double* out) {
  memset(out, 0, 3 * sizeof(double) * (size_t)nodes->count);
  for (int r = 0; r < nodes->row_count; r++) {
    memcpy(out + 3 * (size_t)nodes->row_node[r], rows + 3 * (size_t)r, 3 * sizeof(double));
  }
}

void brn__nodes_add_rows(const BrnNodes* nodes, double s, const double* rows, double* y) {
  for (int r = 0; r < nodes->row_count; r++) {
    double* to = y + 3 * (size_t)nodes->row_node[r];
    for (int a = 0; a < 3; a++) to[a] += s * rows[3 * (size_t)r + (size_t)a];
  }
}

void brn__nodes_place_held(const BrnNodes* nodes, const BrnModel* model, const BrnPose* bone,
                           const BrnPose* support, double* y) {
  const double* rest = model->mesh->position;
  // control points of given bones, then supports of flesh; what is carried follows by its weights
  for (int b = 0; b < nodes->bone_count; b++) {
    const BrnAffineBone* affine = &nodes->affine[b];
    for (int k = 0; k < 4 && affine->known; k++) {
      int n = affine->node[k];
      brn_pose_apply(&bone[b], rest + 3 * (size_t)nodes->vertex[n], y + 3 * (size_t)n);
    }
  }
  for (int s = 0; s < model->support_count; s++) {
    const BrnModelSupport* held = &model->support[s];
    for (int i = 0; i < held->vertex_count; i++) {
      int v = held->vertex[i];
      double to[3];
      if (nodes->carrier[v] >= 0 || nodes->ride[v] >= 0) continue;
      brn_pose_apply(&support[s], rest + 3 * (size_t)v, to);
      for (int a = 0; a < 3; a++) {
        if (held->axis[a]) y[3 * (size_t)nodes->node[nodes->start[v]] + (size_t)a] = to[a];
      }
    }
  }
}
