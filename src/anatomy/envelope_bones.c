// SPDX-License-Identifier: Apache-2.0
//
// How far points are from the bones inside of an envelope, and which two are the nearest.

#include "anatomy/envelope.h"

#include "core/vec.h"

#include <math.h>

// ---------------------------------------------------------------------------------------- distance

// 0 inside of the box
static double box_distance(const BrnEnvelopeBone* bone, const double* place) {
  double square = 0;
  for (int a = 0; a < 3; a++) {
    double d = fmax(fmax(bone->low[a] - place[a], place[a] - bone->high[a]), 0);
    square += d * d;
  }
  return sqrt(square);
}

double brn__envelope_distance(const BrnEnvelopeBone* bone, const double* place, double within) {
  double box = box_distance(bone, place);
  if (box >= within) return INFINITY;
  if (box > 0) {
    BrnSurfacePoint near = brn_bvh_closest(bone->bvh, place, within);
    return near.triangle < 0 ? INFINITY : near.distance;
  }
  double d = brn_bvh_signed_distance(bone->bvh, place);
  return d < within ? d : INFINITY;
}

void brn__envelope_nearest_two(const BrnEnvelopeBones* bones, const double* place, double out[2]) {
  out[0] = out[1] = INFINITY;
  for (int b = 0; b < bones->count; b++) {
    double d = brn__envelope_distance(&bones->bone[b], place, out[1]);
    if (d < out[0]) {
      out[1] = out[0];
      out[0] = d;
    } else if (d < out[1]) {
      out[1] = d;
    }
  }
}

// --------------------------------------------------------------------------------------- preparing

static double measure(const BrnMesh* mesh, double* radius) {
  double area = 0, volume = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* corner = mesh->triangle + 3 * (size_t)t;
    const double* a = mesh->position + 3 * (size_t)corner[0];
    double u[3], v[3], n[3];
    brn__sub3(u, mesh->position + 3 * (size_t)corner[1], a);
    brn__sub3(v, mesh->position + 3 * (size_t)corner[2], a);
    brn__cross3(n, u, v);
    area += brn__norm3(n) / 2;
    volume += brn__dot3(n, a) / 6;
  }
  *radius = area > 0 ? 2 * fabs(volume) / area : 0;
  return area;
}

BrnStatus brn__envelope_bones_create(BrnContext* ctx, const BrnMesh* const* surface, int count,
                                     BrnEnvelopeBones* out) {
  *out = (BrnEnvelopeBones){.low = {INFINITY, INFINITY, INFINITY},
                            .high = {-INFINITY, -INFINITY, -INFINITY}};
  out->bone = brn__new_zero(ctx, count, BrnEnvelopeBone);
  if (!out->bone) return BRN_NO_MEMORY;
  out->count = count;
  for (int b = 0; b < count; b++) {
    BrnEnvelopeBone* bone = &out->bone[b];
    BRN_TRY(brn_bvh_create(ctx, surface[b], &bone->bvh));
    brn_mesh_bounds(surface[b], bone->low, bone->high);
    out->area += measure(surface[b], &bone->radius);
    for (int a = 0; a < 3; a++) {
      out->low[a] = fmin(out->low[a], bone->low[a]);
      out->high[a] = fmax(out->high[a], bone->high[a]);
    }
  }
  return BRN_OK;
}

void brn__envelope_bones_free(BrnContext* ctx, BrnEnvelopeBones* bones) {
  for (int b = 0; b < bones->count; b++) brn_bvh_destroy(ctx, bones->bone[b].bvh);
  brn__free(ctx, bones->bone);
  *bones = (BrnEnvelopeBones){0};
}
