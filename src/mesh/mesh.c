// SPDX-License-Identifier: Apache-2.0
//
// Meshes: counts and arrays, copies, checks of indices, turning inside out, units and axes.

#include "mesh/mesh.h"

#include "mesh/described.h"

#include <limits.h>
#include <math.h>
#include <string.h>

int brn_mesh_item_count(const BrnMesh* mesh, BrnDomain on) {
  switch (on) {
  case BRN_ON_VERTEX: return mesh->vertex_count;
  case BRN_ON_TRIANGLE: return mesh->triangle_count;
  case BRN_ON_TET: return mesh->tet_count;
  }
  return 0;
}

// ------------------------------------------------------------------------------- making, freeing

// replaces *array by a zeroed one of count x width; count 0 leaves NULL
static BrnStatus resize(BrnContext* ctx, void* array, size_t item_size, int count, int width) {
  void* block;
  memcpy(&block, array, sizeof block);
  brn__free(ctx, block);
  block = count > 0 ? brn__alloc_zero(ctx, (size_t)count * (size_t)width, item_size) : NULL;
  memcpy(array, &block, sizeof block);
  return count > 0 && !block ? BRN_NO_MEMORY : BRN_OK;
}

BrnStatus brn__mesh_set_vertex_count(BrnContext* ctx, BrnMesh* mesh, int count) {
  mesh->vertex_count = 0;
  BRN_TRY(resize(ctx, &mesh->position, sizeof *mesh->position, count, 3));
  mesh->vertex_count = count;
  return BRN_OK;
}

BrnStatus brn__mesh_set_triangle_count(BrnContext* ctx, BrnMesh* mesh, int count) {
  mesh->triangle_count = 0;
  BRN_TRY(resize(ctx, &mesh->triangle, sizeof *mesh->triangle, count, 3));
  mesh->triangle_count = count;
  return BRN_OK;
}

BrnStatus brn__mesh_set_tet_count(BrnContext* ctx, BrnMesh* mesh, int count) {
  mesh->tet_count = 0;
  BRN_TRY(resize(ctx, &mesh->tet, sizeof *mesh->tet, count, 4));
  mesh->tet_count = count;
  return BRN_OK;
}

BrnStatus brn__mesh_need_tet_labels(BrnContext* ctx, BrnMesh* mesh) {
  if (mesh->tet_label) return BRN_OK;
  return resize(ctx, &mesh->tet_label, sizeof *mesh->tet_label, mesh->tet_count, 1);
}

BrnStatus brn__mesh_need_triangle_labels(BrnContext* ctx, BrnMesh* mesh) {
  if (mesh->triangle_label) return BRN_OK;
  return resize(ctx, &mesh->triangle_label, sizeof *mesh->triangle_label, mesh->triangle_count, 1);
}

BrnStatus brn_mesh_create(BrnContext* ctx, int vertex_count, int triangle_count, int tet_count,
                          BrnMesh** out) {
  BRN_ASSERT(ctx && out && vertex_count >= 0 && triangle_count >= 0 && tet_count >= 0);
  *out = NULL;
  BrnMesh* mesh = brn__new_zero(ctx, 1, BrnMesh);
  if (!mesh) return BRN_NO_MEMORY;
  BrnStatus status = brn__mesh_set_vertex_count(ctx, mesh, vertex_count);
  if (status == BRN_OK) status = brn__mesh_set_triangle_count(ctx, mesh, triangle_count);
  if (status == BRN_OK) status = brn__mesh_set_tet_count(ctx, mesh, tet_count);
  if (status != BRN_OK) {
    brn_mesh_destroy(ctx, mesh);
    return status;
  }
  *out = mesh;
  return BRN_OK;
}

void brn_mesh_destroy(BrnContext* ctx, BrnMesh* mesh) {
  BRN_ASSERT(ctx);
  if (!mesh) return;
  brn__described_free(ctx, &brn__mesh_description, mesh);
  brn__free(ctx, mesh);
}

// ------------------------------------------------------------------------------------- copying

BrnStatus brn_mesh_copy(BrnContext* ctx, const BrnMesh* mesh, BrnMesh** out) {
  BRN_ASSERT(ctx && mesh && out);
  BrnScope scope = {.type = &brn__mesh_description, .record = (void*)mesh}; // only looked at
  *out = brn__new_zero(ctx, 1, BrnMesh);
  if (!*out) return BRN_NO_MEMORY;
  BrnStatus status = brn__described_clone(ctx, &scope, *out);
  if (status != BRN_OK) {
    brn_mesh_destroy(ctx, *out);
    *out = NULL;
  }
  return status;
}

// ------------------------------------------------------------------------------------------ arrays

const BrnArray* brn_mesh_find_array(const BrnMesh* mesh, const char* name, BrnDomain on) {
  BRN_ASSERT(mesh && name);
  for (int i = 0; i < mesh->array_count; i++) {
    const BrnArray* array = &mesh->array[i];
    if (array->on == on && strcmp(array->name, name) == 0) return array;
  }
  return NULL;
}

BrnStatus brn_mesh_add_array(BrnContext* ctx, BrnMesh* mesh, const char* name, BrnDomain on,
                             int components, BrnNumber number, BrnArray** out) {
  BRN_ASSERT(ctx && mesh && name && components > 0);
  if (out) *out = NULL;
  if (brn_mesh_find_array(mesh, name, on)) {
    return brn__fail(ctx, BRN_INVALID, "array \"%s\" is there twice", name);
  }
  BRN_TRY(brn__grow_block(ctx, &mesh->array, (size_t)mesh->array_count + 1, sizeof(BrnArray)));
  BrnArray array = {.on = on, .components = components, .number = number};
  array.name = brn__strdup(ctx, name);
  if (!array.name) return BRN_NO_MEMORY;
  int count = brn_mesh_item_count(mesh, on);
  if (resize(ctx, &array.value, sizeof(double), count, components) != BRN_OK) {
    brn__free(ctx, array.name);
    return BRN_NO_MEMORY;
  }
  BrnArray* added = &mesh->array[mesh->array_count++];
  *added = array;
  if (out) *out = added;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- checking

// first corner outside [0, vertex_count), or -1
static long first_out_of_range(const int* corner, long count, int vertex_count) {
  for (long i = 0; i < count; i++) {
    if (corner[i] < 0 || corner[i] >= vertex_count) return i;
  }
  return -1;
}

static bool is_there(int count, const void* array) { return count == 0 || (count > 0 && array); }

// as many as it says, of everything
static bool is_whole(const BrnMesh* mesh) {
  bool whole = is_there(mesh->vertex_count, mesh->position) &&
               is_there(mesh->triangle_count, mesh->triangle) &&
               is_there(mesh->tet_count, mesh->tet) && is_there(mesh->label_count, mesh->label) &&
               is_there(mesh->array_count, mesh->array);
  for (int i = 0; whole && i < mesh->label_count; i++) whole = mesh->label[i].name != NULL;
  for (int i = 0; whole && i < mesh->array_count; i++) {
    const BrnArray* array = &mesh->array[i];
    whole = array->name && array->components > 0 &&
            is_there(brn_mesh_item_count(mesh, array->on), array->value);
  }
  return whole;
}

BrnStatus brn_mesh_validate(BrnContext* ctx, const BrnMesh* mesh) {
  BRN_ASSERT(ctx && mesh);
  static const char axis[] = "xyz";
  if (!is_whole(mesh)) {
    return brn__fail(ctx, BRN_INVALID, "the mesh has counts, but not what they count");
  }
  for (long i = 0; i < 3L * mesh->vertex_count; i++) {
    if (isfinite(mesh->position[i])) continue;
    return brn__fail(ctx, BRN_INVALID, "vertex %ld: %c is %s", i / 3, axis[i % 3],
                     isnan(mesh->position[i]) ? "not a number" : "infinite");
  }
  long bad = first_out_of_range(mesh->triangle, 3L * mesh->triangle_count, mesh->vertex_count);
  if (bad >= 0) {
    return brn__fail(ctx, BRN_INVALID, "triangle %ld has corner %d, but there are %d vertices",
                     bad / 3, mesh->triangle[bad], mesh->vertex_count);
  }
  bad = first_out_of_range(mesh->tet, 4L * mesh->tet_count, mesh->vertex_count);
  if (bad >= 0) {
    return brn__fail(ctx, BRN_INVALID, "tet %ld has corner %d, but there are %d vertices", bad / 4,
                     mesh->tet[bad], mesh->vertex_count);
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------- units and axes

// A quarter turn that brings the up-axis to y, as the hosts people come from do it: about x for Z
// up, about z for X up. Handedness stays.
void brn_mesh_to_si(BrnMesh* mesh, double metres_per_unit, char up) {
  BRN_ASSERT(mesh && (up == 'x' || up == 'y' || up == 'z'));
  for (int i = 0; i < mesh->vertex_count; i++) {
    double* p = mesh->position + 3 * (size_t)i;
    double x = p[0] * metres_per_unit, y = p[1] * metres_per_unit, z = p[2] * metres_per_unit;
    if (up == 'z') p[0] = x, p[1] = z, p[2] = -y;
    if (up == 'y') p[0] = x, p[1] = y, p[2] = z;
    if (up == 'x') p[0] = -y, p[1] = x, p[2] = z;
  }
}

void brn_mesh_from_si(BrnMesh* mesh, double metres_per_unit, char up) {
  BRN_ASSERT(mesh && (up == 'x' || up == 'y' || up == 'z'));
  for (int i = 0; i < mesh->vertex_count; i++) {
    double* p = mesh->position + 3 * (size_t)i;
    double x = p[0] / metres_per_unit, y = p[1] / metres_per_unit, z = p[2] / metres_per_unit;
    if (up == 'z') p[0] = x, p[1] = -z, p[2] = y;
    if (up == 'y') p[0] = x, p[1] = y, p[2] = z;
    if (up == 'x') p[0] = y, p[1] = -x, p[2] = z;
  }
}
