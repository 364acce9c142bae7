// SPDX-License-Identifier: Apache-2.0

#include "fibre/region.h"
#include "fibre_test.h"

static void faces_of_an_end_are_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 4);
  BrnMesh* faces;
  ENSURE_OK(ctx, brn__region_attached_faces(ctx, m.region, m.def.insertion, "end", &faces));
  ENSURE_INT(faces->triangle_count, 2 * 16);
  double area = 0;
  for (int f = 0; f < faces->triangle_count; f++) {
    const int* v = faces->triangle + 3 * f;
    double normal[3];
    brn__triangle_normal(normal, faces->position + 3 * v[0], faces->position + 3 * v[1],
                         faces->position + 3 * v[2]);
    ENSURE(normal[0] > 0); // facing out
    area += normal[0] / 2;
  }
  ENSURE_NEAR(area, 16, 1e-12);
  brn_mesh_destroy(ctx, faces);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void lonely_vertices_come_as_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cut(ctx, mesh_two_tets(ctx), (int[]){2}, 1); // vertices 0 1 2 4
  BrnMesh* faces;
  BrnVertexSet set = {(int[]){4, 2, 4}, 3};
  ENSURE_OK(ctx, brn__region_attached_faces(ctx, m.region, set, "end", &faces));
  static const int expected[6] = {2, 2, 2, 3, 3, 3};
  ENSURE_INT(faces->triangle_count, 2);
  assert_memory_equal(faces->triangle, expected, sizeof expected);
  brn_mesh_destroy(ctx, faces);
  ENSURE_INT(brn__region_find_vertex(m.region, 3), -1);
  ENSURE_INT(brn__region_find_vertex(m.region, 4), 3);
  ENSURE_INT(brn__region_find_vertex(m.region, 99), -1);
  set = (BrnVertexSet){(int[]){3}, 1};
  ENSURE_STATUS(ctx, brn__region_attached_faces(ctx, m.region, set, "end", &faces), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "end: vertex 3");
  set.count = 0;
  ENSURE_STATUS(ctx, brn__region_attached_faces(ctx, m.region, set, "end", &faces), BRN_INVALID);
  ENSURE(!faces);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(faces_of_an_end_are_found),
          cmocka_unit_test(lonely_vertices_come_as_points))
