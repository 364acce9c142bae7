// SPDX-License-Identifier: Apache-2.0

#include "tetra/lift.h"

#include "core/vec.h"
#include "mesh/sort.h"

#include <math.h>

// A triangle with its corners on a curved surface lies below it by B in the middle, and by 3/4 B on
// average. Corners that are lifted by L leave e = B - L in the middle, so the mean gap is
// 3/4 e - L/4; each vertex is lifted by the mean of that over its triangles.

typedef struct Facet {
  int corner[3];
  int part; // whose interface it is in
  double claim;
} Facet;

typedef struct Job {
  const BrnMeshEdit* edit;
  Facet* facet;
} Job;

static double claim_at(const BrnMeshEdit* edit, const Facet* facet, double u, double v) {
  const double *a = brn__work_at(edit->work, facet->corner[0]), *b, *c;
  double p[3];
  b = brn__work_at(edit->work, facet->corner[1]);
  c = brn__work_at(edit->work, facet->corner[2]);
  for (int k = 0; k < 3; k++) p[k] = u * a[k] + v * b[k] + (1 - u - v) * c[k];
  return brn__rules_claim(edit->rules, facet->part, p, NULL);
}

static void claim_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Job* job = user;
  for (int i = begin; i < end; i++) {
    Facet* facet = &job->facet[i];
    facet->claim = claim_at(job->edit, facet, 1.0 / 3, 1.0 / 3);
  }
}

// the mean over the four triangles that the middles of the edges cut a facet into
static void mean_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Job* job = user;
  for (int i = begin; i < end; i++) {
    Facet* facet = &job->facet[i];
    double sum = claim_at(job->edit, facet, 1.0 / 3, 1.0 / 3);
    sum += claim_at(job->edit, facet, 2.0 / 3, 1.0 / 6);
    sum += claim_at(job->edit, facet, 1.0 / 6, 2.0 / 3);
    sum += claim_at(job->edit, facet, 1.0 / 6, 1.0 / 6);
    facet->claim = sum / 4;
  }
}

static BrnStatus sort_faces(const BrnMeshEdit* edit, BrnTuples* faces) {
  const BrnWork* work = edit->work;
  BRN_TRY(brn__tuples_take(edit->ctx, 3, 4 * (size_t)work->tet_count, faces));
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0) continue;
    const int* corner = brn__edit_tet(edit, t);
    for (int k = 0; k < 4; k++) {
      int face[3] = {corner[brn_tet_face[k][0]], corner[brn_tet_face[k][1]],
                     corner[brn_tet_face[k][2]]};
      brn__tuples_add(faces, face, t);
    }
  }
  return brn__tuples_sort(edit->ctx, faces, work->vertex_count);
}

// faces between two owners, or an owner and outside: the first in the order of cutting has it
static BrnStatus find_facets(const BrnMeshEdit* edit, Facet** facet, int* count) {
  BrnTuples faces;
  BRN_TRY(sort_faces(edit, &faces));
  *facet = brn__scratch(edit->ctx, faces.count, Facet);
  if (!*facet) return BRN_NO_MEMORY;
  *count = 0;
  int air = edit->rules->part_count;
  for (int begin = 0, end; begin < faces.count; begin = end) {
    end = brn__tuples_run_end(&faces, begin);
    int a = edit->work->owner[brn__tuples_item(&faces, begin)];
    int b = end - begin > 1 ? edit->work->owner[brn__tuples_item(&faces, begin + 1)] : INT32_MAX;
    if (a == b || (a >= air && b >= air)) continue;
    Facet* own = &(*facet)[(*count)++];
    own->part = a < b ? a : b;
    for (int k = 0; k < 3; k++) own->corner[k] = faces.corner[3 * faces.order[begin] + k];
  }
  return BRN_OK;
}

static double area_of(const BrnMeshEdit* edit, const Facet* facet) {
  double n[3];
  brn__triangle_normal(n, brn__work_at(edit->work, facet->corner[0]),
                       brn__work_at(edit->work, facet->corner[1]),
                       brn__work_at(edit->work, facet->corner[2]));
  return brn__norm3(n) / 2;
}

static BrnStatus lift_all(BrnMeshEdit* edit) {
  Job job = {.edit = edit};
  int count, nv = edit->work->vertex_count;
  BRN_TRY(find_facets(edit, &job.facet, &count));
  double* gap = brn__scratch_zero(edit->ctx, nv, double);
  double* area = brn__scratch_zero(edit->ctx, nv, double);
  if (!gap || !area) return BRN_NO_MEMORY;
  brn__parallel_for(edit->ctx, count, 128, claim_range, &job);
  for (int i = 0; i < count; i++) {
    const Facet* facet = &job.facet[i];
    double own = area_of(edit, facet);
    for (int k = 0; k < 3; k++) {
      if (edit->work->on[BRN_MAX_ON * (size_t)facet->corner[k]] != facet->part) continue;
      gap[facet->corner[k]] += own * facet->claim;
      area[facet->corner[k]] += own;
    }
  }
  for (int v = 0; v < nv; v++) {
    if (area[v] == 0) continue;
    double most = 0.12 * sqrt(area[v]);
    double lift = 0.75 * edit->lift[v] + 0.75 * gap[v] / area[v];
    edit->lift[v] = fmin(fmax(lift, -most), most);
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------- whole volumes

static bool is_free(const BrnMeshEdit* edit, int vertex, int part) {
  const int* on = edit->work->on + BRN_MAX_ON * (size_t)vertex;
  return on[0] == part && on[1] < 0;
}

// Across a hole the claim is no distance to the interface: what is far off does not count.
static bool is_gap(double claim, double area) { return fabs(claim) < 0.5 * sqrt(area); }

// What lies between the facets of a part and its interface, spread over the vertices that are free
// to be lifted. The claim is a distance, which counts what is above a ridge more than once: this
// much of it is right, by experience.
static const double share_of_gap = 0.7;

static BrnStatus level_all(BrnMeshEdit* edit) {
  Job job = {.edit = edit};
  int count, nv = edit->work->vertex_count;
  BRN_TRY(find_facets(edit, &job.facet, &count));
  double* gap = brn__scratch_zero(edit->ctx, edit->rules->part_count, double);
  double* area = brn__scratch_zero(edit->ctx, edit->rules->part_count, double);
  if (!gap || !area) return BRN_NO_MEMORY;
  brn__parallel_for(edit->ctx, count, 128, mean_range, &job);
  for (int i = 0; i < count; i++) {
    const Facet* facet = &job.facet[i];
    double own = area_of(edit, facet);
    if (is_gap(facet->claim, own)) gap[facet->part] += own * facet->claim;
    for (int k = 0; k < 3; k++) {
      if (is_free(edit, facet->corner[k], facet->part)) area[facet->part] += own / 3;
    }
  }
  for (int v = 0; v < nv; v++) {
    int part = edit->work->on[BRN_MAX_ON * (size_t)v];
    if (part >= 0 && is_free(edit, v, part) && area[part] > 0) {
      edit->lift[v] += share_of_gap * gap[part] / area[part];
    }
  }
  return BRN_OK;
}

BrnStatus brn__lift_volumes(BrnMeshEdit* edit) {
  BrnScratchMark mark = brn__scratch_mark(edit->ctx);
  BrnStatus status = level_all(edit);
  brn__scratch_release(edit->ctx, mark);
  return status;
}

BrnStatus brn__lift_interfaces(BrnMeshEdit* edit) {
  BrnScratchMark mark = brn__scratch_mark(edit->ctx);
  BrnStatus status = lift_all(edit);
  brn__scratch_release(edit->ctx, mark);
  return status;
}
