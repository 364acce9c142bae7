// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

static const char bar[] = BAR_SCENE(BAR_MUSCLE, "");

static double edge_length(const BrnMesh* mesh, int a, int b) {
  return brn__distance3(mesh->position + 3 * (size_t)a, mesh->position + 3 * (size_t)b);
}

// the naive twin: an edge counts once for every tet around it
static double local_edge(const BrnMesh* mesh, int vertex) {
  double sum = 0;
  int count = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* v = mesh->tet + 4 * (size_t)t;
    if (v[0] != vertex && v[1] != vertex && v[2] != vertex && v[3] != vertex) continue;
    for (int k = 0; k < 4; k++) {
      if (v[k] == vertex) continue;
      sum += edge_length(mesh, vertex, v[k]);
      count++;
    }
  }
  return count ? sum / count : 0;
}

static void local_edges_are_means_over_the_tets_around(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  int count = f.build.model->mesh->vertex_count;
  ENSURE_INT(f.build.model->mesh->triangle_count, 0);
  double* edge = malloc(sizeof(double) * (size_t)count);
  ENSURE_OK(f.ctx, brn__local_edges(&f.build, edge));
  for (int v = 0; v < count; v++) {
    ENSURE_NEAR(edge[v], local_edge(f.build.model->mesh, v), 1e-15);
    ENSURE(edge[v] > 0.01 && edge[v] < 0.03); // cells of 20 x 20 x 10 mm
  }
  free(edge);
  fixture_done(&f);
}

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

TEST_MAIN(cmocka_unit_test(local_edges_are_means_over_the_tets_around),
          cmocka_unit_test(boundary_of_a_part_is_made_once),
          cmocka_unit_test(faces_between_parts_are_there_from_both_sides))
