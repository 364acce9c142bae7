// SPDX-License-Identifier: Apache-2.0
//
// Writing TetGen: all arrays of the vertices and tets become attributes, number by number, and the
// label of a tet is its first. Counts from 1.

#include "io/tetgen.h"

#include "io/label_comment.h"

#include <string.h>

static bool is_marker(const BrnArray* array) {
  return array->on == BRN_ON_VERTEX && array->components == 1 && strcmp(array->name, "marker") == 0;
}

static const BrnArray* find_marker(const BrnMesh* mesh) {
  for (int i = 0; i < mesh->array_count; i++) {
    if (is_marker(&mesh->array[i])) return &mesh->array[i];
  }
  return NULL;
}

// numbers of all arrays on a domain, markers apart
static int count_attributes(const BrnMesh* mesh, BrnDomain on) {
  int count = 0;
  for (int i = 0; i < mesh->array_count; i++) {
    const BrnArray* array = &mesh->array[i];
    if (array->on == on && !is_marker(array)) count += array->components;
  }
  return count;
}

static void write_attributes(const BrnMesh* mesh, BrnDomain on, int item, BrnSink* sink) {
  for (int i = 0; i < mesh->array_count; i++) {
    const BrnArray* array = &mesh->array[i];
    if (array->on != on || is_marker(array)) continue;
    for (int k = 0; k < array->components; k++) {
      brn__sink_text(sink, " ");
      brn__sink_number(sink, array->number,
                       array->value[(size_t)item * (size_t)array->components + (size_t)k]);
    }
  }
}

BrnStatus brn__tetgen_write_nodes(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                                  BrnSink* sink) {
  (void)ctx, (void)def;
  const BrnArray* marker = find_marker(mesh);
  int attributes = count_attributes(mesh, BRN_ON_VERTEX);
  brn__sink_printf(sink, "%d 3 %d %d\n", mesh->vertex_count, attributes, marker != NULL);
  for (int i = 0; i < mesh->vertex_count; i++) {
    brn__sink_int(sink, (int64_t)i + 1);
    for (int k = 0; k < 3; k++) {
      brn__sink_text(sink, " ");
      brn__sink_double(sink, mesh->position[3 * (size_t)i + k]);
    }
    write_attributes(mesh, BRN_ON_VERTEX, i, sink);
    if (marker) {
      brn__sink_text(sink, " ");
      brn__sink_number(sink, BRN_I32, marker->value[i]);
    }
    brn__sink_text(sink, "\n");
  }
  return BRN_OK;
}

BrnStatus brn__tetgen_write_tets(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                                 BrnSink* sink) {
  (void)def;
  const int* label = mesh->tet_label;
  int attributes = count_attributes(mesh, BRN_ON_TET) + (label != NULL);
  if (count_attributes(mesh, BRN_ON_VERTEX) + attributes > (label != NULL)) {
    brn__log(ctx, BRN_LOG_INFO, "%s: arrays are written as attributes, without their names",
             brn__sink_name(sink));
  }
  brn__sink_printf(sink, "%d 4 %d\n", mesh->tet_count, attributes);
  brn__label_comments_write(mesh, sink);
  for (int i = 0; i < mesh->tet_count; i++) {
    brn__sink_int(sink, (int64_t)i + 1);
    for (int k = 0; k < 4; k++) {
      brn__sink_text(sink, " ");
      brn__sink_int(sink, (int64_t)mesh->tet[4 * (size_t)i + k] + 1);
    }
    if (label) brn__sink_printf(sink, " %d", label[i]);
    write_attributes(mesh, BRN_ON_TET, i, sink);
    brn__sink_text(sink, "\n");
  }
  return BRN_OK;
}
