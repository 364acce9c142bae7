// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include "core/vec.h"
#include "fibre/region.h"
#include "motion/clip.h"

#include <string.h>

// The direction of the fibres in each tet of a strand, from what the scene names.

// ---------------------------------------------------------------------------------------- pennate

// away from the selected aponeurosis: along the heat of an even source that it cools
static BrnStatus across_selection(BrnBuild* build, const BrnStrand* strand, const char* select,
                                  double* across) {
  BrnVertexList list;
  BRN_TRY(brn__build_select(build, select, &list));
  int count = 0;
  for (int i = 0; i < list.count; i++) {
    if (brn__region_find_vertex(strand->region, list.vertex[i]) < 0) continue;
    list.vertex[count++] = list.vertex[i];
  }
  double* heat = brn__scratch(build->ctx, strand->region->mesh->vertex_count, double);
  BrnPotentialDef def = brn_potential_def_default();
  def.origin = (BrnVertexSet){list.vertex, count};
  def.source = true;
  BrnPotentialReport report;
  BrnStatus status = heat ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK && count == 0) {
    status = brn__fail(build->ctx, BRN_INVALID,
                       "%s.fibres.aponeurosis: \"%s\" has no vertex of this muscle", strand->where,
                       select);
  }
  if (status == BRN_OK) {
    status = brn_potential_solve(build->ctx, strand->region, &def, heat, &report);
  }
  brn__free(build->ctx, list.vertex);
  BRN_TRY(status);
  return brn_fibre_from_potential(build->ctx, strand->region, heat, NULL, across, NULL);
}

static BrnStatus pennate(BrnBuild* build, BrnStrand* strand, const BrnSceneFibres* fibres,
                         int* flat) {
  const BrnRegion* region = strand->region;
  BrnFibreReport along = {0}, lean = {0};
  double* across = brn__scratch(build->ctx, 3 * (size_t)region->mesh->tet_count, double);
  if (!across) return BRN_NO_MEMORY;
  if (fibres->aponeurosis) {
    BRN_TRY(across_selection(build, strand, fibres->aponeurosis, across));
  } else {
    const BrnScenePlane* plane = fibres->plane;
    BRN_TRY(brn__build_at(
        build, brn_fibre_from_plane(build->ctx, region, plane->point, plane->normal, across),
        "%s.fibres.plane", strand->where));
  }
  BRN_TRY(brn_fibre_from_potential(build->ctx, region, strand->u, NULL, strand->direction, &along));
  BRN_TRY(brn_fibre_pennate(build->ctx, region, strand->direction, across, fibres->angle,
                            strand->direction, &lean));
  *flat = along.flat_count + lean.flat_count;
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- spline

static BrnStatus from_spline(BrnBuild* build, BrnStrand* strand, const BrnSceneSpline* given,
                             int* flat) {
  BrnSplineDef def = brn_spline_def_default();
  for (int i = 0; i < 3; i++) {
    def.count[i] = given->count[i], def.degree[i] = given->degree[i];
  }
  def.control = given->control;
  BrnSpline* spline;
  BrnFibreReport report = {0};
  BRN_TRY(brn__build_at(build, brn_spline_create(build->ctx, &def, &spline), "%s.fibres",
                        strand->where));
  BrnStatus status =
      brn_fibre_from_spline(build->ctx, strand->region, spline, strand->direction, &report);
  brn_spline_destroy(build->ctx, spline);
  // all outside: most likely units or the order of the control points are not what was meant
  if (status == BRN_OK && report.beyond_count == strand->region->mesh->tet_count) {
    return brn__fail(
        build->ctx, BRN_INVALID,
        "%s.fibres.spline: all of the muscle is outside of the solid, the farthest tet "
        "by %g m; `control` is in the scene's units, w runs fastest, then v",
        strand->where, report.max_beyond);
  }
  if (status == BRN_OK && report.beyond_count > 0) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "%s: %d tets are outside of the spline solid, the farthest by %g m; they take the "
             "direction of its nearest point",
             strand->where, report.beyond_count, report.max_beyond);
  }
  *flat = report.flat_count;
  return status;
}

// ------------------------------------------------------------------------------------------- file

static BrnStatus find_vectors(BrnBuild* build, const BrnStrand* strand, const BrnMesh* mesh,
                              const char* file, const char* name, const BrnArray** out) {
  *out = brn_mesh_find_array(mesh, name, BRN_ON_TET);
  if (!*out || (*out)->components != 3) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s.fibres: %s has no tet array \"%s\" of three numbers; name it in `array`",
                     strand->where, file, name);
  }
  if (mesh->tet_count == build->model->mesh->tet_count) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "%s.fibres: %s has %d tets, but the mesh has %d; fibres need a row for each",
                   strand->where, file, mesh->tet_count, build->model->mesh->tet_count);
}

// vectors turn with the file's axes, but shapes of our own are made upright
static BrnStatus take_vectors(BrnBuild* build, BrnStrand* strand, const BrnArray* array,
                              bool upright) {
  size_t nt = (size_t)build->model->mesh->tet_count;
  double* turned = brn__scratch(build->ctx, 3 * nt, double);
  if (!turned) return BRN_NO_MEMORY;
  BrnAxes axes = brn__axes(upright ? 'y' : build->read.up);
  for (size_t t = 0; t < nt; t++) {
    for (int i = 0; i < 3; i++) {
      turned[3 * t + (size_t)axes.to[i]] = axes.sign[i] * array->value[3 * t + (size_t)i];
    }
  }
  return brn__build_at(build,
                       brn_fibre_given(build->ctx, strand->region, turned, strand->direction),
                       "%s.fibres", strand->where);
}

static BrnStatus from_file(BrnBuild* build, BrnStrand* strand, const BrnSceneFibres* fibres) {
  const char* name = fibres->array ? fibres->array : "fibre";
  const BrnArray* array;
  if (!fibres->file) {
    bool shape = build->scene->mesh.shape != NULL;
    const char* file = shape ? "mesh.shape" : build->scene->mesh.file;
    BRN_TRY(find_vectors(build, strand, build->source, file, name, &array));
    return take_vectors(build, strand, array, shape);
  }
  BrnMesh* mesh = NULL;
  char* path = brn__build_path(build, fibres->file);
  if (!path) return BRN_NO_MEMORY;
  BRN_TRY(brn__build_at(build, brn_mesh_read(build->ctx, path, &build->read, &mesh),
                        "%s.fibres.file", strand->where));
  BrnStatus status = find_vectors(build, strand, mesh, fibres->file, name, &array);
  if (status == BRN_OK) status = take_vectors(build, strand, array, false);
  brn_mesh_destroy(build->ctx, mesh);
  return status;
}

// --------------------------------------------------------------------------------------- choosing

static BrnStatus from_potential(BrnBuild* build, BrnStrand* strand, int* flat) {
  BrnFibreReport report;
  BRN_TRY(brn_fibre_from_potential(build->ctx, strand->region, strand->u, NULL, strand->direction,
                                   &report));
  *flat = report.flat_count;
  if (report.bare_count > 0) {
    brn__log(build->ctx, BRN_LOG_WARNING, "%s: %d tets have no fibre at all, the first is tet %d",
             strand->where, report.bare_count, report.first_bare);
  }
  return BRN_OK;
}

static BrnStatus constant(BrnBuild* build, BrnStrand* strand, const double axis[3]) {
  return brn__build_at(build,
                       brn_fibre_constant(build->ctx, strand->region, axis, strand->direction),
                       "%s.fibres", strand->where);
}

BrnStatus brn__strand_directions(BrnBuild* build, BrnStrand* strand, const BrnSceneFibres* fibres,
                                 int* flat) {
  *flat = 0;
  switch (fibres->from) {
  case BRN_FIBRES_LAPLACE: return from_potential(build, strand, flat);
  case BRN_FIBRES_PENNATE: return pennate(build, strand, fibres, flat);
  case BRN_FIBRES_CONSTANT: return constant(build, strand, fibres->axis);
  case BRN_FIBRES_SPLINE: return from_spline(build, strand, fibres->spline, flat);
  case BRN_FIBRES_FILE: return from_file(build, strand, fibres);
  }
  return BRN_OK;
}
