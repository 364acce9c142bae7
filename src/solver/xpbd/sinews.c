// SPDX-License-Identifier: Apache-2.0
//
// What holds muscles to tendons with surfaces of their own: each vertex of such an attachment keeps
// its distances to the three nearest vertices of the part that it holds on to. They are few, and
// are solved in order.

#include "solver/xpbd/fleshes.h"

#include "core/vec.h"

#include <math.h>

enum { NEAREST = 3 };

struct BrnSinews {
  int count;           // constraints
  BrnEdgeBatch* batch; // (count / 8, rounded up)
};

void brn__sinews_destroy(BrnContext* ctx, BrnSinews* sinews) {
  if (!sinews) return;
  brn__free(ctx, sinews->batch);
  brn__free(ctx, sinews);
}

int brn__flesh_of_part(const BrnModel* model, int part) {
  for (int f = 0; f < model->flesh_count && part >= 0; f++) {
    if (model->flesh[f].part == part) return f;
  }
  return -1;
}

// vertices of a flesh by their distance to a vertex of another one, the lower first where it is the
// same
static int find_nearest(const BrnModel* model, int vertex, const BrnModelFlesh* flesh,
                        int out[NEAREST]) {
  const double* position = model->mesh->position;
  double distance[NEAREST + 1];
  int nearest[NEAREST + 1], count = 0;
  for (int v = flesh->first; v < flesh->first + flesh->vertex_count; v++) {
    double d = brn__distance3(position + 3 * (size_t)v, position + 3 * (size_t)vertex);
    int k = count;
    for (; k > 0 && d < distance[k - 1]; k--) {
      distance[k] = distance[k - 1], nearest[k] = nearest[k - 1];
    }
    distance[k] = d, nearest[k] = v;
    if (count < NEAREST) count++;
  }
  for (int k = 0; k < count; k++) out[k] = nearest[k];
  return count;
}

static void add(const BrnXpbd* xpbd, BrnSinews* sinews, int a, int b) {
  BrnEdgeBatch* batch = &sinews->batch[sinews->count / BRN_LANES];
  const double* position = xpbd->model->mesh->position;
  int lane = sinews->count++ % BRN_LANES;
  batch->a[lane] = a, batch->b[lane] = b;
  batch->goal[lane] = brn__distance3(position + 3 * (size_t)a, position + 3 * (size_t)b);
}

static void list(const BrnXpbd* xpbd, const BrnModelAttachment* attachment, BrnSinews* sinews) {
  const BrnModel* model = xpbd->model;
  for (int i = 0; i < attachment->vertex_count; i++) {
    int flesh = brn__flesh_of_part(model, attachment->holder[i]), v = attachment->vertex[i];
    if (flesh < 0 || xpbd->points.bone[v] >= 0) continue;
    int near[NEAREST], count = find_nearest(model, v, &model->flesh[flesh], near);
    for (int k = 0; k < count; k++) add(xpbd, sinews, v, near[k]);
  }
}

static int count_vertices(const BrnXpbd* xpbd) {
  const BrnModel* model = xpbd->model;
  int count = 0;
  for (int a = 0; a < model->attachment_count; a++) {
    for (int i = 0; i < model->attachment[a].vertex_count; i++) {
      count += brn__flesh_of_part(model, model->attachment[a].holder[i]) >= 0;
    }
  }
  return count;
}

BrnStatus brn__sinews_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnSinews** out) {
  int most = NEAREST * count_vertices(xpbd);
  if (most == 0) return BRN_OK;
  BrnSinews* sinews = brn__new_zero(ctx, 1, BrnSinews);
  *out = sinews;
  if (!sinews) return BRN_NO_MEMORY;
  sinews->batch = brn__new_zero(ctx, most / BRN_LANES + 1, BrnEdgeBatch);
  if (!sinews->batch) return BRN_NO_MEMORY;
  for (int a = 0; a < xpbd->model->attachment_count; a++) {
    list(xpbd, &xpbd->model->attachment[a], sinews);
  }
  return BRN_OK;
}

void brn__sinews_project(BrnXpbd* xpbd) {
  BrnSinews* sinews = xpbd->sinews;
  for (int i = 0; i < sinews->count; i++) {
    brn__edge_solve(&sinews->batch[i / BRN_LANES], i % BRN_LANES, xpbd->points.at);
  }
}
