// SPDX-License-Identifier: Apache-2.0

#include "../../bench/body.h"

#include "tetra/tetra_test.h"

// Seven muscles that overlap two bones and each other, in one mesh. `brawn bench tetra` makes the
// whole body of 24 parts.

static void body_becomes_one_mesh(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Body body;
  BrnMesh* mesh;
  BrnTetraReport report;
  double volume[BODY_PARTS];
  ENSURE_OK(ctx, body_make(ctx, 1, &body));
  BrnTetraDef def = body_def(&body, 27000);
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, &report));
  ENSURE_OK(ctx, body_volumes(ctx, &def, 200, volume));
  ENSURE(report.tets.tet_count > 12000 && report.tets.tet_count < 40000);
  ENSURE_INT(report.tets.inverted_count + report.tets.degenerate_count, 0);
  ENSURE_INT(report.tets.bad_face_count, 0);
  ENSURE_INT(report.tets.component_count, 1);
  ENSURE(report.tets.min_dihedral > 8 && report.tets.max_dihedral < 165);
  for (int i = 0; i < body.part_count; i++) {
    ENSURE_INT(report.part[i].component_count, 1);
    ENSURE_NEAR(report.part[i].volume / volume[i], 1, 0.02);
  }
  for (int i = body.bone_count; i < body.part_count; i++) { // the feet are 12 mm wide
    for (int end = 0; end < 2; end++) {
      ENSURE(tetra_contact(ctx, mesh, i + 1, body.ends[i][end] + 1) > 1e-4);
    }
  }
  brn_tetra_report_clear(ctx, &report);
  brn_mesh_destroy(ctx, mesh);
  body_free(ctx, &body);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(body_becomes_one_mesh))
