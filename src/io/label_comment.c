// SPDX-License-Identifier: Apache-2.0
//
// Names of labels as comment lines of text formats.

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

BrnStatus brn__label_comments_read(BrnContext* ctx, const BrnSource* source, BrnLabelNames* names) {
  BrnText text = brn__text(ctx, source, 0);
  BrnSlice line, name;
  int domain, id;
  while (brn__text_line(&text, &line)) {
    if (line.length == 0 || line.start[0] != '#' || !parse(line, &domain, &id, &name)) continue;
    BRN_TRY(brn__label_names_add(ctx, names, (BrnDomain)domain, id, name.start, name.length));
  }
  return BRN_OK;
}

void brn__label_comments_write(const BrnMesh* mesh, BrnSink* sink) {
  for (int i = 0; i < mesh->label_count; i++) {
    const BrnLabel* label = &mesh->label[i];
    brn__sink_printf(sink, "# label %d %d ", (int)label->on, label->id);
    brn__sink_line(sink, label->name);
    brn__sink_text(sink, "\n");
  }
}
