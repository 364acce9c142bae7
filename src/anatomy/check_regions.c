// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "anatomy/pieces.h"
#include "anatomy/probes.h"
#include "core/vec.h"

#include <math.h>
#include <string.h>

// Where tets are yet to be cut from surfaces, nobody knows the vertices that a selection will have.
// But what misses the surfaces of its parts by more than an edge of the mesh will have none: that
// is told here. What is nearer is left to the mesh.

static bool is_cut_from_surfaces(const BrnBuild* build) {
  return !build->surfaces && !build->source && !build->bad_surfaces && brn__error_count(build) == 0;
}

// a muscle is all of its units, too
static bool is_part(const BrnBuild* build, const BrnListedPart* part, const char* name) {
  bool unit =
      part->kind == BRN_PART_MUSCLE && strcmp(build->scene->muscle[part->owner].name, name) == 0;
  return unit || strcmp(part->name, name) == 0;
}

static bool is_among(const BrnBuild* build, const BrnListedPart* part, char* const* name,
                     int count) {
  for (int i = 0; i < count; i++) {
    if (is_part(build, part, name[i])) return true;
  }
  return false;
}

static bool goes_over(const BrnBuild* build, const BrnSceneSelection* s,
                      const BrnListedPart* part) {
  if (!part->mesh) return false;
  return s->part_count == 0 || is_among(build, part, s->part, s->part_count);
}

static double box_gap(const double* low, const double* high, const double* a, const double* b) {
  double gap[3];
  for (int k = 0; k < 3; k++) gap[k] = fmax(fmax(a[k] - high[k], low[k] - b[k]), 0);
  return brn__norm3(gap);
}

// ----------------------------------------------------------------------- how far from one surface

static double sphere_gap(BrnBuild* build, const BrnSceneSelection* s, BrnListedPart* part) {
  const double* centre = s->sphere->centre;
  const BrnBvh* bvh = brn__listed_bvh(build, part);
  if (!bvh || brn_bvh_winding(bvh, centre) > 0.5) return 0;
  return brn_bvh_closest(bvh, centre, INFINITY).distance - s->sphere->radius;
}

static double plane_gap(BrnBuild* build, const BrnSceneSelection* s, BrnListedPart* part) {
  double gap = INFINITY, away[3];
  (void)build;
  for (int v = 0; v < part->mesh->vertex_count; v++) {
    brn__sub3(away, s->plane->point, part->mesh->position + 3 * (size_t)v);
    gap = fmin(gap, brn__dot3(away, s->plane->normal) / brn__norm3(s->plane->normal));
  }
  return gap;
}

// by the boxes around triangles; a box within the part has none near
static double corners_gap(BrnBuild* build, const BrnSceneSelection* s, BrnListedPart* part) {
  double low[3], high[3], middle[3], gap = INFINITY;
  for (int k = 0; k < 3; k++) {
    low[k] = fmin(s->box[k], s->box[3 + k]), high[k] = fmax(s->box[k], s->box[3 + k]);
    middle[k] = (low[k] + high[k]) / 2;
  }
  if (box_gap(part->low, part->high, low, high) > 0) {
    return box_gap(part->low, part->high, low, high);
  }
  for (int t = 0; t < part->mesh->triangle_count && gap > 0; t++) {
    double a[3] = {INFINITY, INFINITY, INFINITY}, b[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < 9; k++) {
      int v = part->mesh->triangle[3 * (size_t)t + (size_t)k / 3];
      double x = part->mesh->position[3 * (size_t)v + (size_t)k % 3];
      a[k % 3] = fmin(a[k % 3], x), b[k % 3] = fmax(b[k % 3], x);
    }
    gap = fmin(gap, box_gap(a, b, low, high));
  }
  const BrnBvh* bvh = gap > 0 ? brn__listed_bvh(build, part) : NULL;
  return bvh && brn_bvh_winding(bvh, middle) > 0.5 ? 0 : gap;
}

static double near_gap(BrnBuild* build, const BrnSceneSelection* s, BrnListedPart* part) {
  double gap = INFINITY;
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* other = &build->listed[i];
    if (!other->mesh || !is_among(build, other, s->near->part, s->near->part_count)) continue;
    gap = fmin(gap, box_gap(part->low, part->high, other->low, other->high));
  }
  return gap - s->near->within;
}

// ----------------------------------------------------------------------------------- one selection

typedef double GapFn(BrnBuild* build, const BrnSceneSelection* s, BrnListedPart* part);

// tets may go beyond the surfaces by an edge, and fill gaps at attachments
static double reach_of(const BrnBuild* build) {
  const BrnScene* s = build->scene;
  double fuse = s->mesh.fuse;
  for (int i = 0; i < s->muscle_count; i++) {
    if (s->muscle[i].origin) fuse = fmax(fuse, s->muscle[i].origin->fuse); // NAN: not given
    if (s->muscle[i].insertion) fuse = fmax(fuse, s->muscle[i].insertion->fuse);
  }
  return brn__expected_edge(build) + fuse;
}

static void check_gap(BrnBuild* build, const BrnSceneSelection* s, const char* name,
                      GapFn* gap_to) {
  double gap = INFINITY;
  for (int i = 0; i < build->listed_count && gap > 0; i++) {
    BrnListedPart* part = &build->listed[i];
    if (goes_over(build, s, part)) gap = fmin(gap, gap_to(build, s, part));
  }
  if (!isfinite(gap) || gap <= reach_of(build)) return;
  brn__at(build, "selections.%s", s->name);
  brn__say(build, BRN_ERROR, "%s", brn__select_empty(name, "vertex", gap).text);
}

// numbers of the one surface that is named
static void check_vertices(BrnBuild* build, const BrnSceneSelection* s) {
  const BrnListedPart* part = NULL;
  int count = 0;
  for (int i = 0; i < build->listed_count && s->part_count == 1; i++) {
    if (goes_over(build, s, &build->listed[i])) part = &build->listed[i], count++;
  }
  if (count != 1) return;
  brn__at(build, "selections.%s.vertices", s->name);
  for (int i = 0; i < s->vertex_count; i++) {
    if (s->vertex[i] >= 0 && s->vertex[i] < part->mesh->vertex_count) continue;
    brn__say(build, BRN_ERROR, "there is no vertex %d; the surface has 0 to %d", s->vertex[i],
             part->mesh->vertex_count - 1);
    return;
  }
}

static void check_selection(BrnBuild* build, const BrnSceneSelection* s) {
  BrnWhere where = brn__where("selections.%s.map", s->name);
  if (s->vertex_count > 0) check_vertices(build, s);
  if (s->map) brn__check_numbers(build, where.text, s->map);
  if (s->invert) return;
  if (s->box_count > 0) check_gap(build, s, "box", corners_gap);
  if (s->plane) check_gap(build, s, "plane", plane_gap);
  if (s->sphere) check_gap(build, s, "sphere", sphere_gap);
  if (s->near) check_gap(build, s, "near", near_gap);
}

// a selection that is asked for asks for those that it is any of
static void ask_on(BrnBuild* build, int from) {
  const BrnSceneSelection* s = &build->scene->selection[from];
  for (int i = 0; i < s->any_count; i++) {
    int next = brn__check_selection(build, BRN_CHECK_SELECTION, s->any[i]);
    if (next < 0 || build->selection_asked[next]) continue;
    build->selection_asked[next] = true;
    ask_on(build, next);
  }
}

void brn__check_regions(BrnBuild* build) {
  int count = build->scene->selection_count;
  if (!is_cut_from_surfaces(build)) return;
  for (int i = 0; i < count; i++) {
    if (build->selection_asked[i]) ask_on(build, i);
  }
  for (int i = 0; i < count; i++) {
    if (build->selection_asked[i]) check_selection(build, &build->scene->selection[i]);
  }
}

// ----------------------------------------------------------------------------- sections and faces

static bool may_count(const BrnBuild* build, const BrnSceneProbe* probe,
                      const BrnListedPart* part) {
  if (!part->mesh || part->kind == BRN_PART_BONE) return false;
  for (int i = 0; i < probe->on_count; i++) {
    if (brn__check_selection(build, BRN_CHECK_SELECTION, probe->on[i]) >= 0) return true;
  }
  return probe->on_count == 0 || is_among(build, part, probe->on, probe->on_count);
}

void brn__check_section(BrnBuild* build, const BrnSceneProbe* probe) {
  double low = INFINITY, high = -INFINITY, away[3], size = brn__norm3(probe->section->normal);
  if (!is_cut_from_surfaces(build)) return;
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* part = &build->listed[i];
    for (int v = 0; may_count(build, probe, part) && v < part->mesh->vertex_count; v++) {
      brn__sub3(away, part->mesh->position + 3 * (size_t)v, probe->section->point);
      double height = brn__dot3(away, probe->section->normal) / size;
      low = fmin(low, height), high = fmax(high, height);
    }
  }
  double edge = brn__expected_edge(build);
  if (low <= edge && high >= -edge) return;
  brn__at(build, "probes.%s.section", probe->name);
  brn__say(build, BRN_ERROR, "%s", BRN_PROBE_BESIDE);
}

// vertices that a name stands for at most; INFINITY: nobody knows
static double most_vertices(const BrnBuild* build, const char* name) {
  int index = brn__check_selection(build, BRN_CHECK_SELECTION, name);
  const BrnSceneSelection* s = index < 0 ? NULL : &build->scene->selection[index];
  double most = INFINITY;
  if (!s || s->invert) return most;
  if (s->nearest_count > 0) most = s->nearest_count;
  if (s->vertex_count > 0) most = fmin(most, s->vertex_count);
  return most;
}

void brn__check_faces(BrnBuild* build, const BrnSceneLoad* load) {
  double most = 0;
  if (load->kind == BRN_LOAD_FORCE || build->surfaces || load->on_count == 0) return;
  for (int i = 0; i < load->on_count; i++) most += most_vertices(build, load->on[i]);
  if (most >= 3) return;
  brn__at(build, "loads.%s.on", load->name);
  brn__say(build, BRN_ERROR, "%s", brn__load_no_face(load));
}
