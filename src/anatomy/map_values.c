// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a painted map, from an array of a mesh file or from a text file.

#include "anatomy/map.h"

#include "anatomy/pieces.h"
#include "io/source.h"

static bool is_share(double value) { return value >= 0 && value <= 1; }

// ----------------------------------------------------------------------------------------- array

static BrnStatus find_array(BrnBuild* build, const char* where, const BrnMesh* mesh,
                            const char* name, const BrnArray** out) {
  BrnSpelling spelling = {.word = name};
  *out = brn_mesh_find_array(mesh, name, BRN_ON_VERTEX);
  if (*out) return BRN_OK;
  for (int i = 0; i < mesh->array_count; i++) {
    if (mesh->array[i].on == BRN_ON_VERTEX) brn__spelling_offer(&spelling, mesh->array[i].name);
  }
  return brn__spelling_fail(build, where, "vertex array", &spelling);
}

static BrnStatus read_array(BrnBuild* build, const char* where, const BrnMesh* mesh,
                            const char* name, double* out) {
  const BrnArray* array;
  BRN_TRY(find_array(build, where, mesh, name, &array));
  if (array->components != 1) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: the array \"%s\" has %d numbers per vertex, but a map is one", where,
                     name, array->components);
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    out[v] = array->value[v];
    if (is_share(out[v])) continue;
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: the array \"%s\" is %g at vertex %d, but must be 0 to 1", where, name,
                     out[v], v);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- text file

static BrnStatus parse(BrnText* text, int count, double* out) {
  BrnSlice word;
  for (int v = 0; v < count; v++) {
    if (!brn__text_peek(text, &word)) {
      return brn__text_fail(text, "the file ends after %d numbers; there are %d vertices", v,
                            count);
    }
    BRN_TRY(brn__text_double(text, &out[v], "the number of vertex", v));
    if (is_share(out[v])) continue;
    return brn__text_fail(text, "the number of vertex %d is %g, but must be 0 to 1", v, out[v]);
  }
  if (!brn__text_word(text, &word)) return BRN_OK;
  return brn__text_fail(text, "there are more numbers than the %d vertices: \"%s\"", count,
                        BRN_SHOW(word));
}

static BrnStatus read_file(BrnBuild* build, const char* file, int count, double* out) {
  BrnContext* ctx = build->ctx;
  BrnSource source;
  char* path = brn__build_path(build, file);
  if (!path) return BRN_NO_MEMORY;
  BrnStatus status = brn__source_open(ctx, path, &source);
  if (status == BRN_OK) {
    BrnText text = brn__text(ctx, &source, '#');
    status = parse(&text, count, out);
    brn__source_close(ctx, &source);
  }
  return status;
}

BrnStatus brn__map_values(BrnBuild* build, const char* where, const BrnSceneMap* map,
                          const BrnMesh* mesh, double* out) {
  if (map->file) {
    return brn__build_at(build, read_file(build, map->file, mesh->vertex_count, out), "%s", where);
  }
  return read_array(build, where, mesh, map->array, out);
}
