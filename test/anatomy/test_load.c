// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

#define LOADS(text)                                                                                \
  BAR_SCENE(BAR_MUSCLE,                                                                            \
            ", 'selections': {'end': {'plane': {'point': [0, -0.03, 0], 'normal': [0, "            \
            "-1, 0]}}, 'inside': {'nearest': [[0, 0.1, 0], [0, 0.05, 0]]}}, 'loads': {" text "}")

static void sum(const BrnModelLoad* load, double* out) {
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < load->vertex_count; i++) brn__add3(out, out, load->force + 3 * i);
}

static void force_is_shared_out_by_area(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, LOADS("'pull': {'on': 'end', 'kind': 'force', 'vector': [3, -10, 1]}"));
  ENSURE_OK(f.ctx, brn__build_loads(&f.build));
  const BrnModelLoad* load = f.build.model->load;
  double total[3], least = INFINITY, most = 0;
  sum(load, total);
  ENSURE_NEAR(total[0], 3, 1e-14);
  ENSURE_NEAR(total[1], -10, 1e-14);
  ENSURE_NEAR(total[2], 1, 1e-14);
  ENSURE_INT(load->vertex_count, 9);
  ENSURE_INT(load->face_count, 0);
  for (int i = 0; i < 9; i++) { // the middle has more than a corner
    least = fmin(least, -load->force[3 * i + 1]);
    most = fmax(most, -load->force[3 * i + 1]);
  }
  ENSURE(least > 0.4 && least < 0.9 && most > 2);
  double scale;
  brn_track_value(load->scale, 5, &scale);
  ENSURE(scale == 1);
  fixture_done(&f);
}

static void force_without_faces_is_shared_out_evenly(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, LOADS("'pull': {'on': 'inside', 'kind': 'force', 'vector': [0, 8, 0], 'scale': "
                         "0.5}"));
  ENSURE_OK(f.ctx, brn__build_loads(&f.build));
  const BrnModelLoad* load = f.build.model->load;
  ENSURE_INT(load->vertex_count, 2);
  ENSURE(load->force[1] == 4 && load->force[4] == 4);
  double scale;
  brn_track_value(load->scale, 0, &scale);
  ENSURE(scale == 0.5);
  fixture_done(&f);
}

static void traction_goes_by_area(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, LOADS("'rub': {'on': 'end', 'kind': 'traction', 'vector': [1000, 0, 0]}"));
  ENSURE_OK(f.ctx, brn__build_loads(&f.build));
  const BrnModelLoad* load = f.build.model->load;
  double total[3];
  sum(load, total);
  ENSURE_NEAR(total[0], 1000 * 0.04 * 0.04, 1e-14);
  ENSURE_INT(load->face_count, 8);
  fixture_done(&f);
}

static void pressure_has_faces_that_look_out(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, LOADS("'push': {'on': ['bottom', 'end'], 'kind': 'pressure', 'pressure': 50}"));
  ENSURE_OK(f.ctx, brn__build_loads(&f.build));
  const BrnModelLoad* load = f.build.model->load;
  ENSURE(load->pressure == 50 && !load->force);
  double area = 0, net[3] = {0};
  for (int i = 0; i < load->face_count; i++) {
    const int* v = load->face + 3 * i;
    double normal[3];
    brn__triangle_normal(normal, fixture_point(&f, v[0]), fixture_point(&f, v[1]),
                         fixture_point(&f, v[2]));
    area += brn__norm3(normal) / 2;
    brn__axpy3(net, net, 0.5, normal);
  }
  ENSURE_NEAR(area, 0.04 * 0.04 + 4 * 0.04 * 0.03, 1e-15); // open towards the muscle
  ENSURE_NEAR(net[1], -0.04 * 0.04, 1e-15);
  ENSURE_INT(load->vertex_count, 36 - 3); // without the three that are inside
  fixture_done(&f);
}

static void bad_loads_are_refused(void** state) {
  (void)state;
  fixture_refuse(LOADS("'rub': {'on': 'inside', 'kind': 'traction', 'vector': [1, 0, 0]}"),
                 brn__build_loads,
                 "loads.rub.on: no face of the mesh's boundary has its three vertices in it, and a "
                 "traction needs faces");
  fixture_refuse(
      LOADS("'pull': {'on': 'ende', 'kind': 'force', 'vector': [1, 0, 0]}"), brn__build_loads,
      "loads.pull.on: there is no selection, bone, muscle or tendon \"ende\"; did you mean");
  Fixture f;
  fixture_open(&f, LOADS("'pull': {'on': 'end', 'kind': 'force', 'vector': [1, 0, 0]}"));
  f.scene->load[0].vector[1] = NAN;
  ENSURE(fixture_looks(&f, "loads.pull: does nothing; give a \"vector\""));
  fixture_done(&f);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  fixture_trial_no_memory(LOADS("'rub': {'on': 'end', 'kind': 'traction', 'vector': [1, 0, 0]}"),
                          NULL, brn__build_loads);
}

TEST_MAIN(cmocka_unit_test(force_is_shared_out_by_area),
          cmocka_unit_test(force_without_faces_is_shared_out_evenly),
          cmocka_unit_test(traction_goes_by_area),
          cmocka_unit_test(pressure_has_faces_that_look_out),
          cmocka_unit_test(bad_loads_are_refused),
          cmocka_unit_test(every_failed_allocation_is_clean))
