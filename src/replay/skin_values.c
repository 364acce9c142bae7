// SPDX-License-Identifier: Apache-2.0
//
// Numbers of vertices or tets as they are seen on a skin.

#include "replay/replay.h"

#include <math.h>

// ------------------------------------------------------------------------------------- of vertices

static void from_vertices(const BrnRiders* rider, const double* value, double* out) {
  for (size_t i = 0; i < (size_t)rider->point_count; i++) {
    double sum = 0;
    for (size_t k = 4 * i; k < 4 * i + 4; k++) {
      if (rider->weight[k] != 0) sum += rider->weight[k] * value[rider->vertex[k]];
    }
    out[i] = sum;
  }
}

// ----------------------------------------------------------------------------------------- of tets

typedef struct Mean {
  double sum, weight;
} Mean;

// means at the vertices over the tets of the part around them, by volume at rest
static void gather(const BrnReplay* replay, int part, const double* value, Mean* mean) {
  const struct BrnReplayInside* in = replay->inside;
  for (int i = in->part_start[part]; i < in->part_start[part + 1]; i++) {
    size_t t = (size_t)in->part_tet[i];
    double volume = fmax(in->volume[t], 1e-300);
    for (size_t k = 4 * t; k < 4 * t + 4; k++) {
      Mean* at = &mean[replay->mesh->tet[k]];
      at->sum += volume * value[t];
      at->weight += volume;
    }
  }
}

// A point a little outside of its tet must not have values beyond those around it: weights below
// zero count for nothing.
static double mean_at(const BrnRiders* rider, size_t i, const Mean* mean) {
  double sum = 0, all = 0;
  for (size_t k = 4 * i; k < 4 * i + 4; k++) {
    const Mean* at = &mean[rider->vertex[k]];
    double weight = fmax(rider->weight[k], 0);
    if (weight == 0 || at->weight == 0) continue;
    sum += weight * (at->sum / at->weight);
    all += weight;
  }
  return all > 0 ? sum / all : 0;
}

BrnStatus brn__skin_from_tet_values(BrnReplay* replay, int part, const double* value, double* out) {
  const BrnRiders* rider = &replay->part[part].skin.rider;
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  Mean* mean = brn__scratch_zero(replay->ctx, replay->mesh->vertex_count, Mean);
  if (mean) {
    gather(replay, part, value, mean);
    for (size_t i = 0; i < (size_t)rider->point_count; i++) out[i] = mean_at(rider, i, mean);
  }
  brn__scratch_release(replay->ctx, mark);
  return mean ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn_skin_values(BrnReplay* replay, int part, const BrnValues* values, double* out) {
  BRN_ASSERT(replay && part >= 0 && part < replay->part_count && values && values->about);
  const BrnRiders* rider = &replay->part[part].skin.rider;
  BRN_ASSERT(out || rider->point_count == 0);
  if (values->about->on == BRN_ON_TET) {
    return brn__skin_from_tet_values(replay, part, values->value, out);
  }
  from_vertices(rider, values->value, out);
  return BRN_OK;
}
