// SPDX-License-Identifier: Apache-2.0

#include "fibre/trace.h"
#include "fibre_test.h"

// every point is in the tet it claims, and the tet of a segment holds both its ends
static void ensure_inside(const BrnRegion* region, const BrnLines* lines) {
  for (int i = 0; i < lines->line_count; i++) {
    for (int p = lines->start[i]; p + 1 < lines->start[i + 1]; p++) {
      const int* v = region->mesh->tet + 4 * lines->tet[p];
      for (int end = 0; end < 2; end++) {
        for (int k = 0; k < 4; k++) {
          double offset[3];
          brn__sub3(offset, lines->point + 3 * (p + end),
                    region->mesh->position + 3 * v[k == 0 ? 1 : 0]);
          double weight = brn__dot3(region->slope + 12 * lines->tet[p] + 3 * k, offset);
          ENSURE(weight > -1e-6 && weight < 1 + 1e-6);
        }
      }
    }
  }
}

static void lines_of_a_cube_are_straight(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 6);
  BrnLines* lines;
  ENSURE_OK(ctx, brn_fibre_trace(ctx, m.region, m.direction, NULL, &lines));
  ENSURE_INT(lines->line_count, 200);
  ENSURE_INT(lines->stalled_count, 0);
  ENSURE_INT(lines->start[0], 0);
  for (int i = 0; i < 200; i++) {
    const double *first = lines->point + 3 * lines->start[i],
                 *last = lines->point + 3 * (lines->start[i + 1] - 1);
    ENSURE_NEAR(first[0], 0, 1e-9);
    ENSURE_NEAR(last[0], 6, 1e-9);
    for (const double* p = first; p < last; p += 3) {
      ENSURE(p[3] > p[0]);
      ENSURE_NEAR(hypot(p[4] - p[1], p[5] - p[2]), 0, 1e-6);
    }
  }
  ensure_inside(m.region, lines);
  brn_lines_destroy(ctx, lines);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// from end to end in every shape of muscle, without a stall, always inside
static void lines_run_from_origin_to_insertion(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const BrnShape shape[3] = {BRN_SHAPE_FUSIFORM, BRN_SHAPE_CURVED, BRN_SHAPE_PAIR};
  for (int s = 0; s < 3; s++) {
    Muscle m = muscle_of_shape(ctx, shape[s], 8000);
    BrnLinesDef def = brn_lines_def_default();
    def.count = 400;
    BrnLines* lines;
    ENSURE_OK(ctx, brn_fibre_trace(ctx, m.region, m.direction, &def, &lines));
    ENSURE_INT(lines->stalled_count, 0);
    ensure_inside(m.region, lines);
    for (int i = 0; i < lines->line_count; i++) {
      int ends[2] = {lines->start[i], lines->start[i + 1] - 1};
      for (int e = 0; e < 2; e++) { // the potential there is that of the attachment
        const int* v = m.region->mesh->tet + 4 * lines->tet[ends[e] - e];
        double value = 0;
        for (int k = 0; k < 4; k++) {
          double offset[3];
          brn__sub3(offset, lines->point + 3 * ends[e],
                    m.region->mesh->position + 3 * v[k == 0 ? 1 : 0]);
          value +=
              m.u[v[k]] * brn__dot3(m.region->slope + 12 * lines->tet[ends[e] - e] + 3 * k, offset);
        }
        ENSURE_NEAR(value, e ? 1 : -1, 1e-6);
      }
    }
    brn_lines_destroy(ctx, lines);
    muscle_done(ctx, &m);
  }
  test_context_done(ctx);
}

// In the spindle a line from half the radius stays at half the radius, about.
static void lines_of_a_spindle_follow_its_shape(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_of_shape(ctx, BRN_SHAPE_FUSIFORM, 20000);
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  BrnLines* lines;
  ENSURE_OK(ctx, brn_fibre_trace(ctx, m.region, m.direction, NULL, &lines));
  double drift = 0;
  for (int i = 0; i < lines->line_count; i++) {
    double low = 1, high = 0;
    for (int p = lines->start[i]; p < lines->start[i + 1]; p++) {
      const double* x = lines->point + 3 * p;
      double wave = sin(test_pi * x[1] / shape.length);
      double width = shape.tendon_width + (shape.width - shape.tendon_width) * wave * wave;
      double share = hypot(x[0], x[2]) / (width / 2);
      low = fmin(low, share), high = fmax(high, share);
      ENSURE(p == lines->start[i] || x[1] < x[-2]); // down all the way
    }
    if (high >= 1.001 || high - low > .2) printf("%d %g %g\n", i, low, high);
    ENSURE(high < 1.001 && high - low < 0.25); // sections are polygons
    drift += (high - low) / lines->line_count;
  }
  ENSURE(drift < 0.12);
  brn_lines_destroy(ctx, lines);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// around the ring for ever, so the length ends it
static void closed_fibres_end_with_the_length(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_TORUS);
  shape.tets = 3000;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &shape, &mesh));
  Muscle m = muscle_cut(ctx, mesh, NULL, 0);
  const BrnArray* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET);
  ENSURE_OK(ctx, brn_fibre_given(ctx, m.region, fibre->value, m.direction));
  BrnLinesDef def = brn_lines_def_default();
  int seed[3] = {0, 500, 1000};
  def.seed = seed, def.count = 3, def.max_length = 1.5 * shape.length;
  BrnLines* lines;
  ENSURE_OK(ctx, brn_fibre_trace(ctx, m.region, m.direction, &def, &lines));
  ENSURE_INT(lines->line_count, 3);
  ENSURE_INT(lines->stalled_count, 0);
  for (int i = 0; i < 3; i++) {
    double length = 0;
    for (int p = lines->start[i]; p + 1 < lines->start[i + 1]; p++) {
      length += brn__distance3(lines->point + 3 * p, lines->point + 3 * (p + 1));
    }
    ENSURE_NEAR(length / (3 * shape.length), 1, 0.05);
  }
  brn_lines_destroy(ctx, lines);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void fields_against_each_other_stall(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 4);
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    double side = m.region->centre[3 * t] < 2 ? 1 : -1; // both halves point to the middle
    brn__scale3(m.direction + 3 * t, side, m.direction + 3 * t);
  }
  BrnLinesDef def = brn_lines_def_default();
  def.count = 10;
  BrnLines* lines;
  ENSURE_OK(ctx, brn_fibre_trace(ctx, m.region, m.direction, &def, &lines));
  ENSURE(lines->stalled_count > 0);
  ensure_inside(m.region, lines);
  brn_lines_destroy(ctx, lines);
  memset(m.direction, 0, sizeof(double) * 3 * (size_t)m.region->mesh->tet_count);
  ENSURE_OK(ctx, brn_fibre_trace(ctx, m.region, m.direction, &def, &lines)); // nowhere to start
  ENSURE(lines->line_count == 0 && lines->start[0] == 0);
  brn_lines_destroy(ctx, lines);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void bad_input_is_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 2);
  BrnLinesDef def = brn_lines_def_default();
  BrnLines* lines;
  int seed[2] = {3, 48};
  def.seed = seed, def.count = 2;
  ENSURE_STATUS(ctx, brn_fibre_trace(ctx, m.region, m.direction, &def, &lines), BRN_INVALID);
  ENSURE(!lines);
  ENSURE_ERROR_HAS(ctx, "seed 1 is tet 48");
  def.seed = NULL, def.count = -1;
  ENSURE_STATUS(ctx, brn_fibre_trace(ctx, m.region, m.direction, &def, &lines), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "count is -1");
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static BrnStatus trace(BrnContext* ctx, BrnMesh* mesh) {
  BrnRegion* region;
  BRN_TRY(brn_region_create(ctx, mesh, NULL, 0, &region));
  double* direction = malloc(sizeof(double) * 3 * (size_t)mesh->tet_count);
  BrnLines* lines = NULL;
  BrnStatus status = brn_fibre_constant(ctx, region, (double[]){1, 2, 3}, direction);
  if (status == BRN_OK) status = brn_fibre_trace(ctx, region, direction, NULL, &lines);
  ENSURE((lines != NULL) == (status == BRN_OK));
  brn_lines_destroy(ctx, lines);
  brn_region_destroy(ctx, region);
  free(direction);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, trace);
}

TEST_MAIN(cmocka_unit_test(lines_of_a_cube_are_straight),
          cmocka_unit_test(lines_run_from_origin_to_insertion),
          cmocka_unit_test(lines_of_a_spindle_follow_its_shape),
          cmocka_unit_test(closed_fibres_end_with_the_length),
          cmocka_unit_test(fields_against_each_other_stall), cmocka_unit_test(bad_input_is_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
