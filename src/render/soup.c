// SPDX-License-Identifier: Apache-2.0
//
// Triangles of everything, as they are added; those that are there twice are dropped.

#include "render/soup.h"

#include "core/vec.h"

#include <limits.h>
#include <string.h>

void brn__soup_free(BrnContext* ctx, BrnSoup* soup) {
  brn__free(ctx, soup->vertex);
  brn__free(ctx, soup->triangle);
  brn__free(ctx, soup->look);
  *soup = (BrnSoup){0};
}

BrnStatus brn__soup_reserve(BrnContext* ctx, BrnSoup* soup, size_t vertices, size_t triangles) {
  size_t points = (size_t)soup->vertex_count + vertices;
  size_t faces = (size_t)soup->triangle_count + triangles;
  if (points > INT_MAX / 4 || faces > INT_MAX / 4) {
    return brn__fail(ctx, BRN_UNSUPPORTED,
                     "the picture has %zu triangles, too many; show fewer fibres or parts", faces);
  }
  BRN_TRY(brn__grow(ctx, &soup->vertex, &soup->vertex_capacity, points, sizeof *soup->vertex));
  return brn__grow(ctx, &soup->triangle, &soup->triangle_capacity, faces, sizeof *soup->triangle);
}

BrnStatus brn__soup_add_look(BrnContext* ctx, BrnSoup* soup, BrnLook look, int* index) {
  BRN_TRY(brn__grow(ctx, &soup->look, &soup->look_capacity, (size_t)soup->look_count + 1,
                    sizeof *soup->look));
  *index = soup->look_count++;
  soup->look[*index] = look;
  return BRN_OK;
}

int brn__soup_add_vertex(BrnSoup* soup, const BrnSoupVertex* vertex) {
  BRN_DEBUG_ASSERT((size_t)soup->vertex_count < soup->vertex_capacity);
  soup->vertex[soup->vertex_count] = *vertex;
  return soup->vertex_count++;
}

void brn__soup_add_triangle(BrnSoup* soup, const BrnSoupTriangle* triangle) {
  BRN_DEBUG_ASSERT((size_t)soup->triangle_count < soup->triangle_capacity);
  soup->triangle[soup->triangle_count++] = *triangle;
}

void brn__soup_flatten(const BrnSoup* soup, BrnSoupTriangle* triangle) {
  double n[3];
  const int* v = triangle->corner;
  brn__triangle_normal(n, soup->vertex[v[0]].point, soup->vertex[v[1]].point,
                       soup->vertex[v[2]].point);
  brn__normalize3(n);
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++) triangle->normal[c][k] = (float)n[k];
  }
}

// ----------------------------------------------------------------------------------------- doubles

// Two parts of one tet mesh share faces, and which of them a ray meets first would be left to
// rounding. Such faces have the same three points, bit by bit.

typedef struct Key {
  double corner[3][3]; // ascending
} Key;

static void sort_corners(Key* key) {
  for (int i = 1; i < 3; i++) {
    for (int j = i; j > 0 && memcmp(key->corner[j], key->corner[j - 1], sizeof key->corner[0]) < 0;
         j--) {
      double swap[3];
      memcpy(swap, key->corner[j], sizeof swap);
      memcpy(key->corner[j], key->corner[j - 1], sizeof swap);
      memcpy(key->corner[j - 1], swap, sizeof swap);
    }
  }
}

static Key make_key(const BrnSoup* soup, int triangle) {
  Key key;
  for (int c = 0; c < 3; c++) {
    const double* p = soup->vertex[soup->triangle[triangle].corner[c]].point;
    for (int k = 0; k < 3; k++) key.corner[c][k] = p[k] + 0.0; // no negative zeros
  }
  sort_corners(&key);
  return key;
}

static size_t hash_key(const Key* key) {
  uint64_t word[9], hash = 0;
  memcpy(word, key, sizeof word);
  for (int i = 0; i < 9; i++) {
    hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return (size_t)hash;
}

// whether an opaque triangle is there before; else it is put into the table
static bool is_double(const BrnSoup* soup, int triangle, int* table, size_t mask) {
  if (soup->look[soup->triangle[triangle].look].opacity < 1) return false;
  Key key = make_key(soup, triangle);
  size_t at = hash_key(&key) & mask;
  for (; table[at] > 0; at = (at + 1) & mask) {
    Key other = make_key(soup, table[at] - 1);
    if (memcmp(&key, &other, sizeof key) == 0) return true;
  }
  table[at] = triangle + 1;
  return false;
}

BrnStatus brn__soup_drop_doubles(BrnContext* ctx, BrnSoup* soup) {
  size_t size = 16;
  while (size < 2 * (size_t)soup->triangle_count) size *= 2;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* table = brn__scratch_zero(ctx, size, int);
  if (!table) return BRN_NO_MEMORY;
  int kept = 0;
  for (int t = 0; t < soup->triangle_count; t++) {
    if (is_double(soup, t, table, size - 1)) continue;
    // the table has indices from before; what it points to must not be written over
    soup->triangle[t].edges |= 8u;
    kept++;
  }
  if (kept < soup->triangle_count) {
    kept = 0;
    for (int t = 0; t < soup->triangle_count; t++) {
      if (soup->triangle[t].edges & 8u) soup->triangle[kept++] = soup->triangle[t];
    }
    soup->triangle_count = kept;
  }
  for (int t = 0; t < kept; t++) soup->triangle[t].edges &= BRN_ALL_EDGES;
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}
