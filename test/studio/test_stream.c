// SPDX-License-Identifier: Apache-2.0
//
// What is encoded is what the replay says, to half a step of its integers.

#include "studio/route.h"
#include "studio/stream.h"
#include "studio/stream_test.h"
#include "studio/studio_test.h"

typedef struct Fixture {
  StudioTest test;
  BrnStream stream;
  BrnContext* ctx;
} Fixture;

static Fixture make(void) {
  Fixture f = {.test = studio_run()};
  f.ctx = f.test.run.ctx;
  ENSURE_OK(f.ctx, brn__stream_open(f.test.replay, 1, &f.stream));
  return f;
}

static void done(Fixture* f) {
  brn__stream_close(&f->stream);
  studio_done(&f->test);
}

static json_t* parse(BrnContext* ctx, BrnString* text) {
  json_t* value = json_loadb(text->text, text->size, JSON_REJECT_DUPLICATES, NULL);
  ENSURE(value);
  brn__string_free(ctx, text);
  return value;
}

static void skins_are_those_of_the_parts(void** state) {
  (void)state;
  Fixture f = make();
  const BrnReplay* replay = f.test.replay;
  BrnByteArray bytes;
  ENSURE_OK(f.ctx, brn__stream_skins(&f.stream, &bytes));
  StreamFile file = stream_open(bytes.data, bytes.size);
  StreamArray vertex = stream_array(&file, "part_vertex", "u32", 1);
  StreamArray first = stream_array(&file, "part_triangle", "u32", 1);
  StreamArray triangle = stream_array(&file, "triangle", "u32", 3);
  StreamArray tendon = stream_array(&file, "tendon", "u8", 1);
  ENSURE_INT(vertex.count, replay->part_count + 1);
  ENSURE(tendon.low[0] == 0 && tendon.high[0] == 1);
  for (int p = 0; p < replay->part_count; p++) {
    const BrnSkin* skin = &replay->part[p].skin;
    size_t base = (size_t)stream_number(&vertex, (size_t)p);
    size_t at = (size_t)stream_number(&first, (size_t)p);
    ENSURE_INT(stream_number(&vertex, (size_t)p + 1) - (double)base, skin->rider.point_count);
    ENSURE_INT(stream_number(&first, (size_t)p + 1) - (double)at, skin->triangle_count);
    for (size_t i = 0; i < 3 * (size_t)skin->triangle_count; i++) {
      ENSURE_INT(stream_number(&triangle, 3 * at + i), (double)base + skin->triangle[i]);
    }
    for (size_t i = 0; skin->tendon && i < (size_t)skin->rider.point_count; i++) {
      ENSURE_NEAR(stream_number(&tendon, base + i), skin->tendon[i], 0.5 / 255 + 1e-12);
    }
  }
  StreamArray start = stream_array(&file, "fibre_start", "u32", 1);
  StreamArray part = stream_array(&file, "fibre_part", "u32", 1);
  ENSURE(part.count > 0 && start.count == part.count + 1);
  ENSURE(strcmp(replay->part[(int)stream_number(&part, 0)].name, "m") == 0);
  ENSURE_INT(stream_number(&start, part.count), f.stream.fibre.rider.point_count);
  ENSURE_INT(stream_array(&file, "action_part", "u32", 1).count, 1);
  stream_close(&file);
  brn__byte_array_free(f.ctx, &bytes);
  done(&f);
}

// every point is within half a step of where the replay has it
static void check_points(const StreamArray* found, const double* expected) {
  for (size_t i = 0; i < 3 * found->count; i++) {
    ENSURE_NEAR(stream_number(found, i), expected[i], stream_tolerance(found, (int)(i % 3)));
  }
}

static void frames_have_what_the_replay_has(void** state) {
  (void)state;
  Fixture f = make();
  BrnReplay* replay = f.test.replay;
  const BrnReplayLines* action = &replay->action;
  double* position = malloc(sizeof(double) * 3 * (size_t)replay->mesh->vertex_count);
  double* point = malloc(sizeof(double) * 3 * (size_t)f.stream.skins.vertex_count);
  double* number = malloc(sizeof(double) * (size_t)f.stream.skins.vertex_count);
  BrnByteArray bytes;
  BrnValues values;
  ENSURE_OK(f.ctx, brn__stream_frame(&f.stream, 3, "stress", &bytes));
  ENSURE_OK(f.ctx, brn_replay_positions(replay, 3, position));
  StreamFile file = stream_open(bytes.data, bytes.size);

  StreamArray skin = stream_array(&file, "position", "u16", 3);
  ENSURE_INT(skin.count, f.stream.skins.vertex_count);
  for (int p = 0, at = 0; p < replay->part_count; p++) {
    brn_riders_apply(f.ctx, &replay->part[p].skin.rider, position, point + 3 * at);
    at += replay->part[p].skin.rider.point_count;
  }
  check_points(&skin, point);
  ENSURE(skin.high[0] - skin.low[0] < 1); // and the step is small: a bar of centimetres
  StreamArray lines = stream_array(&file, "action", "u16", 3);
  brn_riders_apply(f.ctx, &action->rider, position, point);
  check_points(&lines, point);
  StreamArray fibres = stream_array(&file, "fibre", "u16", 3);
  ENSURE_INT(fibres.count, f.stream.fibre.rider.point_count);

  static const char* const names[][3] = {{"activation", "activation", "u8"},
                                         {"value", "stress", "u16"}};
  for (int k = 0; k < 2; k++) {
    StreamArray found = stream_array(&file, names[k][0], names[k][2], 1);
    ENSURE_OK(f.ctx, brn_replay_values(replay, 3, names[k][1], &values));
    double largest = 0;
    for (int p = 0, at = 0; p < replay->part_count; p++) {
      ENSURE_OK(f.ctx, brn_skin_values(replay, p, &values, number));
      for (int i = 0; i < replay->part[p].skin.rider.point_count; i++, at++) {
        ENSURE_NEAR(stream_number(&found, (size_t)at), number[i], stream_tolerance(&found, 0));
        largest = fmax(largest, number[i]);
      }
    }
    ENSURE(largest > 0);
    brn_values_free(f.ctx, &values);
  }

  StreamArray bone = stream_array(&file, "bone", "f32", 7);
  ENSURE_INT(bone.count, 2);
  for (int b = 0; b < 2; b++) {
    BrnPose pose = brn_replay_bone_pose(replay, b, position);
    for (size_t k = 0; k < 4; k++) {
      ENSURE_NEAR(stream_number(&bone, 7 * (size_t)b + k), pose.rotation[k], 1e-6);
    }
    for (size_t k = 0; k < 3; k++) {
      ENSURE_NEAR(stream_number(&bone, 7 * (size_t)b + 4 + k), pose.translation[k], 1e-6);
    }
  }
  ENSURE_INT(stream_array(&file, "joint", "f32", 6).count, 0);
  stream_close(&file);
  brn__byte_array_free(f.ctx, &bytes);
  free(position), free(point), free(number);
  done(&f);
}

static void tets_are_those_of_the_mesh(void** state) {
  (void)state;
  Fixture f = make();
  const BrnReplay* replay = f.test.replay;
  const BrnMesh* mesh = replay->mesh;
  BrnByteArray bytes;
  BrnValues values;
  ENSURE_OK(f.ctx, brn__stream_mesh(&f.stream, &bytes));
  StreamFile file = stream_open(bytes.data, bytes.size);
  StreamArray tet = stream_array(&file, "tet", "u32", 4),
              part = stream_array(&file, "part", "u16", 1);
  ENSURE_INT(tet.count, mesh->tet_count);
  for (size_t t = 0; t < tet.count; t++) {
    for (size_t k = 0; k < 4; k++) ENSURE_INT(stream_number(&tet, 4 * t + k), mesh->tet[4 * t + k]);
    ENSURE_INT(replay->part[(int)stream_number(&part, t)].label, mesh->tet_label[t]);
  }
  ENSURE_INT(stream_array(&file, "tendon", "u8", 1).count, mesh->tet_count);
  stream_close(&file);
  brn__byte_array_free(f.ctx, &bytes);

  ENSURE_OK(f.ctx, brn__stream_mesh_frame(&f.stream, 2, "stretch", &bytes));
  file = stream_open(bytes.data, bytes.size);
  StreamArray position = stream_array(&file, "position", "u16", 3);
  double* expected = malloc(sizeof(double) * 3 * (size_t)mesh->vertex_count);
  ENSURE_OK(f.ctx, brn_replay_positions(f.test.replay, 2, expected));
  check_points(&position, expected);
  StreamArray value = stream_array(&file, "value", "u16", 1);
  ENSURE_INT(value.count, mesh->tet_count);
  ENSURE_OK(f.ctx, brn_replay_values(f.test.replay, 2, "stretch", &values));
  for (size_t i = 0; i < value.count; i++) {
    ENSURE_NEAR(stream_number(&value, i), values.value[i], stream_tolerance(&value, 0));
  }
  brn_values_free(f.ctx, &values);
  free(expected);
  stream_close(&file);
  brn__byte_array_free(f.ctx, &bytes);

  ENSURE_OK(f.ctx, brn__stream_mesh_frame(&f.stream, 2, "displacement", &bytes));
  file = stream_open(bytes.data, bytes.size);
  ENSURE_INT(stream_array(&file, "value", "u16", 1).count, mesh->vertex_count);
  stream_close(&file);
  brn__byte_array_free(f.ctx, &bytes);
  done(&f);
}

static void a_frame_read_once_is_not_mistaken_for_another(void** state) {
  (void)state;
  Fixture f = make();
  BrnByteArray first, again, other;
  ENSURE_OK(f.ctx, brn__stream_frame(&f.stream, 0, "", &first));
  ENSURE_OK(f.ctx, brn__stream_frame(&f.stream, 3, "", &other));
  ENSURE_OK(f.ctx, brn__stream_frame(&f.stream, 0, "", &again));
  ENSURE_INT(first.size, again.size);
  assert_memory_equal(first.data, again.data, first.size);
  ENSURE(first.size != other.size || memcmp(first.data, other.data, first.size) != 0);
  brn__byte_array_free(f.ctx, &other);
  ENSURE_OK(f.ctx, brn__stream_mesh_frame(&f.stream, 3, "", &other));
  StreamFile file = stream_open(other.data, other.size);
  StreamArray position = stream_array(&file, "position", "u16", 3);
  double* expected = malloc(sizeof(double) * 3 * position.count);
  ENSURE_OK(f.ctx, brn_replay_positions(f.test.replay, 3, expected));
  check_points(&position, expected);
  free(expected);
  stream_close(&file);
  brn__byte_array_free(f.ctx, &first);
  brn__byte_array_free(f.ctx, &again);
  brn__byte_array_free(f.ctx, &other);
  done(&f);
}

static void fewer_triangles_still_ride(void** state) {
  (void)state;
  Fixture f = make();
  BrnStreamSkins half;
  ENSURE_OK(f.ctx, brn__skins_make(f.test.replay, 0.5, &half));
  ENSURE(half.triangle_count < 0.7 * f.stream.skins.triangle_count);
  ENSURE(half.triangle_count > 0.2 * f.stream.skins.triangle_count);
  ENSURE_INT(half.part_triangle[half.part_count], half.triangle_count);
  for (int p = 0; p < half.part_count; p++) {
    const BrnSkin* skin = &f.test.replay->part[p].skin;
    for (uint32_t v = half.part_vertex[p]; v < half.part_vertex[p + 1]; v++) {
      assert_memory_equal(half.rider.vertex + 4 * v, skin->rider.vertex + 4 * half.source[v], 16);
      assert_memory_equal(half.rider.weight + 4 * v, skin->rider.weight + 4 * half.source[v], 32);
    }
    for (uint32_t t = 3 * half.part_triangle[p]; t < 3 * half.part_triangle[p + 1]; t++) {
      ENSURE(half.triangle[t] >= half.part_vertex[p] && half.triangle[t] < half.part_vertex[p + 1]);
    }
  }
  brn__skins_free(f.ctx, &half);
  done(&f);
}

static void fibres_keep_their_ends(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnReplay* replay;
  BrnStream stream;
  BrnReplayLines all;
  ENSURE_OK(ctx, brn_replay_open(ctx, "scenes/fusiform.json", NULL, &replay));
  ENSURE_OK(ctx, brn__stream_open(replay, 1, &stream));
  ENSURE_OK(ctx, brn_replay_fibres(replay, BRN_STREAM_FIBRES, &all));
  const BrnReplayLines* few = &stream.fibre;
  ENSURE_INT(few->line_count, all.line_count);
  ENSURE(few->rider.point_count < all.rider.point_count && few->line_count > 10);
  ENSURE_INT(few->start[few->line_count], few->rider.point_count);
  for (int l = 0; l < few->line_count; l++) {
    int count = few->start[l + 1] - few->start[l], before = all.start[l + 1] - all.start[l];
    ENSURE_INT(count, before < 32 ? before : 32);
    for (int end = 0; end < 2; end++) {
      size_t a = (size_t)(end ? few->start[l + 1] - 1 : few->start[l]);
      size_t b = (size_t)(end ? all.start[l + 1] - 1 : all.start[l]);
      assert_memory_equal(few->rider.vertex + 4 * a, all.rider.vertex + 4 * b, 4 * sizeof(int));
      assert_memory_equal(few->rider.weight + 4 * a, all.rider.weight + 4 * b, 4 * sizeof(double));
    }
  }
  brn_replay_lines_free(ctx, &all);
  brn__stream_close(&stream);
  brn_replay_close(ctx, replay);
  test_context_done(ctx);
}

static void the_run_is_described(void** state) {
  (void)state;
  Fixture f = make();
  BrnString text = {0};
  ENSURE_OK(f.ctx, brn__stream_run(&f.stream, NULL, 0, &text));
  json_t* run = parse(f.ctx, &text);
  assert_string_equal(json_string_value(json_object_get(run, "name")), "bar");
  assert_string_equal(json_string_value(json_object_get(run, "about")), "A bar");
  assert_string_equal(json_string_value(json_object_get(run, "method")), "newton");
  ENSURE_INT(json_integer_value(json_object_get(run, "tets")), f.test.replay->mesh->tet_count);
  ENSURE_NEAR(json_number_value(json_object_get(run, "per_second")), 24, 0);
  const json_t* part = json_array_get(json_object_get(run, "parts"), 2);
  assert_string_equal(json_string_value(json_object_get(part, "kind")), "muscle");
  ENSURE_INT(json_array_size(json_object_get(part, "color")), 3);
  ENSURE_INT(json_array_size(json_object_get(run, "values")), f.test.replay->value_count);
  ENSURE_INT(json_array_size(json_object_get(run, "bones")), 2);
  assert_string_equal(json_string_value(json_array_get(json_object_get(run, "units"), 0)), "m");
  const json_t* tables = json_object_get(run, "tables");
  assert_string_equal(json_string_value(json_array_get(tables, 0)), "run.csv");
  const json_t* low = json_object_get(json_object_get(run, "bounds"), "low");
  ENSURE_INT(json_array_size(low), 3);
  json_decref(run);
  static const char* const some[] = {"stress"};
  ENSURE_OK(f.ctx, brn__stream_run(&f.stream, some, 1, &text));
  run = parse(f.ctx, &text);
  const json_t* value = json_array_get(json_object_get(run, "values"), 0);
  ENSURE_INT(json_array_size(json_object_get(run, "values")), 1);
  assert_string_equal(json_string_value(json_object_get(value, "unit")), "Pa");
  assert_string_equal(json_string_value(json_object_get(value, "on")), "tet");
  ENSURE(json_is_null(json_object_get(value, "natural")));
  json_decref(run);
  done(&f);
}

static void the_status_lists_the_frames(void** state) {
  (void)state;
  Fixture f = make();
  BrnString text = {0};
  ENSURE_OK(f.ctx, brn__stream_status(&f.stream, NULL, 0, &text));
  json_t* status = parse(f.ctx, &text);
  assert_string_equal(json_string_value(json_object_get(status, "stage")), "finished");
  ENSURE(json_is_null(json_object_get(status, "message")));
  ENSURE_INT(json_array_size(json_object_get(status, "frames")), 4);
  ENSURE_INT(json_integer_value(json_array_get(json_object_get(status, "frames"), 3)), 4);
  ENSURE_NEAR(json_number_value(json_array_get(json_object_get(status, "times"), 3)), 0.125, 0);
  ENSURE(json_is_null(json_object_get(status, "seconds_left")));
  json_decref(status);

  f.test.replay->stage = BRN_REPLAY_RUNNING;
  f.test.replay->last = 10;
  f.test.replay->frame_seconds = 0.5;
  ENSURE_OK(f.ctx, brn__stream_status(&f.stream, NULL, 0, &text));
  status = parse(f.ctx, &text);
  assert_string_equal(json_string_value(json_object_get(status, "stage")), "running");
  ENSURE_NEAR(json_number_value(json_object_get(status, "seconds_left")), 3, 0);
  json_decref(status);
  const int some[] = {1, 3};
  ENSURE_OK(f.ctx, brn__stream_status(&f.stream, some, 2, &text));
  status = parse(f.ctx, &text);
  assert_string_equal(json_string_value(json_object_get(status, "stage")), "stopped");
  ENSURE_INT(json_integer_value(json_array_get(json_object_get(status, "frames"), 1)), 4);
  ENSURE_INT(json_array_size(json_object_get(status, "times")), 2);
  json_decref(status);
  done(&f);
}

static void half_a_row_is_not_shown(void** state) {
  (void)state;
  Fixture f = make();
  BrnByteArray bytes;
  FILE* file = fopen(run_path(&f.test.run, "run.csv"), "a");
  fputs("5,0.1,conv", file);
  fclose(file);
  ENSURE_OK(f.ctx, brn__stream_table(&f.stream, 0, &bytes));
  ENSURE(bytes.size > 10 && bytes.data[bytes.size - 1] == '\n');
  int lines = 0;
  for (size_t i = 0; i < bytes.size; i++) lines += bytes.data[i] == '\n';
  ENSURE_INT(lines, 5);
  brn__byte_array_free(f.ctx, &bytes);
  done(&f);
}

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  Fixture f = make();
  size_t before = brn_byte_count(f.ctx);
  for (int what = 0; what < 4; what++) {
    for (int k = 0;; k++) {
      BrnByteArray bytes = {0};
      BrnString text = {0};
      f.stream.position_of = -1;
      brn_fail_allocation(f.ctx, k);
      BrnStatus status = what == 0   ? brn__stream_frame(&f.stream, 1, "stress", &bytes)
                         : what == 1 ? brn__stream_mesh_frame(&f.stream, 1, "stress", &bytes)
                         : what == 2 ? brn__stream_skins(&f.stream, &bytes)
                                     : brn__stream_run(&f.stream, NULL, 0, &text);
      brn_fail_allocation(f.ctx, -1);
      brn__byte_array_free(f.ctx, &bytes);
      brn__string_free(f.ctx, &text);
      ENSURE_INT(brn_byte_count(f.ctx), before);
      if (status == BRN_OK) break;
      ENSURE_INT(status, BRN_NO_MEMORY);
    }
  }
  done(&f);
}

TEST_MAIN(cmocka_unit_test(skins_are_those_of_the_parts),
          cmocka_unit_test(frames_have_what_the_replay_has),
          cmocka_unit_test(tets_are_those_of_the_mesh),
          cmocka_unit_test(a_frame_read_once_is_not_mistaken_for_another),
          cmocka_unit_test(fewer_triangles_still_ride), cmocka_unit_test(fibres_keep_their_ends),
          cmocka_unit_test(the_run_is_described), cmocka_unit_test(the_status_lists_the_frames),
          cmocka_unit_test(half_a_row_is_not_shown),
          cmocka_unit_test(failed_allocations_leave_nothing))
