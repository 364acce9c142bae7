// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"

// Numbers of a body of surfaces: all points of a part have the same.

// inside of a closed skin whose vertices are those of the mesh; about one of them, so that far away
// places cost no digits
static double volume_of(const BrnSkin* skin, const double* position) {
  double volume = 0;
  if (skin->rider.point_count == 0) return 0;
  const double* from = position + 3 * (size_t)skin->rider.vertex[0];
  for (size_t t = 0; t < (size_t)skin->triangle_count; t++) {
    const double* p[3];
    for (size_t k = 0; k < 3; k++) {
      int corner = skin->triangle[3 * t + k];
      p[k] = position + 3 * (size_t)skin->rider.vertex[4 * (size_t)corner];
    }
    volume += brn__tet_volume(from, p[0], p[1], p[2]);
  }
  return volume;
}

static void give_part(const BrnReplay* replay, int part, double value, double* out) {
  const BrnRiders* rider = &replay->part[part].skin.rider;
  const BrnModel* model = replay->model;
  for (size_t i = 0; i < (size_t)rider->point_count; i++) out[rider->vertex[4 * i]] = value;
  int sheet = model ? brn_model_sheet_of(model, part) : -1;
  if (sheet < 0) return;
  const BrnModelFlesh* flesh = &model->flesh[sheet];
  for (int i = 0; i < flesh->inner_count; i++) out[flesh->first_inner + i] = value;
}

// what has no volume at rest has nothing to be compared with
void brn__derive_flesh_volume(const BrnReplay* replay, const double* position, double* out) {
  for (int v = 0; v < replay->mesh->vertex_count; v++) out[v] = 1;
  for (int p = 0; p < replay->part_count; p++) {
    const BrnSkin* skin = &replay->part[p].skin;
    double rest = volume_of(skin, replay->mesh->position);
    if (rest != 0) give_part(replay, p, volume_of(skin, position) / rest, out);
  }
}

void brn__derive_flesh_part(const BrnReplay* replay, double* out) {
  for (int v = 0; v < replay->mesh->vertex_count; v++) out[v] = 0;
  for (int p = 0; p < replay->part_count; p++) give_part(replay, p, p, out);
}
