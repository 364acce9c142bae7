// SPDX-License-Identifier: Apache-2.0
//
// What the tests of contact share: bodies of spheres and plates in one mesh.

#pragma once

#include "brawn/contact.h"
#include "contact/contact.h"
#include "core/vec.h"
#include "test.h"

enum { BODY_MOST = 256 };

/// Surfaces one after another in one mesh.
typedef struct Body {
  BrnContext* ctx;
  BrnMesh* mesh;
  BrnContactSurface surface[BODY_MOST];
  int count;
} Body;

static inline Body body_begin(BrnContext* ctx) {
  Body body = {.ctx = ctx};
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &body.mesh));
  return body;
}

/// Room for one more surface; its vertices and triangles are filled in by the caller.
static inline BrnContactSurface* body_add(Body* body, int vertices, int triangles) {
  BrnMesh* old = body->mesh;
  BrnMesh* mesh;
  ENSURE_OK(body->ctx, brn_mesh_create(body->ctx, old->vertex_count + vertices,
                                       old->triangle_count + triangles, 0, &mesh));
  if (old->vertex_count) {
    memcpy(mesh->position, old->position, sizeof(double) * 3 * (size_t)old->vertex_count);
    memcpy(mesh->triangle, old->triangle, sizeof(int) * 3 * (size_t)old->triangle_count);
  }
  BrnContactSurface* surface = &body->surface[body->count++];
  *surface = (BrnContactSurface){.first = old->vertex_count,
                                 .vertex_count = vertices,
                                 .first_triangle = old->triangle_count,
                                 .triangle_count = triangles,
                                 .asks = true,
                                 .asked = true};
  brn_mesh_destroy(body->ctx, old);
  body->mesh = mesh;
  return surface;
}

static inline void body_triangle(Body* body, int* at, int a, int b, int c) {
  const BrnContactSurface* surface = &body->surface[body->count - 1];
  int* t = body->mesh->triangle + 3 * (size_t)(*at)++;
  t[0] = surface->first + a, t[1] = surface->first + b, t[2] = surface->first + c;
}

/// A sphere, stretched along z, of m rings of n, with a vertex at each pole.
static inline BrnContactSurface* body_sphere(Body* body, int m, int n, const double centre[3],
                                             double radius, double stretch) {
  BrnContactSurface* surface = body_add(body, 2 + m * n, 2 * m * n);
  double* p = body->mesh->position + 3 * (size_t)surface->first;
  for (int v = 0; v < 2 + m * n; v++, p += 3) {
    int i = v < 2 ? 0 : (v - 2) / n + 1, j = v < 2 ? 0 : (v - 2) % n;
    double angle = v == 1 ? acos(-1) : acos(-1) * i / (m + 1), turn = 2 * acos(-1) * j / n;
    p[0] = centre[0] + radius * sin(angle) * cos(turn);
    p[1] = centre[1] + radius * sin(angle) * sin(turn);
    p[2] = centre[2] + radius * stretch * cos(angle);
  }
  int at = surface->first_triangle;
  for (int j = 0; j < n; j++) {
    int k = (j + 1) % n, last = 2 + (m - 1) * n;
    body_triangle(body, &at, 0, 2 + j, 2 + k);
    body_triangle(body, &at, 1, last + k, last + j);
    for (int i = 0; i + 1 < m; i++) {
      int a = 2 + i * n + j, b = 2 + i * n + k;
      body_triangle(body, &at, a, a + n, b + n);
      body_triangle(body, &at, a, b + n, b);
    }
  }
  return surface;
}

/// A box with eight corners.
static inline BrnContactSurface* body_box(Body* body, const double low[3], const double high[3]) {
  static const int face[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                  {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  BrnContactSurface* surface = body_add(body, 8, 12);
  for (int v = 0; v < 8; v++) {
    double* p = body->mesh->position + 3 * (size_t)(surface->first + v);
    p[0] = v & 1 ? high[0] : low[0], p[1] = v & 2 ? high[1] : low[1];
    p[2] = v & 4 ? high[2] : low[2];
  }
  int at = surface->first_triangle;
  for (int t = 0; t < 12; t++) body_triangle(body, &at, face[t][0], face[t][1], face[t][2]);
  return surface;
}

static inline BrnContactDef body_def(const Body* body) {
  BrnContactDef def = brn_contact_def_default();
  def.surface = body->surface;
  def.surface_count = body->count;
  return def;
}

static inline BrnContact* body_contact(const Body* body) {
  BrnContactDef def = body_def(body);
  BrnContact* contact;
  ENSURE_OK(body->ctx, brn_contact_create(body->ctx, body->mesh, &def, &contact));
  return contact;
}

/// A copy of the rest positions; free() it.
static inline double* body_positions(const Body* body) {
  size_t size = 3 * sizeof(double) * (size_t)body->mesh->vertex_count;
  double* position = malloc(size);
  return memcpy(position, body->mesh->position, size);
}

static inline void body_shift(const Body* body, int surface, double* position, double x, double y,
                              double z) {
  const BrnContactSurface* s = &body->surface[surface];
  double by[3] = {x, y, z};
  for (int v = s->first; v < s->first + s->vertex_count; v++) {
    brn__add3(position + 3 * (size_t)v, position + 3 * (size_t)v, by);
  }
}

typedef struct Found {
  const BrnTouch* touch;
  int count;
} Found;

static inline Found body_find(const Body* body, BrnContact* contact, const double* position,
                              const double* before, double margin) {
  BrnContactSearch search = brn_contact_search_default();
  search.position = position, search.before = before, search.margin = margin;
  Found found;
  ENSURE_OK(body->ctx, brn_contact_find(body->ctx, contact, &search, &found.touch, &found.count));
  return found;
}

static inline void body_done(Body* body, BrnContact* contact) {
  brn_contact_destroy(body->ctx, contact);
  brn_mesh_destroy(body->ctx, body->mesh);
}
