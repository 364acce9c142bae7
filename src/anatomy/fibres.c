// SPDX-License-Identifier: Apache-2.0

#include "anatomy/siblings.h"

#include "core/vec.h"
#include "fibre/region.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Fibres, tendons and lines of action, a unit at a time: cut out its tets, solve for the potential
// between its attachments, and go on from there.

static BrnStatus make_room(BrnBuild* build) {
  BrnModel* model = build->model;
  int nt = model->mesh->tet_count;
  model->fibre = brn__new_zero(build->ctx, 3 * (size_t)nt, double);
  model->tendon = brn__new_zero(build->ctx, nt, double);
  return model->fibre && model->tendon ? BRN_OK : BRN_NO_MEMORY;
}

// ------------------------------------------------------------------------------------- the region

// the tets of a unit: the mesh again, with units for labels
static BrnStatus cut_out(BrnBuild* build, int u, BrnRegion** out) {
  BrnMesh view = *build->model->mesh;
  view.tet_label = build->model->unit;
  return brn_region_create(build->ctx, &view, &u, 1, out);
}

BrnStatus brn__strand_end(BrnBuild* build, const BrnRegion* region, int attachment,
                          BrnVertexSet* out) {
  *out = (BrnVertexSet){0};
  if (attachment < 0) return BRN_OK;
  const BrnModelAttachment* from = &build->model->attachment[attachment];
  int* vertex = brn__scratch(build->ctx, from->vertex_count, int);
  if (!vertex) return BRN_NO_MEMORY;
  for (int i = 0; i < from->vertex_count; i++) {
    if (brn__region_find_vertex(region, from->vertex[i]) < 0) continue;
    vertex[out->count++] = from->vertex[i];
  }
  out->vertex = vertex;
  return BRN_OK;
}

static BrnStatus make_strand(BrnBuild* build, int u, const char* where, BrnStrand* strand) {
  const BrnModelUnit* unit = &build->model->unit_list[u];
  strand->where = where;
  BRN_TRY(brn__build_at(build, cut_out(build, u, &strand->region), "%s", where));
  BRN_TRY(brn__strand_end(build, strand->region, unit->origin, &strand->origin));
  BRN_TRY(brn__strand_end(build, strand->region, unit->insertion, &strand->insertion));
  size_t nt = (size_t)strand->region->mesh->tet_count;
  strand->direction = brn__scratch_zero(build->ctx, 3 * nt, double);
  strand->tendon = brn__scratch_zero(build->ctx, nt, double);
  return strand->direction && strand->tendon ? BRN_OK : BRN_NO_MEMORY;
}

// ---------------------------------------------------------------------------------- the potential

BrnStatus brn__strand_solve(BrnBuild* build, BrnStrand* strand) {
  BrnPotentialReport report;
  BrnPotentialDef def = brn_potential_def_default();
  def.origin = strand->origin;
  def.insertion = strand->insertion;
  strand->u = brn__scratch(build->ctx, strand->region->mesh->vertex_count, double);
  if (!strand->u) return BRN_NO_MEMORY;
  BRN_TRY(brn__build_at(build,
                        brn_potential_solve(build->ctx, strand->region, &def, strand->u, &report),
                        "%s", strand->where));
  if (report.outcome != BRN_CONVERGED) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "%s: the potential of its fibres stopped at a residual of %g after %d steps",
             strand->where, report.residual, report.iterations);
  }
  if (report.flat_component_count > 0) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "%s: %d of its %d pieces do not reach from origin to insertion: %d tets, the first is "
             "tet %d; fibres there are taken from neighbours or missing",
             strand->where, report.flat_component_count, strand->region->component_count,
             report.flat_tet_count, report.first_flat_tet);
  }
  return BRN_OK;
}

// Regions of one muscle have one potential, which does not mind where they are cut.
static BrnStatus solve_unit(BrnBuild* build, int u, BrnStrand* strand) {
  if (!brn__has_siblings(build, u)) return brn__strand_solve(build, strand);
  return brn__solve_with_siblings(build, u, strand);
}

static bool needs_ends(const BrnSceneFibres* fibres, const BrnSceneTendons* tendons) {
  return fibres->from == BRN_FIBRES_LAPLACE || fibres->from == BRN_FIBRES_PENNATE ||
         tendons->by == BRN_TENDON_FRACTION || tendons->by == BRN_TENDON_SECTION ||
         tendons->by == BRN_TENDON_DISTANCE;
}

// without ends there is no potential, which given fibres can do without
static BrnStatus solve(BrnBuild* build, int u, BrnStrand* strand, bool needed) {
  bool origin = strand->origin.count > 0, insertion = strand->insertion.count > 0;
  if (origin && insertion) return solve_unit(build, u, strand);
  if (!needed) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "%s: it has no %s, and its fibres or tendons are measured between the two; give "
                   "it one, or fibres from elsewhere",
                   strand->where, origin ? "insertion" : "origin");
}

// -------------------------------------------------------------------------------------- the units

static void store(BrnModel* model, const BrnStrand* strand, BrnModelUnit* unit) {
  const BrnRegion* region = strand->region;
  for (int t = 0; t < region->mesh->tet_count; t++) {
    int to = region->tet[t];
    brn__copy3(model->fibre + 3 * (size_t)to, strand->direction + 3 * (size_t)t);
    model->tendon[to] = strand->tendon[t];
    unit->volume += region->volume[t];
  }
}

static BrnStatus find_potential(BrnBuild* build, const BrnStrand* strand, BrnModelUnit* unit) {
  unit->potential = brn__new_zero(build->ctx, unit->tet_count, double);
  if (!unit->potential) return BRN_NO_MEMORY;
  for (int t = 0; strand->u && t < unit->tet_count; t++) {
    unit->potential[t] = brn__region_at_centre(strand->region, strand->u, t);
  }
  return BRN_OK;
}

// what the scene says of a unit; what it does not say is as in the muscle
typedef struct Wanted {
  const BrnSceneFibres* fibres;
  const BrnSceneTendons* tendons;
  char where[256];
} Wanted;

static Wanted find_wanted(const BrnBuild* build, int u) {
  const BrnModelUnit* unit = &build->model->unit_list[u];
  const BrnSceneMuscle* muscle = &build->scene->muscle[unit->muscle];
  Wanted wanted = {.fibres = &muscle->fibres, .tendons = &muscle->tendons};
  if (muscle->unit_count == 0) {
    snprintf(wanted.where, sizeof wanted.where, "muscles.%s", muscle->name);
    return wanted;
  }
  const BrnSceneUnit* own = &muscle->unit[u - build->model->muscle[unit->muscle].first_unit];
  snprintf(wanted.where, sizeof wanted.where, "muscles.%s.units.%s", muscle->name, own->name);
  if (own->fibres) wanted.fibres = own->fibres;
  if (own->tendons) wanted.tendons = own->tendons;
  return wanted;
}

static BrnStatus make_fibres(BrnBuild* build, int u, const Wanted* wanted, BrnStrand* strand) {
  BrnModelUnit* unit = &build->model->unit_list[u];
  BRN_TRY(make_strand(build, u, wanted->where, strand));
  BRN_TRY(solve(build, u, strand, needs_ends(wanted->fibres, wanted->tendons)));
  if (strand->u) BRN_TRY(brn__strand_course(build, strand));
  strand->meets_sides = wanted->fibres->from != BRN_FIBRES_LAPLACE;
  BRN_TRY(brn__strand_directions(build, strand, wanted->fibres, &unit->flat_count));
  BRN_TRY(brn__strand_tendons(build, strand, wanted->tendons));
  store(build->model, strand, unit);
  BRN_TRY(find_potential(build, strand, unit));
  return brn__strand_measure(build, strand, unit);
}

static BrnStatus make_unit(BrnBuild* build, int u) {
  Wanted wanted = find_wanted(build, u);
  BrnStrand strand = {0};
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = make_fibres(build, u, &wanted, &strand);
  brn_region_destroy(build->ctx, strand.region);
  brn__scratch_release(build->ctx, mark);
  return status;
}

BrnStatus brn__build_fibres(BrnBuild* build) {
  BRN_TRY(make_room(build));
  for (int u = 0; u < build->model->unit_count; u++) {
    brn__build_progress(build, "fibres", (double)u / build->model->unit_count);
    BRN_TRY(brn__go_on(build->ctx));
    BRN_TRY(make_unit(build, u));
  }
  for (int u = 0; u < build->model->unit_count; u++) {
    if (brn__has_siblings(build, u)) BRN_TRY(brn__measure_among_siblings(build, u));
  }
  return brn__build_tendon_fibres(build);
}
