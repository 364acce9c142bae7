// SPDX-License-Identifier: Apache-2.0
//
// The rim of attachments: flesh near to what a bone carries is drawn to where the bone would carry
// it, less and less with the distance.
//
// Without it all of a bend is between two neighbouring rows of vertices, one carried and one free:
// the surface folds there, and flesh beside an attachment that holds one face of a muscle only is
// sheared off it when the muscle contracts. A tendon widens into its bone; so does this.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

#define WIDE 1.0 // of the muscle's mean radius
#define SOFT 1.0 // logarithm of how much softer than an edge across fibres it ends

// ------------------------------------------------------------------------------------- preparation

void brn__rim_free(BrnContext* ctx, BrnRim* rim) {
  brn__free(ctx, rim->point);
  *rim = (BrnRim){0};
}

static double reach_of(const BrnModelFlesh* muscle) {
  const double pi = 3.14159265358979323846;
  double wide = muscle->length > 0 ? sqrt(fabs(muscle->volume) / (pi * muscle->length)) : 0;
  return WIDE * wide;
}

// along edges, from vertex to vertex, as long as anything gets nearer
static void spread(const BrnSheet* sheet, const BrnModelFlesh* muscle, double reach, double* far,
                   int* bone) {
  const double* rest = sheet->model->mesh->position;
  for (bool nearer = true; nearer;) {
    nearer = false;
    for (int e = 0; e < 2 * muscle->edge_count; e++) {
      int a = muscle->edge[e], b = muscle->edge[e ^ 1], i = a - muscle->first,
          j = b - muscle->first;
      double way = far[i] + brn__distance3(rest + 3 * (size_t)a, rest + 3 * (size_t)b);
      if (!(way < far[j]) || !(way < reach)) continue;
      far[j] = way, bone[j] = bone[i], nearer = true;
    }
  }
}

static void list_points(const BrnSheet* sheet, const BrnModelFlesh* muscle, double reach,
                        const double* far, const int* bone, BrnRim* out) {
  for (int v = 0; v < muscle->vertex_count; v++) {
    int row = muscle->first + v;
    if (bone[v] < 0 || !(sheet->points.at[4 * (size_t)row + 3] > 0)) continue;
    out->point[out->count++] = (BrnRimPoint){.row = row, .bone = bone[v], .off = far[v] / reach};
  }
}

BrnStatus brn__rim_create(BrnContext* ctx, const BrnSheet* sheet, int index, BrnRim* out) {
  const BrnModelFlesh* muscle = &sheet->model->flesh[index];
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* far = brn__scratch(ctx, muscle->vertex_count, double);
  int* bone = brn__scratch(ctx, muscle->vertex_count, int);
  out->point = brn__new_zero(ctx, muscle->vertex_count, BrnRimPoint);
  bool fine = far && bone && out->point;
  for (int v = 0; v < muscle->vertex_count && fine; v++) {
    bone[v] = sheet->points.bone[muscle->first + v];
    far[v] = bone[v] >= 0 ? 0 : INFINITY;
  }
  double reach = reach_of(muscle);
  if (fine) spread(sheet, muscle, reach, far, bone);
  if (fine) list_points(sheet, muscle, reach, far, bone, out);
  brn__scratch_release(ctx, mark);
  return fine ? BRN_OK : BRN_NO_MEMORY;
}

// --------------------------------------------------------------------------------------- iterating

// as stiff as an edge along the fibres at the attachment, as soft as one across them at the rim's
// end
void brn__rim_aim(BrnRim* rim, const BrnSheet* sheet, const BrnEdgeAim* aim) {
  for (int i = 0; i < rim->count; i++) {
    BrnRimPoint* point = &rim->point[i];
    const double* rest = sheet->model->mesh->position + 3 * (size_t)point->row;
    brn_pose_apply(&sheet->now.input->bone[point->bone], rest, point->goal);
    point->alpha = exp(aim->along + (aim->across + SOFT - aim->along) * point->off);
    memset(point->lambda, 0, sizeof point->lambda);
  }
}

void brn__rim_project(BrnRim* rim, double* at) {
  for (int i = 0; i < rim->count; i++) {
    BrnRimPoint* point = &rim->point[i];
    double* x = at + 4 * (size_t)point->row;
    for (int k = 0; k < 3; k++) {
      double d = (point->goal[k] - x[k] - point->alpha * point->lambda[k]) / (x[3] + point->alpha);
      point->lambda[k] += d;
      x[k] += x[3] * d;
    }
  }
}
