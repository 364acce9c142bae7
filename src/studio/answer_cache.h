// SPDX-License-Identifier: Apache-2.0
//
// Encoded answers that are kept, and answers that are being sent: many clients may take their time
// over the same bytes.

#pragma once

#include "studio/route.h"
#include "studio/stream.h"

typedef struct BrnAnswer {
  BrnByteArray bytes;
  int holders; // clients that are being sent it
  bool kept;   // it is in the cache
} BrnAnswer;

enum { BRN_ANSWER_CACHE_PLACES = 512 };

typedef struct BrnAnswerCachePlace {
  BrnRoute route; // kind, frame, table and values are the key
  BrnAnswer* answer;
  uint64_t used; // when it was asked for last
} BrnAnswerCachePlace;

typedef struct BrnAnswerCache {
  size_t limit, bytes; // of what is kept
  uint64_t clock;
  int count;
  BrnAnswerCachePlace place[BRN_ANSWER_CACHE_PLACES];
} BrnAnswerCache;

/// Holds the answer that is kept for the route; NULL: there is none.
BrnAnswer* brn__answer_cache_find(BrnAnswerCache* cache, const BrnRoute* route);
/// Holds an answer of these bytes, which it takes over, also when it fails.
/// @param keep put it in the cache; the ones that were not asked for the longest make way
/// @return NULL when there is no memory
BrnAnswer* brn__answer_cache_add(BrnContext* ctx, BrnAnswerCache* cache, const BrnRoute* route,
                                 BrnByteArray bytes, bool keep);
void brn__answer_release(BrnContext* ctx, BrnAnswer* answer);
/// Lets go of everything that is kept.
void brn__answer_cache_clear(BrnContext* ctx, BrnAnswerCache* cache);
