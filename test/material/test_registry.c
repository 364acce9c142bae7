// SPDX-License-Identifier: Apache-2.0

#include "material/material.h"
#include "test.h"

static void every_kind_is_complete(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  ENSURE_INT(brn_material_kind_count(), 15);
  for (int i = 0; i < brn_material_kind_count(); i++) {
    BrnMaterialKind kind = brn_material_kind(i);
    const BrnMaterialTermOps* ops = brn__term_find(kind.name);
    ENSURE(ops && ops->fields && ops->defaults && ops->prepare && ops->kernel);
    ENSURE(kind.title && strlen(kind.title) > 10);
    BrnMaterialTerm term;
    BrnTermConstants prepared = {.definite = ops->definite};
    memset(&term, 0, sizeof term);
    ops->defaults(term.def);
    ENSURE_OK(ctx, ops->prepare(ctx, term.def, &prepared));
    for (const BrnField* field = ops->fields; field->name; field++) {
      ENSURE(field->offset < BRN_TERM_DEF_SIZE && field->help);
      for (const BrnField* other = ops->fields; other < field; other++) {
        ENSURE(strcmp(other->name, field->name) != 0 && other->offset != field->offset);
      }
    }
    for (int k = 0; k < i; k++) ENSURE(strcmp(brn_material_kind(k).name, kind.name) != 0);
  }
  ENSURE(!brn__term_find("nothing"));
  test_context_done(ctx);
}

#ifdef BRN_LANE_COPIES

enum { BLOCKS = 12 };

static void draw(TestRandom* random, BrnMaterialIn* in) {
  memset(in, 0, sizeof *in);
  in->per_time = 24;
  for (int i = 0; i < BRN_LANES; i++) {
    double noise = test_random(random, 0.01, 0.8);
    for (int p = 0; p < 9; p++) in->F[p][i] = (p % 4 == 0) + test_random(random, -noise, noise);
    in->fibre[0][i] = 0.6;
    in->fibre[1][i] = i % 4 == 3 ? 0.8 : 0;
    in->fibre[2][i] = i % 4 == 3 ? 0 : 0.8;
    in->activation[i] = test_random(random, 0, 1);
    in->stretch_before[i] = test_random(random, 0.7, 1.3);
  }
}

static void run(const BrnMaterialTermOps* ops, const BrnTermLanes* m, const BrnMaterialIn* in,
                BrnWant want, BrnMaterialOut* out) {
  memset(out, 0, sizeof *out);
  ops->kernel(m, in, want, out);
}

static void compare_copies(BrnContext* ctx, int index, const char* key, const char* value) {
  static BrnTermLanes m;
  static BrnMaterialIn in;
  static BrnMaterialOut base, other;
  TestRandom random = {31};
  const BrnMaterialTermOps* ops = brn__term_at(index, 0);
  BrnMaterialTerm term;
  BrnTermConstants prepared = {0};
  memset(&term, 0, sizeof term);
  ops->defaults(term.def);
  if (key) ENSURE_OK(ctx, brn__field_set(ctx, ops->fields, term.def, key, value));
  ENSURE_OK(ctx, ops->prepare(ctx, term.def, &prepared));
  memcpy(m.choice, prepared.choice, sizeof m.choice);
  for (int i = 0; i < BRN_TERM_CONSTANTS * BRN_LANES; i++) {
    m.constant[i / BRN_LANES][i % BRN_LANES] = prepared.constant[i / BRN_LANES];
  }
  for (int k = 0; k < BLOCKS; k++) {
    draw(&random, &in);
    for (BrnWant want = BRN_WANT_ENERGY; want <= BRN_WANT_DEFINITE; want++) {
      run(ops, &m, &in, want, &base);
      for (int level = 1; level <= brn__lane_level(); level++) {
        run(brn__term_at(index, level), &m, &in, want, &other);
        assert_memory_equal(&base, &other, sizeof base);
      }
    }
  }
}

static void copies_give_the_same_bits(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int i = 0; i < brn__term_count(); i++) compare_copies(ctx, i, NULL, NULL);
  int hill = 0, active = 0;
  for (int i = 0; i < brn__term_count(); i++) {
    if (strcmp(brn__term_at(i, 0)->name, "hill") == 0) hill = i;
    if (strcmp(brn__term_at(i, 0)->name, "active_stress") == 0) active = i;
  }
  compare_copies(ctx, hill, "active", "degroote");
  compare_copies(ctx, hill, "active", "blemker");
  compare_copies(ctx, hill, "velocity", "true");
  compare_copies(ctx, hill, "isochoric", "true");
  compare_copies(ctx, active, "measure", "first");
  compare_copies(ctx, active, "direction", "across");
  test_context_done(ctx);
}

static void projections_give_the_same_bits(void** state) {
  (void)state;
  static double K[BRN_STIFFNESS_SIZE][BRN_LANES], base[BRN_STIFFNESS_SIZE][BRN_LANES],
      other[BRN_STIFFNESS_SIZE][BRN_LANES];
  TestRandom random = {32};
  for (int k = 0; k < 20; k++) {
    for (int p = 0; p < BRN_STIFFNESS_SIZE * BRN_LANES; p++) {
      K[p / BRN_LANES][p % BRN_LANES] = test_random(&random, -1, 1);
    }
    memcpy(base, K, sizeof K);
    brn__stiffness_project_base(base);
    if (brn__lane_level() >= 1) {
      memcpy(other, K, sizeof K);
      brn__stiffness_project_v3(other);
      assert_memory_equal(base, other, sizeof K);
    }
    if (brn__lane_level() >= 2) {
      memcpy(other, K, sizeof K);
      brn__stiffness_project_v4(other);
      assert_memory_equal(base, other, sizeof K);
    }
  }
}

#else

static void copies_give_the_same_bits(void** state) {
  (void)state;
  skip(); // there is one copy only
}
static void projections_give_the_same_bits(void** state) {
  (void)state;
  skip();
}

#endif

TEST_MAIN(cmocka_unit_test(every_kind_is_complete), cmocka_unit_test(copies_give_the_same_bits),
          cmocka_unit_test(projections_give_the_same_bits))
