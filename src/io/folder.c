// SPDX-License-Identifier: Apache-2.0
//
// Is there a folder? And making one, with those that it lies in.

#include "io/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

bool brn__folder_is(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

BrnStatus brn__folder_make(BrnContext* ctx, const char* path) {
  char part[PATH_SIZE];
  if (!*path || strlen(path) >= sizeof part) {
    return brn__fail(ctx, BRN_INVALID, "a folder has a path of 1 to %zu bytes, not %zu",
                     sizeof part - 1, strlen(path));
  }
  snprintf(part, sizeof part, "%s", path);
  for (char* at = part + 1;; at++) {
    if (*at != '/' && *at) continue;
    char kept = *at;
    *at = 0;
    if (mkdir(part, 0777) != 0 && !brn__folder_is(part)) {
      return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot make the folder: %s", part, strerror(errno));
    }
    *at = kept;
    if (!kept) return BRN_OK;
  }
}
