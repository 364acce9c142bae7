// SPDX-License-Identifier: Apache-2.0
//
// From the vertices of an end to an attachment of the model: what it holds on to, area, centre and
// gap.

#include "anatomy/attach.h"
#include "core/vec.h"

static bool holds_face(const BrnContacts* c, const BrnGrip* grip, int f) {
  const int* corner = c->faces.corner + 3 * (size_t)f;
  bool own = !c->faces.tet || c->tet[c->faces.tet[f]]; // without tets vertices are no one else's
  return own && grip->in[corner[0]] && grip->in[corner[1]] && grip->in[corner[2]];
}

// Area and centre of the faces, and how much of the area each holder has. Without faces vertices
// count instead.
static void measure(const BrnContacts* c, const BrnGrip* grip, double* share,
                    BrnModelAttachment* out) {
  const BrnMesh* mesh = c->build->model->mesh;
  double centre[3], sum[3] = {0};
  for (int f = 0; f < c->faces.count; f++) {
    if (!holds_face(c, grip, f)) continue;
    const int* corner = c->faces.corner + 3 * (size_t)f;
    double area = brn__face_area(mesh, corner, centre);
    out->area += area;
    brn__axpy3(sum, sum, area, centre);
    for (int k = 0; k < 3; k++) {
      if (grip->holder[corner[k]] >= 0) share[grip->holder[corner[k]]] += area / 3;
    }
  }
  double weight = out->area;
  for (int i = 0; i < out->vertex_count && out->area == 0; i++) {
    int v = out->vertex[i];
    brn__add3(sum, sum, mesh->position + 3 * (size_t)v);
    if (grip->holder[v] >= 0) share[grip->holder[v]] += 1;
    weight += 1;
  }
  brn__scale3(out->centre, 1 / weight, sum);
}

// the one with most of it; the first vertex decides where no face lies on any
static int main_holder(const BrnContacts* c, const BrnGrip* grip, const double* share,
                       const BrnModelAttachment* attachment) {
  int best = -1;
  for (int p = 0; p < c->build->model->part_count; p++) {
    if (share[p] > (best < 0 ? 0 : share[best])) best = p;
  }
  for (int i = 0; i < attachment->vertex_count && best < 0; i++) {
    best = grip->holder[attachment->vertex[i]];
  }
  return best;
}

static BrnStatus measure_gap(BrnContacts* c, const BrnGrip* grip, BrnModelAttachment* out) {
  const BrnMesh* mesh = c->build->model->mesh;
  const BrnBvh* bvh;
  if (out->part < 0) return BRN_OK;
  BRN_TRY(brn__build_part_bvh(c->build, out->part, &bvh));
  for (int i = 0; i < out->vertex_count; i++) {
    int v = out->vertex[i];
    double distance = grip->distance[v];
    if (grip->holder[v] < 0) { // chosen by a selection, out of reach
      distance = brn_bvh_closest(bvh, mesh->position + 3 * (size_t)v, INFINITY).distance;
    }
    out->gap = fmax(out->gap, distance);
  }
  return BRN_OK;
}

// vertices that were selected out of reach go with the others
static BrnStatus list_holders(BrnContacts* c, const BrnGrip* grip, BrnModelAttachment* out) {
  out->holder = brn__new(c->build->ctx, out->vertex_count, int);
  if (!out->holder) return BRN_NO_MEMORY;
  for (int i = 0; i < out->vertex_count; i++) {
    int holder = grip->holder[out->vertex[i]];
    out->holder[i] = holder < 0 ? out->part : holder;
  }
  return BRN_OK;
}

static BrnStatus fill(BrnContacts* c, const char* name, const BrnGrip* grip,
                      BrnModelAttachment* out) {
  BrnContext* ctx = c->build->ctx;
  BrnVertexList list;
  out->name = brn__strdup(ctx, name);
  if (!out->name) return BRN_NO_MEMORY;
  BRN_TRY(brn__list_marked(ctx, grip->in, c->build->model->mesh->vertex_count, &list));
  out->vertex = list.vertex;
  out->vertex_count = list.count;
  double* share = brn__scratch_zero(ctx, c->build->model->part_count, double);
  if (!share) return BRN_NO_MEMORY;
  measure(c, grip, share, out);
  out->part = main_holder(c, grip, share, out);
  const BrnModelPart* part = out->part < 0 ? NULL : &c->build->model->part[out->part];
  if (part && part->kind == BRN_PART_BONE) out->bone = part->owner;
  BRN_TRY(list_holders(c, grip, out));
  return measure_gap(c, grip, out);
}

BrnStatus brn__attachment_add(BrnContacts* c, const char* name, int unit, const BrnGrip* grip,
                              int* out) {
  BrnModel* model = c->build->model;
  BrnContext* ctx = c->build->ctx;
  BRN_TRY(brn__grow_block(ctx, &model->attachment, (size_t)model->attachment_count + 1,
                          sizeof *model->attachment));
  *out = model->attachment_count++;
  model->attachment[*out] = (BrnModelAttachment){.unit = unit, .part = -1, .bone = -1};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = fill(c, name, grip, &model->attachment[*out]);
  brn__scratch_release(ctx, mark);
  return status;
}
