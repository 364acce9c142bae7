// SPDX-License-Identifier: Apache-2.0
//
// Answers that are kept, the least recently used ones go first; and answers that several
// connections send at once.

#include "studio/shelf.h"

#include <string.h>

static bool is_same(const BrnRoute* a, const BrnRoute* b) {
  return a->kind == b->kind && a->frame == b->frame && a->table == b->table &&
         strcmp(a->values, b->values) == 0;
}

BrnAnswer* brn__shelf_find(BrnShelf* shelf, const BrnRoute* route) {
  for (int i = 0; i < shelf->count; i++) {
    BrnShelfPlace* place = &shelf->place[i];
    if (!is_same(&place->route, route)) continue;
    place->used = ++shelf->clock;
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

static void drop(BrnContext* ctx, BrnShelf* shelf, int index) {
  BrnAnswer* answer = shelf->place[index].answer;
  shelf->bytes -= answer->bytes.size;
  shelf->place[index] = shelf->place[--shelf->count];
  answer->kept = false;
  free_unused(ctx, answer);
}

static void drop_oldest(BrnContext* ctx, BrnShelf* shelf) {
  int oldest = 0;
  for (int i = 1; i < shelf->count; i++) {
    if (shelf->place[i].used < shelf->place[oldest].used) oldest = i;
  }
  drop(ctx, shelf, oldest);
}

static void keep_it(BrnContext* ctx, BrnShelf* shelf, const BrnRoute* route, BrnAnswer* answer) {
  size_t size = answer->bytes.size;
  if (size > shelf->limit) return;
  while (shelf->count == BRN_SHELF_PLACES || shelf->bytes + size > shelf->limit) {
    drop_oldest(ctx, shelf);
  }
  shelf->place[shelf->count++] = (BrnShelfPlace){*route, answer, ++shelf->clock};
  shelf->bytes += size;
  answer->kept = true;
}

BrnAnswer* brn__shelf_add(BrnContext* ctx, BrnShelf* shelf, const BrnRoute* route,
                          BrnByteArray bytes, bool keep) {
  BrnAnswer* answer = brn__new_zero(ctx, 1, BrnAnswer);
  if (!answer) {
    brn__byte_array_free(ctx, &bytes);
    return NULL;
  }
  answer->bytes = bytes;
  answer->holders = 1;
  if (keep) keep_it(ctx, shelf, route, answer);
  return answer;
}

void brn__shelf_clear(BrnContext* ctx, BrnShelf* shelf) {
  while (shelf->count > 0) drop(ctx, shelf, shelf->count - 1);
}
