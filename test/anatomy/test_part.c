// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

static const char bar[] = BAR_SCENE(BAR_MUSCLE, "");

static void boundary_of_a_part_is_made_once(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  const BrnBvh *first, *second;
  ENSURE_OK(f.ctx, brn__build_part_bvh(&f.build, 0, &first));
  size_t bytes = brn_byte_count(f.ctx);
  ENSURE_OK(f.ctx, brn__build_part_bvh(&f.build, 0, &second));
  ENSURE(first == second && brn_byte_count(f.ctx) == bytes);
  ENSURE_NEAR(brn_bvh_signed_distance(first, (double[]){0, 0.21, 0}), -0.01, 1e-12);
  ENSURE_NEAR(brn_bvh_signed_distance(first, (double[]){0, 0.1, 0}), 0.1, 1e-12);
  fixture_done(&f);
}

static void faces_between_parts_are_there_from_both_sides(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  BrnScratchMark mark = brn__scratch_mark(f.ctx);
  BrnPartFaces faces;
  ENSURE_OK(f.ctx, brn__part_faces(&f.build, &faces));
  double area = 0, centre[3];
  for (int i = 0; i < faces.count; i++) {
    area += brn__face_area(f.build.model->mesh, faces.corner + 3 * i, centre);
  }
  ENSURE_NEAR(area, 4 * 0.04 * 0.26 + 6 * 0.04 * 0.04, 1e-14);
  brn__scratch_release(f.ctx, mark);
  double low[3], high[3];
  brn__part_bounds(&f.build, 1, low, high);
  ENSURE_NEAR(low[1], -0.03, 1e-15);
  ENSURE_NEAR(high[1], 0, 1e-15);
  fixture_done(&f);
}

TEST_MAIN(cmocka_unit_test(boundary_of_a_part_is_made_once),
          cmocka_unit_test(faces_between_parts_are_there_from_both_sides))
