// SPDX-License-Identifier: Apache-2.0
//
// Loads on muscles: forces and tractions are external forces of the prediction (line 7 of
// Algorithm 1); pressures are left out.

#include "solver/sheet/sheet.h"

#include "core/vec.h"

void brn__loads_check(BrnContext* ctx, const BrnModel* model) {
  for (int l = 0; l < model->load_count; l++) {
    if (model->load[l].kind != BRN_LOAD_PRESSURE) continue;
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd on surfaces: load \"%s\" is left out, as it has no pressures; use a force or a "
             "traction",
             model->load[l].name);
  }
}

// v += h w f
void brn__loads_pull(BrnSheet* sheet) {
  BrnSheetPoints* points = &sheet->points;
  for (int l = 0; l < sheet->model->load_count; l++) {
    const BrnModelLoad* load = &sheet->model->load[l];
    double share = sheet->now.h * sheet->now.input->load[l];
    if (load->kind == BRN_LOAD_PRESSURE) continue;
    for (int i = 0; i < load->vertex_count; i++) {
      size_t v = (size_t)load->vertex[i];
      double* velocity = points->velocity + 3 * v;
      brn__axpy3(velocity, velocity, share * points->at[4 * v + 3], load->force + 3 * (size_t)i);
    }
  }
}
