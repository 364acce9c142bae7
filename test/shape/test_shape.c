// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

// what every shape promises
static void ensure_sound(const BrnMesh* mesh, int parts, int euler) {
  ShapeCount count = shape_count(mesh);
  ENSURE_INT(count.inverted, 0);
  ENSURE_INT(count.crowded_faces, 0);
  ENSURE_INT(count.folded_faces, 0);
  ENSURE_INT(count.open_edges, 0);
  ENSURE_INT(count.orphans, 0);
  ENSURE_INT(count.parts, parts);
  ENSURE_INT(count.boundary_euler, euler);
}

static void ensure_good_angles(const BrnMesh* mesh) {
  ShapeCount count = {0};
  shape_measure(mesh, &count);
  ENSURE(count.low_angle >= 10);
  ENSURE(count.high_angle <= 160);
}

static bool is_bone(const BrnMesh* mesh, int label) {
  return strncmp(brn_mesh_label_name(mesh, BRN_ON_TET, label), "bone", 4) == 0;
}

static void ensure_fibres(const BrnMesh* mesh) {
  const BrnArray* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET);
  ENSURE(fibre && fibre->components == 3 && fibre->number == BRN_F64);
  for (int t = 0; t < mesh->tet_count; t++) {
    double length = brn__norm3(fibre->value + 3 * t);
    ENSURE_NEAR(length, is_bone(mesh, mesh->tet_label[t]) ? 0 : 1, 1e-14);
  }
}

static void ensure_labels(const BrnMesh* mesh, const char* names) {
  static const char* const all[] = {
      "",       "bone_proximal", "bone_distal",  "tendon_proximal", "tendon_distal",
      "muscle", "muscle_left",   "muscle_right", "tendon_central",  "bone_corner"};
  char found[256] = "";
  for (int id = 1; id <= 9; id++) {
    const char* name = brn_mesh_label_name(mesh, BRN_ON_TET, id);
    ENSURE((name != NULL) == (shape_label_count(mesh, id) > 0));
    if (!name) continue;
    assert_string_equal(name, all[id]);
    strcat(strcat(found, " "), name);
  }
  assert_string_equal(found, names);
}

#define BONES " bone_proximal bone_distal"
#define TENDONS " tendon_proximal tendon_distal"

static const struct {
  int parts, euler;
  const char* labels;
} expected[BRN_SHAPE_COUNT] = {
    [BRN_SHAPE_FUSIFORM] = {1, 2, BONES TENDONS " muscle"},
    [BRN_SHAPE_BIPENNATE] = {1, 2, BONES TENDONS " muscle_left muscle_right tendon_central"},
    [BRN_SHAPE_PAIR] = {1, 2, BONES TENDONS " muscle_left muscle_right"},
    [BRN_SHAPE_CURVED] = {2, 4, BONES TENDONS " muscle bone_corner"},
    [BRN_SHAPE_BAR] = {1, 2, BONES " muscle"},
    [BRN_SHAPE_TORUS] = {1, 0, " muscle"},
    [BRN_SHAPE_BLOCK] = {1, 2, " muscle"},
};

static void every_shape_is_sound_at_every_size(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int size[] = {1000, 3000, 20000};
  for (int shape = 0; shape < BRN_SHAPE_COUNT; shape++) {
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
      BrnMesh* mesh = shape_make(ctx, (BrnShape)shape, size[i]);
      ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
      ensure_sound(mesh, expected[shape].parts, expected[shape].euler);
      ensure_good_angles(mesh);
      ensure_labels(mesh, expected[shape].labels);
      ensure_fibres(mesh);
      brn_mesh_destroy(ctx, mesh);
    }
  }
  test_context_done(ctx);
}

static void counts_are_near_and_angles_good(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int shape = 0; shape < BRN_SHAPE_COUNT; shape++) {
    for (double tets = 1000; tets < 130000; tets *= tets < 5000 ? 1.07 : 1.4) {
      BrnMesh* mesh = shape_make(ctx, (BrnShape)shape, (int)tets);
      ENSURE_NEAR(mesh->tet_count / tets, 1, 0.1);
      if (tets < 5000) ensure_good_angles(mesh); // few rings are the hardest
      brn_mesh_destroy(ctx, mesh);
    }
  }
  test_context_done(ctx);
}

static void ensure_same_bytes(const BrnMesh* a, const BrnMesh* b) {
  ENSURE_INT(a->vertex_count, b->vertex_count);
  ENSURE_INT(a->tet_count, b->tet_count);
  size_t nv = (size_t)a->vertex_count, nt = (size_t)a->tet_count;
  assert_memory_equal(a->position, b->position, 3 * nv * sizeof(double));
  assert_memory_equal(a->tet, b->tet, 4 * nt * sizeof(int));
  assert_memory_equal(a->tet_label, b->tet_label, nt * sizeof(int));
  assert_memory_equal(a->array[0].value, b->array[0].value, 3 * nt * sizeof(double));
}

static void workers_do_not_change_a_byte(void** state) {
  (void)state;
  BrnContext *one = test_context_with(1), *two = test_context_with(2);
  for (int shape = 0; shape < BRN_SHAPE_COUNT; shape++) {
    BrnMesh* a = shape_make(one, (BrnShape)shape, 12000);
    BrnMesh* b = shape_make(one, (BrnShape)shape, 12000);
    BrnMesh* c = shape_make(two, (BrnShape)shape, 12000);
    ensure_same_bytes(a, b);
    ensure_same_bytes(a, c);
    brn_mesh_destroy(one, a);
    brn_mesh_destroy(one, b);
    brn_mesh_destroy(two, c);
  }
  test_context_done(one);
  test_context_done(two);
}

// fail the first allocation, then the second, until it succeeds
static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  for (int shape = 0; shape < BRN_SHAPE_COUNT; shape++) {
    BrnMesh* mesh = NULL;
    BrnContext* ctx;
    int k = 0;
    for (;; k++) { // a new context each time: scratch that was had once is kept
      ctx = test_context_with(1);
      BrnShapeDef def = brn_shape_def_default((BrnShape)shape);
      def.tets = 1000;
      brn_fail_allocation(ctx, k);
      BrnStatus status = brn_shape_make(ctx, &def, &mesh);
      if (status == BRN_OK) break;
      ENSURE_INT(status, BRN_NO_MEMORY);
      ENSURE(mesh == NULL);
      test_context_done(ctx);
    }
    ENSURE(k >= 6);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
}

// a number between those of the default, stretched both ways
static double vary(TestRandom* random, double value) {
  return value * exp(test_random(random, -0.6, 0.6));
}

static BrnShapeDef random_def(TestRandom* random, BrnShape shape) {
  BrnShapeDef def = brn_shape_def_default(shape);
  def.tets = (int)vary(random, 2500);
  def.length = vary(random, def.length);
  def.width = vary(random, def.width);
  def.thickness = vary(random, def.thickness);
  def.tendon_width = vary(random, def.tendon_width);
  def.tendon = test_random(random, 0, 0.4);
  def.bone = test_random(random, 0, 1) < 0.2 ? 0 : vary(random, def.bone);
  def.bone_width = vary(random, def.bone_width);
  def.bend = test_random(random, 0, 180);
  def.bend_radius = vary(random, def.bend_radius);
  def.corner = test_random(random, 0, 1) < 0.5;
  def.gap = test_random(random, 0, 0.004);
  def.central = test_random(random, 0.1, 0.9);
  def.jitter = test_random(random, 0, 0.5);
  def.seed = (int)test_random(random, 0, 1e9);
  return def;
}

// Whatever is asked for is refused with a reason, or is a sound mesh.
static void odd_parameters_are_refused_or_sound(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {7};
  for (int shape = 0; shape < BRN_SHAPE_COUNT; shape++) {
    int made = 0;
    for (int trial = 0; trial < 60; trial++) {
      BrnShapeDef def = random_def(&random, (BrnShape)shape);
      BrnMesh* mesh;
      BrnStatus status = brn_shape_make(ctx, &def, &mesh);
      ENSURE(status == BRN_OK || status == BRN_INVALID);
      if (status != BRN_OK) continue;
      made++;
      bool corner = shape == BRN_SHAPE_CURVED && def.corner;
      bool slit = shape == BRN_SHAPE_PAIR;
      ensure_sound(mesh, 1 + corner, slit || shape == BRN_SHAPE_TORUS ? 0 : 2 + 2 * corner);
      ensure_fibres(mesh);
      brn_mesh_destroy(ctx, mesh);
    }
    ENSURE(made >= 10);
  }
  test_context_done(ctx);
}

static void names_and_titles_are_there(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int i = 0; i < BRN_SHAPE_COUNT; i++) {
    BrnShape found = BRN_SHAPE_COUNT;
    ENSURE_OK(ctx, brn_shape_find(ctx, brn_shape_name((BrnShape)i), &found));
    ENSURE_INT(found, i);
    ENSURE(strlen(brn_shape_title((BrnShape)i)) > 5);
    ENSURE_INT(brn_shape_def_default((BrnShape)i).shape, i);
  }
  BrnShape found;
  ENSURE_STATUS(ctx, brn_shape_find(ctx, "banana", &found), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(ctx, "\"banana\"");
  ENSURE_ERROR_HAS(ctx, "fusiform, bipennate, pair, curved, bar, torus, block");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_shape_is_sound_at_every_size),
          cmocka_unit_test(counts_are_near_and_angles_good),
          cmocka_unit_test(workers_do_not_change_a_byte),
          cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(odd_parameters_are_refused_or_sound),
          cmocka_unit_test(names_and_titles_are_there))
