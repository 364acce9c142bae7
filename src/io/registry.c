// SPDX-License-Identifier: Apache-2.0

#include "io/registry.h"

#include "mesh/mesh.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// A new format: a source with the two functions and a BrnFormat, and two lines here.
// Where formats share an extension, the first that can do the job is taken.

extern const BrnFormat brn__format_obj;
extern const BrnFormat brn__format_ply;
extern const BrnFormat brn__format_stl;
extern const BrnFormat brn__format_vtk;
extern const BrnFormat brn__format_vtu;
extern const BrnFormat brn__format_vtp;
extern const BrnFormat brn__format_gmsh;
extern const BrnFormat brn__format_gmsh2;
extern const BrnFormat brn__format_medit;
extern const BrnFormat brn__format_tetgen;

static const BrnFormat* const formats[] = {
    &brn__format_obj,
    &brn__format_stl,
    &brn__format_ply,
    &brn__format_vtk,
    &brn__format_vtu,
    &brn__format_vtp,
    &brn__format_gmsh,
    &brn__format_gmsh2,
    &brn__format_medit,
    &brn__format_tetgen,
    NULL,
};

BrnReadDef brn_read_def_default(void) {
  return (BrnReadDef){.metres_per_unit = 1, .up = 'y', .cookie = BRN_COOKIE};
}

BrnWriteDef brn_write_def_default(void) {
  return (BrnWriteDef){.metres_per_unit = 1, .up = 'y', .cookie = BRN_COOKIE};
}

const BrnFormatInfo* brn_format_info(int index) {
  int count = (int)(sizeof formats / sizeof *formats) - 1;
  return index >= 0 && index < count ? &formats[index]->info : NULL;
}

// ------------------------------------------------------------------------------------- finding

static bool has_extension(const BrnFormat* format, const char* extension) {
  size_t length = strlen(extension);
  for (const char* at = format->info.extensions; *at;) {
    size_t word = strcspn(at, " ");
    if (word == length && strncasecmp(at, extension, length) == 0) return true;
    at += word + (at[word] == ' ');
  }
  return false;
}

static const char* extension_of(const char* path) {
  const char* slash = strrchr(path, '/');
  const char* dot = strrchr(slash ? slash : path, '.');
  return dot ? dot + 1 : "";
}

// "obj, stl, ..." or "wavefront, ..." for messages
static void list_formats(char* text, size_t size, bool names) {
  size_t used = 0;
  text[0] = 0;
  for (const BrnFormat* const* format = formats; *format; format++) {
    const char* word = names ? (*format)->info.name : (*format)->info.extensions;
    if (!names && format != formats && strcmp(word, format[-1]->info.extensions) == 0) continue;
    int wrote = snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
    if (wrote < 0 || (size_t)wrote >= size - used) return;
    used += (size_t)wrote;
  }
}

BrnStatus brn__format_find(BrnContext* ctx, const char* name, const char* path,
                           const BrnFormat** out) {
  char known[512];
  const char* extension = extension_of(path);
  for (const BrnFormat* const* format = formats; *format; format++) {
    *out = *format;
    if (name ? strcmp((*format)->info.name, name) == 0 : has_extension(*format, extension)) {
      return BRN_OK;
    }
  }
  list_formats(known, sizeof known, name != NULL);
  if (name) {
    return brn__fail(ctx, BRN_INVALID, "no format \"%s\"; there are: %s", name, known);
  }
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "%s: no mesh format has the extension \"%s\"; known are: %s", path, extension,
                   known);
}

// ------------------------------------------------------------------------------------- reading

// what some Windows programs make of text: a mark, and a zero byte with each letter
static bool is_utf16(const BrnSource* source) {
  const unsigned char* byte = (const unsigned char*)source->data;
  if (source->size < 4) return false;
  return (byte[0] == 0xff && byte[1] == 0xfe && byte[3] == 0) ||
         (byte[0] == 0xfe && byte[1] == 0xff && byte[2] == 0);
}

BrnStatus brn__format_read(BrnContext* ctx, const BrnFormat* format, const BrnSource* source,
                           BrnMesh** out) {
  BRN_TRY(brn_mesh_create(ctx, 0, 0, 0, out));
  BrnStatus status = format->read(ctx, source, *out);
  if (status == BRN_BAD_FILE && is_utf16(source)) {
    brn__fail(ctx, status, "%s: the text is UTF-16; save it as UTF-8 or plain ASCII", source->name);
  }
  if (status == BRN_OK) {
    status = brn_mesh_validate(ctx, *out);
    if (status == BRN_INVALID) {
      char why[512];
      snprintf(why, sizeof why, "%s", brn_last_error(ctx));
      status = brn__fail(ctx, BRN_BAD_FILE, "%s: %s", source->name, why);
    }
  }
  if (status != BRN_OK) {
    brn_mesh_destroy(ctx, *out);
    *out = NULL;
  }
  return status;
}

BrnStatus brn_mesh_read(BrnContext* ctx, const char* path, const BrnReadDef* def, BrnMesh** out) {
  BRN_ASSERT(ctx && path && out);
  BrnReadDef defaults = brn_read_def_default();
  if (!def) def = &defaults;
  BRN_CHECK_DEF(def);
  *out = NULL;
  // the file first: that it is missing or a folder says more than that its extension is strange
  BrnSource source;
  BRN_TRY(def->plain ? brn__source_open_own(ctx, path, &source)
                     : brn__source_open(ctx, path, &source));
  const BrnFormat* format = NULL;
  BrnStatus status = brn__format_find(ctx, def->format, path, &format);
  if (status == BRN_OK && !format->read) {
    status = brn__fail(ctx, BRN_UNSUPPORTED, "%s: %s is only written", path, format->info.title);
  }
  if (status == BRN_OK) status = brn__format_read(ctx, format, &source, out);
  brn__source_close(ctx, &source);
  if (status == BRN_OK && (def->metres_per_unit != 1 || def->up != 'y')) {
    brn_mesh_to_si(*out, def->metres_per_unit, def->up);
  }
  return status;
}

// ------------------------------------------------------------------------------------- writing

// what a format leaves out is said once, before it is written
static BrnStatus check_fits(BrnContext* ctx, const BrnMesh* mesh, const BrnFormat* format,
                            const char* path) {
  const BrnFormatInfo* info = &format->info;
  bool triangles = mesh->triangle_count > 0, tets = mesh->tet_count > 0;
  bool some = (triangles && info->holds_triangles) || (tets && info->holds_tets);
  if ((triangles || tets) && !some) {
    const char* cure = tets ? "; extract its surface first (brawn convert --surface)" : "";
    return brn__fail(ctx, BRN_UNSUPPORTED, "%s: %s holds no %s%s", path, info->title,
                     tets ? "tets" : "triangles", cure);
  }
  if (tets && !info->holds_tets) {
    brn__log(ctx, BRN_LOG_WARNING, "%s: %d tets left out: %s holds none", path, mesh->tet_count,
             info->title);
  }
  if (triangles && !info->holds_triangles) {
    brn__log(ctx, BRN_LOG_WARNING, "%s: %d triangles left out: %s holds none", path,
             mesh->triangle_count, info->title);
  }
  bool labels = mesh->tet_label || mesh->triangle_label;
  if (labels && !info->holds_labels) {
    brn__log(ctx, BRN_LOG_WARNING, "%s: labels left out: %s holds none", path, info->title);
  }
  if (mesh->array_count > 0 && !info->holds_arrays) {
    brn__log(ctx, BRN_LOG_WARNING, "%s: %d arrays left out: %s holds none", path, mesh->array_count,
             info->title);
  }
  return BRN_OK;
}

// "dir/arm.ele" and "node": "dir/arm.node". What is not an extension of the format is kept:
// "arm.1" becomes "arm.1.node".
static char* sibling_path(BrnContext* ctx, const char* path, const BrnFormat* format,
                          const char* extension) {
  const char* old = extension_of(path);
  size_t stem = strlen(path);
  if (*old && has_extension(format, old)) stem -= strlen(old) + 1;
  size_t size = stem + strlen(extension) + 2;
  char* sibling = brn__alloc(ctx, size, 1);
  if (sibling) snprintf(sibling, size, "%.*s.%s", (int)stem, path, extension);
  return sibling;
}

typedef BrnStatus WriteFn(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                          BrnSink* sink);

static BrnStatus write_file(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                            const char* path, WriteFn* write) {
  BrnSink sink;
  BRN_TRY(def->plain ? brn__sink_open_own(ctx, path, &sink) : brn__sink_open(ctx, path, &sink));
  sink.lazy = def->lazy;
  BrnStatus status = write(ctx, mesh, def, &sink);
  if (status == BRN_OK) return brn__sink_close(&sink);
  brn__sink_abandon(&sink);
  return status;
}

static BrnStatus write_files(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                             const char* path, const BrnFormat* format) {
  if (!format->second_extension) return write_file(ctx, mesh, def, path, format->write);
  char* first = sibling_path(ctx, path, format, format->first_extension);
  char* second = sibling_path(ctx, path, format, format->second_extension);
  BrnStatus status = first && second ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) status = write_file(ctx, mesh, def, second, format->write_second);
  if (status == BRN_OK) status = write_file(ctx, mesh, def, first, format->write);
  brn__free(ctx, second);
  brn__free(ctx, first);
  return status;
}

BrnStatus brn_mesh_write(BrnContext* ctx, const BrnMesh* mesh, const char* path,
                         const BrnWriteDef* def) {
  BRN_ASSERT(ctx && mesh && path);
  BrnWriteDef defaults = brn_write_def_default();
  if (!def) def = &defaults;
  BRN_CHECK_DEF(def);
  const BrnFormat* format = NULL;
  BRN_TRY(brn__format_find(ctx, def->format, path, &format));
  if (!format->write) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "%s: %s is only read", path, format->info.title);
  }
  BRN_TRY(brn_mesh_validate(ctx, mesh));
  BRN_TRY(check_fits(ctx, mesh, format, path));
  if (def->metres_per_unit == 1 && def->up == 'y') return write_files(ctx, mesh, def, path, format);
  BrnMesh* converted;
  BRN_TRY(brn_mesh_copy(ctx, mesh, &converted));
  brn_mesh_from_si(converted, def->metres_per_unit, def->up);
  BrnStatus status = write_files(ctx, converted, def, path, format);
  brn_mesh_destroy(ctx, converted);
  return status;
}
