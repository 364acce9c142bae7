// SPDX-License-Identifier: Apache-2.0

#include "anatomy/islands.h"

#include "anatomy/fixture.h"

// a bar of two units, cut at half its height, with a few tets of each in the other one's half
static void splinters_go_to_the_unit_around_them(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, BAR_SCENE(BAR_MUSCLE ", 'units': {'up': {'region': 'up'}, 'down': {}}",
                             ", 'selections': {'up': {'plane': {'point': [0, 0.1, 0], 'normal': "
                             "[0, 1, 0]}}}"));
  BrnModel* model = f.build.model;
  int* unit = model->unit;
  int label = model->part[2].label, wanted[2] = {0}, planted[2] = {0}, found[2] = {0};
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (unit[t] < 0) continue;
    double y = 0;
    for (int k = 0; k < 4; k++) y += fixture_point(&f, model->mesh->tet[4 * t + k])[1] / 4;
    ENSURE_INT(unit[t], y > 0.1 - 1e-9 ? 0 : 1);
    wanted[unit[t]]++;
    bool at_the_end = y > 0.195 || y < 0.005;
    if (!at_the_end || planted[unit[t]] == 1) continue;
    planted[unit[t]]++;
    unit[t] = 1 - unit[t];
  }
  ENSURE_INT(planted[0] + planted[1], 2);
  ENSURE_OK(f.ctx, brn__drown_islands(&f.build, label));
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (unit[t] >= 0) found[unit[t]]++;
  }
  ENSURE_INT(found[0], wanted[0]);
  ENSURE_INT(found[1], wanted[1]);
  fixture_done(&f);
}

TEST_MAIN(cmocka_unit_test(splinters_go_to_the_unit_around_them))
