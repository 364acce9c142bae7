// SPDX-License-Identifier: Apache-2.0

#include "mesh/neighbours.h"

#include <string.h>

// A surface is cut out in two rounds over the faces of all tets, in the order (tet, face): one that
// counts the faces that belong to it, one that writes them.

typedef enum Kind { WHOLE, AROUND_LABEL, BETWEEN_LABELS } Kind;

// which faces belong to the surface
typedef struct Cut {
  const BrnMesh* mesh;
  Kind kind;
  int a, b;         // labels behind and in front
  const int* front; // of brn__tet_fronts()    (tet_count x 4)
} Cut;

// any number a file may hold is a label here, that of BRN_ALL_LABELS too
static bool has_label(const BrnMesh* mesh, int tet, int label) {
  return mesh->tet_label && mesh->tet_label[tet] == label;
}

static bool belongs(const Cut* cut, int tet, int face) {
  int front = cut->front[4 * (size_t)tet + (size_t)face];
  if (front == BRN_FRONT_UNCLEAR) return false;
  if (cut->kind == WHOLE) return front == BRN_FRONT_OPEN;
  if (!has_label(cut->mesh, tet, cut->a)) return false;
  if (cut->kind == BETWEEN_LABELS) {
    return front != BRN_FRONT_OPEN && has_label(cut->mesh, front, cut->b);
  }
  return front == BRN_FRONT_OPEN || !has_label(cut->mesh, front, cut->a);
}

// counts the faces and marks their corners
static int count_faces(const Cut* cut, int* mark) {
  int count = 0;
  for (int t = 0; t < cut->mesh->tet_count; t++) {
    for (int k = 0; k < 4; k++) {
      if (!belongs(cut, t, k)) continue;
      for (int i = 0; i < 3; i++) mark[cut->mesh->tet[4 * (size_t)t + brn_tet_face[k][i]]] = 1;
      count++;
    }
  }
  return count;
}

// from marks to new numbers, in the old order
static int number_vertices(int* mark, int vertex_count) {
  int count = 0;
  for (int v = 0; v < vertex_count; v++) mark[v] = mark[v] ? count++ : -1;
  return count;
}

static BrnStatus allocate(BrnContext* ctx, int vertex_count, int triangle_count, bool labels,
                          BrnSurface* surface) {
  BRN_TRY(brn_mesh_create(ctx, vertex_count, triangle_count, 0, &surface->mesh));
  if (labels) BRN_TRY(brn__mesh_need_triangle_labels(ctx, surface->mesh));
  surface->vertex = brn__new(ctx, vertex_count, int);
  surface->tet = brn__new(ctx, triangle_count, int);
  surface->tet_in_front = brn__new(ctx, triangle_count, int);
  return surface->vertex && surface->tet && surface->tet_in_front ? BRN_OK : BRN_NO_MEMORY;
}

static void write_vertices(const Cut* cut, const int* number, BrnSurface* surface) {
  for (int v = 0; v < cut->mesh->vertex_count; v++) {
    if (number[v] < 0) continue;
    surface->vertex[number[v]] = v;
    memcpy(surface->mesh->position + 3 * (size_t)number[v], cut->mesh->position + 3 * (size_t)v,
           3 * sizeof(double));
  }
}

static void write_triangles(const Cut* cut, const int* number, BrnSurface* surface) {
  BrnMesh* out = surface->mesh;
  int count = 0;
  for (int t = 0; t < cut->mesh->tet_count; t++) {
    for (int k = 0; k < 4; k++) {
      if (!belongs(cut, t, k)) continue;
      for (int i = 0; i < 3; i++) {
        int v = cut->mesh->tet[4 * (size_t)t + brn_tet_face[k][i]];
        out->triangle[3 * (size_t)count + i] = number[v];
      }
      if (out->triangle_label) out->triangle_label[count] = cut->mesh->tet_label[t];
      surface->tet[count] = t;
      surface->tet_in_front[count] = cut->front[4 * (size_t)t + k];
      count++;
    }
  }
}

// names of the labels behind the surface, and of their array
static BrnStatus copy_names(BrnContext* ctx, const Cut* cut, BrnMesh* out) {
  for (int i = 0; i < cut->mesh->label_count; i++) {
    const BrnLabel* label = &cut->mesh->label[i];
    if (label->on != BRN_ON_TET || (cut->kind != WHOLE && label->id != cut->a)) continue;
    BRN_TRY(brn_mesh_name_label(ctx, out, BRN_ON_TRIANGLE, label->id, label->name));
  }
  if (cut->mesh->label_array) {
    out->label_array = brn__strdup(ctx, cut->mesh->label_array);
    if (!out->label_array) return BRN_NO_MEMORY;
  }
  return BRN_OK;
}

static BrnStatus fill(BrnContext* ctx, Cut* cut, BrnSurface* surface) {
  const BrnMesh* mesh = cut->mesh;
  int* front = brn__scratch(ctx, 4 * (size_t)mesh->tet_count, int);
  int* number = brn__scratch_zero(ctx, mesh->vertex_count, int);
  if (!front || !number) return BRN_NO_MEMORY;
  BRN_TRY(brn__tet_fronts(ctx, mesh, front));
  cut->front = front;
  int triangle_count = count_faces(cut, number);
  int vertex_count = number_vertices(number, mesh->vertex_count);
  BRN_TRY(allocate(ctx, vertex_count, triangle_count, mesh->tet_label != NULL, surface));
  write_vertices(cut, number, surface);
  write_triangles(cut, number, surface);
  return copy_names(ctx, cut, surface->mesh);
}

static BrnStatus create(BrnContext* ctx, Cut* cut, BrnSurface** out) {
  *out = NULL;
  BrnSurface* surface = brn__new_zero(ctx, 1, BrnSurface);
  if (!surface) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = fill(ctx, cut, surface);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn_surface_destroy(ctx, surface);
    return status;
  }
  *out = surface;
  return BRN_OK;
}

BrnStatus brn_mesh_boundary(BrnContext* ctx, const BrnMesh* mesh, BrnSurface** out) {
  BRN_ASSERT(ctx && mesh && out);
  return create(ctx, &(Cut){.mesh = mesh, .kind = WHOLE}, out);
}

BrnStatus brn_mesh_label_boundary(BrnContext* ctx, const BrnMesh* mesh, int label,
                                  BrnSurface** out) {
  BRN_ASSERT(ctx && mesh && out);
  return create(ctx, &(Cut){.mesh = mesh, .kind = AROUND_LABEL, .a = label}, out);
}

BrnStatus brn_mesh_interface(BrnContext* ctx, const BrnMesh* mesh, int a, int b, BrnSurface** out) {
  BRN_ASSERT(ctx && mesh && out);
  *out = NULL;
  if (a == b) {
    return brn__fail(ctx, BRN_INVALID, "label %d has no interface with itself: give two labels", a);
  }
  return create(ctx, &(Cut){.mesh = mesh, .kind = BETWEEN_LABELS, .a = a, .b = b}, out);
}

void brn_surface_destroy(BrnContext* ctx, BrnSurface* surface) {
  BRN_ASSERT(ctx);
  if (!surface) return;
  brn_mesh_destroy(ctx, surface->mesh);
  brn__free(ctx, surface->vertex);
  brn__free(ctx, surface->tet);
  brn__free(ctx, surface->tet_in_front);
  brn__free(ctx, surface);
}
