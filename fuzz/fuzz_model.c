// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target of models in files, which come with runs of others. The head is made to fit, as
// whoever means harm would; what is read must then be refused, or safe to look at.

#include "anatomy/archive.h"
#include "anatomy/described.h"
#include "core/hash.h"
#include "io/described.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

enum { VERSION = 12, SIZE = 16, CHECK = 24, BODY = 32 }; // where they begin

static void fit_head(char* file, size_t size) {
  uint64_t body = size - BODY, check = brn__hash_text(brn__hash_mix(0, body), file + BODY, body);
  uint32_t version = BRN_ARCHIVE_VERSION; // seeds are run.model of small runs, maybe of older ones
  memcpy(file + VERSION, &version, sizeof version);
  memcpy(file + SIZE, &body, sizeof body);
  memcpy(file + CHECK, &check, sizeof check);
}

// Writing looks at every member, and at as many of its numbers as there should be.
static void write_again(BrnContext* ctx, const BrnModel* model) {
  BrnSink body;
  if (brn__sink_open_memory(ctx, &body) != BRN_OK) __builtin_trap();
  BrnScope scope = brn__model_scope(model);
  brn__described_write(&body, &scope);
  brn__sink_abandon(&body);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < BODY) return 0;
  BrnContextDef def = brn_context_def_default();
  def.log = NULL;
  def.workers = 1;
  BrnContext* ctx = brn_context_create(&def);
  char* file = malloc(size);
  memcpy(file, data, size);
  fit_head(file, size);
  BrnSource source = {.name = "fuzz", .data = file, .size = size};
  BrnModel* model;
  if (brn__model_parse(ctx, &source, &model) == BRN_OK) {
    write_again(ctx, model);
    brn_model_destroy(ctx, model);
  }
  free(file);
  brn_context_destroy(ctx); // asserts that nothing is left
  return 0;
}
