// SPDX-License-Identifier: Apache-2.0

#include "io/label_field.h"
#include "io/vtk.h"

#include <math.h>
#include <string.h>

// The arrays of a legacy file. Each has a keyword of its own (VECTORS fibre double) or is a row of
// a FIELD block.

static size_t item_count(const BrnVtk* vtk) {
  return vtk->section == BRN_VTK_CELL_DATA ? brn__vtk_cell_count(vtk)
                                           : (size_t)vtk->cells.point_count;
}

void brn__vtk_skip_metadata(BrnVtk* vtk) {
  BrnSlice line;
  brn__text_line(&vtk->text, &line); // of the keyword itself
  while (brn__text_line(&vtk->text, &line) && line.length > 0) continue;
}

static void skip_metadata_if_next(BrnVtk* vtk) {
  BrnSlice word;
  if (!brn__text_peek(&vtk->text, &word) || !brn__slice_is_like(word, "METADATA")) return;
  brn__text_word(&vtk->text, &word);
  brn__vtk_skip_metadata(vtk);
}

static void warn_left_out(const BrnVtk* vtk, const char* name, const char* why) {
  BrnSlice shown = {name, strlen(name)};
  brn__log(vtk->ctx, BRN_LOG_WARNING, "%s: array \"%s\" left out: %s", vtk->text.name,
           BRN_SHOW(shown), why);
}

// ------------------------------------------------------------------------------------- one array

typedef struct Block {
  char* name; // owned
  BrnVtkType type;
  int components, tuples;
} Block;

// why an array cannot be kept; NULL: it can
static const char* reason_to_skip(const BrnVtk* vtk, const Block* block) {
  if (vtk->section == BRN_VTK_FIELD_DATA) return "it belongs to the whole grid";
  if ((size_t)block->tuples != item_count(vtk)) return "it has another length than its grid";
  if (block->type.is_string) return "it holds text";
  bool on_cells = vtk->section == BRN_VTK_CELL_DATA;
  if (brn__cells_find_array(&vtk->cells, block->name, on_cells)) return "its name is taken";
  return NULL;
}

static BrnStatus pass_strings(BrnVtk* vtk, const Block* block, size_t count) {
  bool names = vtk->section == BRN_VTK_FIELD_DATA && strcmp(block->name, BRN_LABEL_FIELD) == 0;
  for (size_t i = 0; i < count; i++) {
    char* text = NULL;
    BRN_TRY(brn__vtk_string(vtk, names ? &text : NULL));
    if (!names) continue;
    BrnStatus status = brn__cells_add_name(vtk->ctx, &vtk->cells, text, strlen(text));
    brn__free(vtk->ctx, text);
    BRN_TRY(status);
  }
  return BRN_OK;
}

static BrnStatus pass_block(BrnVtk* vtk, const Block* block, size_t count, const char* why) {
  if (vtk->section != BRN_VTK_FIELD_DATA) warn_left_out(vtk, block->name, why);
  if (block->type.is_string) return pass_strings(vtk, block, count);
  return brn__vtk_numbers(vtk, block->type, count, NULL, block->name);
}

// reads or passes over the numbers of a block; the name is handed over
static BrnStatus read_block(BrnVtk* vtk, Block block) {
  size_t count = (size_t)block.components * (size_t)block.tuples;
  BrnStatus status = brn__vtk_begin(vtk, block.type, count, block.name);
  const char* why = reason_to_skip(vtk, &block);
  if (status != BRN_OK || why || count == 0) {
    if (status == BRN_OK && why) status = pass_block(vtk, &block, count, why);
    brn__free(vtk->ctx, block.name);
  } else {
    BrnCellsArray* array;
    BRN_TRY(brn__cells_add_array(vtk->ctx, &vtk->cells, block.name,
                                 vtk->section == BRN_VTK_CELL_DATA, block.components,
                                 block.type.number, count, &array));
    status = brn__vtk_numbers(vtk, block.type, count, array->value, array->name);
  }
  if (status == BRN_OK) skip_metadata_if_next(vtk);
  return status;
}

// ------------------------------------------------------------------------------------- keywords

// the header of an array after its name; the name is freed on failure
static BrnStatus read_header(BrnVtk* vtk, Block* block, int components, bool width_first) {
  block->tuples = (int)item_count(vtk);
  block->components = components;
  BrnStatus status = BRN_OK;
  if (width_first) status = brn__vtk_count(vtk, &block->components, "the number of components");
  if (status == BRN_OK) status = brn__vtk_type(vtk, &block->type);
  if (status == BRN_OK && block->components == 0) {
    status = brn__vtk_fail(vtk, "array \"%.60s\" has no components", block->name);
  }
  if (status != BRN_OK) brn__free(vtk->ctx, block->name);
  return status;
}

static BrnStatus read_fixed(BrnVtk* vtk, int components, bool width_first) {
  Block block = {0};
  BRN_TRY(brn__vtk_name(vtk, &block.name));
  BRN_TRY(read_header(vtk, &block, components, width_first));
  return read_block(vtk, block);
}

// SCALARS name type [components], then nearly always LOOKUP_TABLE name
static BrnStatus read_scalars(BrnVtk* vtk) {
  Block block = {0};
  BRN_TRY(brn__vtk_name(vtk, &block.name));
  BRN_TRY(read_header(vtk, &block, 1, false));
  BrnSlice word;
  BrnStatus status = BRN_OK;
  if (brn__text_word_in_line(&vtk->text, &word)) {
    bool good = brn__slice_to_int(word, &block.components) && block.components > 0;
    if (!good) {
      status =
          brn__vtk_fail(vtk, "expected the number of components, found \"%s\"", BRN_SHOW(word));
    }
  }
  if (brn__text_peek(&vtk->text, &word) && brn__slice_is_like(word, "LOOKUP_TABLE")) {
    brn__text_word(&vtk->text, &word);
    if (status == BRN_OK) status = brn__vtk_word(vtk, &word, "the name of a lookup table");
  }
  if (status != BRN_OK) {
    brn__free(vtk->ctx, block.name);
    return status;
  }
  return read_block(vtk, block);
}

// COLOR_SCALARS name components: bytes, written as 0 to 1 in text
static BrnStatus read_colours(BrnVtk* vtk) {
  Block block = {.type = {.number = BRN_U8}, .tuples = (int)item_count(vtk)};
  BRN_TRY(brn__vtk_name(vtk, &block.name));
  BrnStatus status = brn__vtk_count(vtk, &block.components, "the number of components");
  if (status == BRN_OK && block.components == 0) {
    status = brn__vtk_fail(vtk, "array \"%.60s\" has no components", block.name);
  }
  if (status != BRN_OK) {
    brn__free(vtk->ctx, block.name);
    return status;
  }
  int before = vtk->cells.array_count;
  BRN_TRY(read_block(vtk, block));
  if (vtk->binary || vtk->cells.array_count == before) return BRN_OK;
  BrnCellsArray* array = &vtk->cells.array[before];
  size_t count = (size_t)block.components * (size_t)block.tuples;
  for (size_t i = 0; i < count; i++) {
    double level = floor(255 * array->value[i] + 0.5);
    array->value[i] = level > 0 ? fmin(level, 255) : 0;
  }
  return BRN_OK;
}

// LOOKUP_TABLE name size: colours of scalars, which a mesh does not keep
static BrnStatus skip_lookup_table(BrnVtk* vtk) {
  BrnSlice name;
  int size;
  BRN_TRY(brn__vtk_word(vtk, &name, "the name of a lookup table"));
  BRN_TRY(brn__vtk_count(vtk, &size, "the size of a lookup table"));
  BrnVtkType type = {.number = BRN_U8};
  BRN_TRY(brn__vtk_begin(vtk, type, 4 * (size_t)size, "a lookup table"));
  return brn__vtk_numbers(vtk, type, 4 * (size_t)size, NULL, "a lookup table");
}

static BrnStatus read_field_row(BrnVtk* vtk) {
  Block block = {0};
  BRN_TRY(brn__vtk_name(vtk, &block.name));
  if (strcmp(block.name, "NULL_ARRAY") == 0) { // VTK's placeholder for an array that is not there
    brn__free(vtk->ctx, block.name);
    return BRN_OK;
  }
  BrnStatus status = brn__vtk_count(vtk, &block.components, "the number of components");
  if (status == BRN_OK) status = brn__vtk_count(vtk, &block.tuples, "the number of tuples");
  if (status == BRN_OK) status = brn__vtk_type(vtk, &block.type);
  if (status != BRN_OK) {
    brn__free(vtk->ctx, block.name);
    return status;
  }
  return read_block(vtk, block);
}

// FIELD name count, then that many arrays
static BrnStatus read_field(BrnVtk* vtk) {
  BrnSlice name;
  int count;
  BRN_TRY(brn__vtk_word(vtk, &name, "the name of a field"));
  BRN_TRY(brn__vtk_count(vtk, &count, "the number of arrays"));
  for (int i = 0; i < count; i++) BRN_TRY(read_field_row(vtk));
  return BRN_OK;
}

static const struct {
  const char* keyword;
  int components;
  bool width_first; // the number of components precedes the type
} fixed[] = {
    {"VECTORS", 3, false},    {"NORMALS", 3, false},
    {"TENSORS", 9, false},    {"TENSORS6", 6, false},
    {"GLOBAL_IDS", 1, false}, {"PEDIGREE_IDS", 1, false},
    {"EDGE_FLAGS", 1, false}, {"TEXTURE_COORDINATES", 0, true},
};

BrnStatus brn__vtk_attribute(BrnVtk* vtk, BrnSlice keyword, bool* known) {
  *known = true;
  if (brn__slice_is_like(keyword, "FIELD")) return read_field(vtk);
  if (vtk->section != BRN_VTK_FIELD_DATA) {
    if (brn__slice_is_like(keyword, "SCALARS")) return read_scalars(vtk);
    if (brn__slice_is_like(keyword, "COLOR_SCALARS")) return read_colours(vtk);
    if (brn__slice_is_like(keyword, "LOOKUP_TABLE")) return skip_lookup_table(vtk);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
      if (!brn__slice_is_like(keyword, fixed[i].keyword)) continue;
      return read_fixed(vtk, fixed[i].components, fixed[i].width_first);
    }
  }
  *known = false;
  return BRN_OK;
}
