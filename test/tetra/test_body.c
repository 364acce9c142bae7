// SPDX-License-Identifier: Apache-2.0

#include "../../bench/body.h"

#include "tetra/tetra_test.h"

// Twenty muscles that overlap four bones and each other, in one mesh. `brawn bench tetra` makes it
// with 60,000 tets, where volumes are within 2 %.

static void body_becomes_one_mesh(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body;
  BrnMesh* mesh;
  BrnTetraReport report;
  double volume[BODY_PARTS];
  ENSURE_OK(ctx, body_make(ctx, &body));
  BrnTetraDef def = body_def(&body, 25000);
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, &report));
  ENSURE_OK(ctx, body_volumes(ctx, &def, 250, volume));
  ENSURE(report.tets.tet_count > 15000 && report.tets.tet_count < 45000);
  ENSURE_INT(report.tets.inverted_count + report.tets.degenerate_count, 0);
  ENSURE_INT(report.tets.bad_face_count, 0);
  ENSURE_INT(report.tets.component_count, 1);
  ENSURE(report.tets.min_dihedral > 8 && report.tets.max_dihedral < 165);
  for (int i = 0; i < BODY_PARTS; i++) {
    ENSURE_INT(report.part[i].component_count, 1);
    ENSURE_NEAR(report.part[i].volume / volume[i], 1, 0.04);
  }
  for (int i = 0; i < BODY_MUSCLES; i++) { // the feet are 12 mm wide
    for (int end = 0; end < 2; end++) {
      int bone = body.ends[i][end] + 1;
      ENSURE(tetra_contact(ctx, mesh, BODY_BONES + i + 1, bone) > 0.1e-4);
    }
  }
  brn_tetra_report_clear(ctx, &report);
  brn_mesh_destroy(ctx, mesh);
  body_free(ctx, &body);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(body_becomes_one_mesh))
