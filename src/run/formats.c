// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// Of outputs.formats those that hold tets serve the mesh, the others the surfaces. Where the scene
// names none, the mesh is written as VTU, and a surface as it came; one that
// came from no file as PLY.

static bool has_word(const char* list, const char* word) {
  size_t length = strlen(word);
  for (const char* at = list; *at;) {
    size_t size = strcspn(at, " ");
    if (size == length && strncasecmp(at, word, length) == 0) return true;
    at += size + (at[size] == ' ');
  }
  return false;
}

static const BrnFormatInfo* find(const char* name) {
  const BrnFormatInfo* info;
  for (int i = 0; (info = brn_format_info(i)); i++) {
    if (info->writes && (strcmp(info->name, name) == 0 || has_word(info->extensions, name))) {
      return info;
    }
  }
  return NULL;
}

BrnStatus brn__run_check_formats(BrnContext* ctx, const BrnScene* scene) {
  const BrnSceneOutputs* outputs = &scene->outputs;
  for (int i = 0; i < outputs->format_count; i++) {
    if (find(outputs->format[i])) continue;
    char known[256] = "";
    const BrnFormatInfo* info;
    for (int k = 0; (info = brn_format_info(k)); k++) {
      size_t used = strlen(known);
      if (info->writes) snprintf(known + used, sizeof known - used, " %s", info->name);
    }
    return brn__fail(ctx, BRN_INVALID, "outputs.formats: there is no format \"%s\"; there are:%s",
                     outputs->format[i], known);
  }
  return BRN_OK;
}

int brn__run_formats(const BrnScene* scene, bool tets, const BrnFormatInfo* out[BRN_RUN_FORMATS]) {
  int count = 0;
  for (int i = 0; i < scene->outputs.format_count && count < BRN_RUN_FORMATS; i++) {
    const BrnFormatInfo* info = find(scene->outputs.format[i]);
    if (info && info->holds_tets == tets) out[count++] = info;
  }
  if (count == 0 && tets) out[count++] = find("vtu");
  return count;
}

const BrnFormatInfo* brn__run_format_of(const char* file) {
  const char* dot = strrchr(file, '.');
  const BrnFormatInfo* info = dot ? find(dot + 1) : NULL;
  return info && info->holds_triangles ? info : NULL;
}

BrnExtension brn__run_extension(const BrnFormatInfo* format) {
  BrnExtension extension;
  snprintf(extension.text, sizeof extension.text, "%.*s", (int)strcspn(format->extensions, " "),
           format->extensions);
  return extension;
}
