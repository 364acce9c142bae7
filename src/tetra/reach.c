// SPDX-License-Identifier: Apache-2.0
//
// Ridges and rims that the cut has shaved off: vertices are pulled out, each to the farthest of the
// samples that it is nearest to.

#include "tetra/reach.h"

#include "core/vec.h"
#include "tetra/samples.h"

#include <math.h>

static const double far_enough = 0.25; // in edges; nearer than that nothing needs to be done
static const double least = 0.2;       // quality: 11.5 degrees

typedef struct Reach {
  BrnMeshEdit* edit;
  int part;
  const BrnSurface* surface; // of the tets of the part
  BrnSurfaceSamples samples; // of the surface of the part
  BrnSurfacePoint* closest;  // of the tets, to each sample
  int* sample;               // farthest that each vertex of the surface is nearest to; -1: none
} Reach;

// Does the part own what is just behind the sample?
static bool is_exposed(const Reach* reach, int i, double skin) {
  const BrnRulesPart* part = &reach->edit->rules->part[reach->part];
  const int* corner = part->surface->triangle + 3 * (size_t)reach->samples.triangle[i];
  const double* at = part->surface->position;
  double n[3], p[3];
  brn__triangle_normal(n, at + 3 * (size_t)corner[0], at + 3 * (size_t)corner[1],
                       at + 3 * (size_t)corner[2]);
  if (brn__normalize3(n) == 0) return false;
  brn__axpy3(p, reach->samples.point + 3 * (size_t)i, -skin * part->facing, n);
  return brn__rules_owner(reach->edit->rules, p) == reach->part;
}

// every vertex gets the farthest of the samples it is nearest to
static void choose(Reach* reach) {
  const BrnMesh* mesh = reach->surface->mesh;
  for (int v = 0; v < mesh->vertex_count; v++) reach->sample[v] = -1;
  for (int i = 0; i < reach->samples.count; i++) {
    const BrnSurfacePoint* closest = &reach->closest[i];
    double edge = brn__triangle_edge(mesh, closest->triangle);
    if (closest->distance < far_enough * edge) continue;
    const double* w = closest->weight;
    int k = w[0] >= w[1] && w[0] >= w[2] ? 0 : w[1] >= w[2] ? 1 : 2;
    int v = mesh->triangle[3 * (size_t)closest->triangle + (size_t)k];
    int before = reach->sample[v];
    if (before >= 0 && reach->closest[before].distance >= closest->distance) continue;
    if (is_exposed(reach, i, 1e-3 * edge)) reach->sample[v] = i;
  }
}

// only what holds on to this part alone may leave its place
static bool is_free(const BrnMeshEdit* edit, int vertex, int part) {
  const int* on = edit->work->on + BRN_MAX_ON * (size_t)vertex;
  return on[0] == part && on[1] < 0 && !edit->rim[vertex];
}

static bool pull(BrnMeshEdit* edit, int vertex, const double* goal) {
  double *p = brn__work_at(edit->work, vertex), before[3];
  double old = fmin(brn__edit_star_quality(edit, vertex, -1), least);
  brn__copy3(before, p);
  for (double share = 1; share > 0.2; share -= 0.25) {
    for (int a = 0; a < 3; a++) p[a] = before[a] + share * (goal[a] - before[a]);
    if (brn__edit_star_quality(edit, vertex, old) < old) continue;
    brn__edit_measure_star(edit, vertex);
    return true;
  }
  brn__copy3(p, before);
  return false;
}

static BrnStatus reach_part(Reach* reach, double size, int* pulled) {
  BrnContext* ctx = reach->edit->ctx;
  const BrnMesh* mesh = reach->surface->mesh;
  BrnBvh* bvh;
  if (mesh->triangle_count == 0) return BRN_OK;
  const BrnMesh* own = reach->edit->rules->part[reach->part].surface;
  BRN_TRY(brn__samples_take(ctx, own, size * size / 16, &reach->samples));
  reach->closest = brn__scratch(ctx, reach->samples.count, BrnSurfacePoint);
  reach->sample = brn__scratch(ctx, mesh->vertex_count, int);
  if (!reach->closest || !reach->sample) return BRN_NO_MEMORY;
  BRN_TRY(brn_bvh_create(ctx, mesh, &bvh));
  brn_bvh_closest_batch(ctx, bvh, reach->samples.point, reach->samples.count, INFINITY,
                        reach->closest);
  brn_bvh_destroy(ctx, bvh);
  choose(reach);
  for (int v = 0; v < mesh->vertex_count; v++) {
    int vertex = reach->surface->vertex[v];
    if (reach->sample[v] < 0 || !is_free(reach->edit, vertex, reach->part)) continue;
    *pulled += pull(reach->edit, vertex, reach->samples.point + 3 * (size_t)reach->sample[v]);
  }
  return BRN_OK;
}

BrnStatus brn__reach_rims(BrnMeshEdit* edit, double size) {
  BrnMesh* mesh;
  int pulled = 0;
  BRN_TRY(brn__work_take_mesh(edit->ctx, edit->work, &mesh));
  BrnScratchMark mark = brn__scratch_mark(edit->ctx);
  BrnStatus status = BRN_OK;
  for (int i = 0; status == BRN_OK && i < edit->rules->part_count; i++) {
    BrnSurface* surface;
    status = brn_mesh_label_boundary(edit->ctx, mesh, i, &surface);
    if (status != BRN_OK) break;
    Reach reach = {.edit = edit, .part = i, .surface = surface};
    status = reach_part(&reach, size, &pulled);
    brn_surface_destroy(edit->ctx, surface);
    brn__scratch_release(edit->ctx, mark);
  }
  brn_mesh_destroy(edit->ctx, mesh);
  brn__log(edit->ctx, BRN_LOG_DEBUG, "%d vertices pulled out to rims", pulled);
  return status;
}
