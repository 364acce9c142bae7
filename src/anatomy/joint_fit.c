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

// adds the normals of all triangles, turned out where the surface faces in
static void add_triangles(const BrnMesh* mesh, Skin* skin) {
  double volume = 0;
  for (int f = 0; f < mesh->triangle_count; f++) {
    const int* v = mesh->triangle + 3 * (size_t)f;
    double normal[3];
    brn__triangle_normal(normal, mesh->position + 3 * (size_t)v[0],
                         mesh->position + 3 * (size_t)v[1], mesh->position + 3 * (size_t)v[2]);
    for (int k = 0; k < 3; k++) {
      double* n = skin->normal + 3 * (size_t)v[k];
      brn__add3(n, n, normal);
    }
    volume += brn__dot3(normal, mesh->position + 3 * (size_t)v[0]);
  }
  for (int i = 0; i < skin->count; i++) {
    double* n = skin->normal + 3 * (size_t)i;
    brn__normalize3(n);
    if (volume < 0) brn__scale3(n, -1, n);
  }
}

// mean length of the edges around each vertex
static void measure_edges(const BrnMesh* mesh, int* count, double* out) {
  memset(out, 0, sizeof(double) * (size_t)mesh->vertex_count);
  for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
    const int* t = mesh->triangle + i / 3 * 3;
    int a = t[i % 3], b = t[(i + 1) % 3];
    double length = brn__distance3(mesh->position + 3 * (size_t)a, mesh->position + 3 * (size_t)b);
    out[a] += length, count[a]++;
    out[b] += length, count[b]++;
  }
  for (int v = 0; v < mesh->vertex_count; v++) out[v] /= count[v] ? count[v] : 1;
}

static BrnStatus fill_skin(BrnContext* ctx, const BrnMesh* surface, Skin* out) {
  int n = surface->vertex_count;
  *out = (Skin){.count = n,
                .bvh = out->bvh,
                .point = brn__scratch(ctx, 3 * (size_t)n, double),
                .normal = brn__scratch_zero(ctx, 3 * (size_t)n, double),
                .edge = brn__scratch(ctx, n, double),
                .distance = brn__scratch(ctx, n, double)};
  int* count = brn__scratch_zero(ctx, n, int);
  if (!out->point || !out->normal || !out->edge || !out->distance || !count) return BRN_NO_MEMORY;
  memcpy(out->point, surface->position, sizeof(double) * 3 * (size_t)n);
  measure_edges(surface, count, out->edge);
  add_triangles(surface, out);
  return BRN_OK;
}

static BrnListedPart* find_listed(BrnBuild* build, const char* bone) {
  for (int i = 0; i < build->listed_count; i++) {
    BrnListedPart* part = &build->listed[i];
    if (part->kind == BRN_PART_BONE && strcmp(part->name, bone) == 0) return part;
  }
  BRN_ASSERT(!"a bone that is not listed");
  return NULL;
}

// The surface that was given says best what a bone is like, however it is meshed; without one the
// boundary of its tets does.
static BrnStatus take_skin(BrnBuild* build, const char* bone, Skin* out) {
  BrnContext* ctx = build->ctx;
  BrnListedPart* listed = find_listed(build, bone);
  if (listed->mesh) {
    out->bvh = brn__listed_bvh(build, listed);
    return out->bvh ? fill_skin(ctx, listed->mesh, out) : build->status;
  }
  int part = brn__bone_part(build, listed->owner);
  BrnSurface* surface;
  BRN_TRY(
      brn_mesh_label_boundary(ctx, build->model->mesh, build->model->part[part].label, &surface));
  BrnStatus status = fill_skin(ctx, surface->mesh, out);
  brn_surface_destroy(ctx, surface);
  BRN_TRY(status);
  return brn__build_part_bvh(build, part, &out->bvh);
}

static void measure(Skin* skin, const BrnBvh* other) {
  for (int i = 0; i < skin->count; i++) {
    const double *p = skin->point + 3 * (size_t)i, *n = skin->normal + 3 * (size_t)i;
    BrnSurfacePoint at = brn_bvh_closest(other, p, INFINITY);
    double offset[3];
    brn__sub3(offset, at.point, p);
    bool faces = at.distance < 1e-9 * skin->edge[i] || brn__dot3(offset, n) > 0;
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
static BrnFitPoints facing(Skin* skin, double reach) {
  int n = 0;
  for (int i = 0; i < skin->count; i++) {
    if (skin->distance[i] > reach) continue;
    brn__copy3(skin->point + 3 * (size_t)n, skin->point + 3 * (size_t)i);
    brn__copy3(skin->normal + 3 * (size_t)n, skin->normal + 3 * (size_t)i);
    n++;
  }
  return (BrnFitPoints){n, skin->point, skin->normal};
}

static bool fit(const BrnSceneJoint* joint, const BrnFitPoints* patch, const double* axis,
                BrnRound* out) {
  return joint->fit == BRN_FIT_SPHERE ? brn__fit_sphere(patch, out)
                                      : brn__fit_cylinder(patch, axis, out);
}

// The head of a joint tells more than its socket: of the two fits the more convex one is taken.
static BrnStatus fit_both(BrnBuild* build, const BrnSceneJoint* joint, const BrnFitPoints patch[2],
                          double reach, const double* axis, BrnFittedJoint* out) {
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
  out->side = good[0] && (!good[1] || found[0].convex >= found[1].convex) ? 0 : 1;
  out->round = found[out->side];
  return BRN_OK;
}

static BrnStatus fit_joint(BrnBuild* build, const BrnSceneJoint* joint, BrnFittedJoint* out) {
  Skin skin[2] = {0};
  BrnFitPoints patch[2];
  bool given = joint->type == BRN_JOINT_HINGE && brn__norm3(joint->axis) > 0; // NAN: it is not
  const double* axis = given ? joint->axis : NULL;
  for (int s = 0; s < 2; s++) BRN_TRY(take_skin(build, joint->bone[s], &skin[s]));
  for (int s = 0; s < 2; s++) measure(&skin[s], skin[1 - s].bvh);
  double reach = isnan(joint->within) ? usual_reach(skin) : joint->within;
  for (int s = 0; s < 2; s++) patch[s] = facing(&skin[s], reach);
  return fit_both(build, joint, patch, reach, axis, out);
}

BrnStatus brn__joint_fit(BrnBuild* build, const BrnSceneJoint* joint, BrnFittedJoint* out) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = fit_joint(build, joint, out);
  brn__scratch_release(build->ctx, mark);
  return status;
}
