// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Which numbers there are to colour by. Those of runs are known; of other files all arrays are.

typedef struct Row {
  const char *name, *title, *unit;
  BrnDomain on;
  double low, high, middle; // NAN: none
  BrnRecipe recipe;
  const char* array;
  int components, component;
  bool hidden;
} Row;

#define STRESS(axes, k)                                                                            \
  {                                                                                                \
    "stress." axes, "stress " axes, "Pa", BRN_ON_TET, NAN, NAN, 0, BRN_VALUE_COMPONENT, "stress",  \
        6, k, true                                                                                 \
  }
#define ALONG(axis, k)                                                                             \
  {"displacement." axis,                                                                           \
   "displacement along " axis,                                                                     \
   "m",                                                                                            \
   BRN_ON_VERTEX,                                                                                  \
   NAN,                                                                                            \
   NAN,                                                                                            \
   0,                                                                                              \
   BRN_VALUE_DISPLACEMENT,                                                                         \
   NULL,                                                                                           \
   3,                                                                                              \
   k,                                                                                              \
   true},                                                                                          \
  {                                                                                                \
    "velocity." axis, "velocity along " axis, "m/s", BRN_ON_VERTEX, NAN, NAN, 0,                   \
        BRN_VALUE_VELOCITY, "velocity", 3, k, true                                                 \
  }

static const Row run_rows[] = {
    {"displacement", "displacement", "m", BRN_ON_VERTEX, NAN, NAN, NAN, BRN_VALUE_DISPLACEMENT,
     NULL, 3, -1, false},
    {"speed", "speed", "m/s", BRN_ON_VERTEX, NAN, NAN, NAN, BRN_VALUE_VELOCITY, "velocity", 3, -1,
     false},
    {"part", "part", "", BRN_ON_TET, NAN, NAN, NAN, BRN_VALUE_PART, NULL, 1, 0, false},
    {"activation", "activation", "", BRN_ON_TET, 0, 1, NAN, BRN_VALUE_ARRAY, "activation", 1, 0,
     false},
    {"stretch", "fibre stretch", "", BRN_ON_TET, NAN, NAN, 1, BRN_VALUE_ARRAY, "stretch", 1, 0,
     false},
    {"stress", "von Mises stress", "Pa", BRN_ON_TET, NAN, NAN, NAN, BRN_VALUE_VON_MISES, "stress",
     6, 0, false},
    {"pressure", "pressure", "Pa", BRN_ON_TET, NAN, NAN, 0, BRN_VALUE_PRESSURE, "stress", 6, 0,
     false},
    {"energy", "energy density", "J/m^3", BRN_ON_TET, NAN, NAN, NAN, BRN_VALUE_ARRAY, "energy", 1,
     0, false},
    {"volume", "volume over that at rest", "", BRN_ON_TET, NAN, NAN, 1, BRN_VALUE_VOLUME, NULL, 1,
     0, false},
    STRESS("xx", 0),
    STRESS("yy", 1),
    STRESS("zz", 2),
    STRESS("xy", 3),
    STRESS("yz", 4),
    STRESS("zx", 5),
    ALONG("x", 0),
    ALONG("y", 1),
    ALONG("z", 2),
};

// the same of a body of surfaces, at its vertices
static const Row surface_rows[] = {
    {"part", "part", "", BRN_ON_VERTEX, NAN, NAN, NAN, BRN_VALUE_PART, NULL, 1, 0, false},
    {"activation", "activation", "", BRN_ON_VERTEX, 0, 1, NAN, BRN_VALUE_ARRAY, "activation", 1, 0,
     false},
    {"stretch", "fibre stretch", "", BRN_ON_VERTEX, NAN, NAN, 1, BRN_VALUE_ARRAY, "stretch", 1, 0,
     false},
    {"volume", "volume over that at rest", "", BRN_ON_VERTEX, NAN, NAN, 1, BRN_VALUE_VOLUME, NULL,
     1, 0, false},
};

static const Row part_row = {"part", "part",         "",   BRN_ON_TET, NAN, NAN,
                             NAN,    BRN_VALUE_PART, NULL, 1,          0,   false};

// ------------------------------------------------------------------------------------------ adding

static bool is_surface_row(const Row* row) {
  return row >= surface_rows && row < surface_rows + sizeof surface_rows / sizeof *surface_rows;
}

static bool is_soft(const Row* row) {
  return row->recipe != BRN_VALUE_PART && (row->on == BRN_ON_TET || is_surface_row(row));
}

static BrnStatus add(BrnReplay* replay, const Row* row) {
  BrnContext* ctx = replay->ctx;
  struct BrnReplayInside* in = replay->inside;
  size_t count = (size_t)in->source_count + 1;
  BRN_TRY(brn__grow_block(ctx, &in->value, count, sizeof *in->value));
  BRN_TRY(brn__grow_block(ctx, &in->source, count, sizeof *in->source));
  char *name = brn__strdup(ctx, row->name), *title = brn__strdup(ctx, row->title);
  char* array = row->array ? brn__strdup(ctx, row->array) : NULL;
  if (!name || !title || (row->array && !array)) {
    brn__free(ctx, name);
    brn__free(ctx, title);
    brn__free(ctx, array);
    return BRN_NO_MEMORY;
  }
  in->value[in->source_count] = (BrnReplayValue){.name = name,
                                                 .title = title,
                                                 .unit = row->unit,
                                                 .on = row->on,
                                                 .soft = is_soft(row),
                                                 .natural = {row->low, row->high},
                                                 .middle = row->middle};
  in->source[in->source_count++] = (BrnValueSource){.recipe = row->recipe,
                                                    .array = array,
                                                    .components = row->components,
                                                    .component = row->component,
                                                    .hidden = row->hidden};
  if (!row->hidden) replay->value_count++;
  replay->value = in->value;
  return BRN_OK;
}

void brn__value_list_free(BrnReplay* replay) {
  struct BrnReplayInside* in = replay->inside;
  for (int i = 0; i < in->source_count; i++) {
    brn__free(replay->ctx, (char*)(uintptr_t)in->value[i].name);
    brn__free(replay->ctx, (char*)(uintptr_t)in->value[i].title);
    brn__free(replay->ctx, in->source[i].array);
  }
  brn__free(replay->ctx, in->value);
  brn__free(replay->ctx, in->source);
}

static bool has_value(const BrnReplay* replay, const char* name) {
  for (int i = 0; i < replay->inside->source_count; i++) {
    if (strcmp(replay->inside->value[i].name, name) == 0) return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------- of a run

static bool has_array(const BrnReplay* replay, const Row* row) {
  if (!row->array || replay->model) return true;
  const BrnArray* array = brn_mesh_find_array(replay->mesh, row->array, row->on);
  return array && array->components == row->components;
}

static BrnStatus add_rows(BrnReplay* replay, bool hidden) {
  for (size_t i = 0; i < sizeof run_rows / sizeof *run_rows; i++) {
    const Row* row = &run_rows[i];
    if (row->on == BRN_ON_TET && replay->mesh->tet_count == 0) continue;
    bool wanted = row->hidden == hidden && has_array(replay, row) && !has_value(replay, row->name);
    if (wanted) BRN_TRY(add(replay, row));
  }
  bool surfaces = replay->model && replay->model->flesh_count > 0 && replay->mesh->tet_count == 0;
  for (size_t i = 0; surfaces && !hidden && i < sizeof surface_rows / sizeof *surface_rows; i++) {
    BRN_TRY(add(replay, &surface_rows[i]));
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- of a mesh

// Names that have a meaning are in the list already, and the length of a velocity is the speed.
static bool is_told(const BrnReplay* replay, const BrnArray* array) {
  bool is_speed = strcmp(array->name, "velocity") == 0 && has_value(replay, "speed");
  return array->on == BRN_ON_TRIANGLE || has_value(replay, array->name) || is_speed ||
         (array->on == BRN_ON_TET && replay->mesh->tet_count == 0);
}

static Row row_of(const BrnArray* array, const char* name, BrnRecipe recipe, int component) {
  return (Row){.name = name,
               .title = name,
               .unit = "",
               .on = array->on,
               .low = NAN,
               .high = NAN,
               .middle = NAN,
               .recipe = recipe,
               .array = array->name,
               .components = array->components,
               .component = component,
               .hidden = recipe == BRN_VALUE_COMPONENT};
}

static BrnStatus add_component(BrnReplay* replay, const BrnArray* array, int k) {
  static const char* const axes[] = {"x", "y", "z"};
  static const char* const pairs[] = {"xx", "yy", "zz", "xy", "yz", "zx"};
  char name[300], number[16];
  snprintf(number, sizeof number, "%d", k);
  const char* end = array->components == 3 ? axes[k] : array->components == 6 ? pairs[k] : number;
  snprintf(name, sizeof name, "%.250s.%s", array->name, end);
  if (has_value(replay, name)) return BRN_OK;
  Row row = row_of(array, name, BRN_VALUE_COMPONENT, k);
  return add(replay, &row);
}

enum {
  MOST_COMPONENTS = 16, // that can be asked for one by one
  MOST_ARRAYS = 256     // of a file
};

static BrnStatus add_arrays(BrnReplay* replay) {
  const BrnMesh* mesh = replay->mesh;
  int count = mesh->array_count < MOST_ARRAYS ? mesh->array_count : MOST_ARRAYS;
  for (int i = 0; i < count; i++) {
    if (is_told(replay, &mesh->array[i])) continue;
    Row row = row_of(&mesh->array[i], mesh->array[i].name, BRN_VALUE_ARRAY, 0);
    BRN_TRY(add(replay, &row));
  }
  for (int i = 0; i < count; i++) {
    const BrnArray* array = &mesh->array[i];
    bool useless = array->on == BRN_ON_TRIANGLE || (array->on == BRN_ON_TET && !mesh->tet_count);
    if (useless || array->components == 1 || array->components > MOST_COMPONENTS) continue;
    for (int k = 0; k < array->components; k++) BRN_TRY(add_component(replay, array, k));
  }
  return BRN_OK;
}

// The mesh of a replay without a model is that of its first frame, with all its arrays.
BrnStatus brn__value_list(BrnReplay* replay) {
  struct BrnReplayInside* in = replay->inside;
  if (in->at_rest && !replay->model) {
    if (replay->mesh->tet_count > 0) BRN_TRY(add(replay, &part_row));
    return add_arrays(replay);
  }
  BRN_TRY(add_rows(replay, false));
  if (replay->model) return add_rows(replay, true);
  BRN_TRY(add_arrays(replay)); // shown ones must come first
  return add_rows(replay, true);
}
