// SPDX-License-Identifier: Apache-2.0
//
// Who may touch whom in a body of surfaces.

#include "anatomy/fascia.h"
#include "core/vec.h"

// Around an attachment flesh and bone lie on each other by right, and pushing them apart would pull
// at what is held. So points within this way of an attached one, or this many edges from it, are
// spared.
static const double NEAR_ATTACHMENT = 0.008;
enum { RINGS = 2 };

typedef struct Making {
  BrnContext* ctx;
  const BrnModel* model;
  BrnContactSurface* surface; // of the model, then the inner points of each flesh
  int* carrier;               // bone of each vertex; -1: none (vertex_count)
  int* spared;                // pairs of point and surface
  size_t spared_count, spared_capacity;
} Making;

// ---------------------------------------------------------------------------------------- surfaces

// an envelope stands for the bones that carry it
static void uncover_bones(Making* making) {
  const BrnModel* model = making->model;
  const BrnModelEnvelope* envelope = &model->envelope;
  for (int b = 0; b < model->bone_count; b++) {
    int surface = model->part[model->bone[b].part].surface;
    if (surface >= 0) making->surface[surface].asked = true;
  }
  if (envelope->surface < 0) return;
  making->surface[envelope->surface].asked = true;
  int count = model->surface[envelope->surface].mesh->vertex_count;
  for (size_t i = 0; i < 4 * (size_t)count; i++) {
    if (envelope->bone[i] < 0) continue;
    int surface = model->part[model->bone[envelope->bone[i]].part].surface;
    if (surface >= 0) making->surface[surface].asked = false;
  }
}

static void set_roles(Making* making) {
  const BrnModel* model = making->model;
  uncover_bones(making);
  for (int f = 0; f < model->flesh_count; f++) {
    const BrnModelFlesh* flesh = &model->flesh[f];
    BrnContactSurface* surface = &making->surface[flesh->surface];
    surface->asks = surface->asked = flesh->contact;
    surface->thickness = flesh->thickness;
  }
  for (int f = 0; f < model->flesh_count; f++) { // points without triangles: only ask
    const BrnModelFlesh* flesh = &model->flesh[f];
    making->surface[model->surface_count + f] =
        (BrnContactSurface){.first = flesh->first_inner,
                            .vertex_count = flesh->inner_count,
                            .asks = flesh->contact,
                            .thickness = flesh->thickness};
  }
}

// ------------------------------------------------------------------------------------------ spared

static BrnStatus spare(Making* making, int point, int surface) {
  if (surface < 0) return BRN_OK;
  size_t needed = 2 * (making->spared_count + 1);
  BRN_TRY(brn__grow(making->ctx, &making->spared, &making->spared_capacity, needed, sizeof(int)));
  making->spared[2 * making->spared_count] = point;
  making->spared[2 * making->spared_count + 1] = surface;
  making->spared_count++;
  return BRN_OK;
}

typedef struct Near { // of each vertex of a flesh
  int bone;           // of the attached vertex that it was reached from; -1: far
  int ring;           // edges from there
  double length;      // along them, m
} Near;

// from those of one ring to the next; false: nothing was reached
static bool grow_ring(const BrnModel* model, const BrnModelFlesh* flesh, int ring, Near* near) {
  bool any = false;
  for (int e = 0; e < 2 * flesh->edge_count; e++) {
    const int* pair = flesh->edge + 2 * (size_t)(e / 2);
    int a = pair[e % 2], b = pair[1 - e % 2];
    const Near* from = &near[a - flesh->first];
    Near* to = &near[b - flesh->first];
    if (from->bone < 0 || from->ring != ring || to->bone >= 0) continue;
    double length = from->length + brn__distance3(model->mesh->position + 3 * (size_t)a,
                                                  model->mesh->position + 3 * (size_t)b);
    if (ring >= RINGS && length > NEAR_ATTACHMENT) continue;
    *to = (Near){from->bone, ring + 1, length};
    any = true;
  }
  return any;
}

// inner points are inside of their own flesh by right
static BrnStatus spare_inner(Making* making, const BrnModelFlesh* flesh) {
  for (int i = 0; i < flesh->inner_count; i++) {
    BRN_TRY(spare(making, flesh->first_inner + i, flesh->surface));
  }
  return BRN_OK;
}

static BrnStatus spare_attachments(Making* making, const BrnModelFlesh* flesh) {
  const BrnModel* model = making->model;
  Near* near = brn__scratch(making->ctx, flesh->vertex_count, Near);
  if (!near) return BRN_NO_MEMORY;
  for (int v = 0; v < flesh->vertex_count; v++) {
    near[v] = (Near){.bone = making->carrier[flesh->first + v]};
  }
  for (int ring = 0; grow_ring(model, flesh, ring, near); ring++) continue;
  for (int v = 0; v < flesh->vertex_count; v++) {
    if (near[v].bone < 0) continue;
    BRN_TRY(spare(making, flesh->first + v, model->part[model->bone[near[v].bone].part].surface));
    BRN_TRY(spare(making, flesh->first + v, model->envelope.surface));
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------------- all

static BrnStatus make(Making* making, BrnContact** out) {
  const BrnModel* model = making->model;
  int count = model->surface_count + model->flesh_count;
  making->surface = brn__scratch(making->ctx, count, BrnContactSurface);
  making->carrier = brn__scratch(making->ctx, model->mesh->vertex_count, int);
  if (!making->surface || !making->carrier) return BRN_NO_MEMORY;
  brn__surface_runs(model, making->surface);
  brn__vertex_carriers(model, making->carrier);
  set_roles(making);
  for (int f = 0; f < model->flesh_count; f++) {
    BRN_TRY(spare_attachments(making, &model->flesh[f]));
    BRN_TRY(spare_inner(making, &model->flesh[f]));
  }
  BrnContactDef def = brn_contact_def_default();
  def.surface = making->surface, def.surface_count = count;
  def.spared = making->spared, def.spared_count = (int)making->spared_count;
  return brn_contact_create(making->ctx, model->mesh, &def, out);
}

BrnStatus brn_model_contact(BrnContext* ctx, const BrnModel* model, BrnContact** out) {
  BRN_ASSERT(ctx && model && out);
  *out = NULL;
  if (model->flesh_count == 0) {
    return brn__fail(
        ctx, BRN_INVALID,
        "the model is made of tets; contact is between surfaces: build it for a method "
        "that moves those");
  }
  Making making = {.ctx = ctx, .model = model};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = make(&making, out);
  brn__free(ctx, making.spared);
  brn__scratch_release(ctx, mark);
  return status;
}
