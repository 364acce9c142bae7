// SPDX-License-Identifier: Apache-2.0

#include "anatomy/bridges.h"
#include "anatomy/mesh_cache.h"

#include "core/vec.h"
#include "mesh/mesh.h"

#include <string.h>

// The labelled mesh: cut from the surfaces, or the source as it came but for points that no tet
// has and tets that stand on their head.

// ---------------------------------------------------------------------------------- from surfaces

static void pass_on(void* user, const char* stage, double fraction) {
  brn__build_progress(user, stage, fraction);
}

static BrnTetraDef tetra_def(BrnBuild* build, const BrnTetraPart* part, const BrnBridges* bridges) {
  const BrnSceneMesh* wanted = &build->scene->mesh;
  BrnTetraDef def = brn_tetra_def_default();
  def.part = part;
  def.part_count = build->model->part_count;
  def.bridge = bridges->bridge;
  def.bridge_count = bridges->count;
  def.size = wanted->size > 0 ? wanted->size : 0;
  def.tets = wanted->tets;
  def.thickness = wanted->thickness;
  def.thin_levels = wanted->thin_levels;
  def.passes = wanted->passes;
  def.measure = false; // nobody reads the report
  def.refused = build->def->refused;
  def.progress = pass_on;
  def.progress_user = build;
  return def;
}

// bones keep their shape where parts overlap, then tendons
static int priority(BrnPartKind kind) {
  return kind == BRN_PART_BONE ? 2 : kind == BRN_PART_TENDON ? 1 : 0;
}

static BrnStatus cut_or_find(BrnBuild* build, const BrnTetraDef* def) {
  BrnContext* ctx = build->ctx;
  BrnMesh** mesh = &build->model->mesh;
  const char* cache = build->def->cache;
  uint64_t key = cache ? brn__mesh_key(def) : 0;
  if (cache) BRN_TRY(brn__mesh_find(ctx, cache, key, mesh));
  build->found = *mesh != NULL;
  if (*mesh) return BRN_OK;
  BRN_TRY(brn__build_at(build, brn_tetra_make(ctx, def, mesh, NULL), "mesh"));
  return cache ? brn__mesh_keep(ctx, cache, key, *mesh) : BRN_OK;
}

static BrnStatus mesh_surfaces(BrnBuild* build, const BrnBridges* bridges) {
  BrnModel* model = build->model;
  BrnTetraPart* part = brn__scratch(build->ctx, model->part_count, BrnTetraPart);
  if (!part) return BRN_NO_MEMORY;
  for (int p = 0; p < model->part_count; p++) {
    part[p] = (BrnTetraPart){.surface = model->surface[model->part[p].surface].mesh,
                             .label = model->part[p].label,
                             .name = model->part[p].name,
                             .priority = priority(model->part[p].kind)};
  }
  BrnTetraDef def = tetra_def(build, part, bridges);
  return cut_or_find(build, &def);
}

static BrnStatus from_surfaces(BrnBuild* build) {
  BrnBridges bridges;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = brn__bridges_find(build, &bridges);
  if (status == BRN_OK) status = mesh_surfaces(build, &bridges);
  brn__bridges_free(build->ctx, &bridges);
  brn__scratch_release(build->ctx, mark);
  return status;
}

// -------------------------------------------------------------------------------- from the source

static int number_vertices(const BrnMesh* source, int* to) {
  for (int v = 0; v < source->vertex_count; v++) to[v] = -1;
  for (size_t i = 0; i < 4 * (size_t)source->tet_count; i++) to[source->tet[i]] = 0;
  int count = 0;
  for (int v = 0; v < source->vertex_count; v++) {
    if (to[v] == 0) to[v] = count++;
  }
  return count;
}

static BrnStatus name_labels(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    BRN_TRY(brn_mesh_name_label(build->ctx, model->mesh, BRN_ON_TET, part->label, part->name));
  }
  return BRN_OK;
}

static BrnStatus copy_source(BrnBuild* build, const int* to, int vertex_count) {
  const BrnMesh* source = build->source;
  BRN_TRY(brn_mesh_create(build->ctx, vertex_count, 0, source->tet_count, &build->model->mesh));
  BrnMesh* mesh = build->model->mesh;
  BRN_TRY(brn__mesh_need_tet_labels(build->ctx, mesh));
  for (int v = 0; v < source->vertex_count; v++) {
    if (to[v] < 0) continue;
    brn__copy3(mesh->position + 3 * (size_t)to[v], source->position + 3 * (size_t)v);
  }
  for (size_t i = 0; i < 4 * (size_t)source->tet_count; i++) mesh->tet[i] = to[source->tet[i]];
  for (int t = 0; t < source->tet_count; t++) mesh->tet_label[t] = build->source_part[t] + 1;
  return name_labels(build);
}

static void turn_upright(BrnBuild* build) {
  BrnMesh* mesh = build->model->mesh;
  int turned = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    int* c = mesh->tet + 4 * (size_t)t;
    const double* p = mesh->position;
    double volume = brn__tet_volume(p + 3 * (size_t)c[0], p + 3 * (size_t)c[1],
                                    p + 3 * (size_t)c[2], p + 3 * (size_t)c[3]);
    if (!(volume < 0)) continue;
    int swap = c[2];
    c[2] = c[3], c[3] = swap;
    turned++;
  }
  if (turned == 0 || turned == mesh->tet_count) return; // a file's own order of corners
  brn__log(build->ctx, BRN_LOG_WARNING,
           "mesh: %d of %d tets were inside out and have been turned; look for folds there", turned,
           mesh->tet_count);
}

static BrnStatus from_source(BrnBuild* build) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  int* to = brn__scratch(build->ctx, build->source->vertex_count, int);
  BrnStatus status = BRN_NO_MEMORY;
  if (to) {
    int count = number_vertices(build->source, to);
    int orphans = build->source->vertex_count - count;
    if (orphans > 0) {
      brn__log(build->ctx, BRN_LOG_INFO, "mesh: %d points that no tet has are left out", orphans);
    }
    status = copy_source(build, to, count);
  }
  brn__scratch_release(build->ctx, mark);
  if (status == BRN_OK) turn_upright(build);
  return status;
}

// ---------------------------------------------------------------------------------------- quality

static BrnStatus check_quality(BrnBuild* build, const BrnTetReport* report) {
  if (report->degenerate_count > 0) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "mesh: %d tets have no volume, the first is tet %d; mesh the body anew, or "
                     "leave them out",
                     report->degenerate_count, report->first_degenerate);
  }
  if (report->bad_face_count + report->duplicate_count > 0) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "mesh: %d faces have three or more tets and %d tets are there twice; mesh the "
                     "body anew",
                     report->bad_face_count, report->duplicate_count);
  }
  return BRN_OK;
}

static BrnStatus measure_parts(BrnBuild* build) {
  BrnModel* model = build->model;
  BRN_TRY(brn_tet_report(build->ctx, model->mesh, BRN_ALL_LABELS, &build->report.tets));
  BRN_TRY(check_quality(build, &build->report.tets));
  for (int p = 0; p < model->part_count; p++) {
    BrnModelPart* part = &model->part[p];
    BrnTetReport report;
    BRN_TRY(brn_tet_report(build->ctx, model->mesh, part->label, &report));
    part->tet_count = report.tet_count;
    part->component_count = report.component_count;
    part->volume = report.volume;
    part->min_angle = report.min_dihedral;
    part->max_angle = report.max_dihedral;
  }
  return BRN_OK;
}

BrnStatus brn__build_mesh(BrnBuild* build) {
  double start = brn__seconds();
  BRN_TRY(build->source ? from_source(build) : from_surfaces(build));
  build->report.mesh_seconds = brn__seconds() - start;
  return measure_parts(build);
}
