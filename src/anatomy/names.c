// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include <stdio.h>
#include <string.h>

// What the steps share to name things: paths of files, units, and places in messages.

char* brn__build_path(BrnBuild* build, const char* file) {
  const char* folder = build->scene->folder;
  bool relative = file[0] != '/' && folder && folder[0];
  size_t room = strlen(file) + (relative ? strlen(folder) : 0) + 2;
  char* path = brn__scratch(build->ctx, room, char);
  if (!path) return NULL;
  if (!relative) {
    memcpy(path, file, strlen(file) + 1);
  } else {
    bool slash = folder[strlen(folder) - 1] == '/';
    snprintf(path, room, "%s%s%s", folder, slash ? "" : "/", file);
  }
  return path;
}

BrnStatus brn__build_at(BrnBuild* build, BrnStatus status, const char* format, ...) {
  if (status == BRN_OK || status == BRN_NO_MEMORY) return status;
  char where[256], why[768];
  va_list args;
  va_start(args, format);
  vsnprintf(where, sizeof where, format, args);
  va_end(args);
  snprintf(why, sizeof why, "%s", brn_last_error(build->ctx));
  return brn__fail(build->ctx, status, "%s: %s", where, why);
}

BrnTouching brn__build_touching(const BrnScene* scene, int muscle) {
  BrnTouching own = scene->muscle[muscle].touching;
  return own == BRN_TOUCHING_AS_MESH ? scene->mesh.touching : own;
}
