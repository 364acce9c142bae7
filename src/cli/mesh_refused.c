// SPDX-License-Identifier: Apache-2.0
//
// Triangles that the mesher refuses go to a file beside the one that was asked for, and the message
// names it.

#include "cli/mesh.h"

#include "core/core.h"

#include <string.h>

// NAME.vtu to NAME-refused.ply
static void name_file(const char* out, char* path, size_t size) {
  const char *slash = strrchr(out, '/'), *dot = strrchr(out, '.');
  size_t stem = dot && (!slash || dot > slash + 1) ? (size_t)(dot - out) : strlen(out);
  snprintf(path, size, "%.*s-refused.ply", (int)stem, out);
}

BrnStatus cli_write_refused(Cli* cli, BrnStatus status, const char* out, BrnMesh* refused) {
  if (!refused) return status;
  char why[1024], path[4096];
  snprintf(why, sizeof why, "%s", brn_last_error(cli->ctx));
  name_file(out, path, sizeof path);
  BrnStatus written = brn_mesh_write(cli->ctx, refused, path, NULL);
  brn_mesh_destroy(cli->ctx, refused);
  if (written != BRN_OK) return brn__fail(cli->ctx, status, "%s", why);
  return brn__fail(cli->ctx, status, "%s (its triangles are in %s)", why, path);
}
