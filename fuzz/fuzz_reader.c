// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target of one reader; BRN_FUZZ_FORMAT is its name. Whatever the bytes, reading them
// ends with a valid mesh or a message, and nothing is left behind. What was read must also survive
// being written and read again. A second file (TetGen's nodes) is what follows the first zero byte,
// up to the next one; a third (its faces) is the rest.

#include "io/registry.h"

#include <stdio.h>
#include <string.h>

static BrnStatus second_file(BrnContext* ctx, const BrnSource* source, const char* extension,
                             BrnSource* out) {
  const BrnSource* whole = source->user; // the rest of the input lies behind the first file
  const char *end = whole->data + whole->size, *start = source->data + source->size;
  if (start < end && strcmp(extension, "face") == 0) {
    start = memchr(start + 1, 0, (size_t)(end - start - 1));
  }
  if (!start || start == end) return brn__fail(ctx, BRN_NOT_FOUND, "no .%s file", extension);
  start++; // the zero
  const char* stop = memchr(start, 0, (size_t)(end - start));
  size_t size = (size_t)((stop ? stop : end) - start);
  char* copy = brn__strndup(ctx, start, size);
  if (!copy) return BRN_NO_MEMORY;
  *out = (BrnSource){.name = "second", .data = copy, .size = size};
  return BRN_OK;
}

static void give_up(BrnContext* ctx, const char* what) {
  fprintf(stderr, "%s: %s\n", what, brn_last_error(ctx));
  __builtin_trap();
}

// what was written is read again: the same triangles and tets, and the vertices too where a format
// keeps those that belong to none
static void read_again(BrnContext* ctx, const BrnFormat* format, const BrnMesh* mesh,
                       const BrnSink* sink) {
  BrnSource source = {.name = "again", .data = sink->buffer, .size = sink->used};
  BrnMesh* again;
  if (brn__format_read(ctx, format, &source, &again) != BRN_OK) give_up(ctx, "not read again");
  bool stl = strcmp(format->info.name, "stl") == 0;
  if (again->triangle_count != mesh->triangle_count) give_up(ctx, "other triangles");
  if (again->tet_count != (format->info.holds_tets ? mesh->tet_count : 0))
    give_up(ctx, "other tets");
  if (!stl && again->vertex_count != mesh->vertex_count) give_up(ctx, "other vertices");
  brn_mesh_destroy(ctx, again);
}

// In a binary file of Gmsh the numbers may spell the end of a section, which fuzzing finds and
// nature does not.
static void write_again(BrnContext* ctx, const BrnFormat* format, const BrnMesh* mesh) {
  BrnWriteDef def = brn_write_def_default();
  for (def.encoding = BRN_ENCODING_DEFAULT; def.encoding <= BRN_ENCODING_COMPRESSED;
       def.encoding++) {
    BrnSink sink;
    if (!format->write || brn__sink_open_memory(ctx, &sink) != BRN_OK) return;
    bool whole = format->write(ctx, mesh, &def, &sink) == BRN_OK && sink.status == BRN_OK;
    bool spells = strcmp(format->info.name, "gmsh") == 0 && def.encoding != BRN_ENCODING_ASCII;
    if (whole && !format->second_extension && !spells) read_again(ctx, format, mesh, &sink);
    brn__sink_abandon(&sink);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  BrnContextDef def = brn_context_def_default();
  def.log = NULL;
  def.workers = 1;
  BrnContext* ctx = brn_context_create(&def);
  const BrnFormat* format;
  if (brn__format_find(ctx, BRN_FUZZ_FORMAT, "", &format) != BRN_OK) __builtin_trap();

  BrnSource whole = {.name = "fuzz", .data = (const char*)data, .size = size};
  BrnSource source = whole;
  if (format->second_extension) {
    const char* zero = memchr(data, 0, size);
    if (zero) source.size = (size_t)(zero - source.data);
    source.open_sibling = second_file;
    source.user = &whole;
  }
  BrnMesh* mesh;
  if (brn__format_read(ctx, format, &source, &mesh) == BRN_OK) {
    write_again(ctx, format, mesh);
    brn_mesh_destroy(ctx, mesh);
  }
  brn_context_destroy(ctx); // asserts that nothing is left
  return 0;
}
