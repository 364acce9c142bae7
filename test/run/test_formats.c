// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include "run/run_test.h"

static void formats_are_for_tets_or_for_surfaces(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  const BrnFormatInfo* format[BRN_RUN_FORMATS];
  BrnScene* scene;
  ENSURE_OK(ctx, brn_scene_create(ctx, &scene));
  ENSURE_INT(brn__run_formats(scene, true, format), 1);
  assert_string_equal(format[0]->name, "vtu"); // the mesh is always looked at
  ENSURE_INT(brn__run_formats(scene, false, format), 0);

  ENSURE_OK(ctx,
            brn_scene_set(ctx, scene, "outputs.formats", "[\"ply\", \"gmsh\", \"node\", \"obj\"]"));
  ENSURE_OK(ctx, brn__run_check_formats(ctx, scene));
  ENSURE_INT(brn__run_formats(scene, true, format), 2);
  assert_string_equal(format[0]->name, "gmsh");
  assert_string_equal(brn__run_extension(format[0]).text, "msh");
  assert_string_equal(brn__run_extension(format[1]).text, "node");
  ENSURE_INT(brn__run_formats(scene, false, format), 2);
  assert_string_equal(format[0]->name, "ply");
  assert_string_equal(format[1]->name, "obj");

  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "outputs.formats", "usd"));
  ENSURE_STATUS(ctx, brn__run_check_formats(ctx, scene), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "there is no format \"usd\"; there are: obj stl ply");
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void surfaces_go_by_their_files(void** unused) {
  (void)unused;
  assert_string_equal(brn__run_format_of("bones/ulna.STL")->name, "stl");
  assert_string_equal(brn__run_format_of("a.b.ply")->name, "ply");
  ENSURE(brn__run_format_of("ulna") == NULL && brn__run_format_of("ulna.fbx") == NULL);
  ENSURE(brn__run_format_of("ulna.node") == NULL); // holds no triangles
}

TEST_MAIN(cmocka_unit_test(formats_are_for_tets_or_for_surfaces),
          cmocka_unit_test(surfaces_go_by_their_files))
