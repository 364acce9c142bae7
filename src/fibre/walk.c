// SPDX-License-Identifier: Apache-2.0

#include "fibre/trace.h"

// A line goes straight through a tet and leaves over the face whose corner weight reaches zero
// first. Its heading comes from the directions averaged at the vertices and interpolated, at the
// middle of the way through the tet. The constant directions of the tets themselves were tried
// first: where neighbours point at each other a line creeps along their edge in ever smaller steps
// and stalls. A field that is continuous over faces has no such places.
//
// Where the boundary is insulated the fibres run along it, but only on average. A line that meets
// it at a small angle therefore glides along it; at a steep one it has arrived.

enum { IDLE_STEPS = 100 };

static const double arrival = 0.70710678118654752; // sine of the angle with the boundary
static const double least_step = 1e-9;             // of a tet's size: a step that counts

// weight of corner k at a point of the tet
static double weight_at(const BrnWalk* walk, const double* x, int k) {
  const int* v = walk->region->mesh->tet + 4 * (size_t)walk->tet;
  const double* on_face = walk->region->mesh->position + 3 * (size_t)v[k == 0 ? 1 : 0];
  double offset[3];
  brn__sub3(offset, x, on_face);
  return brn__dot3(walk->region->slope + 12 * (size_t)walk->tet + 3 * (size_t)k, offset);
}

// the field at a point of the tet; false: it has no direction there
static bool field_at(const BrnWalk* walk, const double* x, double* out) {
  const int* v = walk->region->mesh->tet + 4 * (size_t)walk->tet;
  out[0] = out[1] = out[2] = 0;
  for (int k = 0; k < 4; k++) {
    double weight = walk->sign * weight_at(walk, x, k);
    brn__axpy3(out, out, weight, walk->field + 3 * (size_t)v[k]);
  }
  return brn__normalize3(out) > 1e-9;
}

// distance to the face over which the line leaves; of faces at the same distance the steepest
static double find_exit(const BrnWalk* walk, const double* heading, int* face) {
  double nearest = INFINITY, steepest = 0,
         same = least_step * cbrt(walk->region->volume[walk->tet]);
  *face = -1;
  for (int k = 0; k < 4; k++) {
    const double* g = walk->region->slope + 12 * (size_t)walk->tet + 3 * (size_t)k;
    double rate = brn__dot3(g, heading), steep = rate / brn__norm3(g);
    if (steep >= -1e-12) continue;
    double distance = fmax(weight_at(walk, walk->x, k), 0) / -rate;
    if (distance > nearest + same || (distance > nearest - same && steep >= steepest)) continue;
    nearest = distance, steepest = steep, *face = k;
  }
  return nearest;
}

// the heading in the middle of the way through the tet, if it leads through the tet at all
static bool aim(BrnWalk* walk) {
  double middle[3], better[3];
  int face;
  if (!field_at(walk, walk->x, walk->heading)) return false;
  double distance = find_exit(walk, walk->heading, &face);
  if (face < 0) return false;
  brn__axpy3(middle, walk->x, distance / 2, walk->heading);
  if (!field_at(walk, middle, better)) return true;
  double changed = find_exit(walk, better, &face);
  if (changed > distance / 2 && changed < 2 * distance) brn__copy3(walk->heading, better);
  return true;
}

// turns the heading into the plane of a boundary face; false: it is too steep for that
static bool glide(BrnWalk* walk, int face) {
  double out[3];
  brn__scale3(out, -1, walk->region->slope + 12 * (size_t)walk->tet + 3 * (size_t)face);
  brn__normalize3(out);
  double steep = brn__dot3(out, walk->heading);
  if (steep > arrival) return false;
  brn__axpy3(walk->heading, walk->heading, -steep, out);
  brn__normalize3(walk->heading);
  walk->hold = true;
  return true;
}

BrnStep brn__walk_step(BrnWalk* walk, bool* moved) {
  int face;
  *moved = false;
  if (!walk->hold && !aim(walk)) return BRN_TRACE_STALLED;
  double distance = find_exit(walk, walk->heading, &face);
  if (face < 0) return BRN_TRACE_STALLED;
  brn__axpy3(walk->x, walk->x, distance, walk->heading);
  walk->length += distance;
  *moved = distance > least_step * cbrt(walk->region->volume[walk->tet]);
  walk->hold = !*moved;
  walk->idle = *moved ? 0 : walk->idle + 1;
  if (walk->idle > IDLE_STEPS) return BRN_TRACE_STALLED;
  int next = walk->region->neighbour[4 * (size_t)walk->tet + face];
  if (next < 0) return glide(walk, face) ? BRN_WENT : BRN_ARRIVED;
  walk->tet = next;
  return BRN_WENT;
}
