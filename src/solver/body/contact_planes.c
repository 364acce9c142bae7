// SPDX-License-Identifier: Apache-2.0
//
// From the places that a search has found to planes that points are held in front of (contact.h):
// the smooth normal n and the bend d of the patch there, the gap at rest, the area that the point
// stands for, the stiffness behind both. Multipliers go over from the planes before.

#include "solver/body/contact.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

#define STIFFNESS 10  // times that of what is behind the surfaces
#define ONSET 0.01    // of the depth of what is behind the point
#define MARGIN 0.5    // of the mean depth of what is behind
#define SMOOTH 0.766  // cosine of 40 degrees: faces that are bent by more are not one surface
#define FACING -0.25  // cosine of normals: a triangle that faces a point
#define ASIDE -0.05   // cosine of normals: a face of a point that does not count any more,
#define AGAINST -0.45 // and one that counts in full
#define BESIDE                                                                                     \
  0.1 // of the depth behind a point: beside a surface it counts up to here, to twice that
#define BEYOND 0.3     // of a triangle's size: how far beside it a point may be that keeps it
#define TO_AND_FRO 0.5 // of the way that it came: a place that goes back
#define LATE 20        // looks at a shape that is nearly found
#define CREEP 0.01     // of the depth behind a point: it sticks, and slides by less
#define INSIDE 1e-9    // weight of a corner that counts

// -------------------------------------------------------------------------------------------- room

void brn__body_contact_destroy(BrnContext* ctx, BrnBodyContact* c) {
  if (!c) return;
  brn_contact_destroy(ctx, c->search);
  brn__outside_destroy(ctx, c->outside);
  void* list[] = {
      c->start, c->position, c->before,  c->rest_normal, c->first_rest, c->at_rest, c->none,
      c->plane, c->last,     c->rule_of, c->first,       c->next,       c->move,    c};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) brn__free(ctx, list[i]);
}

// flesh looks for all that is near, bones only are in the way
static void set_roles(const BrnModel* model, BrnOutside* outside) {
  for (int p = 0; p < model->part_count; p++) {
    outside->surface[p].asked = true;
    outside->surface[p].asks = model->part[p].kind != BRN_PART_BONE;
  }
}

static BrnStatus make_search(BrnContext* ctx, const BrnModel* model, BrnBodyContact* c) {
  const BrnOutside* outside = c->outside;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  bool* silent = brn__scratch(ctx, outside->mesh->vertex_count, bool);
  BrnStatus status = silent ? BRN_OK : BRN_NO_MEMORY;
  for (int i = 0; silent && i < outside->mesh->vertex_count; i++) {
    silent[i] = !(outside->area[i] > 0);
  }
  BrnContactDef def = brn_contact_def_default();
  def.surface = outside->surface, def.surface_count = model->part_count;
  def.spared = outside->spared, def.spared_count = outside->spared_count;
  def.silent = silent;
  if (status == BRN_OK) status = brn_contact_create(ctx, outside->mesh, &def, &c->search);
  brn__scratch_release(ctx, mark);
  return status;
}

static BrnStatus take_room(BrnContext* ctx, const BrnBody* body, BrnBodyContact* c) {
  size_t points = (size_t)c->outside->mesh->vertex_count;
  size_t moves = (size_t)body->nodes->count + (size_t)body->nodes->point_count;
  c->start = brn__new_zero(ctx, 3 * points, double);
  c->position = brn__new_zero(ctx, 3 * points, double);
  c->before = brn__new_zero(ctx, 3 * points, double);
  c->rest_normal = brn__new_zero(ctx, 3 * (size_t)c->outside->mesh->triangle_count, double);
  c->none = brn__new(ctx, BRN_CONTACT_MEMORY * points, int);
  c->first = brn__new(ctx, points, int);
  c->first_rest = brn__new(ctx, points, int);
  c->move = brn__new_zero(ctx, 3 * moves, double);
  c->rule_of =
      brn__new(ctx, (size_t)body->model->part_count * (size_t)body->model->part_count, int);
  bool all = c->start && c->position && c->before && c->rest_normal && c->none && c->first &&
             c->first_rest && c->move && c->rule_of;
  if (all) memset(c->first_rest, -1, sizeof(int) * points);
  if (all) memset(c->none, -1, sizeof(int) * BRN_CONTACT_MEMORY * points);
  return all ? BRN_OK : BRN_NO_MEMORY;
}

static void list_rules(const BrnModel* model, BrnBodyContact* c) {
  memset(c->rule_of, -1, sizeof(int) * (size_t)(model->part_count * model->part_count));
  for (int i = 0; i < model->contact_count; i++) {
    const BrnModelContact* rule = &model->contact[i];
    c->rule_of[rule->part[0] * model->part_count + rule->part[1]] = i;
    c->rule_of[rule->part[1] * model->part_count + rule->part[0]] = i;
  }
}

static void measure_rest(BrnBodyContact* c) {
  const BrnMesh* mesh = c->outside->mesh;
  double sum = 0;
  for (int i = 0; i < mesh->triangle_count; i++) {
    const int* corner = mesh->triangle + 3 * (size_t)i;
    double* normal = c->rest_normal + 3 * (size_t)i;
    brn__triangle_normal(normal, mesh->position + 3 * (size_t)corner[0],
                         mesh->position + 3 * (size_t)corner[1],
                         mesh->position + 3 * (size_t)corner[2]);
    brn__normalize3(normal);
  }
  for (int i = 0; i < mesh->vertex_count; i++) sum += c->outside->point_depth[i];
  c->margin = mesh->vertex_count > 0 ? MARGIN * sum / mesh->vertex_count : 0;
}

// ------------------------------------------------------------------------------------- the patches

static const double* corner_of(const BrnBodyContact* c, int triangle, int k) {
  int point = c->outside->mesh->triangle[3 * (size_t)triangle + (size_t)k];
  return c->position + 3 * (size_t)point;
}

static int corner_at(const BrnBodyContact* c, int triangle, int point) {
  int k = 0;
  while (c->outside->mesh->triangle[3 * (size_t)triangle + (size_t)k] != point) k++;
  return k;
}

// Over the faces around a corner that go on from this one without an edge at rest, by their angles:
// over a rim the mean would point to the side.
static void corner_normal(const BrnBodyContact* c, int triangle, int k, double out[3]) {
  const BrnAdjacency* around = c->search->around;
  const double* own = c->rest_normal + 3 * (size_t)triangle;
  int point = c->outside->mesh->triangle[3 * (size_t)triangle + (size_t)k];
  out[0] = out[1] = out[2] = 0;
  for (int i = around->start[point]; i < around->start[point + 1]; i++) {
    int other = around->item[i], at = corner_at(c, other, point);
    double a[3], b[3], normal[3];
    if (brn__dot3(own, c->rest_normal + 3 * (size_t)other) < SMOOTH) continue;
    brn__sub3(a, corner_of(c, other, (at + 1) % 3), corner_of(c, other, at));
    brn__sub3(b, corner_of(c, other, (at + 2) % 3), corner_of(c, other, at));
    brn__cross3(normal, a, b);
    double angle = atan2(brn__norm3(normal), brn__dot3(a, b));
    brn__normalize3(normal);
    brn__axpy3(out, out, angle, normal);
  }
  brn__normalize3(out);
}

// n = unit(sum w_i n_i), d = -1/2 sum w_i ((q - x_i) . n_i) n_i
// @param curve derivatives of n by the weights, which add up to 1
// @return n . d, m
static double bend(const BrnBodyContact* c, const BrnTouch* touch, double n[3],
                   double curve[3][3]) {
  double q[3] = {0}, corner[3][3], offset = 0;
  n[0] = n[1] = n[2] = 0;
  for (int k = 0; k < 3; k++) {
    corner_normal(c, touch->triangle, k, corner[k]);
    brn__axpy3(n, n, touch->weight[k], corner[k]);
    brn__axpy3(q, q, touch->weight[k], corner_of(c, touch->triangle, k));
  }
  double length = brn__norm3(n);
  brn__normalize3(n);
  for (int k = 0; k < 3; k++) {
    double to[3];
    brn__axpy3(curve[k], corner[k], -brn__dot3(corner[k], n), n);
    brn__scale3(curve[k], length > 0 ? 1 / length : 0, curve[k]);
    brn__sub3(to, q, corner_of(c, touch->triangle, k));
    offset -= 0.5 * touch->weight[k] * brn__dot3(to, corner[k]) * brn__dot3(corner[k], n);
  }
  return offset;
}

// ------------------------------------------------------------------------------------------- edges

static void point_normal(const BrnBodyContact* c, int point, double out[3]) {
  const BrnAdjacency* around = c->search->around;
  out[0] = out[1] = out[2] = 0;
  for (int i = around->start[point]; i < around->start[point + 1]; i++) {
    double normal[3];
    brn__triangle_normal(normal, corner_of(c, around->item[i], 0), corner_of(c, around->item[i], 1),
                         corner_of(c, around->item[i], 2));
    brn__add3(out, out, normal);
  }
}

static double facing(const BrnBodyContact* c, const double own[3], int triangle) {
  double normal[3];
  brn__triangle_normal(normal, corner_of(c, triangle, 0), corner_of(c, triangle, 1),
                       corner_of(c, triangle, 2));
  brn__normalize3(normal);
  return brn__dot3(own, normal);
}

// The nearest place of a point that has come in beside an edge is on the other side of the edge,
// and would push it sideways. What counts is the nearest of the triangles around that face the
// point.
static void face_point(const BrnBodyContact* c, BrnTouch* touch) {
  const BrnAdjacency* around = c->search->around;
  const double* p = c->position + 3 * (size_t)touch->point;
  double own[3], weight[3], least = INFINITY;
  point_normal(c, touch->point, own);
  brn__normalize3(own);
  bool inside = true;
  for (int k = 0; k < 3; k++) inside &= touch->weight[k] > INSIDE;
  if (inside && facing(c, own, touch->triangle) < FACING) return;
  const int* corner = c->outside->mesh->triangle + 3 * (size_t)touch->triangle;
  for (int k = 0; k < 3; k++) {
    for (int i = around->start[corner[k]]; i < around->start[corner[k] + 1]; i++) {
      if (!(facing(c, own, around->item[i]) < FACING)) continue;
      double square = brn__contact_in_triangle(c->search, around->item[i], p, weight);
      if (!(square < least)) continue;
      least = square;
      touch->triangle = around->item[i];
      brn__copy3(touch->weight, weight);
    }
  }
}

// What a point stands for: a third of the faces around it that face the place, as they were at
// rest. Faces that turn away count less and less, so that the force does not jump.
static double area_of(const BrnBodyContact* c, int point, const double n[3]) {
  const BrnAdjacency* around = c->search->around;
  double sum = 0;
  for (int i = around->start[point]; i < around->start[point + 1]; i++) {
    double area = c->outside->triangle_area[around->item[i]];
    if (!(area > 0)) continue;
    double share = (ASIDE - facing(c, n, around->item[i])) / (ASIDE - AGAINST);
    sum += fmin(fmax(share, 0), 1) * area / 3;
  }
  return sum;
}

// how far a point is from being in front of its place, m
static double beside(const BrnBodyContact* c, const BrnTouch* touch, const double n[3]) {
  double to[3];
  brn__copy3(to, c->position + 3 * (size_t)touch->point);
  for (int k = 0; k < 3; k++) {
    brn__axpy3(to, to, -touch->weight[k], corner_of(c, touch->triangle, k));
  }
  brn__axpy3(to, to, -brn__dot3(to, n), n);
  return brn__norm3(to);
}

// A point beside the rim of a surface is not in front of it: it counts less the farther it is.
static double share_beside(const BrnBodyContact* c, const BrnTouch* touch, const double n[3]) {
  double share = beside(c, touch, n) / (BESIDE * c->outside->point_depth[touch->point]);
  return fmax(0, 1 - fmax(0, share - 1));
}

// gradients of the weights of the place in its triangle, where it is inside of that
static void set_turn(const BrnBodyContact* c, const BrnTouch* touch, BrnContactPlane* plane) {
  double normal[3];
  for (int k = 0; k < 3; k++) {
    if (!(touch->weight[k] > INSIDE)) return;
  }
  brn__triangle_normal(normal, corner_of(c, touch->triangle, 0), corner_of(c, touch->triangle, 1),
                       corner_of(c, touch->triangle, 2)); // as long as twice the area
  double square = brn__dot3(normal, normal);
  for (int k = 0; k < 3 && square > 0; k++) {
    double edge[3];
    brn__sub3(edge, corner_of(c, touch->triangle, (k + 2) % 3),
              corner_of(c, touch->triangle, (k + 1) % 3));
    brn__cross3(plane->turn[k], normal, edge);
    brn__scale3(plane->turn[k], 1 / square, plane->turn[k]);
  }
}

// The gap that a point has at rest is told by its plane there, if it overlaps: the nearest place of
// one beside an edge is on the other side of that.
static double rest_of(const BrnBodyContact* c, const BrnTouch* touch) {
  for (int i = c->first_rest[touch->point]; i >= 0; i = c->at_rest[i].next) {
    if (c->at_rest[i].surface == touch->surface) return c->at_rest[i].gap;
  }
  return touch->least;
}

// What the stiffness leaves out can make a place go to and fro, ever farther. One that goes back as
// far as it has come is met in between, where both ways say (Aitken 1926, on the weights).
static void approach(const BrnContactPlane* last, BrnTouch* touch, BrnContactPlane* plane) {
  for (int k = 0; k < 3; k++) plane->off[k] = touch->weight[k] + last->weight[1 + k];
  double square = brn__dot3(last->off, last->off), back = -brn__dot3(plane->off, last->off);
  if (!(back > TO_AND_FRO * square)) return;
  double share = square / (square + back);
  for (int k = 0; k < 3; k++) touch->weight[k] = share * plane->off[k] - last->weight[1 + k];
}

// Once the shape is nearly found a point keeps its triangle, and the area that it stands for, until
// it is far beside that: else it would go to and fro between two that are as near, each time with
// another force, and there were no end. The closest place of one triangle moves without a jump.
static bool stays(const BrnBodyContact* c, const BrnContactPlane* last, BrnTouch* touch) {
  if (!last || !c->steady) return false;
  const double* p = c->position + 3 * (size_t)touch->point;
  BrnTouch there = *touch;
  there.triangle = last->triangle;
  brn__contact_in_triangle(c->search, there.triangle, p, there.weight);
  double size = sqrt(c->outside->triangle_area[there.triangle]);
  if (beside(c, &there, last->normal) > BEYOND * size) return false;
  *touch = there;
  return true;
}

static void set_plane(const BrnBodyContact* c, const BrnTouch* found, const BrnContactPlane* last,
                      BrnContactPlane* plane) {
  BrnTouch place = *found, *touch = &place;
  bool stayed = stays(c, last, touch);
  if (!stayed) face_point(c, touch);
  const BrnOutside* outside = c->outside;
  const int* corner = outside->mesh->triangle + 3 * (size_t)touch->triangle;
  *plane = (BrnContactPlane){
      .point = touch->point, .surface = touch->surface, .triangle = touch->triangle};
  if (stayed) approach(last, touch, plane);
  plane->vertex[0] = outside->vertex[touch->point], plane->weight[0] = 1;
  for (int k = 0; k < 3; k++) {
    plane->vertex[1 + k] = outside->vertex[corner[k]];
    plane->weight[1 + k] = -touch->weight[k];
  }
  plane->least = rest_of(c, found);
  plane->rest = plane->least + bend(c, touch, plane->normal, plane->curve);
  set_turn(c, touch, plane);
  plane->area = share_beside(c, touch, plane->normal) * area_of(c, touch->point, plane->normal);
  if (outside->surface[touch->surface].asks) plane->area /= 2; // it asks, too
  if (stayed) plane->area = last->area;
  plane->multiplier = last ? last->multiplier : 0;
  double give = outside->point_give[touch->point]; // of a place it changes without a jump
  for (int k = 0; k < 3; k++) give += touch->weight[k] * outside->point_give[corner[k]];
  plane->stiffness = STIFFNESS / give;
  plane->onset = plane->stiffness * ONSET * outside->point_depth[touch->point];
}

static const double* point_of(const BrnBodyContact* c, const BrnContactPlane* plane, int k,
                              const double* x) {
  const int* corner = c->outside->mesh->triangle + 3 * (size_t)plane->triangle;
  return x + 3 * (size_t)(k == 0 ? plane->point : corner[k - 1]);
}

// where the plane is taken
static double gap_here(const BrnBodyContact* c, const BrnContactPlane* plane) {
  double gap = -plane->rest;
  for (int k = 0; k < 4; k++) {
    gap += plane->weight[k] * brn__dot3(plane->normal, point_of(c, plane, k, c->position));
  }
  return gap;
}

// The pressure drags as it is where the plane is taken.
static void set_drag(const BrnBodyContact* c, double friction, BrnContactPlane* plane) {
  if (!(friction > 0)) return;
  memset(plane->from, 0, sizeof plane->from);
  for (int k = 0; k < 4; k++) {
    brn__axpy3(plane->from, plane->from, plane->weight[k], point_of(c, plane, k, c->start));
  }
  plane->drag = friction * plane->area * brn__contact_pressure(plane, gap_here(c, plane));
  plane->creep = CREEP * c->outside->point_depth[plane->point];
}

// ---------------------------------------------------------------------------------------- the list

static void chain_last(BrnBodyContact* c) {
  memset(c->first, -1, sizeof(int) * (size_t)c->outside->mesh->vertex_count);
  for (int i = c->last_count - 1; i >= 0; i--) {
    int* first = &c->first[c->last[i].point];
    c->next[i] = *first, *first = i;
  }
}

static BrnContactPlane* plane_before(const BrnBodyContact* c, const BrnTouch* touch) {
  for (int i = c->first[touch->point]; i >= 0; i = c->next[i]) {
    if (c->last[i].surface == touch->surface) return &c->last[i];
  }
  return NULL;
}

static void swap_lists(BrnBodyContact* c) {
  BrnContactPlane* list = c->plane;
  size_t capacity = c->capacity;
  c->plane = c->last, c->capacity = c->last_capacity;
  c->last = list, c->last_capacity = capacity;
  c->last_count = c->count, c->count = 0;
}

// what the scene says of the two parts; NULL: nothing, they slide
static const BrnModelContact* rule_of(const BrnBodyContact* c, const BrnTouch* touch) {
  int a = c->search->owner[touch->point], b = touch->surface;
  int number = c->rule_of[a * c->search->surface_count + b];
  return number < 0 ? NULL : &c->model->contact[number];
}

// Who comes late, when the shape has long been nearly found, is not pushed any more, as a few points
// could come and go without end. Where it is too deep the step has not converged (contact_term.c).
static void take_plane(BrnBodyContact* c, const BrnTouch* touch, BrnContactPlane* last) {
  const BrnModelContact* rule = rule_of(c, touch);
  if (last) last->followed = true;
  if (rule && rule->kind == BRN_CONTACT_NONE) return;
  BrnContactPlane* plane = &c->plane[c->count++];
  set_plane(c, touch, last, plane);
  plane->mute = c->steady_looks > LATE && (!last || last->mute);
  if (plane->mute) plane->stiffness = plane->onset = plane->multiplier = 0;
  set_drag(c, rule ? rule->friction : 0, plane);
}

// Once the shape is nearly found, what presses goes on pressing where it did, even if the search has
// lost it: else it would be lost and found again without end.
static void keep_lost(BrnBodyContact* c) {
  for (int i = 0; i < c->last_count && c->steady; i++) {
    BrnContactPlane* last = &c->last[i];
    BrnTouch touch = {.point = last->point,
                      .surface = last->surface,
                      .triangle = last->triangle,
                      .least = last->least};
    if (!last->followed && last->presses && stays(c, last, &touch)) take_plane(c, &touch, last);
  }
}

static BrnStatus take_planes(BrnContext* ctx, BrnBodyContact* c, const BrnTouch* touch, int count) {
  swap_lists(c);
  size_t most = (size_t)count + (size_t)c->last_count;
  BRN_TRY(brn__grow(ctx, &c->plane, &c->capacity, most, sizeof *c->plane));
  BRN_TRY(brn__grow(ctx, &c->next, &c->next_capacity, (size_t)c->last_count, sizeof(int)));
  chain_last(c);
  for (int i = 0; i < count; i++) take_plane(c, &touch[i], plane_before(c, &touch[i]));
  keep_lost(c);
  for (int i = 0; i < c->count; i++) {
    BrnContactPlane* plane = &c->plane[i];
    plane->presses = plane->area > 0 && brn__contact_pressure(plane, gap_here(c, plane)) > 0;
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- the search

static void gather_points(const BrnBodyContact* c, const double* x, double* out) {
  for (int i = 0; i < c->outside->mesh->vertex_count; i++) {
    brn__copy3(out + 3 * (size_t)i, x + 3 * (size_t)c->outside->vertex[i]);
  }
}

BrnStatus brn__body_contact_forget(BrnContext* ctx, BrnBodyContact* c, const double* x) {
  gather_points(c, x, c->start);
  c->known = c->steady = false;
  c->steady_looks = 0;
  c->count = c->pass = 0;
  return brn__contact_load(ctx, c->search, c->none);
}

static bool is_same(const BrnBodyContact* c, const double* now) {
  return memcmp(now, c->position, 3 * sizeof(double) * (size_t)c->outside->mesh->vertex_count) == 0;
}

BrnStatus brn__body_contact_look(BrnContext* ctx, BrnBodyContact* c, const double* x) {
  BrnContactSearch search = brn_contact_search_default();
  const BrnTouch* touch;
  int count;
  double* now = c->before;
  gather_points(c, x, now);
  if (c->known && is_same(c, now)) return BRN_OK; // planes are what they were, to the bit
  if (c->steady) c->steady_looks++;
  c->before = c->position, c->position = now;
  brn__contact_move(ctx, c->search, now);
  search.position = now;
  search.before = c->known ? c->before : NULL;
  search.margin = c->margin, search.depth = 2 * c->margin;
  BRN_TRY(brn__contact_keep(ctx, c->search, &search, &touch, &count));
  c->known = true;
  return take_planes(ctx, c, touch, count);
}

// ---------------------------------------------------------------------------------------- creation

// What overlaps at rest is free of force: its gaps there are kept.
static BrnStatus keep_rest(BrnContext* ctx, const BrnBody* body, BrnBodyContact* c) {
  const double* x = body->model->mesh->position;
  BRN_TRY(brn__body_contact_forget(ctx, c, x));
  BRN_TRY(brn__body_contact_look(ctx, c, x));
  BRN_TRY(brn__grow(ctx, &c->at_rest, &c->rest_capacity, (size_t)c->count, sizeof *c->at_rest));
  for (int i = 0, count = 0; i < c->count; i++) {
    const BrnContactPlane* plane = &c->plane[i];
    double gap = brn__contact_gap(plane, x) + plane->least;
    if (!(gap < 0)) continue;
    int* first = &c->first_rest[plane->point];
    c->at_rest[count] = (BrnContactRest){plane->surface, *first, gap};
    *first = count++;
  }
  return BRN_OK;
}

BrnStatus brn__body_contact_create(BrnContext* ctx, const BrnBody* body, BrnBodyContact** out) {
  BrnBodyContact* c = *out = brn__new_zero(ctx, 1, BrnBodyContact);
  if (!c) return BRN_NO_MEMORY;
  BRN_TRY(brn__outside_create(ctx, body->model, &c->outside));
  set_roles(body->model, c->outside);
  BRN_TRY(make_search(ctx, body->model, c));
  BRN_TRY(take_room(ctx, body, c));
  c->model = body->model;
  list_rules(body->model, c);
  measure_rest(c);
  return keep_rest(ctx, body, c);
}
