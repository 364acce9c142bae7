// SPDX-License-Identifier: Apache-2.0
//
// Answers that are kept, the least recently used ones go first; and answers that several
// connections send at once.

#include "studio/answer_cache.h"

#include <string.h>

static bool is_same(const BrnRoute* a, const BrnRoute* b) {
  return a->kind == b->kind && a->frame == b->frame && a->table == b->table &&
         strcmp(a->values, b->values) == 0;
}

BrnAnswer* brn__answer_cache_find(BrnAnswerCache* cache, const BrnRoute* route) {
  for (int i = 0; i < cache->count; i++) {
    BrnAnswerCachePlace* place = &cache->place[i];
    if (!is_same(&place->route, route)) continue;
    place->used = ++cache->clock;
    place->answer->holders++;
    return place->answer;
  }
  return NULL;
}

static void free_unused(BrnContext* ctx, BrnAnswer* answer) {
  if (answer->holders > 0 || answer->kept) return;
  brn__byte_array_free(ctx, &answer->bytes);
  brn__free(ctx, answer);
}

void brn__answer_release(BrnContext* ctx, BrnAnswer* answer) {
  answer->holders--;
  free_unused(ctx, answer);
}

static void drop(BrnContext* ctx, BrnAnswerCache* cache, int index) {
  BrnAnswer* answer = cache->place[index].answer;
  cache->bytes -= answer->bytes.size;
  cache->place[index] = cache->place[--cache->count];
  answer->kept = false;
  free_unused(ctx, answer);
}

static void drop_oldest(BrnContext* ctx, BrnAnswerCache* cache) {
  int oldest = 0;
  for (int i = 1; i < cache->count; i++) {
    if (cache->place[i].used < cache->place[oldest].used) oldest = i;
  }
  drop(ctx, cache, oldest);
}

static void keep_it(BrnContext* ctx, BrnAnswerCache* cache, const BrnRoute* route,
                    BrnAnswer* answer) {
  size_t size = answer->bytes.size;
  if (size > cache->limit) return;
  while (cache->count == BRN_ANSWER_CACHE_PLACES || cache->bytes + size > cache->limit) {
    drop_oldest(ctx, cache);
  }
  cache->place[cache->count++] = (BrnAnswerCachePlace){*route, answer, ++cache->clock};
  cache->bytes += size;
  answer->kept = true;
}

BrnAnswer* brn__answer_cache_add(BrnContext* ctx, BrnAnswerCache* cache, const BrnRoute* route,
                                 BrnByteArray bytes, bool keep) {
  BrnAnswer* answer = brn__new_zero(ctx, 1, BrnAnswer);
  if (!answer) {
    brn__byte_array_free(ctx, &bytes);
    return NULL;
  }
  answer->bytes = bytes;
  answer->holders = 1;
  if (keep) keep_it(ctx, cache, route, answer);
  return answer;
}

void brn__answer_cache_clear(BrnContext* ctx, BrnAnswerCache* cache) {
  while (cache->count > 0) drop(ctx, cache, cache->count - 1);
}
