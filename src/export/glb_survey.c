// SPDX-License-Identifier: Apache-2.0
//
// The first time through the frames: which parts move, which of those do so as rigid bodies, and
// how many differences each frame has.

#include "core/vec.h"
#include "export/glb.h"

#include <math.h>

// Positions are floats in the file, which are good for a ten-millionth of the size of the body:
// smaller differences are none. Nor is a normal that turns by less than a thousandth. A bone is
// rigid when that moves its vertices by less than half a millionth of the size.
static const double POSITION_TOLERANCE = 1e-7, NORMAL_TOLERANCE = 1e-3, RIGID_TOLERANCE = 5e-7;

static size_t coordinates(const BrnGlb* glb, int p) { return 3 * (size_t)glb->part[p].point_count; }

// ------------------------------------------------------------------------------------------ shapes

// Those within the tolerance become 0. How many are not.
static int differences(const double* now, const float* base, size_t count, double tolerance,
                       float* out) {
  int filled = 0;
  for (size_t i = 0; i < count; i += 3) {
    double d[3] = {now[i] - base[i], now[i + 1] - base[i + 1], now[i + 2] - base[i + 2]};
    bool differs = brn__norm3(d) > tolerance;
    filled += differs;
    for (size_t a = 0; a < 3; a++) out[i + a] = differs ? (float)d[a] : 0;
  }
  return filled;
}

static void find_range(const float* value, size_t count, float low[3], float high[3]) {
  for (size_t i = 0; i < count; i++) {
    low[i % 3] = i < 3 ? value[i] : fminf(low[i % 3], value[i]);
    high[i % 3] = i < 3 ? value[i] : fmaxf(high[i % 3], value[i]);
  }
}

// A vertex without a triangle has no normal, and readers want one of length 1.
static void fill_normals(BrnGlb* glb, int p) {
  double* normal = glb->job->normal[p];
  for (size_t i = 0; i < coordinates(glb, p); i += 3) {
    if (brn__dot3(normal + i, normal + i) > 0.5) continue;
    normal[i] = normal[i + 2] = 0;
    normal[i + 1] = 1;
  }
}

BrnGlbTarget brn__glb_shape(BrnGlb* glb, int p) {
  const BrnGlbPart* part = &glb->part[p];
  size_t count = coordinates(glb, p);
  BrnGlbTarget target = {0};
  fill_normals(glb, p);
  target.moved = differences(glb->job->point[p], part->base, count, glb->tolerance, glb->moved);
  target.turned =
      differences(glb->job->normal[p], part->normal, count, NORMAL_TOLERANCE, glb->turned);
  find_range(glb->moved, count, target.low, target.high);
  return target;
}

// an index takes 2 or 4 bytes, an item 12
bool brn__glb_is_sparse(int filled, int count) {
  return (int64_t)filled * 16 < (int64_t)count * 12;
}

// ------------------------------------------------------------------------------------------- rigid

static void keep_rest(BrnGlb* glb, int p) {
  BrnGlbPart* part = &glb->part[p];
  const double* pivot = glb->bone[part->bone].pivot;
  for (size_t i = 0; i < coordinates(glb, p); i++) {
    part->rest[i] = (float)(glb->job->point[p][i] - pivot[i % 3]);
  }
}

// how far from where they are the node carries the vertices
static double carried_error(const BrnGlb* glb, int p) {
  const BrnGlbPart* part = &glb->part[p];
  const BrnPose* world = &glb->bone[part->bone].world;
  double error = 0;
  for (size_t i = 0; i < coordinates(glb, p); i += 3) {
    double x[3] = {part->rest[i], part->rest[i + 1], part->rest[i + 2]};
    brn_pose_apply(world, x, x);
    double distance = brn__distance3(x, glb->job->point[p] + i);
    if (distance > error) error = distance;
  }
  return error;
}

// ---------------------------------------------------------------------------------------- the pass

static BrnStatus allocate_part(BrnGlb* glb, int p) {
  BrnContext* ctx = glb->ctx;
  BrnGlbPart* part = &glb->part[p];
  const BrnReplayPart* from = brn__export_part(glb->job, p);
  const BrnModel* model = glb->job->replay->model;
  part->point_count = from->skin.rider.point_count;
  part->bone = model && from->kind == BRN_REPLAY_BONE ? model->part[from->label - 1].owner : -1;
  part->base = brn__new(ctx, coordinates(glb, p), float);
  part->normal = brn__new(ctx, coordinates(glb, p), float);
  part->target = brn__new_zero(ctx, glb->job->frame_count, BrnGlbTarget);
  if (part->bone >= 0) part->rest = brn__new(ctx, coordinates(glb, p), float);
  bool all = part->base && part->normal && part->target && (part->bone < 0 || part->rest);
  return all ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus allocate(BrnGlb* glb) {
  size_t most = 0;
  glb->part = brn__new_zero(glb->ctx, glb->job->part_count, BrnGlbPart);
  if (!glb->part) return BRN_NO_MEMORY;
  for (int p = 0; p < glb->job->part_count; p++) {
    BRN_TRY(allocate_part(glb, p));
    if (coordinates(glb, p) > most) most = coordinates(glb, p);
  }
  glb->moved = brn__new(glb->ctx, most, float);
  glb->turned = brn__new(glb->ctx, most, float);
  return glb->moved && glb->turned ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus find_tolerance(BrnGlb* glb) {
  double low[3], high[3];
  BRN_TRY(brn_replay_bounds(glb->job->replay, glb->job->position, low, high));
  double size = brn__distance3(low, high), given = glb->job->def.tolerance;
  glb->tolerance = fmax(given, isfinite(size) ? POSITION_TOLERANCE * size : 0);
  glb->rigid_tolerance = fmax(given, isfinite(size) ? RIGID_TOLERANCE * size : 0);
  return BRN_OK;
}

static void keep_base(BrnGlb* glb, int p) {
  BrnGlbPart* part = &glb->part[p];
  fill_normals(glb, p);
  for (size_t i = 0; i < coordinates(glb, p); i++) {
    part->base[i] = part->rigid ? part->rest[i] : (float)glb->job->point[p][i];
    part->normal[i] = (float)glb->job->normal[p][i];
  }
}

static BrnStatus check_finite(const BrnGlb* glb, int k, int p) {
  for (size_t i = 0; i < coordinates(glb, p); i++) {
    if (isfinite(glb->job->point[p][i])) continue;
    return brn__fail(glb->ctx, BRN_UNSUPPORTED,
                     "frame %d: vertex %zu of %s is not at a finite place; glTF cannot hold that: "
                     "choose frames before it",
                     brn__export_number(glb->job, k), i / 3, brn__export_part(glb->job, p)->name);
  }
  return BRN_OK;
}

static BrnStatus survey_part(BrnGlb* glb, int k, int p) {
  BrnGlbPart* part = &glb->part[p];
  BRN_TRY(check_finite(glb, k, p));
  if (part->bone >= 0) part->error = fmax(part->error, carried_error(glb, p));
  if (k == 0) {
    keep_base(glb, p);
  } else {
    part->target[k - 1] = brn__glb_shape(glb, p);
    if (part->target[k - 1].moved > 0) part->moves = true;
  }
  return BRN_OK;
}

static BrnStatus read_rest(BrnGlb* glb) {
  BRN_TRY(brn__export_rest(glb->job));
  for (int p = 0; p < glb->job->part_count; p++) {
    BrnGlbPart* part = &glb->part[p];
    if (part->bone < 0) continue;
    keep_rest(glb, p);
    if (part->rigid) keep_base(glb, p);
  }
  return BRN_OK;
}

static void find_rigid(BrnGlb* glb) {
  for (int p = 0; p < glb->job->part_count; p++) {
    BrnGlbPart* part = &glb->part[p];
    part->rigid = part->bone >= 0 && part->error <= glb->rigid_tolerance;
    if (part->rigid) part->moves = false;
  }
}

BrnStatus brn__glb_survey(BrnGlb* glb) {
  BRN_TRY(brn__glb_find_bones(glb));
  BRN_TRY(allocate(glb));
  BRN_TRY(brn__export_want_normals(glb->job));
  BRN_TRY(read_rest(glb));
  for (int k = 0; k < glb->job->frame_count; k++) {
    BRN_TRY(brn__export_frame(glb->job, k));
    if (k == 0) BRN_TRY(find_tolerance(glb));
    brn__glb_pose_bones(glb, k);
    for (int p = 0; p < glb->job->part_count; p++) BRN_TRY(survey_part(glb, k, p));
  }
  find_rigid(glb);
  return read_rest(glb);
}
