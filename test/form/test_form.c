// SPDX-License-Identifier: Apache-2.0

#include "form/form_test.h"

// a bent spindle, and a bone of three lumps
static double point[] = {0, 0, 0, 0.01, 0.1, 0, 0, 0.2, 0.02};
static double width[] = {0.004, 0.002, 0.02, 0.015, 0.004, 0.002};
static double joint[] = {0.01, 0.21, 0.02}, hole[] = {0.02, 0.2, 0.02},
              round_width[] = {0.01, 0.01};

static BrnFormDef spindle(void) {
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, 3, width, 3);
  def.detail = 32;
  return def;
}

static BrnFormDef bone(BrnFormLump lump[3]) {
  lump[0] = brn_form_lump_default();
  lump[0].path = form_path(point, 3, width, 3);
  lump[1] = form_ball(joint, round_width);
  lump[2] = form_ball(hole, round_width);
  lump[2].carve = true;
  BrnFormDef def = form_of(lump, 3);
  def.blend = 0.004;
  def.detail = 48;
  return def;
}

static void mirror_is_an_exact_mirror_image(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormLump lump[3];
  BrnFormDef defs[2] = {spindle(), bone(lump)};
  for (int i = 0; i < 6; i++) {
    BrnFormDef def = defs[i / 3];
    BrnMesh *mesh, *image;
    ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
    def.mirror = 1 + i % 3;
    ENSURE_OK(ctx, brn_form_make(ctx, &def, &image));
    ENSURE_INT(image->vertex_count, mesh->vertex_count);
    for (int k = 0; k < 3 * mesh->vertex_count; k++) {
      double sign = k % 3 == i % 3 ? -1 : 1;
      ENSURE(image->position[k] == sign * mesh->position[k]);
    }
    ENSURE_NEAR(form_ensure_sound(ctx, image, 2).volume, form_ensure_sound(ctx, mesh, 2).volume,
                1e-15);
    brn_mesh_destroy(ctx, mesh);
    brn_mesh_destroy(ctx, image);
  }
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  BrnFormLump lump[3];
  BrnFormDef defs[2] = {spindle(), bone(lump)};
  for (int i = 0; i < 2; i++) {
    BrnContext *one = test_context_with(1), *many = test_context_with(3);
    BrnMesh *a, *b;
    ENSURE_OK(one, brn_form_make(one, &defs[i], &a));
    ENSURE_OK(many, brn_form_make(many, &defs[i], &b));
    ENSURE_INT(a->vertex_count, b->vertex_count);
    ENSURE_INT(a->triangle_count, b->triangle_count);
    size_t bytes = 3 * (size_t)a->vertex_count * sizeof(double);
    assert_memory_equal(a->position, b->position, bytes);
    assert_memory_equal(a->triangle, b->triangle, 3 * (size_t)a->triangle_count * sizeof(int));
    brn_mesh_destroy(one, a);
    brn_mesh_destroy(many, b);
    test_context_done(one);
    test_context_done(many);
  }
}

static void every_failed_allocation_is_survived(void** state) {
  (void)state;
  BrnFormLump lump[3];
  BrnFormDef defs[2] = {spindle(), bone(lump)};
  for (int i = 0; i < 2; i++) {
    defs[i].detail = 8;
    BrnMesh* mesh = NULL;
    for (int k = 0; !mesh; k++) {
      BrnContext* ctx = test_context(); // scratch starts empty, so it is allocated again
      brn_fail_allocation(ctx, k);
      BrnStatus status = brn_form_make(ctx, &defs[i], &mesh);
      ENSURE_INT(status, mesh ? BRN_OK : BRN_NO_MEMORY);
      bool done = mesh != NULL;
      brn_mesh_destroy(ctx, mesh);
      brn_fail_allocation(ctx, -1);
      test_context_done(ctx);
      if (done) break;
      ENSURE(k < 200);
    }
  }
}

static void detail_is_edges_along_the_longest_side(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double line[] = {0, 0, 0, 0, 2, 0}, ones[] = {1, 1};
  BrnFormLump lump = brn_form_lump_default();
  lump.path = form_path(line, 2, ones, 1);
  for (int i = 0; i < 2; i++) {
    BrnFormDef def = i == 0 ? brn_form_def_default() : form_of(&lump, 1);
    if (i == 0) def.sweep = lump.path;
    def.detail = 40; // of 4 m
    BrnMesh* mesh;
    ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
    double area = form_ensure_sound(ctx, mesh, 2).area / mesh->triangle_count;
    ENSURE_NEAR(sqrt(4 / sqrt(3) * area), 0.1, 0.015); // edge of an even triangle
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(mirror_is_an_exact_mirror_image),
          cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_survived),
          cmocka_unit_test(detail_is_edges_along_the_longest_side))
