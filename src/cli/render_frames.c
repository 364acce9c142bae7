// SPDX-License-Identifier: Apache-2.0
//
// Which frames `brawn render` draws.

#include "cli/render.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------- the words

static bool take_word(const char** at, const char* word) {
  size_t length = strlen(word);
  if (strncmp(*at, word, length) != 0) return false;
  *at += length;
  return true;
}

static bool take_number(const char** at, long* out) {
  char* end;
  if (take_word(at, "first")) return *out = LONG_MIN, true;
  if (take_word(at, "last")) return *out = LONG_MAX, true;
  *out = strtol(*at, &end, 10);
  bool good = end != *at && **at != ' ' && **at != '+' && *out > -1000000000 && *out < 1000000000;
  *at = end;
  return good;
}

// "8", "8-12", "8-12/2", "all/2"
static bool take_span(const char** at, RenderSpan* span) {
  *span = (RenderSpan){LONG_MIN, LONG_MAX, 1};
  if (!take_word(at, "all")) {
    if (!take_number(at, &span->first)) return false;
    span->last = span->first;
    if (take_word(at, "-") && !take_number(at, &span->last)) return false;
  }
  if (take_word(at, "/") && (!take_number(at, &span->step) || span->step < 1)) return false;
  return span->step <= 1000000000 && (span->first <= span->last);
}

bool render_parse_frames(const char* text, RenderFrames* out) {
  *out = (RenderFrames){0};
  do {
    if (out->span_count == RENDER_SPANS) return false;
    if (!take_span(&text, &out->span[out->span_count++])) return false;
  } while (take_word(&text, ","));
  return *text == 0;
}

// ------------------------------------------------------------------------------------- the frames

static bool is_in(const RenderSpan* span, int number, int first, int last) {
  long low = span->first == LONG_MIN ? first : span->first == LONG_MAX ? last : span->first;
  long high = span->last == LONG_MAX ? last : span->last == LONG_MIN ? first : span->last;
  return number >= low && number <= high && (number - low) % span->step == 0;
}

static BrnStatus fail_missing(Cli* cli, const BrnReplay* replay, const RenderSpan* span) {
  int count = replay->frame_count, first = replay->frame[0].number;
  char name[64];
  snprintf(name, sizeof name, "frame %ld", span->first);
  if (span->last != span->first) {
    snprintf(name, sizeof name, "frame from %ld to %ld", span->first, span->last);
  }
  return brn__fail(cli->ctx, BRN_NOT_FOUND, "%s: there is no %s; it has %d frame%s, %d to %d",
                   replay->name, name, count, count == 1 ? "" : "s", first,
                   replay->frame[count - 1].number);
}

BrnStatus render_choose_frames(Cli* cli, const BrnReplay* replay, const RenderFrames* frames,
                               int* index, int* count) {
  *count = 0;
  if (replay->frame_count == 0) {
    return brn__fail(cli->ctx, BRN_NOT_FOUND, "%s: has no frame yet; wait for the first one",
                     replay->name);
  }
  int first = replay->frame[0].number, last = replay->frame[replay->frame_count - 1].number;
  bool found[RENDER_SPANS] = {false};
  for (int i = 0; i < replay->frame_count; i++) {
    bool any = false;
    for (int k = 0; k < frames->span_count; k++) {
      bool in = is_in(&frames->span[k], replay->frame[i].number, first, last);
      found[k] = found[k] || in;
      any = any || in;
    }
    if (any) index[(*count)++] = i;
  }
  for (int k = 0; k < frames->span_count; k++) {
    if (!found[k]) return fail_missing(cli, replay, &frames->span[k]);
  }
  return BRN_OK;
}
