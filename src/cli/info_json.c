// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include <math.h>

// The facts of `brawn info` as JSON: the same numbers, at full precision.

static void set(json_t* object, const char* key, json_t* value) {
  json_object_set_new(object, key, value);
}

static void set_int(json_t* object, const char* key, long long value) {
  set(object, key, json_integer(value));
}

// JSON has no infinity and no NaN: those become null
static void set_real(json_t* object, const char* key, double value) {
  set(object, key, isfinite(value) ? json_real(value) : json_null());
}

static void set_text(json_t* object, const char* key, const char* value) {
  set(object, key, value ? cli_json_text(value) : json_null());
}

static json_t* triple(const double* v) {
  json_t* list = json_array();
  for (int k = 0; k < 3; k++) json_array_append_new(list, json_real(v[k]));
  return list;
}

static json_t* labels_json(const BrnMesh* mesh, BrnDomain on, const int* label, int count) {
  json_t* list = json_array();
  for (int i = 0; i < count; i++) {
    json_t* item = json_object();
    set_int(item, "id", label[i]);
    set_text(item, "name", brn_mesh_label_name(mesh, on, label[i]));
    set_int(item, "count", info_label_size(mesh, on, label[i]));
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
    set_text(item, "name", array->name);
    set_text(item, "on", info_domain_name(array->on));
    set_int(item, "components", array->components);
    set_text(item, "type", info_number_name(array->number));
    set_real(item, "min", low);
    set_real(item, "max", high);
    json_array_append_new(list, item);
  }
  return list;
}

static json_t* surface_json(const BrnSurfaceReport* r) {
  json_t* object = json_object();
  set(object, "closed", json_boolean(r->closed));
  set(object, "oriented", json_boolean(r->oriented));
  set(object, "manifold", json_boolean(r->manifold));
  set_int(object, "components", r->component_count);
  set_int(object, "boundary_edges", r->boundary_edge_count);
  set_int(object, "holes", r->boundary_loop_count);
  set_int(object, "nonmanifold_edges", r->nonmanifold_edge_count);
  set_int(object, "nonmanifold_vertices", r->nonmanifold_vertex_count);
  set_int(object, "misoriented_edges", r->misoriented_edge_count);
  set_int(object, "degenerate_triangles", r->degenerate_triangle_count);
  set_int(object, "duplicate_triangles", r->duplicate_triangle_count);
  set_int(object, "self_intersecting_triangles", r->self_intersection_count);
  set_int(object, "euler_characteristic", r->euler_characteristic);
  set_real(object, "area", r->area);
  set_real(object, "volume", r->volume);
  return object;
}

static json_t* tets_json(const BrnTetReport* r) {
  json_t* object = json_object();
  set_int(object, "components", r->component_count);
  set_int(object, "inverted", r->inverted_count);
  set_int(object, "degenerate", r->degenerate_count);
  set_int(object, "duplicates", r->duplicate_count);
  set_int(object, "slivers", r->sliver_count);
  set_int(object, "bad_faces", r->bad_face_count);
  set_real(object, "volume", r->volume);
  set_real(object, "min_volume", r->min_volume);
  set_real(object, "max_volume", r->max_volume);
  set_real(object, "min_dihedral", r->min_dihedral);
  set_real(object, "max_dihedral", r->max_dihedral);
  set_real(object, "mean_aspect", r->mean_aspect);
  set_real(object, "max_aspect", r->max_aspect);
  set_real(object, "min_edge", r->min_edge);
  set_real(object, "mean_edge", r->mean_edge);
  set_real(object, "max_edge", r->max_edge);
  json_t* histogram = json_array();
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) {
    json_array_append_new(histogram, json_integer(r->dihedral_histogram[i]));
  }
  set(object, "dihedral_histogram", histogram);
  return object;
}

static json_t* findings_json(const InfoFacts* f) {
  static const char* const word[] = {"note", "warning", "error"};
  json_t* list = json_array();
  int shown = f->remark_count < INFO_REMARKS ? f->remark_count : INFO_REMARKS;
  for (int i = 0; i < shown; i++) {
    json_t* item = json_object();
    set_text(item, "severity", "warning");
    set_text(item, "kind", "reading");
    set_text(item, "message", f->remark[i]);
    json_array_append_new(list, item);
  }
  for (int i = 0; i < f->diagnosis->finding_count; i++) {
    const BrnFinding* finding = &f->diagnosis->finding[i];
    json_t* item = json_object();
    set_text(item, "severity", word[finding->severity]);
    set_text(item, "kind", finding->kind);
    set_int(item, "count", finding->count);
    set_int(item, "first", finding->first);
    set_text(item, "message", finding->message);
    set_text(item, "cure", finding->cure);
    json_array_append_new(list, item);
  }
  return list;
}

json_t* info_json(const InfoFacts* f) {
  const BrnMesh* m = f->mesh;
  json_t* object = json_object();
  set_text(object, "file", f->path);
  set_int(object, "bytes", f->bytes);
  set_int(object, "points", m->vertex_count);
  set_int(object, "triangles", m->triangle_count);
  set_int(object, "tets", m->tet_count);
  set(object, "low", triple(f->low));
  set(object, "high", triple(f->high));
  set_text(object, "unit_guess", f->unit_guess);
  set(object, "labels", labels_json(m, BRN_ON_TET, f->tet_label, f->tet_label_count));
  set(object, "groups",
      labels_json(m, BRN_ON_TRIANGLE, f->triangle_label, f->triangle_label_count));
  set(object, "arrays", arrays_json(m));
  if (m->triangle_count > 0) set(object, "surface", surface_json(&f->diagnosis->surface));
  if (m->tet_count > 0) set(object, "solid", tets_json(&f->diagnosis->tets));
  set_int(object, "errors", f->diagnosis->error_count);
  set_int(object, "warnings", f->diagnosis->warning_count + f->remark_count);
  set(object, "findings", findings_json(f));
  return object;
}

json_t* info_failure_json(const char* path, BrnStatus status, const char* message) {
  json_t* object = json_object();
  set_text(object, "file", path);
  set_text(object, "error", message);
  set_text(object, "status", brn_status_name(status));
  return object;
}

json_t* info_collection_json(const char* path, const BrnCollection* collection) {
  json_t* steps = json_array();
  for (int i = 0; i < collection->step_count; i++) {
    json_t* step = json_object();
    set_real(step, "time", collection->time[i]);
    set_int(step, "part", collection->part[i]);
    set_text(step, "file", collection->file[i]);
    json_array_append_new(steps, step);
  }
  json_t* object = json_object();
  set_text(object, "file", path);
  set(object, "steps", steps);
  return object;
}
