// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target of the PVD reader. What was read must survive being written and read again.

#include "io/pvd.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void write_again(BrnContext* ctx, const BrnCollection* list) {
  BrnSink sink;
  if (brn__sink_open_memory(ctx, &sink) != BRN_OK) return;
  brn__collection_print(list, &sink);
  BrnSource source = {.name = "again", .data = sink.buffer, .size = sink.used};
  BrnCollection* again;
  if (brn__collection_parse(ctx, &source, &again) != BRN_OK) __builtin_trap();
  if (again->step_count != list->step_count) __builtin_trap();
  for (int i = 0; i < list->step_count; i++) {
    if (again->time[i] != list->time[i] || again->part[i] != list->part[i]) __builtin_trap();
  }
  brn_collection_destroy(ctx, again);
  brn__sink_abandon(&sink);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  BrnContextDef def = brn_context_def_default();
  def.log = NULL;
  def.workers = 1;
  BrnContext* ctx = brn_context_create(&def);
  BrnSource source = {.name = "fuzz", .data = (const char*)data, .size = size};
  BrnCollection* list;
  if (brn__collection_parse(ctx, &source, &list) == BRN_OK) {
    write_again(ctx, list);
    brn_collection_destroy(ctx, list);
  }
  brn_context_destroy(ctx); // asserts that nothing is left
  return 0;
}
