// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include <math.h>

// The facts of `brawn info` as JSON: the same numbers, at full precision.

// @param volume of each; NULL: it has none
static json_t* labels_json(const BrnMesh* mesh, BrnDomain on, const int* label, int count,
                           const double* volume) {
  json_t* list = json_array();
  for (int i = 0; i < count; i++) {
    json_t* item = json_object();
    cli_put_int(item, "id", label[i]);
    cli_put_text(item, "name", brn_mesh_label_name(mesh, on, label[i]));
    cli_put_int(item, "count", info_label_size(mesh, on, label[i]));
    if (volume) cli_put_real(item, "volume", volume[i]);
    json_array_append_new(list, item);
  }
  return list;
}

static json_t* arrays_json(const BrnMesh* mesh) {
  json_t* list = json_array();
  for (int i = 0; i < mesh->array_count; i++) {
    const BrnArray* array = &mesh->array[i];
    double low, high;
    info_array_range(mesh, array, &low, &high);
    json_t* item = json_object();
    cli_put_text(item, "name", array->name);
    cli_put_text(item, "on", info_domain_name(array->on));
    cli_put_int(item, "components", array->components);
    cli_put_text(item, "type", info_number_name(array->number));
    cli_put_real(item, "min", low);
    cli_put_real(item, "max", high);
    json_array_append_new(list, item);
  }
  return list;
}

static json_t* surface_json(const BrnSurfaceReport* r) {
  json_t* object = json_object();
  cli_put_bool(object, "closed", r->closed);
  cli_put_bool(object, "oriented", r->oriented);
  cli_put_bool(object, "manifold", r->manifold);
  cli_put_int(object, "components", r->component_count);
  cli_put_int(object, "boundary_edges", r->boundary_edge_count);
  cli_put_int(object, "holes", r->boundary_loop_count);
  cli_put_int(object, "nonmanifold_edges", r->nonmanifold_edge_count);
  cli_put_int(object, "nonmanifold_vertices", r->nonmanifold_vertex_count);
  cli_put_int(object, "misoriented_edges", r->misoriented_edge_count);
  cli_put_int(object, "degenerate_triangles", r->degenerate_triangle_count);
  cli_put_int(object, "duplicate_triangles", r->duplicate_triangle_count);
  cli_put_int(object, "self_intersecting_triangles", r->self_intersection_count);
  cli_put_int(object, "euler_characteristic", r->euler_characteristic);
  cli_put_real(object, "area", r->area);
  cli_put_real(object, "volume", r->volume);
  return object;
}

static json_t* shells_json(const InfoFacts* f) {
  json_t* list = json_array();
  for (int i = 0; i < f->shell_count; i++) {
    const BrnShell* shell = &f->shell[i];
    json_t* item = json_object();
    cli_put_text(item, "state", info_shell_state(shell));
    cli_put_int(item, "first_triangle", shell->first_triangle);
    cli_put_int(item, "triangles", shell->triangle_count);
    cli_put_real(item, "area", shell->area);
    cli_put_real(item, "volume", shell->volume);
    cli_put(item, "low", cli_json_triple(shell->low));
    cli_put(item, "high", cli_json_triple(shell->high));
    json_array_append_new(list, item);
  }
  return list;
}

static json_t* tets_json(const BrnTetReport* r) {
  json_t* object = json_object();
  cli_put_int(object, "components", r->component_count);
  cli_put_int(object, "inverted", r->inverted_count);
  cli_put_int(object, "degenerate", r->degenerate_count);
  cli_put_int(object, "duplicates", r->duplicate_count);
  cli_put_int(object, "slivers", r->sliver_count);
  cli_put_int(object, "bad_faces", r->bad_face_count);
  cli_put_real(object, "volume", r->volume);
  cli_put_real(object, "min_volume", r->min_volume);
  cli_put_real(object, "max_volume", r->max_volume);
  cli_put_real(object, "min_dihedral", r->min_dihedral);
  cli_put_real(object, "max_dihedral", r->max_dihedral);
  cli_put_real(object, "mean_aspect", r->mean_aspect);
  cli_put_real(object, "max_aspect", r->max_aspect);
  cli_put_real(object, "min_edge", r->min_edge);
  cli_put_real(object, "mean_edge", r->mean_edge);
  cli_put_real(object, "max_edge", r->max_edge);
  json_t* histogram = json_array();
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) {
    json_array_append_new(histogram, json_integer(r->dihedral_histogram[i]));
  }
  cli_put(object, "dihedral_histogram", histogram);
  return object;
}

static json_t* findings_json(const InfoFacts* f) {
  static const char* const word[] = {"note", "warning", "error"};
  json_t* list = json_array();
  int shown = f->remark_count < INFO_REMARKS ? f->remark_count : INFO_REMARKS;
  for (int i = 0; i < shown; i++) {
    json_t* item = json_object();
    cli_put_text(item, "severity", "warning");
    cli_put_text(item, "kind", "reading");
    cli_put_text(item, "message", f->remark[i]);
    json_array_append_new(list, item);
  }
  for (int i = 0; i < f->diagnosis->finding_count; i++) {
    const BrnFinding* finding = &f->diagnosis->finding[i];
    json_t* item = json_object();
    cli_put_text(item, "severity", word[finding->severity]);
    cli_put_text(item, "kind", finding->kind);
    cli_put_int(item, "count", finding->count);
    cli_put_int(item, "first", finding->first);
    cli_put_text(item, "message", finding->message);
    cli_put_text(item, "cure", finding->cure);
    json_array_append_new(list, item);
  }
  return list;
}

json_t* info_json(const InfoFacts* f) {
  const BrnMesh* m = f->mesh;
  json_t* object = json_object();
  cli_put_text(object, "file", f->path);
  cli_put_int(object, "bytes", f->bytes);
  cli_put_int(object, "points", m->vertex_count);
  cli_put_int(object, "triangles", m->triangle_count);
  cli_put_int(object, "tets", m->tet_count);
  cli_put(object, "low", cli_json_triple(f->low));
  cli_put(object, "high", cli_json_triple(f->high));
  cli_put_text(object, "unit_guess", f->unit_guess);
  cli_put(object, "labels",
          labels_json(m, BRN_ON_TET, f->tet_label, f->tet_label_count, f->label_volume));
  cli_put(object, "groups",
          labels_json(m, BRN_ON_TRIANGLE, f->triangle_label, f->triangle_label_count, NULL));
  cli_put(object, "arrays", arrays_json(m));
  if (m->triangle_count > 0) cli_put(object, "surface", surface_json(&f->diagnosis->surface));
  if (m->triangle_count > 0) cli_put(object, "shells", shells_json(f));
  if (m->tet_count > 0) cli_put(object, "solid", tets_json(&f->diagnosis->tets));
  cli_put_int(object, "errors", f->diagnosis->error_count);
  cli_put_int(object, "warnings", f->diagnosis->warning_count + f->remark_count);
  cli_put(object, "findings", findings_json(f));
  return object;
}

json_t* info_failure_json(const char* path, BrnStatus status, const char* message) {
  json_t* object = json_object();
  cli_put_text(object, "file", path);
  cli_put_text(object, "error", message);
  cli_put_text(object, "status", brn_status_name(status));
  return object;
}

json_t* info_collection_json(const char* path, const BrnCollection* collection) {
  json_t* steps = json_array();
  for (int i = 0; i < collection->step_count; i++) {
    json_t* step = json_object();
    cli_put_real(step, "time", collection->time[i]);
    cli_put_int(step, "part", collection->part[i]);
    cli_put_text(step, "file", collection->file[i]);
    json_array_append_new(steps, step);
  }
  json_t* object = json_object();
  cli_put_text(object, "file", path);
  cli_put(object, "steps", steps);
  return object;
}
