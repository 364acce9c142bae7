// SPDX-License-Identifier: Apache-2.0
//
// Points that ride on the mesh: each a mean of vertices with fixed weights.

#include "core/vec.h"
#include "replay/replay.h"

enum { GRAIN = 2048 };

BrnStatus brn__riders_create(BrnContext* ctx, int count, BrnRiders* out) {
  *out = (BrnRiders){.point_count = count};
  out->vertex = brn__new_zero(ctx, 4 * (size_t)count, int);
  out->weight = brn__new_zero(ctx, 4 * (size_t)count, double);
  if (out->vertex && out->weight) return BRN_OK;
  brn__riders_free(ctx, out);
  return BRN_NO_MEMORY;
}

void brn__riders_free(BrnContext* ctx, BrnRiders* riders) {
  brn__free(ctx, riders->vertex);
  brn__free(ctx, riders->weight);
  *riders = (BrnRiders){0};
}

typedef struct Apply {
  const BrnRiders* riders;
  const double* position;
  double* out;
} Apply;

// A rider on a vertex must be where that is, whatever the other three are.
static void apply_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Apply* apply = user;
  for (size_t i = (size_t)begin; i < (size_t)end; i++) {
    const int* vertex = apply->riders->vertex + 4 * i;
    const double* weight = apply->riders->weight + 4 * i;
    double point[3] = {0};
    for (int k = 0; k < 4; k++) {
      if (weight[k] == 0) continue;
      brn__axpy3(point, point, weight[k], apply->position + 3 * (size_t)vertex[k]);
    }
    brn__copy3(apply->out + 3 * i, point);
  }
}

void brn_riders_apply(BrnContext* ctx, const BrnRiders* riders, const double* position,
                      double* out) {
  BRN_ASSERT(ctx && riders && (riders->point_count == 0 || (position && out)));
  Apply apply = {riders, position, out};
  brn__parallel_for(ctx, riders->point_count, GRAIN, apply_range, &apply);
}
