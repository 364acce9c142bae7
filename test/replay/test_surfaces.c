// SPDX-License-Identifier: Apache-2.0

#include "brawn/shape.h"
#include "core/hash.h"
#include "replay/surfaces_run_test.h"

// ------------------------------------------------------------------------------------------- skins

static void skins_are_the_vertices_of_the_mesh(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  const BrnReplay* replay = test.replay;
  ENSURE(replay->model != NULL);
  ENSURE_INT(replay->part_count, 5);
  double* position = calloc(3 * 44, sizeof(double));
  double point[24];
  ENSURE_OK(test.ctx, brn_replay_positions(test.replay, 2, position));
  for (int p = 0; p < 5; p++) {
    const BrnSkin* skin = &replay->part[p].skin;
    ENSURE(skin->is_surface && skin->triangle_count == 12 && skin->rider.point_count == 8);
    brn_riders_apply(test.ctx, &skin->rider, position, point);
    for (int i = 0; i < 24; i++) ENSURE(point[i] == position[24 * p + i]);
    for (int i = 0; i < 8; i++) ENSURE(skin->tendon[i] == 0);
  }
  ENSURE_NEAR(position[3 * 17], 0.2 * 1.3, 1e-12);
  ENSURE(replay->part[0].kind == BRN_REPLAY_BONE && replay->part[2].kind == BRN_REPLAY_MUSCLE);
  free(position);
  boxes_done(&test);
}

static void envelope_is_hidden_and_does_not_count_for_the_box(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  const BrnReplayPart* envelope = &test.replay->part[4];
  double low[3], high[3];
  assert_string_equal(envelope->name, "envelope");
  ENSURE(envelope->hidden && !test.replay->part[3].hidden);
  ENSURE(brn_part_matches(envelope, "envelope") && !brn_part_matches(envelope, "*"));
  ENSURE_OK(test.ctx, brn_replay_bounds(test.replay, test.model->mesh->position, low, high));
  ENSURE_NEAR(low[0], -0.1, 1e-12);
  ENSURE_NEAR(low[1], -0.05, 1e-12);
  ENSURE_NEAR(high[0], 0.3, 1e-12);
  boxes_done(&test);
}

static void body_without_an_envelope_has_no_such_part(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  test.model->envelope.surface = -1;
  boxes_write_model(&test);
  test.model->envelope.surface = 4; // so that all is freed
  boxes_open(&test);
  ENSURE(test.replay->model != NULL);
  ENSURE_INT(test.replay->part_count, 4);
  boxes_done(&test);
}

static void lines_of_action_belong_to_the_flesh(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  const BrnReplayLines* lines = &test.replay->action;
  ENSURE_INT(lines->line_count, 2);
  ENSURE_INT(lines->part[0], 2);
  ENSURE_INT(lines->part[1], 3);
  ENSURE_INT(lines->start[1], 3);
  double point[15];
  brn_riders_apply(test.ctx, &lines->rider, test.model->mesh->position, point);
  ENSURE_NEAR(point[0], 0.05, 0);
  ENSURE_NEAR(point[12], 0.2, 0);
  boxes_done(&test);
}

// ------------------------------------------------------------------------------------------ values

static BrnValues values_of(BoxesTest* test, int index, const char* name) {
  BrnValues values;
  ENSURE_OK(test->ctx, brn_replay_values(test->replay, index, name, &values));
  ENSURE(values.about->on == BRN_ON_VERTEX);
  return values;
}

static void check_value(BoxesTest* test, const char* name, double of_flesh, double of_bone) {
  BrnValues values = values_of(test, 1, name); // of frame 2
  for (int v = 16; v < 32; v++) ENSURE_NEAR(values.value[v], of_flesh, 1e-6);
  for (int v = 40; v < 44; v++) ENSURE_NEAR(values.value[v], of_flesh, 1e-6);
  for (int v = 0; v < 8; v++) ENSURE_NEAR(values.value[v], of_bone, 1e-6);
  double skin[8];
  ENSURE_OK(test->ctx, brn_skin_values(test->replay, 3, &values, skin));
  ENSURE_NEAR(skin[7], of_flesh, 1e-6);
  brn_values_free(test->ctx, &values);
}

static void values_are_at_the_vertices(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  check_value(&test, "activation", 0.5, 0);
  check_value(&test, "stretch", 1.2, 1);
  check_value(&test, "volume", 1.2, 1);
  check_value(&test, "speed", 4, 0);
  BrnValues part = values_of(&test, 1, "part"), moved = values_of(&test, 1, "displacement");
  ENSURE_NEAR(part.value[9], 1, 0);
  ENSURE_NEAR(part.value[31], 3, 0);
  ENSURE_NEAR(part.value[43], 3, 0); // an inner point
  ENSURE_NEAR(moved.value[17], 0.04, 1e-12);
  ENSURE_NEAR(moved.value[8], 0.02, 1e-12);
  brn_values_free(test.ctx, &part);
  brn_values_free(test.ctx, &moved);
  boxes_done(&test);
}

static void forces_are_not_offered(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  BrnValues values;
  static const char* const none[] = {"stress", "pressure", "energy", "stress.xx"};
  for (int i = 0; i < 4; i++) {
    ENSURE_STATUS(test.ctx, brn_replay_values(test.replay, 0, none[i], &values), BRN_NOT_FOUND);
  }
  ENSURE_ERROR_HAS(test.ctx, "there are: displacement, speed, part, activation, stretch, volume");
  boxes_done(&test);
}

static void only_soft_parts_take_colours_of_flesh(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  for (int i = 0; i < test.replay->value_count; i++) {
    const BrnReplayValue* value = &test.replay->value[i];
    bool everywhere = strcmp(value->name, "displacement") == 0 ||
                      strcmp(value->name, "speed") == 0 || strcmp(value->name, "part") == 0;
    ENSURE(value->soft == !everywhere);
  }
  boxes_done(&test);
}

static void run_without_its_model_still_opens(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  model_write_file(test.folder, "run.model", "nonsense", 8);
  boxes_open(&test);
  ENSURE(!test.replay->model && test.replay->frame_count == 3 && test.replay->part_count == 5);
  BrnValues values = values_of(&test, 2, "activation");
  ENSURE_NEAR(values.value[20], 0.75, 1e-6);
  brn_values_free(test.ctx, &values);
  boxes_done(&test);
}

// ------------------------------------------------------------------------------------------ damage

// what leads nowhere in a model that is whole as a file
static void model_that_leads_nowhere_is_not_used(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  BrnModel* m = test.model;
  int* const spoiled[] = {
      &m->surface[2].first,      &m->flesh[0].part,           &m->flesh[0].unit,
      &m->flesh[0].surface,      &m->flesh[0].first,          &m->flesh[0].first_triangle,
      &m->flesh[0].first_inner,  &m->flesh[0].diagonal_count, &m->flesh[0].parent[2],
      &m->flesh[0].inner[7],     &m->flesh[1].edge[35],       &m->fascia[0].flesh,
      &m->fascia[0].vertex[1],   &m->fascia[0].target[0],     &m->fascia[0].surface[1],
      &m->fascia[0].triangle[1], &m->envelope.bone[5],        &m->sensor[0].joint,
      &m->sensor[0].bone,        &m->sensor[0].other,         &m->sensor[0].unit,
      &m->signal[0].sensor,      &m->unit_list[1].signal,     &m->unit_list[0].line_vertex[3]};
  for (size_t i = 0; i < sizeof spoiled / sizeof *spoiled; i++) {
    int was = *spoiled[i];
    *spoiled[i] = 1 << 20;
    boxes_write_model(&test);
    *spoiled[i] = was;
    boxes_open(&test);
    ENSURE(!test.replay->model);
    boxes_close(&test);
  }
  boxes_write_model(&test);
  boxes_open(&test);
  ENSURE(test.replay->model != NULL);
  boxes_done(&test);
}

static void numbers_that_are_none_are_not_used(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  BrnModel* m = test.model;
  double* const spoiled[] = {
      &m->flesh[1].fibre[26],  &m->flesh[1].volume,         &m->flesh[0].stiffness[1],
      &m->fascia[0].weight[5], &m->fascia[0].distance[1],   &m->fascia[0].barycentric[2],
      &m->fascia[0].offset[4], &m->fascia[0].side[0],       &m->fascia[0].least,
      &m->envelope.weight[31], &m->sensor[0].at[1],         &m->sensor[0].smooth,
      &m->signal[0].weight,    &m->flesh[0].rest_activation};
  for (size_t i = 0; i < sizeof spoiled / sizeof *spoiled; i++) {
    double was = *spoiled[i];
    *spoiled[i] = NAN;
    boxes_write_model(&test);
    *spoiled[i] = was;
    boxes_open(&test);
    ENSURE(!test.replay->model);
    boxes_close(&test);
  }
  boxes_done(&test);
}

// The file of the model with other bytes somewhere, and a checksum that fits.
static void spoil(const BoxesTest* test, const char* good, size_t size, TestRandom* random) {
  static const int32_t odd[] = {-1, 0, 1, 7, 13, 44, 1 << 20, INT32_MAX, INT32_MIN};
  enum { CHECK = 24, BODY = 32 }; // where they begin
  char* bytes = malloc(size);
  memcpy(bytes, good, size);
  size_t at = BODY + test_random_bits(random) % (size - BODY - 4);
  uint64_t pick = test_random_bits(random) % 12;
  if (pick < 9) memcpy(bytes + at, &odd[pick], 4);
  if (pick >= 9) bytes[at] = (char)test_random_bits(random);
  uint64_t check = brn__hash_text(brn__hash_mix(0, size - BODY), bytes + BODY, size - BODY);
  memcpy(bytes + CHECK, &check, 8);
  model_write_file(test->folder, "run.model", bytes, size);
  free(bytes);
}

// everything that may be asked of a replay; what comes of it does not matter
static void use(BrnContext* ctx, BrnReplay* replay) {
  double low[3], high[3];
  size_t count = (size_t)replay->mesh->vertex_count;
  double* position = calloc(3 * count + 1, sizeof *position);
  double* distance = calloc(count + 1, sizeof *distance);
  if (replay->frame_count > 0 && brn_replay_positions(replay, 0, position) == BRN_OK) {
    brn_replay_bounds(replay, position, low, high);
    brn_replay_distance(replay, 0, replay, distance);
  }
  for (int i = 0; i < replay->value_count && replay->frame_count > 0; i++) {
    BrnValues values;
    if (brn_replay_values(replay, 0, replay->value[i].name, &values) != BRN_OK) continue;
    for (int p = 0; p < replay->part_count; p++) {
      double* at = calloc((size_t)replay->part[p].skin.rider.point_count + 1, sizeof *at);
      brn_skin_values(replay, p, &values, at);
      free(at);
    }
    brn_values_free(ctx, &values);
  }
  for (int b = 0; replay->model && b < replay->model->bone_count; b++) {
    brn_replay_bone_pose(replay, b, position);
  }
  double* line = calloc(3 * (size_t)replay->action.rider.point_count + 1, sizeof *line);
  brn_riders_apply(ctx, &replay->action.rider, position, line);
  free(line);
  free(position);
  free(distance);
}

// The sanitizers look on: whatever is in the file, nobody reads where nothing is.
static void any_byte_may_be_wrong(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  TestRandom random = {7};
  char path[128];
  size_t size;
  int good = 0;
  snprintf(path, sizeof path, "%s/run.model", test.folder);
  char* bytes = model_read_file(path, &size);
  for (int i = 0; i < 800; i++) {
    spoil(&test, bytes, size, &random);
    if (brn_replay_open(test.ctx, test.folder, NULL, &test.replay) != BRN_OK) continue;
    good += test.replay->model != NULL;
    use(test.ctx, test.replay);
    boxes_close(&test);
  }
  ENSURE(good > 100 && good < 700); // most numbers are harmless, and many are not
  free(bytes);
  boxes_done(&test);
}

static void rings_are_found(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  test.model->flesh[0].parent[1] = 2; // 2 hangs on 1
  boxes_write_model(&test);
  test.model->flesh[0].parent[1] = -1;
  boxes_open(&test);
  ENSURE(!test.replay->model);
  boxes_close(&test);
  boxes_write_model(&test);
  boxes_open(&test);
  ENSURE(test.replay->model != NULL);
  boxes_done(&test);
}

// ---------------------------------------------------------------------------------------- distance

static void runs_of_surfaces_are_compared_vertex_by_vertex(void** state) {
  (void)state;
  BoxesTest test = boxes_make(), other = boxes_make();
  double out[44];
  boxes_open(&test);
  boxes_write_model(&other);
  boxes_open(&other);
  other.replay->frame[1].time = test.replay->frame[0].time; // its second frame with our first
  other.replay->frame[0].time = -1;
  ENSURE_OK(test.ctx, brn_replay_distance(test.replay, 0, other.replay, out));
  ENSURE_NEAR(out[0], 0, 0);
  ENSURE_NEAR(out[8], 0.01, 1e-12);
  ENSURE_NEAR(out[17], 0.02, 1e-12);
  ENSURE_NEAR(out[40], 0.005, 1e-12);
  boxes_done(&other);
  boxes_done(&test);
}

// Other inner points, the same surfaces: what is inside takes the mean of the vertices around it.
static void other_inner_points_do_no_harm(void** state) {
  (void)state;
  BoxesTest test = boxes_make(), other = boxes_make();
  double out[44];
  memmove(other.model->mesh->triangle, other.model->mesh->triangle + 3, 33 * sizeof(int));
  boxes_write_model(&other);
  boxes_open(&test);
  boxes_open(&other);
  ENSURE(other.replay->model != NULL);
  other.replay->frame[1].time = test.replay->frame[0].time;
  other.replay->frame[0].time = -1;
  ENSURE_OK(test.ctx, brn_replay_distance(test.replay, 0, other.replay, out));
  ENSURE_NEAR(out[8], 0.01, 1e-12);
  ENSURE_NEAR(out[17], 0.02, 1e-12);
  ENSURE_NEAR(out[16], 0, 1e-12);
  ENSURE_NEAR(out[40], 0, 1e-12);    // linked to the vertices at x = 0
  ENSURE_NEAR(out[42], 0.02, 1e-12); // and at x = 0.2
  ENSURE_NEAR(out[43], 0.01, 1e-12); // to all of them
  boxes_done(&other);
  boxes_done(&test);
}

static void bodies_with_nothing_in_common_are_told(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  BrnMesh* mesh;
  BrnReplay* block;
  char path[128];
  double* out = calloc(10000, sizeof *out);
  def.tets = 200;
  ENSURE_OK(test.ctx, brn_shape_make(test.ctx, &def, &mesh));
  snprintf(path, sizeof path, "%s/block.vtu", test.folder);
  ENSURE_OK(test.ctx, brn_mesh_write(test.ctx, mesh, path, NULL));
  brn_mesh_destroy(test.ctx, mesh);
  ENSURE_OK(test.ctx, brn_replay_open(test.ctx, path, NULL, &block));
  boxes_open(&test);
  ENSURE_STATUS(test.ctx, brn_replay_distance(test.replay, 0, block, out), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "no surface has the same name");
  brn_replay_close(test.ctx, block);
  free(out);
  boxes_done(&test);
}

#define BLOCK "'form': {'clay': [{'centre': [%g, %g, 0], 'half': [0.02, 0.02, 0.02]}], 'detail': 8}"

// A spindle as tets, and as a surface a centimetre above: the same vertices of the same name.
static BrnReplay* open_spindle(BoxesTest* test, const char* name, double y, const char* body) {
  char text[1200], path[128];
  BrnReplay* replay;
  snprintf(text, sizeof text,
           "{'brawn': 1, 'bones': {'a': {" BLOCK "}, 'b': {" BLOCK "}}, 'muscles': {'m': {'form': "
           "{'sweep': {'points': [[0, %g, 0], [0.1, %g, 0], [0.2, %g, 0]], 'widths': [[0.01, "
           "0.01], [0.03, 0.03], [0.01, 0.01]]}, 'detail': 12}, 'origin': 'a', 'insertion': 'b'}}, "
           "'mesh': {'tets': 2000}, 'solver': {'method': 'xpbd', 'xpbd_body': '%s'}}",
           -0.01, y, 0.21, y, y, y, y, body);
  char* json = model_text(text);
  model_write_file(test->folder, name, json, strlen(json));
  free(json);
  snprintf(path, sizeof path, "%s/%s", test->folder, name);
  ENSURE_OK(test->ctx, brn_replay_open(test->ctx, path, NULL, &replay));
  return replay;
}

static void all_are(BoxesTest* test, BrnReplay* a, BrnReplay* b, double expected) {
  double* out = calloc((size_t)a->mesh->vertex_count, sizeof *out);
  ENSURE_OK(test->ctx, brn_replay_distance(a, 0, b, out));
  for (int v = 0; v < a->mesh->vertex_count; v++) ENSURE_NEAR(out[v], expected, 1e-3);
  free(out);
}

static void surfaces_are_compared_with_tets_both_ways(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  BrnReplay* tets = open_spindle(&test, "tets.json", 0, "tets");
  BrnReplay* surface = open_spindle(&test, "surface.json", 0.01, "surface");
  ENSURE(tets->mesh->tet_count > 100 && surface->mesh->tet_count == 0);
  all_are(&test, tets, surface, 0.01);
  all_are(&test, surface, tets, 0.01);
  brn_replay_close(test.ctx, tets);
  brn_replay_close(test.ctx, surface);
  boxes_done(&test);
}

// ------------------------------------------------------------------------------------------ memory

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  for (int n = 0; !test.replay && n < 10000; n++) {
    size_t before = brn_byte_count(test.ctx);
    brn_fail_allocation(test.ctx, n);
    BrnStatus status = brn_replay_open(test.ctx, test.folder, NULL, &test.replay);
    brn_fail_allocation(test.ctx, -1);
    ENSURE_INT(status, test.replay ? BRN_OK : BRN_NO_MEMORY);
    ENSURE(test.replay || brn_byte_count(test.ctx) == before);
  }
  ENSURE(test.replay && test.replay->model);
  boxes_done(&test);
}

TEST_MAIN(cmocka_unit_test(skins_are_the_vertices_of_the_mesh),
          cmocka_unit_test(envelope_is_hidden_and_does_not_count_for_the_box),
          cmocka_unit_test(body_without_an_envelope_has_no_such_part),
          cmocka_unit_test(lines_of_action_belong_to_the_flesh),
          cmocka_unit_test(values_are_at_the_vertices), cmocka_unit_test(forces_are_not_offered),
          cmocka_unit_test(only_soft_parts_take_colours_of_flesh),
          cmocka_unit_test(run_without_its_model_still_opens),
          cmocka_unit_test(model_that_leads_nowhere_is_not_used),
          cmocka_unit_test(numbers_that_are_none_are_not_used),
          cmocka_unit_test(any_byte_may_be_wrong), cmocka_unit_test(rings_are_found),
          cmocka_unit_test(runs_of_surfaces_are_compared_vertex_by_vertex),
          cmocka_unit_test(other_inner_points_do_no_harm),
          cmocka_unit_test(bodies_with_nothing_in_common_are_told),
          cmocka_unit_test(surfaces_are_compared_with_tets_both_ways),
          cmocka_unit_test(every_failed_allocation_is_clean))
