// SPDX-License-Identifier: Apache-2.0

#include "anatomy/pieces.h"

#include "core/vec.h"
#include "fibre/region.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Tendons: the part of a muscle that is one, and those with tets of their own.

// -------------------------------------------------------------------------------- within a muscle

static BrnStatus by_map(BrnBuild* build, BrnStrand* strand, const BrnSceneMap* map) {
  const BrnRegion* region = strand->region;
  char where[300];
  snprintf(where, sizeof where, "%s.tendons.map", strand->where);
  double* painted = brn__scratch(build->ctx, build->model->mesh->vertex_count, double);
  if (!painted) return BRN_NO_MEMORY;
  BRN_TRY(brn__build_map(build, where, map, painted));
  for (int t = 0; t < region->mesh->tet_count; t++) {
    double sum = 0;
    for (int k = 0; k < 4; k++) {
      sum += painted[region->vertex[region->mesh->tet[4 * (size_t)t + k]]];
    }
    strand->tendon[t] = fmin(fmax(sum / 4, 0), 1);
  }
  return BRN_OK;
}

// shares of the way, not of the potential
static BrnStatus by_fraction(BrnBuild* build, const BrnStrand* strand, const BrnTendonDef* def) {
  int count = strand->region->mesh->vertex_count;
  double* along = brn__scratch(build->ctx, count, double);
  if (!along) return BRN_NO_MEMORY;
  for (int v = 0; v < count; v++) along[v] = 2 * brn__strand_arc(strand, strand->u[v]) - 1;
  return brn_tendon_by_potential(build->ctx, strand->region, along, def, strand->tendon);
}

BrnStatus brn__strand_tendons(BrnBuild* build, BrnStrand* strand, const BrnSceneTendons* tendons) {
  BrnContext* ctx = build->ctx;
  BrnTendonDef def = brn_tendon_def_default();
  def.origin = tendons->origin;
  def.insertion = tendons->insertion;
  def.blend = tendons->blend;
  BrnStatus status = BRN_OK;
  switch (tendons->by) {
  case BRN_TENDON_NONE: break;
  case BRN_TENDON_FRACTION: status = by_fraction(build, strand, &def); break;
  case BRN_TENDON_DISTANCE:
    status = brn_tendon_by_distance(ctx, strand->region, strand->origin, strand->insertion, &def,
                                    strand->tendon);
    break;
  case BRN_TENDON_SECTION:
    status = brn_tendon_by_section(ctx, strand->region, strand->u, tendons->share, tendons->blend,
                                   strand->tendon);
    break;
  case BRN_TENDON_MAP: return by_map(build, strand, tendons->map);
  }
  return brn__build_at(build, status, "%s.tendons", strand->where);
}

// ----------------------------------------------------------------------- with tets of their own

// how far each vertex of the region is from the nearest of some parts
static BrnStatus measure_distances(BrnBuild* build, const BrnRegion* region, char** name, int count,
                                   double* out) {
  int parts = build->model->part_count, vertices = region->mesh->vertex_count;
  bool* flags = brn__scratch_zero(build->ctx, parts, bool);
  if (!flags) return BRN_NO_MEMORY;
  for (int i = 0; i < count; i++) brn__build_find_part(build, name[i], flags);
  for (int v = 0; v < vertices; v++) out[v] = INFINITY;
  for (int p = 0; p < parts; p++) {
    if (!flags[p]) continue;
    const BrnBvh* bvh;
    BRN_TRY(brn__build_part_bvh(build, p, &bvh));
    for (int v = 0; v < vertices; v++) {
      const double* point = region->mesh->position + 3 * (size_t)v;
      BrnSurfacePoint near = brn_bvh_closest(bvh, point, out[v]);
      if (near.triangle >= 0) out[v] = fmin(out[v], near.distance);
    }
  }
  return BRN_OK;
}

// a vertex near both ends goes to the nearer one
static BrnStatus choose_end(BrnBuild* build, const BrnStrand* strand, const double* own,
                            const double* other, const double* within, BrnVertexSet* out) {
  const BrnRegion* region = strand->region;
  int* vertex = brn__scratch(build->ctx, region->mesh->vertex_count, int);
  if (!vertex) return BRN_NO_MEMORY;
  *out = (BrnVertexSet){.vertex = vertex};
  for (int v = 0; v < region->mesh->vertex_count; v++) {
    if (own[v] <= within[v] && own[v] < other[v]) vertex[out->count++] = region->vertex[v];
  }
  return BRN_OK;
}

// half of the shortest edge at each vertex is a gap that the mesh cannot tell
static void contact_distance(const BrnMesh* mesh, double wanted, double* out) {
  for (int v = 0; v < mesh->vertex_count; v++) out[v] = isnan(wanted) ? INFINITY : wanted;
  for (int t = 0; isnan(wanted) && t < mesh->tet_count; t++) {
    const int* corner = mesh->tet + 4 * (size_t)t;
    for (int k = 0; k < 12; k++) {
      int a = corner[k / 3], b = corner[(k / 3 + 1 + k % 3) % 4];
      double edge = brn__distance3(mesh->position + 3 * (size_t)a, mesh->position + 3 * (size_t)b);
      out[a] = fmin(out[a], edge / 2);
    }
  }
}

static BrnStatus find_ends(BrnBuild* build, const BrnSceneTendon* tendon, BrnStrand* strand) {
  size_t n = (size_t)strand->region->mesh->vertex_count;
  double* distance = brn__scratch(build->ctx, 3 * n, double);
  if (!distance) return BRN_NO_MEMORY;
  double *from = distance, *to = distance + n, *within = distance + 2 * n;
  BRN_TRY(measure_distances(build, strand->region, tendon->from, tendon->from_count, from));
  BRN_TRY(measure_distances(build, strand->region, tendon->to, tendon->to_count, to));
  contact_distance(strand->region->mesh, tendon->within, within);
  BRN_TRY(choose_end(build, strand, from, to, within, &strand->origin));
  BRN_TRY(choose_end(build, strand, to, from, within, &strand->insertion));
  bool origin = strand->origin.count > 0, insertion = strand->insertion.count > 0;
  if (origin && insertion) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "%s: it touches nothing of what `%s` names; give a larger `within`, or fill the "
                   "gap by mesh.fuse",
                   strand->where, origin ? "to" : "from");
}

static void store(BrnModel* model, const BrnStrand* strand) {
  for (int t = 0; t < strand->region->mesh->tet_count; t++) {
    brn__copy3(model->fibre + 3 * (size_t)strand->region->tet[t],
               strand->direction + 3 * (size_t)t);
  }
}

static BrnStatus make_fibres(BrnBuild* build, const BrnModelPart* part, BrnStrand* strand) {
  const BrnSceneTendon* tendon = brn__passive_of(build->scene, part);
  const BrnSceneFibres fibres = {.from = BRN_FIBRES_LAPLACE};
  int flat;
  BRN_TRY(brn_region_create(build->ctx, build->model->mesh, &part->label, 1, &strand->region));
  size_t nt = (size_t)strand->region->mesh->tet_count;
  strand->direction = brn__scratch(build->ctx, 3 * nt, double);
  if (!strand->direction) return BRN_NO_MEMORY;
  BRN_TRY(find_ends(build, tendon, strand));
  BRN_TRY(brn__strand_solve(build, strand));
  BRN_TRY(brn__strand_directions(build, strand, &fibres, &flat));
  store(build->model, strand);
  return BRN_OK;
}

static void mark_tendon(BrnModel* model, int label) {
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (model->mesh->tet_label[t] == label) model->tendon[t] = 1;
  }
}

BrnStatus brn__build_tendon_fibres(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    if (!brn__is_passive(part->kind)) continue;
    const BrnSceneTendon* tendon = brn__passive_of(build->scene, part);
    if (part->kind == BRN_PART_TENDON) mark_tendon(model, part->label);
    if (tendon->from_count == 0 || tendon->to_count == 0) continue;
    char where[256];
    snprintf(where, sizeof where, "%s.%s", brn__passive_list(part->kind), tendon->name);
    BrnStrand strand = {.where = where};
    BrnScratchMark mark = brn__scratch_mark(build->ctx);
    BrnStatus status = make_fibres(build, part, &strand);
    brn_region_destroy(build->ctx, strand.region);
    brn__scratch_release(build->ctx, mark);
    BRN_TRY(status);
  }
  return BRN_OK;
}
