// SPDX-License-Identifier: Apache-2.0
//
// The surfaces of a body as contact and fascia want them, refitted as the points move.

#include "solver/sheet/surfaces.h"

#include "core/vec.h"

enum { GRAIN = 4096 };

void brn__sheet_surfaces_destroy(BrnContext* ctx, BrnSheetSurfaces* surfaces) {
  if (!surfaces) return;
  brn_contact_destroy(ctx, surfaces->contact);
  brn__free(ctx, surfaces->position);
  brn__free(ctx, surfaces->of_triangle);
  brn__free(ctx, surfaces->moves);
  brn__free(ctx, surfaces);
}

static void name_triangles(BrnSheetSurfaces* surfaces, int surface_count) {
  for (int s = 0; s < surface_count; s++) {
    const BrnContactSurface* run = &surfaces->contact->surface[s];
    for (int t = 0; t < run->triangle_count; t++) {
      surfaces->of_triangle[run->first_triangle + t] = s;
    }
  }
}

static BrnStatus fill(BrnContext* ctx, const BrnModel* model, BrnSheetSurfaces* surfaces) {
  surfaces->position = brn__new(ctx, 3 * (size_t)model->mesh->vertex_count, double);
  surfaces->of_triangle = brn__new_zero(ctx, model->mesh->triangle_count, int);
  surfaces->moves = brn__new_zero(ctx, model->surface_count, bool);
  if (!surfaces->position || !surfaces->of_triangle || !surfaces->moves) return BRN_NO_MEMORY;
  BRN_TRY(brn_model_contact(ctx, model, &surfaces->contact));
  surfaces->contact->spread = true;
  name_triangles(surfaces, model->surface_count);
  for (int f = 0; f < model->flesh_count; f++) surfaces->moves[model->flesh[f].surface] = true;
  return BRN_OK;
}

BrnStatus brn__sheet_surfaces_create(BrnContext* ctx, const BrnSheet* sheet,
                                     BrnSheetSurfaces** out) {
  BrnSheetSurfaces* surfaces = *out = brn__new_zero(ctx, 1, BrnSheetSurfaces);
  return surfaces ? fill(ctx, sheet->model, surfaces) : BRN_NO_MEMORY;
}

static void copy_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  for (size_t i = (size_t)begin; i < (size_t)end; i++) {
    brn__copy3(sheet->surfaces->position + 3 * i, sheet->points.at + 4 * i);
  }
}

void brn__sheet_surfaces_move(BrnContext* ctx, BrnSheet* sheet) {
  brn__parallel_job(ctx, sheet->points.count, GRAIN, copy_range, sheet, 0);
  brn__contact_move(ctx, sheet->surfaces->contact, sheet->surfaces->position);
}
