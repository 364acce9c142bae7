// SPDX-License-Identifier: Apache-2.0
//
// Where the vertices of a fascia hold on to the surfaces under them, and by which of the three
// kinds of ties.

#include "anatomy/fascia.h"

#include "core/vec.h"

#include <math.h>

typedef struct Binding {
  const BrnModel* model;
  const BrnContact* contact;
  const BrnFasciaDef* def;
  BrnContactPlace* place; // of each vertex of the flesh; triangle -1: it is not tied
  int* surface;           // of that place
} Binding;

void brn__fascia_weights(const double painted[3], double out[3]) {
  double rest = painted[1] + painted[2], left = 1 - painted[0];
  out[0] = painted[0];                              // (11)
  out[1] = rest > 0 ? left * painted[1] / rest : 0; // (12)
  out[2] = rest > 0 ? left * painted[2] / rest : 0; // (13)
}

// ------------------------------------------------------------------------------------------- place

static double box_distance(const double* box, const double* p) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double gap = fmax(fmax(box[k] - p[k], p[k] - box[3 + k]), 0);
    sum += gap * gap;
  }
  return sqrt(sum);
}

// Who is deeper inside of a surface than this at rest belongs there, m. From there its nearest side
// is now this one, now that, and a tie would throw the point from one to the other.
static const double BURIED = 0.003;

static BrnContactPlace nearest_place(const Binding* binding, const double* p, int* surface) {
  const BrnContact* contact = binding->contact;
  BrnContactPlace best = {.triangle = -1};
  double reach = binding->def->reach;
  for (int i = 0; i < binding->def->target_count; i++) {
    int target = binding->def->target[i];
    if (box_distance(contact->box + 6 * (size_t)target, p) > reach) continue;
    BrnContactPlace place = brn__contact_closest(contact, target, NULL, p, reach);
    if (place.triangle < 0 || (best.triangle >= 0 && fabs(place.distance) >= reach)) continue;
    best = place;
    *surface = target;
    reach = fabs(place.distance);
  }
  if (best.doubtful || best.distance < -BURIED) best.triangle = -1;
  return best;
}

// ------------------------------------------------------------------------------------------- kinds

static void vertex_normal(const BrnContact* contact, int vertex, double* out) {
  int around = contact->around->start[vertex];
  out[0] = out[1] = out[2] = 0;
  if (around == contact->around->start[vertex + 1]) return;
  int triangle = contact->around->item[around];
  double weight[3];
  for (int c = 0; c < 3; c++) {
    weight[c] = contact->triangle[3 * (size_t)triangle + (size_t)c] == vertex;
  }
  brn__contact_normal(contact, triangle, weight, out);
}

// does a ray come near enough to a box?
static bool ray_meets_box(const double* p, const double* direction, double reach,
                          const double* box) {
  double near = 0, far = reach;
  for (int k = 0; k < 3; k++) {
    double a = (box[k] - p[k]) / direction[k], b = (box[3 + k] - p[k]) / direction[k];
    near = fmax(near, fmin(a, b)); // a NaN, where the ray runs in a side of the box, is left out
    far = fmin(far, fmax(a, b));
  }
  return near <= far;
}

// Nothing of the body is in front of the vertex, as far as the fascia reaches.
static bool is_outside(const Binding* binding, const double* p, const double* normal) {
  const BrnContact* contact = binding->contact;
  int own = binding->model->flesh[binding->def->flesh].surface;
  double reach = binding->def->reach;
  for (int s = 0; s < contact->surface_count; s++) {
    if (s == own || !ray_meets_box(p, normal, reach, contact->box + 6 * (size_t)s)) continue;
    if (brn_bvh_ray(contact->bvh[s], p, normal, reach).triangle >= 0) return false;
  }
  return true;
}

static bool is_meant(const Binding* binding, int vertex, const BrnContactPlace* place) {
  const BrnSceneFascia* scene = binding->def->scene;
  if (scene->kind == BRN_FASCIA_ALL) return true;
  double normal[3];
  vertex_normal(binding->contact, vertex, normal);
  if (brn__dot3(normal, normal) == 0) return false;
  if (scene->kind == BRN_FASCIA_DEEP) {
    return brn__dot3(normal, place->normal) <= -cos(scene->facing * M_PI / 180);
  }
  return is_outside(binding, binding->model->mesh->position + 3 * (size_t)vertex, normal);
}

static void bind_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Binding* binding = user;
  int first = binding->model->flesh[binding->def->flesh].first;
  for (int v = begin; v < end; v++) {
    const double* painted = binding->def->painted + 3 * (size_t)(first + v);
    BrnContactPlace* place = &binding->place[v];
    place->triangle = -1;
    if (!binding->def->candidate[first + v] || !(painted[0] + painted[1] + painted[2] > 0))
      continue;
    const double* p = binding->model->mesh->position + 3 * (size_t)(first + v);
    *place = nearest_place(binding, p, &binding->surface[v]);
    if (place->triangle >= 0 && !is_meant(binding, first + v, place)) place->triangle = -1;
  }
}

// -------------------------------------------------------------------------------------------- ties

static BrnStatus make_room(BrnContext* ctx, int count, BrnModelFascia* out) {
  size_t n = (size_t)count;
  out->count = count;
  out->vertex = brn__new(ctx, n, int);
  out->weight = brn__new(ctx, 3 * n, double);
  out->surface = brn__new(ctx, n, int);
  out->triangle = brn__new(ctx, n, int);
  out->barycentric = brn__new(ctx, 3 * n, double);
  out->distance = brn__new(ctx, n, double);
  out->offset = brn__new(ctx, 3 * n, double);
  out->side = brn__new(ctx, n, double);
  bool all = out->vertex && out->weight && out->surface && out->triangle && out->barycentric &&
             out->distance && out->offset && out->side;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

// from the place to the vertex, in the frame of the triangle: first edge, across it, out
static void offset_of(const Binding* binding, const double* p, const BrnContactPlace* place,
                      double* out) {
  const int* corner = binding->contact->triangle + 3 * (size_t)place->triangle;
  const double* at[3];
  double along[3], across[3], normal[3], offset[3];
  for (int c = 0; c < 3; c++) at[c] = binding->model->mesh->position + 3 * (size_t)corner[c];
  brn__sub3(along, at[1], at[0]);
  brn__triangle_normal(normal, at[0], at[1], at[2]);
  brn__normalize3(along);
  brn__normalize3(normal);
  brn__cross3(across, normal, along);
  brn__sub3(offset, p, place->point);
  out[0] = brn__dot3(offset, along), out[1] = brn__dot3(offset, across),
  out[2] = brn__dot3(offset, normal);
}

static void take_tie(const Binding* binding, int v, size_t i, BrnModelFascia* out) {
  const BrnContactPlace* place = &binding->place[v];
  int vertex = binding->model->flesh[binding->def->flesh].first + v;
  int surface = binding->surface[v];
  out->vertex[i] = vertex;
  out->surface[i] = surface;
  out->triangle[i] = place->triangle - binding->contact->surface[surface].first_triangle;
  out->distance[i] = fabs(place->distance);
  out->side[i] = place->distance < 0 ? -1 : 1;
  brn__copy3(out->barycentric + 3 * i, place->weight);
  brn__fascia_weights(binding->def->painted + 3 * (size_t)vertex, out->weight + 3 * i);
  offset_of(binding, binding->model->mesh->position + 3 * (size_t)vertex, place,
            out->offset + 3 * i);
}

static BrnStatus take_ties(BrnContext* ctx, const Binding* binding, int vertex_count,
                           BrnModelFascia* out) {
  int count = 0;
  for (int v = 0; v < vertex_count; v++) count += binding->place[v].triangle >= 0;
  BRN_TRY(make_room(ctx, count, out));
  size_t i = 0;
  for (int v = 0; v < vertex_count; v++) {
    if (binding->place[v].triangle >= 0) take_tie(binding, v, i++, out);
  }
  out->target = brn__new(ctx, binding->def->target_count, int);
  if (!out->target) return BRN_NO_MEMORY;
  for (int t = 0; t < binding->def->target_count; t++) out->target[t] = binding->def->target[t];
  out->target_count = binding->def->target_count;
  return BRN_OK;
}

BrnStatus brn__fascia_bind(BrnContext* ctx, const BrnModel* model, const BrnContact* contact,
                           const BrnFasciaDef* def, BrnModelFascia* out) {
  int count = model->flesh[def->flesh].vertex_count;
  out->flesh = def->flesh;
  out->least = def->scene->distance;
  out->stiffness = def->scene->stiffness;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Binding binding = {model, contact, def, .place = brn__scratch(ctx, count, BrnContactPlace)};
  binding.surface = brn__scratch(ctx, count, int);
  BrnStatus status = BRN_NO_MEMORY;
  if (binding.place && binding.surface) {
    brn__parallel_for(ctx, count, 64, bind_range, &binding);
    status = take_ties(ctx, &binding, count, out);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
