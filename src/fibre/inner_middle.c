// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"
#include "mesh/sort.h"

#include <string.h>

// Half of the potential is not half of the way: it falls fast in thin tendons and slowly in the
// belly. So the way is measured, along the middles of slices at levels that have about as many
// vertices between them.

enum { MOST_SLICES = 64 };

// The vertices and triangles of the pieces, one piece after the other.
typedef struct Groups {
  int* vertex_start;   // (piece_count + 1)
  int* vertex;         // by potential within a piece
  int* triangle_start; // (piece_count + 1)
  int* triangle;
} Groups;

// potentials are 0 to 1, where the bits of a number grow with it
static uint64_t key_of(double u) {
  uint64_t bits;
  u = u > 0 ? u : 0;
  memcpy(&bits, &u, sizeof bits);
  return bits;
}

// row i has the items with of[i], in their order
static void deal(const int* item, int count, const int* of, int row_count, int* start, int* out) {
  memset(start, 0, sizeof(int) * ((size_t)row_count + 1));
  for (int i = 0; i < count; i++) {
    if (of[i] >= 0) start[of[i] + 1]++;
  }
  for (int r = 0; r < row_count; r++) start[r + 1] += start[r];
  for (int i = 0; i < count; i++) {
    if (of[i] >= 0) out[start[of[i]]++] = item[i];
  }
  for (int r = row_count; r > 0; r--) start[r] = start[r - 1];
  start[0] = 0;
}

static BrnStatus group_vertices(BrnContext* ctx, const BrnInnerSurface* sheet, const double* u,
                                Groups* groups) {
  int count = sheet->mesh->vertex_count;
  BrnKeyed* list = brn__scratch(ctx, count, BrnKeyed);
  BrnKeyed* spare = brn__scratch(ctx, count, BrnKeyed);
  int* order = brn__scratch(ctx, count, int);
  int* piece = brn__scratch(ctx, count, int);
  if (!list || !spare || !order || !piece) return BRN_NO_MEMORY;
  for (int v = 0; v < count; v++) list[v] = (BrnKeyed){key_of(u[v]), v};
  brn__keys_sort(list, spare, count);
  for (int i = 0; i < count; i++) order[i] = list[i].item, piece[i] = sheet->piece[order[i]];
  deal(order, count, piece, sheet->piece_count, groups->vertex_start, groups->vertex);
  return BRN_OK;
}

static BrnStatus group_triangles(BrnContext* ctx, const BrnInnerSurface* sheet, Groups* groups) {
  int count = sheet->mesh->triangle_count;
  int* item = brn__scratch(ctx, count, int);
  int* piece = brn__scratch(ctx, count, int);
  if (!item || !piece) return BRN_NO_MEMORY;
  for (int t = 0; t < count; t++) {
    item[t] = t;
    piece[t] = sheet->piece[sheet->mesh->triangle[3 * (size_t)t]];
  }
  deal(item, count, piece, sheet->piece_count, groups->triangle_start, groups->triangle);
  return BRN_OK;
}

static BrnStatus group(BrnContext* ctx, const BrnInnerSurface* sheet, const double* u,
                       Groups* groups) {
  groups->vertex_start = brn__scratch(ctx, sheet->piece_count + 1, int);
  groups->triangle_start = brn__scratch(ctx, sheet->piece_count + 1, int);
  groups->vertex = brn__scratch(ctx, sheet->mesh->vertex_count, int);
  groups->triangle = brn__scratch(ctx, sheet->mesh->triangle_count, int);
  if (!groups->vertex_start || !groups->triangle_start || !groups->vertex || !groups->triangle) {
    return BRN_NO_MEMORY;
  }
  BRN_TRY(group_vertices(ctx, sheet, u, groups));
  return group_triangles(ctx, sheet, groups);
}

// ----------------------------------------------------------------------------------------- slices

// where an edge reaches the level
static void cross_edge(const BrnMesh* mesh, const double* u, int low, int high, double level,
                       double* x) {
  double t = (level - u[low]) / (u[high] - u[low]);
  const double *a = mesh->position + 3 * (size_t)low, *b = mesh->position + 3 * (size_t)high;
  for (int k = 0; k < 3; k++) x[k] = a[k] + t * (b[k] - a[k]);
}

// the two places where a triangle has the level; false: it is on one side of it
static bool cut_triangle(const BrnMesh* mesh, int triangle, const double* u, double level,
                         double x[2][3]) {
  int found = 0;
  for (int k = 0; k < 3 && found < 2; k++) {
    int a = mesh->triangle[3 * (size_t)triangle + k];
    int b = mesh->triangle[3 * (size_t)triangle + (k + 1) % 3];
    if ((u[a] <= level) == (u[b] <= level)) continue;
    cross_edge(mesh, u, u[a] <= level ? a : b, u[a] <= level ? b : a, level, x[found++]);
  }
  return found == 2;
}

// middle of a slice, by the length of its segments; false: it has none
static bool slice(const BrnInnerSurface* sheet, const Groups* groups, int piece, const double* u,
                  double level, double* middle) {
  double whole = 0, sum[3] = {0};
  for (int i = groups->triangle_start[piece]; i < groups->triangle_start[piece + 1]; i++) {
    double x[2][3];
    if (!cut_triangle(sheet->mesh, groups->triangle[i], u, level, x)) continue;
    double length = brn__distance3(x[0], x[1]);
    whole += length;
    for (int k = 0; k < 3; k++) sum[k] += length * (x[0][k] + x[1][k]) / 2;
  }
  if (whole > 0) brn__scale3(middle, 1 / whole, sum);
  return whole > 0;
}

static void middle_of_end(const BrnInnerSurface* sheet, const Groups* groups, int piece,
                          const uint8_t* end, int mark, double* middle) {
  int count = 0;
  memset(middle, 0, 3 * sizeof *middle);
  for (int i = groups->vertex_start[piece]; i < groups->vertex_start[piece + 1]; i++) {
    int v = groups->vertex[i];
    if (end[v] != mark) continue;
    brn__add3(middle, middle, sheet->mesh->position + 3 * (size_t)v);
    count++;
  }
  if (count > 0) brn__scale3(middle, 1.0 / count, middle);
}

// -------------------------------------------------------------------------------------- the middle

typedef struct Course { // from end to end
  int count;
  double level[MOST_SLICES + 2];
  double length[MOST_SLICES + 2]; // up to there
  double last[3];
} Course;

static void go_on(Course* course, double level, const double* to) {
  double so_far = course->count > 0 ? course->length[course->count - 1] : 0;
  course->length[course->count] = course->count > 0 ? so_far + brn__distance3(course->last, to) : 0;
  course->level[course->count++] = level;
  brn__copy3(course->last, to);
}

static double level_at_half(const Course* course) {
  double half = course->length[course->count - 1] / 2;
  int i = 1;
  while (i < course->count - 1 && course->length[i] < half) i++;
  double from = course->length[i - 1], step = course->length[i] - from;
  double t = step > 0 ? (half - from) / step : 0.5;
  return course->level[i - 1] + t * (course->level[i] - course->level[i - 1]);
}

static double middle_of_piece(const BrnInnerSurface* sheet, const Groups* groups, int piece,
                              const uint8_t* end, const double* u) {
  int begin = groups->vertex_start[piece], count = groups->vertex_start[piece + 1] - begin;
  int slices = count < MOST_SLICES ? count : MOST_SLICES;
  Course course = {0};
  double middle[3];
  middle_of_end(sheet, groups, piece, end, BRN_END_A, middle);
  go_on(&course, 0, middle);
  for (int i = 0; i < slices; i++) {
    double level = u[groups->vertex[begin + (int)((long)count * i / slices)]];
    if (level <= course.level[course.count - 1]) continue;
    if (slice(sheet, groups, piece, u, level, middle)) go_on(&course, level, middle);
  }
  middle_of_end(sheet, groups, piece, end, BRN_END_B, middle);
  go_on(&course, 1, middle);
  return level_at_half(&course);
}

// -------------------------------------------------------------------------------- between vertices

// how much the potential changes along the edges that cross a level, on average
static double change_across(const BrnInnerSurface* sheet, const Groups* groups, int piece,
                            const double* u, double level) {
  double sum = 0;
  int count = 0;
  for (int i = groups->vertex_start[piece]; i < groups->vertex_start[piece + 1]; i++) {
    int v = groups->vertex[i];
    if (u[v] > level) break; // they are in order
    for (int j = sheet->around->start[v]; j < sheet->around->start[v + 1]; j++) {
      double other = u[sheet->around->item[j]];
      if (other <= level) continue;
      sum += other - u[v];
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

// A level that goes through a ring of vertices would divide them by chance. Within half an edge of
// it the widest gap between vertices is taken; of gaps as wide the one that begins nearest to it.
static double widest_gap(const BrnInnerSurface* sheet, const Groups* groups, int piece,
                         const double* u, double level) {
  double reach = change_across(sheet, groups, piece, u, level) / 2;
  double width = 0, away = 0, best = level;
  for (int i = groups->vertex_start[piece]; i + 1 < groups->vertex_start[piece + 1]; i++) {
    double low = u[groups->vertex[i]], high = u[groups->vertex[i + 1]];
    if (high < level - reach || low > level + reach || !(low < 1 && high > low)) continue;
    bool wider = high - low > 1.01 * width, as_wide = high - low > 0.99 * width;
    if (!wider && !(as_wide && fabs(low - level) < away)) continue;
    width = fmax(width, high - low);
    away = fabs(low - level);
    best = low + (high - low) / 2;
  }
  return best;
}

BrnStatus brn__inner_middle(BrnContext* ctx, const BrnInnerSurface* sheet, const uint8_t* end,
                            const double* u, double* level) {
  Groups groups;
  BRN_TRY(group(ctx, sheet, u, &groups));
  for (int p = 0; p < sheet->piece_count; p++) {
    double half = middle_of_piece(sheet, &groups, p, end, u);
    level[p] = widest_gap(sheet, &groups, p, u, fmin(fmax(half, 0), 1 - 1e-6));
  }
  return BRN_OK;
}
