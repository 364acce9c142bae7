// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Does a muscle come near the bones it holds on to? The vertices of its surface are asked for the
// nearest point of each bone; the attachment itself is found on the mesh, when the model is built.

enum { SAMPLES = 4000 }; // vertices of a muscle that are asked at most

// smallest distance of a surface from a bone; 0 where they overlap
static double gap_between(const BrnListedPart* muscle, const BrnListedPart* bone) {
  double gap = INFINITY;
  int count = muscle->mesh->vertex_count;
  int step = 1 + count / SAMPLES;
  for (int v = 0; v < count; v += step) {
    const double* point = muscle->mesh->position + 3 * (size_t)v;
    BrnSurfacePoint near = brn_bvh_closest(bone->bvh, point, gap);
    if (near.triangle < 0) continue;
    gap = fmin(gap, near.distance);
    if (brn_bvh_signed_distance(bone->bvh, point) <= 0) return 0;
  }
  return gap;
}

// Edge of the mesh to come. A tet of a lattice has about a ninth of the cube over its edge.
double brn__expected_edge(const BrnBuild* build) {
  const BrnSceneMesh* mesh = &build->scene->mesh;
  double volume = 0;
  if (mesh->size > 0) return mesh->size;
  for (int i = 0; i < build->listed_count; i++) {
    const BrnMesh* m = build->listed[i].mesh;
    for (int t = 0; m && t < m->triangle_count; t++) {
      const int* corner = m->triangle + 3 * (size_t)t;
      const double zero[3] = {0};
      volume +=
          brn__tet_volume(zero, m->position + 3 * (size_t)corner[0],
                          m->position + 3 * (size_t)corner[1], m->position + 3 * (size_t)corner[2]);
    }
  }
  return cbrt(9 * fabs(volume) / fmax(mesh->tets, 1));
}

static const BrnListedPart* find_holder(const BrnBuild* build, const char* name) {
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* part = &build->listed[i];
    if (part->kind == BRN_PART_MUSCLE || !part->bvh) continue;
    if (strcmp(part->name, name) == 0) return part;
  }
  return NULL;
}

static const BrnListedPart* nearest_bone(const BrnBuild* build, const BrnListedPart* muscle,
                                         double* gap) {
  const BrnListedPart* best = NULL;
  *gap = INFINITY;
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* bone = &build->listed[i];
    if (bone->kind != BRN_PART_BONE || !bone->bvh) continue;
    double own = gap_between(muscle, bone);
    if (own < *gap) *gap = own, best = bone;
  }
  return best;
}

// a length in the units of the scene, rounded up to two digits
static double in_units(const BrnBuild* build, double metres) {
  double value = metres / build->read.metres_per_unit;
  double digit = pow(10, floor(log10(value)) - 1);
  return ceil(value / digit) * digit;
}

static void say_far(BrnBuild* build, const BrnListedPart* muscle, const char* bone, double gap,
                    double reach) {
  double nearest_gap;
  const BrnListedPart* nearest = nearest_bone(build, muscle, &nearest_gap);
  char other[300] = "";
  if (nearest && strcmp(nearest->name, bone) != 0) {
    snprintf(other, sizeof other, " (nearest: \"%.200s\", %.2g mm)", nearest->name,
             1e3 * nearest_gap);
  }
  brn__say(build, gap > 10 * reach ? BRN_ERROR : BRN_WARNING,
           "the surface is %.2g mm away from \"%s\"%s; name another bone, or set \"fuse\": %g "
           "to fill the gap",
           1e3 * gap, bone, other, in_units(build, gap));
}

static void check_end(BrnBuild* build, const BrnListedPart* muscle, const char* end,
                      const BrnSceneAttachment* at, double edge) {
  if (!at || at->select || build->status != BRN_OK) return;
  double within = isnan(at->within) ? edge / 2 : at->within;
  double fuse = isnan(at->fuse) ? build->scene->mesh.fuse : at->fuse;
  double reach = fmax(within, fuse);
  brn__at(build, "%s.%s", brn__check_place(build, muscle).text, end);
  for (int i = 0; i < at->bone_count; i++) {
    const BrnListedPart* holder = find_holder(build, at->bone[i]);
    double gap = holder ? gap_between(muscle, holder) : 0;
    if (gap > reach) say_far(build, muscle, holder->name, gap, reach);
  }
  double gap;
  const BrnListedPart* nearest = at->bone_count > 0 ? NULL : nearest_bone(build, muscle, &gap);
  if (nearest && gap > reach) say_far(build, muscle, nearest->name, gap, reach);
}

BrnStatus brn__build_reach(BrnBuild* build) {
  double edge = brn__expected_edge(build);
  for (int i = 0; i < build->listed_count; i++) {
    if (build->listed[i].kind != BRN_PART_MUSCLE) brn__listed_bvh(build, &build->listed[i]);
  }
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* part = &build->listed[i];
    if (part->kind != BRN_PART_MUSCLE || !part->mesh) continue;
    const BrnSceneMuscle* muscle = &build->scene->muscle[part->owner];
    const BrnSceneUnit* unit = part->unit >= 0 ? &muscle->unit[part->unit] : NULL;
    if (!unit && muscle->unit_count > 0) continue; // its units have their own ends, or regions
    check_end(build, part, "origin", unit && unit->origin ? unit->origin : muscle->origin, edge);
    check_end(build, part, "insertion",
              unit && unit->insertion ? unit->insertion : muscle->insertion, edge);
  }
  return build->status;
}
