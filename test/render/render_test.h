// SPDX-License-Identifier: Apache-2.0
//
// What the tests of pictures share: a block of tets opened as a replay, and looking at pixels.

#pragma once

#include "brawn/brawn.h"
#include "brawn/render.h"
#include "core/core.h"
#include "test.h"

#include <unistd.h>

/// Two parts, one on the other: 'low' below y = 0 and 'high' above; cells are cut in six tets. From
/// -0.5 to 0.5 along each axis. Vertex array "x", tet array "height" (of the middle).
static inline BrnMesh* render_block(BrnContext* ctx, int n) {
  static const int path[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
  int m = n + 1;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, m * m * m, 0, 6 * n * n * n, &mesh));
  mesh->tet_label = brn__new(ctx, mesh->tet_count, int);
  ENSURE(mesh->tet_label);
  for (int v = 0; v < mesh->vertex_count; v++) {
    int at[3] = {v % m, v / m % m, v / m / m};
    for (int k = 0; k < 3; k++) mesh->position[3 * v + k] = (double)at[k] / n - 0.5;
  }
  for (int c = 0, t = 0; c < n * n * n; c++) {
    int x = c % n, y = c / n % n, z = c / n / n;
    for (int p = 0; p < 6; p++, t++) {
      int corner[4] = {0, path[p][0], path[p][1], 7};
      for (int i = 0; i < 4; i++) {
        int dx = corner[i] & 1, dy = corner[i] >> 1 & 1, dz = corner[i] >> 2;
        mesh->tet[4 * t + i] = x + dx + m * (y + dy + m * (z + dz));
      }
      if (p == 1 || p == 2 || p == 5) { // the odd permutations are upside down
        int swap = mesh->tet[4 * t + 2];
        mesh->tet[4 * t + 2] = mesh->tet[4 * t + 3], mesh->tet[4 * t + 3] = swap;
      }
      mesh->tet_label[t] = 2 * y < n ? 1 : 2;
    }
  }
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 1, "low"));
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 2, "high"));
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "x", BRN_ON_VERTEX, 1, BRN_F64, &array));
  for (int v = 0; v < mesh->vertex_count; v++) array->value[v] = mesh->position[3 * v];
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "height", BRN_ON_TET, 1, BRN_F64, &array));
  for (int t = 0; t < mesh->tet_count; t++) array->value[t] = mesh->tet_label[t];
  return mesh;
}

/// The block as a file, opened; the file is gone again.
static inline BrnReplay* render_open_block(BrnContext* ctx, int n) {
  char path[] = "/tmp/brawn_render_XXXXXX.vtu";
  int file = mkstemps(path, 4);
  ENSURE(file >= 0);
  close(file);
  BrnMesh* mesh = render_block(ctx, n);
  BrnReplay* replay;
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, NULL));
  ENSURE_OK(ctx, brn_replay_open(ctx, path, NULL, &replay));
  unlink(path);
  brn_mesh_destroy(ctx, mesh);
  return replay;
}

/// A small picture without shadows, straight from the front by parallel rays: a metre is 100 pixels
/// and the middle of the block is the middle of the picture.
static inline BrnPictureDef render_plain_def(void) {
  BrnPictureDef def = brn_picture_def_default();
  def.width = def.height = 160;
  def.fit = false;
  def.camera = (BrnCamera){.eye = {0, 0, 5}, .up = {0, 1, 0}, .height = 1.6};
  def.shadows = false;
  def.occlusion = 0;
  def.transparent = true;
  return def;
}

static inline const uint8_t* render_pixel(const BrnImage* image, int x, int y) {
  return image->pixel + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
}

/// Sum of the opacities, in pixels.
static inline double render_area(const BrnImage* image) {
  double area = 0;
  for (int i = 0; i < image->width * image->height; i++) area += image->pixel[4 * i + 3] / 255.0;
  return area;
}

static inline bool render_same(const BrnImage* a, const BrnImage* b) {
  size_t size = 4 * (size_t)a->width * (size_t)a->height;
  return a->width == b->width && a->height == b->height && memcmp(a->pixel, b->pixel, size) == 0;
}
