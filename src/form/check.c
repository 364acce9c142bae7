// SPDX-License-Identifier: Apache-2.0
//
// Refuses defs that cannot work, by the name of the member.

#include "core/vec.h"
#include "form/form.h"

#include <math.h>
#include <stdio.h>

// ---------------------------------------------------------------------------------------- lengths

// Between these, squares and products of lengths keep their digits. Bodies are far from either end.
static const double shortest = 1e-9, longest = 1e9; // m

// Of the widest place: thinner ones have slivers without end, which take minutes to look at.
static const double thinnest = 1e-3;

static bool all_finite(const double* x, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

static bool are_places(const double* x, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!(fabs(x[i]) <= longest)) return false;
  }
  return true;
}

static BrnStatus check_length(BrnContext* ctx, const char* name, double value, double least) {
  if (value >= least && value <= longest) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "form: %s is %g m; it must be %g to %g m (is it in other units?)", name, value,
                   least, longest);
}

// ------------------------------------------------------------------------------------------ paths

static BrnStatus check_points(BrnContext* ctx, const BrnFormPath* path, const char* name) {
  int n = path->point_count;
  BRN_ASSERT(path->point);
  for (int i = 0; i < n; i++) {
    const double* p = path->point + 3 * (size_t)i;
    if (are_places(p, 3)) continue;
    return brn__fail(ctx, BRN_INVALID,
                     "form: %s.points[%d] is [%g, %g, %g] m; a place is within %g m of the origin",
                     name, i, p[0], p[1], p[2], longest);
  }
  if (path->closed && n < 3) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: %s is closed, but has %d point%s; a ring needs 3 or more", name, n,
                     n == 1 ? "" : "s");
  }
  for (int i = 0; i < (path->closed ? n : n - 1); i++) {
    int next = (i + 1) % n;
    const double *a = path->point + 3 * (size_t)i, *b = path->point + 3 * (size_t)next;
    double chord = brn__distance3(a, b);
    if (chord > 1e-9 * (brn__norm3(a) + brn__norm3(b))) continue;
    return brn__fail(ctx, BRN_INVALID, "form: %s.points[%d] and [%d] are the same; leave one out%s",
                     name, i, next, next == 0 ? " (a closed path returns by itself)" : "");
  }
  return BRN_OK;
}

static BrnStatus check_thinnest(BrnContext* ctx, const BrnFormPath* path, const char* name) {
  double widest = 0;
  for (int i = 0; i < 2 * path->width_count; i++) widest = fmax(widest, path->width[i]);
  for (int i = 0; i < 2 * path->width_count; i++) {
    if (path->width[i] >= thinnest * widest) continue;
    return brn__fail(
        ctx, BRN_INVALID,
        "form: %s.widths[%d] is [%g, %g] m beside one of %g m; the thinnest half width "
        "must be a thousandth of the widest or more",
        name, i / 2, path->width[i / 2 * 2], path->width[i / 2 * 2 + 1], widest);
  }
  return BRN_OK;
}

static BrnStatus check_widths(BrnContext* ctx, const BrnFormPath* path, const char* name) {
  int rows = path->width_count, points = path->point_count;
  if (rows < 1 || (rows != 1 && rows != points)) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: %s.widths has %d row%s, but there %s %d point%s; give one per point, "
                     "or one for all",
                     name, rows, rows == 1 ? "" : "s", points == 1 ? "is" : "are", points,
                     points == 1 ? "" : "s");
  }
  BRN_ASSERT(path->width);
  for (int i = 0; i < 2 * rows; i++) {
    double w = path->width[i];
    if (w >= shortest && w <= longest) continue;
    return brn__fail(ctx, BRN_INVALID,
                     "form: %s.widths[%d] is [%g, %g] m; half widths must be positive, from %g to "
                     "%g m",
                     name, i / 2, path->width[i / 2 * 2], path->width[i / 2 * 2 + 1], shortest,
                     longest);
  }
  return check_thinnest(ctx, path, name);
}

static BrnStatus check_path(BrnContext* ctx, const BrnFormPath* path, const char* name) {
  BRN_TRY(check_points(ctx, path, name));
  BRN_TRY(check_widths(ctx, path, name));
  if (!all_finite(path->wide, 3)) {
    return brn__fail(ctx, BRN_INVALID, "form: %s.wide is not finite", name);
  }
  if (!(fabs(path->twist) <= 3600)) {
    return brn__fail(ctx, BRN_INVALID, "form: %s.twist is %g; it must be within 3600 degrees", name,
                     path->twist);
  }
  if (path->closed && fmod(path->twist, 180) != 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: %s.twist is %g; on a closed path it must be a multiple of 180 degrees, "
                     "or the ends would not meet",
                     name, path->twist);
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- clay

static bool is_block(const BrnFormLump* lump) {
  return lump->half[0] != 0 || lump->half[1] != 0 || lump->half[2] != 0;
}

static BrnStatus check_half(BrnContext* ctx, const double* half, int index) {
  for (int a = 0; a < 3; a++) {
    if (half[a] >= shortest && half[a] <= longest) continue;
    return brn__fail(ctx, BRN_INVALID,
                     "form: clay[%d].half is [%g, %g, %g] m; all three must be positive, from %g "
                     "to %g m",
                     index, half[0], half[1], half[2], shortest, longest);
  }
  return BRN_OK;
}

static BrnStatus check_block(BrnContext* ctx, const BrnFormLump* lump, int index) {
  const double* half = lump->half;
  BRN_TRY(check_half(ctx, half, index));
  if (!are_places(lump->centre, 3) || !are_places(lump->turn, 3)) {
    return brn__fail(ctx, BRN_INVALID, "form: clay[%d].%s is not finite, or beyond %g", index,
                     are_places(lump->centre, 3) ? "turn" : "centre", longest);
  }
  double most = fmin(half[0], fmin(half[1], half[2]));
  if (!(lump->round >= 0 && lump->round <= most)) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: clay[%d].round is %g m; it must be 0 to the smallest half extent, %g m",
                     index, lump->round, most);
  }
  return BRN_OK;
}

static BrnStatus check_lump(BrnContext* ctx, const BrnFormLump* lump, int index) {
  bool path = lump->path.point_count > 0, block = is_block(lump);
  if (path == block) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: clay[%d] has %s; give it points, or half extents of a block", index,
                     path ? "both points and half" : "neither points nor half");
  }
  char name[32];
  snprintf(name, sizeof name, "clay[%d].blend", index);
  if (!isnan(lump->blend)) BRN_TRY(check_length(ctx, name, lump->blend, 0));
  if (block) return check_block(ctx, lump, index);
  snprintf(name, sizeof name, "clay[%d]", index);
  return check_path(ctx, &lump->path, name);
}

static BrnStatus check_clay(BrnContext* ctx, const BrnFormDef* def) {
  for (int i = 0; i < def->clay_count; i++) BRN_TRY(check_lump(ctx, &def->clay[i], i));
  if (def->clay[0].carve) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: clay[0] carves, but there is nothing yet; start with a lump that adds");
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the def

static BrnStatus check_number(BrnContext* ctx, const char* name, double value, double low,
                              double high) {
  if (value >= low && value <= high) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "form: %s is %g; it must be %g to %g", name, value, low, high);
}

BrnStatus brn__form_check(BrnContext* ctx, const BrnFormDef* def) {
  BRN_ASSERT(def->clay_count >= 0 && (def->clay_count == 0 || def->clay));
  BRN_TRY(check_number(ctx, "detail", def->detail, def->quads ? 4 : 8, 512));
  BRN_TRY(check_number(ctx, "mirror", def->mirror, 0, 3));
  BRN_TRY(check_number(ctx, "power", def->power, 1, 64));
  BRN_TRY(check_number(ctx, "blunt", def->blunt, 0, 1));
  BRN_TRY(check_length(ctx, "blend", def->blend, 0));
  bool sweep = def->sweep.point_count > 0, clay = def->clay_count > 0;
  if (sweep == clay) {
    return brn__fail(ctx, BRN_INVALID, "form: it has %s; give it one of the two",
                     sweep ? "both a sweep and clay" : "neither a sweep nor clay");
  }
  if (clay) return check_clay(ctx, def);
  if (def->sweep.point_count == 1 && def->blunt == 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: a sweep of one point and blunt 0 has no volume; make blunt 1, or add a "
                     "point");
  }
  return check_path(ctx, &def->sweep, "sweep");
}

BrnStatus brn__form_check_place(BrnContext* ctx, const double low[3], const double high[3],
                                double side) {
  double away = 0;
  for (int a = 0; a < 3; a++) away = fmax(away, fmax(fabs(low[a]), fabs(high[a])));
  if (away < 1e9 * side && isfinite(side)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "form: it is %.3g m in size, but %.3g m away from the origin; move it nearer",
                   side, away);
}
