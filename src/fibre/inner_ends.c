// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"

// Distances along the edges (Dijkstra 1959), from one or several places of each piece at once. The
// farthest place from anywhere is an end, and the farthest from there the other one. An end is a
// patch around its place: the potential of a single point is steep there and flat elsewhere.

static const double patch = 1.0 / 20; // radius of an end over the distance of the ends
static const double far_part = 0.9;   // of the distance of the ends: what counts of a broad one

// ----------------------------------------------------------------------------------------- a heap

typedef struct Heap { // of vertices, the nearest first
  int* vertex;
  int* place; // of a vertex in the heap; -1: it is not in it
  const double* distance;
  int count;
} Heap;

static bool is_before(const Heap* heap, int a, int b) {
  double da = heap->distance[a], db = heap->distance[b];
  return da < db || (da == db && a < b);
}

static void put(Heap* heap, int place, int vertex) {
  heap->vertex[place] = vertex;
  heap->place[vertex] = place;
}

static void move_up(Heap* heap, int vertex) {
  int at = heap->place[vertex];
  while (at > 0 && is_before(heap, vertex, heap->vertex[(at - 1) / 2])) {
    put(heap, at, heap->vertex[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  put(heap, at, vertex);
}

// a vertex whose distance is new or has become less
static void enter(Heap* heap, int vertex) {
  if (heap->place[vertex] < 0) put(heap, heap->count++, vertex);
  move_up(heap, vertex);
}

static int take_first(Heap* heap) {
  int first = heap->vertex[0], moved = heap->vertex[--heap->count], at = 0;
  for (int child; (child = 2 * at + 1) < heap->count; at = child) {
    if (child + 1 < heap->count && is_before(heap, heap->vertex[child + 1], heap->vertex[child])) {
      child++;
    }
    if (!is_before(heap, heap->vertex[child], moved)) break;
    put(heap, at, heap->vertex[child]);
  }
  put(heap, at, moved);
  heap->place[first] = -1;
  return first;
}

// -------------------------------------------------------------------------------------- distances

typedef struct Survey {
  const BrnInnerSurface* sheet;
  uint8_t* end;
  uint8_t* given;   // ends of a piece that the caller has marked    (piece_count)
  double* distance; // from the sources                              (vertex_count)
  int* farthest;    // vertex of each piece                          (piece_count)
  double* most;     // distance in each piece                        (piece_count)
  Heap heap;
} Survey;

static void relax_around(Survey* survey, int v) {
  const BrnInnerSurface* sheet = survey->sheet;
  const double* x = sheet->mesh->position;
  for (int i = sheet->around->start[v]; i < sheet->around->start[v + 1]; i++) {
    int w = sheet->around->item[i];
    double length = survey->distance[v] + brn__distance3(x + 3 * (size_t)v, x + 3 * (size_t)w);
    if (!(length < survey->distance[w])) continue;
    survey->distance[w] = length;
    enter(&survey->heap, w);
  }
}

static void find_farthest(Survey* survey) {
  for (int p = 0; p < survey->sheet->piece_count; p++) survey->farthest[p] = -1;
  for (int v = 0; v < survey->sheet->mesh->vertex_count; v++) {
    int p = survey->sheet->piece[v];
    if (p < 0) continue;
    int best = survey->farthest[p];
    if (best < 0 || brn__clearly_more(survey->distance[v], survey->distance[best])) {
      survey->farthest[p] = v;
    }
  }
}

// distances from the vertices with the mark
static void measure_from(Survey* survey, int mark) {
  int vertex_count = survey->sheet->mesh->vertex_count;
  for (int v = 0; v < vertex_count; v++) survey->distance[v] = INFINITY, survey->heap.place[v] = -1;
  for (int v = 0; v < vertex_count; v++) {
    if (survey->end[v] != mark || survey->sheet->piece[v] < 0) continue;
    survey->distance[v] = 0;
    enter(&survey->heap, v);
  }
  while (survey->heap.count > 0) relax_around(survey, take_first(&survey->heap));
  find_farthest(survey);
}

// ------------------------------------------------------------------------------------------- ends

// What a piece has is called B, unless it has both.
static void swap_lone_ends(Survey* survey) {
  const int* piece = survey->sheet->piece;
  int vertex_count = survey->sheet->mesh->vertex_count;
  for (int v = 0; v < vertex_count; v++) {
    if (piece[v] >= 0) survey->given[piece[v]] |= survey->end[v];
  }
  for (int v = 0; v < vertex_count; v++) {
    if (piece[v] >= 0 && survey->given[piece[v]] == BRN_END_A && survey->end[v] == BRN_END_A) {
      survey->end[v] = BRN_END_B;
    }
  }
}

// the lowest vertex of a piece is where it is looked from first
static void begin_somewhere(Survey* survey) {
  int next = 0;
  for (int v = 0; v < survey->sheet->mesh->vertex_count; v++) {
    if (survey->sheet->piece[v] != next) continue;
    if (survey->given[next] == 0) survey->end[v] = BRN_END_B;
    next++;
  }
}

static void move_start_to_farthest(Survey* survey) {
  const int* piece = survey->sheet->piece;
  for (int v = 0; v < survey->sheet->mesh->vertex_count; v++) {
    if (piece[v] >= 0 && survey->given[piece[v]] == 0) survey->end[v] = 0;
  }
  for (int p = 0; p < survey->sheet->piece_count; p++) {
    if (survey->given[p] == 0) survey->end[survey->farthest[p]] = BRN_END_B;
  }
}

// Of an end only what is far from the other one counts. An attachment along a bone may cover half
// of the muscle, and the middle is that of the muscle. Distances are those from the other end.
static void trim(Survey* survey, int mark) {
  const int* piece = survey->sheet->piece;
  double* most = survey->most;
  for (int p = 0; p < survey->sheet->piece_count; p++) most[p] = 0;
  for (int v = 0; v < survey->sheet->mesh->vertex_count; v++) {
    if (piece[v] < 0 || survey->end[v] != mark) continue;
    most[piece[v]] = fmax(most[piece[v]], survey->distance[v]);
  }
  for (int v = 0; v < survey->sheet->mesh->vertex_count; v++) {
    if (piece[v] < 0 || survey->end[v] != mark) continue;
    if (brn__clearly_more(far_part * most[piece[v]], survey->distance[v])) survey->end[v] = 0;
  }
}

// the free vertices near the sources, in pieces whose end was not given
static void spread(Survey* survey, int mark) {
  const int* piece = survey->sheet->piece;
  for (int v = 0; v < survey->sheet->mesh->vertex_count; v++) {
    if (piece[v] < 0 || survey->end[v] != 0) continue;
    bool own = mark == BRN_END_B ? survey->given[piece[v]] == 0
                                 : survey->given[piece[v]] != (BRN_END_A | BRN_END_B);
    double whole = survey->distance[survey->farthest[piece[v]]];
    if (own && !brn__clearly_more(survey->distance[v], patch * whole))
      survey->end[v] = (uint8_t)mark;
  }
}

BrnStatus brn__inner_find_ends(BrnContext* ctx, const BrnInnerSurface* sheet, uint8_t* end) {
  int vertex_count = sheet->mesh->vertex_count;
  Survey survey = {.sheet = sheet, .end = end};
  survey.given = brn__scratch_zero(ctx, sheet->piece_count, uint8_t);
  survey.farthest = brn__scratch(ctx, sheet->piece_count, int);
  survey.most = brn__scratch(ctx, sheet->piece_count, double);
  survey.distance = brn__scratch(ctx, vertex_count, double);
  survey.heap.vertex = brn__scratch(ctx, vertex_count, int);
  survey.heap.place = brn__scratch(ctx, vertex_count, int);
  survey.heap.distance = survey.distance;
  if (!survey.given || !survey.farthest || !survey.most || !survey.distance ||
      !survey.heap.vertex || !survey.heap.place) {
    return BRN_NO_MEMORY;
  }
  // a lone end counts as B; where there is none, the search begins anywhere
  swap_lone_ends(&survey);
  begin_somewhere(&survey);
  measure_from(&survey, BRN_END_B);
  // twice to the farthest vertex: the second is at one end, and what is farthest from it at the
  // other
  move_start_to_farthest(&survey);
  measure_from(&survey, BRN_END_B);
  for (int p = 0; p < sheet->piece_count; p++) {
    if (survey.given[p] != (BRN_END_A | BRN_END_B)) end[survey.farthest[p]] = BRN_END_A;
  }
  // ends that were not given grow from their vertex; of each only what is far from the other counts
  spread(&survey, BRN_END_B);
  trim(&survey, BRN_END_A);
  measure_from(&survey, BRN_END_A);
  spread(&survey, BRN_END_A);
  trim(&survey, BRN_END_B);
  return BRN_OK;
}
