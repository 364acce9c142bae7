// SPDX-License-Identifier: Apache-2.0
//
// Units that are regions of one muscle share its potential and its fibres (siblings.h).

#include "anatomy/siblings.h"

#include "core/vec.h"
#include "fibre/region.h"

#include <string.h>

enum { FIBRES = 200 };

// -------------------------------------------------------------------------------- who belongs

// what the scene says of a unit; NULL: the muscle is one
static const BrnSceneUnit* scene_unit(const BrnBuild* build, int u) {
  int muscle = build->model->unit_list[u].muscle;
  const BrnSceneMuscle* def = &build->scene->muscle[muscle];
  return def->unit_count > 0 ? &def->unit[u - build->model->muscle[muscle].first_unit] : NULL;
}

static bool is_region(const BrnBuild* build, int u) {
  const BrnSceneUnit* unit = scene_unit(build, u);
  if (!unit || unit->origin || unit->insertion) return false;
  return !unit->source.surface && !unit->source.form && unit->source.label_count == 0;
}

static bool are_siblings(const BrnBuild* build, int a, int b) {
  const BrnModelUnit* unit = build->model->unit_list;
  return unit[a].muscle == unit[b].muscle && is_region(build, a) && is_region(build, b);
}

bool brn__has_siblings(const BrnBuild* build, int unit) {
  for (int u = 0; u < build->model->unit_count; u++) {
    if (u != unit && are_siblings(build, u, unit)) return true;
  }
  return false;
}

// the tets of a unit and its siblings
static BrnStatus cut_out_family(BrnBuild* build, int unit, BrnRegion** out) {
  const BrnModel* model = build->model;
  int family = 1;
  BrnMesh view = *model->mesh;
  *out = NULL;
  view.tet_label = brn__scratch(build->ctx, model->mesh->tet_count, int);
  if (!view.tet_label) return BRN_NO_MEMORY;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    view.tet_label[t] = model->unit[t] >= 0 && are_siblings(build, model->unit[t], unit);
  }
  return brn_region_create(build->ctx, &view, &family, 1, out);
}

// ------------------------------------------------------------------------------- the potential

// origins, or insertions, of the whole family; what is in `other` stays there
static BrnStatus join_ends(BrnBuild* build, const BrnRegion* family, int unit, bool insertion,
                           const BrnVertexSet* other, BrnVertexSet* out) {
  const BrnModel* model = build->model;
  int nv = model->mesh->vertex_count;
  bool* in = brn__scratch_zero(build->ctx, nv, bool);
  int* vertex = brn__scratch(build->ctx, nv, int);
  if (!in || !vertex) return BRN_NO_MEMORY;
  for (int u = 0; u < model->unit_count; u++) {
    BrnVertexSet own;
    if (!are_siblings(build, u, unit)) continue;
    const BrnModelUnit* sibling = &model->unit_list[u];
    BRN_TRY(brn__strand_end(build, family, insertion ? sibling->insertion : sibling->origin, &own));
    for (int i = 0; i < own.count; i++) in[own.vertex[i]] = true;
  }
  for (int i = 0; other && i < other->count; i++) in[other->vertex[i]] = false;
  *out = (BrnVertexSet){.vertex = vertex};
  for (int v = 0; v < nv; v++) {
    if (in[v]) vertex[out->count++] = v;
  }
  return BRN_OK;
}

static BrnStatus solve_family(BrnBuild* build, int unit, BrnStrand* family, BrnStrand* strand) {
  BRN_TRY(cut_out_family(build, unit, &family->region));
  BRN_TRY(join_ends(build, family->region, unit, false, NULL, &family->origin));
  BRN_TRY(join_ends(build, family->region, unit, true, &family->origin, &family->insertion));
  BRN_TRY(brn__strand_solve(build, family));
  for (int v = 0; v < strand->region->mesh->vertex_count; v++) {
    int at = brn__region_find_vertex(family->region, strand->region->vertex[v]);
    strand->u[v] = family->u[at];
  }
  return BRN_OK;
}

BrnStatus brn__solve_with_siblings(BrnBuild* build, int unit, BrnStrand* strand) {
  BrnStrand family = {.where = strand->where};
  strand->u = brn__scratch(build->ctx, strand->region->mesh->vertex_count, double);
  if (!strand->u) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = solve_family(build, unit, &family, strand);
  brn_region_destroy(build->ctx, family.region);
  brn__scratch_release(build->ctx, mark);
  return status;
}

// --------------------------------------------------------------------------------- the fibres

// tets of the unit, evenly by volume, as tets of the family
static int choose_seeds(const BrnRegion* family, const int* of_tet, int unit, int* seed) {
  double volume = 0, passed = 0;
  int count = 0;
  for (int t = 0; t < family->mesh->tet_count; t++) {
    if (of_tet[family->tet[t]] == unit) volume += family->volume[t];
  }
  for (int t = 0; t < family->mesh->tet_count; t++) {
    if (of_tet[family->tet[t]] != unit) continue;
    passed += family->volume[t];
    if (count < FIBRES && passed * FIBRES >= (count + 0.5) * volume) seed[count++] = t;
  }
  return count;
}

static bool meets_sides(const BrnBuild* build, int u) {
  const BrnSceneUnit* unit = scene_unit(build, u);
  const BrnSceneMuscle* muscle = &build->scene->muscle[build->model->unit_list[u].muscle];
  return (unit->fibres ? unit->fibres : &muscle->fibres)->from != BRN_FIBRES_LAPLACE;
}

static BrnStatus measure_family(BrnBuild* build, int u, BrnStrand* family) {
  const BrnModel* model = build->model;
  BrnModelUnit* unit = &model->unit_list[u];
  BRN_TRY(cut_out_family(build, u, &family->region));
  size_t tets = (size_t)family->region->mesh->tet_count;
  int seed[FIBRES];
  family->direction = brn__scratch(build->ctx, 3 * tets, double);
  family->tendon = brn__scratch(build->ctx, tets, double);
  family->meets_sides = meets_sides(build, u);
  if (!family->direction || !family->tendon) return BRN_NO_MEMORY;
  for (size_t t = 0; t < tets; t++) {
    size_t from = (size_t)family->region->tet[t];
    brn__copy3(family->direction + 3 * t, model->fibre + 3 * from);
    family->tendon[t] = model->tendon[from];
  }
  int count = choose_seeds(family->region, model->unit, u, seed);
  double muscle = 0; // volume without tendon
  for (size_t t = 0; t < tets; t++) {
    bool own = model->unit[family->region->tet[t]] == u;
    if (own) muscle += family->region->volume[t] * (1 - family->tendon[t]);
  }
  BRN_TRY(brn__strand_fibre_length(build, family, seed, count, &unit->fibre_length));
  unit->area = unit->fibre_length > 0 ? muscle / unit->fibre_length : 0;
  return BRN_OK;
}

BrnStatus brn__measure_among_siblings(BrnBuild* build, int unit) {
  BrnStrand family = {0};
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = measure_family(build, unit, &family);
  brn_region_destroy(build->ctx, family.region);
  brn__scratch_release(build->ctx, mark);
  return status;
}
