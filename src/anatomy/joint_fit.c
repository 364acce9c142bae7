// SPDX-License-Identifier: Apache-2.0
//
// The surfaces of two bones that face each other, and the sphere or cylinder between them.

#include "anatomy/joint.h"
#include "core/vec.h"

#include <string.h>

// the boundary of a bone as points with normals
typedef struct Skin {
  int count;
  double* point;     // (count x 3)
  double* normal;    // (count x 3)
  double* edge;      // mean edge around each point                       (count)
  double* distance;  // to the other bone; INFINITY: it looks away from it (count)
  const BrnBvh* bvh; // of the bone itself
} Skin;

static void add_triangles(const BrnMesh* mesh, Skin* skin) {
  for (int f = 0; f < mesh->triangle_count; f++) {
    const int* v = mesh->triangle + 3 * (size_t)f;
    double normal[3];
    brn__triangle_normal(normal, mesh->position + 3 * (size_t)v[0],
                         mesh->position + 3 * (size_t)v[1], mesh->position + 3 * (size_t)v[2]);
    for (int k = 0; k < 3; k++) {
      double* n = skin->normal + 3 * (size_t)v[k];
      brn__add3(n, n, normal);
    }
  }
  for (int i = 0; i < skin->count; i++) brn__normalize3(skin->normal + 3 * (size_t)i);
}

// @param vertex of the model's mesh for each of the surface's; NULL: they follow from `first` on
static BrnStatus fill_skin(BrnContext* ctx, const BrnMesh* surface, const double* edge,
                           const int* vertex, int first, Skin* out) {
  int n = surface->vertex_count;
  *out = (Skin){.count = n,
                .point = brn__scratch(ctx, 3 * (size_t)n, double),
                .normal = brn__scratch_zero(ctx, 3 * (size_t)n, double),
                .edge = brn__scratch(ctx, n, double),
                .distance = brn__scratch(ctx, n, double)};
  if (!out->point || !out->normal || !out->edge || !out->distance) return BRN_NO_MEMORY;
  memcpy(out->point, surface->position, sizeof(double) * 3 * (size_t)n);
  for (int i = 0; i < n; i++) out->edge[i] = edge[vertex ? vertex[i] : first + i];
  add_triangles(surface, out);
  return BRN_OK;
}

static BrnStatus take_skin(BrnBuild* build, const double* edge, int bone, Skin* out) {
  BrnContext* ctx = build->ctx;
  const BrnModel* model = build->model;
  int part = brn__bone_part(build, bone);
  if (build->surfaces) {
    const BrnModelSurface* own = &model->surface[model->part[part].surface];
    BRN_TRY(fill_skin(ctx, own->mesh, edge, NULL, own->first, out));
  } else {
    BrnSurface* surface;
    BRN_TRY(brn_mesh_label_boundary(ctx, model->mesh, model->part[part].label, &surface));
    BrnStatus status = fill_skin(ctx, surface->mesh, edge, surface->vertex, 0, out);
    brn_surface_destroy(ctx, surface);
    BRN_TRY(status);
  }
  return brn__build_part_bvh(build, part, &out->bvh);
}

static void measure(Skin* skin, const BrnBvh* other) {
  for (int i = 0; i < skin->count; i++) {
    const double *p = skin->point + 3 * (size_t)i, *n = skin->normal + 3 * (size_t)i;
    BrnSurfacePoint at = brn_bvh_closest(other, p, INFINITY);
    double way[3];
    brn__sub3(way, at.point, p);
    bool faces = at.distance < 1e-9 * skin->edge[i] || brn__dot3(way, n) > 0;
    skin->distance[i] = faces ? at.distance : INFINITY;
  }
}

// twice the smallest gap, and at least two edges of the mesh there
static double usual_reach(const Skin skin[2]) {
  double gap = INFINITY, edge = 0;
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < skin[s].count; i++) {
      if (skin[s].distance[i] >= gap) continue;
      gap = skin[s].distance[i];
      edge = skin[s].edge[i];
    }
  }
  return fmax(2 * gap, 2 * edge);
}

// Points within reach of the other bone, moved to the front of the lists.
static BrnPatch facing(Skin* skin, double reach) {
  int n = 0;
  for (int i = 0; i < skin->count; i++) {
    if (skin->distance[i] > reach) continue;
    brn__copy3(skin->point + 3 * (size_t)n, skin->point + 3 * (size_t)i);
    brn__copy3(skin->normal + 3 * (size_t)n, skin->normal + 3 * (size_t)i);
    n++;
  }
  return (BrnPatch){n, skin->point, skin->normal};
}

static bool fit(const BrnSceneJoint* joint, const BrnPatch* patch, const double* axis,
                BrnRound* out) {
  return joint->fit == BRN_FIT_SPHERE ? brn__fit_sphere(patch, out)
                                      : brn__fit_cylinder(patch, axis, out);
}

// a fit that is off by more than this share of its radius is doubtful
static const double doubtful = 0.1;

// The head of a joint tells more than its socket: of the two fits the more convex one is taken.
static BrnStatus fit_both(BrnBuild* build, const BrnSceneJoint* joint, const BrnPatch patch[2],
                          double reach, const double* axis, BrnRound* out) {
  BrnRound found[2];
  bool good[2];
  for (int s = 0; s < 2; s++) good[s] = fit(joint, &patch[s], axis, &found[s]);
  if (!good[0] && !good[1]) {
    const char* round = joint->fit == BRN_FIT_SPHERE ? "sphere" : "cylinder";
    return brn__fail(build->ctx, BRN_INVALID,
                     "joints.%s.fit: no %s fits where \"%s\" and \"%s\" face each other (%d and %d "
                     "vertices within %s); change \"within\", or give \"point\"%s",
                     joint->name, round, joint->bone[0], joint->bone[1], patch[0].count,
                     patch[1].count, BRN_LENGTH(reach),
                     joint->type == BRN_JOINT_HINGE ? " and \"axis\"" : "");
  }
  int best = good[0] && (!good[1] || found[0].convex >= found[1].convex) ? 0 : 1;
  *out = found[best];
  brn__log(build->ctx, BRN_LOG_INFO, "joint \"%s\": radius %s on \"%s\", off by %s", joint->name,
           BRN_LENGTH(out->radius), joint->bone[best], BRN_LENGTH(out->error));
  if (out->error > doubtful * out->radius) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "joint \"%s\": its fit, of radius %s, is off by %s; change \"within\", or give "
             "\"point\"",
             joint->name, BRN_LENGTH(out->radius), BRN_LENGTH(out->error));
  }
  return BRN_OK;
}

static BrnStatus fit_joint(BrnBuild* build, const BrnSceneJoint* joint, const int bone[2],
                           const double* axis, BrnRound* out) {
  Skin skin[2];
  BrnPatch patch[2];
  double* edge = brn__scratch(build->ctx, build->model->mesh->vertex_count, double);
  if (!edge) return BRN_NO_MEMORY;
  BRN_TRY(brn__local_edges(build, edge));
  for (int s = 0; s < 2; s++) BRN_TRY(take_skin(build, edge, bone[s], &skin[s]));
  for (int s = 0; s < 2; s++) measure(&skin[s], skin[1 - s].bvh);
  double reach = isnan(joint->within) ? usual_reach(skin) : joint->within;
  for (int s = 0; s < 2; s++) patch[s] = facing(&skin[s], reach);
  return fit_both(build, joint, patch, reach, axis, out);
}

BrnStatus brn__joint_fit(BrnBuild* build, const BrnSceneJoint* joint, const int bone[2],
                         const double* axis, BrnRound* out) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = fit_joint(build, joint, bone, axis, out);
  brn__scratch_release(build->ctx, mark);
  return status;
}
