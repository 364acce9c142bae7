// SPDX-License-Identifier: Apache-2.0

#include "studio/stream.h"

#include <math.h>
#include <meshoptimizer.h>
#include <string.h>

// Vertices of all skins in one list, so that they move by one call. With fewer triangles wanted,
// each part is made coarser by quadric error (Garland and Heckbert 1997) at rest; the vertices that
// stay keep their riders, so that the coarse surface moves like the fine one.

static const BrnRiders no_riders;

void brn__skins_free(BrnContext* ctx, BrnStreamSkins* skins) {
  brn__free(ctx, skins->part_vertex);
  brn__free(ctx, skins->part_triangle);
  brn__free(ctx, skins->triangle);
  brn__free(ctx, skins->tendon);
  brn__free(ctx, skins->source);
  brn__free(ctx, skins->rider.vertex);
  brn__free(ctx, skins->rider.weight);
  *skins = (BrnStreamSkins){.rider = no_riders};
}

static BrnStatus allocate(BrnReplay* replay, BrnStreamSkins* out) {
  BrnContext* ctx = replay->ctx;
  size_t vertices = 0, triangles = 0, parts = (size_t)replay->part_count + 1;
  for (int p = 0; p < replay->part_count; p++) {
    vertices += (size_t)replay->part[p].skin.rider.point_count;
    triangles += (size_t)replay->part[p].skin.triangle_count;
  }
  if (vertices > INT32_MAX / 4 || triangles > INT32_MAX / 4) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "%s: its surfaces have too many vertices to be shown",
                     replay->name);
  }
  out->part_vertex = brn__new_zero(ctx, parts, uint32_t);
  out->part_triangle = brn__new_zero(ctx, parts, uint32_t);
  out->triangle = brn__new(ctx, 3 * triangles + 1, uint32_t);
  out->tendon = brn__new(ctx, vertices + 1, uint8_t);
  out->source = brn__new(ctx, vertices + 1, int);
  out->rider.vertex = brn__new(ctx, 4 * vertices + 1, int);
  out->rider.weight = brn__new(ctx, 4 * vertices + 1, double);
  bool enough = out->part_vertex && out->part_triangle && out->triangle && out->tendon &&
                out->source && out->rider.vertex && out->rider.weight;
  return enough ? BRN_OK : brn__fail_memory(ctx);
}

// ---------------------------------------------------------------------------------------- one part

static uint8_t to_byte(double x) { return (uint8_t)(fmin(fmax(x, 0), 1) * 255 + 0.5); }

static void add_vertex(const BrnSkin* skin, int source, BrnStreamSkins* out) {
  size_t at = (size_t)out->vertex_count++, from = (size_t)source;
  out->source[at] = source;
  out->tendon[at] = skin->tendon ? to_byte(skin->tendon[from]) : 0;
  memcpy(out->rider.vertex + 4 * at, skin->rider.vertex + 4 * from, 4 * sizeof(int));
  memcpy(out->rider.weight + 4 * at, skin->rider.weight + 4 * from, 4 * sizeof(double));
}

// Vertices in the order of the skin, those that no triangle has left out when it was made coarser.
static void add_part(const BrnSkin* skin, const uint32_t* corner, size_t corner_count, bool all,
                     int* number, BrnStreamSkins* out) {
  int count = skin->rider.point_count;
  for (int v = 0; v < count; v++) number[v] = all ? 0 : -1;
  for (size_t i = 0; i < corner_count; i++) number[corner[i]] = 0;
  for (int v = 0; v < count; v++) {
    if (number[v] < 0) continue;
    number[v] = out->vertex_count;
    add_vertex(skin, v, out);
  }
  uint32_t* triangle = out->triangle + 3 * (size_t)out->triangle_count;
  for (size_t i = 0; i < corner_count; i++) triangle[i] = (uint32_t)number[corner[i]];
  out->triangle_count += (int)(corner_count / 3);
}

static size_t simplify(const float* point, int point_count, double share, uint32_t* corner,
                       size_t count) {
  size_t wanted = (size_t)(share * (double)(count / 3)) * 3;
  const float worst = 0.2f; // of the size of the part
  if (share >= 1 || wanted >= count) return count;
  return meshopt_simplify(corner, corner, count, point, (size_t)point_count, 3 * sizeof(float),
                          wanted < 24 ? 24 : wanted, worst, 0, NULL);
}

static BrnStatus take_part(BrnReplay* replay, int part, double share, BrnStreamSkins* out) {
  BrnContext* ctx = replay->ctx;
  const BrnSkin* skin = &replay->part[part].skin;
  size_t vertices = (size_t)skin->rider.point_count, count = 3 * (size_t)skin->triangle_count;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* place = brn__scratch(ctx, 3 * vertices + 1, double);
  float* point = brn__scratch(ctx, 3 * vertices + 1, float);
  uint32_t* corner = brn__scratch(ctx, count + 1, uint32_t);
  int* number = brn__scratch(ctx, vertices + 1, int);
  BrnStatus status = place && point && corner && number ? BRN_OK : brn__fail_memory(ctx);
  if (status == BRN_OK) {
    for (size_t i = 0; i < count; i++) corner[i] = (uint32_t)skin->triangle[i];
    if (share < 1) brn_riders_apply(ctx, &skin->rider, replay->mesh->position, place);
    for (size_t i = 0; share < 1 && i < 3 * vertices; i++) point[i] = (float)place[i];
    size_t left = simplify(point, (int)vertices, share, corner, count);
    add_part(skin, corner, left, share >= 1, number, out);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__skins_make(BrnReplay* replay, double share, BrnStreamSkins* out) {
  *out = (BrnStreamSkins){.part_count = replay->part_count};
  BrnStatus status = allocate(replay, out);
  for (int p = 0; status == BRN_OK && p < replay->part_count; p++) {
    status = take_part(replay, p, share, out);
    out->part_vertex[p + 1] = (uint32_t)out->vertex_count;
    out->part_triangle[p + 1] = (uint32_t)out->triangle_count;
  }
  out->rider.point_count = out->vertex_count;
  if (status != BRN_OK) brn__skins_free(replay->ctx, out);
  return status;
}
