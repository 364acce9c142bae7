// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"

// Stresses are xx yy zz xy yz zx.

void brn__derive_von_mises(const double* stress, int count, double* out) {
  for (int i = 0; i < count; i++) {
    const double* s = stress + 6 * (size_t)i;
    double a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
    double shear = s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
    out[i] = sqrt((a * a + b * b + c * c) / 2 + 3 * shear);
  }
}

void brn__derive_pressure(const double* stress, int count, double* out) {
  for (int i = 0; i < count; i++) {
    const double* s = stress + 6 * (size_t)i;
    out[i] = -(s[0] + s[1] + s[2]) / 3;
  }
}

// a tet without volume at rest has nothing to be compared with
void brn__derive_volume(const BrnReplay* replay, const double* position, double* out) {
  const BrnMesh* mesh = replay->mesh;
  for (size_t t = 0; t < (size_t)mesh->tet_count; t++) {
    const double* p[4];
    for (size_t k = 0; k < 4; k++) p[k] = position + 3 * (size_t)mesh->tet[4 * t + k];
    double rest = replay->inside->volume[t];
    out[t] = rest != 0 ? brn__tet_volume(p[0], p[1], p[2], p[3]) / rest : 1;
  }
}

void brn__derive_part(const BrnReplay* replay, double* out) {
  const struct BrnReplayInside* in = replay->inside;
  for (int p = 0; p < replay->part_count; p++) {
    for (int i = in->part_start[p]; i < in->part_start[p + 1]; i++) out[in->part_tet[i]] = p;
  }
}
