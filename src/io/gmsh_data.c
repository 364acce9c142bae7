// SPDX-License-Identifier: Apache-2.0
//
// $NodeData and $ElementData: named arrays. A section is one time step of one array; where there
// are several of a name, the last one wins. What a section has no value for is 0.

#include "io/gmsh.h"

#include <string.h>

enum { MOST_ARRAYS = 4096 };

// ---------------------------------------------------------------------------------------- reading

typedef struct Data {
  BrnGmsh* g;
  const BrnTagMap* map; // tag to vertex or element
  bool on_nodes;
  char* name;
  int components, count;
  int array[4]; // index of the mesh's array on each domain; -1: not touched yet
  bool clashes; // an array of that name has another width
  int strays;   // values for elements that are not kept
} Data;

// "count, strings, count, reals, count, integers": name; time; step, components, items
static BrnStatus read_data_header(Data* d) {
  BrnGmsh* g = d->g;
  int count, integer[3] = {0, 0, 0}, skipped;
  double real;
  BrnSlice name = {"data", 4}, more;
  BRN_TRY(brn__text_count(&g->text, &count, 3, "number of string tags"));
  for (int i = 0; i < count; i++) {
    BRN_TRY(brn__gmsh_quoted(g, i == 0 ? &name : &more, "the name of the data"));
  }
  BRN_TRY(brn__text_count(&g->text, &count, 2, "number of real tags"));
  for (int i = 0; i < count; i++) BRN_TRY(brn__text_double(&g->text, &real, "real tag", i));
  BRN_TRY(brn__text_count(&g->text, &count, 2, "number of integer tags"));
  if (count < 3) {
    return brn__text_fail(&g->text, "expected 3 integer tags (step, components, items), found %d",
                          count);
  }
  for (int i = 0; i < count; i++) {
    BRN_TRY(brn__text_int(&g->text, i < 3 ? &integer[i] : &skipped, "integer tag", i));
  }
  BRN_TRY(brn__gmsh_end_line(g));
  d->components = integer[1];
  d->count = integer[2];
  if (d->components < 1 || d->components > 9) {
    return brn__text_fail(&g->text, "data of %d components, expected 1, 3 or 9", d->components);
  }
  d->name = brn__strndup(g->ctx, name.start, name.length);
  return d->name ? BRN_OK : BRN_NO_MEMORY;
}

// One value makes a whole array, or wipes an older step of it. Files that hold the values they are
// made for never get near this limit.
static BrnStatus spend(BrnGmsh* g, const char* name, size_t numbers) {
  if (g->mesh->array_count <= MOST_ARRAYS && numbers <= g->data_budget) {
    g->data_budget -= numbers;
    return BRN_OK;
  }
  return brn__fail(g->ctx, BRN_UNSUPPORTED,
                   "%s: data \"%s\": too many sections that hold a few values of many",
                   g->source->name, name);
}

// the array that values on a domain go to; an older step of it is wiped
static BrnStatus touch_array(Data* d, BrnDomain on, BrnArray** out) {
  BrnMesh* mesh = d->g->mesh;
  int* index = &d->array[on];
  if (*index < 0) {
    const BrnArray* old = brn_mesh_find_array(mesh, d->name, on);
    int width = old ? old->components : d->components;
    size_t numbers = (size_t)brn_mesh_item_count(mesh, on) * (size_t)width;
    BRN_TRY(spend(d->g, d->name, numbers));
    *index = old ? (int)(old - mesh->array) : mesh->array_count;
    if (!old) {
      BRN_TRY(brn_mesh_add_array(d->g->ctx, mesh, d->name, on, d->components, BRN_F64, NULL));
    }
    d->clashes |= width != d->components;
    if (!d->clashes) memset(mesh->array[*index].value, 0, numbers * sizeof(double));
  }
  *out = &mesh->array[*index];
  return BRN_OK;
}

static BrnStatus put_values(Data* d, int item, BrnDomain on, const double* value, int copies) {
  BrnArray* array;
  BRN_TRY(touch_array(d, on, &array));
  for (int c = 0; c < copies && !d->clashes; c++) {
    double* to = array->value + (size_t)(item + c) * (size_t)d->components;
    memcpy(to, value, sizeof(double) * (size_t)d->components);
  }
  return BRN_OK;
}

static BrnStatus read_values(Data* d, int index) {
  BrnGmsh* g = d->g;
  double value[9];
  int tag;
  BRN_TRY(brn__gmsh_int(g, &tag, "tag of value", index));
  for (int k = 0; k < d->components; k++) {
    BRN_TRY(brn__gmsh_double(g, &value[k], "component of value", index));
  }
  int found = brn__tag_map_find(d->map, tag);
  if (d->on_nodes && found < 0) {
    return brn__gmsh_fail(g, "data \"%s\" has a value for node %d, which is not in $Nodes", d->name,
                          tag);
  }
  if (d->on_nodes) return put_values(d, found, BRN_ON_VERTEX, value, 1);
  if (found < 0) {
    d->strays++;
    return BRN_OK;
  }
  const BrnGmshElement* e = &g->element[found];
  if (e->type == BRN_GMSH_TET) return put_values(d, e->item, BRN_ON_TET, value, 1);
  return put_values(d, e->item, BRN_ON_TRIANGLE, value, e->type == BRN_GMSH_QUAD ? 2 : 1);
}

static BrnStatus read_section(Data* d, const BrnGmshSection* section) {
  BrnGmsh* g = d->g;
  brn__gmsh_enter(g, section);
  BRN_TRY(read_data_header(d));
  size_t numbers = (size_t)d->components;
  BRN_TRY(brn__gmsh_check_count(g, d->count, 2 + 2 * numbers, 4 + 8 * numbers, "values"));
  for (int i = 0; i < d->count; i++) BRN_TRY(read_values(d, i));
  if (d->clashes) {
    brn__log(g->ctx, BRN_LOG_WARNING, "%s: data \"%s\" left out: an earlier one has another width",
             g->source->name, d->name);
  }
  if (d->strays > 0) {
    brn__log(g->ctx, BRN_LOG_INFO, "%s: data \"%s\": %d values of elements that are not kept",
             g->source->name, d->name, d->strays);
  }
  return brn__gmsh_leave(g, section);
}

static BrnStatus map_elements(BrnGmsh* g, BrnTagMap* map) {
  for (size_t i = 0; i < g->element_count; i++) {
    int found;
    BRN_TRY(brn__tag_map_add(g->ctx, map, g->element[i].tag, (int)i, &found));
  }
  return BRN_OK;
}

static BrnStatus read_data(BrnGmsh* g, const char* name, const BrnTagMap* map) {
  for (size_t i = 0; i < g->section_count; i++) {
    if (!brn__slice_is(g->section[i].name, name)) continue;
    Data data = {.g = g, .map = map, .on_nodes = map == &g->node, .array = {-1, -1, -1, -1}};
    BrnStatus status = read_section(&data, &g->section[i]);
    brn__free(g->ctx, data.name);
    BRN_TRY(status);
  }
  return BRN_OK;
}

// values at the corners of elements differ between neighbours, which no array of a mesh can
static void log_corner_data(const BrnGmsh* g) {
  size_t count = 0;
  for (size_t i = 0; i < g->section_count; i++) {
    count += brn__slice_is(g->section[i].name, "ElementNodeData");
  }
  if (count == 0) return;
  brn__log(g->ctx, BRN_LOG_WARNING, "%s: %zu sections $ElementNodeData left out", g->source->name,
           count);
}

BrnStatus brn__gmsh_read_data(BrnGmsh* g) {
  g->data_budget = 2 * g->source->size;
  log_corner_data(g);
  BRN_TRY(read_data(g, "NodeData", &g->node));
  if (!brn__gmsh_section(g, "ElementData")) return BRN_OK;
  BrnTagMap elements = {0};
  BrnStatus status = map_elements(g, &elements);
  if (status == BRN_OK) status = read_data(g, "ElementData", &elements);
  brn__tag_map_free(g->ctx, &elements);
  return status;
}

// ---------------------------------------------------------------------------------------- writing

// Gmsh takes scalars, vectors and tensors
static int padded(int components) {
  if (components == 1) return 1;
  return components <= 3 ? 3 : 9;
}

static void write_data_header(const BrnGmshOut* out, const BrnArray* array, int count) {
  const char* kind = array->on == BRN_ON_VERTEX ? "Node" : "Element";
  brn__sink_printf(out->sink, "$%sData\n1\n", kind);
  brn__gmsh_put_quoted(out->sink, array->name);
  brn__sink_printf(out->sink, "1\n0\n3\n0\n%d\n%d\n", padded(array->components), count);
}

static void put_value(const BrnGmshOut* out, const BrnArray* array, int item, int tag) {
  const double* value = array->value + (size_t)item * (size_t)array->components;
  brn__gmsh_put_int(out, tag);
  for (int k = 0; k < padded(array->components); k++) {
    brn__gmsh_put_double(out, k < array->components ? value[k] : 0);
  }
  brn__gmsh_put_end(out);
}

static void write_element_values(const BrnGmshOut* out, const BrnArray* array) {
  for (BrnGmshRun run = {0}; brn__gmsh_next_run(out, &run);) {
    if ((run.type == BRN_GMSH_TET) != (array->on == BRN_ON_TET)) continue;
    int step = run.type == BRN_GMSH_QUAD ? 2 : 1;
    for (int k = 0; k < run.count; k++) put_value(out, array, run.first + step * k, run.tag + k);
  }
}

static int count_elements(const BrnGmshOut* out, bool tets) {
  int count = 0;
  for (BrnGmshRun run = {0}; brn__gmsh_next_run(out, &run);) {
    if ((run.type == BRN_GMSH_TET) == tets) count += run.count;
  }
  return count;
}

static void write_array(const BrnGmshOut* out, const BrnArray* array) {
  const char* ending = array->on == BRN_ON_VERTEX ? "$EndNodeData\n" : "$EndElementData\n";
  if (array->on == BRN_ON_VERTEX) {
    write_data_header(out, array, out->mesh->vertex_count);
    for (int i = 0; i < out->mesh->vertex_count; i++) put_value(out, array, i, i + 1);
  } else {
    write_data_header(out, array, count_elements(out, array->on == BRN_ON_TET));
    write_element_values(out, array);
  }
  if (out->binary) brn__sink_text(out->sink, "\n");
  brn__sink_text(out->sink, ending);
}

void brn__gmsh_write_data(const BrnGmshOut* out) {
  const char* file = brn__sink_name(out->sink);
  for (int i = 0; i < out->mesh->array_count; i++) {
    const BrnArray* array = &out->mesh->array[i];
    if (array->components > 9) {
      brn__log(out->ctx, BRN_LOG_WARNING, "%s: array \"%s\" left out: %d components, Gmsh takes 9",
               file, array->name, array->components);
      continue;
    }
    if (padded(array->components) != array->components) {
      brn__log(out->ctx, BRN_LOG_WARNING, "%s: array \"%s\": %d components filled up to %d by 0",
               file, array->name, array->components, padded(array->components));
    }
    write_array(out, array);
  }
}
