// SPDX-License-Identifier: Apache-2.0
//
// Pairs of points that share tets, chunk by chunk, and the reduced matrix from them (pairs.h).

#include "solver/emu/pairs.h"

#include <string.h>

static const int corner[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

void brn__pairs_destroy(BrnContext* ctx, BrnPairs* pairs) {
  if (!pairs) return;
  void* blocks[] = {pairs->point_start, pairs->point, pairs->end_start, pairs->end,
                    pairs->pair_start,  pairs->block, pairs->place};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) brn__free(ctx, blocks[i]);
  brn__free(ctx, pairs);
}

// -------------------------------------------------------------------------------- pairs of a chunk

typedef int Ends[2];

// Pairs are found by the lists of those that begin at a point; all of it is scratch.
typedef struct Search {
  const BrnElements* elements;
  BrnPairs* pairs;
  int *local, *stamp; // place of a point in the chunk that its stamp names       (point_count)
  int *head, *next;   // pairs that begin at a point of the list, and the next; -1: none
  Ends* pair;         // places of the lower and the higher point in the list
  int point_count, pair_count;
} Search;

static int find_point(Search* s, int chunk, int point) {
  if (s->stamp[point] != chunk) {
    s->stamp[point] = chunk;
    s->local[point] = s->point_count;
    s->head[s->point_count] = -1;
    s->pairs->point[s->point_count++] = point;
  }
  return s->local[point];
}

// twice the pair, and 1 where a comes after b
static int find_pair(Search* s, int chunk, int a, int b) {
  int from = find_point(s, chunk, a), to = find_point(s, chunk, b), turned = from > to;
  int low = turned ? to : from, high = turned ? from : to, k = s->head[low];
  while (k >= 0 && s->pair[k][1] != high) k = s->next[k];
  if (k < 0) {
    k = s->pair_count++;
    s->pair[k][0] = low, s->pair[k][1] = high;
    s->next[k] = s->head[low];
    s->head[low] = k;
  }
  return 2 * k + turned;
}

// lanes without a tet add nothing to the first pair
static void list_batch(Search* s, int chunk, int first, int b) {
  const BrnBatch* batch = &s->elements->batch[b];
  for (int i = 0; i < BRN_LANES; i++) {
    for (int k = 0; k < 6; k++) {
      s->pairs->place[b][k][i] = 2 * first;
      if (!(batch->volume[i] > 0)) continue;
      int from = batch->corner[corner[k][0]][i], to = batch->corner[corner[k][1]][i];
      s->pairs->place[b][k][i] = find_pair(s, chunk, from, to);
    }
  }
}

static void list_all(Search* s, const BrnEmu* e) {
  BrnPairs* pairs = s->pairs;
  for (int c = 0; c < e->basis->chunk_count; c++) {
    int begin = brn__emu_first_batch(e, c), end = brn__emu_first_batch(e, c + 1);
    pairs->point_start[c] = s->point_count;
    pairs->pair_start[c] = s->pair_count;
    for (int b = begin; b < end; b++) list_batch(s, c, pairs->pair_start[c], b);
  }
  pairs->point_start[e->basis->chunk_count] = s->point_count;
  pairs->pair_start[e->basis->chunk_count] = s->pair_count;
}

// both ends of all pairs, by points
static void list_ends(const Search* s) {
  BrnPairs* pairs = s->pairs;
  memset(pairs->end_start, 0, sizeof(int) * (size_t)(s->point_count + 1));
  for (int k = 0; k < 2 * s->pair_count; k++) pairs->end_start[s->pair[k / 2][k % 2] + 1]++;
  for (int p = 0; p < s->point_count; p++) {
    pairs->end_start[p + 1] += pairs->end_start[p];
    s->head[p] = pairs->end_start[p];
  }
  for (int k = 0; k < 2 * s->pair_count; k++) {
    int other = s->pair[k / 2][1 - k % 2];
    pairs->end[s->head[s->pair[k / 2][k % 2]]++] = (BrnPairEnd){pairs->point[other], k};
  }
}

// ---------------------------------------------------------------------------------------- creation

static BrnStatus take_search(BrnContext* ctx, const BrnEmu* e, Search* s) {
  size_t points = (size_t)e->body->nodes->point_count;
  size_t tets = BRN_LANES * (size_t)s->elements->batch_count;
  s->local = brn__scratch(ctx, points, int);
  s->stamp = brn__scratch(ctx, points, int);
  s->head = brn__scratch(ctx, 4 * tets, int);
  s->next = brn__scratch(ctx, 6 * tets, int);
  s->pair = brn__scratch(ctx, 6 * tets, Ends);
  if (!s->local || !s->stamp || !s->head || !s->next || !s->pair) return BRN_NO_MEMORY;
  for (size_t p = 0; p < points; p++) s->stamp[p] = -1;
  return BRN_OK;
}

static BrnStatus fill(BrnContext* ctx, const BrnEmu* e, BrnPairs* pairs) {
  Search s = {.elements = e->body->elements, .pairs = pairs};
  size_t batches = (size_t)s.elements->batch_count, chunks = (size_t)e->basis->chunk_count;
  pairs->point_start = brn__new(ctx, chunks + 1, int);
  pairs->pair_start = brn__new(ctx, chunks + 1, int);
  pairs->place = brn__alloc(ctx, batches, sizeof *pairs->place);
  pairs->point = brn__new(ctx, 4 * BRN_LANES * batches, int);
  if (!pairs->point_start || !pairs->pair_start || !pairs->place || !pairs->point) {
    return BRN_NO_MEMORY;
  }
  BRN_TRY(take_search(ctx, e, &s));
  list_all(&s, e);
  pairs->end_start = brn__new(ctx, (size_t)s.point_count + 1, int);
  pairs->end = brn__new(ctx, 2 * (size_t)s.pair_count, BrnPairEnd);
  pairs->block = brn__new(ctx, 9 * ((size_t)s.pair_count + 1), double);
  if (!pairs->end_start || !pairs->end || !pairs->block) return BRN_NO_MEMORY;
  list_ends(&s);
  return BRN_OK;
}

BrnStatus brn__pairs_create(BrnContext* ctx, const BrnEmu* e, BrnPairs** out) {
  BrnPairs* pairs = brn__new_zero(ctx, 1, BrnPairs);
  *out = pairs;
  if (!pairs) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = fill(ctx, e, pairs);
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------ chunks

void brn__pairs_begin(BrnPairs* pairs, int chunk) {
  size_t first = (size_t)pairs->pair_start[chunk], last = (size_t)pairs->pair_start[chunk + 1];
  memset(pairs->block + 9 * first, 0, 9 * sizeof(double) * (last - first));
}

void brn__pairs_reduce(const BrnEmu* e, const BrnPairs* pairs, int chunk, double* part) {
  const BrnEmuReduced* basis = e->basis;
  int first = pairs->point_start[chunk], count = pairs->point_start[chunk + 1] - first;
  BRN_LANE_PICK(brn__pairs_sum)
  (count, pairs->point + first, pairs->end_start + first, pairs->end, pairs->block,
   (const double* const*)basis->point, basis->stride,
   basis->room + (size_t)chunk * 96 * (size_t)basis->stride, part);
}
