// SPDX-License-Identifier: Apache-2.0

#include "brawn/tetra.h"

#include "mesh/mesh.h"
#include "tetra/bridge.h"
#include "tetra/form.h"
#include "tetra/improve.h"
#include "tetra/judge.h"
#include "tetra/measure.h"
#include "tetra/plan.h"

#include <math.h>
#include <string.h>

// A graded body-centred cubic lattice is laid over all parts. Each part in turn, strongest first,
// cuts out what it claims (rules.h), with the lattice pulled onto the interface where that is near
// (cut.c). What nobody claims is dropped, and the rest is improved (improve.c).

BrnTetraDef brn_tetra_def_default(void) {
  return (BrnTetraDef){.tets = 100000,
                       .thickness = 1,
                       .thin_levels = 3,
                       .passes = 16,
                       .measure = true,
                       .cookie = BRN_COOKIE};
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
                                               .min_dihedral = tets.min_dihedral,
                                               .max_dihedral = tets.max_dihedral,
                                               .surface_volume = rules->part[i].volume};
  }
  return def->measure ? brn__measure(ctx, rules, def, mesh, report) : BRN_OK;
}

void brn_tetra_report_clear(BrnContext* ctx, BrnTetraReport* report) {
  brn__free(ctx, report->part);
  *report = (BrnTetraReport){0};
}

// -------------------------------------------------------------------------------------------- work

static BrnStatus build(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                       BrnWork* work, BrnTetraReport* report) {
  BrnTetraPlan plan;
  int air = rules->part_count;
  BRN_TRY(brn__plan_create(ctx, rules, &plan));
  BrnStatus status = brn__form(ctx, def, rules, &plan, work, report);
  brn__plan_destroy(ctx, &plan);
  BRN_TRY(status);
  BRN_TRY(brn__judge_lost(ctx, def, rules, work, report->size));
  BRN_TRY(brn__bridge_warn(ctx, rules, def, work));
  double start = brn__seconds();
  BRN_TRY(brn__work_keep_air(ctx, work, air));
  BRN_TRY(brn__work_compact(ctx, work, air + 1));
  brn__work_find_on(work);
  BRN_TRY(brn__improve(ctx, rules, def, report->size, work));
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
  // who owns which point, the lattice cut by that, and the mesh of what has owners
  BRN_TRY(brn__rules_create(ctx, def, &rules));
  BrnStatus status = build(ctx, def, &rules, &work, &own);
  if (status == BRN_OK) status = to_mesh(ctx, def, &rules, &work, out);
  if (status == BRN_OK && report) status = make_report(ctx, def, &rules, *out, &own);
  brn__work_free(ctx, &work);
  brn__rules_destroy(ctx, &rules);
  own.seconds[3] = brn__seconds() - start;
  // the report is the caller's if it was asked for
  if (status == BRN_OK && report) {
    *report = own;
    return BRN_OK;
  }
  // else its lists go
  brn_tetra_report_clear(ctx, &own);
  if (status == BRN_OK) return BRN_OK;
  brn_mesh_destroy(ctx, *out);
  *out = NULL;
  return status;
}
