// SPDX-License-Identifier: Apache-2.0
//
// Refusals: what is wrong with which part, told in one message, and the triangles that show it as a
// mesh.

#include "tetra/refuse.h"

#include "core/vec.h"
#include "mesh/mesh.h"

#include <stdio.h>
#include <string.h>

static BrnStatus add_triangle(BrnRefusal* refusal, int part, BrnTetraRefusal reason,
                              const BrnMesh* surface, int triangle) {
  size_t at = (size_t)refusal->triangle_count, count = at + 1;
  BrnContext* ctx = refusal->ctx;
  BRN_TRY(brn__grow(ctx, &refusal->corner, &refusal->capacity[0], 9 * count, sizeof(double)));
  BRN_TRY(brn__grow(ctx, &refusal->part, &refusal->capacity[1], count, sizeof(int)));
  BRN_TRY(brn__grow(ctx, &refusal->reason, &refusal->capacity[2], count, sizeof(int)));
  for (size_t k = 0; k < 3; k++) {
    int v = surface->triangle[3 * (size_t)triangle + k];
    brn__copy3(refusal->corner + 9 * at + 3 * k, surface->position + 3 * (size_t)v);
  }
  refusal->part[at] = part;
  refusal->reason[at] = reason;
  refusal->triangle_count++;
  return BRN_OK;
}

static void tell(BrnRefusal* refusal, int part, const char* format, va_list args) {
  const char* name = refusal->def->part[part].name;
  if (refusal->part_count++ > 0) return;
  int used =
      snprintf(refusal->why, sizeof refusal->why, "part %d (%.100s) ", part, name ? name : "");
  vsnprintf(refusal->why + used, sizeof refusal->why - (size_t)used, format, args);
}

BrnStatus brn__refuse(BrnRefusal* refusal, int part, BrnTetraRefusal reason, const BrnMesh* surface,
                      const uint8_t* culprit, const char* format, ...) {
  va_list args;
  va_start(args, format);
  tell(refusal, part, format, args);
  va_end(args);
  for (int t = 0; refusal->def->refused && t < surface->triangle_count; t++) {
    if (!culprit || culprit[t]) BRN_TRY(add_triangle(refusal, part, reason, surface, t));
  }
  return BRN_OK;
}

static BrnStatus label_triangles(const BrnRefusal* refusal, BrnMesh* mesh) {
  BrnContext* ctx = refusal->ctx;
  BrnArray* reason;
  BRN_TRY(brn__mesh_need_triangle_labels(ctx, mesh));
  BRN_TRY(brn_mesh_add_array(ctx, mesh, "reason", BRN_ON_TRIANGLE, 1, BRN_I32, &reason));
  for (int t = 0; t < mesh->triangle_count; t++) {
    const BrnTetraPart* part = &refusal->def->part[refusal->part[t]];
    mesh->triangle_label[t] = part->label;
    reason->value[t] = refusal->reason[t];
    if (!part->name || (t > 0 && refusal->part[t] == refusal->part[t - 1])) continue;
    BRN_TRY(brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, part->label, part->name));
  }
  return BRN_OK;
}

static BrnStatus show(const BrnRefusal* refusal, BrnMesh** out) {
  BrnContext* ctx = refusal->ctx;
  int count = refusal->triangle_count, welded;
  if (count == 0) return BRN_OK;
  if (count > INT32_MAX / 3) return BRN_OK; // too many to show
  BrnMesh* mesh;
  BRN_TRY(brn_mesh_create(ctx, 3 * count, count, 0, &mesh));
  memcpy(mesh->position, refusal->corner, sizeof(double) * 9 * (size_t)count);
  for (int i = 0; i < 3 * count; i++) mesh->triangle[i] = i;
  BrnStatus status = brn_mesh_weld(ctx, mesh, &welded);
  if (status == BRN_OK) status = label_triangles(refusal, mesh);
  if (status == BRN_OK) {
    *out = mesh;
  } else {
    brn_mesh_destroy(ctx, mesh);
  }
  return status;
}

static BrnStatus fail(const BrnRefusal* refusal) {
  if (refusal->part_count == 1) return brn__fail(refusal->ctx, BRN_INVALID, "%s", refusal->why);
  int more = refusal->part_count - 1;
  return brn__fail(refusal->ctx, BRN_INVALID, "%s; and %d more part%s", refusal->why, more,
                   more == 1 ? "" : "s");
}

BrnStatus brn__refusal_end(BrnRefusal* refusal, BrnStatus status) {
  BrnContext* ctx = refusal->ctx;
  if (status == BRN_OK && refusal->part_count > 0) {
    if (refusal->def->refused) status = show(refusal, refusal->def->refused);
    if (status == BRN_OK) status = fail(refusal);
  }
  brn__free(ctx, refusal->corner);
  brn__free(ctx, refusal->part);
  brn__free(ctx, refusal->reason);
  *refusal = (BrnRefusal){.ctx = ctx, .def = refusal->def};
  return status;
}
