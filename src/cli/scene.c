// SPDX-License-Identifier: Apache-2.0

#include "cli/cli.h"

#include <string.h>

// What verbs share that take a scene.

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
