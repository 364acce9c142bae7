// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

#include "brawn/measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Which numbers there are to colour by. Those of runs are the list of measures; of other files all
// arrays are.

typedef struct Row {
  const char *name, *title, *unit;
  BrnDomain on;
  double low, high, middle; // NAN: none
  BrnValueKind recipe;
  const char* array;
  int components, component;
  bool hidden, soft;
} Row;

static const char* const axes[] = {"x", "y", "z"};
static const char* const pairs[] = {"xx", "yy", "zz", "xy", "yz", "zx"};

// ------------------------------------------------------------------------------------------ adding

static BrnStatus add(BrnReplay* replay, const Row* row) {
  BrnContext* ctx = replay->ctx;
  struct BrnReplayInside* in = replay->inside;
  size_t count = (size_t)in->source_count + 1;
  BRN_TRY(brn__grow_block(ctx, &in->value, count, sizeof *in->value));
  BRN_TRY(brn__grow_block(ctx, &in->source, count, sizeof *in->source));
  // texts may be of the caller, so values have copies of their own
  char *name = brn__strdup(ctx, row->name), *title = brn__strdup(ctx, row->title);
  char* array = row->array ? brn__strdup(ctx, row->array) : NULL;
  if (!name || !title || (row->array && !array)) {
    brn__free(ctx, name);
    brn__free(ctx, title);
    brn__free(ctx, array);
    return BRN_NO_MEMORY;
  }
  // what users see of it, and where it comes from
  in->value[in->source_count] = (BrnReplayValue){.name = name,
                                                 .title = title,
                                                 .unit = row->unit,
                                                 .on = row->on,
                                                 .soft = row->soft,
                                                 .natural = {row->low, row->high},
                                                 .middle = row->middle};
  in->source[in->source_count++] = (BrnValueSource){.recipe = row->recipe,
                                                    .array = array,
                                                    .components = row->components,
                                                    .component = row->component,
                                                    .hidden = row->hidden};
  if (!row->hidden) replay->value_count++;
  // the block may have moved
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

static BrnValueKind recipe_of(const BrnMeasure* measure) {
  static const BrnValueKind recipe[] = {
      [BRN_IS_VELOCITY] = BRN_VALUE_VELOCITY, [BRN_IS_DISPLACEMENT] = BRN_VALUE_DISPLACEMENT,
      [BRN_IS_VOLUME] = BRN_VALUE_VOLUME,     [BRN_IS_PRESSURE] = BRN_VALUE_PRESSURE,
      [BRN_IS_PART] = BRN_VALUE_PART,
  };
  if (measure->source != BRN_IS_MEASURED) return recipe[measure->source];
  return measure->shape == BRN_TENSOR ? BRN_VALUE_VON_MISES : BRN_VALUE_ARRAY;
}

// in which array of the frames it is
static const char* array_of(const BrnMeasure* measure) {
  if (measure->source == BRN_IS_PRESSURE) return "stress";
  return measure->in_frames ? measure->name : NULL;
}

// where it is told what is inside: without a model nobody tells what surfaces are
static BrnDomain samples_of(const BrnReplay* replay) {
  return replay->mesh->tet_count > 0 ? BRN_ON_TET : BRN_ON_VERTEX;
}

static BrnDomain domain_of(const BrnReplay* replay, const BrnMeasure* measure) {
  if (measure->of == BRN_OF_SAMPLES) return samples_of(replay);
  return measure->of == BRN_OF_TETS ? BRN_ON_TET : BRN_ON_VERTEX;
}

static Row row_of_measure(const BrnReplay* replay, const BrnMeasure* measure) {
  bool pressure = measure->source == BRN_IS_PRESSURE;
  bool points = measure->of == BRN_OF_VERTICES;
  return (Row){.name = measure->color,
               .title = measure->title,
               .unit = measure->unit ? measure->unit : "",
               .on = domain_of(replay, measure),
               .low = measure->low,
               .high = measure->high,
               .middle = measure->middle,
               .recipe = recipe_of(measure),
               .array = array_of(measure),
               .components = brn_measure_size(pressure ? BRN_TENSOR : measure->shape),
               .component = measure->shape == BRN_VECTOR ? -1 : 0,
               .soft = !points && measure->source != BRN_IS_PART};
}

static bool is_there(const BrnReplay* replay, const BrnMeasure* measure) {
  if (!measure->color) return false;
  if (replay->model) return brn_model_has_measure(replay->model, measure, -1);
  return measure->of == BRN_OF_VERTICES || samples_of(replay) == BRN_ON_TET;
}

static BrnStatus add_shown(BrnReplay* replay) {
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    if (!is_there(replay, measure)) continue;
    Row row = row_of_measure(replay, measure);
    if (has_array(replay, &row) && !has_value(replay, row.name)) BRN_TRY(add(replay, &row));
  }
  return BRN_OK;
}

// "stress.xx", "displacement.x"
static BrnStatus add_parts_of(BrnReplay* replay, const BrnMeasure* measure) {
  bool tensor = measure->shape == BRN_TENSOR;
  int count = brn_measure_size(measure->shape);
  for (int k = 0; k < count; k++) {
    char name[64], title[64];
    const char* end = tensor ? pairs[k] : axes[k];
    Row row = row_of_measure(replay, measure);
    snprintf(name, sizeof name, "%s.%s", measure->name, end);
    snprintf(title, sizeof title, tensor ? "%s %s" : "%s along %s", measure->name, end);
    row.name = name, row.title = title;
    row.low = row.high = NAN, row.middle = 0;
    if (tensor) row.recipe = BRN_VALUE_COMPONENT;
    row.component = k, row.hidden = true;
    if (has_array(replay, &row) && !has_value(replay, name)) BRN_TRY(add(replay, &row));
  }
  return BRN_OK;
}

static BrnStatus add_hidden(BrnReplay* replay) {
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    bool parts = measure->shape == BRN_TENSOR || measure->shape == BRN_VECTOR;
    if (parts && is_there(replay, measure)) BRN_TRY(add_parts_of(replay, measure));
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- of a mesh

// of triangles, or of items that there are none of
static bool is_useless(const BrnReplay* replay, const BrnArray* array) {
  return array->on == BRN_ON_TRIANGLE || brn_mesh_item_count(replay->mesh, array->on) == 0;
}

// Names that have a meaning are in the list already, and the length of a velocity is the speed.
static bool is_told(const BrnReplay* replay, const BrnArray* array) {
  bool is_speed = strcmp(array->name, "velocity") == 0 && has_value(replay, "speed");
  return is_useless(replay, array) || has_value(replay, array->name) || is_speed;
}

static Row row_of(const BrnArray* array, const char* name, BrnValueKind recipe, int component) {
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
               .hidden = recipe == BRN_VALUE_COMPONENT,
               .soft = array->on == BRN_ON_TET};
}

static BrnStatus add_component(BrnReplay* replay, const BrnArray* array, int k) {
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
    if (array->components == 1 || array->components > MOST_COMPONENTS) continue;
    if (is_useless(replay, array)) continue;
    for (int k = 0; k < array->components; k++) BRN_TRY(add_component(replay, array, k));
  }
  return BRN_OK;
}

static BrnStatus add_part(BrnReplay* replay) {
  Row row = {"part",
             "part",
             "",
             .on = BRN_ON_TET,
             .low = NAN,
             .high = NAN,
             .middle = NAN,
             .recipe = BRN_VALUE_PART,
             .components = 1};
  return add(replay, &row);
}

// The mesh of a replay without a model is that of its first frame, with all its arrays.
BrnStatus brn__value_list(BrnReplay* replay) {
  struct BrnReplayInside* in = replay->inside;
  if (in->at_rest && !replay->model) {
    if (samples_of(replay) == BRN_ON_TET) BRN_TRY(add_part(replay));
    return add_arrays(replay);
  }
  BRN_TRY(add_shown(replay));
  if (!replay->model) BRN_TRY(add_arrays(replay)); // shown ones must come first
  return add_hidden(replay);
}
