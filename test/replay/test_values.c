// SPDX-License-Identifier: Apache-2.0

#include "replay/replay_test.h"

static void known_stresses_give_known_numbers(void** state) {
  (void)state;
  // pull along x, pure shear, equal pressure from all sides, all at once
  static const double stress[] = {5,  0,  0,  0, 0, 0, 0, 0, 0, 2, 0, 0,
                                  -7, -7, -7, 0, 0, 0, 1, 2, 4, 3, 5, 6};
  double von_mises[4], pressure[4];
  brn__derive_von_mises(stress, 4, von_mises);
  brn__derive_pressure(stress, 4, pressure);
  ENSURE_NEAR(von_mises[0], 5, 1e-14);
  ENSURE_NEAR(von_mises[1], sqrt(12), 1e-14);
  ENSURE_NEAR(von_mises[2], 0, 1e-14);
  ENSURE_NEAR(von_mises[3], sqrt((1 + 4 + 9) / 2.0 + 3 * 70), 1e-13);
  static const double expected[] = {-5 / 3.0, 0, 7, -7 / 3.0};
  for (int i = 0; i < 4; i++) ENSURE_NEAR(pressure[i], expected[i], 1e-14);
}

static void values_are_those_of_the_frame(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  BrnMesh* mesh;
  replay_open(&test, test.run.out);
  ENSURE_OK(test.ctx, brn_mesh_read(test.ctx, test.replay->frame[3].file, NULL, &mesh));
  static const char* const names[] = {"activation", "stretch", "energy"};
  for (int i = 0; i < 3; i++) {
    BrnValues values = replay_values(&test, names[i]);
    const BrnArray* array = brn_mesh_find_array(mesh, names[i], BRN_ON_TET);
    assert_memory_equal(values.value, array->value, sizeof(double) * (size_t)mesh->tet_count);
    brn_values_free(test.ctx, &values);
  }
  BrnValues xy = replay_values(&test, "stress.xy"), mises = replay_values(&test, "stress");
  const BrnArray* stress = brn_mesh_find_array(mesh, "stress", BRN_ON_TET);
  bool some = false;
  for (int t = 0; t < mesh->tet_count; t++) {
    const double* s = stress->value + 6 * (size_t)t;
    ENSURE(xy.value[t] == s[3] && xy.about->middle == 0);
    double trace = (s[0] + s[1] + s[2]) / 3, sum = 0;
    for (int k = 0; k < 3; k++) sum += pow(s[k] - trace, 2) + 2 * pow(s[3 + k], 2);
    ENSURE_NEAR(mises.value[t], sqrt(1.5 * sum), 1e-9 * (1 + mises.value[t]));
    some = some || mises.value[t] > 1000;
  }
  ENSURE(some);
  brn_values_free(test.ctx, &xy);
  brn_values_free(test.ctx, &mises);
  brn_mesh_destroy(test.ctx, mesh);
  replay_done(&test);
}

static void displacement_and_volume_follow_the_positions(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  ENSURE_OK(test.ctx, replay_positions(&test, 3));
  BrnValues length = replay_values(&test, "displacement"),
            y = replay_values(&test, "displacement.y");
  BrnValues volume = replay_values(&test, "volume");
  const BrnMesh* mesh = test.replay->mesh;
  bool moved = false;
  for (int v = 0; v < mesh->vertex_count; v++) {
    const double *now = test.position + 3 * (size_t)v, *rest = mesh->position + 3 * (size_t)v;
    ENSURE_NEAR(length.value[v], brn__distance3(now, rest), 1e-18);
    ENSURE_NEAR(y.value[v], now[1] - rest[1], 1e-18);
    moved = moved || length.value[v] > 1e-4;
  }
  for (int t = 0; t < mesh->tet_count; t++) {
    const double *p[4], *q[4];
    for (int k = 0; k < 4; k++) {
      p[k] = test.position + 3 * (size_t)mesh->tet[4 * t + k];
      q[k] = mesh->position + 3 * (size_t)mesh->tet[4 * t + k];
    }
    double share =
        brn__tet_volume(p[0], p[1], p[2], p[3]) / brn__tet_volume(q[0], q[1], q[2], q[3]);
    ENSURE_NEAR(volume.value[t], share, 1e-12);
  }
  ENSURE(moved && volume.about->middle == 1);
  brn_values_free(test.ctx, &length);
  brn_values_free(test.ctx, &y);
  brn_values_free(test.ctx, &volume);
  replay_done(&test);
}

// at rest in every frame, so that the velocity is that from frame to frame
static void speed_is_that_between_frames(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  size_t count = 3 * (size_t)test.replay->mesh->vertex_count;
  double* before = calloc(count, sizeof *before);
  ENSURE_OK(test.ctx, brn_replay_positions(test.replay, 2, before));
  ENSURE_OK(test.ctx, replay_positions(&test, 3));
  BrnValues speed = replay_values(&test, "speed"), y = replay_values(&test, "velocity.y");
  for (size_t v = 0; v < count / 3; v++) {
    double way = brn__distance3(test.position + 3 * v, before + 3 * v);
    ENSURE_NEAR(speed.value[v], 24 * way, 1e-12);
    ENSURE_NEAR(y.value[v], 24 * (test.position[3 * v + 1] - before[3 * v + 1]), 1e-12);
  }
  brn_values_free(test.ctx, &speed);
  brn_values_free(test.ctx, &y);
  free(before);
  replay_done(&test);
}

static void speed_is_that_of_a_body_in_motion(void** state) {
  (void)state;
  ReplayTest test = replay_run(", 'solver': {'dynamic': true}");
  BrnMesh* mesh;
  replay_open(&test, test.run.out);
  ENSURE_OK(test.ctx, brn_mesh_read(test.ctx, test.replay->frame[3].file, NULL, &mesh));
  const BrnArray* velocity = brn_mesh_find_array(mesh, "velocity", BRN_ON_VERTEX);
  BrnValues speed = replay_values(&test, "speed");
  bool moves = false;
  for (int v = 0; v < mesh->vertex_count; v++) {
    ENSURE_NEAR(speed.value[v], brn__norm3(velocity->value + 3 * (size_t)v), 1e-15);
    moves = moves || speed.value[v] > 1e-5;
  }
  ENSURE(moves);
  brn_values_free(test.ctx, &speed);
  brn_mesh_destroy(test.ctx, mesh);
  replay_done(&test);
}

static void ranges_and_units_are_told(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  static const struct {
    const char *name, *unit;
    BrnDomain on;
    double low, middle; // NAN: none
  } expected[] = {{"displacement", "m", BRN_ON_VERTEX, NAN, NAN},
                  {"speed", "m/s", BRN_ON_VERTEX, NAN, NAN},
                  {"part", "", BRN_ON_TET, NAN, NAN},
                  {"activation", "", BRN_ON_TET, 0, NAN},
                  {"stretch", "", BRN_ON_TET, NAN, 1},
                  {"stress", "Pa", BRN_ON_TET, NAN, NAN},
                  {"pressure", "Pa", BRN_ON_TET, NAN, 0},
                  {"energy", "J/m^3", BRN_ON_TET, NAN, NAN},
                  {"volume", "", BRN_ON_TET, NAN, 1}};
  ENSURE_INT(test.replay->value_count, 9);
  for (int i = 0; i < 9; i++) {
    const BrnReplayValue* value = &test.replay->value[i];
    assert_string_equal(value->name, expected[i].name);
    assert_string_equal(value->unit, expected[i].unit);
    ENSURE(value->on == expected[i].on && strlen(value->title) > 0);
    ENSURE(isnan(expected[i].low) == isnan(value->natural[0]));
    ENSURE(isnan(expected[i].middle) ? isnan(value->middle) : value->middle == expected[i].middle);
  }
  BrnValues values;
  ENSURE_STATUS(test.ctx, brn_replay_values(test.replay, 0, "strech", &values), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(test.ctx, "there is no \"strech\"; there are: displacement, speed, part,");
  replay_done(&test);
}

// ---------------------------------------------------------------------------------------- on skins

static void skins_have_the_means_of_their_own_tets(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  BrnValues part = replay_values(&test, "part"), stretch = replay_values(&test, "stretch");
  for (int p = 0; p < 3; p++) {
    int count = test.replay->part[p].skin.rider.point_count;
    double* out = calloc((size_t)count, sizeof *out);
    ENSURE_OK(test.ctx, brn_skin_values(test.replay, p, &part, out));
    for (int i = 0; i < count; i++) ENSURE_NEAR(out[i], p, 1e-12); // not that of neighbours
    ENSURE_OK(test.ctx, brn_skin_values(test.replay, p, &stretch, out));
    for (int i = 0; i < count; i++) ENSURE(p == 2 ? out[i] > 0.99 && out[i] < 1 : out[i] == 1);
    free(out);
  }
  // the mean at one vertex, by hand
  const BrnRiders* rider = &test.replay->part[2].skin.rider;
  const BrnMesh* mesh = test.replay->mesh;
  double *out = calloc((size_t)rider->point_count, sizeof *out), sum = 0, all = 0;
  ENSURE_OK(test.ctx, brn_skin_values(test.replay, 2, &stretch, out));
  for (int t = 0; t < mesh->tet_count; t++) {
    bool here = false;
    for (int k = 0; k < 4; k++) here = here || mesh->tet[4 * t + k] == rider->vertex[0];
    if (!here || mesh->tet_label[t] != 3) continue;
    sum += test.run.model->volume[t] * stretch.value[t];
    all += test.run.model->volume[t];
  }
  ENSURE_NEAR(out[0], sum / all, 1e-12);
  free(out);
  brn_values_free(test.ctx, &part);
  brn_values_free(test.ctx, &stretch);
  replay_done(&test);
}

static void values_of_vertices_go_with_the_skin(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  ENSURE_OK(test.ctx, replay_positions(&test, 3));
  BrnValues y = replay_values(&test, "displacement.y");
  for (int p = 0; p < 3; p++) {
    const BrnRiders* rider = &test.replay->part[p].skin.rider;
    size_t count = (size_t)rider->point_count;
    double *out = calloc(count, sizeof *out), *now = calloc(6 * count, sizeof *now);
    ENSURE_OK(test.ctx, brn_skin_values(test.replay, p, &y, out));
    brn_riders_apply(test.ctx, rider, test.position, now);
    brn_riders_apply(test.ctx, rider, test.replay->mesh->position, now + 3 * count);
    for (size_t i = 0; i < count; i++) {
      ENSURE_NEAR(out[i], now[3 * i + 1] - now[3 * (count + i) + 1], 1e-15);
    }
    free(now);
    free(out);
  }
  brn_values_free(test.ctx, &y);
  replay_done(&test);
}

TEST_MAIN(cmocka_unit_test(known_stresses_give_known_numbers),
          cmocka_unit_test(values_are_those_of_the_frame),
          cmocka_unit_test(displacement_and_volume_follow_the_positions),
          cmocka_unit_test(speed_is_that_between_frames),
          cmocka_unit_test(speed_is_that_of_a_body_in_motion),
          cmocka_unit_test(ranges_and_units_are_told),
          cmocka_unit_test(skins_have_the_means_of_their_own_tets),
          cmocka_unit_test(values_of_vertices_go_with_the_skin))
