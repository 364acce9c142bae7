// SPDX-License-Identifier: Apache-2.0

#include "io/label_comment.h"

// false: the line is some other comment
static bool parse(BrnSlice line, int* domain, int* id, BrnSlice* name) {
  BrnText text = {.at = line.start, .end = line.start + line.length, .line = 1, .newline = '\n'};
  BrnSlice word;
  if (!brn__text_word(&text, &word) || !brn__slice_is(word, "#")) return false;
  if (!brn__text_word(&text, &word) || !brn__slice_is(word, "label")) return false;
  if (!brn__text_word(&text, &word) || !brn__slice_to_int(word, domain)) return false;
  if (!brn__text_word(&text, &word) || !brn__slice_to_int(word, id)) return false;
  if (*domain != BRN_ON_TRIANGLE && *domain != BRN_ON_TET) return false;
  return brn__text_line(&text, name) && name->length > 0;
}

BrnStatus brn__label_comments_read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  BrnText text = brn__text(ctx, source, 0);
  BrnSlice line, name;
  int domain, id;
  while (brn__text_line(&text, &line)) {
    if (line.length == 0 || line.start[0] != '#' || !parse(line, &domain, &id, &name)) continue;
    char* copy = brn__strndup(ctx, name.start, name.length);
    if (!copy) return BRN_NO_MEMORY;
    BrnStatus status = brn_mesh_name_label(ctx, mesh, (BrnDomain)domain, id, copy);
    brn__free(ctx, copy);
    BRN_TRY(status);
  }
  return BRN_OK;
}

void brn__label_comments_write(const BrnMesh* mesh, BrnSink* sink) {
  for (int i = 0; i < mesh->label_count; i++) {
    const BrnLabel* label = &mesh->label[i];
    brn__sink_printf(sink, "# label %d %d ", (int)label->on, label->id);
    for (const char* c = label->name; *c; c++) {
      brn__sink_bytes(sink, *c == '\n' || *c == '\r' ? " " : c, 1);
    }
    brn__sink_bytes(sink, "\n", 1);
  }
}
