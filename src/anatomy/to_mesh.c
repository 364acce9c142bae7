// SPDX-License-Identifier: Apache-2.0

#include "brawn/anatomy.h"

#include "core/core.h"

#include <string.h>

// A model as a mesh to look at.

static BrnStatus add_ints(BrnContext* ctx, BrnMesh* mesh, const char* name, BrnDomain on,
                          const int* value) {
  BrnArray* array;
  BRN_TRY(brn_mesh_add_array(ctx, mesh, name, on, 1, BRN_I32, &array));
  int count = brn_mesh_item_count(mesh, on);
  for (int i = 0; i < count; i++) array->value[i] = value[i];
  return BRN_OK;
}

static BrnStatus add_numbers(BrnContext* ctx, BrnMesh* mesh, const char* name, int components,
                             const double* value) {
  BrnArray* array;
  BRN_TRY(brn_mesh_add_array(ctx, mesh, name, BRN_ON_TET, components, BRN_F64, &array));
  memcpy(array->value, value, sizeof(double) * (size_t)components * (size_t)mesh->tet_count);
  return BRN_OK;
}

// ------------------------------------------------------------------------------ a body of surfaces

typedef struct Flows {
  double *fibre, *unit, *inner; // of arrays of the mesh
} Flows;

// at its vertices, then at its inner points, which are linked to none
static void put_flesh(const BrnModelFlesh* flesh, const Flows* out) {
  int count = flesh->vertex_count + flesh->inner_count;
  for (int i = 0; i < count; i++) {
    bool inside = i >= flesh->vertex_count;
    int at = inside ? flesh->first_inner + i - flesh->vertex_count : flesh->first + i;
    memcpy(out->fibre + 3 * (size_t)at, flesh->fibre + 3 * (size_t)i, 3 * sizeof(double));
    out->unit[at] = flesh->unit;
    if (!inside && flesh->inner_count > 0) out->inner[at] = flesh->first_inner + flesh->inner[i];
  }
}

// the flow of the fibres, and the inner point that each vertex is linked to
static BrnStatus fill_surfaces(BrnContext* ctx, const BrnModel* model, BrnMesh* mesh) {
  BrnArray* array;
  Flows out;
  BRN_TRY(brn_mesh_add_array(ctx, mesh, "fibre", BRN_ON_VERTEX, 3, BRN_F64, &array));
  out.fibre = array->value;
  BRN_TRY(brn_mesh_add_array(ctx, mesh, "unit", BRN_ON_VERTEX, 1, BRN_I32, &array));
  out.unit = array->value;
  BRN_TRY(brn_mesh_add_array(ctx, mesh, "inner", BRN_ON_VERTEX, 1, BRN_I32, &array));
  out.inner = array->value;
  for (int v = 0; v < mesh->vertex_count; v++) out.unit[v] = out.inner[v] = -1;
  for (int i = 0; i < model->flesh_count; i++) put_flesh(&model->flesh[i], &out);
  return add_ints(ctx, mesh, "bone", BRN_ON_VERTEX, model->vertex_bone);
}

static BrnStatus fill(BrnContext* ctx, const BrnModel* model, BrnMesh* mesh) {
  brn__free(ctx, mesh->label_array); // the labels are the array "part"
  mesh->label_array = brn__strdup(ctx, "part");
  if (!mesh->label_array) return BRN_NO_MEMORY;
  if (model->flesh_count > 0) return fill_surfaces(ctx, model, mesh);
  BRN_TRY(add_numbers(ctx, mesh, "fibre", 3, model->fibre));
  BRN_TRY(add_numbers(ctx, mesh, "tendon", 1, model->tendon));
  BRN_TRY(add_ints(ctx, mesh, "unit", BRN_ON_TET, model->unit));
  BRN_TRY(add_ints(ctx, mesh, "material", BRN_ON_TET, model->material));
  return add_ints(ctx, mesh, "bone", BRN_ON_VERTEX, model->vertex_bone);
}

BrnStatus brn_model_to_mesh(BrnContext* ctx, const BrnModel* model, BrnMesh** out) {
  BRN_ASSERT(ctx && model && out);
  BRN_TRY(brn_mesh_copy(ctx, model->mesh, out));
  BrnStatus status = fill(ctx, model, *out);
  if (status == BRN_OK) return BRN_OK;
  brn_mesh_destroy(ctx, *out);
  *out = NULL;
  return status;
}
