// SPDX-License-Identifier: Apache-2.0
//
// Lines of run.sums: added with their chain, read up to the first that does not fit (sums.h).

#include "run/sums.h"

#include "core/hash.h"
#include "io/own_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 512, NAME = 256 };

static uint64_t chain_on(uint64_t chain, const char* text, size_t size) {
  return brn__hash_text(brn__hash_mix(chain, size), text, size);
}

// --------------------------------------------------------------------------------------- in memory

static BrnStatus keep(BrnContext* ctx, BrnSums* sums, const BrnSum* line) {
  BRN_TRY(brn__grow(ctx, &sums->line, &sums->room, sums->count + 1, sizeof *line));
  BrnSum own = *line;
  own.name = brn__strdup(ctx, line->name);
  if (!own.name) return BRN_NO_MEMORY;
  sums->line[sums->count++] = own;
  return BRN_OK;
}

void brn__sums_free(BrnContext* ctx, BrnSums* sums) {
  for (size_t i = 0; i < sums->count; i++) brn__free(ctx, sums->line[i].name);
  brn__free(ctx, sums->line);
  *sums = (BrnSums){0};
}

BrnStatus brn__sums_add(BrnContext* ctx, BrnSums* sums, const BrnSum* line, BrnString* text) {
  char words[LINE];
  BRN_ASSERT(strlen(line->name) < NAME && !strpbrk(line->name, " \n"));
  int size = snprintf(words, sizeof words, "%c %d %s %" PRIu64 " %016" PRIx64, line->kind,
                      line->frame, line->name, line->size, line->sum);
  sums->chain = chain_on(sums->chain, words, (size_t)size);
  brn__string_printf(ctx, text, "%s %016" PRIx64 "\n", words, sums->chain);
  BRN_TRY(text->status);
  return keep(ctx, sums, line);
}

BrnStatus brn__sums_add_mark(BrnContext* ctx, BrnSums* sums, int frame, BrnSumRange range,
                             BrnString* text) {
  char name[64];
  snprintf(name, sizeof name, "%d:%d", range.first_row, range.last);
  BrnSum line = {.kind = 'm', .frame = frame, .name = name};
  return brn__sums_add(ctx, sums, &line, text);
}

BrnSumRange brn__sums_range(const BrnSum* mark) {
  BrnSumRange range = {0};
  sscanf(mark->name, "%d:%d", &range.first_row, &range.last);
  return range;
}

const BrnSum* brn__sums_last_mark(const BrnSums* sums, int most) {
  for (size_t i = sums->count; i > 0; i--) {
    const BrnSum* line = &sums->line[i - 1];
    if (line->kind == 'm' && line->frame <= most) return line;
  }
  return NULL;
}

bool brn__sums_fit(const BrnSums* sums, const char* name, uint64_t size, uint64_t sum) {
  for (size_t i = 0; i < sums->count; i++) {
    const BrnSum* line = &sums->line[i];
    if (line->kind != 'r' || line->size != size || line->sum != sum) continue;
    if (strcmp(line->name, name) == 0) return true;
  }
  return false;
}

// ----------------------------------------------------------------------------------------- reading

// the text of a line without its end; false: it is not one, or its chain does not fit
static bool parse(const char* text, size_t size, uint64_t* chain, char name[NAME], BrnSum* out) {
  char words[LINE], wanted[24];
  int end = 0;
  if (size < 18 || size >= sizeof words) return false;
  memcpy(words, text, size);
  words[size] = 0;
  *out = (BrnSum){.name = name};
  int got = sscanf(words, "%c %d %255s %" SCNu64 " %16" SCNx64 "%n", &out->kind, &out->frame, name,
                   &out->size, &out->sum, &end);
  if (got != 5 || (size_t)end != size - 17 || !strchr("rhtfm", out->kind)) return false;
  *chain = chain_on(*chain, words, size - 17);
  snprintf(wanted, sizeof wanted, " %016" PRIx64, *chain);
  return strcmp(words + size - 17, wanted) == 0; // to the letter
}

static BrnStatus read_lines(BrnContext* ctx, const BrnSource* file, BrnSums* out) {
  const char *at = file->data, *end = file->data + file->size;
  while (at < end) {
    char name[NAME];
    BrnSum line;
    uint64_t chain = out->chain;
    const char* stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop || !parse(at, (size_t)(stop - at), &chain, name, &line)) break;
    BRN_TRY(keep(ctx, out, &line));
    out->chain = chain;
    at = stop + 1;
  }
  out->whole = at == end;
  return BRN_OK;
}

BrnStatus brn__sums_read(BrnContext* ctx, const char* path, BrnSums* out) {
  BrnSource file;
  *out = (BrnSums){0};
  BrnStatus status = brn__source_open_own(ctx, path, &file);
  if (status == BRN_NO_MEMORY || status == BRN_IO_FAILED) return status;
  if (status != BRN_OK) return BRN_OK;
  status = read_lines(ctx, &file, out);
  brn__source_close(ctx, &file);
  if (status != BRN_OK) brn__sums_free(ctx, out);
  return status;
}
