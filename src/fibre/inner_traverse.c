// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"
#include "mesh/sets.h"

#include <string.h>

// Traverse (Romeo et al. 2018, figure 1): from the roots over the edges, one front after the other.
// The vertices of a front that hang together are a sample. A front that was one and falls into two
// is a fork; where two fronts meet behind a hole, the sample grew from the one that came first.

typedef struct Traverse {
  const BrnInnerSurface* sheet;
  BrnInnerSamples* samples;
  int* front; // vertices of the front at hand, and behind them those of the next (vertex_count)
  int* set;   // vertices of a front that hang together                           (vertex_count)
  int* size;  // vertices of each sample
} Traverse;

// a sample for each set of the front, in the order in which the front meets them
static void number_samples(Traverse* traverse, const int* front, int count, int* sample_of_set) {
  BrnInnerSamples* samples = traverse->samples;
  for (int i = 0; i < count; i++) sample_of_set[brn__sets_root(traverse->set, front[i])] = -1;
  for (int i = 0; i < count; i++) {
    int root = brn__sets_root(traverse->set, front[i]);
    if (sample_of_set[root] < 0) {
      sample_of_set[root] = samples->count;
      samples->parent[samples->count++] = -1;
    }
    samples->of[front[i]] = sample_of_set[root];
  }
}

static void average(Traverse* traverse, const int* front, int count, int first) {
  BrnInnerSamples* samples = traverse->samples;
  const double* x = traverse->sheet->mesh->position;
  for (int i = 0; i < count; i++) {
    int s = samples->of[front[i]];
    double* sum = samples->position + 3 * (size_t)s;
    brn__add3(sum, sum, x + 3 * (size_t)front[i]);
    traverse->size[s]++;
  }
  for (int s = first; s < samples->count; s++) {
    brn__scale3(samples->position + 3 * (size_t)s, 1.0 / traverse->size[s],
                samples->position + 3 * (size_t)s);
  }
  for (int i = 0; i < count; i++) {
    int s = samples->of[front[i]];
    double away = brn__distance3(samples->position + 3 * (size_t)s, x + 3 * (size_t)front[i]);
    samples->reach[s] = fmax(samples->reach[s], away);
  }
}

// Roots that were picked one beside the other, or with a gap of one vertex, are one sample.
static int begin(Traverse* traverse, const uint8_t* root, int* spare) {
  const BrnAdjacency* around = traverse->sheet->around;
  int count = 0, vertex_count = traverse->sheet->mesh->vertex_count;
  for (int v = 0; v < vertex_count; v++) {
    int known = root[v] ? v : -1;
    for (int i = around->start[v]; i < around->start[v + 1]; i++) {
      int w = around->item[i];
      if (root[w] && known >= 0) brn__sets_unite(traverse->set, known, w);
      if (root[w]) known = w;
    }
    if (root[v] && traverse->sheet->piece[v] >= 0) traverse->front[count++] = v;
  }
  number_samples(traverse, traverse->front, count, spare);
  average(traverse, traverse->front, count, 0);
  return count;
}

enum { IN_NEXT_FRONT = -2 };

// new vertices around the front
static int find_next(Traverse* traverse, const int* front, int count, int* next) {
  const BrnAdjacency* around = traverse->sheet->around;
  int found = 0;
  for (int i = 0; i < count; i++) {
    for (int j = around->start[front[i]]; j < around->start[front[i] + 1]; j++) {
      int w = around->item[j];
      if (traverse->samples->of[w] != -1) continue;
      traverse->samples->of[w] = IN_NEXT_FRONT;
      next[found++] = w;
    }
  }
  return found;
}

static void unite_neighbours(Traverse* traverse, const int* front, int count) {
  const BrnAdjacency* around = traverse->sheet->around;
  for (int i = 0; i < count; i++) {
    for (int j = around->start[front[i]]; j < around->start[front[i] + 1]; j++) {
      int w = around->item[j];
      if (traverse->samples->of[w] == IN_NEXT_FRONT) brn__sets_unite(traverse->set, front[i], w);
    }
  }
}

// the lowest sample of the front before that touches it
static void find_parents(Traverse* traverse, const int* front, int count, int first) {
  BrnInnerSamples* samples = traverse->samples;
  const BrnAdjacency* around = traverse->sheet->around;
  for (int i = 0; i < count; i++) {
    int* parent = &samples->parent[samples->of[front[i]]];
    for (int j = around->start[front[i]]; j < around->start[front[i] + 1]; j++) {
      int before = samples->of[around->item[j]];
      if (before < 0 || before >= first) continue;
      if (*parent < 0 || before < *parent) *parent = before;
    }
  }
}

static void advance(Traverse* traverse, int count, int* spare) {
  int* front = traverse->front;
  while (count > 0) {
    int* next = front + count;
    int found = find_next(traverse, front, count, next), first = traverse->samples->count;
    unite_neighbours(traverse, next, found);
    number_samples(traverse, next, found, spare);
    find_parents(traverse, next, found, first);
    average(traverse, next, found, first);
    front = next;
    count = found;
  }
}

BrnStatus brn__samples_traverse(BrnContext* ctx, const BrnInnerSurface* sheet, const uint8_t* root,
                                BrnInnerSamples* out) {
  int vertex_count = sheet->mesh->vertex_count;
  *out = (BrnInnerSamples){0};
  out->position = brn__scratch_zero(ctx, 3 * (size_t)vertex_count, double);
  out->reach = brn__scratch_zero(ctx, vertex_count, double);
  out->parent = brn__scratch(ctx, vertex_count, int);
  out->of = brn__scratch(ctx, vertex_count, int);
  Traverse traverse = {.sheet = sheet, .samples = out};
  traverse.front = brn__scratch(ctx, vertex_count, int);
  traverse.set = brn__scratch(ctx, vertex_count, int);
  traverse.size = brn__scratch_zero(ctx, vertex_count, int);
  int* spare = brn__scratch(ctx, vertex_count, int);
  if (!out->position || !out->reach || !out->parent || !out->of || !traverse.front ||
      !traverse.set || !traverse.size || !spare) {
    return BRN_NO_MEMORY;
  }
  for (int v = 0; v < vertex_count; v++) out->of[v] = -1;
  brn__sets_begin(traverse.set, vertex_count);
  advance(&traverse, begin(&traverse, root, spare), spare);
  return BRN_OK;
}
