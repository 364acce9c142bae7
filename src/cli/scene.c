// SPDX-License-Identifier: Apache-2.0

#include "cli/cli.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

// What verbs share that take a scene.

enum { PATH_SIZE = 4096 };

// "muscles.biceps.activation=0.5"
static BrnStatus set_one(const Cli* cli, BrnScene* scene, const char* text) {
  char path[512];
  const char* sign = strchr(text, '=');
  if (!sign || sign == text || (size_t)(sign - text) >= sizeof path) {
    return brn__fail(cli->ctx, BRN_INVALID,
                     "--set takes PATH=VALUE, such as muscles.biceps.activation=0.5, not \"%s\"",
                     text);
  }
  snprintf(path, sizeof path, "%.*s", (int)(sign - text), text);
  return brn_scene_set(cli->ctx, scene, path, sign + 1);
}

BrnStatus cli_set_scene(const Cli* cli, BrnScene* scene) {
  for (int i = 0; i < cli->setting_count; i++) {
    if (strcmp(cli->setting[i].name, "--set") != 0) continue;
    BRN_TRY(set_one(cli, scene, cli->setting[i].text));
  }
  return BRN_OK;
}

static bool is_folder(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

BrnStatus cli_make_folder(BrnContext* ctx, const char* path) {
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
    if (mkdir(part, 0777) != 0 && !is_folder(part)) {
      return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot make the folder: %s", part, strerror(errno));
    }
    *at = kept;
    if (!kept) return BRN_OK;
  }
}
