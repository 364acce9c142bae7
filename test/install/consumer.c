// SPDX-License-Identifier: Apache-2.0
//
// What a user of the library writes first: reads a mesh, says what is in it.

#include <brawn/brawn.h>
#include <stdio.h>

int main(int count, char** word) {
  BrnContextDef def = brn_context_def_default();
  BrnContext* ctx = brn_context_create(&def);
  BrnMesh* mesh = NULL;
  if (count != 2 || !ctx) return 2;
  if (brn_mesh_read(ctx, word[1], NULL, &mesh) != BRN_OK) {
    fprintf(stderr, "%s\n", brn_last_error(ctx));
    return 1;
  }
  printf("%d %d %d\n", mesh->vertex_count, mesh->triangle_count, mesh->tet_count);
  brn_mesh_destroy(ctx, mesh);
  brn_context_destroy(ctx);
  return 0;
}
