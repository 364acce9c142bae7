// SPDX-License-Identifier: Apache-2.0
//
// Where each surface of a body lies in the one list of vertices and triangles that contact works
// on, and which bone carries a vertex.

#include "anatomy/fascia.h"

#include <string.h>

void brn__surface_runs(const BrnModel* model, BrnContactSurface* out) {
  int triangles = 0;
  for (int s = 0; s < model->surface_count; s++) {
    const BrnModelSurface* from = &model->surface[s];
    out[s] = (BrnContactSurface){0};
    if (from->first < 0) continue; // rides on tets
    out[s] = (BrnContactSurface){.first = from->first,
                                 .vertex_count = from->mesh->vertex_count,
                                 .first_triangle = triangles,
                                 .triangle_count = from->mesh->triangle_count};
    triangles += from->mesh->triangle_count;
  }
}

void brn__vertex_carriers(const BrnModel* model, int* out) {
  memcpy(out, model->vertex_bone, sizeof(int) * (size_t)model->mesh->vertex_count);
  for (int a = 0; a < model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &model->attachment[a];
    for (int i = 0; i < attachment->vertex_count; i++) {
      int holder = attachment->holder[i], *bone = &out[attachment->vertex[i]];
      if (*bone >= 0 || holder < 0 || model->part[holder].kind != BRN_PART_BONE) continue;
      *bone = model->part[holder].owner;
    }
  }
}
