// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

static void parts_come_bones_first(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'bar', 'tets': 800, 'tendon': 0.2}},"
           "'tendons': {'upper': {'labels': 'tendon_proximal'}, 'lower': {'labels': '4'}},"
           "'muscles': {'m': {'labels': ['muscle'], 'origin': {'select': 'a'},"
           "                  'insertion': {'select': 'b'}}},"
           "'selections': {'a': {'parts': 'm', 'box': [[-1, 0.159, -1], [1, 0.161, 1]]},"
           "               'b': {'parts': 'm', 'box': [[-1, 0.039, -1], [1, 0.041, 1]]}},"
           "'bones': {'top': {'labels': 1}, 'base': {'labels': 'bone_distal'}}}");
  static const char* const name[] = {"top", "base", "m", "upper", "lower"};
  static const BrnPartKind kind[] = {BRN_PART_BONE, BRN_PART_BONE, BRN_PART_MUSCLE, BRN_PART_TENDON,
                                     BRN_PART_TENDON};
  static const double height[] = {0.03, 0.03, 0.12, 0.04, 0.04};
  ENSURE_INT(model->part_count, 5);
  for (int p = 0; p < 5; p++) {
    const BrnModelPart* part = &model->part[p];
    assert_string_equal(part->name, name[p]);
    ENSURE(part->kind == kind[p]);
    ENSURE_INT(part->label, p + 1);
    ENSURE_INT(part->surface, -1);
    ENSURE_INT(part->component_count, 1);
    ENSURE_NEAR(part->volume / (0.04 * 0.04), height[p], 1e-9);
    assert_string_equal(brn_mesh_label_name(model->mesh, BRN_ON_TET, p + 1), name[p]);
  }
  ENSURE_INT(model->part[2].owner, 0);
  ENSURE_INT(model->part[4].owner, 1);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void wrong_sources_are_named_with_the_cure(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx, "{}", "the scene has no bones, muscles or tendons");
  model_refuses(ctx, "{" BAR_MESH ", 'bones': {'top': {}}}",
                "bones.top: is made from nothing; give");
  model_refuses(ctx, "{'bones': {'top': {'surface': 'a.obj', 'labels': '1'}}}",
                "bones.top: is made from two things; keep one");
  model_refuses(ctx, "{'bones': {'top': {'labels': '1'}}}",
                "bones.top.labels: there is no mesh with labels; give");
  model_refuses(ctx, "{" BAR_MESH ", 'bones': {'top': {'surface': 'a.obj'}}}",
                "./a.obj is not there");
  model_refuses(ctx, "{" BAR_MESH ", 'bones': {'top': {'labels': '1'}, 'b': {'surface': 'a.obj'}}}",
                "./a.obj is not there");
  model_refuses(ctx,
                "{'mesh': {'shape': 'bar', 'file': 'a.vtu'}, 'bones': {'top': {'labels': '1'}}}",
                "mesh: has both a \"file\" and a \"shape\"; take one away");
  model_refuses(ctx, "{'bones': {'top': {'surface': 'nowhere.obj'}}}",
                "bones.top.surface: ./nowhere.obj is not there");
  model_refuses(ctx,
                "{" BAR_MESH ", 'bones': {'x': {'labels': '1'}}, 'tendons': {'x': {'labels': "
                "[2, 5]}}}",
                "tendons.x: there is a bone \"x\" too; parts need names of their own");
  model_refuses(ctx, "{" BAR_MESH ", 'muscles': {'m': {'units': {'a': {'labels': '1'}, 'b': {}}}}}",
                "muscles.m: is made from nothing");
  test_context_done(ctx);
}

static void labels_must_fit_the_mesh(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx, "{" BAR_MESH ", 'bones': {'top': {'labels': 'femur'}}}",
                "bones.top.labels: the mesh has no label \"femur\"; there are: bone_proximal");
  model_refuses(ctx, "{" BAR_MESH ", 'bones': {'top': {'labels': 7}}}",
                "bones.top.labels: the mesh has no label \"7\"");
  model_refuses(ctx,
                "{" BAR_MESH ", 'bones': {'a': {'labels': 1}, 'b': {'labels': "
                "'bone_proximal'}}}",
                "bones.b.labels: \"bone_proximal\" is taken by \"a\" already; name it once");
  model_refuses(ctx, "{" BAR_MESH ", " BAR_BONES "}",
                "no part takes the label 5 muscle; name it in");
  test_context_done(ctx);
}

static void surface_of_a_tet_mesh_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  static const char tet[] = "MeshVersionFormatted 2\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n"
                            "0 1 0 0\n0 0 1 0\nTetrahedra 1\n1 2 3 4 1\nEnd\n";
  model_folder(folder);
  model_write_file(folder, "tet.mesh", tet, strlen(tet));
  ENSURE_STATUS(ctx,
                model_try_in(ctx, folder, "{'bones': {'top': {'surface': 'tet.mesh'}}}", &model),
                BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "a tet mesh goes to mesh.file");
  model_remove_folder(folder);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(parts_come_bones_first),
          cmocka_unit_test(wrong_sources_are_named_with_the_cure),
          cmocka_unit_test(labels_must_fit_the_mesh),
          cmocka_unit_test(surface_of_a_tet_mesh_is_refused))
