// SPDX-License-Identifier: Apache-2.0
//
// Sections of MSH files and the numbers in them, text or binary, whatever the version (gmsh.h).

#include "io/gmsh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// -------------------------------------------------------------------------------------- sections

// "$EndName" after `at`. In binary files it need not begin a line, and numbers could spell it: once
// in 2^72 bytes.
static const char* find_end(const char* at, const char* end, BrnSlice name) {
  while ((at = memmem(at, (size_t)(end - at), "$End", 4)) != NULL) {
    const char* word = at + 4;
    const char* after = word + name.length;
    if ((size_t)(end - word) >= name.length && memcmp(word, name.start, name.length) == 0 &&
        (after == end || strchr(" \t\r\n", *after))) {
      return at;
    }
    at = word;
  }
  return NULL;
}

static int count_lines(const char* at, const char* end, char newline) {
  int count = 0;
  while (at < end && (at = memchr(at, newline, (size_t)(end - at))) != NULL) at++, count++;
  return count;
}

static BrnStatus fail_version(BrnContext* ctx, const char* file, const char* version) {
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "%s: MSH version %s is not read, only 2.2, 4.0 (text) and 4.1; convert it: "
                   "gmsh old.msh -save -format msh41 -o new.msh",
                   file, version);
}

// what there is one of; data has a section for each step
static bool is_there_already(const BrnGmsh* g, BrnSlice name) {
  static const char* const once[] = {"MeshFormat", "PhysicalNames", "Entities", "Nodes",
                                     "Elements"};
  for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
    if (brn__slice_is(name, once[i])) return brn__gmsh_section(g, once[i]) != NULL;
  }
  return false;
}

static BrnStatus add_section(BrnGmsh* g, BrnText* text, BrnSlice name) {
  if (brn__slice_is(name, "NOD")) return fail_version(g->ctx, text->name, "1.0");
  if (is_there_already(g, name)) {
    return brn__text_fail(text, "a second $%s section", BRN_SHOW(name));
  }
  const char* end = find_end(text->at, text->end, name);
  if (!end) {
    return brn__text_fail(text, "section $%s is not closed by $End%s; is the file cut short?",
                          BRN_SHOW(name), BRN_SHOW(name));
  }
  BRN_TRY(brn__grow(g->ctx, &g->section, &g->section_capacity, g->section_count + 1,
                    sizeof *g->section));
  g->section[g->section_count++] = (BrnGmshSection){name, text->at, end, text->line};
  text->line += count_lines(text->at, end, text->newline);
  text->at = end + 4 + name.length;
  return BRN_OK;
}

// lines between sections are passed over, as Gmsh does
static BrnStatus find_sections(BrnGmsh* g) {
  BrnText text = brn__text(g->ctx, g->source, 0);
  BrnSlice line;
  while (brn__text_line(&text, &line)) {
    if (line.length < 2 || line.start[0] != '$') continue;
    BRN_TRY(add_section(g, &text, (BrnSlice){line.start + 1, line.length - 1}));
  }
  return BRN_OK;
}

const BrnGmshSection* brn__gmsh_section(const BrnGmsh* g, const char* name) {
  for (size_t i = 0; i < g->section_count; i++) {
    if (brn__slice_is(g->section[i].name, name)) return &g->section[i];
  }
  return NULL;
}

// ---------------------------------------------------------------------------------------- cursors

void brn__gmsh_enter(BrnGmsh* g, const BrnGmshSection* section) {
  g->text.at = section->body;
  g->text.line = section->line;
  g->bytes.at = (const unsigned char*)section->body;
  g->bytes.end = (const unsigned char*)section->end;
}

static BrnStatus leave_text(BrnGmsh* g, const BrnGmshSection* section) {
  BrnSlice word;
  brn__text_word(&g->text, &word); // $End... is there: the section was found by it
  if (word.start == section->end) return BRN_OK;
  return brn__text_fail(&g->text, "expected $End%s, found \"%s\"", BRN_SHOW(section->name),
                        BRN_SHOW(word));
}

BrnStatus brn__gmsh_leave(BrnGmsh* g, const BrnGmshSection* section) {
  if (!g->binary) return leave_text(g, section);
  const unsigned char* at = g->bytes.at;
  while (at < g->bytes.end && (*at == '\n' || *at == '\r')) at++;
  if (at == g->bytes.end) return BRN_OK;
  return brn__bytes_fail(&g->bytes, "expected $End%s, but %zu more bytes are there before it",
                         BRN_SHOW(section->name), brn__bytes_left(&g->bytes));
}

BrnStatus brn__gmsh_end_line(BrnGmsh* g) {
  BrnSlice word;
  if (!g->binary) return BRN_OK;
  if (brn__text_word_in_line(&g->text, &word)) {
    return brn__text_fail(&g->text, "expected the end of the line, found \"%s\"", BRN_SHOW(word));
  }
  const char* at = g->text.at + (g->text.at < g->text.end);
  g->bytes.at = (const unsigned char*)at;
  if (g->bytes.at <= g->bytes.end) return BRN_OK;
  return brn__text_fail(&g->text, "expected numbers, but the section ends");
}

BrnStatus brn__gmsh_fail(const BrnGmsh* g, const char* format, ...) {
  va_list args;
  va_start(args, format);
  BrnStatus status = g->binary ? brn__bytes_fail_v(&g->bytes, format, args)
                               : brn__text_fail_v(&g->text, format, args);
  va_end(args);
  return status;
}

BrnStatus brn__gmsh_int(BrnGmsh* g, int* out, const char* what, long index) {
  return g->binary ? brn__bytes_i32(&g->bytes, out, what)
                   : brn__text_int(&g->text, out, what, index);
}

BrnStatus brn__gmsh_size(BrnGmsh* g, int64_t* out, const char* what, long index) {
  if (!g->binary) return brn__text_long(&g->text, out, what, index);
  if (g->size_bytes == 8) return brn__bytes_i64(&g->bytes, out, what);
  int narrow;
  BRN_TRY(brn__bytes_i32(&g->bytes, &narrow, what));
  *out = (uint32_t)narrow;
  return BRN_OK;
}

BrnStatus brn__gmsh_double(BrnGmsh* g, double* out, const char* what, long index) {
  return g->binary ? brn__bytes_f64(&g->bytes, out, what)
                   : brn__text_double(&g->text, out, what, index);
}

BrnStatus brn__gmsh_quoted(BrnGmsh* g, BrnSlice* out, const char* what) {
  BrnSlice line;
  do {
    if (!brn__text_line(&g->text, &line)) {
      return brn__text_fail(&g->text, "expected %s in quotes, but the file ends", what);
    }
  } while (line.length == 0);
  const char* open = memchr(line.start, '"', line.length);
  const char* close = memrchr(line.start, '"', line.length);
  if (!open || open == close) {
    g->text.line--; // the line was passed
    return brn__text_fail(&g->text, "expected %s in quotes, found \"%s\"", what, BRN_SHOW(line));
  }
  *out = (BrnSlice){open + 1, (size_t)(close - open - 1)};
  return BRN_OK;
}

BrnStatus brn__gmsh_check_count(BrnGmsh* g, int64_t count, size_t text_bytes, size_t binary_bytes,
                                const char* what) {
  if (g->binary) return brn__bytes_count(&g->bytes, count, binary_bytes, what);
  size_t left = (size_t)(g->text.end - g->text.at);
  if (count < 0) return brn__text_fail(&g->text, "%s: the count is %lld", what, (long long)count);
  if (count > INT32_MAX || (uint64_t)count > left / text_bytes) {
    return brn__text_fail(&g->text, "%s: %lld of them, but only %zu bytes of the file are left",
                          what, (long long)count, left);
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- header

// "2.2" to 22; all of 2.x is read as 2.2
static BrnStatus check_version(BrnGmsh* g, BrnSlice word) {
  double version;
  if (!brn__slice_to_double(word, &version)) {
    return brn__text_fail(&g->text, "expected a version such as 4.1, found \"%s\"", BRN_SHOW(word));
  }
  if (version >= 2 && version < 3) g->version = 22;
  if (version == 4) g->version = 40;
  if (version == 4.1) g->version = 41;
  return g->version ? BRN_OK : fail_version(g->ctx, g->text.name, BRN_SHOW(word));
}

// a binary file has an integer 1 here, which tells its byte order
static BrnStatus read_byte_order(BrnGmsh* g) {
  int one;
  BRN_TRY(brn__gmsh_end_line(g));
  BRN_TRY(brn__bytes_i32(&g->bytes, &one, "the one that tells the byte order"));
  if (one == 1) return BRN_OK;
  g->bytes.swap = true;
  if (one == 0x01000000) return BRN_OK;
  g->bytes.at -= 4;
  return brn__bytes_fail(&g->bytes, "expected the integer 1, which tells the byte order, found %d",
                         one);
}

static BrnStatus read_header(BrnGmsh* g) {
  const BrnGmshSection* section = brn__gmsh_section(g, "MeshFormat");
  if (!section) {
    const char* why =
        g->source->size == 0 ? "the file is empty" : "there is no $MeshFormat section";
    return brn__fail(g->ctx, BRN_BAD_FILE, "%s: %s; expected a Gmsh mesh", g->source->name, why);
  }
  brn__gmsh_enter(g, section);
  BrnSlice version;
  int type, size;
  brn__text_word(&g->text, &version);
  BRN_TRY(check_version(g, version));
  BRN_TRY(brn__text_int(&g->text, &type, "file type, 0 for text or 1 for binary", -1));
  BRN_TRY(brn__text_int(&g->text, &size, "data size", -1));
  if (type != 0 && type != 1) {
    return brn__text_fail(&g->text, "file type is %d, expected 0 (text) or 1 (binary)", type);
  }
  if (size != 8 && (size != 4 || g->version != 41)) {
    return brn__text_fail(&g->text, "data size is %d, expected 8", size);
  }
  g->binary = type == 1;
  g->size_bytes = (size_t)size;
  // Gmsh itself never wrote binary 4.0
  if (g->binary && g->version == 40) return fail_version(g->ctx, g->text.name, "4.0 in binary");
  if (g->binary) BRN_TRY(read_byte_order(g));
  return brn__gmsh_leave(g, section);
}

// ---------------------------------------------------------------------------------------- reading

static BrnStatus read_name(BrnGmsh* g, int index) {
  int dimension, tag;
  BrnSlice quoted;
  BRN_TRY(brn__text_int(&g->text, &dimension, "dimension of physical name", index));
  BRN_TRY(brn__text_int(&g->text, &tag, "tag of physical name", index));
  BRN_TRY(brn__gmsh_quoted(g, &quoted, "a physical name"));
  if (dimension != BRN_ON_TRIANGLE && dimension != BRN_ON_TET) return BRN_OK; // points and curves
  return brn__label_names_add(g->ctx, &g->names, (BrnDomain)dimension, brn__gmsh_group(tag),
                              quoted.start, quoted.length);
}

static BrnStatus read_names(BrnGmsh* g) {
  const BrnGmshSection* section = brn__gmsh_section(g, "PhysicalNames");
  if (!section) return BRN_OK;
  int count;
  brn__gmsh_enter(g, section);
  BRN_TRY(brn__text_count(&g->text, &count, 6, "number of physical names"));
  for (int i = 0; i < count; i++) BRN_TRY(read_name(g, i));
  BRN_TRY(brn__label_names_to_mesh(g->ctx, &g->names, g->mesh));
  return leave_text(g, section); // names are text in binary files too
}

static BrnStatus read_sections(BrnGmsh* g) {
  BRN_TRY(find_sections(g));
  BRN_TRY(read_header(g));
  BRN_TRY(read_names(g));
  BRN_TRY(g->version == 22 ? brn__gmsh2_read(g) : brn__gmsh4_read(g));
  BRN_TRY(brn__gmsh_build(g));
  return brn__gmsh_read_data(g);
}

static BrnStatus read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  BrnGmsh g = {.ctx = ctx, .source = source, .mesh = mesh};
  g.text = brn__text(ctx, source, 0);
  g.bytes = brn__bytes(ctx, source);
  BrnStatus status = read_sections(&g);
  brn__label_names_free(ctx, &g.names);
  brn__tag_map_free(ctx, &g.node);
  brn__free(ctx, g.element);
  brn__free(ctx, g.section);
  return status;
}

static BrnStatus write4(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                        BrnSink* sink) {
  return brn__gmsh_write(ctx, mesh, def, sink, 41);
}

static BrnStatus write2(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                        BrnSink* sink) {
  return brn__gmsh_write(ctx, mesh, def, sink, 22);
}

#define HOLDS                                                                                      \
  .extensions = "msh", .reads = true, .writes = true, .holds_triangles = true, .holds_tets = true, \
  .holds_labels = true, .holds_arrays = true

const BrnFormat brn__format_gmsh = {
    .info = {.name = "gmsh", .title = "Gmsh MSH 4.1", HOLDS},
    .read = read,
    .write = write4,
};

const BrnFormat brn__format_gmsh2 = {
    .info = {.name = "gmsh2", .title = "Gmsh MSH 2.2", HOLDS},
    .read = read,
    .write = write2,
};
