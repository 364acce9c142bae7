// SPDX-License-Identifier: Apache-2.0

#include "brawn/tetra.h"

#include "mesh/mesh.h"
#include "tetra/bridge.h"
#include "tetra/crumbs.h"
#include "tetra/cut.h"
#include "tetra/improve.h"
#include "tetra/judge.h"
#include "tetra/lattice.h"
#include "tetra/lost.h"
#include "tetra/plan.h"

#include <math.h>
#include <string.h>

// A graded body-centred cubic lattice is laid over all parts. Each part in turn, strongest first,
// cuts out what it claims (rules.h), with the lattice pulled onto the interface where that is near
// (cut.c). What nobody claims is dropped, and the rest is improved (improve.c).

BrnTetraDef brn_tetra_def_default(void) {
  return (BrnTetraDef){
      .tets = 100000, .thickness = 1, .thin_levels = 3, .passes = 16, .cookie = BRN_COOKIE};
}

// ---------------------------------------------------------------------------------------- checking

static const char* name_of(const BrnTetraPart* part) { return part->name ? part->name : ""; }

static BrnStatus check_part(BrnContext* ctx, const BrnTetraDef* def, int i) {
  const BrnTetraPart* part = &def->part[i];
  BRN_ASSERT(part->surface);
  for (int k = 0; k < i; k++) {
    if (def->part[k].label != part->label) continue;
    return brn__fail(ctx, BRN_INVALID, "parts %d and %d (%s, %s) have the same label %d", k, i,
                     name_of(&def->part[k]), name_of(part), part->label);
  }
  return BRN_OK;
}

static BrnStatus check(BrnContext* ctx, const BrnTetraDef* def) {
  if (def->part_count < 1) return brn__fail(ctx, BRN_INVALID, "there are no parts to mesh");
  if (!(def->size >= 0) || !isfinite(def->size)) {
    return brn__fail(ctx, BRN_INVALID, "size is %g m; it must be positive, or 0 for automatic",
                     def->size);
  }
  if (def->size == 0 && (def->tets < 100 || def->tets > 20000000)) {
    return brn__fail(ctx, BRN_INVALID, "tets is %d; it must be between 100 and 20 million",
                     def->tets);
  }
  if (def->thin_levels < 0 || def->thin_levels > 6) {
    return brn__fail(ctx, BRN_INVALID, "thin_levels is %d; it must be between 0 and 6",
                     def->thin_levels);
  }
  for (int i = 0; i < def->part_count; i++) BRN_TRY(check_part(ctx, def, i));
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ result

static BrnStatus name_labels(BrnContext* ctx, const BrnTetraDef* def, BrnMesh* mesh) {
  for (int i = 0; i < def->part_count; i++) {
    const BrnTetraPart* part = &def->part[i];
    if (!part->name) continue;
    BRN_TRY(brn_mesh_name_label(ctx, mesh, BRN_ON_TET, part->label, part->name));
  }
  return BRN_OK;
}

static BrnStatus to_mesh(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                         const BrnWork* work, BrnMesh** out) {
  BrnMesh* mesh;
  BRN_TRY(brn_mesh_create(ctx, work->vertex_count, 0, work->tet_count, &mesh));
  memcpy(mesh->position, work->position, sizeof(double) * 3 * (size_t)work->vertex_count);
  memcpy(mesh->tet, work->tet, sizeof(int) * 4 * (size_t)work->tet_count);
  BrnStatus status = brn__mesh_need_tet_labels(ctx, mesh);
  for (int t = 0; status == BRN_OK && t < work->tet_count; t++) {
    mesh->tet_label[t] = def->part[rules->part[work->owner[t]].index].label;
  }
  if (status == BRN_OK) status = name_labels(ctx, def, mesh);
  if (status == BRN_OK) {
    *out = mesh;
  } else {
    brn_mesh_destroy(ctx, mesh);
  }
  return status;
}

static BrnStatus make_report(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                             const BrnMesh* mesh, BrnTetraReport* report) {
  report->part_count = def->part_count;
  report->part = brn__new_zero(ctx, def->part_count, BrnTetraPartReport);
  if (!report->part) return BRN_NO_MEMORY;
  BRN_TRY(brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &report->tets));
  for (int i = 0; i < rules->part_count; i++) {
    BrnTetReport tets;
    int index = rules->part[i].index;
    BRN_TRY(brn_tet_report(ctx, mesh, def->part[index].label, &tets));
    report->part[index] = (BrnTetraPartReport){.tet_count = tets.tet_count,
                                               .component_count = tets.component_count,
                                               .volume = tets.volume,
                                               .surface_volume = rules->part[i].volume};
  }
  return BRN_OK;
}

void brn_tetra_report_clear(BrnContext* ctx, BrnTetraReport* report) {
  brn__free(ctx, report->part);
  *report = (BrnTetraReport){0};
}

// -------------------------------------------------------------------------------------------- work

static void tell(const BrnTetraDef* def, const char* stage, double fraction) {
  if (def->progress) def->progress(def->progress_user, stage, fraction);
}

static BrnStatus cut_all(BrnContext* ctx, const BrnRules* rules, BrnWork* work) {
  for (int j = 0; j < rules->part_count; j++) BRN_TRY(brn__cut(ctx, rules, j, work));
  return brn__crumbs_drop(ctx, rules, work);
}

static BrnStatus lay_lattice(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                             const BrnPlan* plan, double size, BrnWork* work) {
  BrnOctree tree;
  brn__work_free(ctx, work);
  BRN_TRY(brn__plan_octree(ctx, rules, plan, def, size, &tree));
  BrnStatus status = brn__lattice_make(ctx, &tree, work);
  brn__octree_destroy(ctx, &tree);
  return status;
}

static int count_triangles(const BrnRules* rules) {
  double sum = 0;
  for (int i = 0; i < rules->part_count; i++) sum += rules->part[i].surface->triangle_count;
  return (int)fmin(sum, INT32_MAX);
}

// The cells at bridges depend on the size, and the size on what they cost.
static BrnStatus choose_size(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                             BrnPlan* plan, double* size) {
  *size = def->size;
  if (def->size == 0) BRN_TRY(brn__plan_size(ctx, rules, plan, def, size));
  if (rules->bridge_count == 0) return BRN_OK;
  BRN_TRY(brn__bridge_refine(ctx, rules, def, *size, plan));
  if (def->size > 0) return BRN_OK;
  BRN_TRY(brn__plan_size(ctx, rules, plan, def, size));
  return brn__bridge_refine(ctx, rules, def, *size, plan);
}

// Lattice and cuts, again with smaller cells where something got lost.
static BrnStatus shape(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                       BrnPlan* plan, BrnWork* work, BrnTetraReport* report) {
  double start = brn__seconds();
  tell(def, "planning", 0);
  BRN_TRY(choose_size(ctx, def, rules, plan, &report->size));
  report->seconds[0] = brn__seconds() - start;
  int lost = INT32_MAX, few = count_triangles(rules) / 10000;
  double most = INFINITY; // tets; rough surfaces would be refined without end
  for (int round = 0; lost > few && round <= def->thin_levels; round++) {
    if (work->tet_count > most) break;
    tell(def, "cutting", 0.1 + 0.3 * round / (1 + def->thin_levels));
    BRN_TRY(lay_lattice(ctx, def, rules, plan, report->size, work));
    BRN_TRY(cut_all(ctx, rules, work));
    BRN_TRY(brn__lost_refine(ctx, rules, def, report->size, work, plan, &lost));
    if (round == 0) most = 1.5 * work->tet_count;
    brn__log(ctx, BRN_LOG_DEBUG, "round %d: %d tets, %d triangles lost", round, work->tet_count,
             lost);
  }
  report->seconds[1] = brn__seconds() - start - report->seconds[0];
  return BRN_OK;
}

static BrnStatus build(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                       BrnWork* work, BrnTetraReport* report) {
  BrnPlan plan;
  int air = rules->part_count;
  BRN_TRY(brn__plan_create(ctx, rules, &plan));
  BrnStatus status = shape(ctx, def, rules, &plan, work, report);
  brn__plan_destroy(ctx, &plan);
  BRN_TRY(status);
  BRN_TRY(brn__judge_lost(ctx, def, rules, work, report->size));
  double start = brn__seconds();
  BRN_TRY(brn__work_keep_air(ctx, work, air));
  BRN_TRY(brn__work_compact(ctx, work, air + 1));
  brn__work_find_on(work);
  BRN_TRY(brn__improve(ctx, rules, def, work));
  BRN_TRY(brn__work_compact(ctx, work, air));
  report->seconds[2] = brn__seconds() - start;
  return brn__judge_lost(ctx, def, rules, work, report->size);
}

BrnStatus brn_tetra_make(BrnContext* ctx, const BrnTetraDef* def, BrnMesh** out,
                         BrnTetraReport* report) {
  BRN_ASSERT(ctx && out);
  BRN_CHECK_DEF(def);
  BrnTetraReport own = {0};
  BrnRules rules = {0};
  BrnWork work = {0};
  double start = brn__seconds();
  *out = NULL;
  if (def->refused) *def->refused = NULL;
  BRN_TRY(check(ctx, def));
  BRN_TRY(brn__rules_create(ctx, def, &rules));
  BrnStatus status = build(ctx, def, &rules, &work, &own);
  if (status == BRN_OK) status = to_mesh(ctx, def, &rules, &work, out);
  if (status == BRN_OK && report) status = make_report(ctx, def, &rules, *out, &own);
  brn__work_free(ctx, &work);
  brn__rules_destroy(ctx, &rules);
  own.seconds[3] = brn__seconds() - start;
  if (status == BRN_OK && report) {
    *report = own;
    return BRN_OK;
  }
  brn_tetra_report_clear(ctx, &own);
  if (status == BRN_OK) return BRN_OK;
  brn_mesh_destroy(ctx, *out);
  *out = NULL;
  return status;
}
