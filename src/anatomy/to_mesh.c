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

static BrnStatus fill(BrnContext* ctx, const BrnModel* model, BrnMesh* mesh) {
  brn__free(ctx, mesh->label_array); // the labels are the array "part"
  mesh->label_array = brn__strdup(ctx, "part");
  if (!mesh->label_array) return BRN_NO_MEMORY;
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
