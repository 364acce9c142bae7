// SPDX-License-Identifier: Apache-2.0
//
// Judges parts before they are cut: corners that are no numbers, surfaces that do not tell inside
// from outside, twins; and what has become of too few tets.

#include "tetra/judge.h"

#include "core/vec.h"

#include <math.h>

static const double unclear = 0.1;       // a winding number this near to 1/2 tells nothing
static const double most_unclear = 0.25; // of the area
static const double least_wall = 0.01;   // of the area must be between inside and outside
static const double least_volume = 1e-5; // of a part must become tets

static double diagonal_of(const BrnRulesPart* part) {
  return brn__distance3(part->low, part->high);
}

static double middle_of(const BrnMesh* surface, int triangle, double* middle, double* normal) {
  const int* corner = surface->triangle + 3 * (size_t)triangle;
  const double* p[3];
  middle[0] = middle[1] = middle[2] = 0;
  for (int k = 0; k < 3; k++) {
    p[k] = surface->position + 3 * (size_t)corner[k];
    brn__axpy3(middle, middle, 1.0 / 3, p[k]);
  }
  brn__triangle_normal(normal, p[0], p[1], p[2]);
  return brn__normalize3(normal) / 2;
}

// ---------------------------------------------------------------------------------------- corners

static bool is_good_corner(const BrnMesh* surface, int v) {
  if (v < 0 || v >= surface->vertex_count) return false;
  const double* p = surface->position + 3 * (size_t)v;
  return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
}

// The triangles are shown by their good corners: the others are put on one of those.
static BrnStatus refuse_broken(BrnRefusal* refusal, int part, const uint8_t* bad, int count,
                               int first) {
  const BrnMesh* surface = refusal->def->part[part].surface;
  BrnMesh* show;
  BRN_TRY(brn_mesh_create(refusal->ctx, 3 * count, count, 0, &show));
  for (int t = 0, at = 0; t < surface->triangle_count; t++) {
    const int* corner = surface->triangle + 3 * (size_t)t;
    if (!bad[t]) continue;
    for (int k = 0; k < 3; k++, at++) {
      int good = k;
      for (int i = 0; i < 2 && !is_good_corner(surface, corner[good]); i++) good = (good + 1) % 3;
      show->triangle[at] = at;
      if (!is_good_corner(surface, corner[good])) continue;
      brn__copy3(show->position + 3 * (size_t)at, surface->position + 3 * (size_t)corner[good]);
    }
  }
  BrnStatus status = brn__refuse(
      refusal, part, BRN_REFUSED_BROKEN, show, NULL,
      "has %d broken triangle%s, the first of them triangle %d: its corners are out of range or "
      "not "
      "finite; write the surface again from the program it comes from, or take the triangles out",
      count, count == 1 ? "" : "s", first);
  brn_mesh_destroy(refusal->ctx, show);
  return status;
}

BrnStatus brn__judge_corners(BrnRefusal* refusal, int part) {
  const BrnMesh* surface = refusal->def->part[part].surface;
  int count = 0, first = -1;
  if (surface->triangle_count == 0) {
    return brn__refuse(refusal, part, BRN_REFUSED_EMPTY, surface, NULL,
                       "has no triangles; give a closed surface, or leave the part out");
  }
  BrnScratchMark mark = brn__scratch_mark(refusal->ctx);
  uint8_t* bad = brn__scratch_zero(refusal->ctx, surface->triangle_count, uint8_t);
  if (!bad) return BRN_NO_MEMORY;
  for (int t = 0; t < surface->triangle_count; t++) {
    const int* corner = surface->triangle + 3 * (size_t)t;
    for (int k = 0; k < 3; k++) bad[t] |= !is_good_corner(surface, corner[k]);
    if (bad[t] && count++ == 0) first = t;
  }
  BrnStatus status = count > 0 ? refuse_broken(refusal, part, bad, count, first) : BRN_OK;
  brn__scratch_release(refusal->ctx, mark);
  return status;
}

// ---------------------------------------------------------------------------------------- surface

enum { UNCLEAR = 1, WALL = 2 };

typedef struct Probe {
  const BrnRulesPart* part;
  uint8_t* found; // UNCLEAR, WALL  (triangle_count)
} Probe;

// Just behind a triangle of a closed surface the winding number is a whole number, and just in
// front it is the same or one less. Holes blur it. A surface full of holes is clear at the
// triangles, but no more a little deeper.
static void probe_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Probe* probe = user;
  const BrnRulesPart* part = probe->part;
  double skin = 1e-5 * diagonal_of(part), deep = 0.02 * diagonal_of(part);
  for (int t = begin; t < end; t++) {
    double middle[3], n[3], p[3], w[3];
    const double step[3] = {-skin, skin, -deep};
    probe->found[t] = 0;
    if (middle_of(part->surface, t, middle, n) == 0) continue;
    for (int i = 0; i < 3; i++) {
      brn__axpy3(p, middle, step[i], n);
      w[i] = fabs(brn_bvh_winding(part->bvh, p));
      if (fabs(w[i] - 0.5) < unclear) probe->found[t] |= UNCLEAR;
    }
    if ((w[0] > 0.5) != (w[1] > 0.5)) probe->found[t] |= WALL;
  }
}

static double share_of(const BrnMesh* surface, const uint8_t* found, int bit) {
  double sum[2] = {0}, middle[3], normal[3];
  for (int t = 0; t < surface->triangle_count; t++) {
    sum[(found[t] & bit) != 0] += middle_of(surface, t, middle, normal);
  }
  return sum[1] / (sum[0] + sum[1]);
}

static BrnStatus judge_probe(BrnRefusal* refusal, Probe* probe, const BrnMendNotes* notes) {
  const BrnMesh* surface = probe->part->surface;
  double doubt = share_of(surface, probe->found, UNCLEAR);
  double wall = share_of(surface, probe->found, WALL);
  int part = probe->part->index;
  if (doubt > most_unclear) {
    for (int t = 0; t < surface->triangle_count; t++) probe->found[t] &= UNCLEAR;
    return brn__refuse(refusal, part, BRN_REFUSED_OPEN, surface, probe->found,
                       "is open: over %.0f %% of its area inside and outside cannot be told apart, "
                       "with %d open edges; close the holes in a mesh editor",
                       100 * doubt, notes->open);
  }
  if (!(wall >= least_wall)) {
    return brn__refuse(refusal, part, BRN_REFUSED_FLAT, surface, NULL,
                       "encloses no volume: it is flat, or folded onto itself; give it thickness, "
                       "or leave the part out");
  }
  return BRN_OK;
}

BrnStatus brn__judge_surface(BrnRefusal* refusal, const BrnRulesPart* part,
                             const BrnMendNotes* notes) {
  const BrnTetraPart* given = &refusal->def->part[part->index];
  if (!(notes->area > 0)) {
    return brn__refuse(refusal, part->index, BRN_REFUSED_EMPTY, given->surface, NULL,
                       "has no triangles that count: %d have no area, %d lie back to back; give a "
                       "closed surface, or leave the part out",
                       given->surface->triangle_count - notes->doubled, notes->doubled);
  }
  if (notes->sealed && fabs(notes->volume) > 1e-3 * pow(notes->area, 1.5)) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(refusal->ctx);
  int count = part->surface->triangle_count;
  Probe probe = {.part = part, .found = brn__scratch(refusal->ctx, count, uint8_t)};
  if (!probe.found) return BRN_NO_MEMORY;
  brn__parallel_for(refusal->ctx, count, 256, probe_range, &probe);
  BrnStatus status = judge_probe(refusal, &probe, notes);
  brn__scratch_release(refusal->ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------ twins

static bool is_same_box(const BrnRulesPart* a, const BrnRulesPart* b, double near) {
  return brn__distance3(a->low, b->low) <= near && brn__distance3(a->high, b->high) <= near;
}

static bool lies_on(const BrnRulesPart* a, const BrnRulesPart* b, double near) {
  int count = a->surface->triangle_count, stride = 1 + count / 1000, asked = 0, on = 0;
  for (int t = 0; t < count; t += stride, asked++) {
    double middle[3], normal[3];
    middle_of(a->surface, t, middle, normal);
    on += brn_bvh_closest(b->bvh, middle, near).triangle >= 0;
  }
  return on > 0.99 * asked;
}

BrnStatus brn__judge_twins(BrnRefusal* refusal, const BrnRules* rules) {
  for (int i = 0; i < rules->part_count; i++) {
    for (int k = 0; k < i; k++) {
      const BrnRulesPart *own = &rules->part[i], *other = &rules->part[k];
      double near = 1e-6 * diagonal_of(own);
      if (!is_same_box(own, other, near) || !lies_on(own, other, near)) continue;
      if (!lies_on(other, own, near)) continue;
      const char* name = refusal->def->part[other->index].name;
      BRN_TRY(brn__refuse(refusal, own->index, BRN_REFUSED_TWIN, own->surface, NULL,
                          "is the same surface as part %d (%s); leave one of them out",
                          other->index, name ? name : ""));
      break;
    }
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- no tets

// The part that owns most of what is behind the triangles of a part.
static BrnStatus find_host(BrnContext* ctx, const BrnRules* rules, int part, int* host,
                           double* own_share) {
  const BrnRulesPart* own = &rules->part[part];
  int count = own->surface->triangle_count, stride = 1 + count / 4000;
  double sum = 0, skin = 1e-4 * diagonal_of(own);
  double* area = brn__scratch_zero(ctx, rules->part_count, double);
  if (!area) return BRN_NO_MEMORY;
  for (int t = 0; t < count; t += stride) {
    double p[3], n[3], size = middle_of(own->surface, t, p, n);
    brn__axpy3(p, p, -skin * own->facing, n);
    int owner = brn__rules_owner(rules, p);
    if (owner >= 0) area[owner] += size;
    sum += size;
  }
  *own_share = area[part] / sum;
  *host = part == 0;
  for (int i = 0; i < rules->part_count; i++) {
    if (i != part && area[i] > area[*host]) *host = i;
  }
  return BRN_OK;
}

static BrnStatus refuse_lost(BrnRefusal* refusal, const BrnRules* rules, int part, double size) {
  const BrnRulesPart* own = &rules->part[part];
  int host = -1, levels = refusal->def->thin_levels;
  double share = 1;
  if (rules->part_count > 1) BRN_TRY(find_host(refusal->ctx, rules, part, &host, &share));
  if (share >= 0.01) {
    return brn__refuse(refusal, own->index, BRN_REFUSED_THIN, own->surface, NULL,
                       "gets no tets: it is thinner than edges of %.3g m, halved %d times, can "
                       "show; ask for more tets or shorter edges, or leave the part out",
                       size, levels);
  }
  const BrnTetraPart* other = &refusal->def->part[rules->part[host].index];
  return brn__refuse(refusal, own->index, BRN_REFUSED_HIDDEN, own->surface, NULL,
                     "gets no tets: it lies inside of part %d (%s), which owns what they share; "
                     "give it a higher priority, or leave it out",
                     rules->part[host].index, other->name ? other->name : "");
}

BrnStatus brn__judge_lost(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                          const BrnWork* work, double size) {
  BrnRefusal refusal = {.ctx = ctx, .def = def};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* volume = brn__scratch_zero(ctx, rules->part_count, double);
  BrnStatus status = volume ? BRN_OK : BRN_NO_MEMORY;
  for (int t = 0; volume && t < work->tet_count; t++) {
    int owner = work->owner[t];
    if (owner < 0 || owner >= rules->part_count) continue;
    volume[owner] += brn__work_volume(work, work->tet + 4 * (size_t)t);
  }
  for (int i = 0; status == BRN_OK && i < rules->part_count; i++) {
    if (volume[i] > least_volume * rules->part[i].volume) continue;
    status = refuse_lost(&refusal, rules, i, size);
  }
  brn__scratch_release(ctx, mark);
  return brn__refusal_end(&refusal, status);
}
