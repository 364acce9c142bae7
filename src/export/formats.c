// SPDX-License-Identifier: Apache-2.0

#include "export/export.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// A new format: a source with the two functions and a BrnExportWriter, and two lines here.

extern const BrnExportWriter brn__export_pc2;
extern const BrnExportWriter brn__export_mdd;
extern const BrnExportWriter brn__export_glb;
extern const BrnExportWriter brn__export_usda;
extern const BrnExportWriter brn__export_obj;
extern const BrnExportWriter brn__export_ply;
extern const BrnExportWriter brn__export_stl;
extern const BrnExportWriter brn__export_bvh;
extern const BrnExportWriter brn__export_vtu;
extern const BrnExportWriter brn__export_csv;

static const BrnExportWriter* const writers[] = {
    // scenes that move
    &brn__export_glb,
    &brn__export_usda,
    // points that move
    &brn__export_pc2,
    &brn__export_mdd,
    // a mesh a frame
    &brn__export_obj,
    &brn__export_ply,
    &brn__export_stl,
    &brn__export_vtu,
    // bones and tables
    &brn__export_bvh,
    &brn__export_csv,
    NULL,
};

const BrnExportFormat* brn_export_format(int index) {
  int count = (int)(sizeof writers / sizeof *writers) - 1;
  return index >= 0 && index < count ? &writers[index]->about : NULL;
}

bool brn__export_has_extension(const BrnExportWriter* writer, const char* extension) {
  size_t length = strlen(extension);
  for (const char* at = writer->about.extensions; *at;) {
    size_t word = strcspn(at, " ");
    if (word == length && strncasecmp(at, extension, length) == 0) return true;
    at += word + (at[word] == ' ');
  }
  return false;
}

static const char* extension_of(const char* path) {
  const char* dot = strrchr(brn__export_base(path), '.');
  return dot ? dot + 1 : "";
}

// "pc2, mdd, ..." for messages
static void list_names(char* text, size_t size) {
  text[0] = 0;
  for (const BrnExportWriter* const* writer = writers; *writer; writer++) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", (*writer)->about.name);
  }
}

BrnStatus brn__export_find_writer(BrnExport* job) {
  const char *name = job->def.format, *extension = extension_of(job->path);
  for (const BrnExportWriter* const* writer = writers; *writer; writer++) {
    job->writer = *writer;
    if (name ? strcmp((*writer)->about.name, name) == 0
             : brn__export_has_extension(*writer, extension)) {
      return BRN_OK;
    }
  }
  char known[512];
  list_names(known, sizeof known);
  if (name) {
    return brn__fail(job->ctx, BRN_INVALID, "runs are not exported as \"%s\"; there are: %s", name,
                     known);
  }
  return brn__fail(job->ctx, BRN_UNSUPPORTED,
                   "%s: the extension does not tell a format; name one of: %s", job->path, known);
}
